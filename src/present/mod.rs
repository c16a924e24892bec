//! How results are read and shown: tables, sheets, the leaderboard, words, terminals.

pub mod guess_times;
pub mod leaderboard;
pub mod naming;
pub mod output;
pub mod page;
pub mod results_folder;
pub mod scores;
pub mod sheet;
pub mod tables;
pub mod words;

pub use leaderboard::{By, Column, FolderLeaderboard, Layout, LeaderboardInput, OVERSUBSCRIBED, SelectedRow, match_of};
pub use naming::{named_command, program_name, with_program_name};
pub use output::{draws_progress, notice, print_styled, stderr, stdout, visible_page};
pub use page::data::{
    ComparedGame, Focus, FolderData, Grid, Live, PageData, PlayedRound, PlayedRounds, PlayedVersion, Replays, Section,
    ShownGame, ShownTurn, distributions,
};
pub use page::{check_file, tables::differences, unwritable};
pub use results_folder::{JoinedFolders, ResultsFolder, TRUST_OPTION, results_folders, trust_option};
pub use sheet::{Sheet, SheetFormat, csv_bytes, json_bytes, markdown, write_csv, write_json};
pub use tables::{FailureExamples, column_lines, fitted, line, terminal_width};
pub use words::{closest, contest, counted, exact_count, known_names, shell_word, time_in_words};
