//! The arguments of a step, and the construction of a step from its keyword and arguments.

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
    pub(super) fn of(word: &str, arguments: Arguments) -> Result<Step, String> {
        if let Some(twice) = first_twice(&arguments.loops) {
            return Err(format!("{word} names {twice} twice"));
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
            _ => Err(format!("{word} takes a loop and an integer, as in {word}(i, 8)")),
        };
        let some = |example: &str| match loops.is_empty() {
            true => Err(format!("{word} takes names of loops, as in {word}({example})")),
            false => Ok(()),
        };
        match word {
            "order" => {
                some("j, i")?;
                match numbers.is_empty() {
                    false => Err("order takes only names of loops, as in order(j, i)".to_string()),
                    true => Ok(Step::Order(loops)),
                }
            }
            "parallel" => {
                some("i, grain = 4")?;
                let grain = numbers.first().map(|n| in_range(word, *n, i64::MAX)).transpose()?;
                Ok(Step::Parallel { axes: loops, grain })
            }
            "vectorize" => {
                let never = (Tail::Pad, "lanes past the end have no memory to access");
                let tail = Tail::of_step(word, tail.as_deref(), never)?;
                one(MAX_WIDTH).map(|(target, width)| Step::Vectorize { target, width, tail })
            }
            "jam" => one(MAX_JAM).map(|(axis, points)| Step::Jam { axis, points }),
            "unroll" => match (loops.as_slice(), numbers.as_slice()) {
                ([target], []) => Ok(Step::Unroll { target: target.clone(), factor: None }),
                _ => one(MAX_UNROLL).map(|(target, factor)| Step::Unroll { target, factor: Some(factor) }),
            },
            "split" => tiles::step(&loops, numbers, tail.as_deref()),
            "stream" if loops.is_empty() && numbers.is_empty() => Ok(Step::Stream),
            "stream" => Err("stream takes no arguments: all results are stored past the caches".to_string()),
            "prefetch" => one(MAX_AHEAD).map(|(target, trips)| Step::Prefetch { target, trips }),
            "mma" => match (loops.as_slice(), numbers.as_slice()) {
                ([target], [terms @ (2 | 4)]) => Ok(Step::Mma { target: target.clone(), terms: *terms }),
                _ => {
                    Err("mma takes a fold and its terms per instruction, 2 or 4, as in mma(k, 2)".to_string())
                }
            },
            "time" => time(loops, &numbers),
            "map" => map::step(loops, &numbers),
            "stage" => stage(loops, &numbers, (at, panels)),
            _ => Err(format!("unknown step '{word}'; known are {}", STEPS.join(", "))),
        }
    }
}

/// The first duplicate name of a list; linear, because one step may list thousands of members.
fn first_twice(names: &[String]) -> Option<&String> {
    let mut seen = FxHashSet::default();
    names.iter().find(|name| !seen.insert(name.as_str()))
}

/// Refuses arguments that only other steps accept.
fn check_words(word: &str, of: &Arguments) -> Result<(), String> {
    let found = [
        (word != "place" && of.keep.is_some(), "no 'keep'; only place does"),
        (
            !matches!(word, "stage" | "place" | "join") && (of.at.is_some() || of.panels.is_some()),
            "neither 'at' nor 'panels'; only stage does",
        ),
        (
            word != "place" && !of.manner.is_plain(),
            "none of 'by', 'in', 'layout' and 'copies'; only place \
            does",
        ),
        (
            of.tail.is_some() && !matches!(word, "vectorize" | "split"),
            "no 'tail'; only vectorize and split \
            do",
        ),
    ];
    match found.into_iter().find(|(is_said, _)| *is_said) {
        Some((_, why)) => Err(format!("{word} takes {why}")),
        None => Ok(()),
    }
}

/// The step `stage`: a packed tile of an operand.
fn stage(
    loops: Vec<String>,
    numbers: &[i64],
    (at, panels): (Option<String>, Option<String>),
) -> Result<Step, String> {
    match (loops.is_empty(), numbers) {
        (true, _) => Err("stage takes names of loops, as in stage(k, j, at = k.0, panels = j)".to_string()),
        (false, []) => Ok(Step::Stage { loops, at, panels }),
        _ => Err("stage takes only names of loops, as in stage(k, j, at = k.0)".to_string()),
    }
}

/// The step `time`: iterations of a loop run together.
fn time(loops: Vec<String>, numbers: &[i64]) -> Result<Step, String> {
    let form = "time takes an axis, the iterations that run together, and the points of a band, as in \
        time(i, [4, 64]); optionally the points per block of the band, as in time(i, [4, 64, 4])";
    let ([axis], [trips, points, rest @ ..]) = (&loops[..], numbers) else { return Err(form.to_string()) };
    let (axis, trips) = (axis.clone(), in_range("time", *trips, MAX_TIME)?);
    let points = in_range("time", *points, MAX_PART)?;
    match rest {
        [] => Ok(Step::Time { axis, trips, points, rows: None }),
        [rows] => {
            let rows = in_range("time", *rows, points)?;
            if points % rows != 0 {
                return Err(format!("time has bands of {points} points, which is not a multiple of {rows}"));
            }
            Ok(Step::Time { axis, trips, points, rows: Some(rows) })
        }
        _ => Err(form.to_string()),
    }
}

/// Checks that a value is from 1 to `most`.
pub(super) fn in_range(word: &str, value: i64, most: i64) -> Result<i64, String> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    let limit = if most == i64::MAX { String::new() } else { format!(" and at most {most}") };
    Err(format!("{word} needs an integer of at least 1{limit}, not {value}"))
}
