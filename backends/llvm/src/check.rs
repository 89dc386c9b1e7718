//! The operations and types that each target supports. LLVM ends the process when instruction selection meets
//! something it cannot handle, so a unit is checked, operation by operation, before it is translated.

use crate::diagnostics::Position;
use crate::failure::{Failure, Message, Severity};
use crate::target::{Family, Target};
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::{OperationLike, OperationRef, WalkOrder, WalkResult};
use melior::ir::{Type, TypeLike, ValueLike};
use mlir_sys::*;
use std::collections::HashMap;
use std::ffi::c_void;
use tf_abi::library::FailureKind;

/// Checks everything inside `root` (and `root` itself) for support by `target`. The error lists up to 20
/// locations.
pub fn check(root: OperationRef<'_, '_>, target: &Target) -> Result<(), Failure> {
    let mut checker =
        Checker { family: target.family()?, target, types: HashMap::new(), messages: Vec::new() };
    root.walk(WalkOrder::PreOrder, |operation| {
        checker.operation(operation);
        if checker.messages.len() < LIMIT { WalkResult::Advance } else { WalkResult::Interrupt }
    });
    let Some(first) = checker.messages.first() else { return Ok(()) };
    let message = format!("no code can be generated for '{}': {}", target.triple, first.text);
    Err(Failure::new(FailureKind::Unsupported, message).with(checker.messages))
}

const LIMIT: usize = 20;

/// `llvm.intr.…` operations (without the prefix) that every target selects.
const INTRINSICS: &[&str] = &[
    "abs",
    "annotation",
    "assume",
    "bitreverse",
    "bswap",
    "ceil",
    "copysign",
    "ctlz",
    "ctpop",
    "cttz",
    "experimental.noalias.scope.decl",
    "expect",
    "expect.with.probability",
    "fabs",
    "floor",
    "fma",
    "fmuladd",
    "fshl",
    "fshr",
    "get.active.lane.mask",
    "invariant.end",
    "invariant.start",
    "is.fpclass",
    "is.constant",
    "lifetime.end",
    "lifetime.start",
    "masked.compressstore",
    "masked.expandload",
    "masked.gather",
    "masked.load",
    "masked.scatter",
    "masked.store",
    "maximum",
    "maxnum",
    "memcpy",
    "memcpy.inline",
    "memmove",
    "memset",
    "memset.inline",
    "minimum",
    "minnum",
    "nearbyint",
    "prefetch",
    "rint",
    "round",
    "roundeven",
    "sadd.sat",
    "sadd.with.overflow",
    "smax",
    "smin",
    "smul.with.overflow",
    "sqrt",
    "sshl.sat",
    "ssub.sat",
    "ssub.with.overflow",
    "stackrestore",
    "stacksave",
    "stepvector",
    "trap",
    "trunc",
    "uadd.sat",
    "uadd.with.overflow",
    "umax",
    "umin",
    "umul.with.overflow",
    "ushl.sat",
    "usub.sat",
    "usub.with.overflow",
    "vector.deinterleave2",
    "vector.extract",
    "vector.insert",
    "vector.interleave2",
];

/// Intrinsics that become calls of the math library on a CPU, and that a GPU does not support.
const LIBRARY_INTRINSICS: &[&str] = &[
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp10", "exp2", "frexp", "ldexp", "log", "log10",
    "log2", "pow", "powi", "sin", "sincos", "sinh", "tan", "tanh",
];

/// Intrinsics that every target selects, but that upstream can only translate when they are called by name
/// (22.1.8 knows `llvm.intr.fptosi.sat` and fails to translate it).
const NAMED_INTRINSICS: &[&str] = &["llvm.fptosi.sat", "llvm.fptoui.sat"];

/// Prefixes of the x86 intrinsics that may be called by name, and the feature each needs.
const X86_INTRINSICS: &[(&str, &str)] = &[
    ("llvm.x86.avx512bf16.", "avx512bf16"),
    ("llvm.x86.avx512.vpdp", "avx512vnni"),
    ("llvm.x86.avx512.", "avx512f"),
    ("llvm.x86.avx2.", "avx2"),
    ("llvm.x86.avx.", "avx"),
    ("llvm.x86.f16c.", "f16c"),
    ("llvm.x86.bmi.", "bmi2"),
    ("llvm.x86.sse41.", "sse4.1"),
    ("llvm.x86.sse2.", "sse2"),
    ("llvm.x86.sse.", "sse"),
    // Not an instruction.
    ("llvm.arithmetic.fence", "sse"),
];

/// Features of every 64-bit x86 processor, which targets need not list.
const ALWAYS: [&str; 2] = ["sse", "sse2"];

/// Operations on 128-bit integers that GPU code may use: those that take few instructions. PTX has no library
/// for the others, such as division.
const WIDE_OPERATIONS: &[&str] = &[
    "llvm.add",
    "llvm.and",
    "llvm.ashr",
    "llvm.lshr",
    "llvm.mlir.constant",
    "llvm.mul",
    "llvm.or",
    "llvm.sext",
    "llvm.shl",
    "llvm.sub",
    "llvm.trunc",
    "llvm.xor",
    "llvm.zext",
];

/// Whether a type is an integer of 128 bits, or a vector of them.
fn has_wide_integers(r#type: Type<'_>) -> bool {
    let raw = r#type.to_raw();
    // SAFETY: `raw` is live, and each accessor is called on the kind of type it is for.
    unsafe {
        let elem = if mlirTypeIsAVector(raw) { mlirShapedTypeGetElementType(raw) } else { raw };
        mlirTypeIsAInteger(elem) && mlirIntegerTypeGetWidth(elem) == 128
    }
}

