"""The words for what one person is to another, and which of them mean the same."""

from dataclasses import dataclass
from functools import cache

from graphmem.core.mentions import Gender, Relation
from graphmem.core.text import word_set

# kind, m/f/-, one or many at a time, close (nobody is two of these to the same person) or free: the words for it
_KINDS = """
mother f one close: mother mum mom mummy mommy mama mam mumsy momma
father m one close: father dad daddy papa pa pops
parent - many free: parent
wife f one close: wife missus wifey wifes
husband m one close: husband hubby hubs
spouse - one close: spouse
fiance - one close: fiancé fiancée fiance fiancee betrothed
girlfriend f one close: girlfriend gf
boyfriend m one close: boyfriend bf
partner - one close: partner
ex - many free: ex
date - one free: crush
son m many close: son
daughter f many close: daughter
child - many free: child kid baby toddler firstborn eldest youngest oldest teenager
twin - many free: twin triplet
brother m many close: brother bro
sister f many close: sister sis
sibling - many free: sibling
grandmother f many close: grandmother grandma gran granny nana nan nanna grandmom grandmum abuela oma babushka nonna
grandfather m many close: grandfather grandpa grandad granddad gramps abuelo opa nonno
grandson m many close: grandson
granddaughter f many close: granddaughter
grandchild - many free: grandchild grandkid
grandparent - many free: grandparent
aunt f many close: aunt auntie aunty tía
uncle m many close: uncle tío
cousin - many close: cousin
nephew m many close: nephew
niece f many close: niece neice
stepmother f one close: stepmother stepmum stepmom
stepfather m one close: stepfather stepdad
stepson m many close: stepson
stepdaughter f many close: stepdaughter
stepbrother m many close: stepbrother
stepsister f many close: stepsister
stepchild - many free: stepchild stepkid
brother m many close: half-brother
sister f many close: half-sister
foster child - many free: foster
godmother f many free: godmother
godfather m many free: godfather
godson m many free: godson
goddaughter f many free: goddaughter
godchild - many free: godchild
widow f one free: widow
guardian - many free: guardian
relative - many free: relative
friend - many free: friend freind mate pal buddy bestie chum amigo bff
penpal - many free: penpal
neighbour - many free: neighbour neighbor nextdoor
flatmate - many free: flatmate roommate roomate roomie housemate roommie
classmate - many free: classmate coursemate schoolmate labmate
teammate - many free: teammate bandmate
colleague - many free: colleague coworker workmate collegue
boss - one free: boss
manager - one free: manager
supervisor - one free: supervisor advisor adviser
lead - one free: lead
mentor - one free: mentor
mentee - many free: mentee
employee - many free: employee apprentice intern trainee assistant secretary successor predecessor deputy
employer - one free: employer
cofounder - many free: cofounder
client - many free: client customer patient student pupil
landlord m one free: landlord
landlady f one free: landlady
tenant - many free: tenant lodger subtenant
doctor - one free: doctor gp physician
dentist - one free: dentist orthodontist hygienist
therapist - one free: therapist shrink counsellor counselor psychologist psychiatrist psychotherapist analyst
physio - one free: physio physiotherapist chiropractor osteopath masseuse
specialist - many free: cardiologist dermatologist oncologist neurologist allergist gynecologist gynaecologist midwife
specialist - many free: surgeon optician optometrist podiatrist dietitian nutritionist pharmacist nurse carer caregiver
lawyer - one free: lawyer attorney solicitor barrister
accountant - one free: accountant bookkeeper
agent - many free: agent broker realtor
tutor - many free: tutor teacher instructor professor prof lecturer principal headteacher headmaster
coach - one free: coach trainer
hairdresser - one free: hairdresser barber stylist
childminder - many free: nanny babysitter childminder sitter aupair
tradesman - many free: walker cleaner gardener plumber electrician builder mechanic handyman carpenter decorator painter
tradesman - many free: tailor butcher baker florist postman mailman caretaker janitor driver chauffeur
vet - one free: vet
priest - one free: priest pastor rabbi imam vicar
editor - one free: editor publisher
bride f one close: bride
groom m one close: groom
best man m one free: bestman
bridesmaid f many free: bridesmaid
witness - many free: godparent sponsor
"""
_PLURALS = {
    "children": "child",
    "wives": "wife",
    "grandchildren": "grandchild",
    "stepchildren": "stepchild",
    "godchildren": "godchild",
    "bosses": "boss",
    "buddies": "buddy",
    "besties": "bestie",
    "exes": "ex",
    "coaches": "coach",
    "folks": "parent",
    "nannies": "nanny",
    "babies": "baby",
    "secretaries": "secretary",
    "aunties": "auntie",
    "nextdoors": "nextdoor",
}
# Words before a relation that are no part of it.
_LOOSE = word_set(
    """
    little big older younger elder eldest youngest oldest dear darling lovely poor late own only beloved sweet new
    other second third favourite favorite amazing awesome wonderful annoying crazy dearest previous current actual
    middle baby first direct retired dead
    long-distance german french japanese indian chinese american british spanish italian late wee kid
    long distance upstairs downstairs lovely then lil young tall funny one another different gorgeous brilliant nosy
    noisy elderly bloody damn stupid mad good close closest dearest old
    """
)
_FORMER = frozenset(["ex", "former", "previous", "old", "late"])
_ENDED = frozenset(["ex", "former", "previous", "old"])
_KEPT = frozenset(["best", "twin", "great", "closest"])
_LED = frozenset(
    ["business", "team", "line", "project", "tech", "study", "sparring", "gym", "running", "dance", "climbing"]
)
BARE = word_set(
    """
    mum mom mummy mommy mam dad daddy papa grandma grandpa granny nana nan gran grandad granddad nonna abuela oma
    opa
    """
)
TITLES_OF_KIN = word_set(
    """
    uncle aunt auntie aunty grandma grandpa granny nana grandad granddad cousin nonna tía tío
    """
)


