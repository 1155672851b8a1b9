"""Sentence models on onnxruntime, the same weights for every peer that can be given any."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

Matrix = NDArray[np.float32]
_LONGEST = 256  # tokens
_BATCH = 32
_BGE_QUERY = "Represent this sentence for searching relevant passages: "


class Model:
    """A folder with `model.onnx` and `tokenizer.json`; bge pools its first token and wants a prefix on questions."""

    def __init__(self, folder: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_LONGEST)
        options = onnxruntime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._bge = folder.name.startswith("bge")

    def passages(self, texts: Sequence[str]) -> Matrix:
        """A row of length 1 for each text."""
        ids = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(ids)), key=lambda place: len(ids[place]))  # padding costs as much as words
        vectors: list[Matrix] = [np.zeros(0, dtype=np.float32)] * len(ids)
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            for place, vector in zip(chosen, self._pooled([ids[place] for place in chosen]), strict=True):
                vectors[place] = vector
        return np.stack(vectors)

    def query(self, text: str) -> Matrix:
        """The vector of a question."""
        return self.passages([_BGE_QUERY + text if self._bge else text])[0]  # type: ignore[no-any-return]

    def _pooled(self, token_ids: Sequence[Sequence[int]]) -> Matrix:
        width = max(len(ids) for ids in token_ids)
        tokens = np.zeros((len(token_ids), width), dtype=np.int64)
        mask = np.zeros((len(token_ids), width), dtype=np.int64)
        for row, ids in enumerate(token_ids):
            tokens[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        hidden = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        weights = mask[:, :, None].astype(np.float32)
        pooled: Matrix = hidden[:, 0] if self._bge else (hidden * weights).sum(axis=1) / weights.sum(axis=1)
        pooled /= np.linalg.norm(pooled, axis=1, keepdims=True)
        return pooled
