//! Uniquing of constants during rewriting: one op per value, at the top of the entry block of the region that
//! holds them.

use crate::attr::Attribute;
use crate::body::{Block, Body, Op, Region, Value};
use crate::context::Context;
use crate::interfaces::Materialize;
use crate::kind::WhichOp;
use crate::location::Location;
use crate::opref::OpRef;
use crate::registry::{OpInfo, OpName, Traits};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// An op whose regions keep their constants: rewriting does not hoist them out of it. An interface of ops.
pub trait ConstantScope: Send + Sync {
    /// True if constants used inside the op's regions stay there.
    fn keeps_constants(&self, op: OpRef<'_>) -> bool;
}

/// The value of an SSA value that a constant-like op defines.
#[inline]
pub fn constant_value(body: &Body, value: Value) -> Option<Attribute> {
    let def = body.def_op(value)?;
    let info = body.info(def);
    if !info.has(Traits::CONSTANT) {
        return None;
    }
    body.slot(def, info.slot("value")?)
}

/// The constant op for `value` as `dialect` materializes it, else as the first registered dialect that can.
pub(super) fn materialization(
    ctx: &Context,
    dialect: &str,
    value: Attribute,
    ty: Type,
) -> Option<(OpName, Attribute)> {
    let make = |info: &crate::registry::DialectInfo| {
        let (op, attr) = info.interfaces.get::<dyn Materialize>()?.constant(ctx, value, ty)?;
        Some((op.name_in(ctx), attr))
    };
    let registry = ctx.registry();
    let own = registry.find_dialect(dialect).and_then(make);
    own.or_else(|| registry.dialects().iter().find_map(make))
}

/// A region that holds constants: they lead its entry block in the order they were met.
struct Scope {
    region: Region,
    block: Block,
    leading: Vec<Op>,
}

/// The constants of one body while a driver runs; equal ones share one op.
#[derive(Default)]
pub struct Constants {
    known: FxHashMap<(Region, OpName, Attribute, Type), Op>,
    scopes: Vec<Scope>,
}

impl Constants {
    /// The constant `value : ty` for use by operands of `user`; created on first use. `None` if no dialect
    /// has a constant op for it.
    pub fn get(&mut self, body: &mut Body, user: Op, value: Attribute, ty: Type) -> Option<Value> {
        let ctx = body.ctx().clone();
        let (name, attr) = materialization(&ctx, body.info(user).dialect(), value, ty)?;
        let scope = self.scope_of(body, user)?;
        let key = (self.scopes[scope].region, name, attr, ty);
        if let Some(op) = self.known.get(&key).copied().filter(|op| body.is_live(*op)) {
            self.ensure_before(body, scope, op, user);
            return Some(body.result(op, 0));
        }
        let op = body.create(name, constant_location(body, user), &[], &[ty], 0, &[]);
        let slot = body.info(op).slot("value")?;
        body.set_slot(op, slot, Some(attr));
        self.lead(body, scope, op);
        self.known.insert(key, op);
        Some(body.result(op, 0))
    }

    /// Registers a constant op met in the program: moves it to the top, or returns the equal constant that
    /// replaces it.
    pub(super) fn meet(&mut self, body: &mut Body, op: Op, info: &OpInfo) -> Option<Op> {
        let value = body.slot(op, info.slot("value")?)?;
        if body.result_count(op) != 1 || body.operand_count(op) != 0 {
            return None;
        }
        let scope = self.scope_of(body, op)?;
        let key = (self.scopes[scope].region, body.name(op), value, body.ty(body.result(op, 0)));
        match self.known.get(&key).copied().filter(|known| body.is_live(*known)) {
            Some(known) if known == op => None,
            Some(known) => {
                self.ensure_before(body, scope, known, op);
                Some(known)
            }
            None => {
                self.lead(body, scope, op);
                self.known.insert(key, op);
                None
            }
        }
    }

    /// The scope of an op: the outermost region, or the innermost that keeps its constants.
    fn scope_of(&mut self, body: &Body, op: Op) -> Option<usize> {
        let mut region = body.region_of(body.block_of(op)?)?;
        loop {
            let owner = body.region_owner(region);
            let keeps = body.info(owner).interface::<dyn ConstantScope>();
            if keeps.is_some_and(|k| k.keeps_constants(body.op(owner))) {
                break;
            }
            match body.block_of(owner).and_then(|b| body.region_of(b)) {
                Some(outer) => region = outer,
                None => break,
            }
        }
        let block = body.entry(region)?;
        if let Some(found) = self.scopes.iter().position(|s| s.region == region && s.block == block) {
            return Some(found);
        }
        self.scopes.retain(|s| s.region != region);
        self.scopes.push(Scope { region, block, leading: Vec::new() });
        Some(self.scopes.len() - 1)
    }

    /// Inserts a constant after the leading ones.
    fn lead(&mut self, body: &mut Body, scope: usize, op: Op) {
        let Scope { block, leading, .. } = &mut self.scopes[scope];
        while leading.last().is_some_and(|last| !body.is_live(*last)) {
            leading.pop();
        }
        let before = leading.last().copied();
        let in_place = body.block_of(op) == Some(*block) && body.prev(op) == before;
        if !in_place {
            body.detach(op);
            match before {
                Some(last) => body.insert_after(op, last),
                None => body.prepend(*block, op),
            }
        }
        leading.push(op);
    }

    /// Moves a constant to the very top if `user` (or the op around it) was inserted before it.
    fn ensure_before(&mut self, body: &mut Body, scope: usize, op: Op, user: Op) {
        let block = self.scopes[scope].block;
        let mut at = user;
        while let Some(home) = body.block_of(at)
            && home != block
        {
            match body.block_owner(home) {
                Some(owner) => at = owner,
                None => return,
            }
        }
        if body.block_of(at) == Some(block) && at != op && body.is_before(at, op) {
            body.detach(op);
            body.prepend(block, op);
            self.scopes[scope].leading.retain(|c| *c != op);
            self.scopes[scope].leading.insert(0, op);
        }
    }
}

fn constant_location(body: &Body, user: Op) -> Location {
    body.loc(user)
}
