//! The arguments of a step, and the construction of a step from its keyword and arguments.

use super::error::{Form, StepError};
use super::step::STEPS;
use super::{
    MAX_AHEAD, MAX_JAM, MAX_PART, MAX_TIME, MAX_UNROLL, MAX_WIDTH, Manner, Step, Tail, join, map, placement,
    tiles,
};
use rustc_hash::FxHashSet;

/// The arguments of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    pub loops: Vec<String>,
    /// The trailing integer, or a list of them.
    pub numbers: Vec<i64>,
    pub at: Option<String>,
    pub panels: Option<String>,
    pub keep: Option<String>,
    pub tail: Option<String>,
    /// The options of a placement.
    pub manner: Manner,
}

impl Step {
    /// Builds a step from its keyword and arguments.
    ///
    /// # Errors
    /// The arguments do not fit. The message describes the expected ones.
    pub(super) fn of(word: &str, arguments: Arguments) -> Result<Step, StepError> {
        if let Some(twice) = first_twice(&arguments.loops) {
            return Err(StepError::Twice { step: word.to_string(), name: twice.clone() });
        }
        check_words(word, &arguments)?;
        let Arguments { loops, numbers, at, panels, keep, tail, manner } = arguments;
        if word == "place" {
            return placement::step(loops, &numbers, (at, keep.or(panels)), manner);
        }
        if word == "join" {
            return join::step(at.or(panels), loops, &numbers);
        }
        let one = |most: i64| match (loops.as_slice(), numbers.as_slice()) {
            ([target], [number]) => Ok((target.clone(), in_range(word, *number, most)?)),
            _ => Err(Form::LoopAndInteger { step: word.to_string() }.into()),
        };
        match word {
            "order" => match (loops.is_empty(), numbers.is_empty()) {
                (true, _) => Err(Form::Order.into()),
                (false, false) => Err(Form::OrderOnly.into()),
                (false, true) => Ok(Step::Order(loops)),
            },
            "parallel" if loops.is_empty() => Err(Form::Parallel.into()),
            "parallel" => {
                let grain = numbers.first().map(|n| in_range(word, *n, i64::MAX)).transpose()?;
                Ok(Step::Parallel { axes: loops, grain })
            }
            "vectorize" => {
                let tail = Tail::of_step("vectorize", tail.as_deref(), Tail::Pad)?;
                one(MAX_WIDTH).map(|(target, width)| Step::Vectorize { target, width, tail })
            }
            "jam" => one(MAX_JAM).map(|(axis, points)| Step::Jam { axis, points }),
            "unroll" => match (loops.as_slice(), numbers.as_slice()) {
                ([target], []) => Ok(Step::Unroll { target: target.clone(), factor: None }),
                _ => one(MAX_UNROLL).map(|(target, factor)| Step::Unroll { target, factor: Some(factor) }),
            },
            "split" => tiles::step(&loops, numbers, tail.as_deref()),
            "stream" if loops.is_empty() && numbers.is_empty() => Ok(Step::Stream),
            "stream" => Err(Form::Stream.into()),
            "prefetch" => one(MAX_AHEAD).map(|(target, distance)| Step::Prefetch { target, distance }),
            "mma" => match (loops.as_slice(), numbers.as_slice()) {
                ([target], [terms @ (2 | 4)]) => Ok(Step::Mma { target: target.clone(), terms: *terms }),
                _ => Err(Form::Mma.into()),
            },
            "time" => time(loops, &numbers),
            "map" => map::step(loops, &numbers),
            "stage" => stage(loops, &numbers, (at, panels)),
            _ => Err(StepError::Unknown { step: word.to_string(), known: &STEPS }),
        }
    }
}

/// The first duplicate name of a list; linear, because one step may list thousands of members.
fn first_twice(names: &[String]) -> Option<&String> {
    let mut seen = FxHashSet::default();
    names.iter().find(|name| !seen.insert(name.as_str()))
}

/// Refuses arguments that only other steps accept.
fn check_words(word: &str, of: &Arguments) -> Result<(), StepError> {
    let step = || word.to_string();
    if word != "place" && of.keep.is_some() {
        return Err(StepError::Keep { step: step() });
    }
    if !matches!(word, "stage" | "place" | "join") && (of.at.is_some() || of.panels.is_some()) {
        return Err(StepError::AtOrPanels { step: step() });
    }
    if word != "place" && !of.manner.is_plain() {
        return Err(StepError::Manner { step: step() });
    }
    if of.tail.is_some() && !matches!(word, "vectorize" | "split") {
        return Err(StepError::NoTail { step: step() });
    }
    Ok(())
}

/// The step `stage`: a packed tile of an operand.
fn stage(
    loops: Vec<String>,
    numbers: &[i64],
    (at, panels): (Option<String>, Option<String>),
) -> Result<Step, StepError> {
    match (loops.is_empty(), numbers) {
        (true, _) => Err(Form::Stage.into()),
        (false, []) => Ok(Step::Stage { loops, at, panels }),
        _ => Err(Form::StageOnly.into()),
    }
}

/// The step `time`: iterations of a loop run together.
fn time(loops: Vec<String>, numbers: &[i64]) -> Result<Step, StepError> {
    let ([axis], [iterations, points, rest @ ..]) = (&loops[..], numbers) else {
        return Err(Form::Time.into());
    };
    let (axis, iterations) = (axis.clone(), in_range("time", *iterations, MAX_TIME)?);
    let points = in_range("time", *points, MAX_PART)?;
    match rest {
        [] => Ok(Step::Time { axis, iterations, points, rows: None }),
        [rows] => {
            let rows = in_range("time", *rows, points)?;
            if points % rows != 0 {
                return Err(StepError::Band { points, rows });
            }
            Ok(Step::Time { axis, iterations, points, rows: Some(rows) })
        }
        _ => Err(Form::Time.into()),
    }
}

/// Checks that a value is from 1 to `most`.
pub(super) fn in_range(word: &str, value: i64, most: i64) -> Result<i64, StepError> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    let most = (most != i64::MAX).then_some(most);
    Err(StepError::Range { step: word.to_string(), value, most })
}
