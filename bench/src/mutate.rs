//! Seeded mutations of texts: of bytes, and of words, which reach deeper into the compiler.

use std::fs;
use std::path::{Path, PathBuf};

/// The random sequence of one mutation (splitmix64, Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A random integer below `n`; 0 for none.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 33) as usize % n.max(1)
    }
}

/// The parts of all `.mlir` files below a folder, in a fixed order.
///
/// # Errors
/// If the folder cannot be read.
pub fn corpus(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut files = Vec::new();
    collect(folder, &mut files).map_err(failed)?;
    files.sort();
    let texts: Vec<String> =
        files.iter().map(fs::read_to_string).collect::<Result<_, _>>().map_err(failed)?;
    let parts = texts.iter().flat_map(|text| text.split("// -----")).filter(|part| !part.trim().is_empty());
    Ok(parts.map(str::to_string).collect())
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "mlir") {
            found.push(path);
        }
    }
    Ok(())
}

const BYTES: &[u8] = b"<>(){}[]\"%#@!^:,=-?*x0129.\n \\/+|\x00\x80\xFF_e";

/// Replacements for words, besides words of other texts.
const WORDS: [&str; 16] = [
    "0",
    "-1",
    "9223372036854775807",
    "18446744073709551616",
    "1.0e300",
    "0x7FF0000000000000",
    "index",
    "i1",
    "bf16",
    "f64",
    "tensor<0xf32>",
    "tensor<?x?{n}xf32>",
    "vector<1xi8>",
    "memref<?{n}xf32>",
    "none",
    "?{2*n - 1}",
];

/// A text of the corpus with one to four mutations.
pub fn mutant(random: &mut Random, corpus: &[String]) -> Vec<u8> {
    let mut text = corpus[random.below(corpus.len())].clone().into_bytes();
    let other = corpus[random.below(corpus.len())].as_bytes();
    for _ in 0..1 + random.below(4) {
        if random.below(2) == 0 {
            mutate_bytes(random, &mut text, other);
        } else {
            mutate_words(random, &mut text, other);
        }
    }
    text
}

fn mutate_bytes(random: &mut Random, text: &mut Vec<u8>, other: &[u8]) {
    let at = random.below(text.len() + 1);
    match random.below(6) {
        0 if at < text.len() => text[at] = BYTES[random.below(BYTES.len())],
        1 if at < text.len() => text[at] ^= 1 << random.below(8),
        2 if at < text.len() => drop(text.remove(at)),
        3 => text.insert(at, BYTES[random.below(BYTES.len())]),
        4 => {
            let from = random.below(other.len());
            let part = other[from..other.len().min(from + random.below(40))].to_vec();
            drop(text.splice(at..at, part));
        }
        _ => {
            let end = text.len().min(at + random.below(20));
            drop(text.drain(at..end));
        }
    }
}

/// The word at a position: from one space or comma to the next.
fn word(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let ends = |b: &u8| b" ,\n():".contains(b);
    let start = text[..at].iter().rposition(ends).map_or(0, |i| i + 1);
    let end = text[at..].iter().position(ends).map_or(text.len(), |i| at + i);
    start..end
}

fn mutate_words(random: &mut Random, text: &mut Vec<u8>, other: &[u8]) {
    let here = word(text, random.below(text.len() + 1));
    match random.below(5) {
        0 => drop(text.splice(here, WORDS[random.below(WORDS.len())].bytes())),
        1 => {
            let from = word(other, random.below(other.len() + 1));
            drop(text.splice(here, other[from].to_vec()));
        }
        // Another word of the same text: values of other types, ops with other operands.
        2 | 3 => {
            let from = text[word(text, random.below(text.len() + 1))].to_vec();
            drop(text.splice(here, from));
        }
        _ => {
            let line = |b: &u8| *b == b'\n';
            let start = text[..here.start].iter().rposition(line).map_or(0, |i| i + 1);
            let end = text[here.start..].iter().position(line).map_or(text.len(), |i| here.start + i + 1);
            let again = text[start..end].to_vec();
            match random.below(2) {
                0 => drop(text.drain(start..end)),
                _ => drop(text.splice(start..start, again)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_mutants() {
        let corpus = vec!["func.func @f(%a: i32) {\n  return\n}\n".to_string(), "module {}\n".to_string()];
        let some = |seed: u64| -> Vec<Vec<u8>> {
            let mut random = Random::new(seed);
            (0..200).map(|_| mutant(&mut random, &corpus)).collect()
        };
        assert_eq!(some(3), some(3));
        assert_ne!(some(3), some(4));
        assert!(some(3).iter().any(|text| text != corpus[0].as_bytes() && text != corpus[1].as_bytes()));
    }
}
