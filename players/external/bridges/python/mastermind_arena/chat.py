"""A language model as a player: it asks an OpenAI-compatible endpoint over the network, through the package `openai`.

    arena run --player 'NAME=chat:MODEL [OPTIONS]'

The player speaks the line protocol (docs/protocol.md); docs/agents.md describes the options, the prompt and the transcript. The key is
read from the variable OPENAI_API_KEY, and is in no line that is written.
"""

import argparse
import glob
import hashlib
import importlib.util
import json
import os
import re
import signal
import sys
import time
import urllib.parse

from mastermind_arena import _protocol

# The version of the prompt: the texts below, and which messages a request has. It changes with them.
PROMPT_VERSION = 1
SYSTEM = """You break a secret code. The code has {pegs} pegs, and each peg has one of the {count} colors {colors}. {repeats}
After each guess you are told two numbers. Black is the number of pegs of the right color in the right place. White is the number of further \
pegs of the right color, which are in the wrong place.
Find the code with as few guesses as possible. You have {guesses} guesses. The secret is made by the codemaker "{codemaker}".{samples}
Think first if you like. End every answer with one line of this form, in which the letters are your guess:
GUESS: {example}"""
FIRST = "Round {round} begins. What is your first guess?"
NEXT = "{guess}: {black} black, {white} white. What is your next guess?"
AGAIN = "That is no legal guess: {fault}. End your answer with a line GUESS: and {pegs} letters of {colors}."
WON, LOST = "{guess} is the secret: the round is won.", "The round is over. You did not find the secret."

# The texts of the prompt, as records of benchmarks name them.
PROMPT_SHA256 = hashlib.sha256("\n".join([SYSTEM, FIRST, NEXT, AGAIN, WON, LOST]).encode()).hexdigest()

KEY = "OPENAI_API_KEY"
OPENAI = "https://api.openai.com/v1"
# The most characters of an answer that are read, and of an answer without a code that the model is shown again.
LONGEST_ANSWER, LONGEST_SHOWN = 1 << 16, 2000
# Answers of a server that may be others after a pause, besides those from 500 on.
PASSING = (408, 409, 429)


class Failed(Exception):
    """The round fails, for this reason."""


class Late(BaseException):
    """The time of the round is over. It passes through what catches exceptions."""


def code_of(answer, match):
    """The code of an answer, or None, and what is wrong with it."""
    colors, tail = set(match.colors), answer[-20000:]
    is_code = lambda word: len(word) == match.pegs and set(word) <= colors
    found = None
    for line in reversed(tail.splitlines()):
        given = re.match(r"(?i)\W*(?:\w+ ){0,3}guess\b[^:=]{0,20}[:=](.*)", line)
        words = re.findall("[A-Z]+", given.group(1).upper()) if given else []
        found = next((word for word in words + ["".join(words)] if is_code(word)), None)
        if found:
            break
    if not found and match.pegs > 1:
        found = next((word for word in reversed(re.findall(r"(?<!\w)[A-Z]+(?!\w)", tail)) if is_code(word)), None)
    if not found:
        return None, "it has no code of %d letters of %s" % (match.pegs, match.colors)
    if not match.repeats and len(set(found)) < match.pegs:
        return None, "%s has a color twice" % found
    return found, None


