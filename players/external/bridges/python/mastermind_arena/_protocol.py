"""The player's side of the line protocol of external players: docs/protocol.md describes it.

It is spoken on the standard input and output that the process was started with. The player does not see them: its standard output is
standard error, and its standard input is empty.

Exit codes: 0 after `bye` or the end of the input; 1 the player failed (an exception, or a call of `sys.exit`); 2 there is no such
player; 3 a line of the tournament is not of the protocol. The answer `exception` says which, in one sentence.
"""

import ast
import errno
import os
import random
import re
import reprlib
import sys
import threading
import time
import traceback

import mastermind_arena
from mastermind_arena import Match, Turn

EXIT_PLAYER = 1
EXIT_COMMAND = 2
EXIT_PROTOCOL = 3

# The longest code of the protocol. A longer string is an illegal guess at every size.
LONGEST_GUESS = 32
# The most characters of a value or an exception that are shown.
LONGEST_TEXT = 200
# How long a player computes before the tournament is told where it is, and until it is told again: this part of the time of a round, and
# these seconds at the most.
PART_OF_ROUND, LONGEST_PAUSE = 0.1, 0.25

# The innermost frames that are looked at when the player computes for long. A recursion may have millions.
MOST_FRAMES = 1000

# Shows values of any size in little time.
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = SHORT.maxlong = 60
SHORT.maxlist = SHORT.maxtuple = SHORT.maxdict = SHORT.maxset = 12
SHORT.maxlevel = 3

# The folder of the player, and that of these modules.
FOLDER = os.getcwd()
MODULES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Whether the bridge loads the player's file: then `run` at its end must not play.
is_loading = False
# The player of the match.
playing = None
# Whether the author is told of files that are lost, and of exceptions behind repeated guesses: in `arena try`.
is_trial = "ARENA_TRY" in os.environ


class CommandError(Exception):
    """There is no such player. The text says what to write instead."""


class ProtocolError(Exception):
    """A line of the tournament is not of the protocol."""


class Channel:
    """The two pipes to the tournament, moved to descriptors that the player's code does not use."""

    def __init__(self):
        self.input = os.fdopen(os.dup(0), "rb")
        self.output = os.dup(1)
        self.process = os.getpid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)

    def read(self):
        """The words of the next line, or None at the end of the input."""
        line = self.input.readline()
        if not line:
            return None
        return line.decode("ascii", "replace").split()

    def write(self, line):
        if os.getpid() != self.process:  # a child of the player's os.fork() that came back here
            os._exit(EXIT_PLAYER)
        data = line.encode("utf-8", "backslashreplace") + b"\n"
        while data:
            data = data[os.write(self.output, data):]


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass


def message(text):
    """Prints a line on standard error, whatever the player has done to the streams of Python."""
    flush()
    try:
        os.write(2, (text + "\n").encode("utf-8", "backslashreplace"))
    except OSError:
        pass


def stop(channel, code, text):
    """Tells the tournament and people why, and ends the process at once, also if the player has left threads behind."""
    message(text)
    try:
        channel.write("exception " + text)
    except OSError:
        pass
    os._exit(code)


def one_line(text):
    """The text in one line, the same in every run, and not long."""
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(text.split()))
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


def shown(value):
    """A value as Python writes it, whatever it is."""
    try:
        text = SHORT.repr(value)
        if isinstance(value, (str, bytes, list, tuple)) and len(value) > LONGEST_GUESS:
            text += " of length %d" % len(value)
    except BaseException:
        text = "an object of type " + type(value).__name__
    return one_line(text)


def player_file(path):
    """The name of a file of the player, or None if the file is another's: the player's files are below the current folder."""
    if not path or path.startswith("<"):  # such as "<string>", for code from a string
        return None
    path = os.path.abspath(path)
    inside = os.path.relpath(path, FOLDER)
    is_other = inside.startswith(os.pardir) or "site-packages" in inside or path.startswith(MODULES + os.sep)
    return None if is_other else inside


