//! The types and operations that the generator draws from.

/// The types of the values, in the order in which tables are indexed by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Type {
    I1,
    I32,
    I64,
    F32,
    F64,
}

impl Type {
    /// All but `i1`.
    pub const NUMBERS: [Type; 4] = [Type::I32, Type::I64, Type::F32, Type::F64];
    /// Of the functions' arguments.
    pub const ARGUMENTS: [Type; 8] =
        [Type::I32, Type::I64, Type::F32, Type::F64, Type::I32, Type::I64, Type::F32, Type::F64];

    pub fn name(self) -> &'static str {
        match self {
            Type::I1 => "i1",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::F32 => "f32",
            Type::F64 => "f64",
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }
}

/// Operations on two values.
pub(super) fn binary(ty: Type) -> &'static [&'static str] {
    if ty.is_float() {
        &["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.maximumf", "arith.minimumf"]
    } else {
        &[
            "arith.addi",
            "arith.addi",
            "arith.subi",
            "arith.muli",
            "arith.muli",
            "arith.andi",
            "arith.ori",
            "arith.xori",
            "arith.maxsi",
            "arith.minui",
            "arith.shli",
            "arith.shrui",
            "arith.shrsi",
        ]
    }
}

/// Conversions of a value and the type they give.
pub(super) fn casts(ty: Type) -> &'static [(&'static str, Type)] {
    match ty {
        Type::I32 => &[("arith.extsi", Type::I64), ("arith.sitofp", Type::F32)],
        Type::I64 => &[("arith.trunci", Type::I32), ("arith.sitofp", Type::F64)],
        Type::F32 => &[("arith.extf", Type::F64), ("arith.fptosi", Type::I32)],
        Type::F64 => &[("arith.truncf", Type::F32), ("arith.fptosi", Type::I64)],
        Type::I1 => &[],
    }
}

/// Operations that return their first operand when the second is the neutral element at this position of
/// [`neutral_texts`].
pub(super) fn neutral(ty: Type) -> &'static [(&'static str, usize)] {
    if ty.is_float() {
        &[("arith.addf", 0), ("arith.subf", 1), ("arith.mulf", 2), ("arith.divf", 2)]
    } else {
        &[
            ("arith.addi", 0),
            ("arith.subi", 0),
            ("arith.muli", 1),
            ("arith.ori", 0),
            ("arith.xori", 0),
            ("arith.andi", 2),
        ]
    }
}

/// Comparisons, with their predicate.
pub(super) fn compares(ty: Type) -> &'static [&'static str] {
    if ty.is_float() {
        &["arith.cmpf olt,", "arith.cmpf oge,", "arith.cmpf une,"]
    } else {
        &["arith.cmpi slt,", "arith.cmpi uge,", "arith.cmpi ne,"]
    }
}

/// Operations on a value and a constant that no compiler combines with another of them.
pub(super) fn with_constant(ty: Type) -> &'static [&'static str] {
    if ty.is_float() {
        &["arith.addf", "arith.subf", "arith.mulf", "arith.divf"]
    } else {
        &["arith.maxsi", "arith.minsi"]
    }
}

/// Operations on two constants.
pub(super) fn of_constants(ty: Type) -> &'static [&'static str] {
    if ty.is_float() { &["arith.addf", "arith.mulf"] } else { &["arith.addi", "arith.muli", "arith.xori"] }
}

/// Operations that return their operand when both are the same.
pub(super) fn idempotent(ty: Type) -> &'static [&'static str] {
    if ty.is_float() {
        &["arith.maximumf", "arith.minimumf"]
    } else {
        &["arith.andi", "arith.ori", "arith.maxsi"]
    }
}

/// The constants that [`neutral`] names.
pub(super) fn neutral_texts(ty: Type) -> [&'static str; 3] {
    if ty.is_float() { ["-0.0", "0.0", "1.0"] } else { ["0", "1", "-1"] }
}

/// Operations that may be combined with a conversion of their result.
pub(super) const CHANGED_BY_CASTS: &[&str] = &[
    "arith.extsi",
    "arith.trunci",
    "arith.sitofp",
    "arith.fptosi",
    "arith.extf",
    "arith.truncf",
    "arith.muli",
    "arith.shrsi",
    "arith.shrui",
];
