//! Update rules of accumulating results of a comprehension.

use super::kinds::CombiningKind;
use crate::scalar::DType;
use std::fmt;
use std::str::FromStr;
use tf_ir::attr::Attribute;
use tf_ir::context::Context;
use tf_ir::registry::AttrConstraint;

/// The effect of a put on an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combine {
    /// Combines the element with the value.
    Kind(CombiningKind),
    /// Replaces the element: the last put wins.
    Set,
    /// Applies the region of the put.
    Region,
}

/// An accumulating result: its update rule, whether each element is put at most once, and whether the order
/// of updates is unspecified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Accumulation {
    /// The effect of a put on an element.
    pub combine: Combine,
    /// The program promises that no element is put twice: the order of points is irrelevant.
    pub unique: bool,
    /// The order of combination is unspecified, although it can change the bits, as for float sums.
    pub unordered: bool,
}

/// The keywords, which `unique` and `unordered` may follow.
pub(crate) const WORDS: [&str; 15] = [
    "add", "mul", "minsi", "minui", "maxsi", "maxui", "minimumf", "maximumf", "minnumf", "maxnumf", "and",
    "or", "xor", "set", "region",
];

impl Accumulation {
    /// Combining by a kind.
    pub fn of_kind(kind: CombiningKind) -> Accumulation {
        Accumulation { combine: Combine::Kind(kind), unique: false, unordered: false }
    }

    /// Replacement.
    pub const SET: Accumulation = Accumulation { combine: Combine::Set, unique: false, unordered: false };
    /// The regions of puts.
    pub const REGION: Accumulation =
        Accumulation { combine: Combine::Region, unique: false, unordered: false };

    /// Sets the promise that no element is put twice.
    pub fn unique(self, unique: bool) -> Accumulation {
        Accumulation { unique, ..self }
    }

    /// Sets whether the order of combination is unspecified.
    pub fn unordered(self, unordered: bool) -> Accumulation {
        Accumulation { unordered, ..self }
    }

    /// True if elements of this type get the same bits in any order of updates, or the order is unspecified.
    pub fn has_no_order(self, dtype: DType) -> bool {
        match self.combine {
            Combine::Kind(kind) => self.unique || self.unordered || kind.is_exact(dtype),
            Combine::Set | Combine::Region => self.unique,
        }
    }

    /// True if the update rule applies to elements of this type.
    pub fn accepts(self, dtype: DType) -> bool {
        match self.combine {
            Combine::Kind(kind) => kind.accepts(dtype),
            Combine::Set | Combine::Region => !self.unordered,
        }
    }

    /// The accumulation of a keyword.
    pub(crate) fn of_word(word: usize) -> Accumulation {
        let combine = match CombiningKind::ALL.get(word) {
            Some(kind) => Combine::Kind(*kind),
            None if WORDS[word] == "set" => Combine::Set,
            None => Combine::Region,
        };
        Accumulation { combine, unique: false, unordered: false }
    }
}

impl fmt::Display for Accumulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.combine {
            Combine::Kind(kind) => kind.name(),
            Combine::Set => "set",
            Combine::Region => "region",
        })?;
        f.write_str(if self.unique { " unique" } else { "" })?;
        f.write_str(if self.unordered { " unordered" } else { "" })
    }
}

impl FromStr for Accumulation {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (text, unordered) = text.strip_suffix(" unordered").map_or((text, false), |word| (word, true));
        let (word, unique) = text.strip_suffix(" unique").map_or((text, false), |word| (word, true));
        let word = WORDS.iter().position(|w| *w == word).ok_or(())?;
        Ok(Accumulation::of_word(word).unique(unique).unordered(unordered))
    }
}

/// Parses the accumulations in an array attribute.
pub fn accumulations(ctx: &Context, attr: Attribute) -> Option<Vec<Accumulation>> {
    ctx.attr_array(attr)?.iter().map(|item| ctx.attr_str(*item)?.parse().ok()).collect()
}

/// Builds the attribute of accumulations.
pub fn accumulations_attr(ctx: &Context, list: &[Accumulation]) -> Attribute {
    let items: Vec<Attribute> = list.iter().map(|a| ctx.string_attr(&a.to_string())).collect();
    ctx.array_attr(&items)
}

/// An array of accumulations.
pub const ACCUMULATIONS_ATTR: AttrConstraint = AttrConstraint {
    summary: "a list of accumulations, each a combining kind, set or region, optionally followed by ' \
        unique' or ' unordered'",
    check: |ctx, a| accumulations(ctx, a).is_some(),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip() {
        for (i, word) in WORDS.iter().enumerate() {
            let plain = Accumulation::of_word(i);
            for accumulation in
                [plain, plain.unique(true), plain.unordered(true), plain.unique(true).unordered(true)]
            {
                assert_eq!(accumulation.to_string().parse(), Ok(accumulation));
            }
            assert_eq!(plain.to_string(), *word);
        }
        assert_eq!("sum".parse::<Accumulation>(), Err(()));
        assert_eq!("unique".parse::<Accumulation>(), Err(()));
    }
}