def places(frames):
    """The pairs (file, line) of those frames that are in the player's files."""
    found = [(player_file(frame.f_code.co_filename), line) for frame, line in frames]
    return [(file, line) for file, line in found if file]


# How the tournament calls the methods of a player.
FORMS = {
    "__init__": "__init__(self)",
    "begin_match": "begin_match(self, match)",
    "guess": "guess(self, history)",
    "guess of a module": "guess(history, pegs, colors)",
    "end_round": "end_round(self, history, secret)",
    "make_guess": "make_guess(self, board_length, colors, scsa_name, last_response)",
}


def sentence_of(exception):
    """The exception as Python writes it, in one line."""
    try:
        text = str(exception.msg if isinstance(exception, (ImportError, SyntaxError)) else exception)
        if isinstance(exception, ImportError) and exception.path:
            text = text.replace(" (%s)" % exception.path, "")
        text = one_line(text.replace(FOLDER + os.sep, ""))
    except BaseException:
        text = "?"
    if isinstance(exception, SystemExit):
        return "the player ended the program by sys.exit(%s)" % ("" if exception.code is None else text)
    return type(exception).__name__ + (": " + text if text else "")


def hidden_module(exception):
    """The name of the module that a file of the player with the same name hides, if the exception is about such a module."""
    module = getattr(exception, "obj", None)
    name, path = None, None
    if isinstance(exception, ImportError):
        name, path = exception.name, exception.path
    elif isinstance(module, type(sys)):
        name, path = module.__name__, getattr(module, "__file__", None)
    known = (mastermind_arena.__name__, *getattr(sys, "stdlib_module_names", ()))
    return name if name in known and player_file(path) else None


def uses_course_modules():
    """Whether the player imported a module of the course from here, which may lack a name of the author's own."""
    modules = [sys.modules.get(name) for name in ("mastermind", "player", "scsa")]
    return any(os.path.dirname(getattr(module, "__file__", None) or "") == MODULES for module in modules)


def is_of_circle(exception):
    """Whether a name is missing because the file that has it is still being loaded."""
    path = getattr(sys.modules.get(exception.name), "__file__", None)
    codes = [frame.f_code for frame, _ in frames_of(exception)]
    return bool(path) and any(code.co_name == "<module>" and code.co_filename == path for code in codes[:-1])


def frames_of(exception):
    """The frames of the traceback of an exception with their lines, the outermost first."""
    frames, trace = [], exception.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    return frames


def line_of(kind):
    """The pair (file, line) of a class of the player."""
    import inspect
    return player_file(inspect.getsourcefile(kind)), inspect.getsourcelines(kind)[1]


def line_of_value(file, name):
    """The line of a file that first gives an attribute of `self` of that name a value."""
    with open(file, "rb") as source:
        nodes = ast.walk(ast.parse(source.read()))
    stores = (node.lineno for node in nodes if isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Store))
    return min(stores, default=None)


def replaced_method(exception):
    """The place and the name of a method that the player put a value in the place of, so that the method cannot be called."""
    if not isinstance(exception, TypeError) or "object is not callable" not in str(exception):
        return None
    owners = [frame.f_locals.get("self") for frame, _ in frames_of(exception)]
    for owner in [*reversed(owners), playing]:
        for name, value in getattr(owner, "__dict__", {}).items():
            if callable(getattr(type(owner), name, None)) and not callable(value):
                import inspect
                file = inspect.getsourcefile(type(owner))
                return player_file(file), line_of_value(file, name), name
    return None


