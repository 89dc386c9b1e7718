//! The builders of `tensor`, `loop`, `mem` and `vector` make ops that the verifier accepts, and put them
//! where the builder stands; subscripts come to one normal form.

use tf_dialects::arith::{FastMath, FlagSet, const_index};
use tf_dialects::tensor::{
    CombiningKind, ExtentOf, FromElements, Policy, Range, Reverse, Subscripts, Transpose, build,
};
use tf_dialects::{func, loops, mem, vector};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Block, Body, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::location::Location;
use tf_ir::registry::Registry;
use tf_ir::text::{PrintOptions, parse_type, print_body};
use tf_ir::types::{Dim, Type};
use tf_ir::verify::verify_body;

fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    Context::new(registry)
}

fn ty(ctx: &Context, text: &str) -> Type {
    parse_type(ctx, text, &Default::default()).map_err(drop).expect("a type")
}

fn term(text: &str) -> Extent {
    text.parse().expect("a term")
}

/// A function of arguments of these types, and its block.
fn function(ctx: &Context, arguments: &[&str]) -> (Body, Block, Vec<Value>) {
    let types: Vec<Type> = arguments.iter().map(|text| ty(ctx, text)).collect();
    let (body, block) = func::function(ctx, "f", &types, &[], Location::UNKNOWN);
    let values = body.args(block).collect();
    (body, block, values)
}

/// The text of the function, once the verifier has accepted it.
fn accepted(mut body: Body, block: Block) -> String {
    let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
    func::build_return(&mut b, &[]);
    let text = print_body(&body, &PrintOptions::default());
    if let Err(errors) = verify_body(&body) {
        panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>());
    }
    text
}

#[test]
fn tensors() {
    let ctx = context();
    let (mut body, block, args) = function(&ctx, &["tensor<?{n}x6xf32>", "tensor<6x?{m}xf32>", "f32"]);
    let (x, y, s) = (args[0], args[1], args[2]);
    let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
    let flags = Some(FastMath::REASSOC.attr(&ctx));
    let n = term("n");
    assert_eq!(build::extents_of(&b, x), [n.clone(), term("6")]);
    Transpose::build(&mut b, x, &[1_usize, 0][..]);
    build::broadcast(&mut b, x, &[1, 2], &[Dim::Static(4), Dim::Term(n.clone()), Dim::Static(6)]);
    build::reshape(&mut b, x, &[Dim::from_extent(term("6*n"))]);
    let whole = Range { start: term("0"), stop: n.clone(), step: 1 };
    build::slice(&mut b, x, &[whole, Range { start: term("1"), stop: term("6"), step: 2 }]);
    Reverse::build(&mut b, x, &[0_usize][..]);
    build::splat(&mut b, s, &[n.clone(), term("3")]);
    build::iota(&mut b, std::slice::from_ref(&n), ctx.i32(), 0);
    let reduced = build::reduce(&mut b, &[CombiningKind::Add], &[x], &[0], flags);
    assert_eq!(b.body.ty(b.body.result(reduced, 0)), ty(&ctx, "tensor<6xf32>"));
    let product = build::contract(&mut b, "ij,jk->ik", &[x, y], None, flags);
    assert_eq!(b.body.ty(product), ty(&ctx, "tensor<?{n}x?{m}xf32>"));
    assert_eq!(build::cast(&mut b, x, ty(&ctx, "tensor<?{n}x6xf32>")), x);
    build::cast(&mut b, x, ty(&ctx, "tensor<?{m}x6xf32>"));
    let text = accepted(body, block);
    for op in [
        "transpose",
        "broadcast",
        "reshape",
        "slice",
        "reverse",
        "splat",
        "iota",
        "reduce",
        "contract",
        "cast",
    ] {
        assert_eq!(text.matches(&format!("tensor.{op} ")).count(), 1, "{op}\n{text}");
    }
}

