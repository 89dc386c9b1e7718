//! Groups of stencil chains: each member's halo is recomputed per tile (overlapped tiles) or buffered in a
//! sliding window, or the members stay apart, by price.
//!
//! The search is bounded. It tries the N computes nearest to the seed with all windows or none, and then
//! drops one window at a time. The rules of `apply-groups`
//! ([`members`](crate::apply::groups::legal::members)) check each candidate and infer its bounds;
//! the price is the one of all groups ([`price`](super::price)).

use super::fusible::{FusibleSet, Reach, fusible_set};
use super::group_schedule::GroupSchedule;
use super::price::{Candidates, Figures, with_compute_at};
use crate::apply::groups::legal::binding::Binding;
use crate::apply::groups::legal::members::{Member, Members};
use crate::apply::groups::legal::refusal::GroupRefusal;
use rustc_hash::FxHashSet;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Manner, Step, steps};
use tf_dialects::tensor::{Compute, Fusion};
use tf_ir::body::{Block, Body, Op};
use tf_ir::extent::Extent;
use tf_ir::pass::PassContext;
use tf_passes_common::cost::figures::{MOST_RECOMPUTED, NEAR_MEMBERS, WORTH_KEEPING};

/// A candidate group: its choice, or the reason why it is illegal.
pub(super) type CandidateGroup = (FusibleSet, Result<GroupSchedule, GroupRefusal>);

/// The best group over these axes of the seed in which members read each other with halos or strides; `None`
/// if there is none.
pub(super) fn choose(
    body: &Body,
    seed: Op,
    (shared, lengths): (&[usize], &[Extent]),
    free: &FxHashSet<Op>,
    (target, figures): (&Target, &mut Figures),
) -> Option<CandidateGroup> {
    let mut best: Option<CandidateGroup> = None;
    let mut last = None;
    let (near, strided) = (NEAR_MEMBERS.map(Reach::Near), NEAR_MEMBERS.map(Reach::Strided));
    for reach in near.into_iter().chain(strided) {
        let is_strided = matches!(reach, Reach::Strided(_));
        let Some(fusible) = fusible_set(body, seed, shared, (free, reach)) else { continue };
        // The same group as with a larger limit, or as without strides.
        let number = Some((is_strided, fusible.members.len()));
        if number == last || is_strided != fusible.is_strided {
            continue;
        }
        last = number;
        let lengths = if is_strided { fusible.lengths.clone() } else { lengths.to_vec() };
        let chain = Chain { body, fusible, lengths: &lengths, target, figures: &mut *figures };
        let Some(tried) = chain.best() else { continue };
        // A smaller group leaves computes for other groups: compare the relative gain.
        let share = |tried: &CandidateGroup| match &tried.1 {
            Ok(choice) => choice.gain / choice.alone,
            Err(_) => f64::NEG_INFINITY,
        };
        if best.as_ref().is_none_or(|known| share(&tried) > share(known)) {
            best = Some(tried);
        }
    }
    best
}

/// True if the program wants a compute to share loops at any cost.
pub(super) fn must_share_loops(body: &Body, op: Op) -> bool {
    Fusion::of(body, op).is_some_and(Fusion::shares)
}

/// Adds a remark for each compute that the program wants in a group and that is in none.
pub(super) fn remark_refused(body: &Body, block: Block, cx: &mut PassContext<'_>) {
    for op in body.ops(block).filter(|op| body.is(*op, Compute) && must_share_loops(body, *op)) {
        let why = "the compute shares no loops with its readers: no group of them can be formed";
        cx.remark(body.loc(op), why);
    }
}

/// True if the program wants a window for some member.
pub(super) fn requests_windows(body: &Body, members: &[Binding]) -> bool {
    members.iter().any(|member| Fusion::of(body, member.op) == Some(Fusion::Window))
}

/// A set of computes that may run as a group.
struct Chain<'a, 'f> {
    body: &'a Body,
    fusible: FusibleSet,
    lengths: &'a [Extent],
    target: &'a Target,
    figures: &'f mut Figures,
}

/// The members in windows, and the best choice with them.
struct WindowedSchedule {
    windows: Vec<bool>,
    choice: GroupSchedule,
}

impl Chain<'_, '_> {
    /// The best choice; `None` if members read each other by identity accesses only.
    fn best(mut self) -> Option<CandidateGroup> {
        // Windows that the program wants are part of every candidate.
        let least: Vec<bool> = self.wishes().map(|wish| wish == Some(Fusion::Window)).collect();
        let (least, keepable) =
            match Candidates::of(self.body, (&self.fusible, &least), self.lengths, self.figures) {
                Ok(candidates) if self.has_no_halo(candidates.members()) && !least.contains(&true) => {
                    return None;
                }
                Ok(mut candidates) => {
                    let keepable = self.keepable(candidates.members());
                    (WindowedSchedule { choice: candidates.best(self.target), windows: least }, keepable)
                }
                Err(why) => return Some((self.fusible, Err(why))),
            };
        let mut best = least;
        if keepable.contains(&true)
            && let Some(windowed) = self.windowed(keepable)
        {
            let worth = WORTH_KEEPING * best.choice.alone;
            let windowed = self.without_some(windowed);
            if windowed.choice.gain > best.choice.gain + worth {
                best = windowed;
            }
        }
        self.fusible.members = with_compute_at(&self.fusible.members, &best.windows, &best.choice);
        Some((self.fusible, Ok(best.choice)))
    }

