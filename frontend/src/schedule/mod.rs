//! Schedules in programs: how loops run, step by step, with the names that the program gives them.

mod fusion;
pub(crate) mod group;
pub(crate) mod placed;

use crate::schedule::placed::Placed;
use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced};
use crate::types::tensor::Tensor;
use std::fmt;
use tf_dialects::tensor::member::Named;
use tf_dialects::tensor::schedule::{self, Author, Decision, LoopNames, Place, Plan, Step, is_name};
use tf_dialects::tensor::{self, Compute, decompose};
use tf_ir::body::Op;
use tf_ir::text::{ParseOptions, parse_attribute};

/// What becomes of the iterations that are left where a loop is cut into lanes or parts.
pub use tf_dialects::tensor::schedule::Tail;

/// Names of loops: a list with a name for each axis of a tensor, or a pair of such a list and of the names of the folds that make an element, in the order in which
/// they are written: `["i", "j"]`, `(["i", "j"], ["k"])`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name loops",
    label = "neither a list of names nor a pair of two lists",
    note = "axes are named by a list, `[\"i\", \"j\"]`; axes and folds by two, `([\"i\", \"j\"], [\"k\"])`"
)]
pub trait Loops {
    /// The names of axes, and of folds.
    #[doc(hidden)]
    fn names(self) -> (Vec<String>, Vec<String>);
}

fn words<S: AsRef<str>>(list: &[S]) -> Vec<String> {
    list.iter().map(|name| name.as_ref().to_string()).collect()
}

impl<S: AsRef<str>, const N: usize> Loops for [S; N] {
    fn names(self) -> (Vec<String>, Vec<String>) {
        (words(&self), Vec::new())
    }
}

impl<S: AsRef<str>> Loops for &[S] {
    fn names(self) -> (Vec<String>, Vec<String>) {
        (words(self), Vec::new())
    }
}

impl<S: AsRef<str>> Loops for Vec<S> {
    fn names(self) -> (Vec<String>, Vec<String>) {
        (words(&self), Vec::new())
    }
}

/// Axes and folds.
impl<A: Loops, F: Loops> Loops for (A, F) {
    fn names(self) -> (Vec<String>, Vec<String>) {
        (self.0.names().0, self.1.names().0)
    }
}

/// Among whom iterations are shared on a GPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// The threads of a grid.
    Grid,
    /// The threads of a block.
    Block,
    /// The threads of a warp.
    Warp,
}

#[derive(Clone, Debug)]
enum Said {
    Step(Step),
    Text(String),
    /// No step: why not.
    Wrong(String),
}

/// How loops run: steps in order, which name loops as the program names them ([`Tracer::group`](crate::Tracer::group), [`Tensor::scheduled`]). No schedule changes
/// what a program computes, but for the order in which sums are added up.
///
/// A loop `i` that is split has parts, which are called `i.0`, `i.1` …, from the outermost one on. `docs/schedule.md` says what each step does. `Display` gives the text, as a
/// program's text has it and the tuner prints it; [`Schedule::text`] takes one.
///
/// ```
/// # use tf_frontend::{At, Schedule};
/// let bands = Schedule::new()
///     .split("i", [256, 4])
///     .order(["i.0", "i.1"])
///     .parallel(["i.0"])
///     .place(["rows"], At::Window { at: "i.1", keep: "i.0" });
/// assert_eq!(bands.to_string(), "split(i, [256, 4]), order(i.0, i.1), parallel(i.0), place(rows, at = i.1, keep = i.0)");
/// ```
///
/// What a step may not say (a part that is no multiple of the next, a loop that is not there) is an error at its line once the schedule is used.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    steps: Vec<(Site, Said)>,
}

/// Those that say nothing ask for plain loops.
impl Schedule {
    /// One without steps.
    pub fn new() -> Schedule {
        Schedule::default()
    }

    /// The steps of a text: `split(i, [32]), order(i.0), parallel(i.0)`, also in `#tensor.schedule<…>`, as the tuner and programs print them.
    #[track_caller]
    #[must_use]
    pub fn text(text: &str) -> Schedule {
        Schedule { steps: vec![(Site::caller(), Said::Text(text.to_string()))] }
    }

    /// The steps of this one, then those of another.
    #[must_use]
    pub fn then(mut self, other: Schedule) -> Schedule {
        self.steps.extend(other.steps);
        self
    }

    /// What a step says that none may say, as a part that is no multiple of the next: of the first that does.
    pub fn wrong(&self) -> Option<String> {
        self.steps.iter().find_map(|(_, said)| match said {
            Said::Step(step) => step.clone().checked().err(),
            Said::Text(_) => None,
            Said::Wrong(why) => Some(why.clone()),
        })
    }

