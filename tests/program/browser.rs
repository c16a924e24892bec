//! A browser, driven by its debugging protocol over a pipe.

use crate::command::until;
use serde_json::{Value, json};
use std::{
    env,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};
use tempfile::TempDir;

/// A browser with one page.
pub struct Browser {
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    next: u64,
    /// What the page reported since it was opened.
    events: Vec<Value>,
    /// The profile, which goes with the browser.
    _profile: TempDir,
}

impl Browser {
    /// Starts chromium, or the program of the variable `CHROMIUM`, with a window of that size in pixels.
    pub fn start(width: u32, height: u32) -> Browser {
        let profile = tempfile::tempdir().unwrap();
        let program = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
        // The browser reads commands from the descriptor 3 and writes answers to 4.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", &program])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"])
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (commands, answers) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let mut browser =
            Browser { process, commands, answers, session: None, next: 0, events: Vec::new(), _profile: profile };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", &json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Opens a file, with what follows `#` in its address.
    pub fn open(&mut self, page: &Path, fragment: &str) {
        self.events.clear();
        let url = format!("file://{}{fragment}", page.display());
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for("document.readyState === 'complete'");
        self.wait_for("performance.timing.loadEventEnd > 0");
    }

    /// Emulates media: a feature and its value.
    pub fn prefer(&mut self, feature: &str, value: &str) {
        self.call("Emulation.setEmulatedMedia", &json!({ "features": [{ "name": feature, "value": value }] }));
    }

    /// Sets the width of the window.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let words = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", &words);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// The text that an expression in the page gives.
    pub fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression} is no text")).to_owned()
    }

    /// Waits until an expression in the page is true.
    pub fn wait_for(&mut self, expression: &str) {
        until(expression, || self.value(expression) == true);
    }

    /// Presses a key: `Enter`, `ArrowRight`, ` `.
    pub fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            " " => (32, " "),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            "End" => (35, ""),
            "Home" => (36, ""),
            other => panic!("the code of the key {other} is not known"),
        };
        let name = if key == " " { "Space" } else { key };
        let mut words = json!({ "type": "keyDown", "key": key, "code": name, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            words["text"] = json!(text);
        }
        self.call("Input.dispatchKeyEvent", &words);
        words["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", &words);
    }

    /// Presses and releases the left button of the mouse in the middle of an element.
    pub fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const element = document.querySelector({}); element.scrollIntoView({{ block: 'center' }}); \
             const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        ));
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let words = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &words);
        }
    }

    /// The page as a PDF, in Base64.
    pub fn print(&mut self) -> String {
        self.call("Page.printToPDF", &json!({ "printBackground": true }))["data"].as_str().unwrap().to_owned()
    }

    /// The errors and warnings of the page since it was opened, and what it asked the network for.
    pub fn complaints(&mut self) -> Vec<String> {
        // An answer comes after all events before it.
        self.value("1");
        let complaint = |event: &Value| {
            let words = &event["params"];
            let kind = words["type"].as_str().unwrap_or_default();
            let url = words["request"]["url"].as_str().unwrap_or_default();
            let is_one = match event["method"].as_str()? {
                "Runtime.exceptionThrown" | "Log.entryAdded" => true,
                "Runtime.consoleAPICalled" => kind == "error" || kind == "warning",
                "Network.requestWillBeSent" => !url.starts_with("file://") && !url.starts_with("data:"),
                _ => false,
            };
            is_one.then(|| event.to_string())
        };
        self.events.iter().filter_map(complaint).collect()
    }

    /// The result of a command of the protocol.
    fn call(&mut self, method: &str, words: &Value) -> Value {
        self.next += 1;
        let mut command = json!({ "id": self.next, "method": method, "params": words });
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        self.commands.write_all(format!("{command}\0").as_bytes()).unwrap();
        loop {
            let mut message = Vec::new();
            let length = self.answers.read_until(0, &mut message).unwrap();
            assert!(length > 0, "the browser ended; it is chromium, or the program of the variable CHROMIUM");
            message.pop();
            let message: Value = serde_json::from_slice(&message).unwrap();
            if message["id"] == self.next {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that has ended needs no end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
