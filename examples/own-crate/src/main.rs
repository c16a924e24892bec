//! The program `arena` with one more player and one more codemaker:
//!
//! ```sh
//! cargo run -- run --players my-player,rao --scsa palindrome,insert-colors --sizes 4x6 --rounds 100
//! ```

mod my_player;
mod palindrome;

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::Program::new().player::<my_player::MyPlayer>().codemaker(palindrome::Palindrome).run()
}