    /// Adds a step.
    fn step(mut self, at: Site, step: Step) -> Schedule {
        self.steps.push((at, Said::Step(step)));
        self
    }
}

/// # Loops in parts
///
/// Loops over tiles, and groups.
impl Schedule {
    /// A loop becomes several, one inside the other: `split("i", [256, 4])` counts in steps of 256 (`i.0`), inside of it in steps of 4 (`i.1`), and to 4. Each length is a
    /// multiple of the next.
    #[track_caller]
    #[must_use]
    pub fn split(self, of: &str, lengths: impl AsRef<[i64]>) -> Schedule {
        self.step(
            Site::caller(),
            Step::Split { target: of.into(), sizes: lengths.as_ref().to_vec(), tail: None },
        )
    }

    /// As [`Schedule::split`]; `tail` says what becomes of the rest.
    #[track_caller]
    #[must_use]
    pub fn split_with(self, of: &str, lengths: impl AsRef<[i64]>, tail: Tail) -> Schedule {
        let sizes = lengths.as_ref().to_vec();
        self.step(Site::caller(), Step::Split { target: of.into(), sizes, tail: Some(tail) })
    }

    /// The loops from the outermost in: parts of loops where loops are split, else axes and then, if wanted, folds.
    #[track_caller]
    #[must_use]
    pub fn order(self, loops: impl Loops) -> Schedule {
        self.step(Site::caller(), Step::Order(loops.names().0))
    }

    /// What is read at these loops, and at no others, is computed into a tile in each trip of `at`, or once, outside of all loops; the last parts of `panels` lie side by
    /// side in it.
    #[track_caller]
    #[must_use]
    pub fn stage(self, loops: impl Loops, at: Option<&str>, panels: Option<&str>) -> Schedule {
        let name = |name: Option<&str>| name.map(str::to_string);
        self.step(Site::caller(), Step::Stage { loops: loops.names().0, at: name(at), panels: name(panels) })
    }

    /// Of a group: where members are computed; by whom, and how what they make is kept, if that is said ([`Placed`]).
    #[track_caller]
    #[must_use]
    pub fn place<'a>(mut self, members: impl Loops, place: impl Into<Placed<'a>>) -> Schedule {
        let said = match place.into().step(members.names().0) {
            Ok(step) => Said::Step(step),
            Err(why) => Said::Wrong(why),
        };
        self.steps.push((Site::caller(), said));
        self
    }

    /// Of a group: these members, which fold over a shared loop, run in its trips, though some need what others come to.
    #[track_caller]
    #[must_use]
    pub fn join(self, of: &str, members: impl Loops) -> Schedule {
        self.step(Site::caller(), Step::Join { target: of.into(), others: members.names().0, terms: None })
    }

    /// Of folds of one tensor: others run in the trips of a fold, so many terms at a time, though they need what it comes to.
    #[track_caller]
    #[must_use]
    pub fn join_folds(self, of: &str, others: impl Loops, terms: i64) -> Schedule {
        let step = Step::Join { target: of.into(), others: others.names().0, terms: Some(terms) };
        self.step(Site::caller(), step)
    }

    /// In a loop of the program: so many of its trips run together, over bands of so many points of an axis.
    #[track_caller]
    #[must_use]
    pub fn time(self, axis: &str, trips: i64, points: i64) -> Schedule {
        self.step(Site::caller(), Step::Time { axis: axis.into(), trips, points, rows: None })
    }

    /// As [`Schedule::time`], with so many rows of a band at a time, and what is read around them in windows.
    #[track_caller]
    #[must_use]
    pub fn time_in_rows(self, axis: &str, trips: i64, points: i64, rows: i64) -> Schedule {
        self.step(Site::caller(), Step::Time { axis: axis.into(), trips, points, rows: Some(rows) })
    }
}

/// # How loops run
///
/// Threads, lanes, copies of code.
impl Schedule {
    /// These loops, the outermost ones, run on several threads.
    #[track_caller]
    #[must_use]
    pub fn parallel(self, loops: impl Loops) -> Schedule {
        self.step(Site::caller(), Step::Parallel { axes: loops.names().0, grain: None })
    }

    /// As [`Schedule::parallel`]; a thread gets at least so many iterations at a time.
    #[track_caller]
    #[must_use]
    pub fn parallel_by(self, loops: impl Loops, grain: i64) -> Schedule {
        self.step(Site::caller(), Step::Parallel { axes: loops.names().0, grain: Some(grain) })
    }

