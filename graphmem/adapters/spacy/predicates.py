# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""The phrases in which people say what is so: each with the attribute it speaks of."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from graphmem.core.wording import bag, moments, normal, number, slug

_I = re.IGNORECASE
_STOP = (
    r"(?=\s*(?:[,.;!?()\n–—:…\"]|$|[^\x00-\x7f\w’'])|\s+(?:and|but|or|because|since|so|when|while|who|which|that|where|now|nowadays|these|any"
    r"|anymore|at the moment|currently|right|instead|again|too|as well|already|from now|please|tbh|btw|lol|actually|after all|every"
    r"|last|next|this|for (?:work|good|now|a|the|my|over|almost|about|years|\d|\w+ years)|with (?:me|my|our|two|her|his)|permanently|yesterday|today|back|if"
    r"|at weekends|on (?:week|mon|tue|wed|thu|fri|sat|sun)\w*|in (?:19|20)\d\d|in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer"
    r"|autumn|winter|the (?:morning|evening|summer|winter))\w*|either|anyway|completely|as of|though|until|a lot|lots|most|these days|then|am|is|are|was)\b)"
)
_BE = r"(?:'m|'s|’m|’s|'re|\b(?:am|is|are|was|were|been|im|be|being|become|became|shes|hes))"
_V = rf"(?P<v>[^,.;!?\n]+?){_STOP}"
_PLACE = rf"(?P<v>(?:the\s+)?[^,.;!?\n]+?(?:,\s(?-i:[A-Z])\w+)?){_STOP}"
_O = rf"(?P<o>[^,.;!?\n]+?){_STOP}"
_DIET = {
    "vegetarian": "vegetarian", "vegan": "vegan", "pescatarian": "pescatarian", "pescetarian": "pescatarian", "keto": "keto",
    "paleo": "paleo", "omnivore": "omnivore", "carnivore": "omnivore", "flexitarian": "flexitarian", "plant-based": "vegan",
    "halal": "halal", "kosher": "kosher", "low-carb": "keto",
}  # fmt: skip
_STATUS = {
    "single": "single", "married": "married", "engaged": "engaged", "divorced": "divorced", "separated": "separated", "widowed": "widowed",
    "dating": "partnered", "in a relationship": "partnered", "seeing": "partnered", "going out": "partnered",
}  # fmt: skip
_JOBS = bag(
    "nurse chef cook pilot teacher doctor lawyer engineer courier paralegal accountant manager developer "
    "programmer designer baker barista carpenter plumber electrician dentist midwife farmer waiter waitress "
    "driver actor actress artist writer author editor journalist photographer librarian scientist researcher "
    "professor lecturer tutor student analyst consultant architect builder mechanic technician hairdresser "
    "barber cashier clerk secretary receptionist assistant cleaner gardener florist butcher vet veterinarian "
    "pharmacist therapist psychologist psychiatrist physiotherapist surgeon paramedic firefighter policeman "
    "policewoman soldier sailor captain judge solicitor barrister notary banker trader broker auditor "
    "recruiter salesman saleswoman salesperson realtor bartender sommelier tailor welder miner fisherman "
    "musician singer dancer dj composer producer director tester freelancer founder ceo cto cfo entrepreneur "
    "intern trainee apprentice translator interpreter guide postman carer caretaker nanny au-pair pastor "
    "priest imam rabbi coach trainer physicist chemist biologist mathematician statistician economist "
    "historian geologist astronomer archaeologist optician radiographer roofer painter decorator plasterer "
    "bricklayer joiner locksmith blacksmith jeweller potter weaver copywriter marketer strategist planner "
    "surveyor inspector supervisor foreman administrator controller dispatcher officer detective guard "
    "lifeguard flight-attendant steward stewardess stockbroker bookkeeper housekeeper shopkeeper beekeeper "
    "superintendent principal headteacher headmaster dean counsellor counselor caseworker undertaker "
    "archivist curator animator illustrator sysadmin devops webmaster ux freelance retired unemployed self- "
    "employed apprentice postdoc bouncer concierge"
)
_JOB_ENDS = ("ologist", "ician", "smith", "wright", "keeper", "worker", "engineer", "manager", "specialist", "operator")
_LANGUAGES = (
    "english|spanish|french|german|italian|portuguese|dutch|russian|polish|turkish|greek|arabic|hebrew|persian|farsi|hindi|urdu|bengali|"
    "tamil|telugu|punjabi|marathi|gujarati|chinese|mandarin|cantonese|japanese|korean|vietnamese|thai|indonesian|malay|tagalog|swahili|"
    "yoruba|igbo|hausa|amharic|zulu|swedish|norwegian|danish|finnish|icelandic|czech|slovak|hungarian|romanian|bulgarian|serbian|croatian|"
    "ukrainian|catalan|basque|galician|welsh|irish|gaelic|latin|esperanto|sign language|albanian|armenian|georgian|lithuanian|latvian|estonian"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """What one phrase says, before its circumstances are known."""

    key: str | None
    value: str = ""
    object: str = ""
    polarity: int = 1


@dataclass(frozen=True, slots=True)
class Predicate:
    """A phrase with its rule's name; `read` gives what it says, or nothing when it only looks alike."""

    rule: str
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str]], Found | None]
    single: bool = False
    done: bool = False  # what has come about holds, whenever it was
    ended: bool = False
    cue: str = ""  # letters that the phrase always holds: worth a look first where it may begin with any word


