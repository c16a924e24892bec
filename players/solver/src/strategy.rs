//! Strategies.

use super::{
    blocks::Plan,
    costs::{Cost, NEVER},
    game::Guessing,
    search::{Finder, Node},
    watch::Stopped,
};
use partition::{Criterion, Guesses, Judge, Planes, Search};
use scsa::{Feedback, Size};

/// What is guessed, and what after each response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The place of the guess in the order of all codes.
    pub guess: u32,
    /// Whether it may be the secret.
    pub wins: bool,
    /// What follows on each response that some secret gives, but for the one that wins.
    pub next: Vec<(Feedback, Strategy)>,
}

impl Strategy {
    /// The same with guesses as codes of the board.
    #[must_use]
    pub fn plan(&self, size: Size) -> Plan {
        let next = self.next.iter().map(|(feedback, next)| (*feedback, next.plan(size))).collect();
        Plan { guess: size.unrank(self.guess.into()), next }
    }

    /// How many secrets are found with the first, second, … guess.
    #[must_use]
    pub fn by_guesses(&self) -> Vec<usize> {
        let mut counts = vec![usize::from(self.wins)];
        for (_, next) in &self.next {
            for (depth, count) in next.by_guesses().into_iter().enumerate() {
                if counts.len() <= depth + 1 {
                    counts.resize(depth + 2, 0);
                }
                counts[depth + 1] += count;
            }
        }
        counts
    }
}

impl Finder<'_> {
    /// The strategy for the candidates of a node, which cost so much: of guesses that cost no more the first one by what
    /// the candidates cost with it at least, then by whether it may be the secret, then by its place.
    pub fn strategy(&self, node: &Node<'_>, cost: Cost) -> Result<Strategy, Stopped> {
        if let [place] = *node.places {
            return Ok(Strategy { guess: place, wins: true, next: Vec::new() });
        }
        let guess = self.guess(node, cost)?;
        self.with(node, guess, |node| self.strategy(node, self.cost(node)?))
    }

    /// The strategy with a guess, by the strategies for its cells.
    fn with(
        &self,
        node: &Node<'_>,
        guess: u32,
        mut rest: impl FnMut(&Node<'_>) -> Result<Strategy, Stopped>,
    ) -> Result<Strategy, Stopped> {
        let alike = node.alike.after(&self.game.size.unrank(guess.into()));
        let left = self.looks.after(node.left);
        let (mut next, mut wins) = (Vec::new(), false);
        for (index, places) in self.looks.part(guess, node.places).iter() {
            if index == self.looks.wins() {
                wins = true;
            } else {
                let node = Node { places, left, depth: node.depth + 1, alike: &alike, report: None };
                next.push((Feedback::from_index(index), rest(&node)?));
            }
        }
        Ok(Strategy { guess, wins, next })
    }

    /// The first guess with which the candidates cost no more than that.
    fn guess(&self, node: &Node<'_>, cost: Cost) -> Result<u32, Stopped> {
        if let [first, _] = *node.places {
            return Ok(first);
        }
        for guess in self.looks.guesses(node.places, node.left, node.alike, 0, cost + 1) {
            if self.guess_below(node, guess, cost + 1, None)?.is_some() {
                return Ok(guess.place);
            }
        }
        Ok(node.places[0])
    }

    /// A strategy that is found quickly, and what it costs: always the guess that looks best.
    pub fn quick(&self, node: &Node<'_>) -> Result<(Cost, Strategy), Stopped> {
        // Where there are very many candidates, even this takes a while.
        self.watch.go_on()?;
        if let [place] = *node.places {
            let strategy = Strategy { guess: place, wins: true, next: Vec::new() };
            return Ok((self.looks.costs.fewest(node.places, node.left), strategy));
        }
        let planes = Planes::new(self.game.size, node.places);
        let judge = Judge::new(Criterion::ExpectedSize, node.places.len(), self.game.size.pegs());
        let search = Search { size: self.game.size, planes: &planes, judge: &judge, enough: None, shared: false };
        let best = match self.game.guessing {
            Guessing::Any | Guessing::Distinct if node.places.len() > 2 => search.best_of_all(node.alike),
            _ => search.best_of_list(&Guesses::of(self.game.size, node.places.iter().copied())),
        };
        let guess = best.map_or(node.places[0], |best| best.place);
        let costs = &self.looks.costs;
        let mut cost = costs.one_more(node.places);
        let strategy = self.with(node, guess, |node| {
            let (of_cell, strategy) = self.quick(node)?;
            cost += of_cell;
            Ok(strategy)
        })?;
        if strategy.wins {
            cost += costs.last(node.left) * costs.weight(&[guess]);
        }
        Ok((cost.min(NEVER), strategy))
    }
}
