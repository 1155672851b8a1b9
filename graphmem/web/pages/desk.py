"""The analysts' desk: Cypher over the whole graph, for who may read it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template

from graphmem.adapters.neo4j.cookbook import Recipe, recipes
from graphmem.core.cypher_words import LONGEST_QUERY
from graphmem.core.desk import Limits, Question, SavedQuery, Sketch, Table, admitted, name_of, ordered
from graphmem.errors import InvalidInput, QueryOverLimit, QueryRefused, QueryWrong, ValueUntellable
from graphmem.flows import desk
from graphmem.web.admission import Lane
from graphmem.web.api.common import id_of
from graphmem.web.auth import administrator
from graphmem.web.pages.desk_cells import Cell, cells, picture
from graphmem.web.pages.desk_file import as_csv
from graphmem.web.pages.frame import PageRequest, by_htmx, form_of, fragment, onward, page
from graphmem.wiring import Parts, now

Asked = Annotated[str, QueryParameter(name="query")]
_LABELS = "CALL db.labels() YIELD label RETURN label ORDER BY label"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is shown below the query: a table, or why there is none."""

    query: str = ""
    parameters: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[Cell]] = ()
    picture: str | None = None
    truncated: str | None = None
    took: float = 0.0
    sort: int = -1
    down: bool = False
    problem: str | None = None
    title: str = ""
    line: int | None = None
    column: int | None = None
    limits: Limits = field(default_factory=lambda: Limits(rows=1, seconds=1, size=1))

    @property
    def asked(self) -> str:
        """The query and its parameters as the end of an address."""
        given = {"query": self.query, **({"parameters": self.parameters} if self.parameters.strip() else {})}
        return urlencode(given)

    def sorted_by(self, place: int) -> str:
        """The address of the same in the order of this column, or the other way round if it is in that order."""
        down = place == self.sort and not self.down
        return f"/cypher?{self.asked}&sort={place}{'&down=true' if down else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    answer: Answer
    sketch: Sketch
    saved: Sequence[SavedQuery]
    recipes: Sequence[Recipe]
    bolt: str
    username: str
    folder: str
    longest: int = LONGEST_QUERY


class DeskController(Controller):
    path = "/cypher"
    include_in_schema = False

    @get(opt={"lane": Lane.CYPHER})
    async def desk(
        self,
        request: PageRequest,
        parts: NamedDependency[Parts],
        asked: Asked = "",
        parameters: FromQuery[str] = "",
        sort: FromQuery[int] = -1,
        down: FromQuery[bool] = False,
    ) -> Template:
        if not request.auth.admin:
            return await page(request, parts, "cypher/closed.html", None, title="Cypher", section="cypher",
                              twin="/v1/overview", status=403)  # fmt: skip
        answer = await _answered(request, parts, asked, parameters, sort=sort, down=down)
        status = 422 if answer.problem else 200
        if by_htmx(request):
            return fragment("cypher/_answer.html", answer)
        settings = parts.settings
        content = DeskPage(
            answer=answer,
            sketch=await parts.desk.sketch(),
            saved=await parts.desk.saved(request.user),
            recipes=recipes(),
            bolt=str(settings.neo4j_uri),
            username=settings.neo4j_username,
            folder=str(settings.data_dir),
        )
        twin = f"/v1/cypher?{urlencode({'query': asked if asked and not answer.problem else _LABELS})}"
        return await page(request, parts, "cypher/desk.html", content, title="Cypher", section="cypher", twin=twin,
                          status=status)  # fmt: skip

    @get("/answer.csv", guards=[administrator], opt={"lane": Lane.CYPHER})
    async def as_file(
        self, request: PageRequest, parts: NamedDependency[Parts], asked: Asked = "", parameters: FromQuery[str] = ""
    ) -> Response[str]:
        table = await desk.ask(Question(asked, _given(parameters)), parts.desk_limits, desk=parts.desk)
        headers = {"Content-Disposition": 'attachment; filename="answer.csv"', "Cache-Control": "no-store"}
        return Response(as_csv(table), media_type="text/csv; charset=utf-8", headers=headers)

    @get("/answer.json", guards=[administrator], opt={"lane": Lane.CYPHER})
    async def as_json(
        self, request: PageRequest, parts: NamedDependency[Parts], asked: Asked = "", parameters: FromQuery[str] = ""
    ) -> Response[bytes]:
        table = await desk.ask(Question(asked, _given(parameters)), parts.desk_limits, desk=parts.desk)
        rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
        headers = {"Content-Disposition": 'attachment; filename="answer.json"', "Cache-Control": "no-store"}
        return Response(msgspec.json.encode(rows), media_type="application/json", headers=headers)

    @post("/saved", guards=[administrator])
    async def save(self, request: PageRequest, parts: NamedDependency[Parts]) -> Response[Any]:
        form = await form_of(request)
        query = form.get("query", "").strip()
        back = f"/cypher?{urlencode({'query': query})}"
        try:
            saved = await parts.desk.save(
                request.user, name_of(form.get("name", "")), admitted(Question(query)).query, now=now()
            )
        except InvalidInput as error:
            return onward(request, back if query else "/cypher", f"Not saved: {error.problem}", bad=True)
        return onward(request, back, f"Saved “{saved.name}”")

    @post("/saved/{query_id:str}/remove", guards=[administrator])
    async def remove(
        self, request: PageRequest, query_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        removed = await parts.desk.unsave(request.user, id_of(query_id, field="query_id"))
        return onward(request, "/cypher", f"“{removed.name}” is no longer saved" if removed else "It was gone already")


async def _answered(
    request: PageRequest, parts: Parts, query: str, parameters: str, *, sort: int, down: bool
) -> Answer:
    """The answer to a query, or what is the matter with it."""
    asked, limits = Answer(query=query, parameters=parameters, limits=parts.desk_limits), parts.desk_limits
    if not query.strip():
        return asked
    began = time.perf_counter()
    try:
        table = ordered(await desk.ask(Question(query, _given(parameters)), limits, desk=parts.desk), sort, down=down)
    except (InvalidInput, QueryOverLimit, ValueUntellable) as error:
        return _refused(asked, error)
    took = (time.perf_counter() - began) * 1000
    return _shown(asked, table, request, took, sort=sort, down=down)


def _shown(asked: Answer, table: Table, request: PageRequest, took: float, *, sort: int, down: bool) -> Answer:
    return replace(
        asked,
        columns=table.columns,
        rows=cells(table, request.user),
        picture=picture(table),
        truncated=table.truncated,
        took=took,
        sort=sort,
        down=down,
    )


def _refused(asked: Answer, error: InvalidInput | QueryOverLimit | ValueUntellable) -> Answer:
    match error:
        case QueryWrong():
            title, line, column = "This is not quite Cypher", error.line, error.column
        case QueryRefused():
            title, line, column = "This query isn’t run here", None, None
        case QueryOverLimit():
            title, line, column = "This took too much", None, None
        case _:
            title, line, column = "This can’t be asked", None, None
    words = error.problem if isinstance(error, InvalidInput) else str(error)
    return replace(asked, problem=f"{words[:1].upper()}{words[1:]}", title=title, line=line, column=column)


def _given(text: str) -> dict[str, Any]:
    """The parameters that were typed as a JSON object."""
    if not text.strip():
        return {}
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise InvalidInput("parameters", 'Parameters are a JSON object, such as {"name": "Helena"}') from None
