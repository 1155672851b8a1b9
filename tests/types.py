"""Short names for what many tests take."""

from typing import Any

from litestar import Litestar
from litestar.testing import AsyncTestClient

Http = AsyncTestClient[Litestar]
Json = dict[str, Any]
