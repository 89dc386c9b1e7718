//! Side effects of ops, as generic passes query them: may an op be removed, duplicated, merged?
//!
//! `Pure` ops have no effects; ops with the [`Effects`] interface list theirs; ops with
//! `RecursiveMemoryEffects` add those of their regions; all others have unknown effects.

use crate::body::{Body, Def, Op, Value};
use crate::interfaces::{Effect, Effects};
use crate::registry::{OpInfo, Traits};

/// Calls `visit` for every effect of `op`, including its regions if the op's effects are recursive. False if
/// an op has unknown effects, or as soon as `visit` returns false.
pub fn visit_effects(body: &Body, op: Op, visit: &mut dyn FnMut(Effect) -> bool) -> bool {
    let info = body.info(op);
    if info.has(Traits::PURE) {
        return true;
    }
    let own = info.interface::<dyn Effects>();
    let recursive = info.has(Traits::RECURSIVE_EFFECTS);
    if own.is_none() && !recursive {
        // A terminator without further description only forwards values.
        return info.registered && info.has(Traits::TERMINATOR) && info.has(Traits::RETURN_LIKE);
    }
    if let Some(effects) = own
        && !effects.effects(body.op(op)).into_iter().all(&mut *visit)
    {
        return false;
    }
    if recursive && info.has(Traits::OWN_ARGUMENTS) {
        return visit_regions(body, op, &mut |effect| match effect {
            Effect::Read(Some(value)) | Effect::Write(Some(value)) if is_argument_of(body, value, op) => true,
            effect => visit(effect),
        });
    }
    !recursive || visit_regions(body, op, visit)
}

/// True for an argument of a block directly in a region of `op`.
fn is_argument_of(body: &Body, value: Value, op: Op) -> bool {
    match body.def(value) {
        Def::Argument(block, _) => body.block_owner(block) == Some(op),
        Def::Result(..) => false,
    }
}

fn visit_regions(body: &Body, op: Op, visit: &mut dyn FnMut(Effect) -> bool) -> bool {
    let Some(child) = body.child(op) else { return visit_blocks(body, op, visit) };
    // Values of another body have no meaning outside; its allocations are local to it.
    visit_blocks(child, child.root(), &mut |effect| match effect {
        Effect::Read(_) => visit(Effect::Read(None)),
        Effect::Write(_) | Effect::Free(_) => visit(Effect::Write(None)),
        Effect::Control => visit(Effect::Control),
        Effect::Allocate(_) => true,
    })
}

fn visit_blocks(body: &Body, op: Op, visit: &mut dyn FnMut(Effect) -> bool) -> bool {
    body.regions(op)
        .flat_map(|r| body.blocks(r))
        .all(|block| body.ops(block).all(|inner| visit_effects(body, inner, visit)))
}

/// True if the op does nothing but compute its results: it may be removed, merged, duplicated and moved.
pub fn is_pure(body: &Body, op: Op) -> bool {
    body.has(op, Traits::PURE) || visit_effects(body, op, &mut |_| false)
}

/// True if the op may be removed once its results are unused. Reads may be dropped, and so may an allocation
/// without users; a symbol, a terminator, or an op that may trap or never return, may not.
pub fn is_removable(body: &Body, op: Op) -> bool {
    removable(body, op, body.info(op))
}

#[inline]
pub(crate) fn removable(body: &Body, op: Op, info: &OpInfo) -> bool {
    if info.traits.0 & (Traits::TERMINATOR.0 | Traits::SYMBOL.0) != 0 {
        return false;
    }
    if info.has(Traits::PURE) {
        return true;
    }
    let inside = |value| match body.def(value) {
        Def::Result(def, _) => body.encloses(op, def),
        Def::Argument(..) => false,
    };
    visit_effects(body, op, &mut |effect| match effect {
        Effect::Read(_) => true,
        Effect::Allocate(value) => inside(value),
        Effect::Write(Some(value)) | Effect::Free(value) => allocated_inside(body, op, value),
        Effect::Write(None) | Effect::Control => false,
    })
}

/// True if `op` itself allocated the memory `value`: effects on it are visible only through its results.
fn allocated_inside(body: &Body, op: Op, value: Value) -> bool {
    let Some(def) = body.def_op(value).filter(|def| body.encloses(op, *def)) else { return false };
    let info = body.info(def);
    let Some(effects) = info.interface::<dyn Effects>() else { return false };
    effects.effects(body.op(def)).contains(&Effect::Allocate(value))
}

/// True if the op is removable and none of its results is used.
pub fn is_dead(body: &Body, op: Op) -> bool {
    body.results_unused(op) && is_removable(body, op)
}