def _value(key: str) -> Callable[[re.Match[str]], Found | None]:
    def read(match: re.Match[str]) -> Found | None:
        value = normal(match["v"])
        return Found(key, value) if value and len(value) < 80 else None

    return read


def _object(key: str, polarity: int = 1) -> Callable[[re.Match[str]], Found | None]:
    def read(match: re.Match[str]) -> Found | None:
        named = normal(match["o"])
        return Found(key, object=named, polarity=polarity) if named and len(named) < 80 else None

    return read


def _fixed(key: str, value: str, polarity: int = 1) -> Callable[[re.Match[str]], Found | None]:
    return lambda _: Found(key, value, polarity=polarity)


def _place(match: re.Match[str]) -> Found | None:
    raw = match["v"].strip()
    inner = re.search(r"\b(?:in|of|near)\s+((?-i:[A-Z]).*)$", raw, _I)
    raw = inner[1] if inner else raw
    vague = re.match(
        r"(?:a|an|my|our|the|his|her|their|with|near|\d|it|this|that|me|you|bed)\b", raw, _I
    ) and not re.match(r"the (?-i:[A-Z])", raw, _I)
    return None if vague or len(raw) > 50 else Found("residence", normal(raw))


def _capital_place(match: re.Match[str]) -> Found | None:
    return _place(match) if re.match(r"(?:the )?[A-Z]", match["v"]) else None


def _employer(match: re.Match[str]) -> Found | None:
    value = re.sub(r"\s+(?:in|as|on)\s.*$", "", match["v"])
    if re.match(r"(?:home|night|least|the moment|weekends?|my|myself|me|\d|the weekend|noon|free)\b", value, _I):
        return None
    return Found("employer", ("a " if re.match(r"(?:a|an)\b", value, _I) else "") + normal(value))


def _occupation(match: re.Match[str]) -> Found | None:
    raw = re.sub(r"\s+(?:at|in|for|on|with|from|of|by|who|to)\s.*$", "", match["v"])
    value = normal(raw)
    words = value.split()
    if not words or len(words) > 5:
        return None
    is_job = any(
        one in _JOBS or one.endswith(_JOB_ENDS) for one in (words[-1], words[0] if words[0] == "retired" else words[-1])
    )
    return Found("occupation", value) if is_job or value.startswith("stay-at-home") else None


def _any_occupation(match: re.Match[str]) -> Found | None:
    raw = re.sub(r"\s+(?:at|in|for|on|with|from|of|by)\s.*$", "", match["v"])
    return Found("occupation", normal(raw)) if normal(raw) else None


def _favorite(match: re.Match[str]) -> Found | None:
    value = normal(match["v"])
    return Found(f"favorite_{slug(match['n'])}", value) if value and slug(match["n"]) else None


def _age(match: re.Match[str]) -> Found | None:
    years = number(match["v"])
    return Found("age", years) if years and int(years) < 120 else None


def _moment(key: str) -> Callable[[re.Match[str]], Found | None]:
    def read(match: re.Match[str]) -> Found | None:
        found = [one for one in moments(match[0]) if one[0] != "T"]
        return Found(key, found[0]) if found else None

    return read


def _count(match: re.Match[str]) -> Found | None:
    many = number(match["n"])
    thing = slug(match["o"])
    return Found(f"count_{thing}", many) if many and thing and thing not in _UNITS else None


_UNITS = bag(
    "jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september "
    "october november december year month week day hour minute pm am kg kilo pound lb mile km time percent "
    "euro dollar more other length"
)


def _from_table(key: str, table: dict[str, str]) -> Callable[[re.Match[str]], Found | None]:
    return lambda match: Found(key, table[match["v"].lower()])