@dataclass(frozen=True, slots=True)
class Kind:
    """What is known of a kind of relation."""

    gender: Gender | None
    single: bool
    close: bool


def _table() -> tuple[dict[str, str], dict[str, Kind]]:
    words: dict[str, str] = {}
    kinds: dict[str, Kind] = {}
    for line in _KINDS.strip().splitlines():
        head, _, listed = line.partition(":")
        name, gender, number, bond = head.rsplit(" ", 3)
        kinds[name] = Kind({"m": Gender.MAN, "f": Gender.WOMAN}.get(gender), number == "one", bond == "close")
        words.update(dict.fromkeys(listed.split(), name))
    return words, kinds


_WORDS, _KIND = _table()
_BLOOD = word_set(
    """
    mother father parent son daughter child twin brother sister sibling grandmother grandfather grandson granddaughter
    grandchild grandparent aunt uncle cousin nephew niece
    """
)
_GREAT = frozenset(["grandmother", "grandfather", "grandson", "granddaughter", "aunt", "uncle", "nephew", "niece"])


def singular(word: str) -> str | None:
    """The word for one of several, if it is a relation's plural."""
    if word in _PLURALS:
        return _PLURALS[word]
    return word[:-1] if word.endswith("s") and word not in _WORDS and word[:-1] in _WORDS else None


def is_head(word: str) -> bool:
    """Whether the word alone names a relation, one or several."""
    return word in _WORDS or singular(word) is not None


def is_before(word: str) -> bool:
    """Whether the word can stand between "my" and the relation."""
    return (
        word in _LOOSE or word in _FORMER or word in _KEPT or word in _LED or word in ("step", "half", "foster", "god")
    )


@cache
def relation(phrase: str) -> Relation | None:
    """The relation that the words after "my" name."""
    words = phrase.lower().replace("-", " ").split()
    in_law = words[-2:] in (["in", "law"], ["in", "laws"])
    if in_law:
        words = words[:-2]
    words = ["sister" if w == "sister's" else w for w in words]
    if not words or not is_head(words[-1]):
        return None
    head = words[-1] if words[-1] in _WORDS else str(singular(words[-1]))
    before = list(words[:-1])
    former = any(w in _ENDED for w in before) and not (head in ("friend", "mate", "pal") and "old" in before)
    former = former and (in_law or can_end(_WORDS[head]))
    shown = [w for w in before if w not in _LOOSE or (w == "old" and former) or w == "previous"]
    kind = _WORDS[head]
    if "great" in shown and not _GREAT & {kind}:
        shown.remove("great")
    inner = [w for w in shown if w not in _FORMER]
    if "step" in inner and f"step{head}" in _WORDS:
        kind = _WORDS[f"step{head}"]
    elif "god" in inner and f"god{head}" in _WORDS:
        kind = _WORDS[f"god{head}"]
    elif "great" in inner:
        kind = f"great-{kind}"
    elif inner and not set(inner) <= {"half", "twin", "foster"}:
        kind = " ".join([*inner, kind])
    if in_law:
        kind = f"{kind}-in-law"
    word = _as_said(phrase, dropped=[w for w in before if w not in shown])
    if words[-1] != head:
        word = word[: len(word) - len(words[-1])] + head if word.endswith(words[-1]) else word
    return Relation(word, kind, former)


