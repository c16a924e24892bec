//! Commands and folders of strangers: what a manifest names is started only if it is trusted, and of the folder of a player is copied
//! what a submission may hold.

use crate::{
    command::{arena, path, refused, told},
    pseudo_terminal::PseudoTerminal,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::fs::symlink,
    path::Path,
};

/// A player that tells which files it sees.
const PLAYER: &str = "echo sees $(find . ! -type d | sort) >&2\nwhile read -r word number rest; do case $word in hello) echo hello 1;; \
                      match|end) echo ready;; turn) echo guess $number AAAA;; esac; done\n";

/// A small tournament.
const SMALL: &str =
    "--players rao --scsa ab-color --sizes 4x6 --rounds 2 --no-charts --quiet --jobs 1 --guess-limit 9 --out";

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// The files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => folders.push(entry),
                false => drop(files.insert(entry.display().to_string(), fs::read(&entry).unwrap())),
            }
        }
    }
    files
}

/// Writes a file and the folders that it is in.
fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Plays a tournament in a folder, as somebody else did: its results are in `out`, its shards in `parts`, and one that was interrupted
/// in `early`. The commands in the manifests then name a folder of the user.
fn folders_of_a_stranger(folder: &Path) {
    write(folder, "s/p.sh", PLAYER);
    write(folder, "maker.sh", "i=0; while [ $i -lt $3 ]; do echo ABCD; i=$((i+1)); done\n");
    for out in ["out", "early"] {
        let run = format!("run --player own=sh@s/p.sh --codemaker maker=sh@maker.sh {SMALL} {out}");
        let run: Vec<String> = run.split(' ').map(|word| word.replace('@', " ")).collect();
        arena(&run.iter().map(String::as_str).collect::<Vec<_>>()).current_dir(folder).assert().success();
    }
    for shard in ["1/2", "2/2"] {
        let run = format!("run --player own=sh@s/p.sh {SMALL} parts --shard {shard}");
        let run: Vec<String> = run.split(' ').map(|word| word.replace('@', " ")).collect();
        arena(&run.iter().map(String::as_str).collect::<Vec<_>>()).current_dir(folder).assert().success();
    }
    write(folder, "keys/x.sh", PLAYER);
    write(folder, "keys/secret", "mine");
    for out in ["out", "early"] {
        let manifest = folder.join(out).join("manifest.json");
        let text = fs::read_to_string(&manifest).unwrap().replace("sh s/p.sh", "sh keys/x.sh");
        let finished = text.find("\"finished\"").unwrap();
        let text = if out == "early" { text[..finished].to_owned() + "\"finished\": null\n}\n" } else { text };
        fs::write(manifest, text).unwrap();
    }
}

/// Commands that would start what a manifest names. What they start otherwise is given on the command line.
const STARTING: [&str; 9] = [
    "verify out",
    "verify out --all --quiet",
    "run --from out --out new",
    "run --from out/manifest.json --shard 1/2 --out new",
    "run --extend --rounds 3 --out out",
    "run --add dino --out out",
    "run --resume --out early",
    "games own --from out",
    "games rao,own --from out --rounds 2",
];

/// Commands that read the same folders and start nothing of them.
const READING: [&str; 12] = [
    "verify out --rounds 0",
    "run --from out --players rao --out other --no-charts",
    "run --from out --players rao --player own=sh@s/p.sh --out own --no-charts",
    "games rao --from out",
    "plan --from out",
    "show out",
    "compare out",
    "compare out rao own",
    "report out",
    "merge parts --out merged --no-charts",
    "scale out --format csv",
    "charts out",
];

/// A manifest may name a folder as a codemaker, too: its codes would be copied into the results.
#[test]
fn codes_of_a_folder_that_a_manifest_names_are_read_only_if_it_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    folders_of_a_stranger(folder);
    fs::rename(folder.join("out/codes"), folder.join("keys/codes")).unwrap();
    let manifest = folder.join("out/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap().replace("sh maker.sh", "recorded:keys");
    fs::write(manifest, text).unwrap();
    let command = words("run --from out --players rao --out new --no-charts");
    let output = arena(&command).current_dir(folder).assert().code(2).get_output().stderr.clone();
    let line = String::from_utf8(output).unwrap();
    assert!(line.contains("maker=recorded:keys") && !folder.join("new").exists(), "{line}");
    arena(&command).arg("--trust-commands").current_dir(folder).assert().success();
}

