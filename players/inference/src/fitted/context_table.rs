//! What a context tree predicts, computed once for all contexts: a code is looked up peg by peg.

/// Contexts, each with the probabilities of the colors after it. Context 0 is the empty one.
#[derive(Clone, Debug)]
pub struct ContextTable {
    colors: usize,
    symbols: usize,
    /// The context that is longer by one symbol, for each context and symbol; 0 where there is none.
    next: Vec<u32>,
    /// The probabilities of the colors, for each context.
    rows: Vec<f64>,
}

impl ContextTable {
    pub fn new(contexts: usize, colors: usize, symbols: usize) -> ContextTable {
        ContextTable { colors, symbols, next: vec![0; contexts * symbols], rows: vec![0.0; contexts * colors] }
    }

    pub fn set_next(&mut self, context: usize, symbol: usize, next: usize) {
        self.next[context * self.symbols + symbol] = next as u32;
    }

    /// The probabilities of the colors after a context are these weights divided by their sum.
    pub fn set_row(&mut self, context: usize, weights: &[f64], sum: f64) {
        let row = &mut self.rows[context * self.colors..][..self.colors];
        row.iter_mut().zip(weights).for_each(|(p, weight)| *p = weight / sum);
    }

    /// The probabilities of the colors after the longest context that begins these symbols.
    pub fn row(&self, symbols: impl Iterator<Item = usize>) -> &[f64] {
        let mut context = 0;
        for symbol in symbols {
            match self.next[context * self.symbols + symbol] {
                0 => break,
                next => context = next as usize,
            }
        }
        &self.rows[context * self.colors..][..self.colors]
    }
}
