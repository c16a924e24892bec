//! The trees of players, and strategies that are not checked yet.

use crate::notation::Notation;
use crate::tree::{Branch, CodeTable, Secrets, Tree, history, response};
use player_api::registry::{PlayerInstance, RoundSnapshot};
use rayon::prelude::*;
use scsa::{Code, Game, Response, Rng, Turn, support};
use std::fmt;
use thiserror::Error;

/// A strategy that may be incomplete or illegal: the guess after a history, and what follows each response. [`Tree::build`] checks it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UncheckedTree {
    /// The guess; none if only longer histories were read.
    pub(super) guess: Option<Code>,
    pub(super) next: Vec<(Response, UncheckedTree)>,
}

/// Why a text or an unchecked strategy is not a tree: a sentence with the line, or the history of the situation that is wrong, such as
/// `|RW|W`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TreeError(pub(super) String);

impl TreeError {
    pub(super) fn after(history: &str, what: impl fmt::Display) -> TreeError {
        match history {
            "" => TreeError(format!("at the first guess: {what}")),
            _ => TreeError(format!("after {history}: {what}")),
        }
    }

    pub(super) fn long() -> String {
        format!("a game of more than {} guesses", Tree::MAX_LENGTH)
    }
}

impl UncheckedTree {
    /// A guess, and what follows each response.
    pub const fn new(guess: Code, next: Vec<(Response, UncheckedTree)>) -> UncheckedTree {
        UncheckedTree { guess: Some(guess), next }
    }

    /// Checks the strategy for these secrets. Without a game it takes the smallest game in which all guesses are legal.
    pub(super) fn check(self, game: Option<Game>, secrets: Secrets) -> Result<Tree, TreeError> {
        let game = match game {
            Some(game) => game,
            None => self.least_game().ok_or_else(|| TreeError::after("", NO_GUESS))?,
        };
        Tree::build(game, secrets, self)
    }

    fn least_game(&self) -> Option<Game> {
        let colors = |code: Code| code.pegs().map(|color| color.index() + 1).max();
        Game::new(self.guess?.len(), self.guesses().filter_map(colors).max()?).ok()
    }

    fn guesses(&self) -> impl Iterator<Item = Code> {
        let mut open = vec![self];
        let guesses = std::iter::from_fn(move || {
            let tree = open.pop()?;
            open.extend(tree.next.iter().map(|(_, next)| next));
            Some(tree.guess)
        });
        guesses.flatten()
    }
}

impl Tree {
    /// The length in guesses of the longest game of an unchecked tree, and so of a file.
    pub const MAX_LENGTH: usize = 250;

    /// Checks a strategy for these secrets. Every secret is played, so that there is a guess after every history that occurs, and after no
    /// other. This takes some 50 ns a guess. If the codemaker can make all codes of the game, the tree is for [all codes](Secrets::All).
    ///
    /// # Errors
    /// [`TreeError`] when a situation is wrong, or there are more than [`Tree::MAX_CODES`] secrets, or none in that game.
    pub fn build(game: Game, secrets: Secrets, unchecked: UncheckedTree) -> Result<Tree, TreeError> {
        let list = secrets.list(game)?;
        let secrets = if game.count() == Some(list.len() as u64) { Secrets::All } else { secrets };
        let codes = CodeTable::of(game, unchecked.guesses());
        let root = Checker { codes: &codes, secrets }.branch(unchecked, &list, &mut Vec::new())?;
        Ok(Tree { codes, secrets, root })
    }

    /// The largest number of secrets of a tree, whose situations take some 200 MB.
    pub const MAX_CODES: u64 = 2_000_000;

    /// The tree of a prepared player for every secret of the game, found by asking the player after every history. Threads play
    /// different branches, each with a copy of the player.
    ///
    /// # Errors
    /// [`PlayerTreeError`] when the player draws random numbers, guesses illegally or does not find every secret, or there are
    /// more than [`Tree::MAX_CODES`] codes.
    pub fn by_asking(player: &PlayerInstance, game: Game) -> Result<Tree, PlayerTreeError> {
        if game.count_at_most(Tree::MAX_CODES).is_none() {
            return Err(PlayerTreeError::Large(game));
        }
        let mut player = player.clone().snapshot();
        let secrets: Vec<Code> = game.codes().collect();
        player.start_round();
        let root = branch(player, &secrets, &mut Vec::new(), game)?;
        Ok(Tree::new(game, root))
    }
}

impl Secrets {
    fn list(self, game: Game) -> Result<Vec<Code>, TreeError> {
        let scsa = match self {
            Secrets::All if game.count_at_most(Tree::MAX_CODES).is_none() => {
                return Err(TreeError(format!("its size {}", PlayerTreeError::Large(game))));
            }
            Secrets::All => return Ok(game.codes().collect()),
            Secrets::Of(scsa) => scsa,
        };
        let (name, most) = (scsa.name(), Tree::MAX_CODES);
        if !scsa.supports(game) {
            let needs = scsa.needs();
            return Err(TreeError(format!("its secrets are those of {name} at {game}, which needs {needs}")));
        }
        let many = || format!("its secrets are those of {name} at {game}, more than {most}, too many for a tree");
        let codes = support(scsa, game, most as usize).ok_or_else(|| TreeError(many()))?;
        Ok(codes.into_iter().map(|(code, _)| code).collect())
    }
}

