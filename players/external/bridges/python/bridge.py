"""Lets a Python player of the course play by the line protocol of external players.

    python3 bridge.py FILE.py[#CLASS]

The protocol is spoken on the standard input and output that the process was started with. The player does not see them: its
standard output is standard error, and its standard input is empty.

Exit codes: 0 after `bye` or the end of the input; 1 the player failed (an exception, or a call of `sys.exit`); 2 the command is
wrong (no such file or class); 3 a line of the tournament is not of the protocol. The last line on standard error says which, and so
does the answer `panic`.
"""

import os
import random
import re
import reprlib
import sys

sys.dont_write_bytecode = True  # the folder of the bridge is read-only

import arena_loading  # noqa: E402
import arena_samples  # noqa: E402

EXIT_PLAYER = 1
EXIT_COMMAND = 2
EXIT_PROTOCOL = 3

# The longest code of the protocol. A longer string is an illegal guess at every size.
LONGEST_GUESS = 32
# The most characters of a value or an exception that are shown.
LONGEST_TEXT = 200

# Shows values of any size in little time.
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = SHORT.maxlong = 60
SHORT.maxlist = SHORT.maxtuple = SHORT.maxdict = SHORT.maxset = 12
SHORT.maxlevel = 3


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


def message(text):
    """Prints a line on standard error, whatever the player has done to the streams of Python."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    try:
        os.write(2, ("bridge: %s\n" % text).encode("utf-8", "backslashreplace"))
    except OSError:
        pass


def stop(channel, code, text):
    """Tells the tournament and people why, and ends the process at once, also if the player has left threads behind."""
    message(text)
    try:
        channel.write("panic " + text)
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


def stop_after(channel, exception, activity):
    """Ends the process after an exception of the player: its traceback from the player's first line on, then one line."""
    kind = type(exception)
    if not isinstance(exception, SystemExit):
        trace = exception.__traceback__
        while trace is not None and trace.tb_frame.f_globals.get("__name__") in ("__main__", "arena_loading"):
            trace = trace.tb_next
        try:
            sys.stdout.flush()
        except BaseException:
            pass
        try:
            sys.stderr = sys.__stderr__
            sys.__excepthook__(kind, exception.with_traceback(trace), trace)
        except BaseException:
            pass
    try:
        text = one_line(str(exception))
    except BaseException:
        text = "?"
    if isinstance(exception, SystemExit):
        stop(channel, EXIT_PLAYER, "%s: the player ended the program by sys.exit(%s)" % (activity, text))
    text = "%s: %s%s" % (activity, kind.__name__, ": " + text if text else "")
    if os.environ.get("ARENA_SHARED_FOLDER") and isinstance(exception, (ImportError, FileNotFoundError)):
        text += "; %s" % os.environ["ARENA_SHARED_FOLDER"]
    stop(channel, EXIT_PLAYER, text)


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
    """The letters of what the player returned, or None if that is not a string or a list of strings."""
    if hasattr(guess, "tolist"):  # an array of NumPy
        guess = guess.tolist()
    if not isinstance(guess, (str, list, tuple)):
        return None
    try:
        return "".join(guess)
    except TypeError:
        return None


def answer_of(guess, turn):
    """The answer to a turn: `guess` if it is one or more letters A to Z, `illegal` with what it is otherwise."""
    try:
        word = letters_of(guess)
    except BaseException:
        word = None
    if word and len(word) <= LONGEST_GUESS and word.isascii() and word.isalpha() and word.isupper():
        return "guess %s %s" % (turn, word)
    return "illegal %s %s" % (turn, shown(guess))


class Match:
    """The player, and what it is called with."""

    def __init__(self, file, name, words, samples):
        try:
            self.pegs = int(words[1])
            colors = int(words[2])
            self.cutoff = int(words[3])
            self.codemaker = words[5]
        except (IndexError, ValueError):
            raise ProtocolError(" ".join(words))
        self.colors = [chr(ord("A") + color) for color in range(colors)]
        arena_samples.samples[:] = samples
        seed_generators(0)
        arena_loading.make_names(arena_loading.scsa_name(self.codemaker))
        self.player = arena_loading.player(file, name)
        self.scsa = arena_loading.scsa_argument(self.player.make_guess, self.codemaker)

    def answer(self, response, turn):
        guess = self.player.make_guess(self.pegs, self.colors.copy(), self.scsa, response)
        return answer_of(guess, turn)


def response_of(words):
    """What `make_guess` gets for the words of a turn: exact, other, guesses so far."""
    try:
        turn = int(words[1])
        if turn == 1:
            return (0, 0, 0)
        return (int(words[2]), int(words[3]), turn - 1)
    except (IndexError, ValueError):
        raise ProtocolError(" ".join(words))


def read_samples(channel, words):
    samples = []
    if len(words) > 7 and words[6] == "samples":
        for _ in range(int(words[7])):
            line = channel.read()
            if line is None:
                break
            if len(line) != 2 or line[0] != "sample":
                raise ProtocolError(" ".join(line))
            samples.append(line[1])
    return samples


def serve(channel, file, name):
    """Answers the lines of the tournament until it ends."""
    match = None
    number = "?"
    while True:
        words = channel.read()
        if words is None or words == ["bye"]:
            return
        if not words:
            raise ProtocolError("an empty line")
        verb = words[0]
        if verb == "turn" and match is not None:
            response = response_of(words)
            try:
                answer = match.answer(response, words[1])
            except BaseException as exception:
                stop_after(channel, exception, "make_guess, turn %s of round %s" % (words[1], number))
            try:
                sys.stdout.flush()
            except Exception:
                pass
            channel.write(answer)
        elif verb == "round" and len(words) == 3 and match is not None:
            number = words[1]
            try:
                seed = int(words[2], 16)
            except ValueError:
                raise ProtocolError(" ".join(words))
            seed_generators(seed)
        elif verb == "end":
            channel.write("ready")
        elif verb == "hello":
            channel.write("hello 1")
        elif verb == "match":
            samples = read_samples(channel, words)
            try:
                match = Match(file, name, words, samples)
            except (ProtocolError, arena_loading.CommandError):
                raise
            except BaseException as exception:
                stop_after(channel, exception, "loading of %s" % file)
            channel.write("ready")
        else:
            raise ProtocolError(" ".join(words))


def breakpoint_ignored(*_arguments, **_keywords):
    """Called for breakpoint(). Says once that it does nothing."""
    sys.breakpointhook = lambda *_arguments, **_keywords: None
    message("breakpoint() is ignored: there is no one to answer")


def main():
    channel = Channel()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace", line_buffering=True)
    sys.breakpointhook = breakpoint_ignored
    try:
        if len(sys.argv) != 2:
            raise arena_loading.CommandError("usage: python3 bridge.py FILE.py[#CLASS]")
        file, name = arena_loading.split_argument(sys.argv[1])
        sys.argv = [file]
        arena_loading.prepare_path(file)
        serve(channel, file, name)
    except arena_loading.CommandError as error:
        stop(channel, EXIT_COMMAND, str(error))
    except (ProtocolError, BrokenPipeError) as error:
        stop(channel, EXIT_PROTOCOL, "a line that is not of the protocol: %s" % str(error)[:300])
    try:
        sys.stdout.flush()
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
