//! `arena new-player` writes players that play.

use crate::command::{path, refused};
use assert_cmd::{Command, cargo};
use std::{
    fs,
    path::Path,
    process::{self, Stdio},
};

/// What a command prints that runs in a folder.
fn told_in(folder: &Path, words: &[&str]) -> String {
    let output = Command::new(cargo::cargo_bin!("arena")).args(words).current_dir(folder).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// Runs the commands that `new-player` prints, with other options for the tournament, and returns what they print.
fn follow(folder: &Path, printed: &str) -> String {
    let program = cargo::cargo_bin!("arena");
    // A `python3` of a version manager takes a tenth of a second to start, a hundred times in a check.
    let bin = format!("{}:/usr/bin:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut text = String::new();
    for command in printed.lines().filter_map(|line| line.strip_prefix("  ")) {
        let command = command.replace("--force", "--force --rounds 20 --no-charts");
        // Rounds that are lost take long.
        let command = command.replace(" check-player ", " check-player --guess-limit 10 ");
        let mut run = process::Command::new("sh");
        run.args(["-ec", &command]).current_dir(folder).env("PATH", &bin);
        let output = run.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        text += &String::from_utf8(output.stdout).unwrap();
    }
    text
}

/// Writes a player in a language, and follows the commands that are printed.
fn plays_and_passes(language: &str, file: &str) {
    let folder = tempfile::tempdir().unwrap();
    let printed = told_in(folder.path(), &["new-player", "first-try", "--language", language]);
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(text.contains("first-try draws random codes") && !text.contains("my-player"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    let output = follow(folder.path(), &printed);
    assert!(output.contains("first-try") && output.contains("nothing is wrong with first-try"), "{output}");
}

#[test]
#[ignore = "takes 10 s: cargo test --test program new_player:: -- --ignored"]
fn players_in_python_play_and_pass_the_check() {
    plays_and_passes("python", "first_try.py");
}

#[test]
#[ignore = "takes 10 s: cargo test --test program new_player:: -- --ignored"]
fn players_in_c_play_and_pass_the_check() {
    plays_and_passes("c", "first_try.c");
}

#[test]
#[ignore = "needs SBCL: cargo test --test program new_player:: -- --ignored"]
fn players_in_lisp_play_and_pass_the_check_with_sbcl() {
    plays_and_passes("lisp", "first-try.lisp");
}

#[test]
fn the_folder_is_made_and_named_in_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    let printed = told_in(folder.path(), &["new-player", "mine", "--language", "lisp", "--dir", "my players"]);
    assert!(printed.contains("arena check-player \"mine=lisp:'my players/mine.lisp'\""), "{printed}");
    let text = fs::read_to_string(folder.path().join("my players/mine.lisp")).unwrap();
    assert!(text.contains("(defun mine-player (board"), "{text}");
    let printed = told_in(folder.path(), &["new-player", "mine", "--language", "c", "--dir", "c"]);
    assert!(printed.contains("cc -O2 -o c/mine c/mine.c") && printed.contains("'mine=c/mine'"), "{printed}");
}

/// A copy of what `new-player` reads of a checkout.
fn checkout(folder: &Path) -> String {
    let list = fs::read_to_string("players/src/agents/mod.rs").unwrap();
    fs::create_dir_all(folder.join("players/src/agents")).unwrap();
    fs::create_dir_all(folder.join("players/api")).unwrap();
    fs::write(folder.join("players/src/agents/mod.rs"), &list).unwrap();
    for file in ["Cargo.toml", "players/api/Cargo.toml"] {
        fs::write(folder.join(file), "").unwrap();
    }
    list
}

#[test]
fn a_module_is_written_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let before = checkout(folder.path());
    let printed = told_in(&folder.path().join("players"), &["new-player", "first-try", "--language", "rust"]);
    assert!(printed.contains("GOLDEN=first-try cargo test --test program golden::"), "{printed}");
    assert!(printed.contains("cargo run --release -- check-player first-try"), "{printed}");
    let agents = folder.path().join("players/src/agents");
    // The same text plays in a package of its own.
    let module = fs::read_to_string(agents.join("first_try.rs")).unwrap();
    let example = fs::read_to_string("examples/own-crate/src/my_player.rs").unwrap();
    assert_eq!(module, example.replace("my-player", "first-try").replace("MyPlayer", "FirstTry"));
    let list = fs::read_to_string(agents.join("mod.rs")).unwrap();
    let line = "        first_try: of FirstTry;\n";
    assert_eq!(list.replace(line, ""), before);
    assert!(list[..list.find("FAULTY {").unwrap()].contains(line), "{list}");
    let again = Command::new(cargo::cargo_bin!("arena"))
        .args(["new-player", "first-try", "--language", "rust"])
        .current_dir(folder.path())
        .assert()
        .code(2);
    assert!(String::from_utf8_lossy(&again.get_output().stderr).contains("has a module first_try already"));
    assert_eq!(fs::read_to_string(agents.join("mod.rs")).unwrap(), list);
}

/// `.ci/run` builds and plays such a package.
#[test]
fn a_package_depends_on_the_checkout() {
    let folder = tempfile::tempdir().unwrap();
    let printed = told_in(folder.path(), &["new-player", "first-try", "--language", "rust", "--crate", "a/b"]);
    assert!(printed.contains("In the folder a/b, play it, and check it"), "{printed}");
    let read = |file: &str| fs::read_to_string(folder.path().join("a/b").join(file)).unwrap();
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("name = \"first-try\""), "{manifest}");
    assert!(manifest.contains(&format!("arena = {{ path = {:?} }}", env!("CARGO_MANIFEST_DIR"))), "{manifest}");
    assert!(read("src/main.rs").contains("player::<first_try::FirstTry>()"));
    assert!(read("src/first_try.rs").contains("const NAME: &'static str = \"first-try\""));
    assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn nothing_is_overwritten_and_names_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let dir = path(folder.path(), "mine");
    fs::create_dir(&dir).unwrap();
    for file in ["my_player.py", "my-player.lisp", "my_player.c"] {
        fs::write(folder.path().join("mine").join(file), "kept").unwrap();
    }
    fs::create_dir(folder.path().join("checkout")).unwrap();
    checkout(&folder.path().join("checkout"));
    let checkout = path(folder.path(), "checkout");
    let is_there = "is there already and is not overwritten";
    let none = path(folder.path(), "none");
    for (words, wanted) in [
        (&["my-player", "--language", "python", "--dir", &dir][..], is_there),
        (&["my-player", "--language", "lisp", "--dir", &dir], is_there),
        (&["my-player", "--language", "c", "--dir", &dir], is_there),
        (&["my-player", "--language", "rust", "--crate", &dir], is_there),
        (&["my-player", "--language", "python", "--dir", "/dev/null/x"], "cannot write /dev/null/x/my_player.py"),
        (&["my-player", "--language", "python", "--dir", &checkout], "this folder is a checkout of arena"),
        (&["my-player", "--language", "rust", "--arena", &dir], "is no checkout of arena"),
        (&["my-player", "--language", "rust", "--dir", &dir], "--dir is for Python, Lisp and C; give --crate"),
        (&["my-player", "--language", "c", "--crate", &none], "--crate is for Rust; give --dir"),
        (&["my-player", "--language", "c", "--arena", &none], "--arena is for Rust; leave it out"),
        (&["My-Player", "--language", "c", "--dir", &none], "'My-Player' is no name of a player"),
        (&["a--b", "--language", "c", "--dir", &none], "'a--b' is no name of a player"),
        (&["rao", "--language", "c", "--dir", &none], "there is a player 'rao' already; give another name"),
        (
            &["match", "--language", "rust", "--crate", &none],
            "match is a word of Rust; give another name, such as my-match",
        ),
        (&["scsa", "--language", "rust", "--crate", &none], "scsa is the name of another package"),
        (&["hashlib", "--language", "python", "--dir", &none], "hashlib is the name of a module of Python"),
        (&["my-player", "--language", "fortran"], "invalid value 'fortran' for '--language <LANGUAGE>'"),
        (&["my-player"], "--language <LANGUAGE>"),
    ] {
        let line = refused(&[&["new-player"], words].concat());
        assert!(line.contains(wanted), "{words:?}: {line}");
    }
    for file in ["my_player.py", "my-player.lisp", "my_player.c"] {
        assert_eq!(fs::read_to_string(folder.path().join("mine").join(file)).unwrap(), "kept");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
}
