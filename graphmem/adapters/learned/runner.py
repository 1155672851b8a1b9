"""Runs a model of ours: a folder with model.onnx, tokenizer.json and, for some, labels.json."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Encoding, Tokenizer

from graphmem.errors import SetupError

_BATCH = 8
_CURES = ["install graphmem again: its models are part of the package"]
Found = TypeVar("Found")
Tokens = tuple[Sequence[int], Sequence[int]]  # ids, and the type of each


class Runner:
    """A model of texts in tokens, with one thread."""

    def __init__(self, folder: Path, *, output: str) -> None:
        self._folder, self._output = folder, output
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # what the largest batch took would never be given back
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._session = onnxruntime.InferenceSession(
                str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime and tokenizers raise bare exceptions of their own
            raise SetupError(f"the model {folder.name} can't be loaded: {type(error).__name__}", _CURES) from error
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def labels(self, shape: type[Found]) -> Found:
        """What the numbers of the model stand for."""
        try:
            return msgspec.json.decode((self._folder / "labels.json").read_bytes(), type=shape)
        except (OSError, msgspec.MsgspecError) as error:
            raise SetupError(f"{self._folder / 'labels.json'} can't be read: {error}", _CURES) from error

    @property
    def marks(self) -> tuple[int, int]:
        """The tokens that begin and end a text."""
        first, last = self._tokenizer.encode("").ids
        return first, last

    def tokens(self, text: str) -> Encoding:
        return self._tokenizer.encode(text, add_special_tokens=False)

    def run(self, texts: Sequence[Tokens]) -> list[npt.NDArray[np.float32]]:
        """The output for each text, in order; texts of like length share a batch."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place][0]))
        found: dict[int, npt.NDArray[np.float32]] = {}
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            found |= zip(chosen, self._batch([texts[place] for place in chosen]), strict=True)
        return [found[place] for place in range(len(texts))]

    def _batch(self, texts: Sequence[Tokens]) -> npt.NDArray[np.float32]:
        width = max(len(ids) for ids, _ in texts)
        feed = {
            name: np.zeros((len(texts), width), dtype=np.int64)
            for name in ("input_ids", "attention_mask", "token_type_ids")
        }
        for row, (ids, types) in enumerate(texts):
            feed["input_ids"][row, : len(ids)] = ids
            feed["attention_mask"][row, : len(ids)] = 1
            feed["token_type_ids"][row, : len(ids)] = types
        return np.asarray(self._session.run([self._output], feed)[0])
