"""Finds the player in a file, and the SCSA argument that it expects."""

import ast
import builtins
import difflib
import os
import sys
import types

from mastermind_arena import Player
from mastermind_arena._protocol import CommandError, called

BRIDGE = os.path.dirname(os.path.abspath(__file__))

# Names that do not follow from those of the command line.
SCSA_NAMES = {"ab-color": "ABColor", "first-and-last": "FirstLast"}


def split_argument(argument):
    """`FILE.py#CLASS` as the file and the class, or None."""
    file, mark, name = argument.rpartition("#")
    if not mark or os.path.isfile(argument):
        file, name = argument, None
    if not os.path.isfile(file):
        raise CommandError("%s: no such file" % file)
    return file, name or None


def prepare_path(file):
    """Lets the player import the files of its own folder, then the modules of the bridge, then installed packages."""
    folder = os.path.dirname(os.path.abspath(file))
    sys.path[:] = [folder, BRIDGE] + [entry for entry in sys.path if os.path.abspath(entry) not in (folder, BRIDGE)]


def load(file):
    """Runs the file as a module, so that `if __name__ == "__main__"` does not hold."""
    path = os.path.abspath(file)
    module = types.ModuleType(os.path.splitext(os.path.basename(path))[0])
    module.__file__ = path
    with open(path, "rb") as source:
        text = source.read()
    if b"\0" in text:
        raise CommandError("%s is not text in UTF-8; save it as UTF-8" % os.path.relpath(path))
    code = compile(text, path, "exec")
    sys.modules[module.__name__] = module
    exec(code, module.__dict__)
    return module


def has_guess(value):
    """Whether a class plays by the method `guess` of the module `mastermind_arena`, rather than by `make_guess` of the course."""
    guess = getattr(value, "guess", None)
    is_derived = isinstance(value, type) and issubclass(value, Player)
    return callable(guess) and guess is not Player.guess and (is_derived or not callable(getattr(value, "make_guess", None)))


def is_player(value):
    function = getattr(value, "make_guess", None)
    code = getattr(function, "__code__", None)
    # The base class of the bridge's module `player` plays nothing.
    is_base = code is not None and code.co_filename.startswith(BRIDGE) and function.__qualname__ == "Player.make_guess"
    return has_guess(value) or callable(function) and not is_base


def own_classes(module):
    """The classes that the file defines."""
    found = []
    for value in list(vars(module).values()):
        if isinstance(value, type) and value.__module__ == module.__name__ and value not in found:
            found.append(value)
    return found


METHODS = ("guess", "make_guess")
# The classes of the course's own file player.py, to which some authors add theirs.
COURSE_PLAYERS = ("Player", "RandomFolks", "Boring")


def own_players(module):
    """The classes of the file that can play, without abstract ones, and without those of the course if there are others."""
    players = [value for value in own_classes(module) if is_player(value) and not getattr(value, "__abstractmethods__", None)]
    return [value for value in players if value.__name__ not in COURSE_PLAYERS and not is_base(value, players)] or players


def is_base(value, players):
    """Whether a class leaves its guesses to another of these that is derived from it."""
    code = getattr(value.guess if has_guess(value) else value.make_guess, "__code__", None)
    is_left = code is not None and "NotImplementedError" in code.co_names
    return is_left and any(value in other.__mro__[1:] for other in players)


def what_there_is(module):
    """What a file without a player has, for the author who looks for a mistake."""
    classes = own_classes(module)
    if not classes:
        for value in vars(module).values():
            source = getattr(sys.modules.get(getattr(value, "__module__", None)), "__file__", None)
            if isinstance(value, type) and is_player(value) and source and not source.startswith(BRIDGE):
                return "it has no class, but imports %s of %s; give that file" % (value.__name__, os.path.relpath(source))
        line = asks_in(module)
        if line:
            return "line %d asks; a player does not: let a function guess(history, pegs, colors) return the next guess" % line
        functions = [
            name for name, value in vars(module).items()
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__
        ]
        return "it has no class" + (", but the functions " + ", ".join(functions[:5]) if functions else "")
    texts = [what_a_class_lacks(value) + line_of_method(module, value) for value in classes[:5]]
    with open(module.__file__, "rb") as source:
        tree = ast.parse(source.read())
    for owner in ast.walk(tree):
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, ast.FunctionDef) and node.name in METHODS and not isinstance(owner, ast.ClassDef):
                place = "inside of %s" % owner.name if isinstance(owner, ast.FunctionDef) else "outside of the class"
                texts.append("%s of line %d is %s; is it indented right?" % (node.name, node.lineno, place))
    return "; ".join(texts)


def asks_in(module):
    """The first line of a file that reads standard input."""
    with open(module.__file__, "rb") as source:
        nodes = ast.walk(ast.parse(source.read()))
    names = ((node.lineno, getattr(node, "id", getattr(node, "attr", None))) for node in nodes if hasattr(node, "lineno"))
    return min((line for line, name in names if name in ("input", "stdin")), default=None)


def line_of_method(module, kind):
    """The place of a method of a class that is no function, as text."""
    with open(module.__file__, "rb") as source:
        nodes = list(ast.walk(ast.parse(source.read())))
    bodies = [node.body for node in nodes if isinstance(node, ast.ClassDef) and node.name == kind.__name__]
    lines = [node.lineno for body in bodies for node in body if isinstance(node, ast.FunctionDef) and node.name in METHODS]
    is_replaced = any(name in vars(kind) and not callable(vars(kind)[name]) for name in METHODS)
    return " (line %d)" % lines[-1] if lines and is_replaced else ""


