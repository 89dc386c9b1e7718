//! Errors about the arguments of a step.

use super::layout::MemberLayoutError;
use crate::tensor::schedule::Place;
use std::fmt;

/// Arguments that a step does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepError {
    /// No step has the keyword.
    Unknown {
        /// The keyword.
        step: String,
        /// The keywords of steps.
        known: Vec<&'static str>,
    },
    /// The arguments have another form than the step takes.
    Form {
        /// The keyword of the step.
        step: &'static str,
        /// The form, with an example.
        takes: &'static str,
    },
    /// The parameters of the attribute have another form than those of a schedule.
    Parameter,
    /// A step names a loop or member twice.
    Twice {
        /// The keyword of the step.
        step: &'static str,
        /// The name.
        name: String,
    },
    /// The step has no such option.
    NoOption {
        /// The keyword of the step.
        step: &'static str,
        /// The name of the option.
        option: String,
        /// The keywords of the steps that have it.
        others: Vec<&'static str>,
    },
    /// An integer is out of range.
    Range {
        /// The keyword of the step or option.
        of: &'static str,
        /// The integer.
        value: i64,
        /// The largest integer, if there is one.
        most: Option<i64>,
    },
    /// The step does not take the keyword.
    Word {
        /// The keyword of the step.
        step: &'static str,
        /// The name of the option.
        option: &'static str,
        /// The keyword.
        word: String,
        /// The reason, for a keyword of other steps; the known keywords complete it.
        why: Option<&'static str>,
        /// The keywords that it takes.
        known: &'static [&'static str],
    },
    /// The bands of a step `time` are not a multiple of their blocks.
    Band {
        /// The points of a band.
        points: i64,
        /// The points of a block.
        rows: i64,
    },
    /// A split has no tile sizes.
    NoSizes {
        /// The name of the loop.
        of: String,
    },
    /// A loop has too many tile sizes.
    Sizes {
        /// The name of the loop.
        of: String,
        /// The number of sizes.
        count: usize,
        /// The largest number.
        most: usize,
    },
    /// A tile size is not a multiple of the next one.
    UnevenSizes {
        /// The name of the loop.
        of: String,
        /// The size.
        outer: i64,
        /// The next size.
        inner: i64,
    },
    /// A map to a warp has a thread count.
    WarpThreads,
    /// A map takes a part of a warp.
    PartialWarp {
        /// The number of threads.
        threads: i64,
    },
    /// A map to a block or warp takes several loops.
    SeveralLoops {
        /// The level of the hardware.
        place: Place,
    },
    /// The arguments of a step `place`.
    Place(PlaceStepError),
    /// The layout of a step `place`.
    Layout(MemberLayoutError),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::Unknown { step, known } => {
                write!(f, "unknown step '{step}'; known are {}", known.join(", "))
            }
            StepError::Form { step, takes } => write!(f, "{step} takes {takes}"),
            StepError::Parameter => f.write_str("each parameter is [word, author, arguments …]"),
            StepError::Twice { step, name } => write!(f, "{step} names {name} twice"),
            StepError::NoOption { step, option, others } => {
                write!(f, "{step} takes no '{option}'")?;
                match &others[..] {
                    [] => Ok(()),
                    [one] => write!(f, "; only {one} does"),
                    [first @ .., last] => write!(f, "; only {} and {last} do", first.join(", ")),
                }
            }
            StepError::Range { of, value, most } => {
                write!(f, "{of} needs an integer of at least 1")?;
                most.map_or(Ok(()), |most| write!(f, " and at most {most}"))?;
                write!(f, ", not {value}")
            }
            StepError::Word { step, option, word, why, known } => {
                let why = why.map_or_else(|| "; known are".to_string(), |why| format!(", {why}"));
                write!(f, "{step} has {option} = {word}{why} {}", known.join(", "))
            }
            StepError::Band { points, rows } => {
                write!(f, "time has bands of {points} points, which is not a multiple of {rows}")
            }
            StepError::NoSizes { of } => {
                write!(f, "split needs tile sizes for {of}, as in split({of}, [252, 6])")
            }
            StepError::Sizes { of, count, most } => {
                write!(f, "split takes at most {most} tile sizes, but {of} has {count}")
            }
            StepError::UnevenSizes { of, outer, inner } => {
                write!(f, "split of {of} has tiles of {outer}, which is not a multiple of {inner}")
            }
            StepError::WarpThreads => {
                f.write_str("map to a warp takes no thread count: a warp has 32 threads")
            }
            StepError::PartialWarp { threads } => {
                write!(f, "map takes whole warps of 32 threads, not {threads} threads")
            }
            StepError::SeveralLoops { place } => {
                let place = place.word();
                write!(f, "map to a {place} takes one loop: only one of nested loops can be distributed")
            }
            StepError::Place(why) => why.fmt(f),
            StepError::Layout(why) => why.fmt(f),
        }
    }
}

/// Arguments that a step `place` does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceStepError {
    /// A name is not one of a member.
    NotAMember {
        /// The name.
        name: String,
    },
    /// Inlined members have options of buffers.
    InlinedOptions {
        /// The members.
        members: Vec<String>,
    },
    /// Members that are computed once are computed ahead.
    RootAhead {
        /// The members.
        members: Vec<String>,
    },
    /// Members in sliding windows are computed ahead.
    WindowAhead {
        /// The members.
        members: Vec<String>,
    },
    /// Members outside of all loops have a buffer in a loop.
    KeepOutside {
        /// The location: `inline` or `root`.
        at: String,
    },
    /// The location of the buffer is `inline`.
    KeepInline,
}

impl fmt::Display for PlaceStepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceStepError::NotAMember { name } => write!(f, "place takes names of members, not '{name}'"),
            PlaceStepError::InlinedOptions { members } => write!(
                f,
                "place inlines {}: 'by', 'in', 'layout' and 'copies' need a stored member",
                members.join(", ")
            ),
            PlaceStepError::RootAhead { members } => write!(
                f,
                "place computes {} one iteration ahead, but root is computed once: use copies = 1",
                members.join(", ")
            ),
            PlaceStepError::WindowAhead { members } => write!(
                f,
                "place computes {} one iteration ahead, but a sliding window holds results of earlier \
                 iterations: use copies = 1",
                members.join(", ")
            ),
            PlaceStepError::KeepOutside { at } => {
                write!(f, "place has keep without a loop: {at} is outside all loops")
            }
            PlaceStepError::KeepInline => f.write_str("place needs a loop or 'root' for keep, not 'inline'"),
        }
    }
}

impl std::error::Error for PlaceStepError {}

impl From<PlaceStepError> for StepError {
    fn from(why: PlaceStepError) -> StepError {
        StepError::Place(why)
    }
}

impl From<MemberLayoutError> for StepError {
    fn from(why: MemberLayoutError) -> StepError {
        StepError::Layout(why)
    }
}
