//! Schedules as data: how a comprehension becomes loops, step by step, with the loops named as the comprehension names them.
//!
//! A `tensor.compute` names the axes of its box (`axes`) and declares the names of loops of folds in it (`folds`); a
//! `tensor.fold` says which of them its loop is (`axis`). `#tensor.schedule<…>` refers to loops by these names alone, so
//! that it means the same loops after code around them came or went. Copies of a fold keep its name, and a step for
//! the name applies to each of them; one for a fold that was simplified away applies to nothing. `docs/schedule.md` says what the
//! steps do, [`Plan`] what they come to.

mod author;
mod map;
mod names;
mod placement;
mod plan;
mod syntax;
mod tiles;

pub use author::Author;
pub use map::{Place, Team};
pub use names::{LoopNames, is_name};
pub use placement::{Keep, Placed, Placement};
pub use plan::{Loop, Plan, Time};
pub use syntax::ScheduleSyntax;
pub use tiles::{Part, Stage, Tiles};

use plan::find;
use rustc_hash::FxHashSet;
use std::fmt;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::registry::AttrConstraint;

/// The name of the attribute, behind its dialect.
pub const NAME: &str = "schedule";
/// The widest vector a schedule may ask for.
pub const MAX_WIDTH: i64 = 1024;
/// The most iterations a loop may be unrolled by.
pub const MAX_UNROLL: i64 = 256;
/// The longest part a loop may be split into.
pub const MAX_PART: i64 = 1 << 20;
/// The most lengths that a loop is split into: indices are sums of as many loops, and stay short.
pub const MOST_PARTS: usize = 8;
/// The most points that may run together.
pub const MAX_JAM: i64 = 32;
/// The most trips of a loop around a compute that may run together.
pub const MAX_TIME: i64 = 64;

/// One step of a schedule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The loops, outermost first: every axis of the box, then folds.
    Order(Vec<String>),
    /// These axes, outermost, run on several threads.
    Parallel {
        /// Axes of the box.
        axes: Vec<String>,
        /// Iterations worth handing to a thread.
        grain: Option<i64>,
    },
    /// This many iterations of a loop become the lanes of vectors.
    Vectorize {
        /// Which loop.
        target: String,
        /// How many lanes.
        width: i64,
    },
    /// This many points that follow each other on an axis run together: their folds are one loop.
    Jam {
        /// Which axis of the box.
        axis: String,
        /// How many points.
        points: i64,
    },
    /// Iterations of a loop are written one after the other.
    Unroll {
        /// Which loop.
        target: String,
        /// How many; all of them, so that no loop is left, without a number.
        factor: Option<i64>,
    },
    /// A loop becomes several, one inside the other: `split(i, [252, 6])` counts in steps of 252 (`i.0`), in these in steps of
    /// 6 (`i.1`), and to 6 (`i.2`).
    Split {
        /// Which loop.
        target: String,
        /// The steps, each a multiple of the next.
        sizes: Vec<i64>,
    },
    /// What is read at these loops and no others is put into a tile.
    Stage {
        /// The loops that it moves with.
        loops: Vec<String>,
        /// The part of a loop in each trip of which it is made anew; once, outside of all loops, without it.
        at: Option<String>,
        /// The loop whose last part lies side by side.
        panels: Option<String>,
    },
    /// On a GPU, the iterations of these loops are shared among threads.
    Map {
        /// Axes of the box, the outermost (grid), or a fold (block, warp).
        loops: Vec<String>,
        /// Among whom.
        place: Place,
        /// Threads of a block.
        threads: Option<i64>,
    },
    /// Trips of the loop around the compute run together, over bands of an axis: each band computes what the later trips read around it again.
    Time {
        /// Which axis of the box.
        axis: String,
        /// How many trips.
        trips: i64,
        /// How many points of the axis are a band.
        points: i64,
        /// How many of these are computed at a time, where what a trip makes is kept in a ring of rows.
        rows: Option<i64>,
    },
    /// Where members of a group are computed, and where what they make is kept.
    Place {
        /// The names of members.
        members: Vec<String>,
        /// Where they are computed: `inline`, `root`, or the part of a loop.
        at: String,
        /// The part of a loop in a trip of which it is kept, or `root`.
        keep: Option<String>,
    },
}