#[test]
fn comprehensions() {
    let ctx = context();
    let (mut body, block, args) = function(&ctx, &["tensor<?{n}x6xf32>", "f32"]);
    let (x, s) = (args[0], args[1]);
    let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
    let n = term("n");
    let sums = build::compute_one(&mut b, std::slice::from_ref(&n), ctx.f32(), |b, indices| {
        let bounds = build::bounds_of(&term("6"));
        let sum = build::fold(b, &bounds, &[CombiningKind::Add], &[ctx.f32()], None, |b, k| {
            vec![build::at_indices(b, x, &[indices[0], k])]
        });
        b.body.result(sum, 0)
    });
    let small = ty(&ctx, "tensor<2xf32>");
    build::compute(&mut b, std::slice::from_ref(&n), &[ty(&ctx, "tensor<?{n}x2xf32>")], |b, indices| {
        // 0 <= n - 1 - i < n
        let back =
            AffineExpr::symbol(0).sub(&AffineExpr::dim(0)).and_then(|e| e.add_const(-1)).expect("small");
        let subscripts = Subscripts::new(&[back], indices, &[term("n")]).expect("small");
        let a = build::at(b, sums, &subscripts, Policy::Assumed, None);
        let far =
            Subscripts::new(&[AffineExpr::dim(0).scale(2).expect("small")], indices, &[]).expect("small");
        let c = build::at(b, sums, &far, Policy::Fill, Some(s));
        ExtentOf::build(b, &term("2*n"));
        vec![FromElements::build(b, &[a, c], small)]
    });
    // The builder stands behind what it built.
    const_index(&mut b, 7);
    let text = accepted(body, block);
    let order: Vec<usize> =
        ["tensor.fold", "fill(", "constant 7"].map(|t| text.find(t).expect("is built")).into();
    assert!(order.is_sorted(), "{text}");
}

#[test]
fn loops_and_memory() {
    let ctx = context();
    let (mut body, block, args) = function(&ctx, &["memref<?{n}x3xf32>", "f32", "index", "i1"]);
    let (m, x, i, c) = (args[0], args[1], args[2], args[3]);
    let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
    let one = const_index(&mut b, 1);
    let r = loops::build::for_loop(&mut b, i, i, one, &[x], |b, k, carried| {
        let value = mem::Load::build(b, m, &[k, one]);
        mem::Store::build(b, value, m, &[k, one]);
        carried.to_vec()
    });
    let carried = b.body.result(r, 0);
    let f32 = ctx.f32();
    loops::build::while_loop(
        &mut b,
        &[carried],
        &[f32],
        |_, args| (c, args.to_vec()),
        |_, args| args.to_vec(),
    );
    loops::build::if_else(&mut b, c, &[f32], |_| vec![x], |_| vec![carried]);
    loops::build::if_then(&mut b, c, |b| {
        mem::Trap::with_status(b, &[], "no", 3);
    });
    let parallel = b.op(loops::Parallel, &[i, i, i, i, one, one], &[], &[]);
    b.fill(parallel, 0, &[ctx.index(), ctx.index()], loops::Yield, |b, indices| {
        let other = mem::Alloc::build(b, ty(&ctx, "memref<?{n}x3xf32>"));
        mem::Copy::build(b, m, other);
        mem::Store::build(b, x, other, indices);
        Vec::new()
    });
    mem::ExtentOf::build(&mut b, &term("n"));
    let text = accepted(body, block);
    for op in [
        "loop.for",
        "loop.while",
        "loop.parallel",
        "mem.copy",
        "mem.extent",
        "mem.trap \"no\" {code = 3 : i64}",
    ] {
        assert_eq!(text.matches(op).count(), 1, "{op}\n{text}");
    }
}

