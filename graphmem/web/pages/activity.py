"""What the workers read, find and keep, as it happens; what waits, and what failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter
from litestar.response import Template

from graphmem.core.threads import Backlog
from graphmem.model import Extraction, RunStatus
from graphmem.web.api.common import id_of
from graphmem.web.pages.frame import PageRequest, by_htmx, fragment, page, viewer_of
from graphmem.web.pages.threads import path_of
from graphmem.wiring import Parts

_PAGE, _FAILED = 40, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityPage:
    user: str
    everyone: bool
    status: RunStatus | None
    backlog: Backlog
    queue: int | None
    failed: Sequence[Extraction]
    runs: Sequence[Extraction]
    following: str | None
    stream: str
    first: bool
    statuses: Sequence[RunStatus] = tuple(RunStatus)

    @property
    def query(self) -> str:
        chosen = {"everyone": "true" if self.everyone else "", "status": self.status.value if self.status else ""}
        return urlencode({name: value for name, value in chosen.items() if value})

    @property
    def path(self) -> str:
        return f"/activity?{self.query}" if self.query else "/activity"

    @property
    def older(self) -> str:
        return f"{self.path}{'&' if self.query else '?'}before={self.following}"

    def thread(self, run: Extraction) -> str:
        """The address of a run's thread, also when it is somebody else's."""
        path = path_of(run.thread_id)
        return path if run.user == self.user else f"{path}?{urlencode({'user': run.user})}"


class ActivityController(Controller):
    path = "/activity"
    include_in_schema = False

    @get()
    async def activity(
        self,
        request: PageRequest,
        parts: NamedDependency[Parts],
        status: FromQuery[str] = "",
        before: FromQuery[str | None] = None,
        everyone: Annotated[bool, QueryParameter(description="The whole tenant's")] = False,
    ) -> Template:
        viewer = viewer_of(request, parts)
        wanted = RunStatus(status) if status in set(RunStatus) else None
        everyone = everyone and request.auth.grant.user is None
        user = None if everyone else viewer.user
        runs = await parts.extractions.listed(
            viewer.tenant,
            thread_id=None,
            user=user,
            status=wanted.value if wanted else None,
            limit=_PAGE + 1,
            before=id_of(before, field="before") if before else None,
        )
        content = ActivityPage(
            user=viewer.user,
            everyone=everyone,
            status=wanted,
            backlog=await parts.extractions.backlog(viewer.tenant, user=user),
            queue=await parts.queue.depth(),
            failed=await parts.extractions.listed(
                viewer.tenant, thread_id=None, user=user, status=RunStatus.FAILED, limit=_FAILED, before=None
            ),
            runs=runs[:_PAGE],
            following=runs[_PAGE - 1].id if len(runs) > _PAGE else None,
            stream="/v1/extractions/stream" if everyone else viewer.twin("/v1/extractions/stream"),
            first=before is None,
        )
        if by_htmx(request):
            return fragment("activity/_work.html", content)
        filters = {"status": wanted.value if wanted else None, "cursor": before, "limit": str(_PAGE)}
        given = {name: value for name, value in filters.items() if value is not None}
        twin = f"/v1/extractions?{urlencode(given)}" if everyone else viewer.twin("/v1/extractions", **given)
        return await page(
            request, parts, "activity/activity.html", content, title="Activity", section="activity", twin=twin
        )
