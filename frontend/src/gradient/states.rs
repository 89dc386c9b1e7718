//! Derivatives in open loops of values that depend on outer small arrays.
//!
//! A loop whose body reads such an array carries it, since the loop may change it. A derivative by a value
//! outside of the loop must pass through the array's elements there, but the loop's argument hides them. So
//! the outer value replaces the argument, and changes in the loop are refused.

use super::slice::Slice;
use crate::trace::error::Site;
use crate::trace::handles::HandleState;
use crate::trace::state::{Scope, ScopeKind, Shared, State, Traced, Val};
use std::rc::Rc;
use tf_ir::body::Value;

impl State {
    /// The open loops that do not contain the definition of some variable.
    fn loops_inside_of(&self, variables: &[Val]) -> Vec<Scope> {
        let position = |id: u32| self.scopes.iter().position(|s| s.id == id);
        let outermost = variables.iter().filter_map(|val| position(val.scope)).min();
        let inside = outermost.map_or(&[][..], |outermost| &self.scopes[outermost + 1..]);
        let is_loop = |scope: &&Scope| matches!(scope.kind, ScopeKind::For | ScopeKind::While);
        inside.iter().filter(is_loop).copied().collect()
    }
}

impl Shared {
    /// A carried float of a handle's state on which `y` depends, in a loop that does not contain the
    /// definition of some variable.
    fn hiding(&self, y: &Val, variables: &[Val]) -> Option<(Rc<HandleState>, u32, (usize, Val))> {
        let (loops, sources) = {
            let state = self.state.borrow();
            let values: Vec<Value> = variables.iter().map(|val| val.value).collect();
            let sources = Slice::sources(state.body.as_ref()?, &state.scopes, y.value, &values);
            (state.loops_inside_of(variables), sources)
        };
        loops.iter().find_map(|scope| {
            // No derivative passes through generators.
            let arrays = self.touched_in(&[scope.block]).into_iter().map(|(_, held)| held);
            arrays.filter(|held| held.kind.fork.is_none()).find_map(|held| {
                let mut floats = held.carried_floats(scope.id).into_iter();
                let found = floats.find(|(_, arg)| sources.contains(&arg.value))?;
                Some((held, scope.id, found))
            })
        })
    }

    /// Replaces loop arguments on which the value and the variables depend by the array's outer values, for
    /// loops that do not change the array.
    pub(super) fn see_through_states(
        &self,
        at: Site,
        mut y: Val,
        mut variables: Vec<Val>,
    ) -> Traced<(Val, Vec<Val>)> {
        while let Some((held, scope, (i, arg))) = self.hiding(&y, &variables) {
            let start = held.fix(at, scope, i, &arg)?;
            for val in variables.iter_mut().chain([&mut y]) {
                if val.value == arg.value {
                    *val = start.clone();
                }
            }
        }
        Ok((y, variables))
    }
}
