//! Results folders and files of strangers: links, named pipes, devices and files of any size. Nothing outside of the folder is read,
//! written or removed, and no command waits.

use crate::command::{arena, names, path, refused, results, told};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::{
    fs::{self, File},
    os::unix::{fs::symlink, net::UnixListener},
    path::{Path, PathBuf},
    sync::LazyLock,
};
use tempfile::TempDir;

/// What stands in the home of the person who was sent the folder.
const PRECIOUS: &str = "player,scsa\nprecious\n";

/// A tournament with every file that the program writes into a folder.
static PLAYED: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let tournament = "--players rao,dino --scsa insert-colors --sizes 2-4x2-3 --rounds 2 --format parquet --quiet";
    told(&["run", "--out", &out].into_iter().chain(tournament.split(' ')).collect::<Vec<_>>());
    told(&["scale", &out]);
    told(&["charts", &out, "--facet", "scsa"]);
    told(&["report", &out, "--no-replays"]);
    folder
});

/// A folder with a copy of the tournament, `out`, and a person's file and folder.
struct Attack {
    folder: TempDir,
    out: String,
}

impl Attack {
    fn new() -> Attack {
        let folder = tempfile::tempdir().unwrap();
        copy(&PLAYED.path().join("out"), &folder.path().join("out"));
        fs::create_dir(folder.path().join("home")).unwrap();
        for name in ["precious", "precious.txt", "rao-insert-colors-2x2.txt"] {
            fs::write(folder.path().join("home").join(name), PRECIOUS).unwrap();
        }
        Attack { out: path(folder.path(), "out"), folder }
    }

    /// Puts something into the place of what is in the results folder.
    fn put(&self, name: &str, what: impl FnOnce(&Path)) {
        let place = Path::new(&self.out).join(name);
        let _ = fs::remove_dir_all(&place);
        let _ = fs::remove_file(&place);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        what(&place);
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// The words of a command; `OUT` stands for the folder.
    fn words(&self, command: &str) -> Vec<String> {
        command.split(' ').map(|word| word.replace("OUT", &self.out)).collect()
    }

    /// The line by which a command is refused, after which the home is as it was.
    fn refused(&self, command: &str) -> String {
        let line = refused(&self.words(command).iter().map(String::as_str).collect::<Vec<_>>());
        self.assert_untouched(command);
        line
    }

    fn told(&self, command: &str) {
        told(&self.words(command).iter().map(String::as_str).collect::<Vec<_>>());
    }

    fn assert_untouched(&self, what: &str) {
        let home = self.home();
        let there = names(home.to_str().unwrap());
        assert_eq!(there, ["precious", "precious.txt", "rao-insert-colors-2x2.txt"], "{what}");
        for name in there {
            assert_eq!(fs::read_to_string(home.join(name)).unwrap(), PRECIOUS, "{what}");
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &target) } else { assert!(fs::copy(&path, &target).is_ok()) }
    }
}

fn pipe(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
}

/// A file without an end: a hole of a terabyte.
fn endless(path: &Path) {
    File::create(path).unwrap().set_len(1 << 40).unwrap();
}

/// Puts something at a place.
type Put<'a> = &'a dyn Fn(&Path);

/// The commands that read or write each file of a folder.
const USES: [(&str, &[&str]); 16] = [
    (
        "summary.csv",
        &["show OUT", "report OUT", "charts OUT", "scale OUT", "run --quiet --out OUT --extend --rounds 3"],
    ),
    ("rounds.csv", &["report OUT", "compare OUT", "verify OUT", "run --quiet --out OUT --extend --rounds 3"]),
    ("timings.csv", &["verify OUT", "run --quiet --out OUT --extend --rounds 3"]),
    ("timing-summary.csv", &["show OUT", "scale OUT"]),
    ("manifest.json", &["report OUT", "charts OUT", "verify OUT --rounds 0", "run --from OUT --out OUT/new", RUN]),
    ("rounds.parquet", &["run --quiet --out OUT --extend --rounds 3"]),
    ("report.html", &["report OUT --no-replays", "report OUT --no-replays --force"]),
    ("charts/charts.json", &["charts OUT"]),
    ("charts/scores-4x3.svg", &["charts OUT"]),
    ("scale/laws.csv", &["scale OUT"]),
    ("figures/guesses-by-scsa.csv", &["charts OUT --facet scsa"]),
    (".lock", &[RUN, "run --quiet --out OUT --extend --rounds 3"]),
    ("journal.bin", &["run --quiet --resume --out OUT"]),
    ("shard-1-of-2.bin", &["merge OUT --out OUT/merged"]),
    ("shard-1-of-2.journal", &["run --players rao --scsa ab-color --sizes 4x6 --shard 1/2 --quiet --out OUT"]),
    ("codes/x-4x3.txt", &["run --players rao --codemaker x=recorded:OUT --sizes 4x3 --quiet --out OUT/new"]),
];

