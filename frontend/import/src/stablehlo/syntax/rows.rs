//! The ops of StableHLO, CHLO and the `check` dialect as a table: names, and how their custom forms are read.

/// How the types behind the colon of a custom form stand for operands and results, when no function type is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// One type for all operands and the result.
    Same,
    /// The types of the operands in order; no results.
    Operands,
    /// The types of the operands in order, and results of the same types.
    Through,
    /// The condition's type, then that of the other operands and the result.
    Select,
    /// One type, of the result, complex; the operands have its parts' type.
    Complex,
    /// One type, of the result, a tuple; the operands have the types it holds.
    Tuple,
    /// A function type must be written.
    Function,
}

/// How the value behind `name =` of a custom form is read, and which attribute it becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// `[1, 2]` as `array<i64: 1, 2>`, or an integer as `i64`, or another attribute.
    Plain,
    /// `WORD` as `#stablehlo<KIND WORD>`.
    Word(&'static str),
    /// `[WORD, …]`, likewise.
    Words(&'static str),
    /// `e8m7`: the attributes `exponent_bits` and `mantissa_bits`.
    Format,
    /// `[b, 0, f]x[0, i, o]->[b, 0, f]`
    ConvDims,
    /// `{stride = […], …}`: an attribute for each.
    Window,
    /// `[0] x [1]`: dimension numbers of a dot product.
    DotDims,
    /// `<name = value, …>`: `#stablehlo.KIND<…>`.
    Fields(&'static str),
}

/// A key of a custom form: its spelling, how it is read, and the attribute's name.
pub(super) type Key = (&'static str, Value, &'static str);

/// One op.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    pub(super) keys: &'static [Key],
    /// Attributes for words without a key, in order: name and enumeration.
    pub(super) words: &'static [(&'static str, &'static str)],
}

const fn row(name: &'static str, shape: Shape) -> Row {
    Row { name, shape, keys: &[], words: &[] }
}

const fn keys(name: &'static str, shape: Shape, keys: &'static [Key]) -> Row {
    Row { name, shape, keys, words: &[] }
}

use Shape::{Complex, Function, Operands, Same, Select, Through, Tuple};
use Value::{ConvDims, DotDims, Fields, Format, Plain, Window, Word, Words};

/// The comparison's direction and type, which stand without keys.
const COMPARE: &[(&str, &str)] =
    &[("comparison_direction", "comparison_direction"), ("compare_type", "comparison_type")];

/// Every op that is read. Those that no conversion takes are refused by name, with the place.
pub(super) const ROWS: &[Row] = &[
    row("check.expect_almost_eq", Operands),
    keys("check.expect_almost_eq_const", Operands, &[("tolerance", Plain, "tolerance")]),
    keys(
        "check.expect_close",
        Operands,
        &[
            ("max_ulp_difference", Plain, "max_ulp_difference"),
            ("min_ulp_difference", Plain, "min_ulp_difference"),
        ],
    ),
    row("check.expect_eq", Operands),
    row("check.expect_eq_const", Operands),
    keys(
        "check.expect_serialized_eq",
        Operands,
        &[("probe_id", Plain, "probe_id"), ("iter", Plain, "iteration")],
    ),
    row("chlo._asin_acos_kernel", Same),
    row("chlo.acos", Same),
    row("chlo.acosh", Same),
    row("chlo.asin", Same),
    row("chlo.asinh", Same),
    row("chlo.atan", Same),
    row("chlo.atanh", Same),
    row("chlo.bessel_i1e", Same),
    row("chlo.broadcast_add", Function),
    row("chlo.broadcast_and", Function),
    row("chlo.broadcast_atan2", Function),
    row("chlo.broadcast_compare", Function),
    row("chlo.broadcast_complex", Function),
    row("chlo.broadcast_divide", Function),
    row("chlo.broadcast_maximum", Function),
    row("chlo.broadcast_minimum", Function),
    row("chlo.broadcast_multiply", Function),
    row("chlo.broadcast_next_after", Function),
    row("chlo.broadcast_or", Function),
    row("chlo.broadcast_polygamma", Function),
    row("chlo.broadcast_power", Function),
    row("chlo.broadcast_remainder", Function),
    row("chlo.broadcast_select", Function),
    row("chlo.broadcast_shift_left", Function),
    row("chlo.broadcast_shift_right_arithmetic", Function),
    row("chlo.broadcast_shift_right_logical", Function),
    row("chlo.broadcast_subtract", Function),
    row("chlo.broadcast_xor", Function),
    row("chlo.broadcast_zeta", Function),
    row("chlo.conj", Same),
    row("chlo.constant", Same),
    row("chlo.constant_like", Same),
    row("chlo.cosh", Same),
    row("chlo.digamma", Same),
    row("chlo.dynamic_reshape", Function),
    row("chlo.erf", Same),
    row("chlo.erf_inv", Same),
    row("chlo.erfc", Same),
    row("chlo.is_inf", Function),
    row("chlo.is_neg_inf", Function),
    row("chlo.is_pos_inf", Function),
    row("chlo.lgamma", Same),
    row("chlo.mulhi", Same),
    row("chlo.next_after", Same),
    row("chlo.polygamma", Same),
    row("chlo.ragged_dot", Function),
    row("chlo.scan", Function),
    row("chlo.sinh", Same),
    row("chlo.square", Same),
    row("chlo.tan", Same),
    keys("chlo.top_k", Function, &[("k", Plain, "k")]),
    row("chlo.zeta", Same),
    row("stablehlo.abs", Same),
    row("stablehlo.add", Same),
    row("stablehlo.after_all", Same),
    row("stablehlo.all_gather", Function),
    row("stablehlo.all_reduce", Function),
    row("stablehlo.all_to_all", Function),
    row("stablehlo.and", Same),
    row("stablehlo.async_done", Function),
    row("stablehlo.async_start", Function),
    row("stablehlo.atan2", Same),
    row("stablehlo.batch_norm_grad", Function),
    row("stablehlo.batch_norm_inference", Function),
    row("stablehlo.batch_norm_training", Function),
    row("stablehlo.bitcast_convert", Function),
    keys("stablehlo.broadcast", Function, &[("sizes", Plain, "broadcast_sizes")]),
    keys("stablehlo.broadcast_in_dim", Function, &[("dims", Plain, "broadcast_dimensions")]),
    row("stablehlo.case", Function),
    row("stablehlo.cbrt", Same),
    row("stablehlo.ceil", Same),
    keys("stablehlo.cholesky", Same, &[("lower", Plain, "lower")]),
    row("stablehlo.clamp", Same),
    row("stablehlo.collective_broadcast", Function),
    row("stablehlo.collective_permute", Function),
    Row { name: "stablehlo.compare", shape: Function, keys: &[], words: COMPARE },
    row("stablehlo.complex", Complex),
    row("stablehlo.composite", Function),
    keys("stablehlo.concatenate", Function, &[("dim", Plain, "dimension")]),
    row("stablehlo.constant", Same),
    row("stablehlo.convert", Same),
    keys(
        "stablehlo.convolution",
        Function,
        &[("dim_numbers", ConvDims, "dimension_numbers"), ("window", Window, "")],
    ),
    row("stablehlo.cosine", Same),
    row("stablehlo.count_leading_zeros", Same),
    row("stablehlo.create_token", Same),
    row("stablehlo.cross-replica-sum", Function),
    row("stablehlo.custom_call", Function),
    row("stablehlo.divide", Same),
    keys("stablehlo.dot", Function, &[("precision", Words("precision"), "precision_config")]),
    keys(
        "stablehlo.dot_general",
        Function,
        &[
            ("batching_dims", DotDims, "batching"),
            ("contracting_dims", DotDims, "contracting"),
            ("precision", Words("precision"), "precision_config"),
            ("algorithm", Fields("dot_algorithm"), "algorithm"),
        ],
    ),
    keys("stablehlo.dynamic_broadcast_in_dim", Function, &[("dims", Plain, "broadcast_dimensions")]),
    keys(
        "stablehlo.dynamic_conv",
        Function,
        &[("dim_numbers", ConvDims, "dimension_numbers"), ("window", Window, "")],
    ),
    row("stablehlo.dynamic_gather", Function),
    keys("stablehlo.dynamic_iota", Function, &[("dim", Plain, "iota_dimension")]),
    row("stablehlo.dynamic_pad", Function),
    row("stablehlo.dynamic_reshape", Function),
    keys("stablehlo.dynamic_slice", Function, &[("sizes", Plain, "slice_sizes")]),
    row("stablehlo.dynamic_update_slice", Function),
    keys("stablehlo.einsum", Function, &[("config", Plain, "einsum_config")]),
    row("stablehlo.exponential", Same),
    row("stablehlo.exponential_minus_one", Same),
    keys(
        "stablehlo.fft",
        Function,
        &[("type", Word("fft_type"), "fft_type"), ("length", Plain, "fft_length")],
    ),
    row("stablehlo.floor", Same),
    row("stablehlo.gather", Function),
    keys("stablehlo.get_dimension_size", Function, &[("dim", Plain, "dimension")]),
    row("stablehlo.get_tuple_element", Function),
    row("stablehlo.if", Function),
    row("stablehlo.imag", Function),
    row("stablehlo.infeed", Function),
    keys("stablehlo.iota", Same, &[("dim", Plain, "iota_dimension")]),
    row("stablehlo.is_finite", Function),
    row("stablehlo.log", Same),
    row("stablehlo.log_plus_one", Same),
    row("stablehlo.logistic", Same),
    row("stablehlo.map", Function),
    row("stablehlo.maximum", Same),
    row("stablehlo.minimum", Same),
    row("stablehlo.multiply", Same),
    row("stablehlo.negate", Same),
    row("stablehlo.not", Same),
    row("stablehlo.optimization_barrier", Through),
    row("stablehlo.or", Same),
    row("stablehlo.outfeed", Function),
    keys(
        "stablehlo.pad",
        Function,
        &[
            ("low", Plain, "edge_padding_low"),
            ("high", Plain, "edge_padding_high"),
            ("interior", Plain, "interior_padding"),
        ],
    ),
    row("stablehlo.partition_id", Same),
    row("stablehlo.popcnt", Same),
    row("stablehlo.power", Same),
    row("stablehlo.real", Function),
    row("stablehlo.real_dynamic_slice", Function),
    row("stablehlo.recv", Function),
    row("stablehlo.reduce", Function),
    keys("stablehlo.reduce_precision", Same, &[("format", Format, "")]),
    row("stablehlo.reduce_scatter", Function),
    row("stablehlo.reduce_window", Function),
    row("stablehlo.remainder", Same),
    row("stablehlo.replica_id", Same),
    row("stablehlo.reshape", Function),
    row("stablehlo.return", Operands),
    keys("stablehlo.reverse", Same, &[("dims", Plain, "dimensions")]),
    keys("stablehlo.rng", Function, &[("distribution", Word("rng_distribution"), "rng_distribution")]),
    keys("stablehlo.rng_bit_generator", Function, &[("algorithm", Word("rng_algorithm"), "rng_algorithm")]),
    row("stablehlo.round_nearest_afz", Same),
    row("stablehlo.round_nearest_even", Same),
    row("stablehlo.rsqrt", Same),
    row("stablehlo.scatter", Function),
    row("stablehlo.select", Select),
    row("stablehlo.select_and_scatter", Function),
    row("stablehlo.send", Function),
    keys("stablehlo.set_dimension_size", Function, &[("dim", Plain, "dimension")]),
    row("stablehlo.shift_left", Same),
    row("stablehlo.shift_right_arithmetic", Same),
    row("stablehlo.shift_right_logical", Same),
    row("stablehlo.sign", Same),
    row("stablehlo.sine", Same),
    row("stablehlo.slice", Function),
    row("stablehlo.sort", Function),
    row("stablehlo.sqrt", Same),
    row("stablehlo.subtract", Same),
    row("stablehlo.tan", Same),
    row("stablehlo.tanh", Same),
    row("stablehlo.torch_index_select", Function),
    keys("stablehlo.transpose", Function, &[("dims", Plain, "permutation")]),
    row("stablehlo.triangular_solve", Function),
    row("stablehlo.tuple", Tuple),
    keys("stablehlo.unary_einsum", Function, &[("config", Plain, "einsum_config")]),
    row("stablehlo.uniform_dequantize", Function),
    row("stablehlo.uniform_quantize", Function),
    row("stablehlo.while", Function),
    row("stablehlo.xor", Same),
];
