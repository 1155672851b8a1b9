"""The desk: Cypher over the whole graph for operators, given queries over one tenant for its administrators."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any
from urllib.parse import quote, urlencode

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template

from graphmem.adapters.neo4j.cookbook import Recipe, recipes
from graphmem.core.cypher_words import LONGEST_QUERY
from graphmem.core.desk import Limits, Question, SavedQuery, Sketch, Table, admitted, name_of, ordered
from graphmem.core.rights import KeyRole, Right
from graphmem.core.tenant_plan import PARAMETER, unbound
from graphmem.errors import InvalidInput, OperatorOnly, QueryOverLimit, QueryRefused, QueryWrong, ValueUntellable
from graphmem.flows import desk
from graphmem.web.admission import Lane
from graphmem.web.api.common import id_of
from graphmem.web.keys import tenant_of
from graphmem.web.pages.desk_cells import Cell, cells, picture
from graphmem.web.pages.desk_file import as_csv
from graphmem.web.pages.frame import PageRequest, by_htmx, form_of, fragment, onward, page
from graphmem.web.queries import NamedQuery, named_queries, run
from graphmem.wiring import Parts, now

Asked = Annotated[str, QueryParameter(name="query")]
_PLANNING = 10.0  # seconds that looking at a plan may take
_LABELS = "CALL db.labels() YIELD label RETURN label ORDER BY label"


@dataclass(frozen=True, slots=True)
class Words:
    """What is asked: a query and its parameters, or the name of a given one."""

    query: str
    parameters: str = ""
    run: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is shown below the query: a table, or why there is none."""

    query: str = ""
    parameters: str = ""
    run: str = ""  # the name of a given query, instead of one's own words
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
        if self.run:
            return urlencode({"run": self.run})
        given = {"query": self.query, **({"parameters": self.parameters} if self.parameters.strip() else {})}
        return urlencode(given)

    def sorted_by(self, place: int) -> str:
        """The address of the same in the order of this column, or the other way round if it is in that order."""
        down = place == self.sort and not self.down
        return f"/cypher?{self.asked}&sort={place}{'&down=true' if down else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    answer: Answer
    tenant: str
    sketch: Sketch
    saved: Sequence[SavedQuery]
    recipes: Sequence[Recipe]
    bolt: str
    username: str
    folder: str
    longest: int = LONGEST_QUERY


@dataclass(frozen=True, slots=True, kw_only=True)
class QueriesPage:
    answer: Answer
    tenant: str
    queries: Sequence[NamedQuery]


def words_of(asked: Asked = "", parameters: FromQuery[str] = "", run: FromQuery[str] = "") -> Words:
    return Words(asked, parameters, run)


