//! Errors about the arguments of a step.

use super::layout::MemberLayoutError;
use crate::tensor::schedule::{Place, SpaceError, TailError};
use std::fmt;

/// Arguments that a step does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepError {
    /// No step has the keyword.
    Unknown {
        /// The keyword.
        step: String,
        /// The keywords of steps.
        known: &'static [&'static str],
    },
    /// The arguments have another form than the step takes.
    Form(Form),
    /// A step names a loop or member twice.
    Twice {
        /// The keyword of the step.
        step: String,
        /// The name.
        name: String,
    },
    /// The step has no option `keep`.
    Keep {
        /// The keyword of the step.
        step: String,
    },
    /// The step has neither the option `at` nor `panels`.
    AtOrPanels {
        /// The keyword of the step.
        step: String,
    },
    /// The step has none of the options of a placement.
    Manner {
        /// The keyword of the step.
        step: String,
    },
    /// The step has no option `tail`.
    NoTail {
        /// The keyword of the step.
        step: String,
    },
    /// An integer is out of range.
    Range {
        /// The keyword of the step or option.
        step: String,
        /// The integer.
        value: i64,
        /// The largest integer, if there is one.
        most: Option<i64>,
    },
    /// The bands of a step `time` are not a multiple of their blocks.
    Band {
        /// The points of a band.
        points: i64,
        /// The points of a block.
        rows: i64,
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
    /// The treatment of remainders.
    Tail(TailError),
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
            StepError::Form(form) => form.fmt(f),
            StepError::Twice { step, name } => write!(f, "{step} names {name} twice"),
            StepError::Keep { step } => write!(f, "{step} takes no 'keep'; only place does"),
            StepError::AtOrPanels { step } => {
                write!(f, "{step} takes neither 'at' nor 'panels'; only stage does")
            }
            StepError::Manner { step } => {
                write!(f, "{step} takes none of 'by', 'in', 'layout' and 'copies'; only place does")
            }
            StepError::NoTail { step } => write!(f, "{step} takes no 'tail'; only vectorize and split do"),
            StepError::Range { step, value, most } => {
                write!(f, "{step} needs an integer of at least 1")?;
                most.map_or(Ok(()), |most| write!(f, " and at most {most}"))?;
                write!(f, ", not {value}")
            }
            StepError::Band { points, rows } => {
                write!(f, "time has bands of {points} points, which is not a multiple of {rows}")
            }
            StepError::Sizes { of, count, most } => {
                write!(f, "split takes at most {most} tile sizes, but {of} has {count}")
            }
            StepError::UnevenSizes { of, outer, inner } => {
                write!(f, "split of {of} has tiles of {outer}, which is not a multiple of {inner}")
            }
            StepError::Tail(why) => why.fmt(f),
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

/// The form of the arguments that a step takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// A loop and an integer.
    LoopAndInteger {
        /// The keyword of the step.
        step: String,
    },
    /// Loops, for `order`.
    Order,
    /// Loops and no integer, for `order`.
    OrderOnly,
    /// Loops, for `parallel`.
    Parallel,
    /// Loops, for `stage`.
    Stage,
    /// Loops and no integer, for `stage`.
    StageOnly,
    /// A loop and tile sizes, for `split`.
    Split,
    /// Tile sizes for the loop of a `split`.
    SplitSizes {
        /// The name of the loop.
        of: String,
    },
    /// Nothing, for `stream`.
    Stream,
    /// A fold and the terms per instruction, for `mma`.
    Mma,
    /// An axis, iterations and points, for `time`.
    Time,
    /// Loops, a level and threads, for `map`.
    Map,
    /// A loop and members, or folds and terms, for `join`.
    Join,
    /// Members and a location, for `place`.
    Place,
    /// The parameters of a step in the attribute.
    Parameter,
    /// The parameters of a placement in the attribute.
    PlacementParameter,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::LoopAndInteger { step } => {
                return write!(f, "{step} takes a loop and an integer, as in {step}(i, 8)");
            }
            Form::SplitSizes { of } => {
                return write!(f, "split needs tile sizes for {of}, as in split({of}, [252, 6])");
            }
            Form::Order => "order takes names of loops, as in order(j, i)",
            Form::OrderOnly => "order takes only names of loops, as in order(j, i)",
            Form::Parallel => "parallel takes names of loops, as in parallel(i, grain = 4)",
            Form::Stage => "stage takes names of loops, as in stage(k, j, at = k.0, panels = j)",
            Form::StageOnly => "stage takes only names of loops, as in stage(k, j, at = k.0)",
            Form::Split => "split takes a loop and tile sizes, as in split(i, [252, 6])",
            Form::Stream => "stream takes no arguments: all results are stored past the caches",
            Form::Mma => "mma takes a fold and its terms per instruction, 2 or 4, as in mma(k, 2)",
            Form::Time => {
                "time takes an axis, the iterations that run together, and the points of a band, as in \
                 time(i, [4, 64]); optionally the points per block of the band, as in time(i, [4, 64, 4])"
            }
            Form::Map => {
                "map takes loops, then grid, block or warp, and optionally the threads of a block, as in \
                 map(i, j, grid, 256)"
            }
            Form::Join => {
                "join takes a loop and the members that share it, as in join(j: m, l) in a group, or a fold, \
                 other folds and the terms per iteration, as in join(k: l, 4096)"
            }
            Form::Place => {
                "place takes members of a group, then inline, root or at = LOOP; optionally keep = LOOP, as \
                 in place(s, at = i.1, keep = i.0), and by, in, layout and copies, as in place(s, at = i.1, \
                 by = all, in = l2, layout = (i, k) -> (k, i))"
            }
            Form::Parameter => "each parameter is [word, author, [loops], array<i64: numbers>, names …]",
            Form::PlacementParameter => "a placement is [at, keep, by, in, array<i64: copies>, [axes], map]",
        })
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
    /// The keyword of the memory.
    Space(SpaceError),
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
            PlaceStepError::Space(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for PlaceStepError {}

impl From<Form> for StepError {
    fn from(form: Form) -> StepError {
        StepError::Form(form)
    }
}

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

impl From<TailError> for StepError {
    fn from(why: TailError) -> StepError {
        StepError::Tail(why)
    }
}

impl From<SpaceError> for StepError {
    fn from(why: SpaceError) -> StepError {
        StepError::Place(PlaceStepError::Space(why))
    }
}
