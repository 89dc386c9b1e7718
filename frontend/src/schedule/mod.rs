//! Schedules in programs: named transformations of named loops, applied step by step.

mod fusion;
pub(crate) mod group;
pub(crate) mod placed;
mod steps;

use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced};
use crate::types::tensor::Tensor;
use std::fmt;
use tf_dialects::tensor::member::Named;
use tf_dialects::tensor::schedule::{self, Arguments, Author, Decision, LoopNames, Plan, Step, is_name};
use tf_dialects::tensor::{self, Compute, decompose};
use tf_ir::body::Op;
use tf_ir::text::{ParseOptions, parse_attribute};

pub use steps::Among;
/// How the remaining iterations run if a vector width or tile size does not divide a loop.
pub use tf_dialects::tensor::schedule::Tail;

/// Loop names: a list with one name per axis of a tensor, or a pair of that list and the names of the folds
/// that compute an element, in source order: `["i", "j"]`, `(["i", "j"], ["k"])`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name loops",
    label = "neither a list of names nor a pair of two lists",
    note = "axes are named by a list, `[\"i\", \"j\"]`; axes and folds by two, `([\"i\", \"j\"], [\"k\"])`"
)]
pub trait Loops {
    /// The names of the axes, and those of the folds.
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

/// The axes and the folds.
impl<A: Loops, F: Loops> Loops for (A, F) {
    fn names(self) -> (Vec<String>, Vec<String>) {
        (self.0.names().0, self.1.names().0)
    }
}

#[derive(Clone, Debug)]
enum Entry {
    Step(Step),
    Text(String),
    /// An invalid step, with the reason.
    Wrong(String),
}

/// A schedule: transformations that apply in order to loops with the program's names
/// ([`Tracer::group`](crate::Tracer::group), [`Tensor::scheduled`]). A schedule never changes the result of a
/// program, except for the order of summation.
///
/// `split` turns a loop `i` into the loops `i.0`, `i.1` …, outermost first. `docs/reference/schedule.md`
/// defines each step. `Display` prints the textual form, as in a program's text and in the tuner's output;
/// [`Schedule::text`] parses it.
///
/// ```
/// # use tf_frontend::{At, Schedule};
/// let bands = Schedule::new()
///     .split("i", [256, 4])
///     .order(["i.0", "i.1"])
///     .parallel(["i.0"])
///     .place(["rows"], At::Window { at: "i.1", keep: "i.0" });
/// let text = "split(i, [256, 4]), order(i.0, i.1), parallel(i.0), place(rows, at = i.1, keep = i.0)";
/// assert_eq!(bands.to_string(), text);
/// ```
///
/// An invalid step (a part length that is not a multiple of the next one, an unknown loop) becomes an error
/// at the step's line when the schedule is used.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    steps: Vec<(Site, Entry)>,
}

/// A schedule without steps requests plain loops.
impl Schedule {
    /// A schedule without steps.
    pub fn new() -> Schedule {
        Schedule::default()
    }

    /// Parses steps: `split(i, [32]), order(i.0), parallel(i.0)`, also as `#tensor.schedule<…>`, the form
    /// that the tuner and programs print.
    #[track_caller]
    #[must_use]
    pub fn text(text: &str) -> Schedule {
        Schedule { steps: vec![(Site::caller(), Entry::Text(text.to_string()))] }
    }

    /// The steps of this schedule, then those of another.
    #[must_use]
    pub fn then(mut self, other: Schedule) -> Schedule {
        self.steps.extend(other.steps);
        self
    }

    /// The reason why the first invalid step is invalid, such as a part length that is not a multiple of the
    /// next one; `None` if all steps are valid.
    pub fn wrong(&self) -> Option<String> {
        self.steps.iter().find_map(|(_, said)| match said {
            Entry::Step(step) => step.clone().checked().err().map(|error| error.to_string()),
            Entry::Text(_) => None,
            Entry::Wrong(why) => Some(why.clone()),
        })
    }

    /// Adds the step of a keyword and its arguments.
    #[doc(hidden)]
    #[track_caller]
    #[must_use]
    pub fn with(mut self, word: &str, arguments: Arguments) -> Schedule {
        let entry = Step::of(word, arguments).map_or_else(|why| Entry::Wrong(why.to_string()), Entry::Step);
        self.steps.push((Site::caller(), entry));
        self
    }

    /// Adds a step.
    fn step(mut self, at: Site, step: impl Into<Step>) -> Schedule {
        self.steps.push((at, Entry::Step(step.into())));
        self
    }
}