#[test]
fn commands_of_a_manifest_are_started_only_if_they_are_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    folders_of_a_stranger(folder);
    let before = contents(folder);
    for command in STARTING {
        let output = arena(&words(command)).current_dir(folder).assert().code(2);
        let output = output.get_output();
        let line = String::from_utf8(output.stderr.clone()).unwrap();
        let said = line.lines().filter(|line| !line.starts_with("note: ")).collect::<Vec<_>>().join("\n");
        assert!(said.contains("sh keys/x.sh") && said.contains("give --trust-commands"), "{command}: {said}");
        assert!(output.stdout.is_empty() && contents(folder) == before, "{command}: something was written");
        assert_eq!(fs::read_dir(folder).unwrap().count(), 6, "{command}: no folder was made");
    }
    for command in READING {
        let command: Vec<String> = command.split(' ').map(|word| word.replace('@', " ")).collect();
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let output = arena(&command).current_dir(folder).output().unwrap();
        let (code, said) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
        // Two rounds at one size are too few for some.
        assert!(code == Some(0) || !said.contains("--trust-commands"), "{command:?}: {said}");
        assert!(code == Some(0) || command[0] == "scale", "{command:?}: {said}");
    }
    // With the option everything is started, and the folder of the command is copied.
    arena(&words("games own --from out --trust-commands")).current_dir(folder).assert().success();
    arena(&words("run --from out --out new --no-charts --trust-commands")).current_dir(folder).assert().success();
    let sees = fs::read_to_string(folder.join("new/messages/own-ab-color-4x6.txt")).unwrap();
    assert!(sees.contains("sees ./secret ./x.sh"), "{sees}");
}

#[test]
fn codemakers_are_started_only_if_they_are_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    folders_of_a_stranger(folder);
    let run = |command: &str| arena(&words(command)).current_dir(folder).assert();
    // Their codes are recorded.
    run("run --from out --players rao --out recorded --no-charts --quiet").success();
    for more in ["--rounds 3", "--sizes 3x4", "--until 1%", "--seed 2"] {
        let output = run(&format!("run --from out --players rao --out new {more}")).code(2);
        let line = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(line.contains("1 program") && line.contains("'maker=sh maker.sh'"), "{more}: {line}");
        assert!(!folder.join("new").exists());
    }
    run("run --from out --players rao --out new --rounds 3 --no-charts --quiet --trust-commands").success();
}

#[test]
fn a_person_at_a_terminal_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    folders_of_a_stranger(folder.path());
    let out = path(folder.path(), "out");
    // What the commands name is there, whatever the current folder is.
    let manifest = Path::new(&out).join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("sh keys/x.sh", &format!("sh {}", path(folder.path(), "s/p.sh")))).unwrap();
    for (answer, code) in [("n\r", 2), ("\r", 2), ("yes please\r", 2), ("\u{4}", 2), ("y\r", 0)] {
        let terminal = PseudoTerminal::start(assert_cmd::cargo::cargo_bin!("arena"), &["verify", &out], &[], (24, 200));
        terminal.wait_for("Start them? [y/N]");
        terminal.type_keys(answer);
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(code), "{answer:?}: {said}");
        assert_eq!(said.contains("give --trust-commands"), code == 2, "{answer:?}: {said}");
    }
}

/// What the players of a tournament into a folder saw.
fn seen(run: &mut assert_cmd::Command, out: &Path) -> BTreeSet<String> {
    run.assert().success();
    let text = fs::read_to_string(out.join("messages/own-ab-color-4x6.txt")).unwrap();
    text.lines()
        .filter_map(|line| line.split_once("sees "))
        .flat_map(|(_, files)| words(files))
        .map(str::to_owned)
        .collect()
}

#[test]
fn of_a_folder_is_copied_what_a_submission_may_hold() {
    let outer = tempfile::tempdir().unwrap();
    let home = outer.path().join("home");
    for name in [".ssh/id_rsa", ".bash_history", "p.sh", ".config/player/p.sh", "bare/p.sh", "bare/.ssh/config"] {
        write(&home, name, PLAYER);
    }
    let mine = home.join("players/mine");
    let left_out = [
        ".env",
        ".git/config",
        ".ssh2",
        "id_rsa",
        "ID_ED25519.old.key",
        "server.PEM",
        "sh_history",
        "data/.hidden/x",
        "venv/pyvenv.cfg",
        "venv/lib/x.py",
        "data/credentials.json",
        "data/deep/known_hosts.old",
    ];
    for name in left_out.iter().chain(&["p.sh", "data/table.csv", "data/deep/x", "notes.txt"]) {
        write(&mine, name, PLAYER);
    }
    symlink(home.join(".ssh"), mine.join("link")).unwrap();
    let out = outer.path().join("out");
    let run = |file: &Path| {
        let own = format!("own=sh {}", file.display());
        let mut run = arena(&["run", "--player", &own, "--force"]);
        run.args(words(SMALL)).arg(&out).env("HOME", &home);
        run
    };
    let wanted = ["./data/deep/x", "./data/table.csv", "./link", "./notes.txt", "./p.sh"];
    assert_eq!(seen(&mut run(&mine.join("p.sh")), &out), wanted.map(str::to_owned).into());
    for (name, reason) in [
        ("p.sh", "it is a home, or holds one"),
        (".config/player/p.sh", ".config is a hidden folder of a home"),
        ("bare/p.sh", "it holds .ssh, as a home does"),
        ("bare/.ssh/p.sh", ".ssh is a hidden folder of a home"),
        ("../p.sh", "it is a home, or holds one"),
    ] {
        write(&home, name, PLAYER);
        let output = run(&home.join(name)).assert().code(2);
        let line = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        let line = line.lines().last().unwrap();
        assert!(line.contains(reason) && line.ends_with("put the program into a folder of its own"), "{name}: {line}");
    }
    fs::remove_file(outer.path().join("p.sh")).unwrap();
    // A link leads to the folder that the player is in.
    symlink(home.join("p.sh"), mine.join("q.sh")).unwrap();
    run(&mine.join("q.sh")).assert().code(2);
    // The folder for temporary files is that of everybody.
    let file = tempfile::NamedTempFile::new_in("/tmp").unwrap();
    let own = format!("own=sh {}", file.path().display());
    let line = refused(&["run", "--player", &own, "--out", out.to_str().unwrap(), "--force"]);
    assert!(
        line.contains("/tmp, the folder of the program, is not copied, because everybody has files there"),
        "{line}"
    );
    // A folder with too much in it.
    for number in 0..5000 {
        fs::write(mine.join("data").join(number.to_string()), "").unwrap();
    }
    let output = run(&mine.join("p.sh")).assert().code(2);
    let line = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(
        line.contains("players/mine") && line.contains("too large to be copied: the limits are 64 MiB and 5000 files"),
        "{line}"
    );
}

