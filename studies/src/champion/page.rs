//! The page of guesses.

use super::{
    experiment::{Experiment, GUESS_LIMIT},
    results::ChampionResults,
    sections::{ablation, information, others, proved, references, samples},
    times_page,
};
use crate::markdown::MarkdownPage;

/// The name of the page.
pub const PAGE: &str = "champion.md";

const WHAT: &str = "`bayes` is one player for every codemaker and every size. It knows the rule of the codemaker, or codes that the \
codemaker made. It maintains a posterior over the secret, and guesses what maximizes the expected information gain. This page gives \
the mean number of guesses to find the secret, beside two reference figures of each match (the *baseline*, which prototypes of such a \
player took, and the *target* that was set after them) and beside `rao` and `dino`, two players with fixed methods, on the same \
secrets. An ablation measures the effect of more or less work, and of each component.";

/// The page. For the same command it is reproducible byte by byte: times are on another page.
pub fn page(command: &str, results: &ChampionResults) -> MarkdownPage {
    let mut page = MarkdownPage::new("One player for all codemakers");
    page.paragraph(&format!("Made by `{command}`."));
    page.paragraph(WHAT);
    page.paragraph(&format!(
        "A mean is that of all rounds; a round that is not won (lost or failed) counts as {GUESS_LIMIT} guesses, the guess limit. In \
         brackets is the 95 % confidence interval of the mean: the mean ± t · standard error, by Student's t distribution. A mean is \
         called *below* or *above* a figure where its whole interval is, and *not distinguishable* from it otherwise. Of many \
         comparisons, about one in twenty misleads by chance. Against codes of mysteries the rounds are not independent, because \
         players learn from earlier rounds; there the interval is too narrow."
    ));
    page.paragraph(&format!(
        "The times are in [{times}]({times}). All figures are in `champion.csv`, `ablation.csv`, `samples.csv` and `information.csv`, \
         the matches and their charts in folders beside them.",
        times = times_page::PAGE
    ));
    let table = &results.of(Experiment::Table).summaries;
    references(&mut page, table);
    proved(&mut page, table);
    others(&mut page, table);
    samples(&mut page, &results.of(Experiment::Samples).summaries);
    information(&mut page, &results.information);
    ablation(&mut page, &results.of(Experiment::Ablation).summaries, &results.differences);
    page
}
