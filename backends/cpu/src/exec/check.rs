//! Memory that must not overlap.

use super::{RawArgument, RawTensor, RunError};
use tf_dialects::signature::Signature;

/// A result may lie over no argument and no other result; one that takes over an argument may be that argument exactly.
pub(super) fn overlap(
    signature: &Signature,
    arguments: &[RawArgument<'_>],
    results: &[RawTensor<'_>],
) -> Result<(), RunError> {
    for (at, result) in results.iter().enumerate() {
        let span = Span::of(result);
        let declared = &signature.results()[at];
        let failed = |other: &str| RunError::Overlap {
            entry: signature.title().to_owned(),
            result: declared.name.clone(),
            other: other.to_owned(),
        };
        for (position, argument) in arguments.iter().enumerate() {
            let RawArgument::Tensor(argument) = argument else { continue };
            let taken = declared.takes_over.contains(&position) && same(result, argument);
            if span.meets(&Span::of(argument)) && !taken {
                return Err(failed(&signature.params()[position].name));
            }
        }
        if let Some(other) = results[..at].iter().position(|r| span.meets(&Span::of(r))) {
            return Err(failed(&signature.results()[other].name));
        }
    }
    Ok(())
}

fn same(a: &RawTensor<'_>, b: &RawTensor<'_>) -> bool {
    let bytes = |tensor: &RawTensor<'_>| tensor.layout.dense_bytes().filter(|_| tensor.layout.is_dense());
    a.first == b.first && bytes(a).is_some() && bytes(a) == bytes(b)
}

/// Addresses from the lowest byte of a tensor's elements to the end of the highest; an empty tensor has none.
struct Span {
    start: i128,
    end: i128,
}

impl Span {
    fn of(tensor: &RawTensor<'_>) -> Self {
        // A layout's offsets fit i64, as was checked when it was made.
        let (low, high) = tensor.layout.byte_range().unwrap_or((0, 0));
        let first = tensor.first.addr() as i128;
        Self { start: first + i128::from(low), end: first + i128::from(high) }
    }

    fn meets(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}
