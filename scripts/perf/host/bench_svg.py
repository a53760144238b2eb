# SPDX-License-Identifier: GPL-2.0
"""The drawing of bench: for each operation the cost of an event against the number of events, ours
and the base's, both axes logarithmic.  Light or dark as the reader's browser is."""

import math
from xml.sax.saxutils import escape

COLUMNS = 4
# Operations whose rows are the cost of all events together
TOGETHER = ("switch", "switch-inherited", "switch-tracepoint")
# Of a panel, and of the plot within
WIDTH, HEIGHT = 240, 190
LEFT, RIGHT, TOP, BOTTOM = 50, 14, 30, 28
HEAD = 64
STYLE = """
svg { --paper: #ffffff; --ink: #1f2328; --faint: #d0d7de; --dim: #59636e;
      --ours: #0969da; --base: #bc4c00; font: 11px system-ui, sans-serif; }
@media (prefers-color-scheme: dark) {
svg { --paper: #0d1117; --ink: #e6edf3; --faint: #30363d; --dim: #9198a1;
      --ours: #58a6ff; --base: #f0883e; }
}
text { fill: var(--dim); }
.title { fill: var(--ink); font-weight: 600; font-size: 12px; }
.head { fill: var(--ink); font-weight: 600; font-size: 16px; }
.grid { stroke: var(--faint); stroke-width: 1; }
.line { fill: none; stroke-width: 2; }
.ours { stroke: var(--ours); }
.base { stroke: var(--base); stroke-dasharray: 5 3; }
.ours-dot { fill: var(--ours); }
.base-dot { fill: var(--paper); stroke: var(--base); stroke-width: 2; }
"""


class Panel:
    """One operation at @left, @top; @series is [(class, {number: cost})]."""

    def __init__(self, left, top, series):
        self.left, self.top = left, top
        sizes = sorted({size for _, points in series for size in points})
        costs = [max(cost, 1) for _, points in series for cost in points.values()]
        self.sizes = sizes
        self.low = math.floor(math.log10(min(costs)))
        self.high = max(math.ceil(math.log10(max(costs))), self.low + 2)

    def across(self, size):
        """Where a number of events is."""
        first, last = math.log2(self.sizes[0]), math.log2(self.sizes[-1])
        share = (math.log2(size) - first) / (last - first)
        return self.left + LEFT + share * (WIDTH - LEFT - RIGHT)

    def down(self, cost):
        """Where a cost is."""
        share = (math.log10(max(cost, 1)) - self.low) / (self.high - self.low)
        return self.top + HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def draw_axes(self, title):
        """The grid with its labels."""
        yield (f'<text class="title" x="{self.left + LEFT}" y="{self.top + 18}">'
               f'{escape(title)}</text>')
        ends = self.across(self.sizes[0]), self.across(self.sizes[-1])
        for power in range(self.low, self.high + 1):
            level = self.down(10 ** power)
            yield (f'<line class="grid" x1="{ends[0]:.1f}" x2="{ends[1]:.1f}" '
                   f'y1="{level:.1f}" y2="{level:.1f}"/>')
            yield (f'<text x="{ends[0] - 6:.1f}" y="{level + 4:.1f}" text-anchor="end">'
                   f'{short(10 ** power)}</text>')
        for size in self.sizes:
            yield (f'<text x="{self.across(size):.1f}" y="{self.top + HEIGHT - BOTTOM + 16}" '
                   f'text-anchor="middle">{size:,}</text>')

    def draw_line(self, which, points):
        """The points of one kernel, joined; each has its value as a tip."""
        places = [(self.across(size), self.down(cost), size, cost)
                  for size, cost in sorted(points.items())]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in places)
        yield f'<polyline class="line {which}" points="{path}"/>'
        for x, y, size, cost in places:
            yield (f'<circle class="{which}-dot" cx="{x:.1f}" cy="{y:.1f}" r="3">'
                   f'<title>{which}, {size:,}: {cost:,.0f}</title></circle>')


def short(value):
    """1k for 1,000."""
    for unit, text in ((1000000, "M"), (1000, "k")):
        if value >= unit:
            return f"{value // unit}{text}"
    return f"{value:g}"


def draw(path, ours, base):
    """Write the drawing; @ours, @base: operation -> {number of events: cost}."""
    names = [name for name in ours if len(ours[name]) > 2]
    rows = -(-len(names) // COLUMNS)
    width, height = COLUMNS * WIDTH + RIGHT, HEAD + rows * HEIGHT + RIGHT
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             f'width="{width}" height="{height}" role="img">',
             "<title>Instructions for each event against the number of events</title>",
             f"<style>{STYLE}</style>",
             '<rect width="100%" height="100%" style="fill: var(--paper)"/>',
             '<text class="head" x="20" y="28">Instructions for each event, '
             "against the number of events</text>"]
    for left, which in ((20, "ours"), (100, "base")):
        parts += [f'<line class="line {which}" x1="{left}" x2="{left + 26}" y1="48" y2="48"/>',
                  f'<circle class="{which}-dot" cx="{left + 13}" cy="48" r="3"/>',
                  f'<text x="{left + 32}" y="52">{which}</text>']
    for place, name in enumerate(names):
        series = [("base", base.get(name, {})), ("ours", ours[name])]
        panel = Panel(place % COLUMNS * WIDTH, HEAD + place // COLUMNS * HEIGHT, series)
        parts += panel.draw_axes(name + (", all together" if name in TOGETHER else ""))
        for which, points in series:
            if points:
                parts += panel.draw_line(which, points)
    parts.append("</svg>")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n")
