//! The page of `arena report` in a browser, which is driven by its debugging protocol over a pipe.

use crate::command::{path, told, until};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::{env, fs};
use tempfile::TempDir;

/// A browser with one page.
struct Browser {
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
    fn start(width: u32, height: u32) -> Browser {
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
    fn open(&mut self, page: &Path, fragment: &str) {
        self.events.clear();
        let url = format!("file://{}{fragment}", page.display());
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for("document.readyState === 'complete'");
        self.wait_for("performance.timing.loadEventEnd > 0");
    }

    /// Emulates media: a feature and its value.
    fn prefer(&mut self, feature: &str, value: &str) {
        self.call("Emulation.setEmulatedMedia", &json!({ "features": [{ "name": feature, "value": value }] }));
    }

    /// Sets the width of the window.
    fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// The value of an expression in the page.
    fn value(&mut self, expression: &str) -> Value {
        let words = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", &words);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// The text that an expression in the page gives.
    fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression} is no text")).to_owned()
    }

    /// Waits until an expression in the page is true.
    fn wait_for(&mut self, expression: &str) {
        until(expression, || self.value(expression) == true);
    }

    /// Presses a key: `Enter`, `ArrowRight`, ` `.
    fn press(&mut self, key: &str) {
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
    fn click(&mut self, selector: &str) {
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
    fn print(&mut self) -> String {
        self.call("Page.printToPDF", &json!({ "printBackground": true }))["data"].as_str().unwrap().to_owned()
    }

    /// The errors and warnings of the page since it was opened, and what it asked the network for.
    fn complaints(&mut self) -> Vec<String> {
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

/// A page of a small tournament with failures, losses, and more players than colors.
fn page(folder: &TempDir) -> PathBuf {
    let out = path(folder.path(), "results");
    let players = "rao,dino,lc,rc,one-color,baseline-1,baseline-2,baseline-3,baseline-4,faulty-panic";
    let matches = ["--scsa", "insert-colors,only-once", "--sizes", "4x6,5x8", "--rounds", "8"];
    told(&[&["run", "--players", players, "--no-charts", "--quiet", "--out", &out], &matches[..]].concat());
    told(&["report", &out, "--replays", "1000"]);
    Path::new(&out).join("report.html")
}

#[test]
#[ignore = "needs chromium"]
fn a_page_is_sorted_switched_replayed_and_printed() {
    let folder = tempfile::tempdir().unwrap();
    let page = page(&folder);
    let mut browser = Browser::start(1200, 900);
    browser.open(&page, "");

    // A column is sorted with the mouse, then the other way with the keyboard.
    let column = "[...document.querySelectorAll('#leaderboard tbody tr')].map(row => Number(row.querySelector('[data-column=guess_us]').textContent))";
    let is_sorted = |values: &Value, is_up: bool| {
        // A player that only fails has no time, and comes last either way.
        let (failed, timed) = values.as_array().unwrap().split_last().unwrap();
        assert!(failed.is_null());
        let values: Vec<f64> = timed.iter().map(|value| value.as_f64().unwrap()).collect();
        assert!(values.len() > 5);
        values.is_sorted_by(|a, b| if is_up { a <= b } else { a >= b })
    };
    browser.click("#leaderboard thead th:last-child button");
    assert!(is_sorted(&browser.value(column), true));
    assert_eq!(browser.text("document.querySelector('#leaderboard thead th:last-child').ariaSort"), "ascending");
    assert_eq!(browser.text("document.activeElement.tagName"), "BUTTON");
    browser.press("Enter");
    assert!(is_sorted(&browser.value(column), false));
    assert_eq!(browser.text("document.querySelector('#leaderboard thead th:last-child').ariaSort"), "descending");
    assert!(browser.text("document.getElementById('said').textContent").contains("sorted by µs a guess, descending"));

    // A player is switched off in all charts, and on again.
    let shown = |section: &str| {
        let all = format!("[...document.querySelectorAll('[data-script={section}] .s:not(.off)')]");
        format!("{all}.filter(one => one.dataset.s === arena.data.players[0]).length")
    };
    let lines = shown("growth");
    browser.wait_for(&format!("{lines} > 0"));
    browser.click("[data-script=growth] .player[data-player='0']");
    browser.wait_for(&format!("{lines} === 0"));
    assert_eq!(browser.value(&shown("distribution")), 0);
    assert_eq!(browser.text("document.querySelector('[data-script=frontier] .player').ariaPressed"), "false");
    browser.press(" ");
    browser.wait_for(&format!("{lines} > 0"));

    // Values are shown under the pointer, and read by arrow keys.
    browser.click("[data-script=growth] .drawing:not([hidden]) [data-said]");
    let tip = browser.text("document.getElementById('tip').textContent");
    assert!(tip.contains(" at 4x6: ") || tip.contains(" at 5x8: "), "{tip}");
    browser.value("document.querySelector('[data-script=distribution] .drawing:not([hidden])').focus()");
    browser.press("ArrowRight");
    let first = browser.text("document.getElementById('said').textContent");
    browser.press("ArrowRight");
    let second = browser.text("document.getElementById('said').textContent");
    assert!(first.contains(": 1") && first.contains(" %") && first != second, "{first}, {second}");
    // Another measure, and another pane.
    browser.value("(() => { const select = document.querySelector('[data-script=growth] select'); select.value = 'time'; select.dispatchEvent(new Event('change', { bubbles: true })); })()");
    browser.wait_for("document.querySelector('[data-script=growth] .drawing:not([hidden])').textContent.includes('CPU time per guess')");
    browser.click("#scores .choice button:nth-child(2)");
    assert_eq!(
        browser.text("[...document.querySelectorAll('#scores .pane')].map(pane => pane.hidden).join()"),
        "true,false"
    );

    // A replay by keyboard: stepped, then played to its end.
    let guesses = "document.querySelectorAll('.turns[data-seat=\"0\"] tbody tr').length";
    browser.value("document.querySelector('.boards').focus()");
    browser.press("Home");
    assert_eq!(browser.value(guesses), 0);
    browser.press("ArrowRight");
    browser.press("ArrowRight");
    browser.press("ArrowLeft");
    assert_eq!(browser.value(guesses), 1);
    assert!(browser.text("document.getElementById('said').textContent").contains(", guess 1: "));
    assert_eq!(browser.value("document.querySelectorAll('.turns[data-seat=\"0\"] .peg').length"), 4);
    browser.press(" ");
    browser.wait_for(&format!("{guesses} >= 3"));
    browser.press("End");
    let all = "Number(document.querySelector('.player-controls input').max)";
    assert!(browser.value(&format!("{guesses} <= {all}")) == true);
    // The feedback of the last guess is that of the secret.
    let last = "document.querySelector('.turns[data-seat=\"0\"] tbody tr:last-child .black').textContent";
    assert!(browser.text("document.querySelector('.ending').textContent").contains("won in "));
    assert_eq!(browser.text(last), "4");

    // A link opens a replay: in the page, and when it is opened.
    let link = "#replay/5x8/only-once/3/lc/one-color";
    browser.value(&format!("location.hash = '{link}'"));
    let captions = "[...document.querySelectorAll('.ending')].map(ending => ending.textContent.split(':')[0]).join()";
    browser.wait_for(&format!("{captions} === 'lc,one-color'"));
    assert_eq!(browser.text("document.querySelector('.replay .link').getAttribute('href')"), link);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    browser.open(&page, link);
    assert_eq!(browser.text(captions), "lc,one-color");
    assert_eq!(browser.value("document.querySelectorAll('.secret .peg').length"), 5);
    // A link to a round that is not there says so.
    browser.open(&page, "#replay/5x8/only-once/99/lc");
    assert!(browser.text("document.querySelector('.replay .note').textContent").contains("does not have the round"));

    let printed = browser.print();
    assert!(printed.starts_with("JVBERi0") && printed.len() > 20_000, "a PDF");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs chromium"]
fn a_page_fits_narrow_screens_and_needs_no_script() {
    let folder = tempfile::tempdir().unwrap();
    let page = page(&folder);
    let mut browser = Browser::start(1200, 900);
    for (width, scheme) in [(400, "light"), (320, "dark"), (1200, "dark")] {
        browser.resize(width, 800);
        browser.prefer("prefers-color-scheme", scheme);
        browser.open(&page, "");
        browser.wait_for("document.querySelector('[data-script=growth] svg') !== null");
        let overflow = browser.value("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert_eq!(overflow, 0, "{width} pixels: the page does not scroll sideways");
        assert_eq!(browser.complaints(), Vec::<String>::new());
    }
    // Without its scripts, all tables are visible.
    let bare = folder.path().join("bare.html");
    let html = fs::read_to_string(&page).unwrap();
    let (before, rest) = html.split_once("<script>").unwrap();
    fs::write(&bare, format!("{before}{}", rest.split_once("</script>").unwrap().1)).unwrap();
    browser.open(&bare, "");
    let tables = "[...document.querySelectorAll('table')].filter(table => table.offsetHeight > 0).length";
    assert_eq!(browser.value(tables), html.matches("<table").count());
}

#[test]
#[ignore = "needs chromium, and axe-core: AXE=FILE names its axe.min.js"]
fn axe_finds_no_serious_violation() {
    let axe = fs::read_to_string(env::var("AXE").expect("AXE names the file axe.min.js of axe-core")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let page = page(&folder);
    told(&["report", &path(folder.path(), "results"), "--focus", "one-color"]);
    let mut browser = Browser::start(1200, 900);
    for (width, scheme) in [(1200, "light"), (1200, "dark"), (400, "light")] {
        browser.resize(width, 900);
        browser.prefer("prefers-color-scheme", scheme);
        browser.open(&page, "");
        browser.wait_for("document.querySelector('[data-script=growth] svg') !== null");
        browser.value(&format!("{axe}; 0"));
        assert!(browser.value("axe.run().then(result => result.passes.length)").as_u64() > Some(20));
        let found = browser.value(
            "axe.run().then(result => result.violations.filter(one => ['serious', 'critical'].includes(one.impact))
             .map(one => `${one.id}: ${one.nodes.length}, first ${one.nodes[0].html} ${one.nodes[0].failureSummary}`))",
        );
        assert_eq!(found, serde_json::json!([]), "{width} pixels, {scheme}");
    }
}

#[test]
#[ignore = "needs chromium"]
fn a_page_that_is_loaded_again_keeps_what_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let page = page(&folder);
    let html = fs::read_to_string(&page).unwrap();
    let live = folder.path().join("live.html");
    fs::write(&live, html.replace("\"reload_seconds\":null", "\"reload_seconds\":3")).unwrap();
    let mut browser = Browser::start(1200, 900);
    browser.open(&live, "");
    browser.value("window.isFirst = true");
    browser.click("[data-script=growth] .player[data-player='2']");
    browser.value("(() => { const select = document.querySelector('[data-script=growth] select'); select.value = 'score'; select.dispatchEvent(new Event('change', { bubbles: true })); scrollTo(0, 700); })()");
    browser.wait_for("window.isFirst === undefined && document.readyState === 'complete' && scrollY === 700");
    assert_eq!(
        browser.text("document.querySelector(\"[data-script=growth] .player[data-player='2']\").ariaPressed"),
        "false"
    );
    assert_eq!(browser.text("document.querySelector('[data-script=growth] select').value"), "score");
    browser.wait_for(
        "document.querySelector('[data-script=growth] .drawing:not([hidden])').textContent.includes('SCORE')",
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
