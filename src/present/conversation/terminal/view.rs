//! The picture of a conversation.

use crate::present::conversation::{color_grid::LEGEND, terminal::screen::Screen};
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Position, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};
use std::borrow::Cow;

/// Messages of more lines cover the board.
const MOST_MESSAGES: usize = 3;
/// The columns between the turns and the grid.
const GAP: usize = 3;

/// The colors of A to Z in the palette of 256 colors: they can be read on light and dark ground.
const COLORS: [u8; 26] = [
    160, 34, 172, 33, 134, 37, 208, 99, 70, 168, 66, 130, 62, 203, 107, 75, 176, 101, 30, 196, 28, 136, 27, 127, 44, 94,
];

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);

/// Draws the screen: the title, the turns beside the grid, messages, the line that is typed, and the commands.
pub fn draw(frame: &mut Frame<'_>, screen: &mut Screen) {
    let area = frame.area();
    let messages = messages(screen, usize::from(area.width).max(1));
    let is_panel = messages.len() > MOST_MESSAGES && screen.has_panel;
    let shown = if is_panel { 0 } else { messages.len().min(MOST_MESSAGES) };
    // Where the grid needs all lines, it gets that of the commands, too.
    let grid = screen.board.grid.lines().len();
    let has_help = is_panel || screen.is_over || usize::from(area.height) > 2 + grid + shown;
    let rows = [Constraint::Length(1), Constraint::Fill(1)];
    let rows = rows.into_iter().chain([shown as u16, 1, u16::from(has_help)].map(Constraint::Length));
    let [title, body, below, input, help] = Layout::vertical(rows).areas(area);
    frame.render_widget(Paragraph::new(screen.board.title.as_str()).style(BOLD), title);
    if is_panel {
        draw_panel(frame, screen, messages, body);
    } else {
        let lines: Vec<Line<'_>> = messages.into_iter().take(shown).map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), below);
        draw_board(frame, screen, body);
    }
    draw_input(frame, screen, input);
    let commands = if screen.is_over { "Enter leaves" } else { screen.board.commands };
    frame.render_widget(Paragraph::new(commands).style(DIM), help);
}

/// The messages in lines that fit the width.
fn messages(screen: &Screen, width: usize) -> Vec<String> {
    let fill = |line: &String| -> Vec<String> {
        let indented = textwrap::Options::new(width).subsequent_indent("  ");
        textwrap::wrap(line, indented).into_iter().map(Cow::into_owned).collect()
    };
    screen.messages.iter().flat_map(fill).collect()
}