    /// So many iterations of a loop become the lanes of vectors.
    #[track_caller]
    #[must_use]
    pub fn vectorize(self, of: &str, lanes: i64) -> Schedule {
        self.step(Site::caller(), Step::Vectorize { target: of.into(), width: lanes, tail: None })
    }

    /// As [`Schedule::vectorize`]; `tail` says what becomes of the rest.
    #[track_caller]
    #[must_use]
    pub fn vectorize_with(self, of: &str, lanes: i64, tail: Tail) -> Schedule {
        self.step(Site::caller(), Step::Vectorize { target: of.into(), width: lanes, tail: Some(tail) })
    }

    /// So many points that follow each other on an axis run together.
    #[track_caller]
    #[must_use]
    pub fn jam(self, axis: &str, points: i64) -> Schedule {
        self.step(Site::caller(), Step::Jam { axis: axis.into(), points })
    }

    /// So many trips of a loop are written one after the other.
    #[track_caller]
    #[must_use]
    pub fn unroll(self, of: &str, trips: i64) -> Schedule {
        self.step(Site::caller(), Step::Unroll { target: of.into(), factor: Some(trips) })
    }

    /// All trips of a loop are written one after the other.
    #[track_caller]
    #[must_use]
    pub fn unroll_all(self, of: &str) -> Schedule {
        self.step(Site::caller(), Step::Unroll { target: of.into(), factor: None })
    }

    /// What is read so many trips of a loop later is asked for.
    #[track_caller]
    #[must_use]
    pub fn prefetch(self, of: &str, trips: i64) -> Schedule {
        self.step(Site::caller(), Step::Prefetch { target: of.into(), trips })
    }

    /// Results are stored past the caches.
    #[track_caller]
    #[must_use]
    pub fn stream(self) -> Schedule {
        self.step(Site::caller(), Step::Stream)
    }

    /// On a GPU, the iterations of these loops are shared among threads; `threads` of a block.
    #[track_caller]
    #[must_use]
    pub fn map(self, loops: impl Loops, among: Among, threads: Option<i64>) -> Schedule {
        let place = match among {
            Among::Grid => Place::Grid,
            Among::Block => Place::Block,
            Among::Warp => Place::Warp,
        };
        self.step(Site::caller(), Step::Map { loops: loops.names().0, place, threads })
    }
}

/// The steps as text.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (_, said)) in self.steps.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            match said {
                Said::Step(step) => write!(f, "{step}")?,
                Said::Text(text) => f.write_str(bare(text))?,
                Said::Wrong(why) => write!(f, "({why})")?,
            }
        }
        Ok(())
    }
}

/// The steps in the text of an attribute.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix("#tensor.schedule<").and_then(|rest| rest.strip_suffix('>'));
    inner.unwrap_or(text).trim()
}

/// The steps of a schedule with their places.
pub(crate) struct Steps {
    pub(crate) steps: Vec<(Site, Decision)>,
}

impl Steps {
    /// As data of the IR.
    pub(crate) fn data(&self) -> schedule::Schedule {
        schedule::Schedule(self.steps.iter().map(|(_, decision)| decision.clone()).collect())
    }

    /// What the steps come to, for loops of these names; `whose` begins messages.
    pub(crate) fn plan(&self, shared: &Shared, whose: &str, names: &LoopNames) -> Traced<Plan> {
        let mut plan = Plan::sequential(names.axes.len());
        for (at, decision) in &self.steps {
            plan.apply(&decision.step, names).map_err(|why| shared.fail(*at, format!("{whose} {why}")))?;
        }
        Ok(plan)
    }
}

impl Shared {
    /// The steps of a schedule; what they may not say is an error.
    pub(crate) fn steps(&self, schedule: &Schedule) -> Traced<Steps> {
        let mut steps = Vec::new();
        for (at, said) in &schedule.steps {
            match said {
                Said::Step(step) => {
                    let step = step.clone().checked().map_err(|why| self.fail(*at, why))?;
                    steps.push((*at, Decision { step, author: Author::User }));
                }
                Said::Wrong(why) => return Err(self.fail(*at, why.clone())),
                Said::Text(text) => {
                    steps.extend(self.parsed(*at, text)?.0.into_iter().map(|decision| (*at, decision)));
                }
            }
        }
        Ok(Steps { steps })
    }

