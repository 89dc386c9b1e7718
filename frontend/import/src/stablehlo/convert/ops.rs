//! Which function converts which op.

use super::elementwise;
use super::lower::{Done, Lower, refuse};
use super::{
    compare, contract, control, conv, gather, layout, precision, reduce, rng, scatter, sort, window,
};
use crate::error::Refusal;
use tf_ir::opref::OpRef;

impl<'a> Lower<'a, '_> {
    /// Converts one op of the source at the cursor.
    pub(super) fn op(&mut self, op: OpRef<'a>) -> Done {
        self.b.loc = op.loc();
        let name = op.name();
        if let Some(row) = elementwise::row(name) {
            return elementwise::convert(self, op, row);
        }
        match name {
            "func.return" | "stablehlo.return" => control::function_return(self, op),
            "func.call" => control::call(self, op, control::callee(op, "callee")?),
            "stablehlo.composite" => control::call(self, op, control::callee(op, "decomposition")?),
            "stablehlo.while" => control::while_loop(self, op),
            "stablehlo.if" => control::conditional(self, op),
            "stablehlo.case" => control::case(self, op),
            "stablehlo.map" => control::map(self, op),
            "stablehlo.optimization_barrier" => control::barrier(self, op),
            "stablehlo.custom_call" => control::custom_call(self, op),
            "stablehlo.constant" => layout::constant(self, op),
            "stablehlo.iota" => layout::iota(self, op),
            "stablehlo.broadcast_in_dim" => layout::broadcast_in_dim(self, op),
            "stablehlo.broadcast" => layout::broadcast(self, op),
            "stablehlo.reshape" => layout::reshape(self, op),
            "stablehlo.transpose" => layout::transpose(self, op),
            "stablehlo.reverse" => layout::reverse(self, op),
            "stablehlo.slice" => layout::slice(self, op),
            "stablehlo.pad" => layout::pad(self, op),
            "stablehlo.concatenate" => layout::concatenate(self, op),
            "stablehlo.dynamic_slice" => layout::dynamic_slice(self, op),
            "stablehlo.dynamic_update_slice" => layout::dynamic_update_slice(self, op),
            "stablehlo.get_dimension_size" => layout::dimension_size(self, op),
            "stablehlo.bitcast_convert" => layout::bitcast(self, op),
            "stablehlo.compare" => compare::compare(self, op),
            "stablehlo.convert" => compare::convert(self, op),
            "stablehlo.select" => compare::select(self, op),
            "stablehlo.clamp" => compare::clamp(self, op),
            "stablehlo.reduce_precision" => precision::reduce_precision(self, op),
            "stablehlo.dot_general" => contract::dot_general(self, op),
            "stablehlo.dot" => contract::dot(self, op),
            "stablehlo.einsum" | "stablehlo.unary_einsum" => contract::einsum(self, op),
            "stablehlo.scatter" => scatter::scatter(self, op),
            "stablehlo.reduce_window" => window::reduce_window(self, op),
            "stablehlo.select_and_scatter" => window::select_and_scatter(self, op),
            "stablehlo.convolution" => conv::convolution(self, op),
            "stablehlo.sort" => sort::sort(self, op),
            "chlo.top_k" => sort::top_k(self, op),
            "stablehlo.rng_bit_generator" => rng::bit_generator(self, op),
            "stablehlo.gather" => gather::gather(self, op),
            "stablehlo.reduce" => reduce::reduce(self, op),
            _ if ["stablehlo", "chlo", "check"].contains(&op.info().dialect()) => {
                Err(refuse(op, Refusal::Unsupported, "has no counterpart here"))
            }
            _ => self.keep(op),
        }
    }

    /// An op of another dialect stays as it is, with its operands converted.
    fn keep(&mut self, op: OpRef<'a>) -> Done {
        let operands = self.operands(op)?;
        if self.src.regions(op.id()).len() > 0 {
            return Err(refuse(op, Refusal::Unsupported, "has regions and is of another dialect"));
        }
        let types = (0..op.result_count()).map(|i| self.result_type(op, i)).collect::<Done<Vec<_>>>()?;
        let ctx = self.ctx();
        let mut attrs: Vec<(&str, _)> = Vec::new();
        for (name, value) in self.src.inherent(op.id()) {
            attrs.push((name, value));
        }
        for (name, value) in self.src.discardable(op.id()) {
            attrs.push((ctx.text(name), value));
        }
        let made = self.b.op(op.name(), &operands, &types, &attrs);
        let results: Vec<_> = self.b.body.results(made).collect();
        self.define_all(op, &results)
    }
}
