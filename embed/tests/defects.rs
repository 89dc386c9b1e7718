//! Answers that array compilers get wrong: zeros, infinities, NaN, division by zero, unsigned orders, ties. Every device
//! gives the right ones.

use tensorforge::*;

/// The results of a program of one `f32` argument, on a device.
fn floats(device: &Device, ops: &str, results: usize, x: &[f32]) -> Vec<Vec<f32>> {
    let session = Session::builder().verify_each(true).build().unwrap();
    let ty = "tensor<?{n}xf32>";
    let values: Vec<String> = (0..results).map(|i| format!("%r{i}")).collect();
    let types = vec![ty; results].join(", ");
    let text = format!(
        "func.func @main(%x: {ty}) -> ({types}) {{\n{ops}\nreturn {} : {types}\n}}",
        values.join(", ")
    );
    let exe =
        session.compile_text(&text, device).unwrap_or_else(|error| panic!("on {device}: {error}\n{text}"));
    let found: Vec<Array> = exe.call([Array::from_slice(&[x.len()], x).unwrap()].as_slice()).unwrap();
    found.iter().map(|a| a.as_slice::<f32>().unwrap().to_vec()).collect()
}

fn devices() -> Vec<Device> {
    let devices = Session::new().unwrap().devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    devices
}

#[track_caller]
fn same(found: &[f32], wanted: &[f32], device: &Device) {
    let equal = |(a, b): (&f32, &f32)| {
        a == b && a.is_sign_negative() == b.is_sign_negative() || a.is_nan() && b.is_nan()
    };
    assert!(
        found.len() == wanted.len() && found.iter().zip(wanted).all(equal),
        "{device}: {found:?}, not {wanted:?}"
    );
}

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

#[test]
fn products_with_zero_and_differences_of_equals_keep_nan() {
    let ops = "%z = arith.constant dense<0.0> : tensor<f32>
               %zs = tensor.broadcast %z dims = [] : tensor<f32> to tensor<?{n}xf32>
               %r0 = arith.mulf %x, %zs : tensor<?{n}xf32>
               %r1 = arith.subf %x, %x : tensor<?{n}xf32>
               %r2 = arith.addf %x, %zs : tensor<?{n}xf32>";
    for device in devices() {
        let found = floats(&device, ops, 3, &[1.0, -2.0, INF, NAN, -0.0]);
        same(&found[0], &[0.0, -0.0, NAN, NAN, -0.0], &device);
        same(&found[1], &[0.0, 0.0, NAN, NAN, 0.0], &device);
        same(&found[2], &[1.0, -2.0, INF, NAN, 0.0], &device);
    }
}

#[test]
fn remainders_roots_and_fractions_of_floats() {
    let ops = "%s = arith.constant 3.0 : f32
               %t = tensor.splat %s : tensor<?{n}xf32>
               %o = arith.constant 1.0 : f32
               %one = tensor.splat %o : tensor<?{n}xf32>
               %r0 = arith.remf %x, %t : tensor<?{n}xf32>
               %r1 = math.rsqrt %x : tensor<?{n}xf32>
               %r2 = arith.divf %one, %x : tensor<?{n}xf32>
               %f = math.floor %x : tensor<?{n}xf32>
               %r3 = arith.subf %x, %f : tensor<?{n}xf32>";
    for device in devices() {
        let found = floats(&device, ops, 4, &[4.0, 0.25, -7.5, 0.0, INF]);
        same(&found[0], &[1.0, 0.25, -1.5, 0.0, NAN], &device);
        let roots = &found[1];
        assert!((roots[0] - 0.5).abs() < 1e-6 && (roots[1] - 2.0).abs() < 1e-6, "{device}: {roots:?}");
        same(&roots[2..], &[NAN, INF, 0.0], &device);
        let reciprocals: Vec<f32> = found[2].clone();
        assert!(
            (reciprocals[0] - 0.25).abs() < 1e-6 && (reciprocals[2] + 1.0 / 7.5).abs() < 1e-6,
            "{device}"
        );
        assert!(reciprocals[3] == INF && reciprocals[4] == 0.0, "{device}: {reciprocals:?}");
        same(&found[3], &[0.0, 0.25, 0.5, 0.0, NAN], &device);
    }
}

/// The greatest of only −∞ is −∞, that of nothing too; long axes of negative numbers are not 0.
#[test]
fn greatest_values_of_negative_data_and_of_nothing() {
    let session = Session::new().unwrap();
    let text = "func.func @main(%x: tensor<?{n}xf32>) -> (tensor<f32>, tensor<f32>) {
      %r:2 = tensor.reduce [maximumf, minimumf] %x, %x dims = [0] : tensor<?{n}xf32>, tensor<?{n}xf32> to tensor<f32>, tensor<f32>
      return %r#0, %r#1 : tensor<f32>, tensor<f32>
    }";
    for device in devices() {
        let exe = session.compile_text(text, &device).unwrap();
        for (data, greatest, least) in [
            (vec![-INF; 5], -INF, -INF),
            (Vec::new(), -INF, INF),
            ((0..1100).map(|i| -1.0 - i as f32).collect(), -1.0, -1100.0),
        ] {
            let found: Vec<Array> =
                exe.call([Array::from_slice(&[data.len()], &data).unwrap()].as_slice()).unwrap();
            let value = |i: usize| found[i].as_slice::<f32>().unwrap()[0];
            assert_eq!((value(0), value(1)), (greatest, least), "{device}");
        }
    }
}

#[test]
fn integers_divide_by_zero_and_order_as_unsigned() {
    let session = Session::new().unwrap();
    let ty = "tensor<?{n}xi32>";
    let text = format!(
        "func.func @main(%x: {ty}, %y: {ty}) -> ({ty}, {ty}, {ty}, {ty}, {ty}, {ty}) {{
          %0 = arith.divsi %x, %y : {ty}
          %1 = arith.divui %x, %y : {ty}
          %2 = arith.remsi %x, %y : {ty}
          %3 = arith.remui %x, %y : {ty}
          %4 = arith.minui %x, %y : {ty}
          %5 = arith.maxui %x, %y : {ty}
          return %0, %1, %2, %3, %4, %5 : {ty}, {ty}, {ty}, {ty}, {ty}, {ty}
        }}"
    );
    let (x, y) = ([7, -7, i32::MIN, -1, 5], [0, 0, -1, 1, -5]);
    let wanted: [[i32; 5]; 6] = [
        [-1, -1, i32::MIN, -1, -1],
        [-1, -1, 0, -1, 0],
        [7, -7, 0, 0, 0],
        [7, -7, i32::MIN, 0, 5],
        [0, 0, i32::MIN, 1, 5],
        [7, -7, -1, -1, -5],
    ];
    for device in devices() {
        let exe = session.compile_text(&text, &device).unwrap();
        let args = [x, y].map(|a| Array::from_slice(&[5], &a).unwrap());
        let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
        for (i, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            assert_eq!(found.as_slice::<i32>().unwrap(), wanted, "result {i} on {device}");
        }
    }
}
