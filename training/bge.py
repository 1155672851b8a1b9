"""Converts bge-small-en-v1.5 from its ONNX file to torch weights: `python -m training.bge OUT`.

Each matrix is found by the name of the node that multiplies with it.
"""

import argparse
import shutil
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from rich.console import Console
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from benchmarks.recall.catalogue import bge

_SHAPE = {"hidden_size": 384, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 1536}
_MARKS = {"unk": "[UNK]", "sep": "[SEP]", "pad": "[PAD]", "cls": "[CLS]", "mask": "[MASK]"}
_NEAR = 1e-4  # how far a value of both may differ


def weights(model: onnx.ModelProto) -> dict[str, torch.Tensor]:
    """The layers by the names that torch has for them."""
    held = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    found = {
        name: torch.tensor(part.copy()) for name, part in held.items() if name.startswith(("embeddings.", "encoder."))
    }
    for node in model.graph.node:
        if node.op_type == "MatMul" and "encoder" in node.name and node.input[1] in held:
            layer = node.name.strip("/").replace("/", ".").removesuffix(".MatMul")
            found[f"{layer}.weight"] = torch.tensor(held[node.input[1]].T.copy())
    return found


@torch.no_grad()
def convert(folder: Path, out: Path) -> None:
    """Writes the weights and the tokenizer of a folder with `model.onnx` and `tokenizer.json` as torch reads them."""
    out.mkdir(parents=True, exist_ok=True)
    data = (folder / "model.onnx").read_bytes()
    shutil.copy(folder / "tokenizer.json", out / "tokenizer.json")
    bert = BertModel(BertConfig(vocab_size=30_522, **_SHAPE), add_pooling_layer=False).eval()
    missing = bert.load_state_dict(weights(onnx.load_from_string(data)), strict=False).missing_keys
    assert not missing, f"the ONNX file lacks {missing}"
    marks = {f"{name}_token": mark for name, mark in _MARKS.items()}
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(out / "tokenizer.json"), model_max_length=512, **marks)
    given = tokenizer(["I live in Porto with two cats."], return_tensors="pt", return_token_type_ids=True)
    session = onnxruntime.InferenceSession(data)
    right = session.run(None, {part.name: given[part.name].numpy() for part in session.get_inputs()})[0]
    apart = float(np.abs(bert(**given).last_hidden_state.numpy() - right).max())
    assert apart < _NEAR, f"the weights differ from those of the ONNX file by {apart}"
    bert.save_pretrained(out)
    tokenizer.save_pretrained(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    convert(bge(Console()), parser.parse_args().out)
