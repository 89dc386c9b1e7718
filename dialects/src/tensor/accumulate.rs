//! How the accumulating results of a comprehension take what is put into them.

use super::kinds::CombiningKind;
use crate::scalar::DType;
use std::fmt;
use std::str::FromStr;
use tf_ir::attr::Attribute;
use tf_ir::context::Context;
use tf_ir::registry::AttrConstraint;

/// What a put does to an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combine {
    /// Combines the element with the value.
    Kind(CombiningKind),
    /// Replaces the element: the last put wins.
    Set,
    /// What the put's own region says.
    Region,
}

/// An accumulating result: how elements change, whether each is put at most once, and whether the order of points is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Accumulation {
    /// What a put does to an element.
    pub combine: Combine,
    /// The program promises that no element is put twice: the order of points does not matter.
    pub unique: bool,
    /// The order in which values are combined is open, though it shows in the bits, as that of sums of floats does.
    pub unordered: bool,
}

/// The words after which `unique` and `unordered` may follow.
pub(crate) const WORDS: [&str; 15] = [
    "add", "mul", "minsi", "minui", "maxsi", "maxui", "minimumf", "maximumf", "minnumf", "maxnumf", "and",
    "or", "xor", "set", "region",
];

impl Accumulation {
    /// Combining by a kind.
    pub fn of_kind(kind: CombiningKind) -> Accumulation {
        Accumulation { combine: Combine::Kind(kind), unique: false, unordered: false }
    }

    /// Replacing.
    pub const SET: Accumulation = Accumulation { combine: Combine::Set, unique: false, unordered: false };
    /// What the regions of puts say.
    pub const REGION: Accumulation =
        Accumulation { combine: Combine::Region, unique: false, unordered: false };

    /// The same, with the promise that no element is put twice, or without.
    pub fn unique(self, unique: bool) -> Accumulation {
        Accumulation { unique, ..self }
    }

    /// The same, with an open order, or with that of the points.
    pub fn unordered(self, unordered: bool) -> Accumulation {
        Accumulation { unordered, ..self }
    }

    /// True if elements of this type come out with the same bits in whatever order the points put, or the order is open.
    pub fn has_no_order(self, dtype: DType) -> bool {
        match self.combine {
            Combine::Kind(kind) => self.unique || self.unordered || kind.is_exact(dtype),
            Combine::Set | Combine::Region => self.unique,
        }
    }

    /// True if elements of this type can be combined so.
    pub fn accepts(self, dtype: DType) -> bool {
        match self.combine {
            Combine::Kind(kind) => kind.accepts(dtype),
            Combine::Set | Combine::Region => !self.unordered,
        }
    }

    /// The accumulation of a word.
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

/// The accumulations an array attribute spells.
pub fn accumulations(ctx: &Context, attr: Attribute) -> Option<Vec<Accumulation>> {
    ctx.attr_array(attr)?.iter().map(|item| ctx.attr_str(*item)?.parse().ok()).collect()
}

/// An attribute that spells accumulations.
pub fn accumulations_attr(ctx: &Context, list: &[Accumulation]) -> Attribute {
    let items: Vec<Attribute> = list.iter().map(|a| ctx.string_attr(&a.to_string())).collect();
    ctx.array_attr(&items)
}

/// An array of accumulations.
pub const ACCUMULATIONS_ATTR: AttrConstraint = AttrConstraint {
    summary: "a list of accumulations, each a combining kind, set or region, with or without ' unique' or ' unordered' behind it",
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