def hint_for(exception):
    """What the author may not know of the tournament."""
    replaced = replaced_method(exception)
    if replaced:
        return "line %s of %s puts a value in the place of the method %s; give one of them another name" % (replaced[1], replaced[0], replaced[2])
    match = mastermind_arena._match
    if isinstance(exception, ValueError) and "larger than population" in str(exception) and match and match.pegs > len(match.colors):
        return "%dx%d has fewer colors than pegs; random.choices may draw a color more than once" % (match.pegs, len(match.colors))
    if isinstance(exception, MemoryError) and match and len(match.colors) ** match.pegs > 10 ** 6:
        return "%dx%d has %.0e codes; candidates() gives them one by one" % (match.pegs, len(match.colors), len(match.colors) ** match.pegs)
    hidden = hidden_module(exception)
    if hidden:
        return "your file %s.py hides the module %s; give it another name" % (hidden, hidden)
    shared = os.environ.get("ARENA_SHARED_FOLDER")
    if shared and isinstance(exception, ModuleNotFoundError):
        return "%s; or is it a package that is not installed?" % shared
    if shared and (isinstance(exception, (ImportError, FileNotFoundError)) or isinstance(exception, NameError) and uses_course_modules()):
        return shared
    if isinstance(exception, ImportError) and "relative import" in str(exception):
        return "write the name of the file without a dot before it"
    if isinstance(exception, ImportError) and is_of_circle(exception):
        return "%s.py and the file of this line import each other" % exception.name
    if isinstance(exception, ModuleNotFoundError) and exception.name in ("arena", "mastermind_arena.player"):
        return "write from mastermind_arena import Player"
    if isinstance(exception, ModuleNotFoundError):
        # The path is for the author alone: others read what a tournament records.
        python = os.path.basename(sys.executable)
        note("%s is %s" % (python, sys.executable))
        return "is it installed for %s, or a file beside the player?" % python
    if isinstance(exception, FileNotFoundError):
        name = os.path.basename(str(exception.filename))
        if os.path.isabs(str(exception.filename)) and os.path.exists(os.path.join(FOLDER, name)):
            return "a player is in a copy of its folder: give the name %r alone" % name
        return "a player sees the files of its own folder"
    if isinstance(exception, EOFError):
        return "nobody answers input() in a tournament"
    if isinstance(exception, StopIteration):
        return "next() found no further one"
    if isinstance(exception, OSError) and (
            exception.errno == errno.ENETUNREACH or type(exception).__name__ in ("URLError", "gaierror", "timeout")):
        return "a player has no network"
    if isinstance(exception, OSError) and exception.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "a player sees its own folder, writes there and in /tmp, and has no network"
    return None


def has_player(names):
    return any(isinstance(value, type) and (hasattr(value, "guess") or hasattr(value, "make_guess")) for value in names.values())


def cause_of(exception, call):
    """An exception of the player in one sentence: what, file and line. It was raised by that function, which the tournament called."""
    frames, hint = frames_of(exception), hint_for(exception)
    try:
        where = places(frames)[-1:]
        own = [frame for frame, _ in frames if player_file(frame.f_code.co_filename)]
        if isinstance(exception, (SystemExit, EOFError)) and own and own[0].f_code.co_name == "<module>":
            hint = 'what is not for a tournament belongs below `if __name__ == "__main__":`'
            if isinstance(exception, EOFError) and not has_player(own[0].f_globals):
                hint = "a player does not ask: let a function guess(history, pegs, colors) return the next guess"
        if not where and replaced_method(exception):
            where = [replaced_method(exception)[:2]]
        if isinstance(exception, SyntaxError) and player_file(exception.filename):
            where = [(player_file(exception.filename), exception.lineno)]
        function = call.__init__ if isinstance(call, type) else call
        function = getattr(function, "__func__", function)
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        code = getattr(function, "__code__", None)
        is_made = code and code.co_filename == "<string>" and isinstance(call, type)  # such as by a dataclass
        if isinstance(exception, TypeError) and not where and code and (is_made or player_file(code.co_filename)):
            where = [line_of(call) if is_made else (player_file(code.co_filename), code.co_firstlineno)]
            form = "guess of a module" if getattr(function, "__qualname__", "") == "guess" else code.co_name
            hint = "it is called as %s" % FORMS[form] if form in FORMS else hint
            if code.co_name == "__init__" and not issubclass(call, mastermind_arena.Player) and not hasattr(call, "make_guess"):
                hint += "; is the class %s, which has a method guess, the player?" % call.__name__
    except BaseException:
        where = []
    return sentence_of(exception) + "".join(" (%s, line %s)" % place for place in where) + ("; " + hint if hint else "")


