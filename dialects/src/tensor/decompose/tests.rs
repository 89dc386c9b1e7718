//! Each named op and its decomposition give the same bits, and the decomposition passes the verifier: every read in it
//! is proved to be inside.

use super::{decompose, is_decomposable};
use crate::interp::{Datum, Dense, run_entry};
use crate::scalar::{DType, Scalar};
use tf_ir::body::Body;
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};
use tf_ir::verify::verify;
use tf_ir::walk::preorder;

fn parse(text: &str) -> Body {
    let mut registry = Registry::new();
    crate::register_all(&mut registry);
    let ctx = Context::new(registry);
    match parse_module(&ctx, "test", text, &ParseOptions::default()) {
        Ok(parsed) => parsed.body,
        Err(errors) => panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>()),
    }
}

fn check(body: &Body) {
    if let Err(errors) = verify(body) {
        let text = print_module(body, &PrintOptions::default());
        panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>());
    }
}

/// Decomposes everything in the first function.
fn decomposed(mut module: Body) -> Body {
    let function = module.child_ops()[0];
    let body = module.child_mut(function).expect("a function owns its body");
    for op in preorder(body) {
        if !is_decomposable(body.op(op)) {
            continue;
        }
        let mut b = Builder::before(body, op);
        let values =
            decompose(&mut b, op).unwrap_or_else(|e| panic!("{}", e.message)).expect("it is decomposable");
        body.replace(op, &values);
    }
    assert!(preorder(body).into_iter().all(|op| !is_decomposable(body.op(op))), "everything is decomposed");
    module
}

/// A tensor of numbers that differ, small and exact in every element type.
fn tensor(dtype: DType, extents: &[usize], seed: i64) -> Datum {
    let count: usize = extents.iter().product();
    let value = |i: usize| (i as i64 * 7 + seed * 3) % 23 - 9;
    let data = (0..count).map(|i| Scalar::from_i64(dtype, value(i)).bits()).collect();
    Dense { dtype, extents: extents.to_vec(), data }.into()
}

/// `ops` in a function of these arguments and results give the same before and after, for each list of inputs.
#[track_caller]
fn same(arguments: &str, results: &str, ops: &str, inputs: &[Vec<Datum>]) {
    let text = format!("func.func @main({arguments}) -> ({results}) {{\n{ops}\n}}");
    let named = parse(&text);
    check(&named);
    let plain = decomposed(parse(&text));
    check(&plain);
    for args in inputs {
        let run = |body: &Body| {
            run_entry(body, "main", args, 10_000_000).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
        };
        let (a, b) = (run(&named), run(&plain));
        assert!(a == b, "{text}\n{a:?}\n{b:?}\n{}", print_module(&plain, &PrintOptions::default()));
    }
}

const F: DType = DType::F32;

#[test]
fn moves_of_elements() {
    let inputs: Vec<Vec<Datum>> =
        [[3, 5], [1, 1], [4, 0], [0, 3]].iter().map(|e| vec![tensor(F, e, 1)]).collect();
    let x = "%x: tensor<?{n}x?{m}xf32>";
    same(
        x,
        "tensor<?{m}x?{n}xf32>",
        "%0 = tensor.transpose %x perm = [1, 0] : tensor<?{n}x?{m}xf32> to tensor<?{m}x?{n}xf32>
        return %0 : tensor<?{m}x?{n}xf32>",
        &inputs,
    );
    same(
        x,
        "tensor<?{n}x?{m}xf32>",
        "%0 = tensor.reverse %x dims = [1, 0] : tensor<?{n}x?{m}xf32>
        return %0 : tensor<?{n}x?{m}xf32>",
        &inputs,
    );
    same(
        x,
        "tensor<2x?{n}x3x?{m}xf32>",
        "%0 = tensor.broadcast %x dims = [1, 3] : tensor<?{n}x?{m}xf32> to tensor<2x?{n}x3x?{m}xf32>
        return %0 : tensor<2x?{n}x3x?{m}xf32>",
        &inputs,
    );
    same(
        x,
        "tensor<?{n ceildiv 2}x?{m}xf32>",
        "%0 = tensor.slice %x [0:n:2, 0:m] : tensor<?{n}x?{m}xf32> to tensor<?{n ceildiv 2}x?{m}xf32>
        return %0 : tensor<?{n ceildiv 2}x?{m}xf32>",
        &inputs,
    );
    same(
        "%x: tensor<?{n}x1xf32>",
        "tensor<?{n}x4xf32>",
        "%0 = tensor.broadcast %x dims = [0, 1] : tensor<?{n}x1xf32> to tensor<?{n}x4xf32>
        return %0 : tensor<?{n}x4xf32>",
        &[vec![tensor(F, &[3, 1], 2)]],
    );
    same(
        "%x: tensor<?{n}xf32>",
        "tensor<?{n - 2}xf32>, tensor<?{(n - 2) ceildiv 3}xf32>",
        "%0 = tensor.slice %x [1:n - 1] : tensor<?{n}xf32> to tensor<?{n - 2}xf32>
        %1 = tensor.slice %x [2:n:3] : tensor<?{n}xf32> to tensor<?{(n - 2) ceildiv 3}xf32>
        return %0, %1 : tensor<?{n - 2}xf32>, tensor<?{(n - 2) ceildiv 3}xf32>",
        &[vec![tensor(F, &[9], 2)], vec![tensor(F, &[2], 2)]],
    );
}

