# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""Orders for every answer to come, not only for the next."""

import re

_I = re.IGNORECASE
_STANDING = re.compile(
    r"\b(?:always|never|from now on|from here on|in (?:the )?future|going forward|whenever|every ?time|each time|by default|for all (?:future|your)|"
    r"(?:i'd|i would|i'?d much) (?:rather|prefer)(?: it)?(?: if| that)? you (?!(?:do|did|make|made|sen[dt]|use|used|write|wrote) (?:this|that|it)\b)|don'?t ever|^(?:please )?no \w+[^.]*\bever\b|"
    r"(?:in|with|at|of|for) (?:every|each|any|all(?: of)?)(?: one of)? (?:your )?(?:answers?|repl(?:y|ies)|responses?|messages?)|"
    r"(?:call|address) me (?!back|when|if|later|at|on|tomorrow|a\b)|don'?t (?:ever )?call me|"
    r"your (?:answers|replies|responses|explanations|tone|writing style)|"
    r"(?:answer|reply|respond|talk|speak|write)(?: back)? (?:to )?me (?:in|like|as|with)|(?:answer|reply|respond|speak) (?:only |always )?in (?-i:[A-Z])\w+|"
    r"when(?:ever)? (?:you|i) (?:answer|reply|respond|write|explain|give|ask|send|suggest|recommend|talk|code)|"
    r"(?:use|using|in|prefer|stick to|switch to) (?:the )?(?:metric|imperial|celsius|fahrenheit|kilomet\w+|miles|british|american|uk|us|24[- ]hour|12[- ]hour)\b|"
    r"(?:no|avoid|stop using|don'?t use|without|skip|drop|quit(?: using)?) (?:the |any |so many |too many |more )?(?:emojis?|jargon|small ?talk|bullet points?|bullets|exclamation marks?|markdown|"
    r"headings?|disclaimers?|apologies|apologi[sz]ing|flattery|filler|preamble|tables|slang|swearing|sugar ?coat\w*)|"
    r"(?:keep|make) (?:the |all |your )?(?:answers?|replies|responses?|explanations?|things) (?:short|brief|concise|simple|long|detailed|formal|informal|casual)|"
    r"(?:short|brief|concise|shorter|longer|detailed|direct|honest|simple|formal|informal) (?:answers|replies|responses|explanations)|"
    r"be (?:more |less |very |always )?(?:concise|brief|direct|honest|blunt|formal|informal|casual)(?: with me)?(?: please)?$)",
    _I,
)
_FOR_THIS = re.compile(r"\b(?:this|these|here|above|below|that one|the following)\b", _I)
_FOR_EVER = re.compile(
    r"\b(?:always|never|from now on|from here on|in future|in the future|going forward|whenever|every ?time|by default|your answers)\b",
    _I,
)


def is_standing(text: str) -> bool:
    """Whether an order is one for every answer, not only for the next."""
    return bool(_STANDING.search(text)) and not (_FOR_THIS.search(text) and not _FOR_EVER.search(text))
