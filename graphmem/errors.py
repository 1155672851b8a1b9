"""Every error graphmem raises, with the facts a caller needs to act on it."""

from collections.abc import Sequence
from datetime import datetime

CANNOT_START = 78  # exit code of a process that a person has to help first; starting it again would not


class GraphmemError(Exception):
    """The root of all that graphmem raises on purpose."""

    code = "error"


class InvalidInput(GraphmemError):
    """A field of a request that can't be taken as it is."""

    code = "invalid_input"

    def __init__(self, field: str, problem: str, *, code: str | None = None) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem
        self.code = code or type(self).code

    def at(self, field: str) -> "InvalidInput":
        """The same, for a field that is named from further out."""
        return InvalidInput(field, self.problem, code=self.code)


class SensitiveInput(InvalidInput):
    """A field that holds what must not be kept: the kind of it is named, never the value."""

    code = "sensitive"

    def __init__(self, field: str, klass: str, what: str) -> None:
        rule = "credentials are never kept" if klass == "credential" else "kept only when asked for (explicit)"
        super().__init__(field, f"holds a {klass} ({what}): {rule}")
        self.klass = klass
        self.what = what

    def at(self, field: str) -> "SensitiveInput":
        return SensitiveInput(field, self.klass, self.what)


class BadLine(InvalidInput):
    """A line of a file that can't be read; nothing that stands with it in one batch was written."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}", problem)
        self.line = line


class NotJson(GraphmemError):
    """A body that can't be read as JSON."""

    code = "invalid_json"


class NothingKept(GraphmemError):
    """Every item of a batch was refused."""

    code = "invalid_input"

    def __init__(self, refused: Sequence[InvalidInput]) -> None:
        super().__init__(str(refused[0]) if len(refused) == 1 else f"all {len(refused)} items were refused")
        self.refused = tuple(refused)
        codes = {error.code for error in refused}
        self.code = codes.pop() if len(codes) == 1 else "invalid_input"


class UnknownMemory(GraphmemError):
    """No such memory, or none that the caller may see."""

    code = "not_found"

    def __init__(self, memory_id: str) -> None:
        super().__init__("there is no such memory")
        self.memory_id = memory_id


class UnknownPerson(GraphmemError):
    """No such person, or none that the caller may see."""

    code = "not_found"

    def __init__(self, person_id: str) -> None:
        super().__init__("there is no such person")
        self.person_id = person_id


class UnknownChange(GraphmemError):
    """No such change, or none that the caller may see."""

    code = "not_found"

    def __init__(self, change_id: str) -> None:
        super().__init__("there is no such change")
        self.change_id = change_id


class UnknownThread(GraphmemError):
    """No such thread, or none that the caller may see."""

    code = "not_found"

    def __init__(self, thread_id: str) -> None:
        super().__init__("there is no such thread")
        self.thread_id = thread_id


class UnknownKey(GraphmemError):
    """A key that does not exist, or is another tenant's."""

    code = "not_found"

    def __init__(self, key_id: str) -> None:
        super().__init__(f"there is no key {key_id}")
        self.key_id = key_id


class UnknownMessage(GraphmemError):
    """No such message in the thread."""

    code = "not_found"

    def __init__(self, message_id: str) -> None:
        super().__init__("there is no such message")
        self.message_id = message_id


class UnknownQuery(GraphmemError):
    """No query of the cookbook has this name, and none saved for the tenant this id."""

    code = "not_found"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no query {name[:60]!r}; GET /v1/queries lists them")
        self.name = name


class UnknownTool(GraphmemError):
    """No tool has this name."""

    code = "not_found"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no tool {name[:60]!r}; GET /v1/tools lists them")
        self.name = name


class Forbidden(GraphmemError):
    """Something that this key may not do, though another might."""

    code = "forbidden"


class ToolOff(Forbidden):
    """A tool that whoever runs this graphmem has turned off."""

    code = "tool_off"

    def __init__(self, name: str) -> None:
        super().__init__(f"the tool {name} is turned off, here (GRAPHMEM_TOOLS_OFF) or for this key")
        self.name = name


class ToolWithheld(ToolOff):
    """What a tool does that this key was made without, asked for in another way."""

    def __init__(self, name: str) -> None:
        Forbidden.__init__(self, f"this key was made without the tool {name}, and this does the same")
        self.name = name


class AdminOnly(Forbidden):
    """Something that only an administrator of the tenant may do."""

    code = "admin_only"

    def __init__(self) -> None:
        super().__init__("this needs a key of the tenant's administrator: `graphmem key create --role admin` makes one")


class OperatorOnly(Forbidden):
    """Something that only who runs the whole installation may do."""

    code = "operator_only"

    def __init__(self, what: str = "this") -> None:
        super().__init__(f"{what} needs an operator's key: `graphmem key create --role operator` makes one")


class ReadOnlyKey(Forbidden):
    """A change asked for with a key that may only read."""

    code = "read_only"

    def __init__(self) -> None:
        super().__init__("this key may only read: use one made without --read-only to change anything")


class OneUserOnly(Forbidden):
    """Something beyond the one user whom a key is for."""

    code = "one_user_only"

    def __init__(self, user: str) -> None:
        super().__init__(
            f"this key is for the user {user!r} alone: name no other user, chat, assistant or organisation"
        )
        self.user = user


class Conflict(GraphmemError):
    """Something that can't be done to things as they are now."""

    code = "conflict"


class ChangedSince(Conflict):
    """What was to be changed is no longer what it was."""

    code = "changed_since"