class Chat:
    """A model in a match."""

    def __init__(self, options, match):
        import openai
        self.openai, self.options, self.match = openai, options, match
        self.key = os.environ.get(KEY, "")
        self.client = openai.OpenAI(api_key=self.key or "none", base_url=options.base_url, max_retries=0)
        samples = " Codes that it made before: %s." % " ".join(match.samples) if match.samples else ""
        self.system = SYSTEM.format(
            pegs=match.pegs, count=len(match.colors), colors=match.colors, guesses=match.max_guesses, codemaker=match.codemaker,
            samples=samples, repeats="A color may come twice." if match.repeats else "No color comes twice, neither in the secret nor in a guess.",
            example=(match.colors * match.pegs)[:match.pegs])
        self.past, self.messages = [], []
        self.file = os.environ.get("ARENA_TRANSCRIPT")
        size = "%dx%d%s" % (match.pegs, len(match.colors), "" if match.repeats else "n")
        name = os.path.basename(self.file or "")[:-len("-%s-%s.jsonl" % (match.codemaker, size))]
        self.line = {"version": PROMPT_VERSION, "prompt_sha256": PROMPT_SHA256, "player": name, "model": options.model}
        self.known, self.counted, self.total, self.shown = {}, {}, 0, 0
        for line in self.lines(self.file) if self.file else []:
            if line["answer"] is not None and line["version"] == PROMPT_VERSION and line["model"] == options.model:
                self.known[self.place(line)] = line

    def lines(self, file):
        """The lines that were added to a transcript since the last call."""
        try:
            with open(file, "rb") as transcript:
                transcript.seek(self.counted.get(file, 0))
                added = transcript.read().rpartition(b"\n")[0]
        except FileNotFoundError:
            return
        self.counted[file] = self.counted.get(file, 0) + len(added) + bool(added)
        for line in added.splitlines():
            try:
                line = json.loads(line)
                line["usage"], line["digest"]
            except (ValueError, TypeError, KeyError):
                continue  # the machine stopped while it was written
            self.total += (line["usage"] or {}).get("total", 0) if line["player"] == self.line["player"] else 0
            yield line

    @staticmethod
    def place(line):
        return line["round"], line["turn"], line["question"], line["digest"]

    def clean(self, text):
        return text.replace(self.key, "[key]") if self.key else text

    def begin(self, number):
        self.line["round"], self.turn, self.used = number, 0, 0
        self.deadline = time.monotonic() + self.options.seconds
        self.messages, self.shown = [{"role": "system", "content": self.system}] + self.past, 0
        self.tell(FIRST.format(round=number))

    def tell(self, text, role="user"):
        self.messages.append({"role": role, "content": self.clean(text)})

    def guess(self, feedback, last):
        """The next code; None, and what came instead, after the last question."""
        if feedback is not None:
            self.tell("GUESS: " + last, "assistant")
            self.tell(NEXT.format(guess=last, black=feedback[0], white=feedback[1]))
        self.turn += 1
        asked = len(self.messages)
        for question in range(1, self.options.questions + 1):
            answer = self.answer(question)
            code, fault = code_of(answer, self.match)
            if code:
                # Later requests have the guesses alone, not what the model said besides.
                del self.messages[asked:]
                self.shown = asked
                return code, None
            self.tell(answer[-LONGEST_SHOWN:] or "(no answer)", "assistant")
            self.tell(AGAIN.format(fault=fault, pegs=self.match.pegs, colors=self.match.colors))
        return None, "%s (%d answers without a legal guess)" % (_protocol.shown(answer[-LONGEST_SHOWN:]), self.options.questions)

    def end(self, code):
        """The round is over, and won if there is a code."""
        if self.options.history == "match":
            self.tell("GUESS: " + code if code else LOST, "assistant" if code else "user")
            if code:
                self.tell(WON.format(guess=code))
            self.past = self.messages[1:]

    def answer(self, question):
        """The answer of the model to the messages: the one that the transcript has, or else that of the server."""
        digest = hashlib.sha256(json.dumps(self.messages).encode()).hexdigest()[:16]
        self.line.update(turn=self.turn, question=question, digest=digest)
        known = self.known.get(self.place(self.line))
        if known:
            self.used += (known["usage"] or {}).get("total", 0)
            return known["answer"]
        left = self.deadline - time.monotonic()
        late = "no answer within %g s, the time of a round on the clock" % self.options.seconds
        if left <= 0:
            raise Failed(late)
        signal.setitimer(signal.ITIMER_REAL, left)
        try:
            return self.asked()
        except Late:
            raise Failed(late)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def asked(self):
        for attempt in range(1, self.options.attempts + 1):
            self.keep_limits()
            self.usage, answer, fault, is_final, pause = None, None, None, False, 0.0
            began = time.monotonic()
            try:
                answer = self.clean(self.request())
            except Late:
                self.record(attempt, None, "no answer in the time of the round", began)
                raise
            except self.openai.APIStatusError as error:
                fault = error.message
                is_final = error.status_code < 500 and error.status_code not in PASSING
                after = error.response.headers.get("retry-after", "")
                pause = float(after) if re.fullmatch(r"\d+(\.\d+)?", after) else 0.0
            except Exception as error:
                fault = _protocol.sentence_of(error.__cause__ or error)
            fault = fault and _protocol.one_line(self.clean(fault))
            self.record(attempt, answer, fault or code_of(answer, self.match)[1], began)
            if answer is not None:
                return answer
            if is_final or attempt == self.options.attempts:
                raise Failed("%s (attempt %d of %d)" % (fault, attempt, self.options.attempts))
            time.sleep(max(pause, self.options.pause * 2 ** (attempt - 1)))

    def request(self):
        # The events are read here: the objects that the package makes of them take ten times the CPU time.
        create = self.client.chat.completions.with_streaming_response.create
        answer, is_whole = "", False
        with create(
                model=self.options.model, messages=self.messages, stream=True, stream_options={"include_usage": True},
                extra_body=dict(self.options.set), timeout=self.options.seconds) as response:
            for line in response.iter_lines():
                data = line[5:].strip() if line.startswith("data:") else ""
                if data == "[DONE]":
                    return answer
                event = json.loads(data) if data else {}
                if event.get("error"):
                    raise ConnectionError(str(event["error"]))
                if event.get("usage"):
                    parts = {part: event["usage"].get(part + "_tokens") for part in ("prompt", "completion", "total")}
                    self.usage = parts if all(type(part) is int and part >= 0 for part in parts.values()) else None
                for choice in (event.get("choices") or [])[:1]:
                    answer += (choice["delta"].get("content") or "")[:LONGEST_ANSWER]
                    is_whole = is_whole or bool(choice.get("finish_reason"))
                if len(answer) >= LONGEST_ANSWER:
                    return answer[:LONGEST_ANSWER]
        if not is_whole:
            raise ConnectionError("the stream was cut off")
        return answer

    def keep_limits(self):
        """Fails the round where a limit of tokens is reached."""
        limits = [(self.used, self.options.round_tokens, "round")]
        if self.options.tokens is not None and self.file:
            for file in glob.glob(os.path.join(glob.escape(os.path.dirname(self.file)), "*.jsonl")):
                for _ in self.lines(file):
                    pass
            limits.append((self.total, self.options.tokens, "player in all"))
        for used, most, whose in limits:
            if most is not None and used >= most:
                raise Failed("%d tokens are used, and the limit of a %s is %d" % (used, whose, most))

    def record(self, attempt, answer, fault, began):
        self.line.update(
            attempt=attempt, prompt=self.messages[self.shown:], answer=answer, fault=fault, usage=self.usage,
            seconds=round(time.monotonic() - began, 3))
        self.shown = len(self.messages)
        if self.file:
            # One call for a line: several processes may play the rounds of a match.
            transcript = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o644)
            data = (json.dumps(self.line) + "\n").encode()
            if os.fstat(transcript).st_nlink != 1 or os.write(transcript, data) < len(data):
                raise Failed("the transcript cannot be written: the disk is full, or the file has another name")
            os.close(transcript)
        self.used += (self.usage or {}).get("total", 0)
        is_limited = self.options.round_tokens is not None or self.options.tokens is not None
        if answer is not None and self.usage is None and is_limited:
            raise Failed("the server does not tell how many tokens it used, so a limit of tokens cannot be kept")