def _role(match: re.Match[str]) -> Found | None:
    role = slug(match["r"])
    value = normal(match["v"])
    if not value or not re.match(r"(?-i:[A-Z])", match["v"].strip()):
        return None
    return Found("spouse" if role in ("wife", "husband", "spouse") else role, value)


def _attribute(match: re.Match[str]) -> Found | None:
    value = " ".join(moments(match["v"])) or normal(match["v"])
    name = slug(match["n"])
    return Found("email" if "email" in name else name, value) if value else None


def _style(match: re.Match[str]) -> Found | None:
    return Found(f"style_{slug(match['n'])}", normal(match["v"]))


def _preference(match: re.Match[str]) -> Found | None:
    return Found("prefers", object=normal(match["o"]), value=normal(match["v"]) if match["v"] else "")


def _travel(match: re.Match[str]) -> Found | None:
    by = {
        "cycle": "bike",
        "bike": "bike",
        "cycling": "bike",
        "walk": "foot",
        "foot": "foot",
        "drive": "car",
        "ride": "bike",
    }
    means = normal(match["v"]).split()
    goal = match.groupdict().get("g") or "work"
    return (
        Found("commute" if goal == "work" else f"commute_{slug(goal)}", by.get(means[-1], means[-1])) if means else None
    )


def _length(match: re.Match[str]) -> Found | None:
    short = re.search(r"short|brief|concise|terse|to the point", match[0], _I)
    return Found("answer_length", "short" if short else "long")


def _end(match: re.Match[str]) -> Found | None:
    inner = re.match(r"(?:[\w']+\s+)?(?P<verb>[a-z]+ing)\b(?:\s+(?P<rest>.+))?$", match["o"], _I)
    if inner and inner["verb"].lower() not in (
        "wedding",
        "training",
        "nursing",
        "thing",
        "painting",
        "evening",
        "morning",
        "king",
    ):
        return Found("end", value=inner["verb"].lower(), object=normal(inner["rest"] or ""))
    return Found("end", object=normal(match["o"])) if normal(match["o"]) else None


_ATTRIBUTES = (
    r"shoe size|(?:\w+ )?size|surname|last name|first name|middle name|email(?: address)?|(?:home |work |postal )?address|phone number|"
    r"(?:work |private |old )?phone|mobile|cell(?:phone)?|number|hair(?: colou?r)?|eyes|blood type|star sign|zodiac sign|height|weight|"
    r"nationality|religion|(?:work |old |gaming )?laptop|computer|monitor|car|bike|anniversary|time ?zone|post ?code|zip ?code|native language|"
    r"mother tongue|first language|username|nickname|(?:\w+ )?(?:internet|wifi|phone|energy|broadband|electricity) provider|provider|"
    r"landlord|(?:job )?title|salary|rent|pronouns|bank|gym|school|university|major|degree|dose|deadline|budget|goal|team|manager"
)
_ROLES = r"boss|manager|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|best friend|landlord|landlady|dentist|doctor|gp|therapist|supervisor|flatmate|roommate|line manager|team lead|coach|trainer|teacher|mentor"
_DATE_TEXT = r"(?:on |the |is )*[^,.;!?]*(?:,\s*\d{4})?"


def _p(
    rule: str,
    pattern: str,
    read: Callable[[re.Match[str]], Found | None],
    *,
    single: bool = False,
    done: bool = False,
    ended: bool = False,
    cue: str = "",
) -> Predicate:
    return Predicate(rule, re.compile(pattern, _I), read, single, done, ended, cue)


