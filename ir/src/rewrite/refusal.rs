//! Reasons why rewrites do not apply.

use std::borrow::Cow;

/// The reason why a pattern does not apply; shown by `--trace-rules`.
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

/// Success, or the reason for refusal. After a refusal the body must be unchanged.
pub type Rewrite = Result<(), Refusal>;
