//! The C header of a program that was compiled ahead of time.

use super::Interface;
use super::names::Names;
use tf_dialects::scalar::DType;
use tf_dialects::signature::{ParamType, Signature};

/// The start of every header; several headers may be included together.
const COMMON: &str = include_str!("common.h");

/// Names of element types by their code in `tf_dtype`; the first is for invalid codes.
pub(super) const DTYPES: [&str; 14] =
    ["unknown type", "i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "u8", "u16", "u32", "u64"];

/// The code of an element type in `tf_dtype`.
pub(super) fn dtype_number(dtype: DType) -> u32 {
    match dtype {
        DType::Int(1) => 1,
        DType::Int(8) => 2,
        DType::Int(16) => 3,
        DType::Int(32) => 4,
        DType::Int(_) | DType::Index => 5,
        DType::F16 => 6,
        DType::BF16 => 7,
        DType::F32 => 8,
        DType::F64 => 9,
        DType::UInt(8) => 10,
        DType::UInt(16) => 11,
        DType::UInt(32) => 12,
        DType::UInt(_) => 13,
    }
}

/// The header: C99, and C++ from 1998 on with `<stdint.h>`. `guard` is the file's name, `source` the
/// program's.
pub fn header(interface: &Interface<'_>, guard: &str, source: &str) -> String {
    let upper = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let guard: String = format!("TF_{guard}").chars().map(upper).collect();
    let mut out = format!(
        "/* Made by tfc from {}. */\n#ifndef {guard}\n#define {guard}\n\n{COMMON}\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n",
        comment(source)
    );
    for (signature, names) in &interface.functions {
        out.push_str(&function(signature, names));
    }
    out.push_str("\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
    out
}

/// A text that does not end a comment.
fn comment(text: &str) -> String {
    let printable: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    printable.replace("*/", "* /").replace("/*", "/ *")
}

fn function(signature: &Signature, names: &Names) -> String {
    let Names { function, extents, params, results } = names;
    let mut lines = String::new();
    let mut declared = Vec::new();
    let mut tensors = Vec::new();
    for (param, name) in signature.params().iter().zip(params) {
        let what = comment(&format!("argument '{}', {}", param.name, param.r#type));
        lines.push_str(&format!(" * {name}: {what}\n"));
        match &param.r#type {
            ParamType::Tensor(_) => {
                declared.push(format!("const tf_array *{name}"));
                tensors.push(format!("const tf_array *{name}"));
            }
            ParamType::Scalar(dtype) => declared.push(format!("{} {name}", c_type(*dtype))),
        }
    }
    for (result, name) in signature.results().iter().zip(results) {
        let what = comment(&format!("result '{}', {}", result.name, result.r#type));
        lines.push_str(&format!(" * {name}: {what}\n"));
        declared.push(format!("const tf_array *{name}"));
        if !result.r#type.extents.is_empty() {
            tensors.push(format!("int64_t {name}[{}]", result.r#type.extents.len()));
        }
    }
    declared.extend(["const tf_context *context".to_string(), "tf_error *error".to_string()]);
    tensors.push("tf_error *error".to_string());
    format!(
        "\n/*\n * Runs '{}'.\n{lines} * Returns TF_OK or another status; then the results are unspecified, \
         and error, unless NULL, holds the reason.\n * context may be NULL.\n */\nint32_t \
         {function}({});\n\n/* Writes the extents that the results of {function} have for these arguments. \
         */\nint32_t {extents}({});\n",
        comment(signature.name()),
        declared.join(", "),
        tensors.join(", ")
    )
}

/// The type in which a scalar is passed.
fn c_type(dtype: DType) -> &'static str {
    match dtype {
        DType::Int(1 | 32) => "int32_t",
        DType::Int(8) => "int8_t",
        DType::Int(16) => "int16_t",
        DType::Int(_) | DType::Index => "int64_t",
        DType::UInt(8) => "uint8_t",
        DType::UInt(32) => "uint32_t",
        DType::UInt(64) => "uint64_t",
        DType::F16 | DType::BF16 | DType::UInt(_) => "uint16_t",
        DType::F32 => "float",
        DType::F64 => "double",
    }
}
