"""Makes the files that the service runs of a trained embedder: `python -m training.export FOLDER OUT`.

The weights are kept as 8-bit whole numbers, which takes a quarter of the room; what that costs is measured on files
that were held out.
"""

import argparse
import hashlib
import shutil
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from torch.optim import swa_utils
from transformers import AutoModel

_INPUTS = ["input_ids", "attention_mask", "token_type_ids"]


class _Tokens(torch.nn.Module):
    """The model down to the vectors of its tokens; the service takes their mean."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.model = AutoModel.from_pretrained(folder, attn_implementation="eager")

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        return self.model(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state


def export(folder: Path, out: Path) -> None:
    """Writes `model.onnx` and `tokenizer.json`."""
    out.mkdir(parents=True, exist_ok=True)
    quantised(_Tokens(folder), out / "model.onnx", output="last_hidden_state", by_token=True)
    shutil.copy(folder / "tokenizer.json", out / "tokenizer.json")
    sums(out)


def quantised(model: torch.nn.Module, file: Path, *, output: str, by_token: bool) -> None:
    """Writes a model of texts in 8 bits; its output has values for each token, or for each text."""
    example = torch.ones(2, 8, dtype=torch.long)
    axes = {part: {0: "texts", 1: "tokens"} for part in _INPUTS}
    with tempfile.TemporaryDirectory() as name, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = Path(name) / "whole.onnx"
        torch.onnx.export(
            model.eval(),
            (example, example, torch.zeros_like(example)),
            str(whole),
            input_names=_INPUTS,
            output_names=[output],
            dynamic_axes={**axes, output: {0: "texts", 1: "tokens"} if by_token else {0: "texts"}},
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(whole, file, weight_type=QuantType.QInt8, per_channel=True)


class Averaged:
    """The weights of a model, averaged over the last steps: steadier than those of the very last."""

    def __init__(self, model: torch.nn.Module, *, decay: float = 0.995) -> None:
        self._model = model
        self._mean = swa_utils.AveragedModel(model, multi_avg_fn=swa_utils.get_ema_multi_avg_fn(decay))

    def step(self) -> None:
        self._mean.update_parameters(self._model)

    def take(self) -> None:
        """Gives the averages to the model."""
        self._model.load_state_dict(self._mean.module.state_dict())


def sums(folder: Path) -> None:
    """Writes the digests of a model's files, by which the service knows that they are whole."""
    names = [name for name in ("model.onnx", "tokenizer.json", "labels.json") if (folder / name).is_file()]
    digests = [hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names]
    (folder / "SHA256SUMS").write_text("".join(f"{d}  {name}\n" for d, name in zip(digests, names, strict=True)))


def encoder(folder: Path, *, longest: int = 256) -> Callable[[list[str]], npt.NDArray[np.float32]]:
    """Embeds texts as the service does, with exported files."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(longest)
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])

    def vector(text: str) -> npt.NDArray[np.float32]:
        ids = np.array([tokenizer.encode(text).ids])
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = session.run(None, feed)[0][0].mean(0)
        return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)

    return lambda texts: np.array([vector(text) for text in texts])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    export(given.folder, given.out)