#[test]
fn vectors() {
    let ctx = context();
    let (mut body, block, args) = function(&ctx, &["memref<?{n}x3xf32>", "f32", "index", "i1"]);
    let (m, x, i, c) = (args[0], args[1], args[2], args[3]);
    let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
    let result = ty(&ctx, "vector<8xf32>");
    let (v, k) = (vector::Broadcast::to_lanes(&mut b, x, 8), vector::Broadcast::to_lanes(&mut b, c, 8));
    let lanes = vector::Step::build(&mut b, ty(&ctx, "vector<8xindex>"));
    vector::Load::build(&mut b, m, &[i, i], None, None, result, 1_usize);
    let w = vector::Load::build(&mut b, m, &[i, i], Some(k), Some(v), result, 0_usize);
    vector::Store::build(&mut b, w, m, &[i, i], None, 1_usize);
    vector::Store::build(&mut b, w, m, &[i, i], Some(k), 1_usize);
    vector::Gather::build(&mut b, m, &[lanes, i], None, None, result);
    vector::Gather::build(&mut b, m, &[lanes, lanes], Some(k), Some(v), result);
    vector::Scatter::build(&mut b, w, m, &[i, lanes], None);
    vector::Scatter::build(&mut b, w, m, &[i, lanes], Some(k));
    vector::Reduce::with_flags(&mut b, w, CombiningKind::MaximumF, Some(FastMath::NNAN.attr(&ctx)));
    let e = vector::Extract::build(&mut b, w, i);
    vector::Insert::build(&mut b, e, w, i);
    let text = accepted(body, block);
    assert_eq!(text.matches(" mask ").count(), 4, "{text}");
    assert!(text.contains("vector.reduce maximumf %") && text.contains("fastmath<nnan>"), "{text}");
}

/// Expressions over values `d0` … and terms `s0` … in normal form: the map, which values, which terms.
fn normal(exprs: &[&str], terms: &[&str]) -> (String, Vec<usize>, Vec<String>) {
    let ctx = context();
    let (_, _, values) = function(&ctx, &["index", "index", "index"]);
    let text = format!("affine_map<(d0, d1, d2)[s0, s1, s2] -> ({})>", exprs.join(", "));
    let map: tf_ir::affine::AffineMap = text.parse().expect("a map");
    let mut terms: Vec<Extent> = terms.iter().map(|t| term(t)).collect();
    terms.resize(3, Extent::constant(0));
    let found = Subscripts::new(map.results(), &values, &terms).expect("small");
    let place = |v: &Value| values.iter().position(|w| w == v).expect("one of them");
    let extents = found.extents.iter().map(Extent::to_string).collect();
    (found.map.to_string(), found.values.iter().map(place).collect(), extents)
}

#[test]
fn subscripts_have_a_normal_form() {
    // Values in order of first use, unused ones left out.
    let (map, values, terms) = normal(&["d2 + 1", "d0 + d2"], &[]);
    assert_eq!((map.as_str(), values), ("affine_map<(d0, d1) -> (d0 + 1, d0 + d1)>", vec![2, 0]));
    assert!(terms.is_empty());
    // Terms are taken apart into symbols, minima and maxima.
    let (map, _, terms) = normal(&["d0 + s0", "s1 - d0"], &["2*n*m + k floordiv 4", "max(n, m) - 1"]);
    assert_eq!(terms.len(), 4, "{terms:?}");
    assert!(terms.contains(&"max(m, n)".to_string()) && !map.contains("s4"), "{map} {terms:?}");
    // Constants among them vanish, and so does what cancels.
    let (map, values, terms) = normal(&["(d1 - d1) + d0 + s0", "d0 * s1"], &["5", "3"]);
    assert_eq!((map.as_str(), values), ("affine_map<(d0) -> (d0 + 5, d0 * 3)>", vec![0]));
    assert!(terms.is_empty());
    // Terms that are one are one.
    let (map, _, terms) = normal(&["d0 + s0", "d0 + s1"], &["n", "n"]);
    assert_eq!((map.as_str(), terms.len()), ("affine_map<(d0)[s0] -> (d0 + s0, d0 + s0)>", 1));
}
