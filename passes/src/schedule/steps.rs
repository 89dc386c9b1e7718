//! A schedule as data: the steps that turn a compute into loops, as text in one attribute.
//!
//! `parallel(i0, grain = 8), vectorize(i1, 16), unroll(k0, 4)`: loops are named by the compute's indices, `i0` for the
//! first axis of its box and so on, and `k0`, `k1` … for the folds in its region in the order they are written. The
//! syntax and what each step does is described in `docs/schedule.md`.

use std::fmt;
use std::str::FromStr;
use tf_ir::opref::OpRef;

/// The attribute of a compute that holds its schedule.
pub const ATTR: &str = "tf.schedule";

/// A loop of a compute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Loop {
    /// The loop of this axis of the box.
    Axis(usize),
    /// The loop of this fold.
    Fold(usize),
}

/// One step of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The loops of the box, outermost first.
    Order(Vec<usize>),
    /// These axes, outermost, run on several threads; at least `grain` iterations each time.
    Parallel {
        /// Axes of the box.
        axes: Vec<usize>,
        /// Iterations worth handing to a thread.
        grain: Option<i64>,
    },
    /// This many iterations of a loop become the lanes of vectors.
    Vectorize {
        /// Which loop.
        target: Loop,
        /// How many lanes.
        width: i64,
    },
    /// Unrolling by a factor, recorded on the loop.
    Unroll {
        /// Which loop.
        target: Loop,
        /// How many.
        factor: i64,
    },
    /// This many points that follow each other on an axis run together: their folds are one loop.
    UnrollAndJam {
        /// Which axis of the box.
        axis: usize,
        /// How many points.
        factor: i64,
    },
}

impl Step {
    /// The name of the rule that chooses it.
    pub fn rule(&self) -> &'static str {
        match self {
            Step::Order(_) => "order",
            Step::Parallel { .. } => "parallel",
            Step::Vectorize { .. } => "vectorize",
            Step::Unroll { .. } => "unroll",
            Step::UnrollAndJam { .. } => "unroll-and-jam",
        }
    }
}

/// The steps, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule(pub Vec<Step>);

/// What a schedule comes to for a compute of known rank and number of folds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The axes of the box, outermost first.
    pub order: Vec<usize>,
    /// How many of them, from the outermost on, run in parallel.
    pub parallel: usize,
    /// Iterations of the parallel loops worth handing to a thread.
    pub grain: Option<i64>,
    /// The loops whose iterations become lanes, and how many: one axis of the box, or folds none of which holds another.
    pub vectors: Vec<(Loop, i64)>,
    /// Loops to unroll, with factors.
    pub unroll: Vec<(Loop, i64)>,
    /// The axis of which several points are lowered together, and how many.
    pub jam: Option<(usize, i64)>,
}

impl Plan {
    /// The loops of the box in order, without any transformation.
    pub fn sequential(rank: usize) -> Plan {
        Plan {
            order: (0..rank).collect(),
            parallel: 0,
            grain: None,
            vectors: Vec::new(),
            unroll: Vec::new(),
            jam: None,
        }
    }

    /// How often a loop is unrolled: 1 if it is not.
    pub fn unroll_of(&self, target: Loop) -> i64 {
        self.unroll.iter().rev().find(|(l, _)| *l == target).map_or(1, |(_, factor)| *factor)
    }

    /// The number of lanes of a loop, if it is vectorized.
    pub fn lanes_of(&self, target: Loop) -> Option<i64> {
        self.vectors.iter().find(|(l, _)| *l == target).map(|(_, width)| *width)
    }
}

/// The widest vector a schedule may ask for.
pub const MAX_WIDTH: i64 = 1024;
/// The most iterations a loop may be unrolled by.
pub const MAX_UNROLL: i64 = 256;
/// The most points that may run together.
pub const MAX_JAM: i64 = 16;