def _as_said(phrase: str, *, dropped: list[str]) -> str:
    word = " ".join(phrase.lower().split())
    for loose in dropped:
        word = word.removeprefix(loose).lstrip(" -") if word.startswith(loose) else word.replace(f" {loose} ", " ")
    return word


def can_end(kind: str) -> bool:
    """Whether somebody can cease to be this: a wife and a boss can, a mother can't."""
    return kind.removeprefix("great-") not in _BLOOD


def of_gender(kind: str, gender: Gender | None) -> str:
    """The word for a kind that says of which sex somebody is, where that is known: a child is a son or a daughter."""
    parts = sorted(_EITHER.get(kind, ())) if gender is not None else []
    return next((part for part in parts if _KIND[part].gender is gender), kind)


def composed(first: str, second: str, gender: Gender | None) -> str | None:
    """What the `second` of the user's `first` is to the user: a sister's husband is a brother-in-law."""
    either = _COMPOSED.get((_broadly(first), _broadly(second)))
    gender = _KIND[second].gender or gender if second in _KIND else gender
    if either is None or gender is None:
        return None
    return either[0] if gender is Gender.MAN else either[1]


def kind_of(kind: str) -> Kind:
    """What is known of a kind, also of a compound one: a "piano teacher" is a teacher."""
    if kind in _KIND:
        return _KIND[kind]
    if kind.endswith("-in-law"):
        base = _KIND.get(kind.removesuffix("-in-law"), Kind(None, False, True))
        return Kind(base.gender, base.single, True)
    head = _KIND.get(kind.removeprefix("great-").split(" ")[-1], Kind(None, False, False))
    return Kind(head.gender, head.single and not head.close, head.close and " " not in kind)


def head_of(kind: str) -> str:
    """The broader kind: a best friend is a friend, a business partner is no partner."""
    return kind.split(" ")[-1] if kind.endswith((" friend", " tutor", " colleague", " manager", " boss")) else kind


def parts_of(kind: str) -> frozenset[str]:
    """The kinds that a word for several or for either sex may mean."""
    return _EITHER.get(kind, frozenset([kind]))


_EITHER = {
    "child": frozenset(["child", "son", "daughter", "twin"]),
    "sibling": frozenset(["sibling", "brother", "sister"]),
    "parent": frozenset(["parent", "mother", "father"]),
    "spouse": frozenset(["spouse", "wife", "husband"]),
    "grandparent": frozenset(["grandparent", "grandmother", "grandfather"]),
    "grandchild": frozenset(["grandchild", "grandson", "granddaughter"]),
}


def _broadly(kind: str) -> str:
    return next((either for either, parts in _EITHER.items() if kind in parts), kind)


_COMPOSED = {
    ("sibling", "spouse"): ("brother-in-law", "sister-in-law"),
    ("spouse", "sibling"): ("brother-in-law", "sister-in-law"),
    ("child", "spouse"): ("son-in-law", "daughter-in-law"),
    ("spouse", "parent"): ("father-in-law", "mother-in-law"),
    ("parent", "sibling"): ("uncle", "aunt"),
    ("sibling", "child"): ("nephew", "niece"),
    ("child", "child"): ("grandson", "granddaughter"),
    ("parent", "parent"): ("grandfather", "grandmother"),
}


def kinds_like(kind: str) -> frozenset[str]:
    """The kind itself, those it may mean, and those that may mean it: a wife is a spouse."""
    broader = {either for either, parts in _EITHER.items() if kind in parts}
    return frozenset({kind, *parts_of(kind), *broader})
