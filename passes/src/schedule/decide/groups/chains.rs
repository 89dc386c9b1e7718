//! Groups whose members read each other around their own points, as chains of stencils do: what a trip needs around its own points is computed
//! again, or kept from the trips before in windows, whichever has the lower price; or the members stay apart.
//!
//! What is tried is bounded: so many members nearest to the one that a group is looked for around, all windows or none, then without one of them
//! at a time. Each is asked of the rules that `apply-groups` follows ([`members`](crate::schedule::apply::groups::legal::members)), which say what a trip needs; the price is that of all groups
//! ([`price`](super::price)).

use super::choice::Choice;
use super::closure::{Closure, Reach, close};
use super::price::{Figures, Ways, placed};
use crate::schedule::apply::groups::legal::binding::Binding;
use crate::schedule::apply::groups::legal::members::{Member, Members};
use crate::schedule::cost::figures::{MOST_UNKEPT, NEAR_MEMBERS, WORTH_KEEPING};
use rustc_hash::FxHashSet;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Manner, Step};
use tf_dialects::tensor::{Compute, Fusion};
use tf_ir::body::{Block, Body, Op};
use tf_ir::extent::Extent;
use tf_ir::pass::PassContext;

/// A group that was tried: how it runs, or why it cannot.
pub(super) type Tried = (Closure, Result<Choice, String>);

/// The best group around a compute that shares these of its axes, in which some member reads another one around its own points; `None` if there is none.
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
        // The same as with more, or as without strides.
        let number = Some((is_strided, closure.members.len()));
        if number == last || is_strided != closure.is_strided {
            continue;
        }
        last = number;
        let lengths = if is_strided { closure.lengths.clone() } else { lengths.to_vec() };
        let chain = Chain { body, closure, lengths: &lengths, target, figures: &mut *figures };
        let Some(tried) = chain.best() else { continue };
        // A smaller group leaves others to be formed: what counts is what each member gains.
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

/// True if the program wants a compute to share loops, whatever that costs.
pub(super) fn is_asked_for(body: &Body, op: Op) -> bool {
    Fusion::of(body, op).is_some_and(Fusion::shares)
}

/// Says of which computes of a block the program does not get what it wants: they are in no group.
pub(super) fn remark_refused(body: &Body, block: Block, cx: &mut PassContext<'_>) {
    for op in body.ops(block).filter(|op| body.is(*op, Compute) && is_asked_for(body, *op)) {
        let why = "the compute shares no loops with those who read it: no group of them can be formed";
        cx.remark(body.loc(op), why);
    }
}

/// True if it wants a member to be kept in a window.
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

/// Which members are kept, and what comes of it.
struct Way {
    kept: Vec<bool>,
    choice: Choice,
}

impl Chain<'_, '_> {
    /// The best way to run; `None` if nothing is read around own points.
    fn best(mut self) -> Option<Tried> {
        // What the program wants to be kept is.
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

    /// True if nobody needs anything but own points.
    fn is_apart(&self, members: &Members) -> bool {
        !members.computes_again() && !members.are_strided()
    }

    /// The best way in which these members are kept; `None` if they cannot be.
    fn way(&mut self, kept: Vec<bool>) -> Option<Way> {
        let mut ways = Ways::of(self.body, (&self.closure, &kept), self.lengths, self.figures).ok()?;
        Some(Way { choice: ways.best(self.target), kept })
    }

    /// A way without the windows that cost more than computing again.
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

    /// The members that others read around their points, in windows of whole rows of memory: along lanes, a window would be gathered.
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

    /// What the program says of each member.
    fn wishes(&self) -> impl Iterator<Item = Option<Fusion>> {
        self.closure.members.iter().map(|member| Fusion::of(self.body, member.op))
    }
}

/// The steps that say where members are kept in the loops of these steps; they get names for that, by their places.
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

/// What members are called: those without a name, or with one that another has, as their places say.
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

/// The name of a member that has none.
pub(crate) fn number(at: usize) -> String {
    format!("m{at}")
}
