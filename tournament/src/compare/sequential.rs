//! Which of two players is better, as it can be asked after every round: a sequential test.

use crate::compare::common_rounds::CommonRounds;
use crate::compare::estimate::{CONFIDENCE, Measure};
use std::collections::BTreeMap;

/// The differences up to which two players count as alike, as a part of the range of a measure: 1 of the 700 points of a SCORE.
pub const ALIKE: f64 = 1.0 / 700.0;

/// The number of bets. Each is half of the one before.
const BETS: usize = 14;

/// The largest bet times the range of the differences. At 1 a single difference could lose everything.
const MOST: f64 = 0.95;

/// What can be known of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first is better.
    Before,
    /// The second is better.
    After,
    /// They differ by less than [`ALIKE`].
    Alike,
}

/// What rounds say of the order of two players. It holds whenever one looks, also where play ended because of it.
///
/// Against each hypothesis, such as that the first player is not better, a gambler bets on every difference between the players. A bet b
/// turns a capital of 1 into 1 + b·d. If the hypothesis is true, the capital is not expected to grow, and exceeds 1/p at any time with
/// a probability of at most p (Ville 1939). The gambler spreads the capital over bets of 14 sizes. The rounds of the same number in all
/// matches are bet on together. Their capital is a product of terms 1 + b·d. The product of the expected terms is at most the power of
/// their mean, so that the hypothesis is one of the mean difference over matches.
///
/// The differences of a match must be independent, or of a mean that does not change with what was played before. If players learn, the
/// hypothesis is that of no difference in any round.
///
/// Source: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
/// Society B 86 (2024), sections 3 and 4 (bets on a grid).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// The logarithm of the largest capital so far against "not before", "not after", "before by ALIKE or more", "after by ALIKE or more".
    most: [f64; 4],
    /// The logarithm of what the best single bet made of 1, for each.
    growth: [f64; 4],
    /// The rounds of a match.
    pub rounds: u64,
    /// The difference up to which the players count as alike.
    pub margin: f64,
}

impl Evidence {
    /// The evidence of the common rounds of the players at two positions.
    ///
    /// Cost: about 50 ns a round.
    pub fn of(common: &CommonRounds, first: usize, second: usize, measure: Measure) -> Evidence {
        let sign = if measure.is_gain() { 1.0 } else { -1.0 };
        let (mut blocks, mut range) = (BTreeMap::<u32, Vec<f64>>::new(), 0.0f64);
        for match_ in common.matches() {
            for position in [first, second] {
                let Some(&player) = common.players().get(position) else { continue };
                let rules = common.table.rules(player, match_.match_index);
                let game = common.table.matches()[match_.match_index].game;
                let [low, high] = measure.range(rules, game, match_.guess_limit);
                range = range.max(high - low);
            }
            let rounds = match_.rounds(first).iter().zip(match_.rounds(second));
            for (number, (one, other)) in match_.numbers().iter().zip(rounds) {
                let difference = match_.value(one, measure) - match_.value(other, measure);
                blocks.entry(*number).or_default().push(sign * difference);
            }
        }
        Evidence::of_blocks(blocks.values().map(Vec::as_slice), range)
    }

    /// The evidence of differences of which those of a block belong together. None of them is further from 0 than the range.
    pub fn of_blocks<'a>(blocks: impl Iterator<Item = &'a [f64]>, range: f64) -> Evidence {
        let mut logarithms = [[0.0f64; BETS]; 4];
        let mut evidence = Evidence { most: [0.0; 4], growth: [0.0; 4], rounds: 0, margin: range * ALIKE };
        let margin = evidence.margin;
        let bets: [f64; BETS] =
            std::array::from_fn(|bet| MOST / range.max(f64::MIN_POSITIVE) / f64::powi(2.0, bet as i32));
        for block in blocks {
            // Products of a few terms do not become 0.
            for part in block.chunks(32) {
                let mut products = [[1.0f64; BETS]; 4];
                for difference in part {
                    let payoffs = [*difference, -difference, margin - difference, margin + difference];
                    for (products, payoff) in products.iter_mut().zip(payoffs) {
                        products.iter_mut().zip(&bets).for_each(|(product, bet)| *product *= 1.0 + bet * payoff);
                    }
                }
                for (sums, products) in logarithms.iter_mut().zip(&products) {
                    sums.iter_mut().zip(products).for_each(|(sum, product)| *sum += product.ln());
                }
            }
            evidence.rounds += 1;
            for (hypothesis, sums) in logarithms.iter().enumerate() {
                let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                // The mean of the capitals, which is at least the best one over their number.
                if best > evidence.most[hypothesis] {
                    let capital: f64 = sums.iter().map(|sum| (sum - best).exp()).sum::<f64>() / BETS as f64;
                    evidence.most[hypothesis] = evidence.most[hypothesis].max(best + capital.ln());
                }
                evidence.growth[hypothesis] = best;
            }
        }
        evidence
    }

    /// The probability, at most, that anything false is ever said of one of so many pairs if this is said: 1 if there is no evidence for it.
    ///
    /// Of the four hypotheses of a pair at most two are true.
    pub fn error(&self, order: Order, pairs: usize) -> f64 {
        (2.0 * pairs as f64 * (-self.of_order(self.most, order)).exp()).min(1.0)
    }

    /// What is known of the order with an error of 5 % in all, of so many pairs.
    pub fn order(&self, pairs: usize) -> Option<Order> {
        let all = [Order::Before, Order::After, Order::Alike];
        all.into_iter().find(|order| self.error(*order, pairs) <= 1.0 - CONFIDENCE)
    }

    /// The rounds of a match, about, after which the order will be known if the differences go on as they were. None if that cannot be told.
    pub fn rounds_needed(&self, pairs: usize) -> Option<u64> {
        let needed = (2.0 * pairs as f64 / (1.0 - CONFIDENCE)).ln() + (BETS as f64 / 2.0).ln();
        let growth = |order| self.of_order(self.growth, order) / self.rounds.max(1) as f64;
        let rate = [Order::Before, Order::After, Order::Alike].into_iter().map(growth).fold(0.0, f64::max);
        // Less is as much as chance gives.
        (rate * self.rounds as f64 > 1.0).then(|| ((needed / rate).ceil() as u64).max(self.rounds + 1))
    }

    fn of_order(&self, [before, after, below, above]: [f64; 4], order: Order) -> f64 {
        match order {
            Order::Before => before,
            Order::After => after,
            Order::Alike => below.min(above),
        }
    }
}