/// The words of steps.
pub(super) const STEPS: [&str; 10] =
    ["order", "parallel", "vectorize", "jam", "unroll", "split", "stage", "map", "time", "place"];

/// What stands in the parentheses of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    pub loops: Vec<String>,
    /// The number at the end, or a list of them.
    pub numbers: Vec<i64>,
    pub at: Option<String>,
    pub panels: Option<String>,
    pub keep: Option<String>,
}

/// The loop that a name means, or that a part belongs to: `i` for `i.1`.
pub fn base(name: &str) -> &str {
    name.split_once('.').map_or(name, |(base, _)| base)
}

impl Step {
    /// The word of the step.
    pub fn word(&self) -> &'static str {
        match self {
            Step::Order(_) => "order",
            Step::Parallel { .. } => "parallel",
            Step::Vectorize { .. } => "vectorize",
            Step::Jam { .. } => "jam",
            Step::Unroll { .. } => "unroll",
            Step::Split { .. } => "split",
            Step::Stage { .. } => "stage",
            Step::Map { .. } => "map",
            Step::Time { .. } => "time",
            Step::Place { .. } => "place",
        }
    }

    /// The loops it is about; those that say where stand beside them. A placement is about members instead.
    pub fn loops(&self) -> &[String] {
        match self {
            Step::Place { members, .. } => members,
            Step::Order(loops)
            | Step::Parallel { axes: loops, .. }
            | Step::Stage { loops, .. }
            | Step::Map { loops, .. } => loops,
            Step::Vectorize { target, .. } | Step::Unroll { target, .. } | Step::Split { target, .. } => {
                std::slice::from_ref(target)
            }
            Step::Jam { axis, .. } | Step::Time { axis, .. } => std::slice::from_ref(axis),
        }
    }

    /// True if it names this loop or a part of it.
    pub fn names(&self, name: &str) -> bool {
        let (loops, place) = match self {
            Step::Stage { loops, at, panels } => (&loops[..], [at.as_ref(), panels.as_ref()]),
            Step::Place { at, keep, .. } => (&[][..], [Some(at), keep.as_ref()]),
            _ => (self.loops(), [None, None]),
        };
        loops.iter().chain(place.into_iter().flatten()).any(|own| base(own) == name)
    }

    /// The same step with other names of loops; parts keep their numbers.
    pub fn renamed(mut self, mut name: impl FnMut(&str) -> String) -> Step {
        let mut rename = |own: &mut String| match own.split_once('.') {
            Some((base, part)) => *own = format!("{}.{part}", name(base)),
            None => *own = name(own),
        };
        match &mut self {
            Step::Order(loops) | Step::Parallel { axes: loops, .. } | Step::Map { loops, .. } => {
                loops.iter_mut().for_each(rename);
            }
            Step::Vectorize { target, .. } | Step::Unroll { target, .. } | Step::Split { target, .. } => {
                rename(target);
            }
            Step::Jam { axis, .. } | Step::Time { axis, .. } => rename(axis),
            Step::Stage { loops, at, panels } => {
                loops.iter_mut().chain(at).chain(panels).for_each(rename);
            }
            Step::Place { at, keep, .. } => {
                let is_loop = |name: &&mut String| !placement::WORDS.contains(&name.as_str());
                std::iter::once(at).chain(keep).filter(is_loop).for_each(rename);
            }
        }
        self
    }

    /// Its numbers.
    fn numbers(&self) -> Vec<i64> {
        match self {
            Step::Order(_) | Step::Stage { .. } | Step::Place { .. } => Vec::new(),
            Step::Parallel { grain: number, .. }
            | Step::Map { threads: number, .. }
            | Step::Unroll { factor: number, .. } => number.iter().copied().collect(),
            Step::Vectorize { width: n, .. } | Step::Jam { points: n, .. } => vec![*n],
            Step::Split { sizes, .. } => sizes.clone(),
            Step::Time { trips, points, rows, .. } => [*trips, *points].into_iter().chain(*rows).collect(),
        }
    }

    /// A step of its word and arguments.
    ///
    /// # Errors
    /// What the step takes instead.
    pub(super) fn of(word: &str, arguments: Arguments) -> Result<Step, String> {
        let Arguments { loops, numbers, at, panels, keep } = arguments;
        if let Some(twice) = first_twice(&loops) {
            return Err(format!("{word} names {twice} twice"));
        }
        if word == "place" {
            return placement::step(loops, &numbers, at, keep.or(panels));
        }
        if keep.is_some() {
            return Err(format!("{word} takes no 'keep': place does"));
        }
        if word != "stage" && (at.is_some() || panels.is_some()) {
            return Err(format!("{word} takes neither 'at' nor 'panels': stage does"));
        }
        let one = |most: i64| match (loops.as_slice(), numbers.as_slice()) {
            ([target], [number]) => Ok((target.clone(), in_range(word, *number, most)?)),
            _ => Err(format!("{word} takes a loop and a number, as in {word}(i, 8)")),
        };
        let some = |example: &str| match loops.is_empty() {
            true => Err(format!("{word} takes names of loops, as in {word}({example})")),
            false => Ok(()),
        };
        match word {
            "order" => {
                some("j, i")?;
                match numbers.is_empty() {
                    false => Err("order takes names of loops and no number, as in order(j, i)".to_string()),
                    true => Ok(Step::Order(loops)),
                }
            }
            "parallel" => {
                some("i, grain = 4")?;
                let grain = numbers.first().map(|n| in_range(word, *n, i64::MAX)).transpose()?;
                Ok(Step::Parallel { axes: loops, grain })
            }
            "vectorize" => one(MAX_WIDTH).map(|(target, width)| Step::Vectorize { target, width }),
            "jam" => one(MAX_JAM).map(|(axis, points)| Step::Jam { axis, points }),
            "unroll" => match (loops.as_slice(), numbers.as_slice()) {
                ([target], []) => Ok(Step::Unroll { target: target.clone(), factor: None }),
                _ => one(MAX_UNROLL).map(|(target, factor)| Step::Unroll { target, factor: Some(factor) }),
            },
            "split" => tiles::step(&loops, numbers),
            "time" => time(loops, &numbers),
            "map" => map::step(loops, &numbers),
            "stage" => {
                some("k, j, at = k.0, panels = j")?;
                match numbers.is_empty() {
                    true => Ok(Step::Stage { loops, at, panels }),
                    false => {
                        Err("stage takes names of loops and no number, as in stage(k, j, at = k.0)"
                            .to_string())
                    }
                }
            }
            _ => Err(format!("there is no step '{word}': known are {}", STEPS.join(", "))),
        }
    }
}

