"""Slows down whoever tries keys that aren't valid."""

import ipaddress
import math
import time
from collections import OrderedDict

from graphmem.errors import TooManyWrongKeys

_MOST = 10_000  # addresses remembered
_MINUTE = 60.0


class WrongKeys:
    """Counts the wrong keys of each address: so many at once, and as many again each minute."""

    def __init__(self, per_minute: int) -> None:
        self._most = per_minute
        self._tried: OrderedDict[str, tuple[float, float]] = OrderedDict()  # when last, and how many count then

    def take(self, host: str | None) -> None:
        """Counts a key before anybody looks at it; raises TooManyWrongKeys when the address has to wait first."""
        address = _address(host)
        count = self._count(address)
        if self._most and count > self._most - 1:
            raise TooManyWrongKeys(math.ceil((count - self._most + 1) * _MINUTE / self._most))
        self._tried[address] = (time.monotonic(), count + 1)
        self._tried.move_to_end(address)
        if len(self._tried) > _MOST:
            self._tried.popitem(last=False)

    def give_back(self, host: str | None) -> None:
        """The key was valid: it doesn't count."""
        address = _address(host)
        self._tried[address] = (time.monotonic(), max(0.0, self._count(address) - 1))

    def _count(self, address: str) -> float:
        """How many count now: they are forgotten bit by bit."""
        at, count = self._tried.get(address, (0.0, 0.0))
        return max(0.0, count - (time.monotonic() - at) * self._most / _MINUTE)


def _address(host: str | None) -> str:
    """The address, or the network of it that one customer of IPv6 has."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or ""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
