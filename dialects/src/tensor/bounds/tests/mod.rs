//! Tests of bounds proofs: which reads are proved to be inside, and which are not.

mod arithmetic;
mod boxes;
mod conditions;
mod loops;

use super::*;
use crate::tensor::At;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::verify::verify;
use tf_ir::walk::preorder;

fn context() -> Context {
    let mut registry = Registry::new();
    crate::register_all(&mut registry);
    Context::new(registry)
}

/// The body of a function with an argument of each name and type that the tests use, and `ops` in it.
fn program(ctx: &Context, ops: &str) -> Body {
    let arguments = "%x: tensor<?{n}xf32>, %y: tensor<?{n}x?{m}xf32>, %long: tensor<?{n + 2}xf32>, \
                     %flat: tensor<?{n*m}xf32>, %t: tensor<256xf32>, %any: index, %byte: i8, %flag: i1, \
                     %big: tensor<?{4*n}xf32>, %cube: tensor<?{n}x?{m}x?{p}xf32>, %v: f32, %unknown: tensor<?{n}xindex>";
    let sources = "%table = arith.constant dense<[0, 17, 99]> : tensor<3xindex>
                   %count = tensor.iota dim = 0 : tensor<?{n}xi32>
                   %made = tensor.compute (%a) in [n] {
                     %last = tensor.extent [n - 1] : index
                     %b = arith.subi %last, %a : index
                     tensor.yield %b : index
                   } : tensor<?{n}xindex>";
    let text = format!("func.func @f({arguments}) {{\n{sources}\n{ops}\nreturn\n}}");
    let module = match parse_module(ctx, "test", &text, &ParseOptions::default()) {
        Ok(parsed) => parsed.body,
        Err(errors) => panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>()),
    };
    if let Err(errors) = verify(&module) {
        panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>());
    }
    let function = module.child_ops()[0];
    module.child(function).expect("a function owns its body").duplicate()
}

/// For each `tensor.at` in order, whether it is proved to be inside.
pub(super) fn proved(ops: &str) -> Vec<bool> {
    let ctx = context();
    let body = program(&ctx, ops);
    // The tests do not check reads of indices.
    let asked = |op: &Op| body.is(*op, At) && body.ctx().is_float(body.ty(body.result(*op, 0)));
    let reads = preorder(&body).into_iter().filter(asked);
    reads.map(|op| is_proved_inside(body.op(op))).collect()
}

/// Reads inside a compute over `[n, m]` with indices `%i` and `%j`, after `ops`.
fn in_box(ops: &str, reads: &[&str]) -> Vec<bool> {
    let lines: Vec<String> = reads
        .iter()
        .enumerate()
        .map(|(k, read)| {
            let (source, _) = read.split_once('[').expect("a read has subscripts");
            let ty = match source {
                "%x" => "tensor<?{n}xf32>",
                "%y" => "tensor<?{n}x?{m}xf32>",
                "%long" => "tensor<?{n + 2}xf32>",
                "%flat" => "tensor<?{n*m}xf32>",
                "%big" => "tensor<?{4*n}xf32>",
                _ => "tensor<256xf32>",
            };
            format!("%r{k} = tensor.at {read} clamp : {ty}")
        })
        .collect();
    proved(&format!(
        "%c = tensor.compute (%i, %j) in [n, m] {{\n{ops}\n{}\ntensor.yield %v : f32\n}} : tensor<?{{n}}x?{{m}}xf32>",
        lines.join("\n")
    ))
}

/// Asserts that each read of the first list is proved and none of the second is.
#[track_caller]
fn check(ops: &str, inside: &[&str], outside: &[&str]) {
    for (read, proved) in inside.iter().zip(in_box(ops, inside)) {
        assert!(proved, "{read} is inside");
    }
    for (read, proved) in outside.iter().zip(in_box(ops, outside)) {
        assert!(!proved, "{read} may be outside");
    }
}