/// Trips of a loop that run together.
fn time(loops: Vec<String>, numbers: &[i64]) -> Result<Step, String> {
    let form = "time takes an axis, how many trips run together, and how many points of the axis are a band, as in time(i, [4, 64]); then, if \
                wanted, how many of these are computed at a time, as in time(i, [4, 64, 4])";
    let ([axis], [trips, points, rest @ ..]) = (&loops[..], numbers) else { return Err(form.to_string()) };
    let (axis, trips) = (axis.clone(), in_range("time", *trips, MAX_TIME)?);
    let points = in_range("time", *points, MAX_PART)?;
    match rest {
        [] => Ok(Step::Time { axis, trips, points, rows: None }),
        [rows] => {
            let rows = in_range("time", *rows, points)?;
            if points % rows != 0 {
                return Err(format!("time has bands of {points} points, which is no multiple of {rows}"));
            }
            Ok(Step::Time { axis, trips, points, rows: Some(rows) })
        }
        _ => Err(form.to_string()),
    }
}

fn in_range(word: &str, value: i64, most: i64) -> Result<i64, String> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    let limit = if most == i64::MAX { String::new() } else { format!(" and at most {most}") };
    Err(format!("{word} needs a number that is at least 1{limit}, not {value}"))
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loops = self.loops().join(", ");
        match (self, self.numbers().first()) {
            (Step::Split { sizes, .. }, _) => {
                let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
                write!(f, "split({loops}, [{}])", sizes.join(", "))
            }
            (Step::Time { .. }, _) => {
                let numbers: Vec<String> = self.numbers().iter().map(i64::to_string).collect();
                write!(f, "time({loops}, [{}])", numbers.join(", "))
            }
            (Step::Place { at, keep, .. }, _) => {
                let at =
                    if placement::WORDS.contains(&at.as_str()) { at.clone() } else { format!("at = {at}") };
                let keep = keep.as_ref().map_or_else(String::new, |keep| format!(", keep = {keep}"));
                write!(f, "place({loops}, {at}{keep})")
            }
            (Step::Stage { at, panels, .. }, _) => {
                let of = |word: &str, name: &Option<String>| {
                    name.as_ref().map_or_else(String::new, |name| format!(", {word} = {name}"))
                };
                write!(f, "stage({loops}{}{})", of("at", at), of("panels", panels))
            }
            (Step::Map { place, threads, .. }, _) => {
                let threads = threads.map_or_else(String::new, |n| format!(", {n}"));
                write!(f, "map({loops}, {}{threads})", place.word())
            }
            (Step::Parallel { .. }, Some(grain)) => write!(f, "parallel({loops}, grain = {grain})"),
            (_, Some(number)) => write!(f, "{}({loops}, {number})", self.word()),
            (_, None) => write!(f, "{}({loops})", self.word()),
        }
    }
}