    /// True if no member needs a halo or a stride.
    fn has_no_halo(&self, members: &Members) -> bool {
        !members.recomputes() && !members.are_strided()
    }

    /// The best choice with these members in windows; `None` if it is illegal.
    fn windowed(&mut self, windows: Vec<bool>) -> Option<WindowedSchedule> {
        let mut candidates =
            Candidates::of(self.body, (&self.fusible, &windows), self.lengths, self.figures).ok()?;
        Some(WindowedSchedule { choice: candidates.best(self.target), windows })
    }

    /// Drops each window that costs more than recomputing.
    fn without_some(&mut self, mut best: WindowedSchedule) -> WindowedSchedule {
        let free: Vec<bool> = self.wishes().map(|wish| wish != Some(Fusion::Window)).collect();
        let all: Vec<usize> = (0..best.windows.len()).filter(|at| best.windows[*at] && free[*at]).collect();
        if all.len() < 2 || all.len() > MOST_RECOMPUTED {
            return best;
        }
        for at in all {
            let mut windows = best.windows.clone();
            windows[at] = false;
            if let Some(windowed) =
                self.windowed(windows).filter(|windowed| windowed.choice.gain > best.choice.gain)
            {
                best = windowed;
            }
        }
        best
    }

    /// The members that others read with a halo, if their windows hold whole rows of memory. A window that
    /// slides along the lanes would need gathers.
    fn keepable(&self, members: &Members) -> Vec<bool> {
        let last = self.lengths.len() - 1;
        let of = |member: &Member| {
            let is_row = member.axes.last().is_some_and(|axis| *axis != Some(last));
            member.shared(last) > 0 && is_row && member.folds.is_empty() && !member.after_loop
        };
        let wished = |(member, wish): (&Member, Option<Fusion>)| match wish {
            Some(Fusion::Window) => true,
            Some(Fusion::Bands) => false,
            _ => of(member),
        };
        members.all.iter().zip(self.wishes()).map(wished).collect()
    }

    /// The fusion that the program requests for each member.
    fn wishes(&self) -> impl Iterator<Item = Option<Fusion>> {
        self.fusible.members.iter().map(|member| Fusion::of(self.body, member.op))
    }
}

/// The steps that store members in windows, for the loops of the given steps. Unnamed members get names.
pub(super) fn placement_steps(body: &mut Body, members: &[Binding], steps: &[Step]) -> Vec<Step> {
    let order = |step: &Step| {
        if let Step::Order(steps::Order { loops: parts }) = step { Some(parts.clone()) } else { None }
    };
    let parts = steps.iter().find_map(order).unwrap_or_default();
    let is_windowed = |(_, member): &(usize, &Binding)| member.compute_at.is_some();
    let windows: Vec<(usize, Op)> =
        members.iter().enumerate().filter(is_windowed).map(|(at, member)| (at, member.op)).collect();
    let Some((at, around)) = parts.split_last().filter(|_| !windows.is_empty()) else { return Vec::new() };
    let ops: Vec<Op> = members.iter().map(|member| member.op).collect();
    let names = names(body, &ops);
    let named = windows.into_iter().map(|(at, op)| {
        let attr = body.ctx().string_attr(&names[at]);
        body.set_attr(op, "member", attr);
        names[at].clone()
    });
    let keep = around.last().map_or("root", String::as_str).to_string();
    vec![Step::Place(steps::Place {
        members: named.collect(),
        at: at.clone(),
        keep: Some(keep),
        manner: Manner::default(),
    })]
}

/// Unique names of members. A member without a name, or with the name of an earlier one, is named by
/// position.
pub(super) fn names(body: &Body, members: &[Op]) -> Vec<String> {
    let own = |op: &Op| {
        let name = body.view(*op, Compute).member()?;
        body.ctx().attr_str(name).map(str::to_string)
    };
    let known: Vec<Option<String>> = members.iter().map(own).collect();
    let is_known = |name: &String| known.iter().flatten().any(|own| own == name);
    let name = |at: usize| {
        let is_own = |own: &&String| !known[..at].contains(&Some((*own).clone()));
        let fresh = || (at..).step_by(members.len()).map(number).find(|name| !is_known(name));
        known[at].as_ref().filter(is_own).cloned().or_else(fresh).unwrap_or_default()
    };
    (0..members.len()).map(name).collect()
}

/// The name of an unnamed member, by its position.
pub(crate) fn number(at: usize) -> String {
    format!("m{at}")
}