def what_a_class_lacks(value):
    abstract = getattr(value, "__abstractmethods__", None)
    if abstract:
        return "class %s is abstract: it lacks %s" % (value.__name__, ", ".join(sorted(abstract)))
    methods = [name for name, entry in vars(value).items() if callable(entry) and not name.startswith("__")]
    for name in METHODS:
        if isinstance(vars(value).get(name), property):
            return "%s of class %s is a property, which is not called; remove @property" % (name, value.__name__)
        if name in vars(value) and vars(value)[name] is None:
            return "%s of class %s is None; its decorator has to return a function" % (name, value.__name__)
    method = "guess" if not hasattr(value, "make_guess") else "make_guess"
    if method == "make_guess" and "guess" in methods:
        return "class %s is of the course, and has no method make_guess; for guess its base is Player of mastermind_arena" % value.__name__
    near = difflib.get_close_matches(method, methods, 1, 0.4)
    return "class %s has no method %s%s" % (value.__name__, method, "; is %s meant?" % near[0] if near else "")


def player_of_function(function):
    """The class of a player whose guesses are those of a function of a module."""

    class FunctionPlayer(Player):
        def guess(self, history):
            return called(function, history, self.pegs, self.colors)

    return FunctionPlayer


def player_class(file, name):
    """Loads the file, and finds the class of the player, or the object if `name` is one."""
    module = load(file)
    kind = player_of(module, file, name)
    numbers = vars(module).get("numbers")
    if isinstance(kind, type) and type(numbers) is int and getattr(kind, "numbers", None) is None:
        kind.numbers = numbers
    return kind


def player_of(module, file, name):
    players = own_players(module)
    names = ", ".join(value.__name__ for value in players)
    shown = os.path.relpath(file)
    function = vars(module).get("guess")
    is_function = isinstance(function, types.FunctionType) and function.__code__.co_varnames[:1] != ("self",)
    if is_function and (name == "guess" or name is None and not players):
        return player_of_function(function)
    if name is None:
        if not players:
            raise CommandError("%s has no class with a method guess or make_guess: %s" % (shown, what_there_is(module)))
        if len(players) > 1:
            raise CommandError("%s has several players: %s. Name one, as in %s#%s" % (shown, names, shown, players[0].__name__))
        return players[0]
    value = getattr(module, name, None)
    if value is not None and is_player(value):
        return value
    has = "it has " + names if players else "it has no player"
    if value is None:
        raise CommandError("%s has no class %s; %s" % (shown, name, has))
    raise CommandError("%s of %s has no method guess or make_guess; %s" % (name, shown, has))


def scsa_name(codemaker):
    """The name that the course uses: TwoColorAlternating for two-color-alternating."""
    base = codemaker.split(":")[0]
    if base.rpartition("-")[2] in ("2019", "2024"):
        base = base.rpartition("-")[0]
    if base in SCSA_NAMES:
        return SCSA_NAMES[base]
    parts = "".join(letter if letter.isalnum() else " " for letter in base).split()
    return "".join(part[:1].upper() + part[1:] for part in parts) or "Unknown"


def third_parameter(method):
    """Name and annotation of the parameter of `make_guess` that takes the SCSA."""
    function = getattr(method, "__func__", method)
    skip = 1 if function is not method else 0
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    code = getattr(function, "__code__", None)
    if code is None or code.co_argcount < skip + 3:
        return "", None
    name = code.co_varnames[skip + 2]
    return name, getattr(function, "__annotations__", {}).get(name)


def wants_object(method):
    """Whether the player is of the older form, which gets an object instead of a name: a parameter `scsa`, not annotated as a
    string."""
    name, annotation = third_parameter(method)
    if annotation is not None:
        shown = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
        return "SCSA" in shown
    return name.lower() == "scsa"


class Name(str):
    """The base of the classes of a module `scsa`. Some engines of the course pass the name of an SCSA and others an object; such an
    object is both."""

    def __new__(cls, *_arguments, **_keywords):
        return super().__new__(cls, "" if cls.__name__ == "SCSA" else cls.__name__)

    def __getnewargs__(self):  # for copies
        return ()


def name_bases(bases):
    """The bases of a class, and `Name` if none of them is a string."""
    if any(isinstance(base, type) and issubclass(base, str) for base in bases):
        return bases
    return tuple(base for base in bases if base is not object) + (Name,)


def make_names(scsa):
    """From now on the classes `SCSA` and that of this name get the base `Name` in modules `scsa`, also in the player's own. Nothing
    less serves every use: another object may be equal to a name, but is no string for `re` or `open`; another class may be a subclass of
    the player's, but is not it."""
    build = builtins.__build_class__

    def build_class(body, name, *bases, **keywords):
        if name in ("SCSA", scsa) and body.__globals__.get("__name__", "").split(".")[0] == "scsa":
            try:
                return build(body, name, *name_bases(bases), **keywords)
            except TypeError:  # such as of an Enum
                pass
        return build(body, name, *bases, **keywords)

    builtins.__build_class__ = build_class


def scsa_argument(method, codemaker):
    """The name of the SCSA, or an object of its class for players of the older form."""
    name = scsa_name(codemaker)
    old = wants_object(method)
    supplied = sys.modules.get("scsa")
    if old and supplied is None:
        import scsa as supplied
    if getattr(supplied, "SUPPLIED_BY_BRIDGE", False):
        supplied.always_lists = not old
    if not old:
        return name
    try:
        made = getattr(supplied, name, None)
        if not isinstance(made, type):
            base = getattr(supplied, "SCSA", object)
            made = type(name, name_bases((base,)), {})
        value = made()
    except Exception:  # a class of the player's own module that needs arguments, or that nothing is made of
        return name
    try:
        if not getattr(value, "name", None):
            value.name = name
    except AttributeError:  # a class with __slots__
        pass
    return value
