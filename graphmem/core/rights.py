"""What a key may do: its role, what it only reads, whose it is, what it was made without, and until when."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from graphmem.core.claims import Whose, ref
from graphmem.core.expiry import duration
from graphmem.errors import (
    AdminOnly,
    InvalidInput,
    KeyExpired,
    OneUserOnly,
    OperatorOnly,
    ReadOnlyKey,
    ToolWithheld,
)
from graphmem.model import Tenant


class KeyRole(StrEnum):
    """Each may do what the one before it may."""

    MEMBER = "member"  # remembers, recalls and corrects, in its tenant
    ADMIN = "admin"  # the keys, data and queries of its tenant
    OPERATOR = "operator"  # every tenant, Cypher, the settings

    def covers(self, other: "KeyRole") -> bool:
        order = list(KeyRole)
        return order.index(self) >= order.index(other)


class Right(StrEnum):
    """What a request does. Every route that can write names one."""

    READ = "read"
    REMEMBER = "remember"  # facts, and what is said in conversations
    UPDATE = "update"  # memories
    DELETE = "delete"  # memories, and what they were learned from
    CURATE = "curate"  # people: who they are, what they are called
    ADMINISTER = "administer"  # keys, saved queries
    EACH = "each"  # several calls in one request: each is judged by itself


# What the tools do that don't only read. A key made without one does the same in no other way either.
TOOL_RIGHTS: Mapping[str, Right] = {
    **dict.fromkeys(("remember", "save_memory", "create_memory"), Right.REMEMBER),
    **dict.fromkeys(("create_entities", "create_relations", "add_observations"), Right.REMEMBER),
    "update_memory": Right.UPDATE,
    **dict.fromkeys(("delete_memory", "forget_memory", "forget"), Right.DELETE),
    **dict.fromkeys(("delete_entities", "delete_observations", "delete_relations"), Right.DELETE),
    "memory": Right.EACH,  # saves, fetches or deletes
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What somebody was given with a key."""

    role: KeyRole = KeyRole.MEMBER
    read_only: bool = False
    user: str | None = None  # only this user's memories; none: all of the tenant
    tools_off: frozenset[str] = frozenset()
    expires_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.user is not None and self.role is not KeyRole.MEMBER:
            raise InvalidInput("user_id", f"a key of the role {self.role} can't be for one user: make it a member's")

    def check(self, right: Right) -> None:
        """Raises unless this may be done."""
        if right in (Right.READ, Right.EACH):
            return
        if self.read_only:
            raise ReadOnlyKey
        for tool in sorted(self.tools_off):
            if TOOL_RIGHTS.get(tool) is right:
                raise ToolWithheld(tool)

    def check_role(self, role: KeyRole) -> None:
        """Raises unless it has this role or a higher one."""
        if not self.role.covers(role):
            raise OperatorOnly if role is KeyRole.OPERATOR else AdminOnly

    def check_whole_tenant(self) -> None:
        """Raises for a key that is for one user."""
        if self.user is not None:
            raise OneUserOnly(self.user)

    def check_time(self, now: datetime) -> None:
        if self.expires_at is not None and self.expires_at <= now:
            raise KeyExpired(self.expires_at)

    def withholds(self, tool: str) -> bool:
        """Whether the tool is off, or does what one does that is."""
        right = TOOL_RIGHTS.get(tool, Right.READ)
        same = {name for name in self.tools_off if TOOL_RIGHTS.get(name) is right}
        return tool in self.tools_off or (right not in (Right.READ, Right.EACH) and bool(same))

    def lent(self, wanted: "Grant") -> "Grant":
        """What is wanted for a new key, as far as whoever makes it has it: no higher role, no more tools, no longer."""
        self.check_role(wanted.role)
        ends = [moment for moment in (self.expires_at, wanted.expires_at) if moment is not None]
        return replace(wanted, tools_off=wanted.tools_off | self.tools_off, expires_at=min(ends, default=None))

    def meant(self, whose: Whose) -> Whose:
        """Whose memories are meant: with a key for one user that user's, named or not; others are refused."""
        if self.user is None:
            return whose
        if whose.user_id not in (None, self.user) or whose.chat_id or whose.assistant_id or whose.org_id:
            raise OneUserOnly(self.user)
        return replace(whose, user_id=self.user)

    def user_meant(self, user: str | None) -> str | None:
        """The user whom a caller names; with a key for one user that one, named or not."""
        return self.meant(Whose(user_id=user)).user_id


def grant_of(
    *, role: KeyRole, read_only: bool, user: str | None, expires: str | None, tools_off: Collection[str], now: datetime
) -> Grant:
    """What a new key is to be given, as somebody asks for it."""
    try:
        ends = duration(expires, now=now) if expires is not None else None
    except InvalidInput as error:
        raise error.at("expires") from None
    return Grant(
        role=role,
        read_only=read_only,
        user=ref(user, field="user") if user is not None else None,
        tools_off=frozenset(tools_off),
        expires_at=ends,
    )


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose key a request came with, and what it may do."""

    tenant: Tenant
    key_id: str | None  # none: the service's own key
    name: str
    grant: Grant
