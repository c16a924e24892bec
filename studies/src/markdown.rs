//! Pages in Markdown.

/// A page that grows paragraph by paragraph.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    pub fn new(title: &str) -> Page {
        Page { text: format!("# {title}\n") }
    }

    pub fn section(&mut self, title: &str) {
        self.text.push_str(&format!("\n## {title}\n"));
    }

    pub fn paragraph(&mut self, text: &str) {
        self.text.push_str(&format!("\n{text}\n"));
    }

    pub fn list(&mut self, items: impl IntoIterator<Item = String>) {
        let lines: Vec<String> = items.into_iter().map(|item| format!("- {item}")).collect();
        if !lines.is_empty() {
            self.paragraph(&lines.join("\n"));
        }
    }

    pub fn image(&mut self, about: &str, path: &str) {
        self.paragraph(&format!("![{about}]({path})"));
    }

    /// A table; the first column is text, the others are numbers.
    pub fn table(&mut self, head: &[String], rows: &[Vec<String>]) {
        let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
        let rule: Vec<String> =
            (0..head.len()).map(|place| if place == 0 { "---" } else { "---:" }.to_owned()).collect();
        let lines: Vec<String> =
            [line(head), line(&rule)].into_iter().chain(rows.iter().map(|row| line(row))).collect();
        self.paragraph(&lines.join("\n"));
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

/// A list of cells.
pub fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}