impl Schedule {
    /// The schedule written on a compute.
    ///
    /// # Errors
    /// What is wrong with the attribute.
    pub fn of(op: OpRef<'_>) -> Result<Option<Schedule>, String> {
        let Some(attr) = op.attr(ATTR) else { return Ok(None) };
        let text = op.ctx().attr_str(attr).ok_or_else(|| format!("attribute '{ATTR}' must be a string"))?;
        text.parse().map(Some).map_err(|e| format!("attribute '{ATTR}': {e}"))
    }

    /// What the steps come to.
    ///
    /// # Errors
    /// A step that names a loop that is not there, or that contradicts another.
    pub fn plan(&self, rank: usize, folds: usize) -> Result<Plan, String> {
        let mut plan = Plan::sequential(rank);
        for step in &self.0 {
            plan.apply(step, rank, folds)?;
        }
        Ok(plan)
    }
}

impl Plan {
    fn apply(&mut self, step: &Step, rank: usize, folds: usize) -> Result<(), String> {
        let exists = |target: Loop| match target {
            Loop::Axis(axis) if axis >= rank => Err(format!("names i{axis}, but the box has {rank} axes")),
            Loop::Fold(fold) if fold >= folds => Err(format!("names k{fold}, but there are {folds} folds")),
            _ => Ok(()),
        };
        match step {
            Step::Order(axes) => {
                axes.iter().try_for_each(|axis| exists(Loop::Axis(*axis)))?;
                if axes.len() != rank {
                    return Err(format!("orders {} of {rank} axes", axes.len()));
                }
                self.order = axes.clone();
            }
            Step::Parallel { axes, grain } => {
                axes.iter().try_for_each(|axis| exists(Loop::Axis(*axis)))?;
                if self.order.get(..axes.len()) != Some(axes) {
                    return Err(
                        "the parallel axes must be the outermost of the order, in its order".to_string()
                    );
                }
                (self.parallel, self.grain) = (axes.len(), *grain);
            }
            Step::Vectorize { target, width } => {
                exists(*target)?;
                let is_axis = |of: &Loop| matches!(of, Loop::Axis(_));
                if let Some((other, _)) = self
                    .vectors
                    .iter()
                    .find(|(other, _)| other == target || is_axis(other) || is_axis(target))
                {
                    return Err(format!("vectorizes {other} and {target}"));
                }
                self.vectors.push((*target, *width));
            }
            Step::Unroll { target, factor } => {
                exists(*target)?;
                self.unroll.push((*target, *factor));
            }
            Step::UnrollAndJam { axis, factor } => {
                exists(Loop::Axis(*axis))?;
                if self.jam.replace((*axis, *factor)).is_some() {
                    return Err("jams two loops".to_string());
                }
            }
        }
        match self.jam {
            Some((axis, _)) if self.lanes_of(Loop::Axis(axis)).is_some() => {
                Err(format!("vectorizes and jams i{axis}"))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loop::Axis(axis) => write!(f, "i{axis}"),
            Loop::Fold(fold) => write!(f, "k{fold}"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |axes: &[usize]| axes.iter().map(|a| format!("i{a}")).collect::<Vec<_>>().join(", ");
        match self {
            Step::Order(axes) => write!(f, "order({})", list(axes)),
            Step::Parallel { axes, grain: None } => write!(f, "parallel({})", list(axes)),
            Step::Parallel { axes, grain: Some(grain) } => {
                write!(f, "parallel({}, grain = {grain})", list(axes))
            }
            Step::Vectorize { target, width } => write!(f, "vectorize({target}, {width})"),
            Step::Unroll { target, factor } => write!(f, "unroll({target}, {factor})"),
            Step::UnrollAndJam { axis, factor } => write!(f, "unroll_and_jam(i{axis}, {factor})"),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<String> = self.0.iter().map(Step::to_string).collect();
        f.write_str(&steps.join(", "))
    }
}

/// One argument of a step.
enum Arg {
    Loop(Loop),
    Number(i64),
    Grain(i64),
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Schedule, String> {
        let mut steps = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let open = rest.find('(').ok_or_else(|| format!("expected '(' after '{rest}'"))?;
            let close =
                rest.find(')').filter(|c| *c > open).ok_or_else(|| format!("expected ')' after '{rest}'"))?;
            steps.push(step(rest[..open].trim(), &rest[open + 1..close])?);
            rest = rest[close + 1..].trim_start();
            if rest.is_empty() {
                break;
            }
            rest =
                rest.strip_prefix(',').ok_or_else(|| format!("expected ',' before '{rest}'"))?.trim_start();
            if rest.is_empty() {
                return Err("expected a step after ','".to_string());
            }
        }
        Ok(Schedule(steps))
    }
}

fn step(name: &str, args: &str) -> Result<Step, String> {
    let args: Vec<Arg> = args.split(',').map(|a| argument(a.trim())).collect::<Result<_, _>>()?;
    let step = match (name, args.as_slice()) {
        ("order", axes) => Step::Order(axes_of(name, axes)?),
        ("parallel", [axes @ .., Arg::Grain(grain)]) => {
            Step::Parallel { axes: axes_of(name, axes)?, grain: Some(in_range(name, *grain, i64::MAX)?) }
        }
        ("parallel", axes) => Step::Parallel { axes: axes_of(name, axes)?, grain: None },
        ("vectorize", [Arg::Loop(target), Arg::Number(width)]) => {
            Step::Vectorize { target: *target, width: in_range(name, *width, MAX_WIDTH)? }
        }
        ("unroll", [Arg::Loop(target), Arg::Number(factor)]) => {
            Step::Unroll { target: *target, factor: in_range(name, *factor, MAX_UNROLL)? }
        }
        ("unroll_and_jam", [Arg::Loop(Loop::Axis(axis)), Arg::Number(factor)]) => {
            Step::UnrollAndJam { axis: *axis, factor: in_range(name, *factor, MAX_JAM)? }
        }
        ("vectorize" | "unroll", _) => {
            return Err(format!("{name} takes a loop and a number, as in {name}(i0, 8)"));
        }
        ("unroll_and_jam", _) => {
            return Err(format!("{name} takes an axis of the box and a number, as in {name}(i0, 4)"));
        }
        _ => {
            return Err(format!(
                "there is no step '{name}': known are order, parallel, vectorize, unroll, unroll_and_jam"
            ));
        }
    };
    Ok(step)
}

fn in_range(name: &str, value: i64, most: i64) -> Result<i64, String> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    let limit = if most == i64::MAX { String::new() } else { format!(" and at most {most}") };
    Err(format!("{name} needs a number that is at least 1{limit}, not {value}"))
}

/// Distinct axes of the box.
fn axes_of(name: &str, args: &[Arg]) -> Result<Vec<usize>, String> {
    let mut axes = Vec::new();
    for arg in args {
        match arg {
            Arg::Loop(Loop::Axis(axis)) if axes.contains(axis) => {
                return Err(format!("{name} names i{axis} twice"));
            }
            Arg::Loop(Loop::Axis(axis)) => axes.push(*axis),
            _ => return Err(format!("{name} takes axes of the box, as in {name}(i0, i1)")),
        }
    }
    if axes.is_empty() { Err(format!("{name} names no axis")) } else { Ok(axes) }
}

fn argument(text: &str) -> Result<Arg, String> {
    let wrong = || format!("expected a loop (i0, k0) or a number, found '{text}'");
    if let Some((key, value)) = text.split_once('=') {
        let value = value.trim().parse().map_err(|_| wrong())?;
        return if key.trim() == "grain" { Ok(Arg::Grain(value)) } else { Err(wrong()) };
    }
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit()).then(|| t.parse::<usize>().ok()).flatten();
    if let Some(number) = text.strip_prefix('i').and_then(digits) {
        return Ok(Arg::Loop(Loop::Axis(number)));
    }
    if let Some(number) = text.strip_prefix('k').and_then(digits) {
        return Ok(Arg::Loop(Loop::Fold(number)));
    }
    text.parse().map(Arg::Number).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in [
            "",
            "order(i1, i0), parallel(i1, grain = 8), vectorize(i0, 16), unroll(k0, 4)",
            "parallel(i0, i1), vectorize(k2, 32), unroll_and_jam(i1, 4)",
        ] {
            assert_eq!(text.parse::<Schedule>().map(|s| s.to_string()), Ok(text.to_string()));
        }
        let spaced: Schedule = " vectorize( i0 ,16 ) ,unroll(k1,2)".parse().expect("spaces do not matter");
        assert_eq!(spaced.to_string(), "vectorize(i0, 16), unroll(k1, 2)");
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| text.parse::<Schedule>().expect_err(text);
        assert_eq!(
            error("tile(i0, 4)"),
            "there is no step 'tile': known are order, parallel, vectorize, unroll, unroll_and_jam"
        );
        assert_eq!(error("vectorize(i0)"), "vectorize takes a loop and a number, as in vectorize(i0, 8)");
        assert_eq!(
            error("vectorize(i0, 0)"),
            "vectorize needs a number that is at least 1 and at most 1024, not 0"
        );
        assert_eq!(
            error("unroll_and_jam(k0, 4)"),
            "unroll_and_jam takes an axis of the box and a number, as in unroll_and_jam(i0, 4)"
        );
        assert_eq!(error("order(i0, i0)"), "order names i0 twice");
        assert_eq!(error("parallel(k0)"), "parallel takes axes of the box, as in parallel(i0, i1)");
        assert_eq!(error("unroll(j, 4)"), "expected a loop (i0, k0) or a number, found 'j'");
        assert_eq!(error("parallel(i0), "), "expected a step after ','");
        assert_eq!(error("parallel(i0) vectorize(i0, 4)"), "expected ',' before 'vectorize(i0, 4)'");
        assert_eq!(error("order i0"), "expected '(' after 'order i0'");
        assert_eq!(error("order)("), "expected ')' after 'order)('");
    }

