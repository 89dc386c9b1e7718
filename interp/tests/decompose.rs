//! Each named op and its decomposition give the same bits, and the decomposition passes the verifier: every
//! read in it is proved to be inside.

use crate::decompose_indices::indices;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor::decompose::{decompose, is_decomposable};
use tf_interp::{Datum, Dense, run_entry};
use tf_ir::body::Body;
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};
use tf_ir::verify::verify;
use tf_ir::walk::preorder;

pub fn parse(text: &str) -> Body {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    match parse_module(&ctx, "test", text, &ParseOptions::default()) {
        Ok(parsed) => parsed.body,
        Err(errors) => panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>()),
    }
}

pub fn check(body: &Body) {
    if let Err(errors) = verify(body) {
        let text = print_module(body, &PrintOptions::default());
        panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>());
    }
}

/// Decomposes everything in the first function.
pub fn decomposed(mut module: Body) -> Body {
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
pub fn tensor(dtype: DType, extents: &[usize], seed: i64) -> Datum {
    let count: usize = extents.iter().product();
    let value = |i: usize| (i as i64 * 7 + seed * 3) % 23 - 9;
    let data = (0..count).map(|i| Scalar::from_i64(dtype, value(i)).bits()).collect();
    Dense { dtype, extents: extents.to_vec(), data }.into()
}

/// `ops` in a function of these arguments and results give the same before and after, for each list of
/// inputs.
#[track_caller]
pub fn same(arguments: &str, results: &str, ops: &str, inputs: &[Vec<Datum>]) {
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

pub const F: DType = DType::F32;

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
    let empty = "%0 = tensor.reshape %x : tensor<0x?{n}x0xf32> to tensor<0x0xf32>
                 %1 = tensor.reshape %x : tensor<0x?{n}x0xf32> to tensor<0xf32>
                 return %0, %1 : tensor<0x0xf32>, tensor<0xf32>";
    same(
        "%x: tensor<0x?{n}x0xf32>",
        "tensor<0x0xf32>, tensor<0xf32>",
        empty,
        &[vec![tensor(F, &[0, 3, 0], 1)]],
    );
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
fn pads() {
    let x = "%x: tensor<?{n}x?{m}xf32>, %v: f32";
    let v = || Datum::Bits(Scalar::from_f64(F, 0.5).bits());
    let inputs: Vec<Vec<Datum>> =
        [[3, 5], [1, 2], [4, 0], [0, 3], [2, 2]].iter().map(|e| vec![tensor(F, e, 1), v()]).collect();
    for (low, high, interior, result) in [
        ("1, 0", "0, 2", "", "tensor<?{n + 1}x?{m + 2}xf32>"),
        ("n, 2", "1, 1", "", "tensor<?{2*n + 1}x?{m + 3}xf32>"),
        ("0, 3", "4, -2", " interior = [2, 0]", "tensor<?{n + 2*max(n - 1, 0) + 4}x?{m + 1}xf32>"),
        (
            "-1, 2",
            "2, -1",
            " interior = [1, 3]",
            "tensor<?{n + max(n - 1, 0) + 1}x?{m + 3*max(m - 1, 0) + 1}xf32>",
        ),
    ] {
        let ops = format!(
            "%0 = tensor.pad %x, %v low = [{low}] high = [{high}]{interior} : tensor<?{{n}}x?{{m}}xf32> to {result}\n\
             return %0 : {result}"
        );
        same(x, result, &ops, &inputs);
    }
    let ops = "%c = arith.constant -3 : i8
               %0 = tensor.pad %x, %c low = [-1, 2] high = [-2, 0] interior = [0, 1] : tensor<4x3xi8> to tensor<1x7xi8>
               return %0 : tensor<1x7xi8>";
    same("%x: tensor<4x3xi8>", "tensor<1x7xi8>", ops, &[vec![tensor(DType::I8, &[4, 3], 1)]]);
    let ops = "%0 = tensor.pad %x, %v low = [] high = [] : tensor<f32> to tensor<f32>
               return %0 : tensor<f32>";
    same("%x: tensor<f32>, %v: f32", "tensor<f32>", ops, &[vec![tensor(F, &[], 1), v()]]);
}

#[test]
fn concats() {
    let inputs: Vec<Vec<Datum>> = [[3, 2, 5], [0, 1, 2], [1, 0, 3], [2, 3, 0]]
        .iter()
        .map(|[n, m, k]| {
            vec![
                tensor(DType::I32, &[*n, *k], 1),
                tensor(DType::I32, &[*m, *k], 2),
                tensor(DType::I32, &[4, *k], 3),
            ]
        })
        .collect();
    let arguments = "%a: tensor<?{n}x?{k}xi32>, %b: tensor<?{m}x?{k}xi32>, %c: tensor<4x?{k}xi32>";
    let (a, b, c) = ("tensor<?{n}x?{k}xi32>", "tensor<?{m}x?{k}xi32>", "tensor<4x?{k}xi32>");
    for (operands, types, result) in [
        ("%a, %b", format!("{a}, {b}"), "tensor<?{n + m}x?{k}xi32>"),
        ("%b, %c, %a, %b, %a", format!("{b}, {c}, {a}, {b}, {a}"), "tensor<?{2*n + 2*m + 4}x?{k}xi32>"),
        ("%c", c.to_string(), "tensor<4x?{k}xi32>"),
        ("%c, %c", format!("{c}, {c}"), "tensor<8x?{k}xi32>"),
    ] {
        let ops =
            format!("%0 = tensor.concat {operands} dim = 0 : {types} to {result}\nreturn %0 : {result}");
        same(arguments, result, &ops, &inputs);
    }
    let ops = "%0 = tensor.concat %a, %a, %a dim = 1 : tensor<?{n}x?{k}xi32>, tensor<?{n}x?{k}xi32>, tensor<?{n}x?{k}xi32> \
               to tensor<?{n}x?{3*k}xi32>
               return %0 : tensor<?{n}x?{3*k}xi32>";
    same(arguments, "tensor<?{n}x?{3*k}xi32>", ops, &inputs);
}

#[test]
fn windows_at_run_time() {
    let starts = [[0, 0], [1, 2], [-3, 1], [9, 9], [2, -1], [i64::MIN, i64::MAX]];
    let sizes = [[4, 5], [2, 3], [7, 3]];
    let mut inputs = Vec::new();
    for [n, m] in sizes {
        for [i, j] in starts {
            inputs.push(vec![
                tensor(F, &[n, m], 1),
                tensor(F, &[2, m], 2),
                Datum::Bits(i as u64),
                Datum::Bits(j as u64),
            ]);
        }
    }
    // The window is proved to fit: two of n + 2.
    let arguments = "%x: tensor<?{n + 2}x?{m}xf32>, %u: tensor<2x?{m}xf32>, %i: index, %j: index";
    let ops = "%0 = tensor.dynamic_slice %x[%i, %j] : tensor<?{n + 2}x?{m}xf32> to tensor<2x?{m}xf32>
               %1 = tensor.dynamic_slice %x[%i, %j] : tensor<?{n + 2}x?{m}xf32> to tensor<?{n}x?{min(m, 2)}xf32>
               %2 = tensor.update_slice %u, %x[%i, %j] : tensor<2x?{m}xf32> into tensor<?{n + 2}x?{m}xf32>
               %3 = tensor.update_slice %1, %x[%j, %i] : tensor<?{n}x?{min(m, 2)}xf32> into tensor<?{n + 2}x?{m}xf32>
               return %0, %1, %2, %3 : tensor<2x?{m}xf32>, tensor<?{n}x?{min(m, 2)}xf32>, tensor<?{n + 2}x?{m}xf32>, \
               tensor<?{n + 2}x?{m}xf32>";
    let results = "tensor<2x?{m}xf32>, tensor<?{n}x?{min(m, 2)}xf32>, tensor<?{n + 2}x?{m}xf32>, tensor<?{n + 2}x?{m}xf32>";
    same(arguments, results, ops, &inputs);
    // One element of an axis that may have none.
    let ops = "%0 = tensor.dynamic_slice %x[%i] : tensor<?{n}xf32> to tensor<1xf32>
               %1 = tensor.gather %x at %k collapsed_dims = [0] index_map = [0] index_vector_dim = 1 sizes = [1] : tensor<?{n}xf32>, tensor<2xi8> to tensor<2xf32>
               %2 = tensor.update_slice %0, %x[%i] : tensor<1xf32> into tensor<?{n}xf32>
               return %0, %1, %2 : tensor<1xf32>, tensor<2xf32>, tensor<?{n}xf32>";
    let inputs: Vec<Vec<Datum>> = [(0, 0), (1, 5), (4, 2), (4, -1)]
        .iter()
        .map(|(n, i)| {
            vec![tensor(F, &[*n], 1), Datum::Bits(*i as i64 as u64), indices(DType::I8, &[2], 4, 2)]
        })
        .collect();
    same(
        "%x: tensor<?{n}xf32>, %i: index, %k: tensor<2xi8>",
        "tensor<1xf32>, tensor<2xf32>, tensor<?{n}xf32>",
        ops,
        &inputs,
    );
    let ops = "%0 = tensor.dynamic_slice %x[] : tensor<f32> to tensor<f32>
               %1 = tensor.update_slice %0, %x[] : tensor<f32> into tensor<f32>
               return %1 : tensor<f32>";
    same("%x: tensor<f32>", "tensor<f32>", ops, &[vec![tensor(F, &[], 1)]]);
}

#[test]
fn bitcasts() {
    let types =
        [DType::I8, DType::Int(16), DType::I32, DType::I64, DType::F16, DType::BF16, DType::F32, DType::F64];
    for from in types {
        for to in types {
            let (a, b) = (from.bits(), to.bits());
            let shape = |dtype: DType, last: u32| match last {
                1 => format!("tensor<?{{n}}x{dtype}>"),
                _ => format!("tensor<?{{n}}x{last}x{dtype}>"),
            };
            let (first, second) = (shape(from, (b / a).max(1)), shape(to, (a / b).max(1)));
            let ops = format!("%0 = tensor.bitcast %x : {first} to {second}\nreturn %0 : {second}");
            let inputs: Vec<Vec<Datum>> = [0usize, 1, 5]
                .iter()
                .map(|n| match (b / a).max(1) as usize {
                    1 => vec![tensor(from, &[*n], 3)],
                    last => vec![tensor(from, &[*n, last], 3)],
                })
                .collect();
            same(&format!("%x: {first}"), &second, &ops, &inputs);
        }
    }
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
    assert!(error.message.contains("has an unnamed extent"), "{}", error.message);
    assert_eq!(print_module(&module, &PrintOptions::default()), before);
}
