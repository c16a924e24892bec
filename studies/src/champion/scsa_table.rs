//! Tables with a row a codemaker and a column a size.

use super::references;
use crate::markdown::MarkdownPage;

/// Adds a table of the sizes that were played.
pub fn scsa_table(page: &mut MarkdownPage, is_played: impl Fn(&str) -> bool, cell: impl Fn(&str, &str) -> String) {
    let sizes: Vec<&str> = references::SIZES.into_iter().filter(|size| is_played(size)).collect();
    let head: Vec<String> = ["SCSA"].iter().chain(&sizes).map(ToString::to_string).collect();
    let rows = references::SCSAS.map(|scsa| {
        let cells = sizes.iter().map(|size| cell(scsa, size));
        [scsa.to_owned()].into_iter().chain(cells).collect()
    });
    page.table(&head, rows);
}
