//! The syntax of custom forms, as data.

/// How the types after the colon of a custom form determine those of operands and results, if it has no
/// function type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::stablehlo) enum Shape {
    /// One type for all operands and the result.
    Same,
    /// The types of the operands in order; no results.
    Operands,
    /// The types of the operands in order, and results of the same types.
    Through,
    /// The condition's type, then that of the other operands and the result.
    Select,
    /// The complex type of the result; the operands have the type of its parts.
    Complex,
    /// The tuple type of the result; the operands have the types of its elements.
    Tuple,
    /// A function type is required.
    Function,
}

/// The syntax of the value after `name =` in a custom form, and the attribute that it becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::stablehlo) enum Value {
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
    /// `{stride = […], …}`: one attribute per key.
    Window,
    /// `[0] x [1]`: dimension numbers of a dot product.
    DotDims,
    /// `<name = value, …>`: `#stablehlo.KIND<…>`.
    Fields(&'static str),
}

/// A key of a custom form: its spelling, the syntax of its value, and the attribute's name.
pub(in crate::stablehlo) type Key = (&'static str, Value, &'static str);

/// The custom form of an op: its full name and its syntax.
#[derive(Clone, Copy, Debug)]
pub(in crate::stablehlo) struct Syntax {
    pub(in crate::stablehlo) name: &'static str,
    pub(in crate::stablehlo) shape: Shape,
    pub(in crate::stablehlo) keys: &'static [Key],
    /// Attributes for words without a key, in order: name and enumeration.
    pub(in crate::stablehlo) words: &'static [(&'static str, &'static str)],
}
