//! A table of the ops of StableHLO, CHLO and the `check` dialect: the syntax of their custom forms, and their
//! conversions.

use super::convert::Import;
use super::convert::calls::{collectives, linalg};
use super::convert::elements::How::{self, Itself, No, One, Op, Two};
use super::convert::elements::{Elementwise, high_signed, high_unsigned};
use super::convert::elements::{batch_norm, broadcasting, compare, precision};
use super::convert::lower::{Done, Lower};
use super::convert::moves::{dynamic, dynamic_slices, gather, scatter};
use super::convert::reductions::{contract, conv, select_and_scatter, sort, window};
use super::convert::rng;
use super::convert::{calls as control, moves as layout, reductions as reduce};
use super::syntax::Shape::{Complex, Function, Operands, Same, Select, Through, Tuple};
use super::syntax::Value::{ConvDims, DotDims, Fields, Format, Plain, Window, Word, Words};
use super::syntax::{Key, RowForm, Shape, Syntax};
use std::sync::Arc;
use tf_dialects::{arith, math};
use tf_ir::OpKind;
use tf_ir::opref::OpRef;
use tf_ir::registry::{Count, OpInfo, Registry, Traits};
use tf_library::expr::formula;
use tf_library::{floats, integers, special};

/// Converts one op of the source at the cursor.
type Convert = for<'a, 'b, 'l> fn(&'l mut Lower<'a, 'b>, OpRef<'a>) -> Done;

/// The conversion of an op.
#[derive(Clone, Copy)]
enum Becomes {
    /// By a function.
    By(Convert),
    /// To one or several elementwise ops of ours.
    Elementwise(Elementwise),
}

impl Import for Becomes {
    fn import<'a>(&self, l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
        match self {
            Becomes::By(convert) => convert(l, op),
            Becomes::Elementwise(how) => how.convert(l, op),
        }
    }

    fn elementwise(&self) -> Option<&Elementwise> {
        match self {
            Becomes::By(_) => None,
            Becomes::Elementwise(how) => Some(how),
        }
    }
}

/// One op: its syntax and its conversion; ops without a conversion are refused by name and location.
#[derive(Clone, Copy)]
struct Row {
    syntax: Syntax,
    becomes: Option<Becomes>,
}

const fn row(name: &'static str, shape: Shape) -> Row {
    Row { syntax: Syntax { name, shape, keys: &[], words: &[] }, becomes: None }
}

impl Row {
    const fn keys(self, keys: &'static [Key]) -> Row {
        Row { syntax: Syntax { keys, ..self.syntax }, ..self }
    }

    const fn words(self, words: &'static [(&'static str, &'static str)]) -> Row {
        Row { syntax: Syntax { words, ..self.syntax }, ..self }
    }

    const fn by(self, convert: Convert) -> Row {
        Row { becomes: Some(Becomes::By(convert)), ..self }
    }

    /// Elementwise, by signed integers, unsigned integers, booleans and floats.
    const fn signs(self, operands: usize, signed: How, unsigned: How, bool: How, float: How) -> Row {
        let how = Elementwise { operands, signed, unsigned, bool, float };
        Row { becomes: Some(Becomes::Elementwise(how)), ..self }
    }

    const fn any(self, operands: usize, int: How, bool: How, float: How) -> Row {
        self.signs(operands, int, int, bool, float)
    }

    const fn bits(self, op: OpKind) -> Row {
        self.any(2, Op(op), Op(op), No)
    }

    const fn float(self, operands: usize, how: How) -> Row {
        self.any(operands, No, No, how)
    }
}

/// The comparison's direction and type, which are written without keys.
const COMPARE: &[(&str, &str)] =
    &[("comparison_direction", "comparison_direction"), ("compare_type", "comparison_type")];

