"""Telling errors of a vector index, where comparing every vector answers instead, from all others."""

from neo4j.exceptions import ClientError

from graphmem.errors import StatementFailed


def is_about_the_index(error: ClientError | StatementFailed) -> bool:
    """Whether a query failed because the vector index is missing, still being built, or of other dimensions.

    The engine itself may break down over an index: a filtered search of a part of which everything was deleted does so.
    """
    if isinstance(error, StatementFailed):
        return True
    text = f"{error.code} {error.message}".lower()
    return "index" in text or "dimension" in text
