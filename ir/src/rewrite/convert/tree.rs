//! Conversion of a body with the bodies inside it: the functions of a module, whose signatures change
//! together.

use super::driver::{ConversionConfig, Converted, convert_body};
use super::pattern::Conversions;
use super::target::Target;
use crate::body::Body;
use crate::diag::Diagnostic;
use crate::pass::parallel_for_each;

/// Converts a body and all bodies inside it, those of one level on up to `threads` threads. Calls fit their
/// callees only once all are converted: a pass that changes signatures owns the tree.
///
/// # Errors
/// The ops that stayed and why, in program order; the bodies must not be used then.
pub fn convert_tree(
    body: &mut Body,
    target: &Target,
    conversions: &Conversions,
    config: ConversionConfig<'_>,
    threads: usize,
) -> Result<Converted, Vec<Diagnostic>> {
    let mut done = convert_body(body, target, conversions, config, None)?;
    let ops = body.child_ops();
    let taken =
        ops.iter().filter_map(|op| body.take_child(*op).map(|child| (*op, child, Ok(Converted::default()))));
    let mut children: Vec<_> = taken.collect();
    let convert = |_: &mut (), (_, child, outcome): &mut (_, Box<Body>, _)| {
        *outcome = convert_tree(child, target, conversions, config, 1);
    };
    parallel_for_each(threads, &mut children, || (), convert);
    let mut errors = Vec::new();
    for (op, child, outcome) in children {
        body.restore_child(op, child);
        match outcome {
            Ok(inner) => done.add(&inner),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() { Ok(done) } else { Err(errors) }
}