/// A step and who decided it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// What is done.
    pub step: Step,
    /// Who says so.
    pub author: Author,
}

/// The steps, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Schedule(pub Vec<Decision>);

impl Schedule {
    /// Steps of one author.
    pub fn by(author: Author, steps: Vec<Step>) -> Schedule {
        Schedule(steps.into_iter().map(|step| Decision { step, author }).collect())
    }

    /// The schedule that an attribute holds; `None` if it is another attribute.
    pub fn from_attr(ctx: &Context, attr: Attribute) -> Option<Schedule> {
        match ctx.attr_data(attr) {
            AttrData::Dialect { dialect, name, params }
                if ctx.text(*dialect) == super::DIALECT && ctx.text(*name) == NAME =>
            {
                Schedule::from_params(ctx, params).ok()
            }
            _ => None,
        }
    }

    /// `#tensor.schedule<…>`
    pub fn to_attr(&self, ctx: &Context) -> Attribute {
        let params = self.0.iter().map(|decision| {
            let step = &decision.step;
            let mut loops: Vec<Attribute> = step.loops().iter().map(|name| ctx.string_attr(name)).collect();
            if let Step::Map { place, .. } = step {
                loops.push(ctx.string_attr(place.word()));
            }
            let mut parts = vec![
                ctx.string_attr(step.word()),
                ctx.string_attr(decision.author.word()),
                ctx.array_attr(&loops),
                ctx.i64_array_attr(&step.numbers()),
            ];
            let name = |name: &Option<String>| ctx.string_attr(name.as_deref().unwrap_or_default());
            match step {
                Step::Stage { at, panels, .. } => parts.extend([name(at), name(panels)]),
                Step::Place { at, keep, .. } => parts.extend([ctx.string_attr(at), name(keep)]),
                _ => {}
            }
            ctx.array_attr(&parts)
        });
        let params = params.collect();
        ctx.intern_attr(AttrData::Dialect { dialect: ctx.str(super::DIALECT), name: ctx.str(NAME), params })
    }