#[test]
fn reshapes() {
    let cases = [
        ("tensor<?{n}x6x?{m}xf32>", "tensor<?{n}x2x3x?{m}xf32>"),
        ("tensor<?{n}x6x?{m}xf32>", "tensor<?{6*n}x?{m}xf32>"),
        ("tensor<?{n}x6x?{m}xf32>", "tensor<?{n}x?{6*m}xf32>"),
        ("tensor<?{n}x6x?{m}xf32>", "tensor<?{6*n*m}xf32>"),
        ("tensor<?{n}x6x?{m}xf32>", "tensor<?{2*n}x?{3*m}xf32>"),
        ("tensor<?{n}x6x?{m}xf32>", "tensor<?{m}x?{n}x6xf32>"),
        ("tensor<?{n}x6x?{m}xf32>", "tensor<1x?{n}x1x6x?{m}xf32>"),
    ];
    let sizes = [[2, 6, 2], [4, 6, 2], [2, 6, 0]];
    for (from, to) in cases {
        let inputs: Vec<Vec<Datum>> = sizes.iter().map(|e| vec![tensor(F, e, 5)]).collect();
        let ops = format!("%0 = tensor.reshape %x : {from} to {to}\nreturn %0 : {to}");
        same(&format!("%x: {from}"), to, &ops, &inputs);
    }
    let ops = "%0 = tensor.reshape %x : tensor<4x6xf32> to tensor<3x8xf32>
               %1 = tensor.reshape %0 : tensor<3x8xf32> to tensor<2x2x2x3x1xf32>
               return %0, %1 : tensor<3x8xf32>, tensor<2x2x2x3x1xf32>";
    same(
        "%x: tensor<4x6xf32>",
        "tensor<3x8xf32>, tensor<2x2x2x3x1xf32>",
        ops,
        &[vec![tensor(F, &[4, 6], 1)]],
    );
    let ops = "%0 = tensor.reshape %x : tensor<f32> to tensor<1x1xf32>
               %1 = tensor.reshape %0 : tensor<1x1xf32> to tensor<f32>
               return %0, %1 : tensor<1x1xf32>, tensor<f32>";
    same("%x: tensor<f32>", "tensor<1x1xf32>, tensor<f32>", ops, &[vec![tensor(F, &[], 1)]]);
}

#[test]
fn sources() {
    let results = "tensor<?{n}x3xi8>, tensor<?{n}xf16>, tensor<?{n}xindex>, tensor<2x?{n}xf32>";
    let ops = "%0 = tensor.iota dim = 1 : tensor<?{n}x3xi8>
               %1 = tensor.iota dim = 0 : tensor<?{n}xf16>
               %2 = tensor.iota dim = 0 : tensor<?{n}xindex>
               %c = arith.constant 2.5 : f32
               %3 = tensor.splat %c : tensor<2x?{n}xf32>
               return %0, %1, %2, %3 : tensor<?{n}x3xi8>, tensor<?{n}xf16>, tensor<?{n}xindex>, tensor<2x?{n}xf32>";
    same("%x: tensor<?{n}xf32>", results, ops, &[vec![tensor(F, &[300], 1)], vec![tensor(F, &[0], 1)]]);
}

#[test]
fn reductions() {
    let inputs: Vec<Vec<Datum>> = [[3, 5, 2], [1, 0, 2], [2, 3, 0]]
        .iter()
        .map(|e| vec![tensor(F, e, 1), tensor(DType::I32, e, 4)])
        .collect();
    let arguments = "%x: tensor<?{n}x?{m}x?{k}xf32>, %y: tensor<?{n}x?{m}x?{k}xi32>";
    for (kinds, axes, shape) in [
        ("add, maxsi", "0, 2", "?{m}x"),
        ("mul, xor", "2, 0", "?{m}x"),
        ("maximumf, add", "0, 1, 2", ""),
        ("minnumf, minui", "1", "?{n}x?{k}x"),
        ("add, mul", "", "?{n}x?{m}x?{k}x"),
    ] {
        let (a, b) = (format!("tensor<{shape}f32>"), format!("tensor<{shape}i32>"));
        let ops = format!(
            "%0:2 = tensor.reduce [{kinds}] %x, %y dims = [{axes}] : tensor<?{{n}}x?{{m}}x?{{k}}xf32>, \
             tensor<?{{n}}x?{{m}}x?{{k}}xi32> to {a}, {b}\nreturn %0#0, %0#1 : {a}, {b}"
        );
        same(arguments, &format!("{a}, {b}"), &ops, &inputs);
    }
}

