//! The loop and branch interfaces of the `loop` dialect's ops.

use super::ops::{For, If, Parallel, While};
use super::switch::{Switch, SwitchOp};
use smallvec::{SmallVec, smallvec};
use tf_ir::body::Value;
use tf_ir::control::{Bound, Branch, Carried, Induction, LoopLike};
use tf_ir::opref::OpRef;

impl LoopLike for For {
    fn inductions(&self, op: OpRef<'_>) -> SmallVec<[Induction; 2]> {
        let Some(variable) = op.cast(For).and_then(|view| view.index()) else { return SmallVec::new() };
        let [lower, upper, step] = [0, 1, 2].map(|i| Bound::operand(op, i));
        smallvec![Induction { variable, lower, upper, step }]
    }

    fn carried(&self, op: OpRef<'_>) -> Carried {
        let Some(view) = op.cast(For) else { return Carried::default() };
        Carried { inits: op.operands().skip(3).collect(), arguments: view.carried(), next: view.yielded() }
    }

    fn early_exit(&self, op: OpRef<'_>) -> Option<Value> {
        op.cast(For)?.early_exit()
    }
}

impl LoopLike for While {
    fn inductions(&self, _op: OpRef<'_>) -> SmallVec<[Induction; 2]> {
        SmallVec::new()
    }

    fn carried(&self, op: OpRef<'_>) -> Carried {
        let Some(view) = op.cast(While) else { return Carried::default() };
        Carried { inits: op.operands().collect(), arguments: view.before(), next: view.yielded() }
    }

    fn early_exit(&self, op: OpRef<'_>) -> Option<Value> {
        let end = op.cast(While)?.condition()?;
        Some(op.body().operand(end, 0))
    }
}

impl LoopLike for Parallel {
    fn inductions(&self, op: OpRef<'_>) -> SmallVec<[Induction; 2]> {
        let Some(view) = op.cast(Parallel) else { return SmallVec::new() };
        let rank = view.rank();
        let induction = |(axis, variable)| {
            let [lower, upper, step] = [0, 1, 2].map(|i| Bound::operand(op, axis + i * rank));
            Induction { variable, lower, upper, step }
        };
        view.indices().into_iter().take(rank).enumerate().map(induction).collect()
    }

    fn carried(&self, op: OpRef<'_>) -> Carried {
        let Some(view) = op.cast(Parallel) else { return Carried::default() };
        let inits = op.operands().skip(3 * view.rank()).collect();
        Carried { inits, arguments: view.shared_arguments(), next: view.yielded() }
    }

    fn early_exit(&self, _op: OpRef<'_>) -> Option<Value> {
        None
    }
}

impl Branch for If {
    fn condition(&self, op: OpRef<'_>) -> Value {
        op.operand(0)
    }

    fn region_for(&self, _op: OpRef<'_>, number: i64) -> usize {
        usize::from(number == 0)
    }

    fn holds_in(&self, _op: OpRef<'_>, region: usize) -> Option<bool> {
        Some(region == 0)
    }

    fn yielded(&self, op: OpRef<'_>, region: usize) -> Vec<Value> {
        op.cast(If).map(|view| view.yielded(region)).unwrap_or_default()
    }
}

impl Branch for Switch {
    fn condition(&self, op: OpRef<'_>) -> Value {
        op.operand(0)
    }

    fn region_for(&self, op: OpRef<'_>, number: i64) -> usize {
        op.cast(Switch).map_or(0, |view| SwitchOp::region_for(view, number))
    }

    fn holds_in(&self, _op: OpRef<'_>, _region: usize) -> Option<bool> {
        None
    }

    fn yielded(&self, op: OpRef<'_>, region: usize) -> Vec<Value> {
        op.cast(Switch).map(|view| view.yielded(region)).unwrap_or_default()
    }
}