const RUN: &str = "run --players rao --scsa ab-color --sizes 4x6 --rounds 1 --quiet --force --out OUT";

#[test]
fn no_command_follows_a_link_or_waits_at_a_pipe_in_a_results_folder() {
    for (name, uses) in USES {
        let attack = Attack::new();
        let link = |place: &Path| symlink(attack.home().join("precious"), place).unwrap();
        let device = |place: &Path| symlink("/dev/zero", place).unwrap();
        let folder = |place: &Path| fs::create_dir(place).unwrap();
        let kinds: [(Put<'_>, &str); 4] = [
            (&link, "it is a symbolic link"),
            (&device, "it is a symbolic link"),
            (&pipe, "it is a named pipe"),
            (&folder, "it is a folder"),
        ];
        for (put, wanted) in kinds {
            attack.put(name, put);
            for command in uses {
                let line = attack.refused(command);
                let is_named = line.contains(name.rsplit('/').next().unwrap());
                assert!(is_named && line.contains(wanted), "{command} with {name}: {line}");
            }
        }
        let _socket = {
            attack.put(name, |_| {});
            let place = Path::new(&attack.out).join("s");
            let socket = UnixListener::bind(&place).unwrap();
            fs::rename(place, Path::new(&attack.out).join(name)).unwrap();
            socket
        };
        for command in uses {
            assert!(attack.refused(command).contains("it is a socket"), "{command} with {name}");
        }
    }
}

/// What would be written at the end is refused at the beginning.
#[test]
fn nothing_is_played_where_the_end_cannot_be_written() {
    let attack = Attack::new();
    let rows = results(&attack.out);
    for name in ["rounds.parquet", "timings.parquet", "charts/scores-4x3.svg", "charts"] {
        attack.put(name, |place| symlink(attack.home().join("precious"), place).unwrap());
        for command in ["run --quiet --out OUT --extend --rounds 3", "run --quiet --out OUT --add random"] {
            let line = attack.refused(command);
            assert!(line.contains(name) && line.contains("is a symbolic link"), "{command} with {name}: {line}");
        }
        assert_eq!(results(&attack.out), rows, "{name}");
        attack.put(name, |place| fs::create_dir(place).unwrap());
        fs::remove_dir(Path::new(&attack.out).join(name)).unwrap();
    }
}

/// Also one that a person names, in each folder of a results folder, and where results are only begun.
#[test]
fn a_link_in_a_results_folder_is_not_followed_by_its_name() {
    let attack = Attack::new();
    let link = |place: &Path| symlink(attack.home().join("precious"), place).unwrap();
    for (name, command) in [
        ("charts/t.csv", "tree rao --size 2x2 --force --csv OUT/charts/t.csv"),
        ("charts/t.html", "report OUT --no-replays --force --out OUT/charts/t.html"),
        ("codes/x-4x6.txt", "learn OUT/codes/x-4x6.txt"),
        (".extension/codes/x-4x6.txt", "run --scsa codes:OUT/.extension/codes/x-4x6.txt --sizes 4x6 --out OUT/new"),
    ] {
        attack.put(name, link);
        let line = attack.refused(command);
        assert!(line.contains("it is a symbolic link in a results folder"), "{command}: {line}");
    }
    attack.put("begun/journal.bin", |place| fs::write(place, "").unwrap());
    attack.put("begun/t.csv", link);
    let line = attack.refused("tree rao --size 2x2 --force --csv OUT/begun/t.csv");
    assert!(line.contains("it is a symbolic link in a results folder"), "{line}");
}

#[test]
fn manual_pages_replace_files_only() {
    let attack = Attack::new();
    let pages = attack.folder.path().join("pages");
    fs::create_dir(&pages).unwrap();
    for put in [pipe as fn(&Path), |place| symlink("../home/precious", place).unwrap()] {
        put(&pages.join("arena-run.1"));
        let line = attack.refused(&format!("man --dir {}", pages.display()));
        assert!(line.contains("arena-run.1") && names(pages.to_str().unwrap()).len() == 1, "{line}");
        fs::remove_file(pages.join("arena-run.1")).unwrap();
    }
    attack.told(&format!("man --dir {}", pages.display()));
    assert!(names(pages.to_str().unwrap()).contains(&"arena-run.1".to_owned()));
}

#[test]
fn no_command_follows_a_link_at_a_folder_in_a_results_folder() {
    let extend = "run --quiet --out OUT --extend --rounds 3";
    for (name, uses) in [
        ("charts", &["charts OUT", RUN][..]),
        ("scale", &["scale OUT"]),
        ("figures", &["charts OUT --facet scsa"]),
        (".extension", &[extend]),
        ("messages", &[RUN]),
        ("codes", &[RUN, "run --players rao --codemaker x=recorded:OUT --sizes 4x3 --quiet --out OUT/new"]),
    ] {
        let attack = Attack::new();
        attack.put(name, |place| symlink(attack.home(), place).unwrap());
        for command in uses {
            let line = attack.refused(command);
            assert!(line.contains(&format!("{name} is a symbolic link, and none is followed")), "{command}: {line}");
        }
    }
}

#[test]
fn a_results_folder_may_be_a_link_and_so_may_a_file_that_a_person_names() {
    let attack = Attack::new();
    let link = |to: &str, name: &str| {
        symlink(to, attack.folder.path().join(name)).unwrap();
        path(attack.folder.path(), name)
    };
    let given = link("out", "given");
    for command in ["show", "charts", "scale", "report", "compare", "verify"] {
        told(&[command, &given]);
    }
    told(&["run", "--quiet", "--out", &given, "--extend", "--rounds", "3"]);
    fs::write(attack.folder.path().join("codes"), "ABC\nBCA\n").unwrap();
    fs::write(attack.folder.path().join("t.toml"), "players = [\"rao\"]\nsizes = [\"3x3\"]\nrounds = 1\n").unwrap();
    let (codes, toml) = (link("codes", "codes-link"), link("t.toml", "toml-link"));
    told(&["learn", &codes]);
    told(&["run", &toml, "--scsa", &format!("codes:{codes}"), "--quiet", "--out", &path(attack.folder.path(), "new")]);
    let page = link("page.html", "page-link.html");
    told(&["report", &given, "--no-replays", "--out", &path(attack.folder.path(), "page.html")]);
    told(&["report", &given, "--no-replays", "--out", &page]);
    assert!(Path::new(&page).is_symlink());
}

#[test]
fn what_a_person_names_is_a_regular_file() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pipe.toml", "pipe", "pipe.json", "manifest.json", "pipe.html", "pipe.csv"] {
        pipe(&folder.path().join(name));
    }
    let out = path(folder.path(), "new");
    for command in [
        "run pipe.toml",
        "run --scsa codes:pipe",
        "run --scsa weighted:pipe --sizes 4x6",
        "run --players rao --samples pipe",
        "run --players tree:pipe.json",
        "run --from manifest.json",
        "run --players rao --live pipe.html",
    ] {
        let words = command.split(' ').chain(["--quiet", "--out", &out]);
        let output = arena(&words.collect::<Vec<_>>()).current_dir(folder.path()).assert().code(2);
        let line = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(line.contains("it is a named pipe") && line.lines().count() == 1, "{command}: {line}");
    }
    for command in ["learn pipe", "tree rao --size 2x2 --csv pipe.csv --force", "merge pipe --out new"] {
        let words: Vec<&str> = command.split(' ').collect();
        let output = arena(&words).current_dir(folder.path()).assert().code(2);
        let line = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(line.contains("it is a named pipe") && line.lines().count() == 1, "{command}: {line}");
    }
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_file_without_end_is_refused() {
    let extend = "run --quiet --out OUT --extend --rounds 3";
    for (name, uses, wanted) in [
        ("summary.csv", &["show OUT", extend][..], "it holds more than 256 MB"),
        ("rounds.csv", &["compare OUT", extend], "a row has more than 1 MB"),
        ("timings.csv", &[extend], "a row has more than 1 MB"),
        ("manifest.json", &["charts OUT", "verify OUT --rounds 0"], "it holds more than 16 MB"),
        ("charts/charts.json", &["charts OUT"], "it holds more than 4 MB"),
        ("shard-1-of-1.bin", &["merge OUT --out OUT/merged"], "it is no shard"),
    ] {
        let attack = Attack::new();
        attack.put(name, endless);
        for command in uses {
            let line = attack.refused(command);
            assert!(line.contains(wanted), "{command} with {name}: {line}");
        }
    }
}