const NO_GUESS: &str = "a guess is missing";
pub(super) const SECOND_GUESS: &str = "a second guess";

struct Checker<'a> {
    codes: &'a CodeTable,
    secrets: Secrets,
}

impl Checker<'_> {
    /// Checks a strategy after these responses, which these secrets give.
    fn branch(
        &self,
        unchecked: UncheckedTree,
        secrets: &[Code],
        responses: &mut Vec<Response>,
    ) -> Result<Branch, TreeError> {
        let error = |responses: &[Response], what: &str| TreeError::after(&history(responses), what);
        let game = self.codes.game;
        if responses.len() >= Tree::MAX_LENGTH {
            return Err(error(responses, &TreeError::long()));
        }
        let guess = unchecked.guess.ok_or_else(|| error(responses, NO_GUESS))?;
        if !game.is_legal(&guess) {
            let [guess, last] =
                [guess, Code::uniform(game, game.last_color())].map(|code| Notation::of(game).code(&code));
            let what = format!("the guess {guess} is no code of {game}; one up to {last} was expected");
            return Err(error(responses, &what));
        }
        let (wins, mut parts) = partition(&guess, secrets, game);
        let mut next: Vec<(Response, Branch)> = Vec::with_capacity(unchecked.next.len());
        for (feedback, following) in unchecked.next {
            responses.push(feedback);
            if feedback == Response::new(game.pegs() as u8, 0) {
                return Err(error(responses, "a guess after the game is won"));
            }
            if next.iter().any(|(known, _)| *known == feedback) {
                return Err(error(responses, SECOND_GUESS));
            }
            let part = parts.get_mut(feedback.index()).map(std::mem::take).filter(|part| !part.is_empty());
            let none = || format!("no secret of {} gives these responses", self.secrets.at(game));
            let part = part.ok_or_else(|| error(responses, &none()))?;
            next.push((feedback, self.branch(following, &part, responses)?));
            responses.pop();
        }
        let left = parts.iter().enumerate().find_map(|(index, part)| Some((index, part.first()?)));
        if let Some((index, secret)) = left {
            let response = response(Response::from_index(index));
            let secret = Notation::of(game).code(secret);
            let what = format!(
                "a guess for the response '{response}' is missing, so that the secret {secret} is never guessed"
            );
            return Err(error(responses, &what));
        }
        Ok(Branch::new(self.codes.number(&guess), wins, next))
    }
}

/// The guesses after which a player is taken not to find every secret.
const MAX_GUESSES: usize = 1000;
/// The least number of secrets at which the subtrees are shared among threads.
const MIN_FORK: usize = 64;

/// Why a player has no tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerTreeError {
    /// There are too many codes.
    #[error("{0} has more than {most} codes, too many for a tree", most = Tree::MAX_CODES)]
    Large(Game),
    /// The player draws random numbers, so that the history does not determine its guesses.
    #[error("it draws random numbers, so that its guesses do not follow from the history")]
    Random,
    /// The player makes an illegal guess.
    #[error("it guesses {0}, which is no code of the game")]
    Illegal(Code),
    /// The player has not found every secret after that many guesses.
    #[error("after {0} guesses it has not found every secret")]
    Endless(usize),
}

fn branch(
    mut player: Box<dyn RoundSnapshot>,
    secrets: &[Code],
    turns: &mut Vec<Turn>,
    game: Game,
) -> Result<Branch, PlayerTreeError> {
    if turns.len() == MAX_GUESSES {
        return Err(PlayerTreeError::Endless(MAX_GUESSES));
    }
    let mut rng = Rng::new(0);
    let guess = player.guess(turns, &mut rng);
    if rng != Rng::new(0) {
        return Err(PlayerTreeError::Random);
    }
    if !game.is_legal(&guess) {
        return Err(PlayerTreeError::Illegal(guess));
    }
    let (wins, parts) = partition(&guess, secrets, game);
    let parts = parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty());
    let parts = parts.map(|(index, part)| (Response::from_index(index), part, player.snapshot()));
    let follow = |(feedback, part, player): (Response, Vec<Code>, Box<dyn RoundSnapshot>), turns: &mut Vec<Turn>| {
        turns.push(Turn { guess, feedback });
        let next = branch(player, &part, turns, game);
        turns.pop();
        Ok((feedback, next?))
    };
    let next: Result<Vec<_>, PlayerTreeError> = if secrets.len() < MIN_FORK {
        parts.map(|part| follow(part, turns)).collect()
    } else {
        let parts: Vec<_> = parts.collect();
        parts.into_par_iter().map_init(|| turns.clone(), |turns, part| follow(part, turns)).collect()
    };
    Ok(Branch::new(game.with_repeats().rank(&guess) as u32, wins, next?))
}

/// Whether the guess is one of the secrets, and the parts of the other secrets by their feedback, in the order of its index.
pub(super) fn partition(guess: &Code, secrets: &[Code], game: Game) -> (bool, Vec<Vec<Code>>) {
    let mut parts: Vec<Vec<Code>> = vec![Vec::new(); Response::values(game.pegs())];
    for secret in secrets {
        if let Some(part) = parts.get_mut(game.answer(guess, secret).index()) {
            part.push(*secret);
        }
    }
    let wins = parts.pop().is_some_and(|won| !won.is_empty());
    (wins, parts)
}
