//! Why rewrites do not apply.

use std::borrow::Cow;

/// Why a pattern does not apply; shown by `--trace-rules`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(Cow<'static, str>);

impl Refusal {
    /// A refusal with a reason.
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal(reason.into())
    }

    /// The reason.
    pub fn reason(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for Refusal {
    fn from(reason: &'static str) -> Refusal {
        Refusal(Cow::Borrowed(reason))
    }
}

/// Done, or why not. After a refusal the body must be as it was.
pub type Rewrite = Result<(), Refusal>;
