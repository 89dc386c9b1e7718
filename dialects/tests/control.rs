//! What the interfaces of loops and conditionals say of each op that has them.

use tf_dialects::loops::{Switch, While};
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::control::{Bound, as_branch, as_loop, early_exit};
use tf_ir::extent::Extent;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::walk::preorder;

fn parse(text: &str) -> Body {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "test.mlir", text, &ParseOptions::default());
    let module = parsed.unwrap_or_else(|errors| panic!("{errors:?}")).body;
    tf_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    module
}

/// Asks of the loops, or of the conditionals, of the only function.
fn ask<T>(text: &str, question: impl Fn(&Body, Op) -> Option<T>) -> Vec<T> {
    let module = parse(text);
    let function =
        module.child_ops().into_iter().find_map(|op| module.child(op)).expect("there is a function");
    preorder(function).into_iter().filter_map(|op| question(function, op)).collect()
}

/// The trip count that is never exceeded, and the exact one.
fn trips(text: &str) -> Vec<(Option<u64>, Option<u64>)> {
    ask(text, |body, op| {
        let (looping, view) = (as_loop(body, op)?, body.op(op));
        Some((looping.max_trip_count(view), looping.constant_trip_count(view)))
    })
}

#[test]
fn trip_counts_are_products_of_constant_ranges() {
    let nest = "func.func @main(%x: tensor<6xf32>, %y: tensor<?{n}xf32>) -> tensor<3x2xf32> {
      %r = tensor.compute (%i, %j) in [3, 2] {
        %s = tensor.fold (%k) = 1 to 5 add {
          %v = tensor.at %x[%k] : tensor<6xf32>
          tensor.yield %v : f32
        } : f32
        tensor.yield %s : f32
      } : tensor<3x2xf32>
      return %r : tensor<3x2xf32>
    }";
    assert_eq!(trips(nest), [(Some(6), Some(6)), (Some(4), Some(4))]);
    let empty = nest.replace("[3, 2]", "[n, 0]").replace("tensor<3x2x", "tensor<?{n}x0x");
    assert_eq!(trips(&empty), [(Some(0), Some(0)), (Some(4), Some(4))]);
    let open = nest.replace("[3, 2]", "[n, 2]").replace("tensor<3x2x", "tensor<?{n}x2x");
    assert_eq!(trips(&open), [(None, None), (Some(4), Some(4))]);
}

#[test]
fn bounds_are_constants_terms_or_values() {
    let text = "func.func @main(%x: tensor<?{n}xf32>, %t: index) -> tensor<f32> {
      %zero = arith.constant 0 : index
      %two = arith.constant 2 : index
      %r = tensor.compute () in [] {
        %s = tensor.fold (%k) = 0 to n add {
          %v = tensor.at %x[%k] : tensor<?{n}xf32>
          %w = loop.for %c = %zero to %t step %two iter_args(%a = %v) -> (f32) {
            %b = arith.addf %a, %v : f32
            loop.yield %b : f32
          }
          tensor.yield %w : f32
        } : f32
        tensor.yield %s : f32
      } : tensor<f32>
      return %r : tensor<f32>
    }";
    let inductions = ask(text, |body, op| Some(as_loop(body, op)?.inductions(body.op(op)).into_vec()));
    let [none, fold, counted] = &inductions[..] else { panic!("three loops: {inductions:?}") };
    assert!(none.is_empty());
    assert_eq!((&fold[0].lower, &fold[0].step), (&Bound::Constant(0), &Bound::Constant(1)));
    let length = fold[0].length().map(|length: Extent| length.to_string());
    assert_eq!(length.as_deref(), Some("n"));
    assert!(matches!(counted[0].upper, Bound::Value(_)) && counted[0].length().is_none());
    assert_eq!(counted[0].step, Bound::Constant(2));

    let carried = ask(text, |body, op| Some(as_loop(body, op)?.carried(body.op(op))));
    let counts = carried.iter().map(|c| (c.inits.len(), c.arguments.len(), c.next.len()));
    assert_eq!(counts.collect::<Vec<_>>(), [(0, 0, 0), (0, 0, 0), (1, 1, 1)]);
}

#[test]
fn loops_that_are_left_early_have_no_exact_trip_count() {
    let text = "func.func @main(%c: i1, %v: f32) -> f32 {
      %zero = arith.constant 0 : index
      %nine = arith.constant 9 : index
      %two = arith.constant 2 : index
      %r = loop.for %i = %zero to %nine step %two iter_args(%a = %v) -> (f32) {
        %b = arith.addf %a, %v : f32
        loop.condition %c, %b : f32
      }
      %s = loop.while (%a = %r) : (f32) -> (f32) {
        loop.condition %c, %a : f32
      } do (%b: f32) {
        loop.yield %b : f32
      }
      return %s : f32
    }";
    assert_eq!(trips(text), [(Some(5), None), (None, None)]);
    assert_eq!(trips(&text.replace("loop.condition %c, %b", "loop.yield %b"))[0], (Some(5), Some(5)));
    let exits = ask(text, |body, op| as_loop(body, op).map(|_| early_exit(body, op).is_some()));
    assert_eq!(exits, [true, true]);
    let conditions = ask(text, |body, op| body.is(op, While).then(|| as_branch(body, op).is_some()));
    assert_eq!(conditions, [false]);
}

#[test]
fn branches_have_regions_and_yielded_values() {
    let text = "func.func @main(%c: i1, %v: f32, %w: f32) -> f32 {
      %one = arith.constant 1 : index
      %a = loop.if %c -> (f32) {
        loop.yield %v : f32
      } else {
        loop.yield %w : f32
      }
      %b = loop.switch %one -> (f32)
      case 4 {
        loop.yield %v : f32
      }
      case 1 {
        loop.yield %w : f32
      }
      default {
        loop.yield %a : f32
      }
      return %b : f32
    }";
    let known = ask(text, |body, op| Some(as_branch(body, op)?.known_region(body.op(op))));
    assert_eq!(known, [None, Some(1)]);
    let holds = ask(text, |body, op| {
        let (branch, view) = (as_branch(body, op)?, body.op(op));
        Some([0, 1].map(|region| branch.holds_in(view, region)))
    });
    assert_eq!(holds, [[Some(true), Some(false)], [None, None]]);
    let regions = ask(text, |body, op| {
        let branch = as_branch(body, op)?;
        Some([4, 1, 0].map(|number| branch.region_for(body.op(op), number)))
    });
    assert_eq!(regions, [[0, 0, 1], [0, 1, 2]]);
    let same = ask(text, |body, op| {
        let (branch, view) = (as_branch(body, op)?, body.op(op));
        let yielded = if body.is(op, Switch) { branch.yielded(view, 2) } else { branch.yielded(view, 1) };
        Some(yielded.len())
    });
    assert_eq!(same, [1, 1]);
}
