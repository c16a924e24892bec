"""An endpoint of chat completions on the loopback interface, in place of a language model."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from mastermind_arena import candidates


def consistent(messages):
    """A code that agrees with all feedback so far."""
    history = []
    for message in messages:
        for code, black, white in re.findall(r"^([A-F]{4}): (\d) black, (\d) white", message, re.MULTILINE):
            history.append((code, int(black), int(white)))
    return f"Now I am sure. <guess>{next(candidates(4, 'ABCDEF', history))}</guess>"


def badly(messages):
    return "I would rather talk about chess."


class Endpoint:
    """Serves in the block of a `with` statement. `answer` maps the texts of a chat to a reply; with None, no request is answered."""

    def __init__(self, answer):
        self.asked, self.stopped = [], threading.Event()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                messages = [message["content"] for message in request["messages"]]
                texts = [text if isinstance(text, str) else "".join(part.get("text", "") for part in text or []) for text in messages]
                endpoint.asked.append(texts)
                if answer is None:
                    endpoint.stopped.wait(60)
                    return
                choice = {"index": 0, "finish_reason": "stop"}
                body = {"id": "1", "created": 1, "model": request["model"]}
                message = {"role": "assistant", "content": answer(texts)}
                if request.get("stream"):
                    chunk = {**body, "object": "chat.completion.chunk", "choices": [{**choice, "delta": message}]}
                    kind, data = "text/event-stream", f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n"
                else:
                    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
                    whole = {**body, "object": "chat.completion", "choices": [{**choice, "message": message}], "usage": usage}
                    kind, data = "application/json", json.dumps(whole)
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data.encode())))
                self.end_headers()
                self.wfile.write(data.encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.server.shutdown()
        self.server.server_close()