def stop_after(channel, exception, call):
    """Ends the process after an exception of the player: its traceback without the lines of these modules, then one sentence."""
    cause = cause_of(exception, call)
    if not isinstance(exception, SystemExit):
        try:
            told = traceback.TracebackException(type(exception), exception, exception.__traceback__)
            drop_own_lines(told)
            message("".join(told.format()).replace(FOLDER + os.sep, "").replace(MODULES + os.sep, "").rstrip())
        except BaseException:
            pass
    stop(channel, EXIT_PLAYER, cause)


def drop_own_lines(told):
    """Leaves the lines of these modules out of a traceback, and of those of the exceptions that led to it."""
    told.stack[:] = [frame for frame in told.stack if not os.path.abspath(frame.filename).startswith(MODULES + os.sep)]
    for other in [told.__cause__, told.__context__, *(getattr(told, "exceptions", None) or ())]:
        if other is not None:
            drop_own_lines(other)


def loop_at(file, line):
    """The first line of the outermost loop of a function that contains a line, or None."""
    with open(file, "rb") as source:
        tree = ast.parse(source.read())
    contains = [
        node for node in ast.walk(tree)
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef)) and node.lineno <= line <= getattr(node, "end_lineno", line)
    ]
    contains.sort(key=lambda node: node.lineno)
    functions = [node.lineno for node in contains if isinstance(node, ast.FunctionDef)]
    loops = [node.lineno for node in contains if not isinstance(node, ast.FunctionDef)]
    return min((loop for loop in loops if not functions or loop > functions[-1]), default=None)


def place_of(frame):
    """Where a computation is, as text: its outermost loop, which is the same at any time, else the line. While a file is loaded, that is
    the line of this file, whatever it calls."""
    frames = []
    while frame is not None and len(frames) < MOST_FRAMES:
        frames.append((frame, frame.f_lineno))
        if frame.f_code.co_name == "<module>" and player_file(frame.f_code.co_filename):
            frames = frames[-1:]
            break
        frame = frame.f_back
    found = places(reversed(frames))
    for file, line in dict.fromkeys(found):
        loop = loop_at(os.path.join(FOLDER, file), line)
        if loop is not None:
            return "%s, in the loop of line %d" % (file, loop)
    return "%s, line %d" % found[-1] if found else None


class Watch:
    """Tells the tournament where the player is when it computes for long. If it is cut off, that is the explanation."""

    def __init__(self, channel, seconds):
        self.channel = channel
        self.pause = max(0.02, min(seconds * PART_OF_ROUND, LONGEST_PAUSE))
        self.began = None
        self.thread = threading.main_thread().ident
        watcher = threading.Thread(target=self.run, daemon=True)
        try:
            watcher.start()
        except RuntimeError:  # no room for a thread
            pass

    def run(self):
        told = looked_at = None
        while True:
            time.sleep(self.pause)
            began = self.began
            if began is None or time.monotonic() - began < self.pause:
                continue
            try:
                frame = sys._current_frames()[self.thread]
                seen = began, frame.f_code, frame.f_lasti
                if seen == looked_at:  # a player that sleeps is to use no CPU time
                    continue
                looked_at = seen
                place = place_of(frame)
                if place and (began, place) != told and self.began == began:
                    told = began, place
                    self.channel.write("where " + place)
            except Exception:
                pass


