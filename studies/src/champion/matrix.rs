//! Tables with a row a codemaker and a column a size.

use super::targets;
use crate::markdown::Page;

/// Of the sizes that were played.
pub fn matrix(page: &mut Page, played: impl Fn(&str) -> bool, cell: impl Fn(&str, &str) -> String) {
    let sizes: Vec<&str> = targets::SIZES.into_iter().filter(|size| played(size)).collect();
    let head: Vec<String> = ["SCSA"].iter().chain(&sizes).map(ToString::to_string).collect();
    let rows = targets::SCSAS.map(|scsa| {
        let cells = sizes.iter().map(|size| cell(scsa, size));
        [scsa.to_owned()].into_iter().chain(cells).collect()
    });
    page.table(&head, &rows);
}