#[test]
fn an_output_is_never_an_input() {
    let attack = Attack::new();
    let folder = attack.folder.path();
    let before = results(&attack.out);
    symlink(Path::new(&attack.out).join("rounds.csv"), folder.join("link.html")).unwrap();
    symlink("out", folder.join("given")).unwrap();
    for out in [
        "out/rounds.csv",
        "out/./rounds.csv",
        "out/charts/../summary.csv",
        "given/rounds.csv",
        "out/manifest.json",
        "out/charts/charts.json",
        "out/charts/scores-4x3.svg",
        "link.html",
    ] {
        for force in [&[][..], &["--force"]] {
            let line = refused(&[&["report", &attack.out, "--out", &path(folder, out)], force].concat());
            assert!(line.ends_with("is no page of this program; give another file with --out"), "{line}");
        }
        let live = ["run", "--players", "rao", "--force", "--out", &path(folder, "new"), "--live", &path(folder, out)];
        assert!(refused(&live).contains("give another file with --live"));
    }
    let tree = path(folder, "tree.csv");
    told(&["tree", "rao", "--size", "2x2", "--csv", &tree]);
    symlink("tree.csv", folder.join("tree-link.csv")).unwrap();
    let text = fs::read(&tree).unwrap();
    for csv in ["tree.csv", "./tree.csv", "given/../tree.csv", "tree-link.csv"] {
        let words = ["tree", &format!("tree:{tree}"), "--size", "2x2", "--csv", &path(folder, csv), "--force"];
        assert!(refused(&words).contains("is read by this command"));
    }
    for csv in ["out/rounds.csv", "given/summary.csv"] {
        let words = ["tree", "rao", "--size", "2x2", "--csv", &path(folder, csv), "--force"];
        assert!(refused(&words).contains("is in a results folder, and is not replaced"));
    }
    assert_eq!(fs::read(&tree).unwrap(), text);
    assert_eq!(results(&attack.out), before);
}