PREDICATES: tuple[Predicate, ...] = (
    _p("lives_in", rf"\b(?:live|living|lives|(?P<past>lived)|reside|resides|based|settled|(?:flat|apartment|house|place)(?:'s| is))\s+(?:over |out |out of |here |down |now |happily )?in\s+{_PLACE}", _place, single=True),
    _p("home_is", rf"\bhome(?:'s| is|town is now| address is)\s+(?:now\s+)?(?:in\s+)?{_PLACE}", _capital_place, single=True),
    _p("home_in", rf"\bhome(?:'s| is)\s+(?:now\s+)?in\s+{_PLACE}", _place, single=True),
    _p("is_home", r"(?P<v>(?-i:[A-Z])[\w ]+?)\s+is\s+(?:now\s+)?(?:where (?:i|we) live|home now|(?:my|our) home)\b", _place, single=True),
    _p("moved_to", rf"\b(?:moved|relocated|moving|relocating|move|relocate|emigrated|settled)\s+(?:house |back |over |out |permanently )*(?:from [\w ]{1,30}? )?(?:to|in)\s+{_PLACE}", _capital_place, single=True, done=True),
    _p("moved_to", rf"\b(?:moved|relocated)\s+(?:back |over )?to\s+(?P<v>(?!the|a|an|my|our)[a-z]+){_STOP}", _place, single=True, done=True),
    _p("moved_into", rf"\b(?:moved|moving)\s+into\s+[\w' ]{{0,30}}?in\s+{_PLACE}", _place, single=True, done=True),
    _p("home_of_my_own", rf"\b(?:rent|rents|renting|(?:got|have|has|bought) (?:my|our|his|her|their) (?:own|new|first))\s+(?!out)(?:a |an )?(?:\w+ ){{0,2}}?(?:place|flat|apartment|house|studio|room|condo)\s+in\s+{_PLACE}", _place, single=True),
    _p("works_at", rf"\b(?:work|works|working|(?P<past>worked)|employed)\s+(?:part[- ]time |full[- ]time |now |there )?(?:at|for|(?<=employed )by)\s+{_V}", _employer, single=True),
    _p("joined", rf"\b(?:joined|joining|started (?:working )?at|starting at|hired by|(?:a |my )?new job (?:at|with)|got a job (?:at|with)|a job at|my new employer is)\s+{_V}", _employer, single=True, done=True),
    _p("employer_is", rf"\bmy employer is\s+{_V}", _employer, single=True),
    _p("is_employer", r"(?P<v>[\w&' -]+?)\s+is my (?:new )?employer\b", _employer, single=True, cue="employer"),
    _p("without_work", r"\b(?:between jobs|unemployed|out of work|jobless|looking for (?:a |work|a new )job)\b", _fixed("employer", "none"), single=True),
    _p("lost_work", r"\b(?:lost my job|(?:got|been|was) (?:laid off|fired|sacked|let go|made redundant))\b", _fixed("employer", "none"), single=True, done=True),
    _p("at_firm", rf"{_BE}\s+(?:an?|the|store|head|senior|junior)\s+[\w -]+?\s+at\s+{_V}", _employer, single=True),
    _p("is_a", rf"{_BE}\s+(?:now\s+|still\s+|currently\s+|not\s+)*(?:an?|the)\s+{_V}", _occupation, single=True),
    _p("is_bare", rf"{_BE}\s+(?:now\s+)?(?P<v>(?:store |head |senior |junior |team |self-|semi-)?(?:manager|teacher|chef|engineer|lead|director|retired|freelancing|self-employed|unemployed|head of \w+))\b", _any_occupation, single=True),
    _p("works_as", rf"\b(?:work|works|working|(?P<past>worked)|started|starting|job is|living is|promoted to|retrained|qualified)\s+(?:as\s+)?(?:an?\s+){_V}", _any_occupation, single=True),
    _p("for_a_living", r"\b(?P<v>[a-z]+(?:\s+[a-z]+){0,3})\s+for a living\b", _any_occupation, single=True),
    _p("runs", r"\b(?:run|runs|running|opened|own|owns)\s+(?:my|his|her|their|our)\s+own\s+(?P<v>[\w -]+?)" + _STOP, lambda m: Found("occupation", f"run {normal(m['v'])}"), single=True),
    _p("retired", r"\bretired\b(?=\s*(?:[,.;!?]|$|last|this|in\b|now))", _fixed("employer", "none"), single=True, done=True),
    _p("favorite_is", rf"\b(?:favou?rite|fav|fave)\s+(?P<n>[\w' -]{{2,40}}?)(?:'s|\s+(?:is|are|has always been|will always be|(?P<past>was|used to be)))\s+(?:now\s+|definitely\s+|probably\s+|still\s+|called\s+)*{_V}", _favorite, single=True),
    _p("is_favorite", rf"(?P<v>[\w' &-]+?)(?:'s|\s+(?:is|are))\s+(?:now\s+|definitely\s+|probably\s+|still\s+)*(?:my|our|(?P<whose>his|her))\s+(?:new\s+|all[- ]time\s+)?(?:favou?rite|fav|fave)\s+(?P<n>[\w' -]{{2,40}}?){_STOP}", _favorite, single=True, cue="fav"),
    _p("is_aged", rf"{_BE}\s+(?:only\s+|already\s+|now\s+|just\s+|about to be\s+)?(?P<v>\d{{1,3}}|[a-z]+(?:-[a-z]+)?)(?:\s+years?[ -]old)?(?=\s*(?:[,.;!?]|$|[^\x00-\x7f])|\s+(?:now|and|years|already|today|this|so|but))", _age, single=True),
    _p("turned", r"\b(?:turned|turns|turning)\s+(?P<v>\d{1,3}|[a-z]+(?:-[a-z]+)?)\b", _age, single=True, done=True),
    _p("birthday", rf"\b(?:birthday|date of birth|dob|bday|b-day)\b{_DATE_TEXT}", _moment("birthday"), single=True),
    _p("born_on", rf"\bborn\s+(?:on\s+|in\s+)?{_DATE_TEXT}", _moment("birthday"), single=True, done=True),
    _p("born_in", rf"\b(?:born|(?:grew|grown|brought) up|raised)\s+in\s+(?P<v>(?-i:[A-Z])[\w -]+?){_STOP}", _value("origin"), done=True),
    _p("comes_from", rf"(?:{_BE}|\b(?:come|comes|coming|hail))\s+(?:originally\s+|not\s+)*from\s+(?P<v>(?-i:[A-Z])[\w ]+?){_STOP}", _value("origin")),
    _p("diet", rf"(?:{_BE}|\b(?:went|gone|go|turned|doing|eat|eats|eating|not|strictly|mostly|a))\s+(?:a\s+|on\s+|strict\s+|strictly\s+|fully\s+|not\s+|now\s+)*(?P<v>{'|'.join(_DIET)}|veggie|veggy)\b", lambda m: Found("diet", _DIET.get(m["v"].lower(), "vegetarian")), single=True),
    _p("eats_meat", r"\b(?:eat|eats|eating|ate)\s+(?:\w+\s+)?(?:meat|everything|anything)\b", _fixed("diet", "omnivore"), single=True),
    _p("status", rf"(?:{_BE}|\bgot|\bgetting|\bhappily|\bnewly|\brecently)\s+(?:now\s+|happily\s+|newly\s+|not\s+|officially\s+|recently\s+|currently\s+|still\s+)*(?P<v>{'|'.join(_STATUS)})\b(?!\s+(?:parent|mum|mom|room|bed|out))", _from_table("relationship_status", _STATUS), single=True, done=True),
    _p("parted", r"\b(?:broke up|broken up|split up|we split|dumped (?:me|him|her)|separated from)\b", _fixed("relationship_status", "single"), single=True, done=True),
    _p("divorce", r"\bdivorce\s+(?:came through|is final|went through|got finali[sz]ed|is done)\b", _fixed("relationship_status", "divorced"), single=True, done=True),
    _p("wedded", r"\b(?:tied the knot|said yes|popped the question)\b", _fixed("relationship_status", "engaged"), single=True, done=True),
    _p("married_to", r"\b(?:married|wed)\s+(?:to\s+)?(?P<v>(?-i:[A-Z])\w+)", _value("spouse"), single=True, done=True),
    _p("role_is", rf"\b(?:my|our)\s+(?:new\s+)?(?P<r>{_ROLES})(?:'s name)?(?:'s|\s+is)\s+(?:now\s+)?(?:called\s+|named\s+)?{_V}", _role, single=True),
    _p("is_role", rf"(?P<v>(?-i:[A-Z])[\w-]+)(?:'s|\s+is)\s+(?:now\s+)?(?:my|our)\s+(?:new\s+)?(?P<r>{_ROLES})\b", _role, single=True),
    _p("new_role", rf"\bnew\s+(?P<r>{_ROLES})\b(?:[\s,:-]+(?:is\s+|her name is |his name is |their name is |called |named |it's )?)(?P<v>(?-i:[A-Z])[\w-]+)", _role, single=True),
    _p("named", r"\b(?:call me|i go by|calls me|call myself|i'm called|my name is|my name's|name is now|known as|prefer to be called)\s+(?P<v>(?!(?:when|if|back|later|at|on|tomorrow|a|the)\b)[\w'-]+)", _value("preferred_name"), single=True),
    _p("style", r"\b(?:take|takes|drink|drinks|have|like|likes|prefer|want|eat)\s+(?:my|his|her)\s+(?P<n>coffee|tea|steak|eggs?|pizza|burgers?|curry|whisky|pasta|toast|porridge|[a-z]+)\s+(?P<v>(?:with(?:out)?\s+)?[\w -]+?)" + _STOP, _style, single=True),
    _p("answers_in", rf"\b(?:answer|answers|reply|replies|respond|speak|talk|write)(?:\s+(?:to|back))?(?:\s+(?:me|us|to me))?(?:\s+only)?\s+in\s+(?P<v>{_LANGUAGES})", _value("answer_language"), single=True),
    _p("answer_length", r"\b(?:short|brief|concise|long|longer|shorter|detailed|in-depth|thorough)(?:,? (?:and )?\w+)?\s+(?:answers|replies|responses|explanations)|\b(?:answers|replies|responses|explanations)(?: to me)?\s+(?:nice and |as |more |very |really )?(?:short|brief|concise|long|longer|shorter|detailed|to the point)", _length, single=True),
    _p("units", r"\b(?:in|use|using|to)\s+(?P<v>celsius|fahrenheit|metric|imperial|24[- ]hour|12[- ]hour)\b", _value("units"), single=True),
    _p("hates", rf"\b(?:hate|hates|dislike|dislikes|detest|detests|loathe|loathes|can't stand|cant stand|cannot stand|can't bear|can't abide|despise|not (?:a (?:big |huge )?fan of|keen on|into|fond of))\s+{_O}", _object("likes", -1)),
    _p("likes", rf"(?<!would )(?<!'d )\b(?:like|likes|(?P<past>liked|loved|enjoyed)|love|loves|enjoy|enjoys|adore|adores|come round to|come around to|coming round to|warmed to|into(?= )|fan of|fond of|keen on|crazy about|mad about|obsessed with|partial to)\s+(?!my\s|to\s+be\s|being\s|it\s+when)(?:to\s+)?{_O}", _object("likes")),
    _p("goes_off", rf"\b(?:(?:gone|went|going) (?:right |completely |totally |really |a bit )?off|so over|bored of|sick of|tired of|fed up with)\s+{_O}", _object("likes", -1), ended=True),
    _p("prefers", rf"\b(?:prefer|prefers|rather have|rather use|rather drink|rather eat)\s+(?!to be\s)(?P<o>[^,.;!?\n]+?)(?:\s+(?:over|to|than|rather than|instead of)\s+(?P<v>[\w -]+?))?{_STOP}", _preference),
    _p("allergic", rf"\ballergic\s+to\s+{_O}", _object("allergy")),
    _p("allergy", r"\b(?:have|has|got|my|a|an|her|his)\s+(?:bad |severe |mild |serious )?(?P<o>(?!food|an?\b)[\w -]+?)\s+allergy\b", _object("allergy")),
    _p("intolerant", rf"\bintolerant\s+(?:to|of)\s+{_O}", _object("avoids")),
    _p("intolerance", r"\b(?P<o>[\w-]+)[ -]intoleran(?:t|ce)\b", _object("avoids")),
    _p("coeliac", r"\bco?eliac\b", lambda _: Found("avoids", object="gluten")),
    _p("cannot_eat", rf"\b(?:can't|cannot|cant|mustn't|not allowed to)\s+(?:eat|have|tolerate|digest)\s+(?!to\s|a\s){_O}", lambda m: Found("avoids", object=normal(m["o"]))),
    _p("off_menu", r"\b(?P<o>[\w-]+)\s+(?:is|are)\s+off the menu\b", _object("avoids")),
    _p("afraid", rf"\b(?:scared|afraid|terrified|frightened|fear|phobia|phobic)\s+of\s+{_O}", _object("fear")),
    _p("frightens", r"\b(?P<o>[\w-]+)\s+(?:scare|scares|terrify|terrifies|frighten|frightens|freak)\s+(?:me|us|him|her|them)\b", _object("fear")),
    _p("pregnant", r"\b(?:pregnant|expecting a baby|expecting twins)\b", _fixed("pregnancy", "yes"), single=True),
    _p("gave_birth", r"\b(?:had (?:the|her|a|their|our) (?:baby|twins)|gave birth|baby (?:arrived|was born|is here))\b", _fixed("pregnancy", "over"), single=True, done=True),
    _p("speaks", rf"\b(?:speak|speaks|fluent in|(?P<past>spoke))\s+(?:fluent |good |some |a little |a bit of |any |only |decent |basic |both |native )*(?P<o>(?:{_LANGUAGES})(?:(?:,| and|, and)? (?:{_LANGUAGES}))*)\b(?!\s+\w*teacher)", lambda m: Found("speaks", object=" ".join(sorted(set(re.findall(_LANGUAGES, m["o"].lower())))))),
    _p("language_is", rf"\bmy\s+(?P<o>{_LANGUAGES})(?:'s|\s+is)\s+(?:now\s+)?(?:pretty |quite |really |very |now )*(?:decent|good|fluent|great|solid|ok|okay|fine)", _object("speaks")),
    _p("learns", rf"\b(?:learning|studying|taking lessons in)\s+(?:how\s+to\s+|the\s+)?{_O}", _object("learns")),
    _p("can", r"\b(?:can|know how to|knows how to|able to|learn(?:t|ed) (?:how )?to|taught myself to)\s+(?:now\s+|finally\s+|even\s+|also\s+|actually\s+)?(?P<o>(?!do\b|be\b|have\b|call\b|stop\b|you\b|eat\b|only\b|use\b|get\b|see\b|say\b|tell\b)[a-z]+(?:\s+(?!this|now|last|anymore|any|in|at|on|for|well|really|these|very|yet|but|so|and|because)[a-z]+)?)", _object("ability"), done=True),
    _p("cannot", r"\b(?:can't|cannot|cant|don't know how to|never learn(?:t|ed)(?: how)? to|unable to)\s+(?P<o>(?!stand|wait|eat|have|bear|help|find|believe|remember|do\b|be\b|tolerate|abide|come|make it|afford|decide|sleep|see|get|imagine|use)[a-z]+(?:\s+(?!this|now|last|anymore|any|in|at|on|for|well|really|these|very|yet|but|so|and|because|to)[a-z]+)?)", _object("ability", -1)),
    _p("driving_test", r"\bpassed\s+(?:my|his|her)\s+driving (?:test|exam)|\bgot (?:my|his|her) (?:driving|driver's) licen[cs]e", lambda _: Found("ability", object="drive"), done=True),
    _p("drives", rf"\b(?:drive|drives|driving|(?P<past>drove))\s+(?:around in\s+)?(?:an?|the|my|our)\s+{_V}", _value("car"), single=True),
    _p("commutes", rf"\b(?:commute|commutes|commuting|go to (?P<g>work|school)|goes to (?P<g2>work|school)|get to work|travel to work)\s+(?:by|on)\s+{_V}", _travel, single=True),
    _p("rides_to_work", r"\b(?:take|takes|catch|get|ride)\s+(?:the|a|my)\s+(?P<v>\w+)\s+to\s+(?P<g>work|school|the office|uni)\b", _travel, single=True),
    _p("travels_to_work", r"\b(?P<v>cycle|cycles|walk|walks|drive|drives|bike|bikes|cycling)\s+to\s+(?P<g>work|school|uni)\b", _travel, single=True),
    _p("handed", r"\b(?P<v>left|right)[- ]hand(?:ed|er)\b|\bwrite\s+with\s+my\s+(?P<v2>left|right)\b", lambda m: Found("handedness", (m["v"] or m["v2"]).lower()), single=True),
    _p("counts", rf"\b(?:have|has|got|parent of|it's|is|are|keep|own|owns|down to|up to|raising|with|father of|mother of|mum of|dad of)\s+(?:now\s+)?(?P<n>\d{{1,2}}|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?P<o>[a-z]+(?:\s+(?!now|at|in|on|and|called|named|from|who)[a-z]+)?){_STOP}", _count, single=True),
    _p("weighs", r"\b(?:weigh|weighs|weight is|down to|up to|weighing)\s+(?:about |around |now )?(?P<v>\d{2,3}(?:\.\d)?\s?(?:kg|kilos?|lbs?|pounds|stone))\b", lambda m: Found("weight", normal(m["v"].replace(" ", ""))), single=True),
    _p("attribute_is", rf"\b(?:my|our)\s+(?:new\s+|current\s+)?(?P<n>{_ATTRIBUTES})(?:'s|\s+(?:is|are|(?P<past>was|were)))\s+(?:now\s+|currently\s+|an?\s+|on\s+|at\s+)*(?P<v>(?:[^,;!?\n](?!\s(?:and|but|now|instead|these days)\b))+[^,;!?\n.\s]?)", _attribute, single=True),
    _p("has", rf"\b(?:have|has|got|own|owns|bought|adopted)\s+(?:an?|my first|our first|my own|another)\s+(?P<o>[a-z][\w -]*?)(?:\s+(?:called|named)\s+(?P<v>\w+))?{_STOP}", lambda m: Found("has", object=normal(m["o"].replace("first", "")), value=normal(m["v"] or ""))),
    _p("pet_is", r"\bmy\s+(?P<o>cat|dog|rabbit|hamster|horse|parrot|tortoise|snake|goldfish|budgie|pony|puppy|kitten)(?:'s|\s+is)\s+(?:called|named)\s+(?P<v>\w+)", lambda m: Found("has", object=normal(m["o"]), value=normal(m["v"]))),
    _p("has_no", rf"\b(?:don't have|dont have|haven't got|don't own|have no|do not have|doesn't have|has no)\s+(?:an?\s+|any\s+)?{_O}", _object("has", -1)),
    _p("smokes", r"\b(?:smoke|smokes|smoking)\b(?!\s+(?:alarm|detector))", lambda _: Found("does", value="smoke")),
    _p("drinks", r"\b(?:drink|drinks|drinking)\b(?=\s*(?:[,.;!?]|$)|\s+(?:alcohol|now|any ?more|again|at all|anymore))", lambda _: Found("does", value="drink", object="alcohol")),
    _p("teetotal", r"\b(?:teetotal(?:ler|er)?|t-total|sober)\b", lambda _: Found("does", value="drink", object="alcohol", polarity=-1)),
)  # fmt: skip

