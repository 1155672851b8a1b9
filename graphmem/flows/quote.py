"""Looking for what was said, beside the facts."""

from graphmem.core.quotes import Sayings
from graphmem.model import Scope
from graphmem.ports.graph import Sought
from graphmem.ports.quotes import Quotes, QuoteSearch


async def sayings(scope: Scope, sought: Sought, *, messages: int, quotes: Quotes) -> Sayings:
    """The messages nearest to what a recall looks for, of so many; without any, nobody is asked."""
    if not messages:
        return Sayings()
    search = QuoteSearch(
        vector=sought.meanings[0].vector if sought.meanings else None,
        words=sought.words,
        phrases=sought.phrases,
        grams=sought.grams,
        messages=messages,
        now=sought.now,
    )
    return await quotes.search(scope, search)
