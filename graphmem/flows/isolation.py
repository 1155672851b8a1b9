"""Work that is done for one after the other: what is broken of one must not keep the others waiting."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from graphmem.errors import EmbedderUnavailable, EngineUnavailable, ExtractorUnavailable

_log = structlog.get_logger()


@contextmanager
def isolated(event: str, **facts: str) -> Iterator[None]:
    """Logs what goes wrong inside, and lets the next have its turn; what concerns everybody is raised."""
    try:
        yield
    except (EmbedderUnavailable, EngineUnavailable, ExtractorUnavailable):
        raise
    except Exception as error:
        # The words of an unexpected error may quote a memory.
        _log.error(event, error=type(error).__name__, where=where(error), **facts)


def where(error: BaseException) -> str:
    """The file and line that an error comes from."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
