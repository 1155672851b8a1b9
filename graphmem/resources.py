"""Where the files that ship beside the code are: in the wheel inside the package, in a checkout next to it."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `cypher`, `models`, `templates` or `static`."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
