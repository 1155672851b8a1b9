"""Which Maven repository files come from: the user's own mirror, or Maven Central."""

from pathlib import Path
from xml.etree import ElementTree  # the file read is the user's own configuration


def repository_address(setting: str | None, *, maven_settings: Path | None = None) -> str:
    """The base address for downloads, without a slash at its end."""
    address = setting or _from_maven_settings(maven_settings or Path.home() / ".m2" / "settings.xml")
    if address is None:
        from jgo.constants import MAVEN_CENTRAL_URL

        address = str(MAVEN_CENTRAL_URL)
    return address.rstrip("/")


def _from_maven_settings(path: Path) -> str | None:
    if not path.is_file():
        return None
    try:
        tree = ElementTree.parse(path)  # noqa: S314 (see the import)
    except ElementTree.ParseError:
        return None
    for mirror in tree.iterfind(".//{*}mirror"):
        covers = (mirror.findtext("{*}mirrorOf") or "").split(",")
        url = mirror.findtext("{*}url")
        if url and any(part.strip() in {"*", "external:*", "central"} for part in covers):
            return url.strip()
    return None
