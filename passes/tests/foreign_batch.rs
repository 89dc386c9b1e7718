//! Ops of a dialect that this project does not know are mapped over slices as they say themselves, or slice
//! by slice.

use crate::common::{parse, print, run};
use smallvec::{SmallVec, smallvec};
use tf_dialects::tensor::constraints::{I64_ATTR, TENSOR};
use tf_ir::batch::{AxisChange, Batch, BatchRule};
use tf_ir::builtin::ANY_TYPE;
use tf_ir::context::Context;
use tf_ir::interfaces::{BranchPoint, Flow, RegionFlow};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Registry;

/// Does something along an axis.
#[op(
    "foreign.twist",
    traits(PURE),
    operands(input: TENSOR),
    results(result: TENSOR),
    attrs(axis: I64_ATTR),
    interfaces(Batch)
)]
struct Twist;

impl Batch for Twist {
    fn rule(&self) -> BatchRule {
        BatchRule::SameOp(&[("axis", AxisChange::Axis)])
    }
}

/// As `foreign.twist`, and does not say how it is mapped.
#[op("foreign.mute", traits(PURE), operands(input: TENSOR), results(result: TENSOR), attrs(axis: I64_ATTR))]
struct Mute;

/// Computes on each element.
#[op("foreign.half", traits(PURE), operands(x: ANY_TYPE), results(result: ANY_TYPE), interfaces(Batch))]
struct Half;

impl Batch for Half {
    fn rule(&self) -> BatchRule {
        BatchRule::Elementwise
    }
}

/// Returns the result of its region on its operands.
#[op(
    "foreign.scope",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inputs: variadic(ANY_TYPE)),
    results(results: variadic(ANY_TYPE)),
    regions(1),
    interfaces(RegionFlow)
)]
struct Scope;

impl RegionFlow for Scope {
    fn flows(&self, _: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        smallvec![
            Flow { from: BranchPoint::Operands(0), to: BranchPoint::Region(0, 0) },
            Flow { from: BranchPoint::Region(0, 0), to: BranchPoint::Results(0) },
        ]
    }
}

/// Ends a `foreign.scope`.
#[op("foreign.end", traits(TERMINATOR, RETURN_LIKE), operands(values: variadic(ANY_TYPE)))]
struct End;

fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    registry.dialect("foreign", "Ops of somebody else");
    for info in [Twist::info(), Mute::info(), Half::info(), Scope::info(), End::info()] {
        registry.op(info);
    }
    assert_eq!(tf_ir::check::problems(&registry), [""; 0]);
    Context::new(registry)
}

/// A map over the rows of `%x` that gives `%r`, a row, expanded.
fn mapped(code: &str) -> String {
    let ctx = context();
    let text = format!(
        "func.func @f(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {{
           %y = tensor.vmap (%u = %x) axes [0] -> [0] : (tensor<4x3xf32>) -> (tensor<4x3xf32>) {{
             {code}
             tensor.yield %r : tensor<3xf32>
           }}
           return %y : tensor<4x3xf32>
         }}"
    );
    let mut module = parse(&ctx, &text);
    run(&ctx, &mut module, "autodiff,canonicalize,cse");
    print(&module)
}

#[test]
fn ops_with_batch_rules_take_one_more_axis() {
    let text = mapped("%r = \"foreign.twist\"(%u) {axis = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>");
    assert!(text.contains("\"foreign.twist\"(%arg0)") && text.contains("axis = 1 : i64"), "{text}");
    assert!(!text.contains("loop.for"), "{text}");
    let text = mapped("%r = \"foreign.half\"(%u) : (tensor<3xf32>) -> tensor<3xf32>");
    assert!(text.contains("(tensor<4x3xf32>) -> tensor<4x3xf32>") && !text.contains("loop.for"), "{text}");
}

#[test]
fn others_run_slice_by_slice() {
    let text = mapped("%r = \"foreign.mute\"(%u) {axis = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>");
    assert!(text.contains("loop.for") && text.contains("axis = 0 : i64"), "{text}");
}

#[test]
fn regions_of_others_are_mapped_along_their_flows() {
    let text = mapped(
        "%one = arith.constant 1.0 : f32
         %a = tensor.reduce add %u dims = [0] : tensor<3xf32> to tensor<f32>
         %s = tensor.at %a[] : tensor<f32>
         %v:2 = \"foreign.scope\"(%s, %one) ({
           ^bb0(%p: f32, %q: f32):
             %h = \"foreign.half\"(%p) : (f32) -> f32
             %k = \"foreign.half\"(%q) : (f32) -> f32
             \"foreign.end\"(%h, %k) : (f32, f32) -> ()
         }) : (f32, f32) -> (f32, f32)
         %w = arith.addf %v#0, %v#1 : f32
         %r = tensor.splat %w : tensor<3xf32>",
    );
    // Values that are the same for all slices stay scalars.
    assert!(text.contains(": (tensor<4xf32>, f32) -> (tensor<4xf32>, f32)"), "{text}");
    assert!(!text.contains("loop.for"), "{text}");
}
