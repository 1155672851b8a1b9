"""Where the files that ship beside the code are: in the wheel inside the package, in a checkout next to it."""

import hashlib
from pathlib import Path

from graphmem.errors import SetupError

_SUMS = "SHA256SUMS"
_CURES = ["install graphmem again: its models are part of the package"]
_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `cypher`, `models`, `templates` or `static`."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def shipped_model(name: str) -> Path:
    """The folder of a model that ships with graphmem. Raises SetupError unless each file of it is what was shipped."""
    found = folder("models") / name
    try:
        rows = [line.split() for line in (found / _SUMS).read_text(encoding="utf-8").splitlines()]
        sums = {file: digest for digest, file in rows}
        for file in (*sums, "model.onnx", "tokenizer.json"):
            if hashlib.sha256((found / file).read_bytes()).hexdigest() != sums.get(file):
                raise SetupError(f"the model {name} is damaged: {found / file} is not what was shipped", _CURES)
    except ValueError as error:
        raise SetupError(f"the model {name} is damaged: {found / _SUMS} is not what was shipped", _CURES) from error
    except OSError as error:
        raise SetupError(f"the model {name} is not complete: {error.filename} can't be read", _CURES) from error
    return found