_THING = r"(?:my |the |our |his |her |a |an |all (?:of )?|that |doing |to )*"
ENDS: tuple[Predicate, ...] = (
    _p("ended", rf"\b(?:sold|selling|ditched|got rid of|gave away|given away|dumped|binned|scrapped|returned|traded in|swapped|replaced|had to (?:sell|quit|stop|cancel|drop|give up|leave|return|pull out of)|(?:upgraded|switched|migrated|changed) (?:\w+ ){{0,3}}?from|moved (?:\w+ ){{0,4}}?from|quit|quitting|(?<!my )(?<!the )left(?! hand)|resigned from|laid off (?:from|by)|fired (?:from|by)|let go (?:from|by)|sacked (?:from|by)|retired from|g(?:a|i)ven? up(?: on)?|giving up(?: on)?|stopped|finished|completed|graduated (?:from|in)|defended|passed|dropped(?: out of)?|pull(?:ed|ing)? out of|cancell?ed|called off|done with|through with|moved (?:away|out) (?:from|of)|no longer (?:have|own|use|need|do|go to|want|into|taking|take)|cut out|kicked|shelved|abandoned|unsubscribed from|deleted|closed|notice at|notice to|no more|not (?:doing|taking|using|training for) (?=.*any ?more)|don't (?:have|own|use|need|do|go to|take|want|play|watch|read) (?=.*any ?more))\s+{_THING}(?P<o>[^,.;!?\n]+?)(?=\s+(?:to|for|with|needed|any ?more|because|membership|subscription|degree|course|trip|account|plan|plans)\b|{_STOP[3:-1]})", _end, done=True, ended=True),
    _p("thing_ended", r"\b(?:my|our|the|their)?\s*\b(?P<o>[\w-]+(?:\s[\w-]+)?)\s+(?:is|was|got|has been|have been|'s been|are|were|is now|has)?\s*(?:cancell?ed|called off|died|broke down|packed up|been stolen|stolen|over now|fell through|passed away|is gone|been sold|is off|is dead|shut down|closed down)\b|\b(?:my|our|the|his|her)?\s*\b(?P<o2>[\w-]+(?:\s[\w-]+)?)(?:'s|\s+(?:is|are))\s+over\b|\b(?:got|had)\s+(?:my|the|his|her)\s+(?P<o3>\w+)\s+(?:off|removed|taken out)\b", lambda m: Found("end", object=normal(re.sub(r"\b(?:trip|is|was|has|got|to|been)\b", "", m["o"] or m["o2"] or m["o3"]))), done=True, ended=True),
    _p("no_more", r"\bno\s+(?:more\s+)?(?P<o>[\w -]+?)\s+(?:needed\s+|for me\s+)?any ?more\b", lambda m: Found("end", object=normal(m["o"])), done=True, ended=True),
)  # fmt: skip

