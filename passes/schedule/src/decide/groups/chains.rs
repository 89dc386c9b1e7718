//! Groups of stencil chains: each member's halo is recomputed per tile (overlapped tiles) or buffered in a
//! sliding window, or the members stay apart, by price.
//!
//! The search is bounded. It tries the N computes nearest to the seed with all windows or none, and then
//! drops one window at a time. The rules of `apply-groups`
//! ([`members`](crate::apply::groups::legal::members)) check each candidate and infer its bounds;
//! the price is the one of all groups ([`price`](super::price)).

use super::choice::Choice;
use super::closure::{Closure, Reach, close};
use super::price::{Figures, Ways, placed};
use crate::apply::groups::legal::binding::Binding;
use crate::apply::groups::legal::members::{Member, Members};
use rustc_hash::FxHashSet;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Manner, Step};
use tf_dialects::tensor::{Compute, Fusion};
use tf_ir::body::{Block, Body, Op};
use tf_ir::extent::Extent;
use tf_ir::pass::PassContext;
use tf_passes_common::cost::figures::{MOST_UNKEPT, NEAR_MEMBERS, WORTH_KEEPING};

/// A candidate group: its choice, or the reason why it is illegal.
pub(super) type Tried = (Closure, Result<Choice, String>);

/// The best group over these axes of the seed in which members read each other with halos or strides; `None`
/// if there is none.
pub(super) fn choose(
    body: &Body,
    seed: Op,
    (shared, lengths): (&[usize], &[Extent]),
    free: &FxHashSet<Op>,
    (target, figures): (&Target, &mut Figures),
) -> Option<Tried> {
    let mut best: Option<Tried> = None;
    let mut last = None;
    let (near, strided) = (NEAR_MEMBERS.map(Reach::Near), NEAR_MEMBERS.map(Reach::Strided));
    for reach in near.into_iter().chain(strided) {
        let is_strided = matches!(reach, Reach::Strided(_));
        let Some(closure) = close(body, seed, shared, (free, reach)) else { continue };
        // The same group as with a larger limit, or as without strides.
        let number = Some((is_strided, closure.members.len()));
        if number == last || is_strided != closure.is_strided {
            continue;
        }
        last = number;
        let lengths = if is_strided { closure.lengths.clone() } else { lengths.to_vec() };
        let chain = Chain { body, closure, lengths: &lengths, target, figures: &mut *figures };
        let Some(tried) = chain.best() else { continue };
        // A smaller group leaves computes for other groups: compare the relative gain.
        let share = |tried: &Tried| match &tried.1 {
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
pub(super) fn is_asked_for(body: &Body, op: Op) -> bool {
    Fusion::of(body, op).is_some_and(Fusion::shares)
}

/// Adds a remark for each compute that the program wants in a group and that is in none.
pub(super) fn remark_refused(body: &Body, block: Block, cx: &mut PassContext<'_>) {
    for op in body.ops(block).filter(|op| body.is(*op, Compute) && is_asked_for(body, *op)) {
        let why = "the compute shares no loops with its readers: no group of them can be formed";
        cx.remark(body.loc(op), why);
    }
}

/// True if the program wants a window for some member.
pub(super) fn asks_for_windows(body: &Body, members: &[Binding]) -> bool {
    members.iter().any(|member| Fusion::of(body, member.op) == Some(Fusion::Window))
}

/// A set of computes that may run as a group.
struct Chain<'a, 'f> {
    body: &'a Body,
    closure: Closure,
    lengths: &'a [Extent],
    target: &'a Target,
    figures: &'f mut Figures,
}

/// The members in windows, and the best choice with them.
struct Way {
    kept: Vec<bool>,
    choice: Choice,
}

impl Chain<'_, '_> {
    /// The best choice; `None` if members read each other by identity accesses only.
    fn best(mut self) -> Option<Tried> {
        // Windows that the program wants are part of every candidate.
        let least: Vec<bool> = self.wishes().map(|wish| wish == Some(Fusion::Window)).collect();
        let (least, keepable) = match Ways::of(self.body, (&self.closure, &least), self.lengths, self.figures)
        {
            Ok(ways) if self.is_apart(ways.members()) && !least.contains(&true) => return None,
            Ok(mut ways) => {
                let keepable = self.keepable(ways.members());
                (Way { choice: ways.best(self.target), kept: least }, keepable)
            }
            Err(why) => return Some((self.closure, Err(why))),
        };
        let mut best = least;
        if keepable.contains(&true)
            && let Some(way) = self.way(keepable)
        {
            let worth = WORTH_KEEPING * best.choice.alone;
            let way = self.without_some(way);
            if way.choice.gain > best.choice.gain + worth {
                best = way;
            }
        }
        self.closure.members = placed(&self.closure.members, &best.kept, &best.choice);
        Some((self.closure, Ok(best.choice)))
    }

    /// True if no member needs a halo or a stride.
    fn is_apart(&self, members: &Members) -> bool {
        !members.computes_again() && !members.are_strided()
    }

    /// The best choice with these members in windows; `None` if it is illegal.
    fn way(&mut self, kept: Vec<bool>) -> Option<Way> {
        let mut ways = Ways::of(self.body, (&self.closure, &kept), self.lengths, self.figures).ok()?;
        Some(Way { choice: ways.best(self.target), kept })
    }

    /// Drops each window that costs more than recomputing.
    fn without_some(&mut self, mut best: Way) -> Way {
        let free: Vec<bool> = self.wishes().map(|wish| wish != Some(Fusion::Window)).collect();
        let all: Vec<usize> = (0..best.kept.len()).filter(|at| best.kept[*at] && free[*at]).collect();
        if all.len() < 2 || all.len() > MOST_UNKEPT {
            return best;
        }
        for at in all {
            let mut kept = best.kept.clone();
            kept[at] = false;
            if let Some(way) = self.way(kept).filter(|way| way.choice.gain > best.choice.gain) {
                best = way;
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
            member.shared(last) > 0 && is_row && member.folds.is_empty() && !member.behind
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
        self.closure.members.iter().map(|member| Fusion::of(self.body, member.op))
    }
}

/// The steps that store members in windows, for the loops of the given steps. Unnamed members get names.
pub(super) fn places(body: &mut Body, members: &[Binding], steps: &[Step]) -> Vec<Step> {
    let order = |step: &Step| if let Step::Order(parts) = step { Some(parts.clone()) } else { None };
    let parts = steps.iter().find_map(order).unwrap_or_default();
    let is_kept = |(_, member): &(usize, &Binding)| member.place.is_some();
    let kept: Vec<(usize, Op)> =
        members.iter().enumerate().filter(is_kept).map(|(at, member)| (at, member.op)).collect();
    let Some((at, around)) = parts.split_last().filter(|_| !kept.is_empty()) else { return Vec::new() };
    let ops: Vec<Op> = members.iter().map(|member| member.op).collect();
    let names = names(body, &ops);
    let named = kept.into_iter().map(|(at, op)| {
        let attr = body.ctx().string_attr(&names[at]);
        body.set_attr(op, "member", attr);
        names[at].clone()
    });
    let keep = around.last().map_or("root", String::as_str).to_string();
    vec![Step::Place {
        members: named.collect(),
        at: at.clone(),
        keep: Some(keep),
        manner: Manner::default(),
    }]
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