def serve(channel, options):
    player = code = None
    while True:
        words = channel.read()
        if words is None or words == ["bye"]:
            return
        verb = words[0] if words else ""
        if verb == "hello":
            channel.write("hello 2 independent" if options.history == "round" else "hello 2")
        elif verb == "match":
            player = Chat(options, _protocol.match_of(words, _protocol.read_samples(channel, words)))
            channel.write("ready")
        elif verb == "round" and len(words) == 3 and player:
            player.begin(int(words[1]))
        elif verb == "turn" and player:
            code, text = player.guess(_protocol.feedback_of(words), code)
            channel.write("guess %s %s" % (words[1], code) if code else "illegal %s %s" % (words[1], player.clean(text)))
        elif verb == "end" and player:
            player.end(code if words[2:3] == ["win"] else None)
            channel.write("ready")
        else:
            raise _protocol.ProtocolError(" ".join(words))


class Parser(argparse.ArgumentParser):
    def error(self, message):
        sys.exit("%s; docs/agents.md has the options of chat:MODEL" % message)


def positive(kind):
    def parse(text):
        value = kind(text)
        if not 0 < value < 1e9:
            raise ValueError
        return value
    parse.__name__ = "positive number"
    return parse


def pair(text):
    key, _, value = text.partition("=")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def arguments():
    parser = Parser(prog="chat", allow_abbrev=False)
    parser.add_argument("model")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--base-url", default=OPENAI)
    parser.add_argument("--history", choices=["round", "match"], default="round")
    parser.add_argument("--set", type=pair, action="append", default=[])
    for name, kind, default in [
        ("seconds", float, 300.0), ("questions", int, 3), ("attempts", int, 6), ("pause", float, 1.0), ("round-tokens", int, None), ("tokens", int, None),
    ]:
        parser.add_argument("--" + name, type=positive(kind), default=default)
    return parser, parser.parse_args()


def check(parser, options):
    """Prints how long a round may wait, and the folder of the package; or what is wrong."""
    url = urllib.parse.urlsplit(options.base_url)
    package = importlib.util.find_spec("openai")
    if not options.model:
        parser.error("the name of the model is missing")
    if url.scheme not in ("http", "https") or not url.hostname:
        parser.error("--base-url %s is no address such as http://localhost:8080/v1" % options.base_url)
    if "@" in url.netloc or url.query:
        parser.error("--base-url has a password or a query, which results would show; give a key in the variable %s alone" % KEY)
    if options.base_url == OPENAI and not os.environ.get(KEY):
        parser.error("the variable %s has no key for %s; set it, or give --base-url" % (KEY, OPENAI))
    if package is None or not package.origin:
        parser.error("the package openai is missing; install it by `pip install openai`")
    print("%d\n%s" % (options.seconds + 10, os.path.dirname(os.path.dirname(package.origin))))


def late(_signal, _frame):
    raise Late


def main():
    parser, options = arguments()
    if options.check:
        return check(parser, options)
    channel = _protocol.Channel()
    signal.signal(signal.SIGALRM, late)
    try:
        serve(channel, options)
    except Failed as error:
        _protocol.stop(channel, _protocol.EXIT_PLAYER, str(error))
    except _protocol.ProtocolError as error:
        _protocol.stop(channel, _protocol.EXIT_PROTOCOL, "a line that is not of the protocol: %s" % str(error)[:300])
    except Exception as error:
        _protocol.stop(channel, _protocol.EXIT_PLAYER, _protocol.sentence_of(error))


if __name__ == "__main__":
    main()