    #[test]
    fn plans_fit_the_compute() {
        let plan = |text: &str, rank, folds| text.parse::<Schedule>().expect(text).plan(rank, folds);
        let p = plan("order(i1, i0), parallel(i1, grain = 3), vectorize(i0, 8), unroll(k0, 4)", 2, 1)
            .expect("fits");
        assert_eq!((p.order.as_slice(), p.parallel, p.grain), (&[1, 0][..], 1, Some(3)));
        assert_eq!((p.lanes_of(Loop::Axis(0)), p.lanes_of(Loop::Axis(1))), (Some(8), None));
        assert_eq!((p.unroll_of(Loop::Fold(0)), p.unroll_of(Loop::Axis(0))), (4, 1));
        assert_eq!(plan("vectorize(i2, 8)", 2, 0), Err("names i2, but the box has 2 axes".to_string()));
        assert_eq!(plan("unroll(k1, 8)", 2, 1), Err("names k1, but there are 1 folds".to_string()));
        assert_eq!(plan("order(i0)", 2, 0), Err("orders 1 of 2 axes".to_string()));
        assert!(plan("parallel(i1)", 2, 0).expect_err("inner").contains("outermost"));
        assert_eq!(
            plan("vectorize(i0, 8), unroll_and_jam(i0, 2)", 1, 0),
            Err("vectorizes and jams i0".to_string())
        );
        let two = |text: &str| plan(text, 2, 2).expect_err(text);
        assert_eq!(two("vectorize(i0, 8), vectorize(k0, 8)"), "vectorizes i0 and k0");
        assert_eq!(two("vectorize(k1, 8), vectorize(i1, 8)"), "vectorizes k1 and i1");
        assert_eq!(two("vectorize(k0, 8), vectorize(k0, 4)"), "vectorizes k0 and k0");
        let p = plan("vectorize(k0, 8), vectorize(k1, 4)", 1, 2).expect("fits");
        assert_eq!((p.lanes_of(Loop::Fold(0)), p.lanes_of(Loop::Fold(1))), (Some(8), Some(4)));
    }
}
