//! The Markdown pages that studies write.

/// A page in Markdown, built paragraph by paragraph.
#[derive(Debug, Default)]
pub struct MarkdownPage {
    text: String,
}

impl MarkdownPage {
    /// A page with a title.
    pub fn new(title: &str) -> MarkdownPage {
        MarkdownPage { text: format!("# {title}\n") }
    }

    /// Begins a section.
    pub fn section(&mut self, title: &str) {
        self.text.push_str(&format!("\n## {title}\n"));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.text.push_str(&format!("\n{text}\n"));
    }

    /// Adds a list; without items nothing is added.
    pub fn list(&mut self, items: impl IntoIterator<Item = String>) {
        let lines: Vec<String> = items.into_iter().map(|item| format!("- {item}")).collect();
        if !lines.is_empty() {
            self.paragraph(&lines.join("\n"));
        }
    }

    /// Adds a picture.
    pub fn image(&mut self, about: &str, path: &str) {
        self.paragraph(&format!("![{about}]({path})"));
    }

    /// Adds lines in a fixed-width font, as they are.
    pub fn verbatim(&mut self, lines: &[String]) {
        self.paragraph(&format!("```text\n{}\n```", lines.join("\n")));
    }

    /// Adds a table; the first column is text, the others are numbers.
    pub fn table(&mut self, head: &[String], rows: impl IntoIterator<Item = Vec<String>>) {
        let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
        let rule: Vec<String> =
            (0..head.len()).map(|column| if column == 0 { "---" } else { "---:" }.to_owned()).collect();
        let head = [line(head), line(&rule)].into_iter();
        let lines: Vec<String> = head.chain(rows.into_iter().map(|row| line(&row))).collect();
        self.paragraph(&lines.join("\n"));
    }

    /// The text of the page.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// The cells of a row.
pub fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}