struct Checker<'a> {
    family: Family,
    target: &'a Target,
    types: HashMap<*const c_void, Option<String>>,
    messages: Vec<Message>,
}

impl Checker<'_> {
    fn operation(&mut self, operation: OperationRef<'_, '_>) {
        let name = operation.name();
        let name = name.as_string_ref().as_str().unwrap_or("");
        let reason = self.operation_reason(operation, name).or_else(|| {
            let results = operation.results().map(|r| r.r#type());
            let operands = operation.operands().map(|o| o.r#type());
            let is_wide = self.family == Family::Nvptx && WIDE_OPERATIONS.contains(&name);
            results
                .chain(operands)
                .filter(|t| !(is_wide && has_wide_integers(*t)))
                .find_map(|t| self.type_reason(t))
        });
        let Some(reason) = reason else { return };
        let place = Position::of(operation.location());
        self.messages.push(Message {
            severity: Severity::Error,
            file: place.file,
            line: place.line,
            column: place.column,
            text: format!("'{name}': {reason}"),
        });
    }

    fn operation_reason(&self, operation: OperationRef<'_, '_>, name: &str) -> Option<String> {
        match name.split_once('.') {
            Some(("llvm", rest)) => match rest.strip_prefix("intr.") {
                Some(intrinsic) => self.intrinsic_reason(intrinsic),
                None if rest == "call_intrinsic" => self.named_intrinsic_reason(operation),
                None if rest == "inline_asm" && self.family != Family::Nvptx => {
                    Some("inline assembly is only for GPU code".into())
                }
                None => None,
            },
            Some(("builtin", "module")) => None,
            Some(("gpu", "module")) | Some(("nvvm", _)) if self.family == Family::Nvptx => None,
            _ => Some("is not in the LLVM dialect after the pass pipeline".into()),
        }
    }

    fn intrinsic_reason(&self, name: &str) -> Option<String> {
        let known = INTRINSICS.contains(&name)
            || name.starts_with("vector.reduce.")
            || (LIBRARY_INTRINSICS.contains(&name) && self.family != Family::Nvptx);
        (!known).then(|| "this intrinsic is not among those that the target can select".into())
    }

    fn named_intrinsic_reason(&self, operation: OperationRef<'_, '_>) -> Option<String> {
        let attribute = operation.attribute("intrin").ok().and_then(|a| StringAttribute::try_from(a).ok());
        let Some(attribute) = attribute else { return Some("does not name an intrinsic".into()) };
        let name = attribute.value();
        if NAMED_INTRINSICS.contains(&name) {
            return None;
        }
        let allowed = match self.family {
            Family::X86 => match X86_INTRINSICS.iter().find(|(prefix, _)| name.starts_with(prefix)) {
                Some((_, feature)) if !ALWAYS.contains(feature) && !self.target.has_feature(feature) => {
                    return Some(format!("intrinsic '{name}' needs the processor feature {feature}"));
                }
                found => found.is_some(),
            },
            Family::Arm => name.starts_with("llvm.aarch64.neon."),
            Family::Nvptx => name.starts_with("llvm.nvvm."),
        };
        (!allowed).then(|| format!("intrinsic '{name}' is not among those that the target can select"))
    }

    /// PTX has no library for 128-bit arithmetic.
    fn widest_integer(&self) -> u32 {
        if self.family == Family::Nvptx { 64 } else { 128 }
    }

    fn type_reason(&mut self, r#type: Type<'_>) -> Option<String> {
        let raw = r#type.to_raw();
        if let Some(known) = self.types.get(&raw.ptr) {
            return known.clone();
        }
        let reason = self.compute_type_reason(r#type);
        self.types.insert(raw.ptr, reason.clone());
        reason
    }

    fn compute_type_reason(&mut self, r#type: Type<'_>) -> Option<String> {
        let raw = r#type.to_raw();
        let no = || Some(format!("type {type} has no code generation"));
        // SAFETY: `raw` is live, and each accessor is called on the kind of type it is for.
        unsafe {
            if mlirTypeIsAInteger(raw) {
                return if mlirIntegerTypeGetWidth(raw) <= self.widest_integer() { None } else { no() };
            }
            if mlirTypeIsAF32(raw) || mlirTypeIsAF64(raw) || mlirTypeIsAF16(raw) || mlirTypeIsABF16(raw) {
                return None;
            }
            if mlirTypeIsALLVMPointerType(raw) {
                return None;
            }
            if mlirTypeIsAVector(raw) {
                let plain = mlirShapedTypeGetRank(raw) == 1 && !mlirVectorTypeIsScalable(raw);
                return if plain {
                    self.type_reason(Type::from_raw(mlirShapedTypeGetElementType(raw)))
                } else {
                    no()
                };
            }
            if mlirTypeIsALLVMStructType(raw) {
                let count = mlirLLVMStructTypeGetNumElementTypes(raw);
                return (0..count).find_map(|i| {
                    self.type_reason(Type::from_raw(mlirLLVMStructTypeGetElementType(raw, i)))
                });
            }
        }
        let text = r#type.to_string();
        if text.starts_with("!llvm.array<") {
            // SAFETY: the type's text shows that it is an array type.
            return self.type_reason(unsafe { Type::from_raw(mlirLLVMArrayTypeGetElementType(raw)) });
        }
        let other = ["!llvm.void", "!llvm.func<", "!llvm.metadata", "!llvm.token"];
        if other.iter().any(|prefix| text.starts_with(prefix)) { None } else { no() }
    }
}
