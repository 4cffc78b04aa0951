//! Prefix codes for the tables, as `engine/endings/code.rs` reads them.

use fanorona_board::engine::endings::code::LONGEST;

/// A prefix code: for each symbol its word, from its first bit on, and how long that is.
pub struct Code {
    words: Vec<(u16, usize)>,
    lengths: [u8; LONGEST],
    symbols: Vec<u8>,
}

impl Code {
    /// The code with the shortest text for symbols that are as frequent as this.
    pub fn of(counts: &[u32]) -> Self {
        // Where a word were too long, rare symbols count for more.
        let mut counts = counts.to_vec();
        let mut lengths = lengths(&counts);
        while lengths.iter().any(|&length| length > LONGEST) {
            for count in counts.iter_mut().filter(|count| **count > 0) {
                *count = *count / 2 + 1;
            }
            lengths = self::lengths(&counts);
        }
        let mut order: Vec<u8> = (0..).take(lengths.len()).collect();
        order.retain(|&symbol| lengths[usize::from(symbol)] > 0);
        order.sort_by_key(|&symbol| (lengths[usize::from(symbol)], symbol));
        let mut code = Self {
            words: vec![(0, 0); lengths.len()],
            lengths: [0; LONGEST],
            symbols: order,
        };
        let (mut word, mut longest) = (0, 0);
        for &symbol in &code.symbols {
            let length = lengths[usize::from(symbol)];
            word <<= length - longest;
            longest = length;
            code.words[usize::from(symbol)] = (word, length);
            code.lengths[length - 1] += 1;
            word += 1;
        }
        code
    }

    /// The code as the tables keep it.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.lengths.to_vec();
        bytes.extend(&self.symbols);
        bytes.resize(LONGEST + self.words.len(), 0);
        bytes
    }

    /// The symbol with the shortest word.
    pub fn commonest(&self) -> u8 {
        self.symbols.first().copied().unwrap_or(0)
    }

    /// Adds the word of a symbol to some bits.
    pub fn write(&self, symbol: u8, bits: &mut Vec<bool>) {
        let (word, length) = self.words[usize::from(symbol)];
        bits.extend((0..length).rev().map(|bit| word >> bit & 1 != 0));
    }
}

/// How long the words of a code are: the two rarest are joined, again and again, and each time their words grow by a bit.
fn lengths(counts: &[u32]) -> Vec<usize> {
    let mut lengths = vec![0; counts.len()];
    let mut trees: Vec<(u32, Vec<usize>)> = (0..counts.len())
        .filter(|&symbol| counts[symbol] > 0)
        .map(|symbol| (counts[symbol], vec![symbol]))
        .collect();
    if let [(_, only)] = &trees[..] {
        lengths[only[0]] = 1;
    }
    while trees.len() > 1 {
        trees.sort_by_key(|(count, symbols)| (std::cmp::Reverse(*count), symbols.clone()));
        let rarest = trees.split_off(trees.len() - 2);
        let count = rarest.iter().map(|(count, _)| count).sum();
        let symbols: Vec<usize> = rarest
            .into_iter()
            .flat_map(|(_, symbols)| symbols)
            .collect();
        for &symbol in &symbols {
            lengths[symbol] += 1;
        }
        trees.push((count, symbols));
    }
    lengths
}
