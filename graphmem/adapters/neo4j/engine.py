"""The connection to Neo4j: sends queries, and says in our own words what went wrong."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import neo4j
import structlog
from neo4j.exceptions import (
    AuthError,
    ClientError,
    DatabaseError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from graphmem.adapters.neo4j.query import Query
from graphmem.deadlines import waiting
from graphmem.errors import (
    DiskFull,
    EngineSilent,
    EngineUnavailable,
    OutcomeUnknown,
    SetupError,
    StatementFailed,
    Unreadable,
    Vanished,
)

Row = TypeVar("Row")
_log = structlog.get_logger()
Result = TypeVar("Result")
_TRIES = 10  # of a transaction that finds what others delete


class Transaction:
    """A unit of work: all of its queries happen, or none."""

    def __init__(self, inner: neo4j.AsyncManagedTransaction) -> None:
        self._inner = inner

    async def run(self, query: Query[Row]) -> list[Row]:
        return await _run_one(self._inner, query)


class Engine:
    """A Neo4j database."""

    def __init__(
        self,
        uri: str,
        *,
        username: str,
        password: str,
        database: str | None,
        seconds: float = 60.0,
        connections: int = 50,
        retry_for: float = 3.0,
        before_write: Callable[[], None] = lambda: None,
    ) -> None:
        """`seconds` is how long one call may take where no allowance says less; `before_write` raises what keeps the
        graph from being written now."""
        self._before_write = before_write
        self._database = database
        self._seconds = seconds
        self._driver = neo4j.AsyncGraphDatabase.driver(
            uri,
            auth=(username, password),
            connection_timeout=3.0,
            connection_acquisition_timeout=seconds,  # who waits for a connection has a limit of their own
            max_transaction_retry_time=retry_for,
            max_connection_pool_size=connections,
            notifications_min_severity="OFF",
            user_agent="graphmem",
        )

    @property
    def writable(self) -> bool:
        """Whether the disk has room for a write."""
        try:
            self._before_write()
        except DiskFull:
            return False
        return True

    async def close(self) -> None:
        await self._driver.close()

    async def run(self, query: Query[Row]) -> list[Row]:
        """All rows of one query, in a transaction of its own; tried again when the first try was lost."""
        if query.mode != "read":
            return await self.write(lambda transaction: transaction.run(query))
        try:
            # One round trip; a transaction that the driver manages takes three.
            return await self.once(query)
        except (StatementFailed, EngineSilent):
            raise
        except EngineUnavailable:
            async with self._session(write=False) as session:
                return await session.execute_read(_run_one, query)

    async def run_again(self, query: Query[Row]) -> list[Row]:
        """All rows of a writing query that does no harm when it is sent twice, in one round trip unless it is lost."""
        try:
            async with self._session(write=True) as session:
                return await _run_one(session, query)
        except EngineSilent as error:
            raise OutcomeUnknown(str(error)) from error
        except EngineUnavailable:
            return await self.run(query)

    async def once(self, query: Query[Row]) -> list[Row]:
        """The same for a reading query, without a second try: for asking whether the engine is there at all."""
        async with self._session(write=False) as session:
            return await _run_one(session, query)

    async def write(self, work: Callable[[Transaction], Awaitable[Result]]) -> Result:
        """Several queries in one transaction; `work` may run again when the first try was lost."""
        committing = False

        async def inside(transaction: neo4j.AsyncManagedTransaction) -> Result:
            nonlocal committing
            committing = False
            result = await work(Transaction(transaction))
            committing = True
            return result

        try:
            return await self._anew(lambda session: session.execute_write(inside))
        except EngineUnavailable as error:
            lost = isinstance(error.__cause__, TimeoutError | ServiceUnavailable | SessionExpired)
            if committing and lost:
                raise OutcomeUnknown(str(error)) from error
            if isinstance(error, EngineSilent):
                raise EngineSilent(f"{error}; nothing was stored") from error
            raise

    async def _anew(self, work: Callable[[neo4j.AsyncSession], Awaitable[Result]]) -> Result:
        """Does the work in a session, and all of it again when something it had found was deleted meanwhile."""
        for _ in range(_TRIES):
            with contextlib.suppress(Vanished):
                async with self._session(write=True) as session:
                    return await work(session)
        raise Vanished

    async def define(self, statement: str) -> None:
        """Runs a schema statement, which can't share a transaction with others."""
        async with self._session(write=True) as session:
            await (await session.run(statement)).consume()

    @asynccontextmanager
    async def reading(self, *, seconds: float, fetch: int) -> AsyncIterator[neo4j.AsyncSession]:
        """A session that can't write, for statements that are not ours: rows come `fetch` at a time."""
        async with self._session(write=False, seconds=seconds, fetch=fetch) as session:
            yield session

    @asynccontextmanager
    async def _session(
        self, *, write: bool, seconds: float | None = None, fetch: int = 1_000
    ) -> AsyncIterator[neo4j.AsyncSession]:
        mode = neo4j.WRITE_ACCESS if write else neo4j.READ_ACCESS
        if write:
            self._before_write()
        try:
            async with (
                waiting(most=seconds or self._seconds) as waited,
                # A session that is cut short closes its connection: nothing half read goes back to the pool.
                self._driver.session(database=self._database, default_access_mode=mode, fetch_size=fetch) as session,
            ):
                yield session
        except TimeoutError as error:
            raise EngineSilent(f"the graph (Neo4j) did not answer within {waited:g} s") from error
        except AuthError as error:
            raise SetupError(
                "Neo4j refused the user name or password", ["check NEO4J_USERNAME and NEO4J_PASSWORD"]
            ) from error
        except DatabaseError as error:
            if "No space left on device" in str(error):
                raise DiskFull("the disk of Neo4j is full: make room on it, then restart Neo4j") from error
            failed = error.code == "Neo.DatabaseError.Statement.ExecutionFailed"
            kind = StatementFailed if failed else EngineUnavailable
            raise kind(f"the graph can't be reached ({_kind(error)})") from error
        except (ServiceUnavailable, SessionExpired, TransientError) as error:
            raise EngineUnavailable(f"the graph can't be reached ({_kind(error)})") from error
        except ClientError as error:
            if error.code == "Neo.ClientError.Statement.EntityNotFound":
                raise Vanished from error
            # A database that is only starting, a lock that took too long: a later try may succeed.
            if str(error.code).startswith(("Neo.ClientError.Database.", "Neo.ClientError.Transaction.")):
                raise EngineUnavailable(f"the graph can't be reached ({_kind(error)})") from error
            raise
        except DriverError as error:
            raise EngineUnavailable(f"the graph can't be reached ({_kind(error)})") from error


async def _run_one(runner: neo4j.AsyncSession | neo4j.AsyncManagedTransaction, query: Query[Any]) -> list[Any]:
    try:
        result = await runner.run(query.text, query.parameters)
        return [query.decode(record) async for record in result]
    except ClientError as error:
        if error.code != "Neo.ClientError.Statement.TypeError":
            raise
        _log.error("unreadable_row", query=query.file, id=None)
        raise Unreadable(None) from error


def _kind(error: Exception) -> str:
    code = error.code if isinstance(error, Neo4jError) else None
    return code or type(error).__name__
