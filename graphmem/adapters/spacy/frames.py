"""Who and when: the subject, the denial and the time of what a clause says, read from the words around its verb."""

import re
from dataclasses import dataclass

from spacy.tokens import Doc

from graphmem.core.facets import State
from graphmem.core.wording import bag, normal, word

_I = re.IGNORECASE
_KIN = (
    "mum|mom|mummy|mommy|mother|dad|daddy|father|"
    "gran|granny|grandma|nan|nana|grandpa|grandad|granddad|grandmother|grandfather"
)
_SUBJECT = re.compile(
    r"\b(?P<user>i|im|ive|i'm|i've|i'd|i'll|we|we're|we've|weve|us)\b(?!-)"
    r"|\b(?P<pronoun>he|she|they|he's|she's|they're|hes|shes)\b"
    r"|\b(?:my|our)\s+(?P<noun>(?:ex[- ]|late |older |younger |elder |eldest |oldest |youngest |little |big |"
    r"best |step[- ]?"
    r"|former |new |twin |great[- ])*[^\W\d_][\w-]*(?:[- ]in[- ]law)?)"
    r"(?:,?\s+(?-i:(?P<named>[A-Z][\w-]+)))?"
    r"|\b(?:his|her|their)\s+(?P<theirs>[\w-]+)"
    rf"|\b(?P<kin>{_KIN})\b"
    r"|(?-i:(?P<name>\b[A-Z][\w-]+(?:\s[A-Z][\w-]+)?))",
    _I,
)
_NO_NAMES = bag(
    "i im ive i'm our my the a an at on in for when while if since from with at just actually also please "
    "always never and but so because we he she they it its it's this that these those there then now today "
    "yesterday tomorrow sorry oops correction btw yes no yeah well ok okay hi hey thanks turns had got "
    "started stopped sold moved quit no not don't can you your once every after before as although though "
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august "
    "september october november december answer reply keep call remember use what who which where how why "
    "both each some most many finally recently nowadays currently haha lol guess bought gave went"
)
_WISHED = re.compile(
    r"\b(?:would (?:love|like|rather|prefer)|(?:i|we|he|she|they)'?d (?:love|like)|wants? to|wanted to|"
    r"wish(?:es)?|hop(?:e|es|ing) to|"
    r"dream(?:s|ing)?|some ?day|one day|thinking (?:of|about)|consider(?:ing)?|might|maybe|perhaps|tempted|"
    r"wouldn't mind|"
    r"toying with|if i|applied (?:for|to)|applying (?:for|to)|interview(?:ed|ing)? (?:for|at|with)|test driv\w+|"
    r"can't wait to|would be)\b",
    _I,
)
_PLANNED = re.compile(
    r"\b(?:going to (?!be called)|gonna|will|'ll|plan(?:s|ning)? (?:to|on)|about to|next (?:week|month|year|"
    r"spring|summer|autumn|"
    r"fall|winter|monday|tuesday|wednesday|thursday|friday)|hoping|soon|tomorrow|(?:moving|relocating|turning|"
    r"starting|joining|(?:flying|travelling|traveling)(?= to)))\b",
    _I,
)
_TEMPORARY = re.compile(
    r"\b(?:this (?:week|weekend|month|summer|winter|morning|afternoon|evening|semester|term)|today|tonight|"
    r"right now|for now|"
    r"for (?:a|the|one|two|three|a few|a couple of) (?:conference|wedding|weekends?|weeks?|days?|summer|nights?|"
    r"while|bit|meeting|"
    r"few|couple|trip)|until|till|spending|visiting|temporar\w+|on (?:holiday|vacation|a trip|business)|"
    r"over the weekend|"
    r"while (?:the|my|our))\b",
    _I,
)
_PAST = re.compile(
    r"\b(?:used to|when (?:i|he|she|we|they) (?:was|were)|as a (?:kid|child|teen\w*|student|boy|girl)|back in|"
    r"back then|"
    r"(?:years?|months?|ages) ago|in the (?:\w+ties|past|\d\ds|\d{4}s)|formerly|previously|before that|"
    r"in my (?:teens|twenties|"
    r"thirties|youth|childhood)|once (?:lived|worked)|growing up|at (?:uni|university|college|school) i)\b",
    _I,
)
_DENIED = re.compile(
    r"\b(?:not|never|no longer|n't|cannot|dont|doesnt|didnt|isnt|arent|wasnt|cant|wont|havent|neither|hardly)\b|"
    r"n't\b",
    _I,
)
_STOPPED = re.compile(
    r"\b(?:no longer|stop(?:ped|s)?|quit|g(?:a|i)ve(?:n)? up(?: on)?|giving up|used to|ceased|got over|get over|"
    r"gotten over|"
    r"done with|no more|retired from|packed in|knocked)\b",
    _I,
)
_ANY_MORE = re.compile(r"\b(?:any ?more|any longer|no longer)\b", _I)
_FRESH = re.compile(
    r"\b(?:now|nowadays|these days|from now on|any ?more|instead|finally|since|switched|swapped|new|recently|"
    r"just|as of|again|"
    r"lately|moved|relocated|promoted|changed|became|become|went|turned|back to|after all|converted)\b",
    _I,
)
_CORRECTED = re.compile(
    r"\b(?:correction|typo|oops|whoops|i meant|meant to (?:say|write)|misspoke|mistyped|my mistake|my bad|"
    r"autocorrect|wrong|"
    r"mistaken(?:ly)?|scratch that|turns out|false alarm|got that wrong|not \w+ as i said|mixed up|sorry|"
    r"i was wrong|to correct|"
    r"i lied|i said)\b",
    _I,
)
_LIMITS = re.compile(
    r"\b(?:on|at|every|during|over)\s+(?:the\s+|my\s+)?(?P<days>weekdays?|weekends?|work ?days|week ?nights?|"
    r"school days|mondays?|tuesdays?|"
    r"wednesdays?|thursdays?|fridays?|saturdays?|sundays?|the week)\b"
    r"|\b(?:in|at|every|each)\s+(?:the\s+)?(?P<part>mornings?|evenings?|afternoons?|nights?|summers?|winters?|"
    r"spring|autumn)\b"
    r"|\bat\s+(?:the\s+|my\s+)?(?P<place>work|home|the office|office|cinema|movies|gym|school|uni|university|"
    r"restaurants?|parties|theatre|"
    r"theater|concerts?|night|breakfast|lunch|dinner|meetings?|the weekend|the beach)\b"
    r"|\bfor\s+(?:my\s+|our\s+|the\s+|a\s+)?(?P<use>(?:side )?projects?|work|gaming|school|fun|travel\w*|notes|"
    r"emails?|"
    r"(?:work|private|personal|long|short) \w+|breakfast|lunch|dinner|reading|writing|video|music|(?-i:[A-Z])\w+)\b"
    r"|\bon\s+(?:long |short |my |the )?(?P<on>planes?|trains?|flights?|buses|treadmills?|holidays?|vacations?|"
    r"phones?|tv|sofas?|"
    r"business|trips?|mobile|desktop|bike|weekend \w+)\b"
    r"|\b(?P<when>(?:when(?:ever)?|if|unless) (?:i|we|i'm|it|it's|he|she|they|there)\b[^,.;!?]*)"
    r"|\b(?:in|to)\s+(?P<inside>meetings|restaurants|public|my spare time|my free time|the car|the office|"
    r"company|pubs|bars|class)\b"
    r"|\b(?P<part_time>part[- ]time|side (?:job|gig|hustle)|on the side|second job)\b"
    r"|\b(?P<with>with (?:me|him|her|them|friends|family|colleagues|customers|clients|kids|milk))\b",
    _I,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a text with one verb or so, and who the text spoke of before it."""

    text: str
    start: int
    doc: Doc
    before: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The circumstances of one predicate in its clause."""

    subject: str
    denied: bool
    ended: bool
    state: State
    fresh: bool
    context: tuple[str, ...]


def framed(clause: Clause, start: int, end: int, *, past: bool) -> Frame:
    """The frame of the predicate that stands from `start` to `end` of its clause."""
    left, verb, right = clause.text[:start], clause.text[start:end], clause.text[end:]
    around = f"{left} ; {right}"
    near = left.rpartition(",")[2][-30:]
    stopped = bool(_STOPPED.search(near))
    denied = stopped or bool(_DENIED.search(near[-25:]))
    ended = stopped or (denied and bool(_ANY_MORE.search(clause.text)))
    return Frame(
        subject=subject_of(clause, left),
        denied=denied,
        ended=ended,
        state=_state(left, verb, right, past=past),
        fresh=bool(_FRESH.search(f"{around} {verb}")),
        context=limits(around),
    )


def limits(text: str) -> tuple[str, ...]:
    """The situations a text limits itself to: at work, on Sundays, for side projects."""
    found = {normal(next(part for part in match.groups() if part)) or "else" for match in _LIMITS.finditer(text)}
    return tuple(sorted(found))


def corrects(text: str) -> bool:
    """Whether a text takes back what was said before."""
    return bool(_CORRECTED.search(text)) or bool(re.search(r"\bactually\b.*\bnot\b", text, _I))


def subject_of(clause: Clause, left: str) -> str:
    """Who a predicate is about: the words for the person or thing before it, or nothing for the user."""
    found = [match for match in _SUBJECT.finditer(left) if _fits(match, clause)]
    if not found:
        return _parsed_subject(clause, len(left)) or ""
    last = found[-1]
    if (
        last["name"]
        and len(found) > 1
        and found[-2]["noun"]
        and left[found[-2].end() : last.start()].strip() in (",", "")
    ):
        return normal(f"{found[-2]['noun']} {last['name']}")
    apposed = len(found) > 1 and found[-2]["name"] and left[found[-2].end() : last.start()].strip() == ","
    if last["noun"] and not last["named"] and apposed:
        return normal(f"{last['noun']} {found[-2]['name']}")
    return _words_for(last, left, clause)


def _words_for(match: re.Match[str], left: str, clause: Clause) -> str:
    if match["user"]:
        return ""
    if match["pronoun"]:
        return clause.before or word(match["pronoun"].split("'")[0])
    if match["theirs"]:
        return normal(f"{match['theirs']} of {clause.before or 'someone'}").replace(" ", " of ", 1)
    words = normal(" ".join(part for part in (match["noun"], match["named"], match["kin"], match["name"]) if part))
    owned = re.match(r"'s\s+([a-z][\w-]+)(?=\s+(?:(?-i:[A-Z])\w+\s+)?$)", left[match.end() :])
    return f"{word(owned[1])} of {words}" if owned else words


def _fits(match: re.Match[str], clause: Clause) -> bool:
    name = match["name"]
    if name is None:
        return True
    if name.casefold() in _NO_NAMES or name.split()[0].casefold() in _NO_NAMES:
        return False
    span = clause.doc.char_span(
        clause.start + match.start("name"), clause.start + match.end("name"), alignment_mode="expand"
    )
    if span is None:
        return False
    before = clause.text[: match.start("name")].rstrip().lower()
    if before.endswith((" in", " at", " to", " from", " of", " for", " with", " on", " by", " the", "the")):
        return False
    return span.root.dep_ not in ("dobj", "pobj", "iobj") and span.root.pos_ in ("PROPN", "NOUN", "X")


def _parsed_subject(clause: Clause, until: int) -> str | None:
    span = clause.doc.char_span(clause.start, clause.start + until, alignment_mode="contract")
    if span is None:
        return None
    for token in reversed(list(span)):
        if token.dep_ in ("nsubj", "nsubjpass") and token.pos_ in ("NOUN", "PROPN"):
            return normal(
                " ".join(part.text for part in token.lefts if part.dep_ in ("compound", "amod")) + f" {token.text}"
            )
    return None


def _state(left: str, verb: str, right: str, *, past: bool) -> State:
    around = f"{left} ; {right}"
    if _WISHED.search(around):
        return State.WISHED
    if past or _PAST.search(f"{left} {verb} {right}"):
        lasting = re.search(r"\b(?:have|has|'ve|'s|ive|weve)\b", left[-12:], _I) and re.search(
            r"\b(?:since|for)\b", right, _I
        )
        return State.CURRENT if lasting and not _PAST.search(around) else State.PAST
    if _PLANNED.search(f"{left} {verb}") or re.search(
        r"\bnext (?:week|month|year|spring|summer|autumn|fall|winter)\b", right, _I
    ):
        return State.PLANNED
    return State.TEMPORARY if _TEMPORARY.search(around) else State.CURRENT
