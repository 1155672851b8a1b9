"""What an import answers."""

from typing import Annotated

from msgspec import Meta, Struct

from graphmem.core.archive.report import Report


class RefusalShape(Struct, frozen=True):
    """Something that was not taken; never its words."""

    where: str
    reason: str


class ImportAnswer(Struct, frozen=True):
    """What became of an import."""

    format: str
    dry_run: bool
    read: Annotated[int, Meta(description="Lines, facts or messages that were read")]
    created: Annotated[dict[str, int], Meta(description="By type")]
    already_there: Annotated[dict[str, int], Meta(description="By type: not touched")]
    refused: Annotated[dict[str, int], Meta(description="By reason")]
    refusals: Annotated[list[RefusalShape], Meta(description="The first hundred of them")]
    skipped: Annotated[dict[str, int], Meta(description="What there is nothing to keep of, by reason")]
    loose_ties: Annotated[int, Meta(description="Left out: what they lead to is neither in the file nor here")]


def answer(report: Report) -> ImportAnswer:
    return ImportAnswer(
        format=report.format,
        dry_run=report.dry_run,
        read=report.read,
        created=dict(+report.created),
        already_there=dict(+report.already_there),
        refused=dict(report.refused),
        refusals=[RefusalShape(one.where, one.reason) for one in report.refusals],
        skipped=dict(report.skipped),
        loose_ties=report.loose_ties,
    )
