//! What `tensor::algorithms` composes: orders, places, random numbers, scattering to selected elements.

use tf_dialects::arith;
use tf_dialects::func;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor::algorithms::{self, Order};
use tf_dialects::tensor::reduce_window::WindowAxis;
use tf_dialects::tensor::rng::Algorithm;
use tf_dialects::tensor::select_scatter::select_and_scatter;
use tf_interp::{Datum, Dense, run_entry};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::location::Location;
use tf_ir::registry::Registry;
use tf_ir::text::{PrintOptions, parse_module, parse_type, print_body};
use tf_ir::types::Type;

/// Runs a function of arguments of these types that `build` makes, and gives its results.
fn run(
    arguments: &[&str],
    results: &[&str],
    inputs: &[Datum],
    build: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Vec<Datum> {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let types = |texts: &[&str]| -> Vec<Type> {
        let one = |text: &&str| parse_type(&ctx, text, &Default::default()).map_err(drop).expect("a type");
        texts.iter().map(one).collect()
    };
    let (mut body, block) = func::function(&ctx, "f", &types(arguments), &types(results), Location::UNKNOWN);
    let args: Vec<Value> = body.args(block).collect();
    let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
    let values = build(&mut b, &args);
    func::build_return(&mut b, &values);
    let text = print_body(&body, &PrintOptions::default());
    let module =
        parse_module(&ctx, "f.mlir", &text, &Default::default()).expect("what is built has text").body;
    if let Err(errors) = tf_ir::verify::verify(&module) {
        panic!("{errors:?}\n{text}");
    }
    run_entry(&module, "f", inputs, 10_000_000).unwrap_or_else(|stop| panic!("{stop:?}\n{text}"))
}

fn floats(extents: &[usize], values: &[f32]) -> Datum {
    let data = values.iter().map(|v| u64::from(v.to_bits())).collect();
    Dense { dtype: DType::F32, extents: extents.to_vec(), data }.into()
}

fn as_floats(datum: &Datum) -> Vec<f32> {
    datum.dense().data.iter().map(|bits| f32::from_bits(*bits as u32)).collect()
}

fn as_ints(datum: &Datum) -> Vec<i64> {
    let dense = datum.dense();
    dense.data.iter().map(|bits| Scalar::from_bits(dense.dtype, *bits).to_i64()).collect()
}

const MIXED: [f32; 8] = [2.0, f32::NAN, -0.0, 0.0, f32::INFINITY, -3.0, 2.0, f32::NEG_INFINITY];

fn sorted_places(values: &[f32], order: Order, descending: bool) -> Vec<i64> {
    let input = floats(&[values.len()], values);
    let found = run(&["tensor<?{n}xf32>"], &["tensor<?{n}xi32>"], &[input], |b, args| {
        let i32 = b.ctx().i32();
        vec![algorithms::argsort(b, args[0], 0, order, descending, i32)]
    });
    as_ints(&found[0])
}

#[test]
fn orders_of_floats() {
    // Equal elements keep their order: the zeros, and the twos.
    assert_eq!(sorted_places(&MIXED, Order::NanLast, false), [7, 5, 2, 3, 0, 6, 4, 1]);
    assert_eq!(sorted_places(&MIXED, Order::NanLast, true), [1, 4, 0, 6, 2, 3, 5, 7]);
    let with_negative_nan = [0.0, -f32::NAN, f32::NAN, -0.0, f32::NEG_INFINITY, -1.0, -2.0];
    assert_eq!(sorted_places(&with_negative_nan, Order::Total, false), [1, 4, 6, 5, 3, 0, 2]);
    assert_eq!(sorted_places(&[], Order::Total, false), [] as [i64; 0]);
}

#[test]
fn greatest_elements_and_their_places() {
    let x = floats(&[2, 4], &[1.0, 5.0, 5.0, 2.0, 7.0, 0.0, -1.0, 8.0]);
    let types = ["tensor<2x3xf32>", "tensor<2x3xindex>"];
    let found = run(&["tensor<2x4xf32>"], &types, &[x], |b, args| {
        let index = b.ctx().index();
        let (values, places) = algorithms::top_k(b, args[0], 1, &Extent::constant(3), Order::NanLast, index);
        vec![values, places]
    });
    assert_eq!(as_floats(&found[0]), [5.0, 5.0, 2.0, 8.0, 7.0, 0.0]);
    assert_eq!(as_ints(&found[1]), [1, 2, 3, 3, 0, 1]);
}

#[test]
fn uniform_numbers_fill_the_unit_interval() {
    let state: Datum = Dense { dtype: DType::I64, extents: vec![2], data: vec![42, 0] }.into();
    let types = ["tensor<2xi64>", "tensor<1000xf32>"];
    let found = run(&["tensor<2xi64>"], &types, &[state], |b, args| {
        let i32 = b.ctx().i32();
        let extents = [Extent::constant(1000)];
        let (next, bits) = algorithms::random_bits(b, Algorithm::Philox, args[0], &extents, i32);
        vec![next, algorithms::uniform(b, bits, DType::F32)]
    });
    assert_eq!(as_ints(&found[0]), [42, 250]);
    let values = as_floats(&found[1]);
    assert!(values.iter().all(|v| (0.0..1.0).contains(v)));
    let mean = values.iter().sum::<f32>() / 1000.0;
    assert!((mean - 0.5).abs() < 0.05, "{mean}");
    assert!(values.iter().any(|v| *v < 0.01) && values.iter().any(|v| *v > 0.99));
}

fn axis(size: i64, stride: i64, low: i64, high: i64) -> WindowAxis {
    WindowAxis { size: Extent::constant(size), stride, base_dilation: 1, dilation: 1, low, high }
}

/// Each window's greatest element gets the window's number of the source.
fn scattered(x: &[f32], extents: [usize; 2], source: (&[f32], [usize; 2]), axes: &[WindowAxis]) -> Vec<f32> {
    let ty = |[n, m]: [usize; 2]| format!("tensor<{n}x{m}xf32>");
    let (x_type, source_type) = (ty(extents), ty(source.1));
    let inputs = [floats(&extents, x), floats(&source.1, source.0), Datum::Bits(0)];
    let types = [x_type.as_str(), source_type.as_str(), "f32"];
    let found = run(&types, &[&x_type], &inputs, |b, args| {
        let result = select_and_scatter(
            b,
            [args[0], args[1], args[2]],
            axes,
            |b, x, y| {
                let less = algorithms::less(b, Order::Partial, x, y);
                let yes = b.ctx().i1();
                let yes = tf_dialects::arith::const_int(b, yes, 1);
                arith::xori(b, less, yes)
            },
            |b, x, y| arith::addf(b, x, y),
        );
        vec![result.expect("small subscripts")]
    });
    as_floats(&found[0])
}

/// The example of the StableHLO specification, and one with padding and windows that overlap.
#[test]
fn elements_that_windows_select() {
    let x = [1.0, 5.0, 2.0, 5.0, 3.0, 6.0, 4.0, 4.0];
    let twice = [axis(3, 2, 0, 1), axis(1, 1, 0, 0)];
    let found = scattered(&x, [4, 2], (&[5.0, 6.0, 7.0, 8.0], [2, 2]), &twice);
    assert_eq!(found, [0.0, 0.0, 0.0, 0.0, 5.0, 14.0, 7.0, 0.0]);
    let row = [3.0, 1.0, 2.0, 9.0];
    let padded = [axis(1, 1, 0, 0), axis(3, 1, 1, 1)];
    assert_eq!(
        scattered(&row, [1, 4], (&[1.0, 10.0, 100.0, 1000.0], [1, 4]), &padded),
        [11.0, 0.0, 0.0, 1100.0]
    );
    // All negative: padding, which counts as nothing, is never selected.
    let row = [-3.0, -1.0, -2.0, -9.0];
    assert_eq!(
        scattered(&row, [1, 4], (&[1.0, 10.0, 100.0, 1000.0], [1, 4]), &padded),
        [0.0, 111.0, 1000.0, 0.0]
    );
}
