"""Made-up sentences of the kind people tell an assistant, endless and with a vocabulary that repeats."""

import random

_WHO = ["I", "My wife Sarah", "My brother Kwame", "Our neighbour Olga", "My boss Ana", "My daughter Inês", "We"]
_DOES = ["cook", "repair", "collect", "sell", "paint", "avoid", "rent", "grow", "study", "photograph", "borrow", "play"]
_WHAT = [
    "bicycles", "dahlias", "old radios", "comic books", "lentils", "canoes", "violins", "maps", "tomatoes", "stamps",
    "kites", "teapots", "spreadsheets", "sourdough", "telescopes", "lanterns", "cheese", "marathons", "orchids",
]  # fmt: skip
_WHERE = ["in Lisbon", "at the office", "on the balcony", "near the harbour", "in Graz", "at school", "in the cellar"]
_WHEN = ["on Mondays", "every August", "since 2019", "before breakfast", "at weekends", "once a month", "after work"]
_ASKS = ["Where do I", "When do we", "Why should I", "How often do we", "Who helps me to", "What else could I"]


def sentence() -> str:
    """A statement; a number makes it unlike any other."""
    parts = (random.choice(words) for words in (_WHO, _DOES, _WHAT, _WHERE, _WHEN))
    return f"{' '.join(parts)}, number {random.randrange(10**6)}"


def question() -> str:
    parts = (random.choice(words) for words in (_ASKS, _DOES, _WHAT, _WHERE))
    return f"{' '.join(parts)} with item {random.randrange(10**6)}?"
