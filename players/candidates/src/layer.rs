//! Counts by state, for dynamic programming.

/// The states after a number of pegs, each a key of the same number of words, with the number of ways that lead to it.
#[derive(Debug)]
pub struct Layer {
    /// The words of a key.
    words: usize,
    /// The keys one after the other.
    keys: Vec<u64>,
    ways: Vec<f64>,
    /// The index of a state plus 1, at a place that follows from its key; 0 where there is none. The length is a power of two.
    table: Vec<u32>,
}

impl Layer {
    pub fn new(words: usize) -> Layer {
        Layer { words, keys: Vec::new(), ways: Vec::new(), table: vec![0; 64] }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.ways.len()
    }

    /// The states with their numbers of ways.
    pub fn states(&self) -> impl Iterator<Item = (&[u64], f64)> {
        self.keys.chunks_exact(self.words).zip(self.ways.iter().copied())
    }

    /// The number of a state in the order of [`states`](Layer::states), if it is one.
    pub fn position(&self, key: &[u64]) -> Option<usize> {
        self.find(key).ok()
    }

    /// The number of a state, or its place in the table if it is none yet.
    fn find(&self, key: &[u64]) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut place = hash(key) & mask;
        while let Some(index) = self.table[place].checked_sub(1) {
            let index = index as usize;
            if self.keys[index * self.words..(index + 1) * self.words] == *key {
                return Ok(index);
            }
            place = (place + 1) & mask;
        }
        Err(place)
    }

    /// Adds ways that lead to a state.
    pub fn add(&mut self, key: &[u64], ways: f64) {
        let place = match self.find(key) {
            Ok(index) => return self.ways[index] += ways,
            Err(place) => place,
        };
        self.keys.extend_from_slice(key);
        self.ways.push(ways);
        self.table[place] = self.ways.len() as u32;
        if 2 * self.ways.len() > self.table.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let mask = 2 * self.table.len() - 1;
        self.table = vec![0; mask + 1];
        for (number, key) in (1..).zip(self.keys.chunks_exact(self.words)) {
            let mut place = hash(key) & mask;
            while self.table[place] != 0 {
                place = (place + 1) & mask;
            }
            self.table[place] = number;
        }
    }
}

/// A hash by multiplication and rotation.
fn hash(key: &[u64]) -> usize {
    let mix = |hash: u64, word: &u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = key.iter().fold(0, mix);
    (hash ^ hash >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_the_same_state_are_added() {
        let mut layer = Layer::new(2);
        for _ in 0..2 {
            for number in 0..1000 {
                layer.add(&[number, number % 7], number as f64);
            }
        }
        assert_eq!(layer.len(), 1000);
        assert!(layer.states().all(|(key, ways)| key[1] == key[0] % 7 && ways == 2.0 * key[0] as f64));
    }
}
