"""Conversations made up for the tests, in the shapes of the data sets."""

import json
from pathlib import Path

_TALK = [
    ("Ada", "I finally adopted a greyhound from the shelter, he is called Pixel."),
    ("Bo", "Lovely! I spent the weekend repairing my grandmother's accordion."),
    ("Ada", "My sister Ines is moving to Lisbon in September for a job at the aquarium."),
    ("Bo", "I can't eat hazelnuts any more, the doctor confirmed the allergy."),
    ("Ada", "Our choir sings the Fauré requiem on the 12th of November."),
    ("Bo", "I sold the old van and bought a cargo bike instead."),
]
_ASKED = [
    ("Which animal did Ada adopt?", [0], 4),
    ("What should Bo not eat?", [3], 4),
    ("Where is Ada's sister going to live?", [2], 1),
    ("When does the choir of Ada sing?", [4], 2),
]
_FACTS = [
    "I teach chemistry at a secondary school in Leeds.",
    "My son Oscar plays the trombone.",
    "I get migraines from red wine.",
    "We keep bees at the bottom of the garden.",
    "On Thursdays I play badminton with Priya.",
]
_QUESTIONS: list[dict[str, object]] = [
    {"q": "What is my job?", "answers": [0]},
    {"q": "Which drink gives me a headache?", "answers": [2]},
    {"q": "Which insects do we have?", "answers": [3]},
    {"q": "What colour is our front door?", "answers": []},
]
_PERSON = {"person": "a teacher", "style": "life", "facts": _FACTS, "questions": _QUESTIONS}


def write(folder: Path) -> None:
    """Puts files of each kind into a folder."""
    for sub in ("questions", "talks", "precisionmembench"):
        (folder / sub).mkdir(parents=True)
    _json(folder / "locomo_made_up.json", [_friends()])
    _json(folder / "longmemeval_made_up.json", [_chats(one) for one in range(2)])
    _json(folder / "questions" / "a.jsonl", _PERSON)
    _json(folder / "talks" / "a.jsonl", _talk())
    for name, content in zip(("beliefs.seed", "retrieval.cases", "session-retrieval.cases"), _beliefs(), strict=True):
        _json(folder / "precisionmembench" / f"{name}.json", content)


def _friends() -> dict[str, object]:
    turns = [{"speaker": speaker, "dia_id": f"D1:{place}", "text": text} for place, (speaker, text) in enumerate(_TALK)]
    asked = [
        {"question": text, "evidence": [f"D1:{place}" for place in places], "category": category}
        for text, places, category in _ASKED
    ]
    talk = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    return {"sample_id": "made-up", "conversation": talk, "qa": asked}


def _chats(number: int) -> dict[str, object]:
    fact = _FACTS[number]
    session = [
        {"role": "user", "content": fact, "has_answer": True},
        {"role": "assistant", "content": "Thank you for telling me."},
    ]
    return {
        "question_id": f"made-up-{number}",
        "question_type": "single-session-user",
        "question": ("Where do I teach?", "Which instrument does my son play?")[number],
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_session_ids": [f"session-{number}"],
        "haystack_sessions": [session],
    }


def _talk() -> dict[str, object]:
    first = [
        {"role": "user", "content": "I'm allergic to hazelnuts and I live in Leeds. My sister Ines is a nurse."},
        {"role": "assistant", "content": "Noted: no nuts. Shall I suggest a bakery?"},
    ]
    second = [{"role": "user", "content": "I live in York now. What is the weather like today?"}]
    return {
        "id": "made-up",
        "sessions": [
            {"date": "2026-03-01T10:00:00Z", "messages": first},
            {"date": "2026-04-01T10:00:00Z", "messages": second},
        ],
        "expect": [
            {"contains": ["allergic", "hazelnuts"], "about": None},
            {"contains": ["york"], "about": None},
            {"contains": ["nurse"], "about": "Ines"},
        ],
        "retired": [{"contains": ["leeds"], "by": ["york"]}],
        "forbid": ["weather", "bakery"],
        "people": [{"names": ["Ines"], "relations": ["sister"]}],
        "questions": [{"q": "What is the user allergic to?", "contains": ["hazelnuts"]}],
    }


def _beliefs() -> tuple[object, object, object]:
    def belief(id_: str, name: str, content: str) -> dict[str, object]:
        return {
            "_id": id_,
            "user_id": "test-user",
            "type": "entity",
            "canonical_name": name,
            "aliases": [],
            "content": content,
            "why_it_matters": "",
            "scope": ["domain:code"],
            "pinned": False,
            "superseded_by": None,
            "resolved_at": None,
            "created_at": "2026-03-01T10:00:00Z",
        }

    def case(query: str, expected: str) -> dict[str, object]:
        expect = {"relevantBeliefs": {"shouldOnlyInclude": [expected]}}
        return {"category": "Made up", "scope": ["domain:code"], "query": query, "userMessage": query, "expect": expect}

    seed = [belief("cache", "redis", "Redis is the cache."), belief("tests", "vitest", "Vitest runs the tests.")]
    turn = {**case("What runs the tests?", "tests"), "createBeliefAtTurn": belief("lint", "biome", "Biome lints.")}
    return seed, [case("What is Redis for?", "cache")], [{"turns": [turn, case("What lints?", "lint")]}]


def _json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")