    fn parsed(&self, at: Site, text: &str) -> Traced<schedule::Schedule> {
        let attr = format!("#tensor.schedule<{}>", bare(text));
        let parsed = parse_attribute(&self.ctx, &attr, &ParseOptions::default());
        let wrong = |why: &str| self.fail(at, format!("'{}' is no schedule: {why}", bare(text)));
        let attr = parsed
            .map_err(|errors| wrong(errors.first().map_or("it cannot be read", |error| &error.message)))?;
        schedule::Schedule::from_attr(&self.ctx, attr).ok_or_else(|| wrong("it is another attribute"))
    }

    /// The op that makes a tensor point by point, or becomes one that does, and over how many axes.
    pub(crate) fn loops_of(&self, at: Site, tensor: &Tensor) -> Traced<(Op, usize)> {
        let val = tensor.val(at)?;
        let found = {
            let state = self.state.borrow();
            let body = state.body.as_ref().ok_or(crate::trace::state::Reported)?;
            let op = body.def_op(val.value);
            let is_made = |op: &Op| {
                let is_named =
                    decompose::is_decomposable(body.op(*op)) && !decompose::is_staged(body.op(*op));
                body.is(*op, Compute) || is_named
            };
            let rank = |op: Op| match body.cast(op, tensor::Compute) {
                Some(view) => view.extents().len(),
                None => self.shape(&val).len(),
            };
            op.filter(is_made).map(|op| (op, rank(op)))
        };
        found.filter(|_| self.ctx.is_tensor(val.ty)).ok_or_else(|| {
            let what = self.describe(&val);
            let message =
                format!("names the loops of {what}, which no operation of the program makes point by point");
            self.fail_about(at, message, &[("it", &val)])
        })
    }

    /// Names of loops of an op over so many axes.
    pub(crate) fn loop_names(
        &self,
        at: Site,
        rank: usize,
        (axes, folds): (Vec<String>, Vec<String>),
    ) -> Traced<LoopNames> {
        let all: Vec<&String> = axes.iter().chain(&folds).collect();
        if let Some(bad) = all.iter().find(|name| !is_name(name)) {
            return Err(self
                .fail(at, format!("'{bad}' cannot name a loop: use letters, digits and _, no digit first")));
        }
        if let Some(twice) = (0..all.len()).find(|i| all[..*i].contains(&all[*i])) {
            return Err(self.fail(at, format!("names two loops '{}'", all[twice])));
        }
        if axes.len() != rank {
            let (n, names) = (axes.len(), axes.join(", "));
            return Err(self.fail(at, format!("names {n} axes ({names}) of a tensor that has {rank}")));
        }
        Ok(LoopNames { axes, folds })
    }

    /// Writes on an op what it and its loops are called, and how these run.
    pub(crate) fn write_names(&self, op: Op, named: &Named) {
        if let Some(body) = self.state.borrow_mut().body.as_mut() {
            named.write(body, op);
        }
    }
}

/// # Loops by hand
///
/// How the loops of one tensor run; how those of several do says [`Tracer::group`](crate::Tracer::group).
impl Tensor {
    /// The same tensor, whose loops have these names and run as the schedule says, whatever the compiler would choose. It is made by loops of its own then, which are
    /// neither merged into others nor tuned. Arithmetic on a tensor makes another one: say it of the operation that is meant.
    ///
    /// ```
    /// # use tf_frontend::{Program, Schedule};
    /// let program = Program::trace("product", |p| {
    ///     let (a, b) = (p.input::<f32>("a", (256, 512)), p.input::<f32>("b", (512, 128)));
    ///     let by_hand = Schedule::new().parallel(["i"]).vectorize("j", 16).jam("i", 4).unroll("k", 2);
    ///     a.matmul(&b).scheduled((["i", "j"], ["k"]), &by_hand)
    /// })?;
    /// assert!(program.to_text().contains("tf.schedule = #tensor.schedule<parallel(i), vectorize(j, 16), jam(i, 4), unroll(k, 2)>"));
    /// # Ok::<(), tf_frontend::TraceError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn scheduled(&self, loops: impl Loops, schedule: &Schedule) -> Tensor {
        let (at, shared) = (Site::caller(), &self.shared);
        let written = (|| {
            let (op, rank) = shared.loops_of(at, self)?;
            let loops = shared.loop_names(at, rank, loops.names())?;
            let steps = shared.steps(schedule)?;
            steps.plan(shared, "the schedule", &loops)?;
            shared.write_names(op, &Named { member: None, loops, schedule: Some(steps.data()) });
            Ok(())
        })();
        match written {
            Ok(()) => self.clone(),
            Err(crate::trace::state::Reported) => Tensor::poison(shared),
        }
    }
}
