"""Events with fields: one JSON object a line, or readable lines on a terminal."""

import logging
import sys

import structlog


def configure(level: str) -> None:
    logging.getLogger("neo4j").setLevel(logging.ERROR)  # a lost connection is reported once, by us
    readable = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.dev.ConsoleRenderer() if readable else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