    /// The steps that the parameters of the attribute are: of each its word, author, loops and numbers, and the names behind them.
    fn from_params(ctx: &Context, params: &[Attribute]) -> Result<Schedule, String> {
        let decision = |param: &Attribute| {
            let form =
                || "each parameter is [word, author, [loops], array<i64: numbers>, names …]".to_string();
            let [word, author, loops, numbers, named @ ..] = ctx.attr_array(*param).ok_or_else(form)? else {
                return Err(form());
            };
            let loops = ctx.attr_array(*loops).ok_or_else(form)?;
            let loops: Option<Vec<String>> =
                loops.iter().map(|name| ctx.attr_str(*name).map(str::to_string)).collect();
            let author = ctx.attr_str(*author).and_then(Author::of_word).ok_or_else(form)?;
            let numbers = ctx.attr_i64s(*numbers).ok_or_else(form)?.to_vec();
            let word = ctx.attr_str(*word).ok_or_else(form)?;
            let text =
                |name: &Attribute| ctx.attr_str(*name).filter(|name| !name.is_empty()).map(str::to_string);
            let mut named = named.iter().map(text);
            let (at, panels) = (named.next().flatten(), named.next().flatten());
            let arguments = Arguments { loops: loops.ok_or_else(form)?, numbers, at, panels, keep: None };
            let step = Step::of(word, arguments)?;
            Ok(Decision { step, author })
        };
        params.iter().map(decision).collect::<Result<_, _>>().map(Schedule)
    }

    /// True if somebody other than the heuristic decided a step: such schedules are asked for.
    pub fn is_asked_for(&self) -> bool {
        self.0.is_empty() || self.0.iter().any(|decision| decision.author != Author::Heuristic)
    }

    /// True if a step names this loop.
    pub fn names(&self, name: &str) -> bool {
        self.0.iter().any(|decision| decision.step.names(name))
    }

    /// What the steps come to.
    ///
    /// # Errors
    /// A step that names a loop that is not there, or that contradicts another.
    pub fn plan(&self, loops: &LoopNames) -> Result<Plan, String> {
        let mut plan = Plan::sequential(loops.axes.len());
        self.0.iter().try_for_each(|decision| plan.apply(&decision.step, loops))?;
        Ok(plan)
    }

    /// Takes out the steps that contradict steps before them or `allow` refuses, given what they come to with those before;
    /// gives them with the reasons.
    pub fn settle(
        &mut self,
        loops: &LoopNames,
        mut allow: impl FnMut(&Plan) -> Result<(), String>,
    ) -> Vec<(Decision, String)> {
        let (mut plan, mut refused) = (Plan::sequential(loops.axes.len()), Vec::new());
        self.0.retain(|decision| {
            let mut next = plan.clone();
            match next.apply(&decision.step, loops).and_then(|()| allow(&next)) {
                Ok(()) => plan = next,
                Err(why) => {
                    refused.push((decision.clone(), why));
                    return false;
                }
            }
            true
        });
        refused
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut author = Author::User;
        for (i, decision) in self.0.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            if decision.author != author {
                author = decision.author;
                write!(f, "by {}: ", author.word())?;
            }
            write!(f, "{}", decision.step)?;
        }
        Ok(())
    }
}

/// A schedule.
pub const SCHEDULE_ATTR: AttrConstraint = AttrConstraint {
    summary: "schedule, as in #tensor.schedule<vectorize(i, 8)>",
    check: |ctx, attr| Schedule::from_attr(ctx, attr).is_some(),
};

/// The name of a loop.
pub const LOOP_NAME_ATTR: AttrConstraint = AttrConstraint {
    summary: "name of a loop: letters, digits and underscores",
    check: |ctx, attr| ctx.attr_str(attr).is_some_and(is_name),
};

/// The name of a member of a group.
pub const MEMBER_NAME_ATTR: AttrConstraint = AttrConstraint {
    summary: "name of a member of a group: letters, digits and underscores",
    check: |ctx, attr| ctx.attr_str(attr).is_some_and(is_name),
};

/// The first name that stands in a list a second time: a group may place thousands of members in one step.
fn first_twice(names: &[String]) -> Option<&String> {
    let mut seen = FxHashSet::default();
    names.iter().find(|name| !seen.insert(name.as_str()))
}

/// Names of loops.
pub const LOOP_NAMES_ATTR: AttrConstraint = AttrConstraint {
    summary: "array of distinct names of loops: letters, digits and underscores",
    check: |ctx, attr| match ctx.attr_array(attr) {
        Some(items) => {
            let distinct = (1..items.len()).all(|i| !items[..i].contains(&items[i]));
            distinct && items.iter().all(|item| ctx.attr_str(*item).is_some_and(is_name))
        }
        None => false,
    },
};

#[cfg(test)]
mod tests;
