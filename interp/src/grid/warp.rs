//! Exchange of values between the threads of a warp: shuffles, votes, reductions.

use super::matrix;
use super::meeting::{Meeting, What};
use crate::values::value::Datum;
use tf_dialects::kernel::WARP;

/// The result of each thread of a warp, by lane; empty for a plain barrier. All threads are at one op.
///
/// # Errors
/// A message if the lane does not exist.
pub(super) fn results(meetings: &[&Meeting]) -> Result<Vec<Datum>, String> {
    match &meetings[0].what {
        What::Product(..) => matrix::products(meetings),
        What::Load { .. } => matrix::loaded(meetings),
        _ => Ok(scalars(meetings)?.into_iter().map(Datum::Bits).collect()),
    }
}

fn scalars(meetings: &[&Meeting]) -> Result<Vec<u64>, String> {
    match &meetings[0].what {
        What::Shuffle(..) => shuffled(meetings),
        What::Vote(all, _) => {
            let mut votes = meetings.iter().map(|meeting| matches!(meeting.what, What::Vote(_, true)));
            let carried = if *all { votes.all(|yes| yes) } else { votes.any(|yes| yes) };
            Ok(vec![u64::from(carried); meetings.len()])
        }
        What::Ballot(_) => {
            let votes = meetings.iter().map(|meeting| matches!(meeting.what, What::Ballot(true)));
            let word = votes.enumerate().fold(0, |word, (lane, yes)| word | u64::from(yes) << lane);
            Ok(vec![word; meetings.len()])
        }
        What::Reduce(..) => reduced(meetings),
        _ => Ok(Vec::new()),
    }
}

fn shuffled(meetings: &[&Meeting]) -> Result<Vec<u64>, String> {
    let lanes = meetings.len();
    let one = |(lane, meeting): (usize, &&Meeting)| {
        let What::Shuffle(mode, number, _) = meeting.what else { return Ok(0) };
        let from = mode.source(lane, number);
        match meetings.get(from).map(|other| &other.what) {
            Some(What::Shuffle(_, _, bits)) => Ok(*bits),
            _ => Err(format!(
                "takes the value of lane {from}, but this warp, the last of its block, has {lanes} threads"
            )),
        }
    };
    meetings.iter().enumerate().map(one).collect()
}

/// A butterfly reduction over lanes at distance 16, 8, 4, 2, 1; the lower lane's value is the first operand.
fn reduced(meetings: &[&Meeting]) -> Result<Vec<u64>, String> {
    let lanes = meetings.len();
    if lanes != WARP {
        return Err(format!(
            "combines the values of {WARP} threads, but this warp, the last of its block, has {lanes}"
        ));
    }
    let bits = |meeting: &&Meeting| if let What::Reduce(_, bits) = meeting.what { bits } else { 0 };
    let mut values: Vec<u64> = meetings.iter().map(bits).collect();
    let What::Reduce(combine, _) = &meetings[0].what else { return Ok(values) };
    for by in [16, 8, 4, 2, 1] {
        let before = values.clone();
        for (lane, value) in values.iter_mut().enumerate() {
            let other = lane ^ by;
            *value = combine.call(before[lane.min(other)], before[lane.max(other)], 0);
        }
    }
    Ok(values)
}
