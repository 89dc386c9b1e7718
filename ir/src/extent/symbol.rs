//! Extent symbols: the names of extents.

use super::ExtentError;
use std::fmt;
use std::sync::Arc;

/// A named extent of a function, such as the `n` of `tensor<?{n}xf32>`.
///
/// The value of a symbol is always ≥ 0; every simplification relies on that. Symbols compare by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(Arc<str>);

/// Words of the extent syntax that therefore cannot name a symbol.
const KEYWORDS: [&str; 5] = ["floordiv", "ceildiv", "mod", "min", "max"];

impl Symbol {
    /// A symbol with the given name: a bare identifier (`[A-Za-z_][A-Za-z0-9_$.]*`), not a keyword of the
    /// syntax.
    ///
    /// # Errors
    /// [`ExtentError::InvalidName`] for any other text.
    pub fn new(name: &str) -> Result<Self, ExtentError> {
        let mut bytes = name.bytes();
        let head = bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
        let tail = bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'));
        if !head || !tail || KEYWORDS.contains(&name) {
            return Err(ExtentError::InvalidName(name.chars().take(64).collect()));
        }
        Ok(Self(name.into()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symbol({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_identifiers_name_symbols() {
        for good in ["n", "_", "rows_2", "n.1", "N$x"] {
            assert_eq!(Symbol::new(good).unwrap().as_str(), good);
        }
        for bad in ["", "2n", "n m", "a-b", "floordiv", "mod", "max", "é", "$n"] {
            assert!(matches!(Symbol::new(bad), Err(ExtentError::InvalidName(_))), "{bad}");
        }
    }
}
