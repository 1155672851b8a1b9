"""Whom some texts can mean: what to look people up by, so that the others need not be read.

Whoever is left out changes no decision of `identify` about these texts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.core.bonds import COURTSHIP
from graphmem.core.mentions import Gender, Mention, Relation, Said, Sort
from graphmem.core.names import Likeness, alike_initials, fold, likeness, name_keys, nicknames
from graphmem.core.person import MOST_RECENT
from graphmem.core.relations import kind_of, kinds_like

_GENDERS = {"he": Gender.MAN, "she": Gender.WOMAN}
_MOST_TOGETHER = 20  # people spoken of at one moment whom a pronoun is tried on: two whom it fits are too many


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleLookup:
    """What the people are looked up by whom some texts can mean; each field adds to who is found."""

    names: frozenset[str] = frozenset()  # whole names, folded, without spaces
    words: frozenset[str] = frozenset()  # first or last word of a name that has several
    nicknames: frozenset[str] = frozenset()  # first word, where the last is one of the surnames
    surnames: frozenset[str] = frozenset()
    spelt: frozenset[str] = frozenset()  # names of one word that others may be spelt like
    kinds: frozenset[str] = frozenset()  # relations to the user: everybody who has one
    common_kinds: frozenset[str] = frozenset()  # relations that many have: whoever has no name, and `enough` others
    enough: int = 0
    kinds_of_others: frozenset[str] = frozenset()  # relations to others who are found
    depth: int = 0  # how often somebody's relation to somebody else has to be followed
    recent: int = 0  # groups of people spoken of last
    together: int = 0  # people of one such group who stand for all of it
    pronouns: bool = False  # whether one of these may be meant
    genders: frozenset[Gender] = frozenset()  # whom the pronouns fit: they go first

    @property
    def initials(self) -> frozenset[str]:
        """What the names begin with that are to be compared by spelling."""
        return frozenset().union(*(alike_initials(name[0]) for name in self.spelt))

    def spelt_alike(self, names: Iterable[str]) -> frozenset[str]:
        """Which of these names of one word are spelt like one of the texts, and are not looked up already."""
        others = set(names) - self.names
        return frozenset(name for name in others if any(likeness(name, ours) > Likeness.NONE for ours in self.spelt))


def people_lookup(texts: Sequence[Said]) -> PeopleLookup:
    """What to look people up by, for texts that are read one after the other."""
    mentions = [mention for said in texts for mention in said.mentions if mention.sort is Sort.PERSON]
    if not mentions:
        return PeopleLookup()
    relations = [relation for mention in mentions for relation in mention.relations]
    ours = [relation for relation in relations if relation.of is None]
    common = {relation.kind for relation in ours if not kind_of(relation.kind).single}
    kinds = {kind for relation in ours for kind in _kinds(relation)} - common
    kinds |= {kind for relation in ours for kind in _kinds(relation) - {relation.kind}}
    names = [name for mention in mentions for name in _names(mention)]
    pronouns = any(mention.pronoun for mention in mentions)
    # None, one, two or many is all that matters, and a mention takes one person at most from among the others.
    enough = 3 + len(names) + len(mentions)
    others = [relation for relation in relations if relation.of is not None]
    return PeopleLookup(
        **_keys(names),
        spelt=frozenset(fold(mention.name) for mention in mentions if mention.name and _may_be_new(mention)),
        kinds=frozenset(kinds),
        common_kinds=frozenset(common - kinds),
        enough=enough,
        kinds_of_others=frozenset(kind for relation in others for kind in _kinds(relation)),
        depth=len(others),
        # Each mention moves those behind it up by one group at most.
        recent=MOST_RECENT + len(texts[0].mentions),
        together=max(_MOST_TOGETHER, enough) if pronouns else enough,
        pronouns=pronouns,
        genders=frozenset(_GENDERS[m.pronoun] for m in mentions if m.pronoun in _GENDERS),
    )


def _names(mention: Mention) -> list[str]:
    name = [mention.name] if mention.name else []
    first = [mention.name.split(" ")[0]] if mention.name and mention.another else []
    return [*name, *mention.aliases, *first]


def _may_be_new(mention: Mention) -> bool:
    """Whether the mention can make a new person, who is then compared by spelling; only one word is."""
    word = fold(mention.name or "")
    return bool(word) and " " not in word and bool(mention.sure or mention.relations or mention.another)


def _keys(names: Sequence[str]) -> dict[str, frozenset[str]]:
    whole: set[str] = set()
    words: set[str] = set()
    short: set[str] = set()
    surnames: set[str] = set()
    for name in names:
        keys = name_keys(name)
        if keys.first is not None and keys.last is not None:
            whole |= {keys.folded, keys.first, keys.last}
            short |= nicknames(keys.first)
            surnames.add(keys.last)
        elif keys.folded:
            whole |= {keys.folded, *nicknames(keys.folded)}
            words.add(keys.folded)
    return {
        "names": frozenset(whole),
        "words": frozenset(words),
        "nicknames": frozenset(short),
        "surnames": frozenset(surnames),
    }


def _kinds(relation: Relation) -> frozenset[str]:
    """The kinds by which somebody may hold the relation."""
    return kinds_like(relation.kind) | (COURTSHIP if relation.kind == "ex" else frozenset())
