#!/usr/bin/env python3
"""Files, threads and processes."""
import asyncio, os, subprocess, tempfile, threading

open("x", "w").write("BBED")
thread = threading.Thread(target=lambda: None)
thread.start()
thread.join()


async def echo(text):
    process = await asyncio.create_subprocess_exec("cat", stdin=-1, stdout=-1)
    return (await process.communicate(text))[0]


assert asyncio.run(echo(b"BBED")) == b"BBED"
assert tempfile.gettempdir() == os.environ["HOME"]
print(subprocess.check_output(["cat", "x"]).decode())