/// Secrets that lie beside a player, and the seed from which they follow.
#[test]
fn secrets_are_not_copied() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "p.sh", PLAYER);
    write(folder, "data/codes.txt", "AABB\nBBAA\n");
    let file = "players = [{ name = \"own\", command = \"sh p.sh\" }]\nscsa = [\"ab-color\", \"codes:data/codes.txt\"]\n\
                sizes = \"4x6\"\nrounds = 2\nseed = 77\nno-charts = true\nout = \"out\"\n";
    write(folder, "contest.toml", file);
    let out = folder.join("out");
    let wanted: BTreeSet<String> = ["./p.sh".to_owned()].into();
    assert_eq!(seen(arena(&words("run contest.toml --guess-limit 9")).current_dir(folder), &out), wanted);
    arena(&words("verify out --trust-commands")).current_dir(folder).assert().success();
    let again = words("run --from out --out again --trust-commands --no-charts");
    assert_eq!(seen(arena(&again).current_dir(folder), &folder.join("again")), wanted);
}

/// Results in the folder of a player, wherever they are, and those of the tournament itself.
#[test]
fn results_are_never_copied() {
    let outer = tempfile::tempdir().unwrap();
    let mine = outer.path().join("mine");
    for name in ["p.sh", "helper.sh", "data/x.txt"] {
        write(&mine, name, PLAYER);
    }
    write(&mine, "maker.sh", "i=0; while [ $i -lt $3 ]; do echo ABCD; i=$((i+1)); done\n");
    let run = |options: &str| {
        let mut run = arena(&["run", "--player", "own=sh p.sh", "--codemaker", "maker=sh maker.sh"]);
        run.args(words(SMALL)).args(words(options)).current_dir(&mine);
        run
    };
    let wanted: BTreeSet<String> = ["./data/x.txt", "./helper.sh", "./maker.sh", "./p.sh"].map(str::to_owned).into();
    // Older results: whole ones, shards, a tournament that was killed, without rounds, an extension, and a page.
    run("data/older --format parquet").assert().success();
    run("parts --shard 1/2").assert().success();
    run("x/y/bare --no-rounds").assert().success();
    write(&mine, "killed/.extension/rounds.csv", "player,scsa,pegs,colors,round\n");
    fs::write(mine.join("killed/journal.bin"), b"arenaJ\0\x01").unwrap();
    write(&mine, "begun/shard-1-of-2.journal", "arenaS\0\x01");
    write(&mine, "begun/codes/maker-4x6.txt", "ABCD\n");
    write(&mine, "renamed/secrets", &fs::read_to_string(mine.join("data/older/rounds.csv")).unwrap());
    told(&["report", mine.join("data/older").to_str().unwrap(), "--out", mine.join("page.html").to_str().unwrap()]);
    // The folder of the results is that of the player. The second tournament finds all files of the first.
    for more in ["", " --force"] {
        let options = format!(". --live wall.html --format parquet{more}");
        assert_eq!(seen(&mut run(&options), &mine), wanted, "{more}");
        assert!(mine.join("rounds.parquet").exists() && mine.join("wall.html").exists());
    }
    arena(&words("report .")).current_dir(&mine).assert().success();
    arena(&words("charts .")).current_dir(&mine).assert().success();
    let extend = words("run --extend --rounds 3 --no-charts --quiet --trust-commands --out .");
    assert_eq!(seen(arena(&extend).current_dir(&mine), &mine), wanted);
    arena(&words("verify . --trust-commands")).current_dir(&mine).assert().success();
    assert_eq!(seen(&mut run("new"), &mine.join("new")), wanted);
}
