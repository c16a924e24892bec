//! `arena reproduce champion`: one player for all codemakers beside reference figures.

use crate::command::{path, refused, told};
use std::{fs, path::Path};

/// Plays the experiment small, in that folder.
fn reproduce(out: &str, options: &[&str]) -> String {
    let words = ["reproduce", "champion", "--sizes", "4x6", "--out", out];
    told(&[&words[..], options].concat())
}

fn read(folder: &str, name: &str) -> String {
    fs::read_to_string(Path::new(folder).join(name)).unwrap()
}

/// A folder with two made-up files of samples, and one that is none.
fn samples(folder: &Path) -> String {
    let samples = path(folder, "samples");
    fs::create_dir(&samples).unwrap();
    let place = |name: &str, lines: Vec<String>| fs::write(Path::new(&samples).join(name), lines.join("\n")).unwrap();
    let color = |number: usize| char::from(b'A' + (number % 4) as u8);
    // Two colors in turn, and one color all along.
    let codes = (0..104).map(|number| [color(number), color(number / 4)].iter().cycle().take(3).collect());
    place("mystery-1_3x4_2024.txt", codes.collect());
    place("mystery-2_4x4_2024.txt", (0..102).map(|number| color(number).to_string().repeat(4)).collect());
    place("notes.txt", vec!["These are no codes.".to_owned()]);
    samples
}

#[test]
#[ignore = "takes 5 s: cargo test --test program champion:: -- --ignored"]
fn tables_charts_and_pages_are_there_and_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let (once, again) = (path(folder.path(), "once"), path(folder.path(), "again"));
    let samples = samples(folder.path());
    let printed = reproduce(&once, &["--rounds", "2", "--seed", "3", "--jobs", "1", "--samples", &samples]);
    for name in ["champion.md", "champion-times.md", "champion.csv", "samples.csv", "table", "samples"] {
        assert!(printed.contains(&path(Path::new(&once), name)), "{name}: {printed}");
    }
    assert!(!printed.contains("ablation.csv"), "there is no ablation at 4x6: {printed}");
    assert_eq!(
        reproduce(&again, &["--rounds", "2", "--seed", "3", "--jobs", "2", "--samples", &samples, "--quiet"]),
        ""
    );
    let same = ["champion.md", "champion.csv", "samples.csv", "table/summary.csv", "table/small/summary.csv"];
    for name in same.into_iter().chain(["samples/summary.csv", "samples/mystery-1_3x4_2024/summary.csv"]) {
        assert_eq!(read(&once, name), read(&again, name), "{name}");
    }

    let redraw = ["reproduce", "champion", "--redraw", "--sizes", "4x6", "--rounds", "2", "--out", &again];
    for name in ["champion.md", "champion.csv", "samples.csv", "table/summary.csv"] {
        fs::write(Path::new(&again).join(name), "").unwrap();
    }
    told(&[&redraw[..], &["--seed", "3"]].concat());
    for name in same {
        assert_eq!(read(&once, name), read(&again, name), "{name} is written again from the recorded matches");
    }
    assert!(refused(&redraw).contains("were played with the seed 3, not 1"));

    let table = read(&once, "champion.csv");
    let lines: Vec<&str> = table.lines().collect();
    let columns = "scsa,pegs,colors,player,rounds,not_won,mean_guesses,mean_guesses_se,ci95_low,ci95_high,baseline,target,z_baseline,z_target";
    assert_eq!((lines[0], lines.len()), (columns, 1 + 3 * 8));
    assert!(lines[1].starts_with("insert-colors,4,6,bayes,2,") && lines[1].contains(",4.41,4.35,"), "{}", lines[1]);
    assert!(lines[2].starts_with("insert-colors,4,6,rao,2,") && lines[2].ends_with(",,,,"), "{}", lines[2]);
    let times = read(&once, "champion-times.csv");
    assert_eq!(times.lines().next(), Some("scsa,pegs,colors,player,mean_cpu_ms,max_cpu_ms"));
    assert_eq!(times.lines().count(), lines.len());
    let found = read(&once, "samples.csv");
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(
        lines[0],
        "file,pegs,colors,player,rounds,not_won,mean_guesses,mean_guesses_se,ci95_low,ci95_high,target,best_known"
    );
    let begins = |line: usize, row: &str| assert!(lines[line].starts_with(row), "{}", lines[line]);
    begins(1, "mystery-1_3x4_2024,3,4,bayes,2,");
    begins(4, "mystery-1_3x4_2024,3,4,baseline-4,2,");
    begins(5, "mystery-2_4x4_2024,4,4,bayes,2,");
    assert_eq!(lines.len(), 9);

    let page = read(&once, "champion.md");
    assert!(page.contains("`arena reproduce champion --seed 3 --rounds 2 --sizes 4x6 --samples DIR`"), "{page}");
    assert!(page.contains("| two-color | 4x6 | 3.700 |") && page.contains("| mystery-2_4x4_2024 | 2 |"), "{page}");
    for name in ["champion.md", "champion-times.md"] {
        for link in read(&once, name).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(Path::new(&once).join(link).exists(), "{name}: {link}");
        }
    }
    for chart in
        ["table/charts/guesses-only-once.svg", "samples/charts/scores-3x4.svg", "charts/relative-to-baseline.svg"]
    {
        assert!(Path::new(&once).join(chart).exists(), "{chart}");
    }
    // The codes of samples are not published, and are not written.
    let inner = fs::read_dir(Path::new(&once).join("samples/mystery-1_3x4_2024")).unwrap();
    let mut inner: Vec<_> = inner.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    inner.sort();
    assert_eq!(inner, ["manifest.json", "summary.csv", "timing-summary.csv"]);

    assert!(refused(&["reproduce", "champion", "--out", &once]).contains("give --force"));
    fs::write(Path::new(&once).join("profile.md"), "by hand").unwrap();
    reproduce(&once, &["--rounds", "1", "--force", "--quiet"]);
    assert!(read(&once, "champion.md").contains("--seed 1 --rounds 1 --sizes 4x6`"));
    assert!(!Path::new(&once).join("samples").exists() && !Path::new(&once).join("samples.csv").exists());
    assert_eq!(read(&once, "profile.md"), "by hand");
}

#[test]
fn unsupported_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let said = |options: &[&str]| refused(&[&["reproduce", "champion", "--out", &out], options].concat());
    assert!(said(&["--sizes", "4x6,5x5"]).contains("there are no reference figures of 5x5; choose --sizes from 4x6,"));
    assert!(said(&["--rounds", "0"]).contains("--rounds 0"));
    assert!(said(&["--jobs", "0"]).contains("--jobs 0"));
    assert!(said(&["--samples", &path(folder.path(), "none")]).contains("cannot read the folder"));
    assert!(said(&["--samples", &path(folder.path(), "")]).contains("named like mystery-1_10x7_2024.txt"));
    assert!(!Path::new(&out).exists());
}
