//! Overlap checks of memory.

use super::{RawArgument, RawTensor, RunError};
use smallvec::{SmallVec, smallvec};
use tf_dialects::signature::Signature;

/// A result may overlap no argument and no other result; a result with a donated argument may have exactly
/// that argument's memory.
///
/// With spans sorted by address, a span overlaps an earlier one if it starts before the highest end so far.
/// Pairs are compared only to report an error.
pub(super) fn overlap(
    signature: &Signature,
    arguments: &[RawArgument<'_>],
    results: &[RawTensor<'_>],
) -> Result<(), RunError> {
    // An argument with the memory of a result is covered by the span of that result.
    let mut taken: SmallVec<[bool; 8]> = smallvec![false; arguments.len()];
    for (result, declared) in results.iter().zip(signature.results()) {
        for position in &declared.reuses {
            if let Some(RawArgument::Tensor(argument)) = arguments.get(*position) {
                taken[*position] |= same(result, argument);
            }
        }
    }
    let given = arguments.iter().zip(&taken).filter_map(|(argument, taken)| match argument {
        RawArgument::Tensor(tensor) if !taken => Some((Span::of(tensor), false)),
        _ => None,
    });
    let made = results.iter().map(|result| (Span::of(result), true));
    let mut spans: SmallVec<[(Span, bool); 8]> = made.chain(given).collect();
    spans.retain(|(span, _)| span.start < span.end);
    spans.sort_unstable_by_key(|(span, _)| span.start);
    let (mut of_results, mut of_all) = (i128::MIN, i128::MIN);
    for (span, is_result) in &spans {
        if span.start < if *is_result { of_all } else { of_results } {
            return Err(named(signature, arguments, results));
        }
        of_all = of_all.max(span.end);
        if *is_result {
            of_results = of_results.max(span.end);
        }
    }
    Ok(())
}

/// The error for a result that overlaps other memory.
fn named(signature: &Signature, arguments: &[RawArgument<'_>], results: &[RawTensor<'_>]) -> RunError {
    let failed = |at: usize, other: &str| RunError::Overlap {
        entry: signature.title().to_owned(),
        result: signature.results()[at].name.clone(),
        other: other.to_owned(),
    };
    for (at, result) in results.iter().enumerate() {
        let (span, declared) = (Span::of(result), &signature.results()[at]);
        for (position, argument) in arguments.iter().enumerate() {
            let RawArgument::Tensor(argument) = argument else { continue };
            let taken = declared.reuses.contains(&position) && same(result, argument);
            if span.overlaps(&Span::of(argument)) && !taken {
                return failed(at, &signature.params()[position].name);
            }
        }
        if let Some(other) = results[..at].iter().position(|r| span.overlaps(&Span::of(r))) {
            return failed(at, &signature.results()[other].name);
        }
    }
    failed(0, "other memory")
}

fn same(a: &RawTensor<'_>, b: &RawTensor<'_>) -> bool {
    let bytes = |tensor: &RawTensor<'_>| tensor.layout.dense_bytes().filter(|_| tensor.layout.is_dense());
    a.first == b.first && bytes(a).is_some() && bytes(a) == bytes(b)
}

/// The addresses from the lowest byte of a tensor's elements to the end of the highest; an empty tensor has
/// none.
struct Span {
    start: i128,
    end: i128,
}

impl Span {
    fn of(tensor: &RawTensor<'_>) -> Self {
        // A layout's offsets fit i64, which its construction checks.
        let (low, high) = tensor.layout.byte_range().unwrap_or((0, 0));
        let first = tensor.first.addr() as i128;
        Self { start: first + i128::from(low), end: first + i128::from(high) }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}
