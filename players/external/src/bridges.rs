//! The bridges: scripts by which players of the course play by the protocol.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The scripts: their paths in the folder of bridges, and their texts.
const FILES: [(&str, &str); 11] = [
    ("python/bridge.py", include_str!("../bridges/python/bridge.py")),
    ("python/arena_loading.py", include_str!("../bridges/python/arena_loading.py")),
    ("python/arena_match.py", include_str!("../bridges/python/arena_match.py")),
    ("python/mastermind_arena/__init__.py", include_str!("../bridges/python/mastermind_arena/__init__.py")),
    ("python/mastermind_arena/_protocol.py", include_str!("../bridges/python/mastermind_arena/_protocol.py")),
    ("python/mastermind_arena/chat.py", include_str!("../bridges/python/mastermind_arena/chat.py")),
    ("python/mastermind.py", include_str!("../bridges/python/mastermind.py")),
    ("python/player.py", include_str!("../bridges/python/player.py")),
    ("python/scsa.py", include_str!("../bridges/python/scsa.py")),
    ("lisp/bridge.lisp", include_str!("../bridges/lisp/bridge.lisp")),
    ("lisp/engine.lisp", include_str!("../bridges/lisp/engine.lisp")),
];

/// The languages of the bridges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bridge {
    /// A class of a Python file: `python:FILE.py[#CLASS]`.
    Python,
    /// A function of a Lisp file: `lisp:FILE.lisp[#FUNCTION]`.
    Lisp,
    /// A language model: `chat:MODEL`.
    Chat,
}

/// What the command of a language model says: `chat:MODEL [OPTIONS]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatCommand {
    /// The model.
    pub model: String,
    /// The address that is asked.
    pub endpoint: String,
    /// The fields that `--set` gives each request.
    pub request: BTreeMap<String, String>,
}

impl ChatCommand {
    /// The address where none is given.
    pub const OPENAI: &str = "https://api.openai.com/v1";

    /// The parts of a command; `None` if it is another one.
    ///
    /// ```
    /// let chat = external::ChatCommand::parse("chat:small --set temperature=0 --base-url=http://localhost/v1").unwrap();
    /// assert_eq!((&*chat.model, &*chat.endpoint, &*chat.request["temperature"]), ("small", "http://localhost/v1", "0"));
    /// ```
    pub fn parse(command: &str) -> Option<ChatCommand> {
        let words = shlex::split(command)?;
        let (Bridge::Chat, model) = Bridge::of(words.first()?)? else { return None };
        let values = |option: &str| -> Vec<&str> {
            let joined = words.iter().filter_map(|word| word.strip_prefix(option)?.strip_prefix('='));
            let pairs = words.windows(2).filter(|pair| pair[0] == option).map(|pair| pair[1].as_str());
            joined.chain(pairs).collect()
        };
        let pair = |text: &&str| text.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
        Some(ChatCommand {
            model: model.to_owned(),
            endpoint: values("--base-url").last().map_or(ChatCommand::OPENAI, |url| url).to_owned(),
            request: values("--set").iter().filter_map(pair).collect(),
        })
    }
}

impl Bridge {
    /// The bridge of a command, and the rest of its first word.
    pub fn of(word: &str) -> Option<(Bridge, &str)> {
        let python = word.strip_prefix("python:").map(|rest| (Bridge::Python, rest));
        let lisp = || word.strip_prefix("lisp:").map(|rest| (Bridge::Lisp, rest));
        python.or_else(lisp).or_else(|| word.strip_prefix("chat:").map(|rest| (Bridge::Chat, rest)))
    }

    /// The interpreter.
    pub const fn interpreter(self) -> &'static str {
        match self {
            Bridge::Python | Bridge::Chat => "python3",
            Bridge::Lisp => "sbcl",
        }
    }

    /// The command that plays the player `name` of a file, or the only player of it, or the language model `file`. The scripts are in the
    /// folder `scripts`.
    pub fn command(
        self,
        interpreter: &str,
        scripts: &Path,
        file: &str,
        name: Option<&str>,
        memory_mb: u64,
    ) -> Vec<String> {
        let script = |path: &str| scripts.join(path).display().to_string();
        let words: Vec<String> = match self {
            Bridge::Python => {
                let player = name.map_or_else(|| file.to_owned(), |name| format!("{file}#{name}"));
                vec!["-B".to_owned(), script("python/bridge.py"), player]
            }
            Bridge::Chat => ["-B", "-m", "mastermind_arena.chat", file].map(str::to_owned).to_vec(),
            Bridge::Lisp => {
                // The rest of the memory is for the stack and the program itself.
                let heap = memory_mb * 3 / 5;
                let options = format!(
                    "--noinform --disable-ldb --dynamic-space-size {heap}MB --control-stack-size 64MB --no-sysinit --no-userinit \
                     --disable-debugger --load"
                );
                let options = options.split(' ').map(str::to_owned);
                let rest = ["--eval", "(arena-bridge:main)", "--end-toplevel-options", file];
                let rest = rest.into_iter().chain(name).map(str::to_owned);
                options.chain([script("lisp/bridge.lisp")]).chain(rest).collect()
            }
        };
        [interpreter.to_owned()].into_iter().chain(words).collect()
    }
}

/// Writes the scripts into a folder below `cache`, which is of the user alone, and returns it. The folder has a name of its own for every
/// version of the scripts.
///
/// # Errors
/// When the folder cannot be written.
#[expect(clippy::disallowed_methods, reason = "the folder is a cache of this user")]
pub fn install(cache: &Path) -> io::Result<PathBuf> {
    let version = FILES.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, (path, text)| {
        let bytes = path.bytes().chain(text.bytes());
        bytes.fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    });
    let folder = cache.join(format!("bridges-{version:016x}"));
    if folder.is_dir() {
        return Ok(folder);
    }
    let temporary = tempfile::tempdir_in(cache)?;
    for (path, text) in FILES {
        let path = temporary.path().join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    match fs::rename(temporary.path(), &folder) {
        Ok(()) => {
            let _ = temporary.keep();
            Ok(folder)
        }
        // Another process was faster.
        Err(_) if folder.is_dir() => Ok(folder),
        Err(e) => Err(e),
    }
}