def seed_generators(seed):
    """Seeds the generators that players use, so that the same tournament seed gives the same game."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        try:
            numpy.random.seed(seed & 0xFFFFFFFF)
        except Exception:
            pass


def letters_of(guess):
    """The letters of what the player returned, or None if that is not a string or a list of strings, or of numbers if it gives numbers."""
    if hasattr(guess, "tolist"):  # an array of NumPy
        guess = guess.tolist()
    first = mastermind_arena._first_number(type(playing))
    if first is not None and isinstance(guess, (list, tuple)) and all(type(number) is int and 0 <= number - first < 26 for number in guess):
        return mastermind_arena._letters(guess, first)
    if not isinstance(guess, (str, list, tuple)):
        return None
    try:
        return "".join(guess)
    except TypeError:
        return None


def word_of(guess):
    """What the player returned as one or more letters A to Z, or None if it is nothing of the kind."""
    try:
        word = letters_of(guess)
    except BaseException:
        return None
    return word if word and len(word) <= LONGEST_GUESS and word.isascii() and word.isalpha() and word.isupper() else None


def given(guess):
    """What the player returned in place of a code, for its author."""
    text = shown(guess)
    if hasattr(guess, "cr_code"):
        guess.close()  # without a warning
        text = "a coroutine (write def, not async def)"
    elif hasattr(guess, "gi_code"):
        text += " (next() gives its first value; a method with yield gives values one by one)"
    elif guess is None:
        text += " (does every way through guess end with return?)"
    elif isinstance(guess, str) and word_of(guess.upper()):
        text += " (use capitals)"
    elif isinstance(guess, (list, tuple)) and guess and all(type(peg) is int for peg in guess):
        first = mastermind_arena._first_number(type(playing))
        text += " (numbers = 0 in the class makes codes lists of numbers)" if first is None else " (colors are numbers from %d on)" % first
    return text


def match_of(words, samples):
    try:
        pegs, colors, repeats = int(words[1]), int(words[2]), {"repeats": True, "no-repeats": False}[words[3]]
        max_guesses, seconds, codemaker = int(words[4]), float(words[5]), words[6]
    except (IndexError, KeyError, ValueError):
        raise ProtocolError(" ".join(words))
    letters = "".join(chr(ord("A") + color) for color in range(colors))
    return Match(pegs, letters, repeats, codemaker, samples, max_guesses, seconds)


def feedback_of(words):
    """The black and white pegs in the words of a turn; None at the first turn."""
    try:
        return None if int(words[1]) == 1 else (int(words[2]), int(words[3]))
    except (IndexError, ValueError):
        raise ProtocolError(" ".join(words))


def read_samples(channel, words):
    samples = []
    if len(words) > 8 and words[7] == "samples":
        for _ in range(int(words[8])):
            line = channel.read()
            if line is None:
                break
            if len(line) != 2 or line[0] != "sample":
                raise ProtocolError(" ".join(line))
            samples.append(line[1])
    return samples


def called(function, *arguments):
    """Calls a function of the player. An exception tells which it was."""
    try:
        return function(*arguments)
    except TypeError as exception:
        exception.called = getattr(exception, "called", function)
        raise


def explained(function, *arguments):
    """Calls a function, and tells the author of the first exception that the player itself caught: it may be why a guess is repeated."""
    caught = []

    def see(frame, event, argument):
        if event == "exception" and not isinstance(argument[1], GeneratorExit):
            caught.append((sentence_of(argument[1]), player_file(frame.f_code.co_filename), frame.f_lineno))
        return see

    sys.settrace(lambda frame, _event, _argument: see if player_file(frame.f_code.co_filename) else None)
    try:
        return called(function, *arguments)
    finally:
        sys.settrace(None)
        if caught:
            note("guesses are repeated, and the player catches an exception: %s (%s, line %s)" % caught[0])


noted = set()


def note(text):
    """Tells the author something once. `arena try` shows it."""
    if text not in noted:
        noted.add(text)
        message("note: " + text)


def note_written(event, arguments):
    """An audit hook: tells the author of a file that the player writes, and that is lost."""
    if event != "open" or not isinstance(arguments[0], (str, bytes)) or not arguments[2] & (os.O_WRONLY | os.O_RDWR):
        return
    frame = sys._getframe(1)
    while frame is not None and not player_file(frame.f_code.co_filename):
        frame = frame.f_back
    name = os.fsdecode(arguments[0])
    if frame is not None and not name.startswith("/dev/"):
        note("%s, line %d writes %s: the file is lost at the end of the match; what is to stay belongs into attributes, and for another match "
             "beside the player before it starts" % (player_file(frame.f_code.co_filename), frame.f_lineno, name))


def try_to_load(channel, load):
    """Loads the player before the first line of the tournament, which wants to know whether that is possible."""
    watch = Watch(channel, LONGEST_PAUSE)
    watch.began = time.monotonic()
    try:
        load()
    except CommandError as error:
        stop(channel, EXIT_COMMAND, str(error))
    except BaseException as exception:
        stop_after(channel, exception, load)
    watch.began = None
    flush()


def serve(channel, make):
    """Answers the lines of the tournament until it ends. `make` gives the player of a match."""
    global playing
    player = match = watch = guess = first = None
    history, is_repeated = [], False

    def play(call, *arguments):
        if watch:
            watch.began = time.monotonic()
        try:
            return call(*arguments)
        except (ProtocolError, CommandError):
            raise
        except BaseException as exception:
            stop_after(channel, exception, getattr(exception, "called", call))
        finally:
            if watch:
                watch.began = None
            flush()

    while True:
        words = channel.read()
        if words is None or words == ["bye"]:
            return
        if not words:
            raise ProtocolError("an empty line")
        verb = words[0]
        if verb == "turn" and player is not None:
            answer = feedback_of(words)
            if answer is not None and guess is not None:
                history.append(Turn(mastermind_arena._numbers(guess, first), *answer))
            else:
                history = []
            guess = play(explained if is_repeated and is_trial else called, player.guess, list(history))
            word = word_of(guess)
            is_repeated = any(turn.guess == mastermind_arena._numbers(word, first) for turn in history) if word else False
            channel.write("guess %s %s" % (words[1], word) if word else "illegal %s %s" % (words[1], given(guess)))
            guess = word
        elif verb == "round" and len(words) == 3 and player is not None:
            try:
                seed_generators(int(words[2], 16))
            except ValueError:
                raise ProtocolError(" ".join(words))
        elif verb == "end" and player is not None:
            won = len(words) > 2 and words[2] == "win"
            if won and guess is not None:
                history.append(Turn(mastermind_arena._numbers(guess, first), match.pegs, 0))
            end_round = getattr(player, "end_round", None)
            if end_round is not None:
                play(end_round, history, mastermind_arena._numbers(guess, first) if won else None)
            channel.write("ready")
        elif verb == "hello":
            channel.write("hello 2")
        elif verb == "match":
            match = match_of(words, read_samples(channel, words))
            watch = watch or Watch(channel, match.seconds)
            seed_generators(0)
            mastermind_arena._match = match
            playing = player = play(make, match)
            first = mastermind_arena._first_number(type(player))
            begin_match = getattr(player, "begin_match", None)
            if begin_match is not None:
                play(begin_match, mastermind_arena._numbered(match, first))
            channel.write("ready")
        else:
            raise ProtocolError(" ".join(words))


def breakpoint_ignored(*_arguments, **_keywords):
    """Called for breakpoint(). Says once that it does nothing."""
    sys.breakpointhook = lambda *_arguments, **_keywords: None
    message("breakpoint() is ignored: there is no one to answer")


def play_to_end(channel, make):
    """Serves, and ends the process."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace", line_buffering=True)
    sys.breakpointhook = breakpoint_ignored
    if is_trial and hasattr(sys, "addaudithook"):
        sys.addaudithook(note_written)
    try:
        serve(channel, make)
    except CommandError as error:
        stop(channel, EXIT_COMMAND, str(error))
    except (ProtocolError, BrokenPipeError) as error:
        stop(channel, EXIT_PROTOCOL, "a line that is not of the protocol: %s" % str(error)[:300])
    flush()
    os._exit(0)


def run(player):
    """See `mastermind_arena.run`."""
    if is_loading:
        return
    if os.isatty(0):
        file = os.path.basename(sys.argv[0]) or "my_player.py"
        sys.exit("This file is a player; the program arena plays it: arena try %s" % file)
    play_to_end(Channel(), lambda _match: called(player))
