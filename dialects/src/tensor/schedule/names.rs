//! Names of the loops of a comprehension, from the program or generated.

use tf_ir::attr::Attribute;
use tf_ir::context::Context;

/// The names of the axes of a box, and of loops of folds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopNames {
    /// The names of the axes of the box.
    pub axes: Vec<String>,
    /// The names of folds that a schedule may use, whether or not such a fold exists.
    pub folds: Vec<String>,
}

/// True for a valid loop name: letters, digits and underscores, without a leading digit.
pub fn is_name(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.chars().all(word) && text.chars().next().is_some_and(|first| !first.is_ascii_digit())
}

impl LoopNames {
    /// The names in attributes; empty for absent ones.
    pub fn of_attrs(ctx: &Context, axes: Option<Attribute>, folds: Option<Attribute>) -> LoopNames {
        LoopNames { axes: words(ctx, axes), folds: words(ctx, folds) }
    }

    /// Default names for this many axes and folds: `i, j, k …`, and from `k` on for folds.
    pub fn default_of(axes: usize, folds: usize) -> LoopNames {
        let mut names = LoopNames::default();
        for _ in 0..axes {
            names.axes.push(names.fresh(b'i'));
        }
        for _ in 0..folds {
            names.folds.push(names.fresh(b'k'));
        }
        names
    }

    /// True if a loop has this name.
    pub fn has(&self, name: &str) -> bool {
        self.axes.iter().chain(&self.folds).any(|known| known == name)
    }

    /// An unused name: the first free letter from `first` on, or `first` with a numeric suffix.
    pub fn fresh(&self, first: u8) -> String {
        let letters = (first..=b'z').map(|letter| char::from(letter).to_string());
        let numbered = (1..).map(|n| format!("{}{n}", char::from(first)));
        letters.chain(numbered).find(|name| !self.has(name)).expect("integers do not run out")
    }

    /// The name itself if it is unused, else the name with a numeric suffix.
    pub fn like(&self, name: &str) -> String {
        let numbered = (1..).map(|n| format!("{name}_{n}"));
        std::iter::once(name.to_string())
            .chain(numbered)
            .find(|name| !self.has(name))
            .expect("integers do not run out")
    }

    /// `["i", "j"]`
    pub fn attr(ctx: &Context, names: &[String]) -> Attribute {
        let names: Vec<Attribute> = names.iter().map(|name| ctx.string_attr(name)).collect();
        ctx.array_attr(&names)
    }
}

fn words(ctx: &Context, attr: Option<Attribute>) -> Vec<String> {
    let items = attr.and_then(|attr| ctx.attr_array(attr)).unwrap_or_default();
    items.iter().filter_map(|item| ctx.attr_str(*item)).map(str::to_string).collect()
}