class DeskController(Controller):
    path = "/cypher"
    include_in_schema = False
    dependencies = {"words": Provide(words_of, sync_to_thread=False)}  # noqa: RUF012 (litestar reads it from the class)

    @get(role=KeyRole.ADMIN, lane=Lane.CYPHER)
    async def desk(
        self,
        request: PageRequest,
        parts: NamedDependency[Parts],
        words: NamedDependency[Words],
        sort: FromQuery[int] = -1,
        down: FromQuery[bool] = False,
    ) -> Template:
        answer = await _answered(request, parts, words, sort=sort, down=down)
        if by_htmx(request):
            return fragment("cypher/_answer.html", answer)
        if request.auth.grant.role is KeyRole.ADMIN:
            return await _given_queries(request, parts, answer)
        settings = parts.settings
        content = DeskPage(
            answer=answer,
            tenant=request.user,
            sketch=await parts.desk.sketch(),
            saved=await parts.desk.saved(None),
            recipes=recipes(),
            bolt=str(settings.neo4j_uri),
            username=settings.neo4j_username,
            folder=str(settings.data_dir),
        )
        twin = f"/v1/cypher?{urlencode({'query': words.query if words.query and not answer.problem else _LABELS})}"
        return await page(request, parts, "cypher/desk.html", content, title="Cypher", section="cypher", twin=twin,
                          status=422 if answer.problem else 200)  # fmt: skip

    @get("/answer.csv", role=KeyRole.ADMIN, lane=Lane.CYPHER)
    async def as_file(
        self, request: PageRequest, parts: NamedDependency[Parts], words: NamedDependency[Words]
    ) -> Response[str]:
        _, table = await _table(request, parts, words)
        headers = {"Content-Disposition": 'attachment; filename="answer.csv"', "Cache-Control": "no-store"}
        return Response(as_csv(table), media_type="text/csv; charset=utf-8", headers=headers)

    @get("/answer.json", role=KeyRole.ADMIN, lane=Lane.CYPHER)
    async def as_json(
        self, request: PageRequest, parts: NamedDependency[Parts], words: NamedDependency[Words]
    ) -> Response[bytes]:
        _, table = await _table(request, parts, words)
        rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
        headers = {"Content-Disposition": 'attachment; filename="answer.json"', "Cache-Control": "no-store"}
        return Response(msgspec.json.encode(rows), media_type="application/json", headers=headers)

    @post("/saved", needs=Right.ADMINISTER, role=KeyRole.OPERATOR)
    async def save(self, request: PageRequest, parts: NamedDependency[Parts]) -> Response[Any]:
        form = await form_of(request)
        query = form.get("query", "").strip()
        back = f"/cypher?{urlencode({'query': query})}"
        try:
            tenant = tenant_of(request.auth, form.get("tenant") or None)
            name, question = name_of(form.get("name", "")), admitted(Question(query, {PARAMETER: tenant}))
            problem = unbound(await parts.desk.plan(question, seconds=_PLANNING))
            saved = await parts.desk.save(tenant, name, query, now=now())
        except (InvalidInput, QueryOverLimit) as error:
            words = error.problem if isinstance(error, InvalidInput) else str(error)
            return onward(request, back if query else "/cypher", f"Not saved: {words}", bad=True)
        whom = "Only operators can run it" if problem else f"Administrators of {tenant} can run it, too"
        return onward(request, back, f"Saved “{saved.name}”. {whom}{f': {problem}' if problem else ''}.")

    @post("/saved/{query_id:str}/remove", needs=Right.ADMINISTER, role=KeyRole.OPERATOR)
    async def remove(
        self, request: PageRequest, query_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        removed = await parts.desk.unsave(None, id_of(query_id, field="query_id"))
        return onward(request, "/cypher", f"“{removed.name}” is no longer saved" if removed else "It was gone already")


async def _given_queries(request: PageRequest, parts: Parts, answer: Answer) -> Template:
    """The page of an administrator, who runs given queries alone."""
    queries = await named_queries(request.user, parts=parts)
    content = QueriesPage(answer=answer, tenant=request.user, queries=queries)
    twin = f"/v1/queries/{quote(answer.run, safe='')}" if answer.run and not answer.problem else "/v1/queries"
    return await page(request, parts, "cypher/queries.html", content, title="Queries", section="cypher", twin=twin,
                      status=422 if answer.problem else 200)  # fmt: skip


async def _table(request: PageRequest, parts: Parts, words: Words) -> tuple[str, Table]:
    """The query that was run, and its answer: a given one by its name; one's own words take an operator."""
    limits = parts.desk_limits
    if words.run:
        found, table = await run(request.user, words.run, limits, parts=parts)
        return found.query, table
    if not request.auth.grant.role.covers(KeyRole.OPERATOR):
        raise OperatorOnly("Cypher of your own")
    question = Question(words.query, {PARAMETER: request.user, **_given(words.parameters)})
    return words.query, await desk.ask(question, limits, desk=parts.desk)


async def _answered(request: PageRequest, parts: Parts, words: Words, *, sort: int, down: bool) -> Answer:
    """The answer to a query, or what is the matter with it."""
    asked = Answer(query=words.query, parameters=words.parameters, run=words.run, limits=parts.desk_limits)
    if not words.query.strip() and not words.run:
        return asked
    began = time.perf_counter()
    try:
        query, table = await _table(request, parts, words)
    except (InvalidInput, QueryOverLimit, ValueUntellable) as error:
        return _refused(asked, error)
    took = (time.perf_counter() - began) * 1000
    return _shown(replace(asked, query=query), ordered(table, sort, down=down), request, took, sort=sort, down=down)


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
