"""What every error looks like to a caller."""

import msgspec


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong with a request, and where in the field, if that can be told."""

    field: str
    problem: str
    line: int | None = None
    column: int | None = None


class ErrorBody(msgspec.Struct, frozen=True):
    code: str
    message: str
    details: list[Problem]


class ErrorAnswer(msgspec.Struct, frozen=True):
    """What every error looks like."""

    error: ErrorBody
