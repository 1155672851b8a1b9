"""When messages are to be read for facts."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model import Message, MessageStatus, Role

NEVER = 2**31 - 1
_UNTIL_SURELY_KEPT = 60.0  # seconds after which a wish to remember that was not fulfilled at once is read again


@dataclass(frozen=True, slots=True, kw_only=True)
class Triggers:
    """Each way in which posting a message has its thread read; a thread's own `auto_extract` is another."""

    enabled: bool = True
    threshold: int = 4  # unread messages; nought: none are too many
    debounce: float | None = 30.0  # seconds after the last word of an exchange, or of a user who got no answer
    every_message: bool = False

    def due(self, posted: Sequence[Message] = (), *, asked: bool = False) -> "Due":
        """What follows from these messages."""
        said = [message for message in posted if message.status is MessageStatus.COMPLETED]
        spoke = any(message.role is Role.USER for message in said)
        replied = any(message.role is Role.ASSISTANT for message in said)
        pauses = [self.debounce] if self.enabled and (spoke or replied) and self.debounce is not None else []
        pauses += [_UNTIL_SURELY_KEPT] if asked else []
        return Due(
            spoke=self.enabled and spoke,
            every=self.enabled and self.every_message and spoke,
            threshold=self.threshold if self.enabled and self.threshold else NEVER,
            soon=min(pauses) if pauses else None,
        )

    def rest(self) -> "Due":
        """What holds for messages that came while others were read."""
        return Due(
            spoke=self.enabled,
            every=self.enabled and self.every_message,
            threshold=self.threshold if self.enabled and self.threshold else NEVER,
            soon=self.debounce if self.enabled else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """When a thread is to be read after some messages came."""

    spoke: bool  # by the user: at once in a thread that extracts by itself
    every: bool  # at once in any thread
    threshold: int  # at once from so many unread messages on
    soon: float | None  # or else after so many seconds