/// Prints the steps.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (_, said)) in self.steps.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            match said {
                Entry::Step(step) => write!(f, "{step}")?,
                Entry::Text(text) => f.write_str(bare(text))?,
                Entry::Wrong(why) => write!(f, "({why})")?,
            }
        }
        Ok(())
    }
}

/// The steps of an attribute's text.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix("#tensor.schedule<").and_then(|rest| rest.strip_suffix('>'));
    inner.unwrap_or(text).trim()
}

/// The steps of a schedule with their source locations.
pub(crate) struct Steps {
    pub(crate) steps: Vec<(Site, Decision)>,
}

impl Steps {
    /// The steps as an attribute of the IR.
    pub(crate) fn data(&self) -> schedule::Schedule {
        schedule::Schedule(self.steps.iter().map(|(_, decision)| decision.clone()).collect())
    }

    /// Resolves the steps against loops with these names; `whose` begins error messages.
    pub(crate) fn plan(&self, shared: &Shared, whose: &str, names: &LoopNames) -> Traced<Plan> {
        let mut plan = Plan::sequential(names.axes.len());
        for (at, decision) in &self.steps {
            plan.apply(&decision.step, names).map_err(|why| shared.fail(*at, format!("{whose} {why}")))?;
        }
        Ok(plan)
    }
}

impl Shared {
    /// The steps of a schedule; an invalid step is an error.
    pub(crate) fn steps(&self, schedule: &Schedule) -> Traced<Steps> {
        let mut steps = Vec::new();
        for (at, said) in &schedule.steps {
            match said {
                Entry::Step(step) => {
                    let step = step.clone().checked().map_err(|error| self.fail(*at, error.to_string()))?;
                    steps.push((*at, Decision { step, author: Author::User }));
                }
                Entry::Wrong(why) => return Err(self.fail(*at, why.clone())),
                Entry::Text(text) => {
                    steps.extend(self.parsed(*at, text)?.0.into_iter().map(|decision| (*at, decision)));
                }
            }
        }
        Ok(Steps { steps })
    }

    fn parsed(&self, at: Site, text: &str) -> Traced<schedule::Schedule> {
        let attr = format!("#tensor.schedule<{}>", bare(text));
        let parsed = parse_attribute(&self.ctx, &attr, &ParseOptions::default());
        let wrong = |why: &str| self.fail(at, format!("'{}' is not a schedule: {why}", bare(text)));
        let attr = parsed
            .map_err(|errors| wrong(errors.first().map_or("it cannot be parsed", |error| &error.message)))?;
        schedule::Schedule::from_attr(&self.ctx, attr).ok_or_else(|| wrong("it is another attribute"))
    }

    /// The op that defines a tensor elementwise, or that decomposes to such an op, and its number of axes.
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
            let message = format!(
                "cannot name the loops of {what}: no operation of the program computes it element by element"
            );
            self.fail_about(at, message, &[("it", &val)])
        })
    }

    /// The loop names of an op with this many axes.
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
            return Err(self.fail(at, format!("two loops have the name '{}'", all[twice])));
        }
        if axes.len() != rank {
            let (n, names) = (axes.len(), axes.join(", "));
            return Err(self.fail(at, format!("{n} axes are named ({names}), but the tensor has {rank}")));
        }
        Ok(LoopNames { axes, folds })
    }

    /// Sets the name, the loop names and the schedule of an op as attributes.
    pub(crate) fn write_names(&self, op: Op, named: &Named) {
        if let Some(body) = self.state.borrow_mut().body.as_mut() {
            named.write(body, op);
        }
    }
}

/// # Schedules for single tensors
///
/// The schedule of one tensor's loops; [`Tracer::group`](crate::Tracer::group) schedules those of several.
impl Tensor {
    /// The same tensor; its loops get these names and run by the schedule instead of the compiler's choice.
    /// The tensor is computed in its own loops, which are neither fused with others nor tuned. Arithmetic on
    /// a tensor makes a new tensor, so call this on the result whose loops are meant.
    ///
    /// ```
    /// # use tf_frontend::{Program, Schedule};
    /// let program = Program::trace("product", |p| {
    ///     let (a, b) = (p.input::<f32>("a", (256, 512)), p.input::<f32>("b", (512, 128)));
    ///     let by_hand = Schedule::new().parallel(["i"]).vectorize("j", 16).jam("i", 4).unroll("k", 2);
    ///     a.matmul(&b).scheduled((["i", "j"], ["k"]), &by_hand)
    /// })?;
    /// let schedule = "#tensor.schedule<parallel(i), vectorize(j, 16), jam(i, 4), unroll(k, 2)>";
    /// assert!(program.to_text().contains(&format!("tf.schedule = {schedule}")));
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