#[test]
fn force_removes_only_files_of_the_program() {
    let attack = Attack::new();
    let mine = [
        "notes.md",
        "charts/mine.svg",
        "messages/mine.txt",
        "messages/mine-4x6.md",
        "codes/mine.txt",
        ".extension/mine.txt",
        ".extension/codes/mine.txt",
        "scale/mine.csv",
    ];
    let own = [
        "messages/zed-only-once-4x6.txt",
        "codes/zed-4x6.txt",
        "codes/zed-4x6.samples.txt",
        ".extension/rounds.csv",
        ".extension/.rounds.csv.aB3dE6.new",
    ];
    for name in mine.iter().chain(&own) {
        attack.put(name, |place| fs::write(place, "mine").unwrap());
    }
    attack.put("journal.bin", |place| symlink(attack.home().join("precious"), place).unwrap());
    attack.told(RUN);
    attack.assert_untouched(RUN);
    for name in mine {
        assert_eq!(fs::read_to_string(Path::new(&attack.out).join(name)).unwrap(), "mine", "{name}");
    }
    for name in own {
        assert!(!Path::new(&attack.out).join(name).exists(), "{name}");
    }
}

/// A file that is written in place must not have another name.
#[test]
fn hard_links_are_not_written() {
    let attack = Attack::new();
    for (name, command) in [
        (".lock", RUN),
        ("shard-1-of-2.journal", "run --players rao --scsa ab-color --sizes 4x6 --shard 1/2 --quiet --out OUT"),
    ] {
        attack.put(name, |place| fs::hard_link(attack.home().join("precious"), place).unwrap());
        assert!(attack.refused(command).contains("hard link"));
        attack.put(name, |_| {});
    }
    for name in ["journal.bin", "rounds.csv", "manifest.json", "charts/scores-4x3.svg", "report.html"] {
        attack.put(name, |place| fs::hard_link(attack.home().join("precious"), place).unwrap());
    }
    attack.told(RUN);
    attack.assert_untouched("a name is replaced, not the file");
}
