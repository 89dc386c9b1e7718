//! How a group may run, as whoever forms groups chooses it, and the steps that say so.

use std::ops::Range;
use tf_dialects::tensor::schedule::{LoopNames, Step};

/// How a group runs.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// How many loops are shared.
    pub loops: usize,
    /// Points of the last of them in a trip.
    pub trip: i64,
    /// Points of the last of them in a chunk, around its trips: where threads add up sums, or run windows.
    pub chunk: Option<i64>,
    /// The loops, by their places, that several threads run.
    pub parallel: Range<usize>,
    /// What is saved, in additions of one lane.
    pub gain: f64,
    /// What the members cost in loops of their own.
    pub alone: f64,
}

/// Names for the shared loops.
pub(super) fn loops(choice: &Choice) -> LoopNames {
    let mut names = LoopNames::default();
    for _ in 0..choice.loops {
        names.axes.push(names.fresh(b'i'));
    }
    names
}

/// Trip by trip along all loops but the last, which counts in steps of the trip, and perhaps in chunks around these.
pub(super) fn steps(choice: &Choice, names: &LoopNames) -> Vec<Step> {
    let last = names.axes.len() - 1;
    let sizes = |at: usize| match choice.chunk {
        _ if at < last => vec![1],
        Some(chunk) => vec![chunk, choice.trip],
        None => vec![choice.trip],
    };
    let split =
        |(at, name): (usize, &String)| Step::Split { target: name.clone(), sizes: sizes(at), tail: None };
    let mut parts: Vec<String> = names.axes.iter().map(|name| format!("{name}.0")).collect();
    parts.extend(choice.chunk.map(|_| format!("{}.1", names.axes[last])));
    let mut steps: Vec<Step> = names.axes.iter().enumerate().map(split).collect();
    steps.push(Step::Order(parts.clone()));
    if !choice.parallel.is_empty() {
        steps.push(Step::Parallel { axes: parts[choice.parallel.clone()].to_vec(), grain: None });
    }
    steps
}