/// Messages in place of the board.
fn draw_panel(frame: &mut Frame<'_>, screen: &mut Screen, messages: Vec<String>, area: Rect) {
    let shown = window(messages.len(), usize::from(area.height).saturating_sub(2), &mut screen.pages, false);
    let mut lines = vec![Line::default()];
    let is_cut = shown.len() < messages.len();
    let last = shown.end;
    let total = messages.len();
    lines.extend(messages.into_iter().skip(shown.start).take(shown.len()).map(Line::from));
    if is_cut {
        lines.push(Line::styled(format!("line {last} of {total}: PgUp, PgDn"), DIM));
    } else if !screen.is_over {
        lines.push(Line::styled("Esc shows the board", DIM));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// The turns beside the grid. On a narrow terminal there are the turns alone.
fn draw_board(frame: &mut Frame<'_>, screen: &mut Screen, area: Rect) {
    let (height, width) = (usize::from(area.height), usize::from(area.width));
    let turns = screen.board.turn_lines();
    let status = screen.board.status.chars().count();
    let left = turns.iter().map(String::len).max().unwrap_or(0).max(status);
    let grid = screen.board.grid.fitted(height, width.saturating_sub(left + GAP)).lines();
    let right = grid.iter().map(String::len).max().unwrap_or(0);
    let has_grid = grid.len() > 1 && left + GAP + right <= width;
    let columns = if has_grid { left + GAP } else { width };
    let [of_turns, of_grid] = Layout::horizontal([Constraint::Length(columns as u16), Constraint::Fill(1)]).areas(area);
    // A line between the title and the board, if there is one to spare.
    let gap = usize::from(height > grid.len().max(2));
    let mut lines = vec![Line::default(); gap];
    let mut pages = screen.pages;
    let is_cut = turns.len() + 1 + gap > height;
    let shown = window(turns.len(), height.saturating_sub(1 + gap + usize::from(is_cut)), &mut pages, true);
    let hidden = turns.len() - shown.len();
    lines.extend(shown.map(|number| turn_line(&turns[number], &screen.board.turns[number].guess)));
    if is_cut {
        lines.push(Line::styled(format!("{hidden} more: PgUp, PgDn"), DIM));
    }
    lines.push(Line::styled(screen.board.status.clone(), BOLD));
    frame.render_widget(Paragraph::new(lines), of_turns);
    if has_grid {
        let mut of_rows = screen.pages;
        draw_grid(frame, &grid, gap, &mut of_rows, of_grid);
        // The same keys scroll both, the turns from their end and the grid from its beginning.
        pages = if screen.pages < 0 { pages } else { of_rows };
    }
    screen.pages = pages;
}

fn draw_grid(frame: &mut Frame<'_>, grid: &[String], gap: usize, pages: &mut isize, area: Rect) {
    let (head, rows) = (&grid[0], &grid[1..]);
    let height = usize::from(area.height).saturating_sub(gap + 1);
    let is_cut = rows.len() > height;
    let shown = window(rows.len(), height - usize::from(is_cut && height > 0), pages, false);
    let mut lines = vec![Line::default(); gap];
    lines.push(colored(head, |_| true).style(BOLD));
    let (last, total) = (shown.end, rows.len());
    lines.extend(rows[shown].iter().map(|row| marked(row)));
    if is_cut {
        lines.push(Line::styled(format!("row {last} of {total}: PgUp, PgDn"), DIM));
    } else if lines.len() < height + gap {
        lines.push(Line::styled(LEGEND, DIM));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// A row of the grid, whose certain colors are bold and whose others are dim where they are ruled out.
fn marked(row: &str) -> Line<'static> {
    let style = |mark: char| match mark {
        '#' => BOLD,
        '.' => DIM,
        _ => Style::new(),
    };
    row.chars().map(|mark| Span::styled(mark.to_string(), style(mark))).collect::<Vec<_>>().into()
}

/// A turn, whose guess has the colors of its pegs.
fn turn_line(line: &str, guess: &str) -> Line<'static> {
    let start = line.find(guess).unwrap_or(0);
    colored(line, |place| (start..start + guess.len()).contains(&place))
}

/// A text in which the names of colors at some places have these colors. Terminals without colors, and the variable `NO_COLOR`, leave
/// the letters as they are.
fn colored(text: &str, is_color: impl Fn(usize) -> bool) -> Line<'static> {
    let style = |place: usize, name: char| match name {
        'A'..='Z' if is_color(place) => Style::new().fg(Color::Indexed(COLORS[name as usize - 'A' as usize])),
        '1'..='9' if is_color(place) => Style::new().fg(Color::Indexed(COLORS[name as usize - '1' as usize])),
        _ => Style::new(),
    };
    let spans = text.chars().enumerate().map(|(place, name)| Span::styled(name.to_string(), style(place, name)));
    spans.collect::<Vec<_>>().into()
}

/// The line that is typed, with the cursor.
fn draw_input(frame: &mut Frame<'_>, screen: &Screen, area: Rect) {
    if screen.is_over {
        return;
    }
    let (text, cursor) = screen.editor.text();
    let prompt = match screen.is_working {
        true => "computing; Ctrl-C ends the program> ".to_owned(),
        false => format!("{}> ", screen.board.prompt),
    };
    let before = prompt.chars().count() + cursor;
    // A long line is shown up to the cursor.
    let hidden = (before + 1).saturating_sub(usize::from(area.width));
    let line: String = format!("{prompt}{text}").chars().skip(hidden).collect();
    frame.render_widget(Paragraph::new(line), area);
    frame.set_cursor_position(Position::new(area.x + (before - hidden) as u16, area.y));
}

/// The lines that are shown of some, on a page of that many: the first page or the last one, and others as many pages away from it.
/// `pages` is changed so that it leads to no further page than there are.
fn window(total: usize, page: usize, pages: &mut isize, is_from_end: bool) -> std::ops::Range<usize> {
    let page = page.max(1);
    let most = total.saturating_sub(1) / page;
    let bounds = if is_from_end { (-(most as isize), 0) } else { (0, most as isize) };
    let wanted = (*pages).clamp(bounds.0, bounds.1);
    *pages = wanted;
    let away = wanted.unsigned_abs() * page;
    let latest = total.saturating_sub(page);
    let start = if is_from_end { latest.saturating_sub(away) } else { away.min(latest) };
    start..(start + page).min(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_whole_and_within_bounds() {
        let shown = |total, page, mut pages, is_from_end| {
            let window = window(total, page, &mut pages, is_from_end);
            (window.start, window.end, pages)
        };
        assert_eq!(shown(5, 10, 0, true), (0, 5, 0));
        assert_eq!(shown(25, 10, 0, true), (15, 25, 0));
        assert_eq!(shown(25, 10, -1, true), (5, 15, -1));
        assert_eq!(shown(25, 10, -9, true), (0, 10, -2));
        assert_eq!(shown(25, 10, 0, false), (0, 10, 0));
        assert_eq!(shown(25, 10, 7, false), (15, 25, 2));
        assert_eq!(shown(0, 0, 3, false), (0, 0, 0));
    }
}