/// Every op that the parser reads.
#[rustfmt::skip]
static ROWS: &[Row] = &[
    row("check.expect_almost_eq", Operands),
    row("check.expect_almost_eq_const", Operands).keys(&[("tolerance", Plain, "tolerance")]),
    row("check.expect_close", Operands)
        .keys(&[("max_ulp_difference", Plain, "max_ulp_difference"), ("min_ulp_difference", Plain, "min_ulp_difference")]),
    row("check.expect_eq", Operands),
    row("check.expect_eq_const", Operands),
    row("check.expect_serialized_eq", Operands).keys(&[("probe_id", Plain, "probe_id"), ("iter", Plain, "iteration")]),
    row("chlo._asin_acos_kernel", Same),
    row("chlo.acos", Same).float(1, Op(math::Acos::KIND)),
    row("chlo.acosh", Same).float(1, Op(math::Acosh::KIND)),
    row("chlo.asin", Same).float(1, Op(math::Asin::KIND)),
    row("chlo.asinh", Same).float(1, Op(math::Asinh::KIND)),
    row("chlo.atan", Same).float(1, Op(math::Atan::KIND)),
    row("chlo.atanh", Same).float(1, Op(math::Atanh::KIND)),
    row("chlo.bessel_i1e", Same).float(1, One(special::bessel_i1e)),
    row("chlo.broadcast_complex", Function),
    row("chlo.conj", Same).any(1, Itself, Itself, Itself),
    row("chlo.constant", Same).by(layout::constant),
    row("chlo.constant_like", Same).by(broadcasting::constant_like),
    row("chlo.cosh", Same).float(1, One(floats::cosh)),
    row("chlo.digamma", Same).float(1, One(special::digamma)),
    row("chlo.dynamic_reshape", Function).by(|l, op| dynamic::fixed(l, op, layout::reshape_as)),
    row("chlo.erf", Same).float(1, Op(math::Erf::KIND)),
    row("chlo.erf_inv", Same).float(1, One(special::erf_inv)),
    row("chlo.erfc", Same).float(1, Op(math::Erfc::KIND)),
    row("chlo.is_inf", Function).float(1, One(|b, x| math::isinf(b, x))),
    row("chlo.is_neg_inf", Function).float(1, One(|b, x| formula(b, [x], |[x]| x.equals(f64::NEG_INFINITY)))),
    row("chlo.is_pos_inf", Function).float(1, One(|b, x| formula(b, [x], |[x]| x.equals(f64::INFINITY)))),
    row("chlo.lgamma", Same).float(1, One(special::lgamma)),
    row("chlo.mulhi", Same).signs(2, Two(high_signed), Two(high_unsigned), No, No),
    row("chlo.next_after", Same).float(2, Two(floats::next_after)),
    row("chlo.polygamma", Same).float(2, Two(special::polygamma_of_chlo)),
    row("chlo.ragged_dot", Function),
    row("chlo.scan", Function),
    row("chlo.sinh", Same).float(1, One(floats::sinh)),
    row("chlo.square", Same).any(1, One(|b, x| arith::muli(b, x, x)), No, One(|b, x| arith::mulf(b, x, x))),
    row("chlo.tan", Same).float(1, Op(math::Tan::KIND)),
    row("chlo.top_k", Function).keys(&[("k", Plain, "k")]).by(sort::top_k),
    row("chlo.zeta", Same).float(2, Two(special::zeta_of_chlo)),
    row("stablehlo.abs", Same).signs(1, Op(math::Absi::KIND), Itself, No, Op(math::Absf::KIND)),
    row("stablehlo.add", Same).any(2, Op(arith::Addi::KIND), Op(arith::Ori::KIND), Op(arith::Addf::KIND)),
    row("stablehlo.after_all", Same).by(collectives::nothing),
    row("stablehlo.all_gather", Function).by(collectives::collective),
    row("stablehlo.all_reduce", Function).by(collectives::collective),
    row("stablehlo.all_to_all", Function).by(collectives::collective),
    row("stablehlo.and", Same).bits(arith::Andi::KIND),
    row("stablehlo.async_done", Function),
    row("stablehlo.async_start", Function),
    row("stablehlo.atan2", Same).float(2, Op(math::Atan2::KIND)),
    row("stablehlo.batch_norm_grad", Function).by(batch_norm::grad),
    row("stablehlo.batch_norm_inference", Function).by(batch_norm::inference),
    row("stablehlo.batch_norm_training", Function).by(batch_norm::training),
    row("stablehlo.bitcast_convert", Function).by(layout::bitcast),
    row("stablehlo.broadcast", Function).keys(&[("sizes", Plain, "broadcast_sizes")]).by(layout::broadcast),
    row("stablehlo.broadcast_in_dim", Function).keys(&[("dims", Plain, "broadcast_dimensions")]).by(layout::broadcast_in_dim),
    row("stablehlo.case", Function).by(control::case),
    row("stablehlo.cbrt", Same).float(1, Op(math::Cbrt::KIND)),
    row("stablehlo.ceil", Same).float(1, Op(math::Ceil::KIND)),
    row("stablehlo.cholesky", Same).keys(&[("lower", Plain, "lower")]).by(linalg::cholesky),
    row("stablehlo.clamp", Same).by(compare::clamp),
    row("stablehlo.collective_broadcast", Function).by(collectives::collective),
    row("stablehlo.collective_permute", Function).by(collectives::permute),
    row("stablehlo.compare", Function).words(COMPARE).by(compare::compare),
    row("stablehlo.complex", Complex),
    row("stablehlo.composite", Function).by(control::composite),
    row("stablehlo.concatenate", Function).keys(&[("dim", Plain, "dimension")]).by(layout::concatenate),
    row("stablehlo.constant", Same).by(layout::constant),
    row("stablehlo.convert", Same).by(compare::convert),
    row("stablehlo.convolution", Function).keys(&[("dim_numbers", ConvDims, "dimension_numbers"), ("window", Window, "")])
        .by(conv::convolution),
    row("stablehlo.cosine", Same).float(1, Op(math::Cos::KIND)),
    row("stablehlo.count_leading_zeros", Same).any(1, Op(math::Ctlz::KIND), Op(math::Ctlz::KIND), No),
    row("stablehlo.create_token", Same).by(collectives::nothing),
    row("stablehlo.cross-replica-sum", Function).by(collectives::collective),
    row("stablehlo.custom_call", Function).by(control::custom_call),
    row("stablehlo.divide", Same).signs(2, Op(arith::Divsi::KIND), Op(arith::Divui::KIND), No, Op(arith::Divf::KIND)),
    row("stablehlo.dot", Function).keys(&[("precision", Words("precision"), "precision_config")]).by(contract::dot),
    row("stablehlo.dot_general", Function)
        .keys(&[("batching_dims", DotDims, "batching"), ("contracting_dims", DotDims, "contracting"),
            ("precision", Words("precision"), "precision_config"), ("algorithm", Fields("dot_algorithm"), "algorithm")])
        .by(contract::dot_general),
    row("stablehlo.dynamic_broadcast_in_dim", Function).keys(&[("dims", Plain, "broadcast_dimensions")])
        .by(|l, op| dynamic::fixed(l, op, layout::broadcast_as)),
    row("stablehlo.dynamic_conv", Function).keys(&[("dim_numbers", ConvDims, "dimension_numbers"), ("window", Window, "")])
        .by(dynamic::conv),
    row("stablehlo.dynamic_gather", Function).by(dynamic::gather),
    row("stablehlo.dynamic_iota", Function).keys(&[("dim", Plain, "iota_dimension")])
        .by(|l, op| dynamic::fixed(l, op, layout::iota_as)),
    row("stablehlo.dynamic_pad", Function).by(dynamic::pad),
    row("stablehlo.dynamic_reshape", Function).by(|l, op| dynamic::fixed(l, op, layout::reshape_as)),
    row("stablehlo.dynamic_slice", Function).keys(&[("sizes", Plain, "slice_sizes")]).by(dynamic_slices::dynamic_slice),
    row("stablehlo.dynamic_update_slice", Function).by(dynamic_slices::dynamic_update_slice),
    row("stablehlo.einsum", Function).keys(&[("config", Plain, "einsum_config")]).by(contract::einsum),
    row("stablehlo.exponential", Same).float(1, Op(math::Exp::KIND)),
    row("stablehlo.exponential_minus_one", Same).float(1, Op(math::Expm1::KIND)),
    row("stablehlo.fft", Function).keys(&[("type", Word("fft_type"), "fft_type"), ("length", Plain, "fft_length")]),
    row("stablehlo.floor", Same).float(1, Op(math::Floor::KIND)),
    row("stablehlo.gather", Function).by(gather::gather),
    row("stablehlo.get_dimension_size", Function).keys(&[("dim", Plain, "dimension")]).by(layout::dimension_size),
    row("stablehlo.get_tuple_element", Function).by(control::tuple_element),
    row("stablehlo.if", Function).by(control::conditional),
    row("stablehlo.imag", Function).by(layout::imaginary),
    row("stablehlo.infeed", Function),
    row("stablehlo.iota", Same).keys(&[("dim", Plain, "iota_dimension")]).by(layout::iota),
    row("stablehlo.is_finite", Function).float(1, One(|b, x| math::isfinite(b, x))),
    row("stablehlo.log", Same).float(1, Op(math::Log::KIND)),
    row("stablehlo.log_plus_one", Same).float(1, Op(math::Log1p::KIND)),
    row("stablehlo.logistic", Same).float(1, One(floats::logistic)),
    row("stablehlo.map", Function).by(control::map),
    row("stablehlo.maximum", Same)
        .signs(2, Op(arith::Maxsi::KIND), Op(arith::Maxui::KIND), Op(arith::Ori::KIND), Op(arith::Maximumf::KIND)),
    row("stablehlo.minimum", Same)
        .signs(2, Op(arith::Minsi::KIND), Op(arith::Minui::KIND), Op(arith::Andi::KIND), Op(arith::Minimumf::KIND)),
    row("stablehlo.multiply", Same).any(2, Op(arith::Muli::KIND), Op(arith::Andi::KIND), Op(arith::Mulf::KIND)),
    row("stablehlo.negate", Same).any(1, One(integers::negate), No, Op(arith::Negf::KIND)),
    row("stablehlo.not", Same).any(1, One(integers::not), One(integers::not), No),
    row("stablehlo.optimization_barrier", Through).by(control::barrier),
    row("stablehlo.or", Same).bits(arith::Ori::KIND),
    row("stablehlo.outfeed", Function),
    row("stablehlo.pad", Function)
        .keys(&[("low", Plain, "edge_padding_low"), ("high", Plain, "edge_padding_high"),
            ("interior", Plain, "interior_padding")])
        .by(layout::pad),
    row("stablehlo.partition_id", Same).by(collectives::number),
    row("stablehlo.popcnt", Same).any(1, Op(math::Ctpop::KIND), Op(math::Ctpop::KIND), No),
    row("stablehlo.power", Same).signs(2, Two(integers::power_signed), Two(integers::power_unsigned), No, Op(math::Powf::KIND)),
    row("stablehlo.real", Function).any(1, No, No, Itself),
    row("stablehlo.real_dynamic_slice", Function).by(dynamic::real_slice),
    row("stablehlo.recv", Function),
    row("stablehlo.reduce", Function).by(reduce::reduce),
    row("stablehlo.reduce_precision", Same).keys(&[("format", Format, "")]).by(precision::reduce_precision),
    row("stablehlo.reduce_scatter", Function).by(collectives::collective),
    row("stablehlo.reduce_window", Function).by(window::reduce_window),
    row("stablehlo.remainder", Same).signs(2, Op(arith::Remsi::KIND), Op(arith::Remui::KIND), No, Op(arith::Remf::KIND)),
    row("stablehlo.replica_id", Same).by(collectives::number),
    row("stablehlo.reshape", Function).by(layout::reshape),
    row("stablehlo.return", Operands),
    row("stablehlo.reverse", Same).keys(&[("dims", Plain, "dimensions")]).by(layout::reverse),
    row("stablehlo.rng", Function).keys(&[("distribution", Word("rng_distribution"), "rng_distribution")]),
    row("stablehlo.rng_bit_generator", Function).keys(&[("algorithm", Word("rng_algorithm"), "rng_algorithm")])
        .by(rng::bit_generator),
    row("stablehlo.round_nearest_afz", Same).float(1, Op(math::Round::KIND)),
    row("stablehlo.round_nearest_even", Same).float(1, Op(math::Roundeven::KIND)),
    row("stablehlo.rsqrt", Same).float(1, Op(math::Rsqrt::KIND)),
    row("stablehlo.scatter", Function).by(scatter::scatter),
    row("stablehlo.select", Select).by(compare::select),
    row("stablehlo.select_and_scatter", Function).by(select_and_scatter::select_and_scatter),
    row("stablehlo.send", Function),
    row("stablehlo.set_dimension_size", Function).keys(&[("dim", Plain, "dimension")]).by(dynamic::set_dimension_size),
    row("stablehlo.shift_left", Same).bits(arith::Shli::KIND),
    row("stablehlo.shift_right_arithmetic", Same).bits(arith::Shrsi::KIND),
    row("stablehlo.shift_right_logical", Same).bits(arith::Shrui::KIND),
    row("stablehlo.sign", Same).signs(1, One(integers::sign_signed), One(integers::sign_unsigned), No, One(floats::sign)),
    row("stablehlo.sine", Same).float(1, Op(math::Sin::KIND)),
    row("stablehlo.slice", Function).by(layout::slice),
    row("stablehlo.sort", Function).by(sort::sort),
    row("stablehlo.sqrt", Same).float(1, Op(math::Sqrt::KIND)),
    row("stablehlo.subtract", Same).any(2, Op(arith::Subi::KIND), Op(arith::Xori::KIND), Op(arith::Subf::KIND)),
    row("stablehlo.tan", Same).float(1, Op(math::Tan::KIND)),
    row("stablehlo.tanh", Same).float(1, Op(math::Tanh::KIND)),
    row("stablehlo.torch_index_select", Function).by(gather::index_select),
    row("stablehlo.transpose", Function).keys(&[("dims", Plain, "permutation")]).by(layout::transpose),
    row("stablehlo.triangular_solve", Function).by(linalg::triangular_solve),
    row("stablehlo.tuple", Tuple).by(control::tuple),
    row("stablehlo.unary_einsum", Function).keys(&[("config", Plain, "einsum_config")]).by(contract::einsum),
    row("stablehlo.uniform_dequantize", Function),
    row("stablehlo.uniform_quantize", Function),
    row("stablehlo.while", Function).by(control::while_loop),
    row("stablehlo.xor", Same).bits(arith::Xori::KIND),
];

