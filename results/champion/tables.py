"""Makes champion.csv and samples.csv of the matches: python3 results/champion/tables.py FOLDER [OUT]"""
import csv, sys
from pathlib import Path
from statistics import NormalDist

folder, out = Path(sys.argv[1]), Path(sys.argv[-1])
# The target, and the mean guesses of the best known player, against the codes of mysteries that were played in a contest.
SAMPLES = {
    "mystery-1_10x7_2024": (4.4, 9.1), "mystery-2_10x7_2024": (4.0, 7.4), "mystery-3_10x7_2024": (5.7, 13.6),
    "mystery-2_7x5_2019": ("", 9.2), "mystery-5_7x5_2019": ("", 5.45),
}
references = {(row["scsa"], row["size"]): row for row in csv.DictReader(open(Path(__file__).parent / "references.csv"))}
MEASURED = "pegs colors player rounds not_won mean_guesses mean_guesses_se ci95_low ci95_high".split()


def rows(name):
    return list(csv.DictReader(open(folder / name / "summary.csv")))


def measured(row):
    """The columns of a match. Every round was won: no mean is a lower bound."""
    assert row["wins"] == row["played"], row
    mean, error, v = float(row["mean_guesses"]), float(row["mean_guesses_se"]), int(row["played"]) - 1
    # The 97.5 % quantile of Student's t distribution, by its expansion for many degrees of freedom.
    z = NormalDist().inv_cdf(0.975)
    terms = [
        (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    ]
    t = z + sum(term / v**power for power, term in enumerate(terms, 1))
    ends = [round(mean + side * t * error, 6) for side in (-1, 1)]
    return [row["pegs"], row["colors"], row["player"], row["played"], 0, mean, error, *ends]


def write(name, header, lines):
    with open(out / name, "w") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *lines])


def table(row):
    own = measured(row)
    reference = references[row["scsa"], row["game"]]
    figures = [float(reference[name]) for name in ("baseline", "target")]
    scores = [round((own[5] - figure) / own[6], 3) for figure in figures]
    return [row["scsa"], *own, *(figures + scores if row["player"] == "bayes" else [""] * 4)]


matches = [row for name in ("small", "large", "large-fewer") for row in rows(f"table/{name}")]
order = list(references)
matches.sort(key=lambda row: order.index((row["scsa"], row["game"])))
write("champion.csv", ["scsa", *MEASURED, "baseline", "target", "z_baseline", "z_target"], map(table, matches))
names = sorted(path.name for path in (folder / "samples").glob("*_*_*"))
samples = [[name, *measured(row), *SAMPLES.get(name, ("", ""))] for name in names for row in rows(f"samples/{name}")]
write("samples.csv", ["file", *MEASURED, "target", "best_known"], samples)
