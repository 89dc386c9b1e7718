"""Syntax highlighting of programs, for terminals and notebooks."""

from __future__ import annotations

import re

#: The tokens of a program's text: the first pattern that matches.
_PARTS = re.compile(
    r"(?P<comment>//[^\n]*)|(?P<string>\"(?:[^\"\\]|\\.)*\")|(?P<value>%[\w$.-]+(?:#\d+)?)|(?P<symbol>@[\w$.-]+)"
    r"|(?P<type>\b(?:tensor|memref|vector)(?=<)|\b(?:index|none|b?f\d+|[su]?i\d+)\b)|(?P<number>(?<![\w.])-?\d[\w.+]*)"
    r"|(?P<op>\b[a-z_]+\.[a-z_.]+\b|\b(?:return|module)\b)"
)
#: Colours for ANSI terminals, and for HTML pages.
_COLOURS = {
    "comment": ("90", "#808080"),
    "string": ("32", "#2a7a2a"),
    "value": ("36", "#1a6a8a"),
    "symbol": ("33", "#8a6a00"),
    "type": ("35", "#7a3a9a"),
    "number": ("31", "#a03030"),
    "op": ("1", "#204080"),
}


def terminal(text: str) -> str:
    """The text with ANSI escapes."""
    return _PARTS.sub(lambda part: f"\x1b[{_COLOURS[part.lastgroup][0]}m{part[0]}\x1b[0m", text)


def coloured(text: str) -> str:
    """The text for this output: coloured on a terminal, unless NO_COLOR is set."""
    import os
    import sys

    return terminal(text) if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else text


def html(text: str) -> str:
    """The text as HTML."""
    from html import escape

    parts, end = [], 0
    for part in _PARTS.finditer(text):
        parts.append(escape(text[end : part.start()]))
        parts.append(f'<span style="color:{_COLOURS[part.lastgroup][1]}">{escape(part[0])}</span>')
        end = part.end()
    return f"<pre>{''.join(parts)}{escape(text[end:])}</pre>"
