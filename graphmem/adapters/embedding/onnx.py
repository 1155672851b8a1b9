"""The default model, on onnxruntime: no torch, no server, a query in a millisecond or two."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from graphmem.errors import SetupError
from graphmem.model import Vector

_LONGEST = 256  # tokens: what the model was trained to read
_BATCH = 32
_UNKNOWN = "[UNK]"


class OnnxEmbedder:
    """A sentence model from a folder with `model.onnx` and `tokenizer.json`, mean-pooled and normalised."""

    def __init__(self, folder: Path, *, name: str | None = None) -> None:
        for file in ("model.onnx", "tokenizer.json"):
            if not (folder / file).is_file():
                raise SetupError(f"{folder} holds no {file}", ["put it there, or unset GRAPHMEM_MODEL_DIR"])
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_LONGEST)
        self._unknown = self._tokenizer.token_to_id(_UNKNOWN)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        # Two threads, so that a question does not wait behind a batch.
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="embed")
        self.model = f"onnx:{name or folder.name}"
        self.dimensions = len(self._encode(["one"])[0])

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._encode, texts)

    def _encode(self, texts: Sequence[str]) -> list[Vector]:
        encodings = self._tokenizer.encode_batch(list(texts))
        vectors: list[Vector] = [[] for _ in texts]
        # Texts of like length share a batch: padding costs as much as words.
        legible = [index for index in range(len(texts)) if self._reads(encodings[index].ids)]
        order = sorted(legible, key=lambda index: len(encodings[index].ids))
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            pooled = self._pooled([encodings[index].ids for index in chosen])
            for index, vector in zip(chosen, pooled, strict=True):
                vectors[index] = vector
        return vectors

    def _reads(self, ids: Sequence[int]) -> bool:
        """Whether most of a text's tokens are known: all texts of unknown ones would have the same vector."""
        return 2 * ids.count(self._unknown) < len(ids) - 2  # the first and the last stand for no words

    def _pooled(self, token_ids: Sequence[Sequence[int]]) -> list[Vector]:
        width = max(len(ids) for ids in token_ids)
        tokens = np.zeros((len(token_ids), width), dtype=np.int64)
        mask = np.zeros((len(token_ids), width), dtype=np.int64)
        for row, ids in enumerate(token_ids):
            tokens[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        hidden = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        weights = mask[:, :, None].astype(np.float32)
        mean = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
        mean /= np.linalg.norm(mean, axis=1, keepdims=True)
        return mean.tolist()  # type: ignore[no-any-return]
