//! Programs that write in full what the compiler knows a better form of: against loops of the host, on every device.

use tensorforge::*;

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7919) % 1009) as f32 / 64.0 - 6.0).collect()
}

/// The devices, as far as they run here.
fn devices() -> [Device; 4] {
    [Device::interp(), Device::cpu(), Device::simt(), Device::simt_compiled()]
}

/// Rows of a table by the product with a matrix of zeros and ones, as StableHLO from JAX's `one_hot` has it: out of range is a row of zeros, and what is
/// no number makes its column none.
#[test]
fn products_with_one_hot_rows_read_a_table() {
    let text = "
      func.func public @main(%at: tensor<6xi32>, %table: tensor<50x8xf32>) -> tensor<6x8xf32> {
        %0 = stablehlo.iota dim = 1 : tensor<6x50xi32>
        %1 = stablehlo.broadcast_in_dim %at, dims = [0] : (tensor<6xi32>) -> tensor<6x50xi32>
        %2 = stablehlo.compare EQ, %1, %0 : (tensor<6x50xi32>, tensor<6x50xi32>) -> tensor<6x50xi1>
        %3 = stablehlo.convert %2 : (tensor<6x50xi1>) -> tensor<6x50xf32>
        %4 = stablehlo.dot_general %3, %table, contracting_dims = [1] x [0] : (tensor<6x50xf32>, tensor<50x8xf32>) -> tensor<6x8xf32>
        return %4 : tensor<6x8xf32>
      }";
    let places = [0, 49, 50, -1, 7, 7];
    let session = Session::new().unwrap();
    let mut table = numbers(400);
    for bad in [None, Some(f32::NAN), Some(f32::INFINITY)] {
        if let Some(bad) = bad {
            table[7 * 8 + 3] = bad;
        }
        let at = Array::from_slice(&[6], &places).unwrap();
        let array = Array::from_slice(&[50, 8], &table).unwrap();
        for device in devices() {
            let exe = session.compile_text(text, device.clone()).unwrap_or_else(|e| panic!("{device}: {e}"));
            let found: Array<f32> = exe.call((&at, &array)).unwrap_or_else(|e| panic!("{device}: {e}"));
            for (i, value) in found.to_vec().into_iter().enumerate() {
                let (place, column) = (places[i / 8], i % 8);
                let own = usize::try_from(place).ok().filter(|at| *at < 50).map_or(0.0, |at| table[at * 8 + column]);
                let is_own = bad.is_none() || column != 3 || place == 7;
                let wanted = if is_own { own } else { f32::NAN };
                let same = value == wanted || value.is_nan() && wanted.is_nan();
                assert!(same, "{device}: {value} for {wanted} at {place}, {column}");
            }
        }
    }
}

/// Sums of all elements up to the own one, by a triangle of ones and by a mask.
#[test]
fn sums_under_a_triangular_mask_are_running_sums() {
    let session = Session::new().unwrap();
    let program = Program::trace("f", |p| {
        let x = p.input::<f32>("x", [60]);
        let [i, k] = [0, 1].map(|axis| p.iota::<i32>([60, 60], axis));
        let zero = p.splat(0.0f32, [60, 60]);
        k.le(&i).select(&x.broadcast(&[1], [60, 60]), &zero).sum(1)
    });
    let program = program.unwrap_or_else(|e| panic!("{e}"));
    let x: Vec<f32> = numbers(60).iter().map(|v| v.round()).collect();
    let array = Array::from_slice(&[60], &x).unwrap();
    for device in devices() {
        let exe = session.compile(&program, device.clone()).unwrap_or_else(|e| panic!("{device}: {e}"));
        let found: Array<f32> = exe.call(&array).unwrap();
        let mut sum = 0.0;
        for (value, x) in found.to_vec().into_iter().zip(&x) {
            sum += x;
            assert_eq!(value, sum, "{device}");
        }
    }
}
