//! Refusals by variant: each case changes a legal group so that one condition fails.

use super::plan::check;
use super::refusal::{CodeRefusal, GroupRefusal, ReadRefusal, ReductionRefusal, TailRefusal};
use tf_dialects::tensor::Group;
use tf_dialects::tensor::schedule::error::PlacementError;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::walk::preorder;
use tf_passes_common::rules::refusal::OfSchedule;

const GROUP: &str = r#"
func.func @main(%x: tensor<7x3xi32>) -> (tensor<7x3xi32>, tensor<3xi32>) {
  %r0, %r1 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4, 2])>} {
    %a = tensor.compute (%i, %j) in [7, 3] attributes {axes = ["i", "j"], member = "a"} {
      %v = tensor.at %x[%i, %j] : tensor<7x3xi32>
      tensor.yield %v : i32
    } : tensor<7x3xi32>
    %b = tensor.compute (%i, %j) in [7, 3] attributes {axes = ["i", "j"], member = "b"} {
      %w = tensor.at %a[%i, %j] : tensor<7x3xi32>
      tensor.yield %w : i32
    } : tensor<7x3xi32>
    %c = tensor.compute (%j) in [3] attributes {axes = ["j"], member = "c"} {
      %f = tensor.fold (%i) = 0 to 7 add attributes {axis = "i"} {
        %v = tensor.at %a[%i, %j] : tensor<7x3xi32>
        tensor.yield %v : i32
      } : i32
      tensor.yield %f : i32
    } : tensor<3xi32>
    tensor.yield %b, %c : tensor<7x3xi32>, tensor<3xi32>
  } : tensor<7x3xi32>, tensor<3xi32>
  return %r0, %r1 : tensor<7x3xi32>, tensor<3xi32>
}
"#;

/// Checks the group after a replacement in its text.
fn checked(from: &str, to: &str) -> Result<(), GroupRefusal> {
    assert!(GROUP.contains(from), "'{from}' is not in the text");
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "test", &GROUP.replace(from, to), &ParseOptions::default());
    let module = parsed.unwrap_or_else(|errors| panic!("{}: {to}", errors[0].message)).body;
    let function = module.child_ops().into_iter().find_map(|op| module.child(op)).expect("a function");
    let group = preorder(function).into_iter().find(|op| function.is(*op, Group)).expect("a group");
    check(function, group)
}

/// Checks the group with another schedule.
fn scheduled(steps: &str) -> Result<(), GroupRefusal> {
    checked("split(i, [4, 2])", steps)
}

fn name(text: &str) -> String {
    text.to_string()
}

#[test]
fn refusals_of_reads_and_code_name_the_member() {
    assert_eq!(checked("%x", "%x"), Ok(()));
    let subscript = ReadRefusal::Subscript { member: name("a") };
    assert_eq!(checked("%w = tensor.at %a[%i, %j]", "%w = tensor.at %a[6 - %i, %j]"), Err(subscript.into()));
    let strides = ReadRefusal::Strides { member: name("a"), of: name("i"), few: 1, many: 2 };
    assert_eq!(
        checked("%w = tensor.at %a[%i, %j]", "%w = tensor.at %a[2 * %i, %j] clamp"),
        Err(strides.into())
    );
    let impure = CodeRefusal::Impure { member: name("a") };
    assert_eq!(checked("%x[%i, %j]", "%x[%i, %j] trap"), Err(impure.into()));
}

#[test]
fn refusals_of_reductions_name_the_loop() {
    assert_eq!(checked("0 to 7 add", "0 to 6 add"), Err(ReductionRefusal::PartialRange.into()));
    let chunks = ReductionRefusal::NoChunks { member: name("c") };
    assert_eq!(scheduled("split(i, [2]), order(i.0), parallel(i.0)"), Err(chunks.into()));
    let twice = TailRefusal::AddsTwice { of: name("i"), member: name("c") };
    assert_eq!(scheduled("split(i, [4, 2], tail = overlap)"), Err(twice.into()));
}

#[test]
fn errors_of_steps_are_refusals_of_the_schedule() {
    let keep = PlacementError::Keep { member: name("a"), keep: name("root"), at: name("i.1") };
    let refused = scheduled("split(i, [4, 2]), order(i.0, i.1), place(a, at = i.1, keep = root)");
    assert_eq!(refused, Err(OfSchedule::plan(keep).into()));
    assert_eq!(
        refused.expect_err("the window is in no loop").to_string(),
        "the schedule keeps a in root, which is not the loop directly around i.1, where it is computed"
    );
}
