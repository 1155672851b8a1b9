"""Make the list of given names from the data of nomquamgender 0.1.4 (MIT): `python -m benchmarks.given_names FILE`."""

import json
import re
import sys
from pathlib import Path

from graphmem.adapters.spacy.nlp import load
from graphmem.core.text import word_set

FEWEST_SOURCES = 4
FEWEST_SOURCES_OF_A_NOUN = 15  # below it, what a dictionary has is a word more often than a name
MORE_WORDS = word_set(
    """
    january february april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday art faith ivy lily daisy iris crystal jade holly heather jasmine melody harmony
    destiny angel penny gene dale glen cliff brook autumn summer ruby opal sky star storm river ocean forest reed
    lane ray honey candy cherry apple basil rosemary sage clay stone wood king prince duke earl dean bishop page
    mason baker hunter fisher miller harper piper archer porter parker chance miles ford guy buddy don charity
    patience prudence trinity eden song love baby joy pa ma
    """
)
TARGET = Path(__file__).parents[1] / "graphmem/adapters/spacy/data/given_names.txt"


def main(source: str) -> None:
    """Write one name a line: folded to a-z, with m, f or x after it, and ! where it is an English word too."""
    language = load()
    index = language.get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[attr-defined]
    words = {pos: set(index[pos]) for pos in ("noun", "verb", "adj", "adv")}
    lines = []
    for name, (sources, _, woman, _) in sorted(json.loads(Path(source).read_text()).items()):
        if sources < FEWEST_SOURCES or not re.fullmatch(r"[a-z]{2,}", name):
            continue
        is_stop = name in language.Defaults.stop_words
        is_word = is_stop or name in MORE_WORDS or any(name in words[pos] for pos in ("verb", "adj", "adv"))
        is_noun = name in words["noun"] and sources < FEWEST_SOURCES_OF_A_NOUN
        if (is_word or is_noun) and sources < (25 if is_stop else 8):
            continue
        sex = "f" if woman >= 0.85 else "m" if woman <= 0.15 else "x"
        lines.append(f"{name} {sex}{'!' if is_word or is_noun else ''}")
    TARGET.write_text("\n".join(lines) + "\n")
    print(len(lines), TARGET.stat().st_size)


if __name__ == "__main__":
    main(sys.argv[1])