class AlreadyUndone(Conflict):
    """A change that was taken back before."""

    code = "already_undone"


class KeyReused(GraphmemError):
    """A key that came with another request before."""

    code = "idempotency_key_reused"

    def __init__(self) -> None:
        super().__init__(
            "Idempotency-Key: came with another request before, or for somebody else: nothing was done. "
            "Send the same request again, or this one with a new key"
        )


class SentBefore(GraphmemError):
    """The same request was done meanwhile, by a try that was quicker: nothing may be written."""

    code = "sent_before"


class Unreadable(Conflict):
    """Something in the graph that is not as this version writes it."""

    code = "unreadable"

    def __init__(self, id_: str | None) -> None:
        super().__init__(
            f"{id_ or 'something of what is asked for'} is stored in a form that can't be read: "
            "`graphmem doctor` says what is wrong with it; deleting it helps too"
        )
        self.id = id_


class LeaseLost(GraphmemError):
    """Another worker has taken over, or what was worked on is gone: nothing may be written."""

    code = "lease_lost"


class NotAuthenticated(GraphmemError):
    """A request without a key, or with one that isn't valid."""

    code = "unauthorized"


class KeyExpired(NotAuthenticated):
    """A key whose time is over."""

    code = "key_expired"

    def __init__(self, at: datetime) -> None:
        super().__init__(f"this key has expired ({at:%Y-%m-%d %H:%M} UTC): ask for a new one")
        self.at = at


class TooManyWrongKeys(GraphmemError):
    """Another key tried from an address that has tried many wrong ones."""

    code = "too_many_wrong_keys"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many wrong keys came from this address: try again in {seconds} seconds")
        self.seconds = seconds


class TooManyRequests(GraphmemError):
    """More requests of one caller at once than are taken; nothing was done."""

    code = "too_many_requests"

    def __init__(self, under_way: int, waiting: int) -> None:
        many = f"{under_way} of yours are under way and {waiting} wait" if waiting else f"{under_way} at a time"
        super().__init__(f"too many requests at once: {many}; send this one again a little later")


class Busy(GraphmemError):
    """A request whose turn did not come in time; nothing was done."""

    code = "busy"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"graphmem is busy: no place came free within {seconds:g} s; send this again a little later")


class TooSlow(GraphmemError):
    """A body that did not come in time; nothing was done."""

    code = "too_slow"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the body did not come within {seconds:g} s; send it again")


class QueryRefused(InvalidInput):
    """A query of an analyst that isn't run: it would change something, reach too far, or can't be judged."""

    code = "query_refused"

    def __init__(self, problem: str) -> None:
        super().__init__("query", problem)


class QueryWrong(InvalidInput):
    """A query that the engine can't make sense of, and where."""

    code = "query_wrong"

    def __init__(self, problem: str, *, line: int | None = None, column: int | None = None) -> None:
        super().__init__("query", f"line {line}, column {column}: {problem}" if line is not None else problem)
        self.line = line
        self.column = column


class QueryOverLimit(GraphmemError):
    """A query that was ended because it took too long or too much memory."""

    code = "query_over_limit"


class ValueUntellable(GraphmemError):
    """An answer with a value that has no plain form, such as a date in a year that no calendar here has."""

    code = "value_untellable"

    def __init__(self, column: str) -> None:
        super().__init__(
            f"the column {column!r} holds a value that can't be told, such as a date outside the years 1 to 9999: "
            "give toString() of it instead"
        )
        self.column = column


class EngineUnavailable(GraphmemError):
    """The graph can't be reached now; it may be later."""

    code = "engine_unavailable"


class EngineSilent(EngineUnavailable):
    """The graph did not answer in time."""


class OutcomeUnknown(EngineUnavailable):
    """The graph was told to keep what it was given, and did not say whether it has."""

    code = "outcome_unknown"

    def __init__(self, problem: str) -> None:
        super().__init__(
            f"{problem}; what was sent may or may not have been stored: "
            "send it again with the same Idempotency-Key or id"
        )


class DiskFull(EngineUnavailable):
    """The graph can be read but not written: its disk has too little room."""

    code = "disk_full"


class StatementFailed(EngineUnavailable):
    """The graph broke down over one statement; the same may be asked for in another way."""


class Vanished(EngineUnavailable):
    """What a transaction had found was deleted by another before it was done: begun anew, it finds what is there."""

    def __init__(self) -> None:
        super().__init__("what was to be changed is deleted again and again")


class EmbedderUnavailable(GraphmemError):
    """The model can't give vectors now; it may later."""

    code = "embedder_unavailable"


class ExtractorUnavailable(GraphmemError):
    """The model can't read conversations now; it may later."""

    code = "extractor_unavailable"


class ChatUnavailable(GraphmemError):
    """The language model that a chat is passed on to gives no answer."""

    code = "chat_unavailable"


class SetupError(GraphmemError):
    """Something on this machine has to be put right first; `cures` says how."""

    code = "setup"

    def __init__(self, problem: str, cures: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.cures = tuple(cures)


class VectorSpaceMismatch(SetupError):
    """The graph holds vectors of another model than the one configured."""

    def __init__(self, stored: str, configured: str) -> None:
        super().__init__(
            f"the graph holds vectors of {stored}, but the configured model is {configured}",
            [
                "run `graphmem reembed` to compute every vector anew with the configured model",
                f"or configure {stored} again (GRAPHMEM_EMBEDDER, GRAPHMEM_EMBEDDING_MODEL)",
            ],
        )
