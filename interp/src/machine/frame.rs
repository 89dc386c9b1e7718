//! What actions see of the running call: values, extents, and errors at its ops.

use super::Machine;
use crate::machine::action::{Data, Stop};
use crate::values::value::Datum;
use tf_ir::body::{Body, Op, Value};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::opref::OpRef;

impl<'m> Machine<'m> {
    /// The value of an SSA value in the present call.
    #[inline]
    pub fn get(&self, value: Value) -> &Datum {
        &self.call().values[value.index()]
    }

    /// The bits of a scalar value.
    #[inline]
    pub fn bits(&self, value: Value) -> u64 {
        self.get(value).bits()
    }

    /// Sets an SSA value.
    #[inline]
    pub fn set(&mut self, value: Value, datum: Datum) {
        self.call_mut().values[value.index()] = datum;
    }

    /// Takes a value out, so that its last user may change it in place.
    pub fn take(&mut self, value: Value) -> Datum {
        std::mem::replace(&mut self.call_mut().values[value.index()], Datum::Unset)
    }

    /// The body being executed.
    pub fn body(&self) -> &'m Body {
        self.call().body
    }

    /// The operands' values.
    pub fn operands(&self, op: Op) -> Data {
        self.body().operands(op).map(|v| self.get(v).clone()).collect()
    }

    /// Sets all results of an op.
    pub fn set_results(&mut self, op: Op, values: Data) {
        let body = self.body();
        for (result, value) in body.results(op).zip(values) {
            self.set(result, value);
        }
    }

    /// The value of an extent term in the present call.
    pub fn extent(&self, op: Op, extent: &Extent) -> Result<i64, Stop> {
        if let Some(n) = extent.as_const() {
            return Ok(n);
        }
        let symbols = &self.call().symbols;
        let lookup = |name: &Symbol| symbols.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        let error =
            |e| Stop::from(self.error(op, format_args!("cannot evaluate the extent '{extent}': {e}")));
        extent.evaluate(lookup).map_err(error)
    }

    /// Binds an extent symbol of the present call that its arguments do not determine.
    pub fn bind_extent(&mut self, symbol: Symbol, value: i64) {
        let call = self.call_mut();
        match call.symbols.iter().position(|(name, _)| *name == symbol) {
            Some(at) if at < call.given => {}
            Some(at) => call.symbols[at].1 = value,
            None => call.symbols.push((symbol, value)),
        }
    }

    /// The values of extent terms.
    pub fn extents(&self, op: Op, extents: &[Extent]) -> Result<Vec<usize>, Stop> {
        let one = |e: &Extent| {
            let n = self.extent(op, e)?;
            usize::try_from(n)
                .map_err(|_| self.error(op, format_args!("the extent '{e}' is {n}, below 0")).into())
        };
        extents.iter().map(one).collect()
    }

    /// The program's own stop at an op of the present call, with its reason: see [`tf_dialects::stops`].
    pub fn stop(&self, op: Op, text: &str, numbers: &[i64]) -> Diagnostic {
        if let Some(grid) = self.grid.as_deref() {
            grid.stopped_itself.set(true);
        }
        Diagnostic::error(self.body().loc(op), tf_dialects::stops::filled(text, numbers))
            .code(&codes::STOPPED)
    }

    /// An error at an op of the present call.
    pub fn error(&self, op: Op, message: impl std::fmt::Display) -> Diagnostic {
        OpRef::new(self.body(), op).error(message)
    }
}
