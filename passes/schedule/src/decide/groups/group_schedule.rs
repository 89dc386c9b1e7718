//! The loops and tiles that are chosen for a new group, and the schedule steps for them.

use std::ops::Range;
use tf_dialects::tensor::schedule::{LoopNames, Step, steps};

/// How a group runs.
#[derive(Clone, Debug)]
pub(super) struct GroupSchedule {
    /// The count of shared loops.
    pub loops: usize,
    /// Tile size of the innermost shared loop.
    pub tile: i64,
    /// Chunk size around these tiles, if threads add up partial sums or run windows.
    pub chunk: Option<i64>,
    /// The positions of the loops that run in parallel.
    pub parallel: Range<usize>,
    /// The cost saved, in additions of one lane.
    pub gain: f64,
    /// The cost of the members in separate loops.
    pub alone: f64,
}

/// Names for the shared loops.
pub(super) fn loops(choice: &GroupSchedule) -> LoopNames {
    let mut names = LoopNames::default();
    for _ in 0..choice.loops {
        names.axes.push(names.fresh(b'i'));
    }
    names
}

/// Splits the last loop by the tile size, and by the chunk size if there is one; all other loops by one.
pub(super) fn steps(choice: &GroupSchedule, names: &LoopNames) -> Vec<Step> {
    let last = names.axes.len() - 1;
    let sizes = |at: usize| match choice.chunk {
        _ if at < last => vec![1],
        Some(chunk) => vec![chunk, choice.tile],
        None => vec![choice.tile],
    };
    let split = |(at, name): (usize, &String)| {
        Step::Split(steps::Split { target: name.clone(), sizes: sizes(at), tail: None })
    };
    let mut parts: Vec<String> = names.axes.iter().map(|name| format!("{name}.0")).collect();
    parts.extend(choice.chunk.map(|_| format!("{}.1", names.axes[last])));
    let mut steps: Vec<Step> = names.axes.iter().enumerate().map(split).collect();
    steps.push(Step::Order(steps::Order { loops: parts.clone() }));
    if !choice.parallel.is_empty() {
        steps.push(Step::Parallel(steps::Parallel {
            axes: parts[choice.parallel.clone()].to_vec(),
            grain: None,
        }));
    }
    steps
}