/// Elementwise ops with implicit broadcasting.
#[rustfmt::skip]
const BROADCASTS: [&str; 20] = [
    "chlo.broadcast_add", "chlo.broadcast_and", "chlo.broadcast_atan2", "chlo.broadcast_compare", "chlo.broadcast_divide",
    "chlo.broadcast_maximum", "chlo.broadcast_minimum", "chlo.broadcast_multiply", "chlo.broadcast_next_after",
    "chlo.broadcast_or", "chlo.broadcast_polygamma", "chlo.broadcast_power", "chlo.broadcast_remainder",
    "chlo.broadcast_select", "chlo.broadcast_shift_left", "chlo.broadcast_shift_right_arithmetic",
    "chlo.broadcast_shift_right_logical", "chlo.broadcast_subtract", "chlo.broadcast_xor", "chlo.broadcast_zeta",
];

/// All rows of the table.
fn rows() -> impl Iterator<Item = Row> {
    let broadcasts = BROADCASTS.into_iter().map(|name| row(name, Function).by(broadcasting::convert));
    ROWS.iter().copied().chain(broadcasts)
}

/// Conversions of ops about devices; `sdy.mesh` and terminators convert to nothing.
const DEVICES: [(&str, Convert); 7] = [
    ("sdy.data_flow_edge", control::barrier),
    ("sdy.manual_computation", collectives::computation),
    ("sdy.named_computation", collectives::computation),
    ("sdy.propagation_barrier", control::barrier),
    ("sdy.reshard", control::barrier),
    ("sdy.sharding_constraint", control::barrier),
    ("sdy.sharding_group", collectives::nothing),
];

