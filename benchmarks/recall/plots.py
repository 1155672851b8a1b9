"""Plots as plain SVG, readable on a light and on a dark page."""

import math
from collections.abc import Mapping, Sequence
from html import escape

_WIDTH, _LABELS, _ROW = 720, 190, 22
_OURS, _OTHERS = "#1f77b4", "#9aa5b1"
_COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b")
_TEXT = 'font-family="system-ui, sans-serif" font-size="12" fill="#6b7280"'


def bars(title: str, values: Sequence[tuple[str, float]], *, ours: str, form: str = "{:.3f}") -> str:
    """One bar a name, the longest first; ours stands out."""
    ordered = sorted(values, key=lambda pair: -pair[1])
    longest = max((value for _, value in ordered), default=1.0) or 1.0
    lines = []
    for row, (name, value) in enumerate(ordered):
        y = 30 + row * _ROW
        width = (_WIDTH - _LABELS - 70) * value / longest
        lines += [
            f'<text x="{_LABELS - 8}" y="{y + 13}" text-anchor="end" {_TEXT}>{escape(name)}</text>',
            f'<rect x="{_LABELS}" y="{y + 2}" width="{width:.1f}" height="{_ROW - 7}" rx="2" '
            f'fill="{_OURS if name == ours else _OTHERS}"/>',
            f'<text x="{_LABELS + width + 6:.1f}" y="{y + 13}" {_TEXT}>{form.format(value)}</text>',
        ]
    return _svg(title, lines, height=36 + len(ordered) * _ROW)


def growth(title: str, lines_: Mapping[str, Sequence[tuple[float, float]]], *, x: str, y: str) -> str:
    """Lines through points, both axes logarithmic."""
    points = [point for line in lines_.values() for point in line]
    left, right = (math.log10(bound(px for px, _ in points)) for bound in (min, max))
    low = math.floor(math.log10(min(py for _, py in points)))
    high = max(math.ceil(math.log10(max(py for _, py in points))), low + 1)
    x0, x1, y0, y1 = 60.0, _WIDTH - 30.0, 290.0, 40.0

    def place(px: float, py: float) -> str:
        across = (math.log10(px) - left) / ((right - left) or 1)
        up = (math.log10(py) - low) / (high - low)
        return f"{x0 + (x1 - x0) * across:.1f},{y0 + (y1 - y0) * up:.1f}"

    drawn = []
    for power in range(low, high + 1):
        level = y0 + (y1 - y0) * (power - low) / (high - low)
        drawn += [
            f'<line x1="{x0}" y1="{level:.1f}" x2="{x1}" y2="{level:.1f}" stroke="#d1d5db"/>',
            f'<text x="{x0 - 6}" y="{level + 4:.1f}" text-anchor="end" {_TEXT}>{10.0**power:g}</text>',
        ]
    for px in sorted({px for px, _ in points}):
        across = place(px, 10.0**low).split(",")[0]
        drawn.append(f'<text x="{across}" y="{y0 + 18}" text-anchor="middle" {_TEXT}>{px:,.0f}</text>')
    for number, (name, line) in enumerate(lines_.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(place(*point) for point in line)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn += [
            f'<circle cx="{spot.split(",")[0]}" cy="{spot.split(",")[1]}" r="3" fill="{colour}"/>'
            for spot in path.split()
        ]
        drawn += [
            f'<rect x="{x0 + 160 * number}" y="336" width="12" height="12" fill="{colour}"/>',
            f'<text x="{x0 + 160 * number + 18}" y="346" {_TEXT}>{escape(name)}</text>',
        ]
    drawn.append(f'<text x="{(x0 + x1) / 2}" y="{y0 + 36}" text-anchor="middle" {_TEXT}>{escape(x)}</text>')
    drawn.append(f'<text x="{x0}" y="34" text-anchor="middle" {_TEXT}>{escape(y)}</text>')
    return _svg(title, drawn, height=360)


def _svg(title: str, lines: Sequence[str], *, height: int) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">\n'
        f'<title>{escape(title)}</title>\n<text x="10" y="18" {_TEXT} font-weight="bold">{escape(title)}</text>\n'
    )
    return head + "\n".join(lines) + "\n</svg>\n"
