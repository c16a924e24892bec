"""The module `scsa` of the course's interface, for players that import it. Written for the bridge.

An SCSA is an object with a name that makes codes. The bridge makes it a string as well, so that a player may compare it with a name.
"""

import random

# Sample codes of the codemaker, if players get any, and whether a color may come twice. An SCSA without a class of its own draws from the
# samples that are codes of the game.
from arena_match import repeats, samples

SUPPLIED_BY_BRIDGE = True

# In the newer form of the interface `generate_codes` returns a list also for one code.
always_lists = True


def list_to_str(arr):
    """The strings of a list, joined."""
    return "".join(arr)


def read_from_file(file_name):
    """The lines of a file."""
    with open(file_name) as file:
        return [line.strip() for line in file]


class SCSA:
    """A secret-code-selection algorithm. `draw` makes one code, or None if there is none of that size."""

    def __init__(self):
        self.name = str(self)

    def draw(self, length, colors):
        fits = [code for code in samples if len(code) == length and set(code) <= set(colors)]
        codes = [code for code in fits if repeats or len(set(code)) == length]
        return random.choice(codes) if codes else None

    def generate_codes(self, length, colors, num_codes=1):
        """One code as a string, or a list of codes. None if there are none of that size."""
        codes = [self.draw(length, colors) for _ in range(num_codes)]
        if None in codes:
            return None
        return codes if always_lists or num_codes != 1 else codes[0]

    def write_to_file(self, codes, length, num_colors):
        with open("%s_%d_%d.txt" % (self.name, length, num_colors), "w") as file:
            file.writelines(code + "\n" for code in codes)

    def generate_and_write_to_file(self, length, colors, num_codes=100):
        self.write_to_file([self.draw(length, colors) for _ in range(num_codes)], length, len(colors))


def _of_palette(palette, length):
    """A code of these colors, or None if they are too few."""
    if repeats:
        return "".join(random.choices(palette, k=length))
    return "".join(random.sample(palette, length)) if length <= len(palette) else None


def _of_both(palette, length):
    """A code in which both colors of the palette occur."""
    while True:
        code = _of_palette(palette, length)
        if code is None or len(set(code)) == 2:
            return code


class InsertColors(SCSA):
    """Every peg from all colors."""

    def draw(self, length, colors):
        return _of_palette(colors, length) if colors else None


class TwoColor(SCSA):
    """Two colors, both of which occur."""

    def draw(self, length, colors):
        return _of_both(random.sample(colors, 2), length) if len(colors) > 1 and length > 1 else None


class ABColor(SCSA):
    """A and B, both of which occur."""

    def draw(self, length, colors):
        return _of_both("AB", length) if length > 1 else None


class TwoColorAlternating(SCSA):
    """Two colors that alternate."""

    def draw(self, length, colors):
        if len(colors) < 2 or length > 2 and not repeats:
            return None
        return ("".join(random.sample(colors, 2)) * length)[:length]


class OnlyOnce(SCSA):
    """No color twice."""

    def draw(self, length, colors):
        return "".join(random.sample(colors, length)) if length <= len(colors) else None


class FirstLast(SCSA):
    """The first and the last peg have the same color."""

    def draw(self, length, colors):
        if not colors or length > 1 and not repeats:
            return None
        code = _of_palette(colors, length)
        return code[:-1] + code[:1] if length > 1 else code


class UsuallyFewer(SCSA):
    """Two or three colors in nine of ten codes."""

    def draw(self, length, colors):
        if len(colors) < 3 or length > 2 and not repeats:
            return None
        fewer = random.randrange(101) < 90
        return _of_palette(random.sample(colors, random.choice((2, 3))) if fewer else colors, length)


class PreferFewer(SCSA):
    """One color in half of the codes, two in a quarter, and so on."""

    def draw(self, length, colors):
        if not colors or length > 1 and not repeats:
            return None
        count = random.choices((1, 2, 3, 4, 5, 6), (50, 25, 13, 8, 3, 1))[0]
        if count == 6 and len(colors) > 6:
            count = random.randint(6, len(colors))
        return _of_palette(random.sample(colors, min(count, len(colors))), length)