#[test]
fn contractions() {
    let inputs: Vec<Vec<Datum>> = [[2, 3, 4, 5], [1, 0, 2, 3], [2, 1, 1, 0]]
        .iter()
        .map(|[b, n, p, m]| {
            vec![tensor(F, &[*b, *n, *p], 1), tensor(F, &[*b, *p, *m], 2), tensor(F, &[*n, *n], 3)]
        })
        .collect();
    let arguments =
        "%a: tensor<?{b}x?{n}x?{p}xf32>, %b: tensor<?{b}x?{p}x?{m}xf32>, %q: tensor<?{n}x?{n}xf32>";
    let (a, b, q) = ("tensor<?{b}x?{n}x?{p}xf32>", "tensor<?{b}x?{p}x?{m}xf32>", "tensor<?{n}x?{n}xf32>");
    for (equation, operands, types, result) in [
        ("bik,bkj->bij", "%a, %b", format!("{a}, {b}"), "tensor<?{b}x?{n}x?{m}xf32>"),
        ("bik,bkj->ji", "%a, %b", format!("{a}, {b}"), "tensor<?{m}x?{n}xf32>"),
        ("bik,bkj,ii->", "%a, %b, %q", format!("{a}, {b}, {q}"), "tensor<f32>"),
        ("ii->i", "%q", q.to_string(), "tensor<?{n}xf32>"),
        ("ij->ji", "%q", q.to_string(), "tensor<?{n}x?{n}xf32>"),
        ("ij,kl->", "%q, %q", format!("{q}, {q}"), "tensor<f32>"),
    ] {
        let ops = format!(
            "%0 = tensor.contract \"{equation}\" {operands} : ({types}) -> {result}\nreturn %0 : {result}"
        );
        same(arguments, result, &ops, &inputs);
    }
    let ops =
        "%0 = tensor.contract \"ij,jk->ik\" %a, %b : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
               return %0 : tensor<2x4xi32>";
    let args = vec![tensor(DType::I8, &[2, 3], 1), tensor(DType::I8, &[3, 4], 2)];
    same("%a: tensor<2x3xi8>, %b: tensor<3x4xi8>", "tensor<2x4xi32>", ops, &[args]);
    let ops = "%0 = tensor.contract \"i,i->\" %a, %a : (tensor<5xbf16>, tensor<5xbf16>) -> tensor<f32>
               return %0 : tensor<f32>";
    same("%a: tensor<5xbf16>", "tensor<f32>", ops, &[vec![tensor(DType::BF16, &[5], 1)]]);
}

#[test]
fn elementwise_ops() {
    let arguments = "%x: tensor<?{n}xf32>, %y: tensor<?{n}xf32>, %i: tensor<?{n}xi32>";
    let results = "tensor<?{n}xf32>, tensor<?{n}xi1>, tensor<?{n}xf32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xf64>";
    let ops = "%0 = arith.subf %x, %y : tensor<?{n}xf32>
               %1 = arith.cmpf olt, %x, %y : tensor<?{n}xf32>
               %2 = arith.select %1, %x, %0 : tensor<?{n}xi1>, tensor<?{n}xf32>
               %3, %4 = arith.mulsi_extended %i, %i : tensor<?{n}xi32>
               %5 = arith.extf %2 : tensor<?{n}xf32> to tensor<?{n}xf64>
               %t = arith.constant true
               %6 = arith.select %t, %0, %y : tensor<?{n}xf32>
               return %6, %1, %2, %3, %4, %5 : tensor<?{n}xf32>, tensor<?{n}xi1>, tensor<?{n}xf32>, tensor<?{n}xi32>, \
               tensor<?{n}xi32>, tensor<?{n}xf64>";
    let inputs = [5, 0].map(|n| vec![tensor(F, &[n], 1), tensor(F, &[n], 2), tensor(DType::I32, &[n], 3)]);
    same(arguments, results, ops, &inputs);
}

#[test]
fn extents_without_names_are_refused() {
    let mut module = parse(
        "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
        %0 = math.exp %x : tensor<?xf32>
        return %0 : tensor<?xf32>
    }",
    );
    let before = print_module(&module, &PrintOptions::default());
    let function = module.child_ops()[0];
    let body = module.child_mut(function).expect("a function owns its body");
    let op = preorder(body)[0];
    let error = decompose(&mut Builder::before(body, op), op).expect_err("the extent has no name");
    assert!(error.message.contains("has an extent without a name"), "{}", error.message);
    assert_eq!(print_module(&module, &PrintOptions::default()), before);
}
