//! Which function converts which op.

use super::elementwise;
use super::lower::{Done, Lower, refuse};
use super::{
    alone, batch_norm, broadcasting, compare, contract, control, conv, dynamic, gather, layout, linalg,
    precision, reduce, rng, scatter, sort, window,
};
use crate::error::Refusal;
use tf_ir::opref::OpRef;

/// Converts one op of the source at the cursor.
type Convert = for<'a, 'b, 'l> fn(&'l mut Lower<'a, 'b>, OpRef<'a>) -> Done;

/// The ops that are not elementwise and how they are converted, sorted by name.
const CONVERSIONS: &[(&str, Convert)] = &[
    ("chlo.broadcast_add", broadcasting::convert),
    ("chlo.broadcast_and", broadcasting::convert),
    ("chlo.broadcast_atan2", broadcasting::convert),
    ("chlo.broadcast_compare", broadcasting::convert),
    ("chlo.broadcast_divide", broadcasting::convert),
    ("chlo.broadcast_maximum", broadcasting::convert),
    ("chlo.broadcast_minimum", broadcasting::convert),
    ("chlo.broadcast_multiply", broadcasting::convert),
    ("chlo.broadcast_next_after", broadcasting::convert),
    ("chlo.broadcast_or", broadcasting::convert),
    ("chlo.broadcast_polygamma", broadcasting::convert),
    ("chlo.broadcast_power", broadcasting::convert),
    ("chlo.broadcast_remainder", broadcasting::convert),
    ("chlo.broadcast_select", broadcasting::convert),
    ("chlo.broadcast_shift_left", broadcasting::convert),
    ("chlo.broadcast_shift_right_arithmetic", broadcasting::convert),
    ("chlo.broadcast_shift_right_logical", broadcasting::convert),
    ("chlo.broadcast_subtract", broadcasting::convert),
    ("chlo.broadcast_xor", broadcasting::convert),
    ("chlo.broadcast_zeta", broadcasting::convert),
    ("chlo.constant", layout::constant),
    ("chlo.constant_like", broadcasting::constant_like),
    ("chlo.dynamic_reshape", dynamic::reshape),
    ("chlo.top_k", sort::top_k),
    ("func.call", control::func_call),
    ("func.return", control::function_return),
    ("sdy.data_flow_edge", control::barrier),
    ("sdy.manual_computation", alone::computation),
    ("sdy.named_computation", alone::computation),
    ("sdy.propagation_barrier", control::barrier),
    ("sdy.reshard", control::barrier),
    ("sdy.sharding_constraint", control::barrier),
    ("sdy.sharding_group", alone::nothing),
    ("stablehlo.after_all", alone::nothing),
    ("stablehlo.all_gather", alone::collective),
    ("stablehlo.all_reduce", alone::collective),
    ("stablehlo.all_to_all", alone::collective),
    ("stablehlo.batch_norm_grad", batch_norm::grad),
    ("stablehlo.batch_norm_inference", batch_norm::inference),
    ("stablehlo.batch_norm_training", batch_norm::training),
    ("stablehlo.bitcast_convert", layout::bitcast),
    ("stablehlo.broadcast", layout::broadcast),
    ("stablehlo.broadcast_in_dim", layout::broadcast_in_dim),
    ("stablehlo.case", control::case),
    ("stablehlo.cholesky", linalg::cholesky),
    ("stablehlo.clamp", compare::clamp),
    ("stablehlo.collective_broadcast", alone::collective),
    ("stablehlo.collective_permute", alone::permute),
    ("stablehlo.compare", compare::compare),
    ("stablehlo.composite", control::composite),
    ("stablehlo.concatenate", layout::concatenate),
    ("stablehlo.constant", layout::constant),
    ("stablehlo.convert", compare::convert),
    ("stablehlo.convolution", conv::convolution),
    ("stablehlo.create_token", alone::nothing),
    ("stablehlo.cross-replica-sum", alone::collective),
    ("stablehlo.custom_call", control::custom_call),
    ("stablehlo.dot", contract::dot),
    ("stablehlo.dot_general", contract::dot_general),
    ("stablehlo.dynamic_broadcast_in_dim", dynamic::broadcast_in_dim),
    ("stablehlo.dynamic_conv", dynamic::conv),
    ("stablehlo.dynamic_gather", dynamic::gather),
    ("stablehlo.dynamic_iota", dynamic::iota),
    ("stablehlo.dynamic_pad", dynamic::pad),
    ("stablehlo.dynamic_reshape", dynamic::reshape),
    ("stablehlo.dynamic_slice", layout::dynamic_slice),
    ("stablehlo.dynamic_update_slice", layout::dynamic_update_slice),
    ("stablehlo.einsum", contract::einsum),
    ("stablehlo.gather", gather::gather),
    ("stablehlo.get_dimension_size", layout::dimension_size),
    ("stablehlo.get_tuple_element", control::tuple_element),
    ("stablehlo.if", control::conditional),
    ("stablehlo.imag", layout::imaginary),
    ("stablehlo.iota", layout::iota),
    ("stablehlo.map", control::map),
    ("stablehlo.optimization_barrier", control::barrier),
    ("stablehlo.pad", layout::pad),
    ("stablehlo.partition_id", alone::number),
    ("stablehlo.real_dynamic_slice", dynamic::real_slice),
    ("stablehlo.reduce", reduce::reduce),
    ("stablehlo.reduce_precision", precision::reduce_precision),
    ("stablehlo.reduce_scatter", alone::collective),
    ("stablehlo.reduce_window", window::reduce_window),
    ("stablehlo.replica_id", alone::number),
    ("stablehlo.reshape", layout::reshape),
    ("stablehlo.return", control::function_return),
    ("stablehlo.reverse", layout::reverse),
    ("stablehlo.rng_bit_generator", rng::bit_generator),
    ("stablehlo.scatter", scatter::scatter),
    ("stablehlo.select", compare::select),
    ("stablehlo.select_and_scatter", window::select_and_scatter),
    ("stablehlo.set_dimension_size", dynamic::set_dimension_size),
    ("stablehlo.slice", layout::slice),
    ("stablehlo.sort", sort::sort),
    ("stablehlo.torch_index_select", gather::index_select),
    ("stablehlo.transpose", layout::transpose),
    ("stablehlo.triangular_solve", linalg::triangular_solve),
    ("stablehlo.tuple", control::tuple),
    ("stablehlo.unary_einsum", contract::einsum),
    ("stablehlo.while", control::while_loop),
];

/// The names of all ops that are converted, sorted.
pub fn supported() -> Vec<&'static str> {
    let mut names: Vec<&str> = elementwise::ROWS.iter().map(|row| row.name).collect();
    names.extend(CONVERSIONS.iter().map(|(name, _)| *name));
    names.sort_unstable();
    names
}

impl<'a> Lower<'a, '_> {
    /// Converts one op of the source at the cursor.
    pub(super) fn op(&mut self, op: OpRef<'a>) -> Done {
        self.b.loc = op.loc();
        let name = op.name();
        if let Some(row) = elementwise::row(name) {
            return elementwise::convert(self, op, row);
        }
        if let Ok(at) = CONVERSIONS.binary_search_by(|(known, _)| (*known).cmp(name)) {
            return CONVERSIONS[at].1(self, op);
        }
        if super::super::NAMESPACES.contains(&op.info().dialect()) {
            return Err(refuse(op, Refusal::Unsupported, "has no counterpart here"));
        }
        self.keep(op)
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

#[cfg(test)]
mod tests {
    #[test]
    fn conversions_are_sorted() {
        assert!(super::CONVERSIONS.is_sorted_by(|a, b| a.0 < b.0));
    }
}
