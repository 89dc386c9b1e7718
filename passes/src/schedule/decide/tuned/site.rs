//! Where a schedule was chosen, and what else might have been.

use super::{Others, Point, default_names, key, legal, neighbours};
use crate::schedule::cost::plan;
use crate::schedule::cost::work::Work;
use crate::schedule::decide::schedule;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::schedule::{Author, Plan, Schedule};
use tf_ir::body::{Body, Op};
use tf_ir::location::Location;
use tf_ir::walk::preorder;

/// A compute whose schedule a pass has chosen.
#[derive(Clone, Debug)]
pub struct Site {
    /// By what a table knows it.
    pub key: String,
    /// Where it comes from in the source.
    pub loc: Location,
    /// Its box and its folds in words: `[n, 64], 1 fold`.
    pub shape: String,
    /// How it runs.
    pub chosen: Candidate,
    /// How else it might run, of what it may do.
    pub others: Vec<Candidate>,
}

/// A schedule, for loops of the names that they get where a program names none.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The schedule, as the tuner's.
    pub schedule: Schedule,
    /// What the cost model says of it, in additions of one lane by one thread.
    pub price: f64,
}

/// The keys of all computes of a function that may get a schedule in this point: asked before the point's pass.
pub fn keys(body: &Body, point: Point) -> Vec<(Op, String)> {
    let is_free = |op: &Op| body.cast(*op, Compute).is_some_and(|view| view.schedule().is_none());
    preorder(body).into_iter().filter(is_free).map(|op| (op, key(body, op, point))).collect()
}

/// The computes that got a schedule since, with others beside it: asked behind the point's pass.
pub fn sites(body: &Body, keys: &[(Op, String)], others: Others) -> Vec<Site> {
    keys.iter().filter_map(|(op, key)| site(body, (*op, key), others)).collect()
}

fn site(body: &Body, (op, key): (Op, &str), beside: Others) -> Option<Site> {
    let view = body.is_live(op).then(|| body.cast(op, Compute)).flatten()?;
    let names = view.loop_names();
    let plan = view.scheduled()?.plan(&names).ok()?;
    let (target, work, defaults) = (Target::of(body), Work::of(body, op), default_names(body, op));
    if (names.axes.len(), names.folds.len()) != (defaults.axes.len(), defaults.folds.len()) {
        return None;
    }
    let candidate = |plan: &Plan| Candidate {
        schedule: Schedule::by(Author::Tuner, plan.steps(&defaults)),
        price: plan::price(&work, &target, plan),
    };
    let shape = (defaults.axes.len(), defaults.folds.len());
    let around = |plan: &Plan| {
        let mut found = neighbours(plan, shape);
        // Without tiles, what would be chosen then.
        found.extend(plan.tiles.is_some().then(|| schedule::choose(&work, &target)));
        found
    };
    let may = |plan: &Plan| {
        let again = Schedule::by(Author::Tuner, plan.steps(&names)).plan(&names);
        again.is_ok_and(|again| again == *plan && legal(body, op, plan, &names).is_ok())
    };
    let others = beside.of(&plan, around, may);
    let extents: Vec<String> = view.extents().iter().map(ToString::to_string).collect();
    Some(Site {
        key: key.to_string(),
        loc: body.loc(op),
        shape: format!("[{}]{}", extents.join(", "), folds_in_words(defaults.folds.len())),
        chosen: candidate(&plan),
        others: others.iter().map(candidate).collect(),
    })
}

fn folds_in_words(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", 1 fold".to_string(),
        _ => format!(", {count} folds"),
    }
}