_EVENTS = (
    r"stand-?up|meeting|sync|class(?:es)?|flight|appointment|train|lessons?|shift|wedding|exam|interview|retro|party|call|check-?up|rehearsals?|"
    r"practice|training|session|course|conference|concert|gig|game|match|deadline|trip|bus|ferry|dinner|lunch|1:1|one-on-one|review|demo|"
    r"surgery|operation|viewing|tour|reservation|booking|delivery|hearing|honeymoon|holiday|vacation|therapy|choir|webinar|presentation|due date|"
    r"parents' evening|school run|pick-?up|drop-?off|yoga|pilates|book club|anniversary|graduation|move|renewal|payday|bin day"
)
EVENT = re.compile(
    rf"\b(?P<before>(?:[\w'-]+\s+){{0,2}}?)(?P<head>{_EVENTS})\b(?P<after>\s+(?!to \d|in (?:the|an?|\d)\b)(?:with|to|for|from|in|back(?! to)|home)(?:\s+(?:the\s+|my\s+|dr\.?\s+)?[\w-]+)?)?",
    _I,
)
HABIT = re.compile(
    r"\b(?P<wake>(?:get|gets|getting|wake|wakes) up|rise|sleep (?:in )?(?:until|till))\b|\b(?P<bed>go(?:es)? to (?:bed|sleep))\b"
    r"|\b(?P<start>start|finish|begin|eat|have) (?P<what>work|lunch|dinner|breakfast|school)\b",
    _I,
)
