//! Levels of generated code: each that this machine can run gives the interpreter's answer, each other is
//! compiled.

use tensorforge::{Array, Device, Error, Level};

/// Runs a program on the interpreter and on devices, on several lists of arguments: all answers are the same.
pub(crate) fn same_on(devices: &[Device], text: &str, runs: &[Vec<Array>]) {
    let session = crate::sessions::builder().threads(2).build().unwrap();
    let module = session.parse("test.mlir", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let compile = |device: &Device| {
        session.compile_module(&module, device).unwrap_or_else(|e| panic!("{device}: {e}\n{text}"))
    };
    let interp = compile(&Device::interp());
    let compiled: Vec<_> = devices.iter().map(|device| (device, compile(device))).collect();
    for args in runs {
        let wanted: Vec<Array> = interp.call(args).unwrap_or_else(|e| panic!("{e}\n{text}"));
        for (device, exe) in &compiled {
            let found: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{device}: {e}\n{text}"));
            assert_eq!(found, wanted, "{device}\n{text}");
        }
    }
}

/// The same at each level that this machine has.
pub(crate) fn same(text: &str, runs: &[Vec<Array>]) {
    let devices: Vec<Device> =
        Level::tested().into_iter().map(|level| Device::cpu().with_level(level)).collect();
    same_on(&devices, text, runs);
}

/// Runs a program on one list of arguments at each level that this machine has.
fn same_at_each_level(text: &str, inputs: &[Array]) {
    same(text, &[inputs.to_vec()]);
}

fn ramp(rows: usize, columns: usize) -> Array {
    let values: Vec<f32> = (1..=rows * columns).map(|i| i as f32).collect();
    Array::from_slice(&[rows, columns], &values).unwrap()
}

/// The mask of a row is that of its columns where the row is inside, and none elsewhere: on AVX2, LLVM lost
/// the constant part of it.
#[test]
fn padding_two_axes_keeps_its_masks() {
    let pad = |rows: usize, columns: usize, low: usize, high: usize| {
        let (m, n) = (rows + low + high, columns + low + high);
        format!(
            "func.func @main(%x: tensor<{rows}x{columns}xf32>) -> tensor<{m}x{n}xf32> {{
               %c = arith.constant 0.5 : f32
               %1 = tensor.pad %x, %c low = [{low}, {low}] high = [{high}, {high}] :
                 tensor<{rows}x{columns}xf32> to tensor<{m}x{n}xf32>
               return %1 : tensor<{m}x{n}xf32>
             }}"
        )
    };
    for (rows, columns, low, high) in [(10, 6, 1, 2), (3, 14, 2, 1), (5, 31, 1, 1), (4, 9, 0, 7)] {
        same_at_each_level(&pad(rows, columns, low, high), &[ramp(rows, columns)]);
    }
}

/// A function's attribute for estimates affects schedules only; the code uses the instructions of its level.
#[test]
fn quotients_may_be_estimated_only_where_there_are_estimates() {
    let text =
        "func.func @main(%x: tensor<4x16xf32>) -> tensor<4x16xf32> attributes {tf.numerics = \"standard\"} {
      %c = arith.constant 2.0 : f32
      %d = tensor.splat %c : tensor<4x16xf32>
      %0 = arith.divf %d, %d fastmath<arcp,afn> : tensor<4x16xf32>
      %1 = arith.mulf %x, %0 : tensor<4x16xf32>
      return %1 : tensor<4x16xf32>
    }";
    same_at_each_level(text, &[ramp(4, 16)]);
}

/// `count` times `x = f(x · c)`, which has large arguments all along.
fn chain(function: &str, ty: &str, count: usize, x: &str) -> String {
    let mut text = String::new();
    for i in 0..count {
        let from = if i == 0 { x.to_string() } else { format!("%{function}{}", i - 1) };
        text.push_str(&format!("%m{function}{i} = arith.mulf {from}, %c : {ty}\n"));
        text.push_str(&format!("%{function}{i} = math.{function} %m{function}{i} : {ty}\n"));
    }
    text
}

/// Functions of the program itself, in vectors of each length that a level has and in scalars of a loop; some
/// in several kernels.
#[test]
fn functions_that_are_called_often_keep_their_bits() {
    for (elem, large) in [("f32", "1.0e9"), ("f64", "1.0e200"), ("f16", "3.0e2")] {
        let kernel = |function: &str, from: &str| {
            format!(
                "tensor.compute (%i) in [1000] attributes {{schedule = #tensor.schedule<parallel(i, grain = 200), vectorize(i, {})>}} {{
                   %x0 = tensor.at %{from}[%i] : tensor<1000x{elem}>
                   {}
                   tensor.yield %{function}99 : {elem}
                 }} : tensor<1000x{elem}>",
                if function == "tan" { 32 } else { 8 },
                chain(function, elem, 100, "%x0")
            )
        };
        let text = format!(
            "func.func @main(%x: tensor<1000x{elem}>) -> (tensor<1000x{elem}>, tensor<1000x{elem}>, {elem})
                 attributes {{tf.numerics = \"strict\"}} {{
               %c = arith.constant {large} : {elem}
               %0 = {}
               %1 = {}
               %2 = {}
               %zero = arith.constant 0 : index
               %s0 = tensor.at %x[%zero] : tensor<1000x{elem}>
               %few = arith.constant 3 : index
               %one = arith.constant 1 : index
               %s = loop.for %k = %zero to %few step %one iter_args(%v = %s0) -> ({elem}) {{
                 {}
                 loop.yield %cos99 : {elem}
               }}
               %3 = tensor.splat %s : tensor<1000x{elem}>
               %4 = arith.addf %1, %3 : tensor<1000x{elem}>
               return %2, %4, %s : tensor<1000x{elem}>, tensor<1000x{elem}>, {elem}
             }}",
            kernel("sin", "x"),
            kernel("tan", "0"),
            kernel("sin", "1"),
            chain("cos", elem, 100, "%v"),
        );
        let values = || (0..1000u16).map(|i| f32::from(i) / 64.0 - 7.0);
        let x = match elem {
            "f64" => Array::from_slice(&[1000], &values().map(f64::from).collect::<Vec<f64>>()),
            "f16" => {
                Array::from_slice(&[1000], &values().map(half::f16::from_f32).collect::<Vec<half::f16>>())
            }
            _ => Array::from_slice(&[1000], &values().collect::<Vec<f32>>()),
        };
        let x = x.unwrap();
        same_at_each_level(&text, &[x]);
    }
}

#[test]
fn a_level_that_the_machine_lacks_is_refused() {
    let session = crate::sessions::session();
    let text = "func.func @main(%x: f32) -> f32 { return %x : f32 }";
    for level in Level::all().filter(|level| !level.runs_here()) {
        let module = session.parse("test.mlir", text).unwrap();
        let error = session.compile_module(&module, Device::cpu().with_level(level)).unwrap_err();
        let expected = format!("this machine's processor cannot run code for {level}");
        assert!(matches!(&error, Error::Build(_)) && error.to_string().contains(&expected), "{error}");
    }
}
