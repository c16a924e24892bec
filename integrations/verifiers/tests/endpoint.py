"""An endpoint of chat completions on the loopback interface, in place of a language model."""

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from mastermind_arena import candidates


def consistent(chat):
    """A code that agrees with all feedback so far."""
    history = [(code, int(black), int(white)) for code, black, white in re.findall(r"^([A-F]{4}): (\d) black, (\d) white", chat, re.MULTILINE)]
    return f"Now I am sure. <guess>{next(candidates(4, 'ABCDEF', history))}</guess>"


def badly(chat):
    return "I would rather talk about chess."


@contextmanager
def endpoint(answer):
    """The address of an endpoint. `answer` maps the text of a chat to a reply; with None, no request is answered."""
    stopped = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if answer is None:
                stopped.wait(60)
                return
            message = {"role": "assistant", "content": answer("\n".join(message["content"] for message in request["messages"]))}
            choices = [{"index": 0, "finish_reason": "stop", "message": message}]
            data = json.dumps({"id": "1", "created": 1, "model": request["model"], "object": "chat.completion", "choices": choices}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        log_message = lambda *_: None  # noqa: E731

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        stopped.set()
        server.shutdown()
        server.server_close()
