//! Computes whose schedules a pass has chosen, with alternatives for the tuner.

use super::{Others, Point, default_names, key, legal, neighbours};
use crate::decide::schedule;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::schedule::{Author, Plan, Schedule};
use tf_ir::body::{Body, Op};
use tf_ir::location::Location;
use tf_ir::walk::preorder;
use tf_passes_common::cost::plan;
use tf_passes_common::cost::work::Work;

/// A compute whose schedule a pass has chosen.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its key in a table.
    pub key: String,
    /// Its source location.
    pub loc: Location,
    /// Its iteration domain and its folds as text: `[n, 64], 1 fold`.
    pub shape: String,
    /// The chosen schedule.
    pub chosen: Candidate,
    /// Other legal schedules.
    pub others: Vec<Candidate>,
}

/// A schedule with default loop names.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The schedule, with the tuner as author.
    pub schedule: Schedule,
    /// Its price in the cost model, in additions of one lane by one thread.
    pub price: f64,
}

/// The keys of all computes of a function that may get a schedule at this point; call it before the point's
/// pass.
pub fn keys(body: &Body, point: Point) -> Vec<(Op, String)> {
    let is_free = |op: &Op| body.cast(*op, Compute).is_some_and(|view| view.schedule().is_none());
    preorder(body).into_iter().filter(is_free).map(|op| (op, key(body, op, point))).collect()
}

/// The computes that got a schedule since, with alternatives; call it after the point's pass.
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
        // The schedule without tiles.
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