/// The names of all ops that are converted, sorted.
pub fn supported() -> Vec<&'static str> {
    let imported = rows().filter(|row| row.becomes.is_some()).map(|row| row.syntax.name);
    let mut names: Vec<&str> = imported.chain(DEVICES.map(|(name, _)| name)).collect();
    names.sort_unstable();
    names
}

/// Registers the dialects `stablehlo`, `chlo`, `check` and `sdy`. Their custom forms are read-only: the
/// printer uses the generic form, which every StableHLO tool reads.
pub fn register(registry: &mut Registry) {
    let summary = "Programs of machine learning frameworks (openxla/stablehlo), to be imported";
    if !registry.dialect("stablehlo", summary) {
        return;
    }
    registry.dialect("chlo", "CHLO, the client ops on top of StableHLO, to be imported");
    registry.dialect("check", "Expectations of StableHLO's tests");
    super::syntax::register(registry, |info| {
        let found = DEVICES.iter().find(|(name, _)| *name == info.name);
        importing(info, found.map(|(_, convert)| Becomes::By(*convert)))
    });
    for row in rows() {
        let traits = match row.syntax.name {
            "stablehlo.return" => Traits::TERMINATOR.with(Traits::RETURN_LIKE),
            _ => Traits::default(),
        };
        let info = OpInfo {
            traits,
            operands: None,
            results: None,
            regions: Count::AtLeast(0),
            summary: "An op of StableHLO's specification, to be imported".into(),
            docs: "Its meaning is that of the StableHLO specification; the import turns it into our ops."
                .into(),
            assembly: Some(Arc::new(RowForm(row.syntax))),
            ..OpInfo::new(row.syntax.name)
        };
        registry.op(importing(info, row.becomes));
    }
}

/// The description of an op with its conversion.
fn importing(info: OpInfo, becomes: Option<Becomes>) -> OpInfo {
    match becomes {
        Some(becomes) => info.with::<dyn Import>(Arc::new(becomes)),
        None => info,
    }
}
