//! Programs in expanded form, for which the compiler has a better one: against loops of the host, on every
//! device.

use tensorforge::*;

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7919) % 1009) as f32 / 64.0 - 6.0).collect()
}

/// The devices, as far as they run here.
fn devices() -> [Device; 4] {
    [Device::interp(), Device::cpu(), Device::simt(), Device::simt_compiled()]
}

/// A program of StableHLO on a device.
fn compiled(session: &Session, text: &str, device: &Device) -> Executable {
    let module = session.parse("text", text).unwrap_or_else(|e| panic!("{e}"));
    let module = session.import_stablehlo(&module).unwrap_or_else(|e| panic!("{e}"));
    session.compile_module(&module, device).unwrap_or_else(|e| panic!("{device}: {e}"))
}

/// Rows of a table by the product with a matrix of zeros and ones, as StableHLO from JAX's `one_hot` has it:
/// out of range is a row of zeros, and a NaN makes its column NaN.
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
    let session = crate::sessions::session();
    let mut table = numbers(400);
    for bad in [None, Some(f32::NAN), Some(f32::INFINITY)] {
        if let Some(bad) = bad {
            table[7 * 8 + 3] = bad;
        }
        let at = Array::from_slice(&[6], &places).unwrap();
        let array = Array::from_slice(&[50, 8], &table).unwrap();
        for device in devices() {
            let exe = compiled(&session, text, &device);
            let found: Array = exe.call((&at, &array)).unwrap_or_else(|e| panic!("{device}: {e}"));
            for (i, value) in found.as_slice::<f32>().unwrap().iter().copied().enumerate() {
                let (place, column) = (places[i / 8], i % 8);
                let own = usize::try_from(place)
                    .ok()
                    .filter(|at| *at < 50)
                    .map_or(0.0, |at| table[at * 8 + column]);
                let is_own = bad.is_none() || column != 3 || place == 7;
                let wanted = if is_own { own } else { f32::NAN };
                let same = value == wanted || value.is_nan() && wanted.is_nan();
                assert!(same, "{device}: {value} for {wanted} at {place}, {column}");
            }
        }
    }
}

/// Sums of all elements up to the own one, under a mask.
#[test]
fn sums_under_a_triangular_mask_are_running_sums() {
    let session = crate::sessions::session();
    let text = "
      func.func public @main(%x: tensor<60xf32>) -> tensor<60xf32> {
        %0 = stablehlo.iota dim = 0 : tensor<60x60xi32>
        %1 = stablehlo.iota dim = 1 : tensor<60x60xi32>
        %2 = stablehlo.compare LE, %1, %0 : (tensor<60x60xi32>, tensor<60x60xi32>) -> tensor<60x60xi1>
        %3 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<60xf32>) -> tensor<60x60xf32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %4 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<60x60xf32>
        %5 = stablehlo.select %2, %3, %4 : tensor<60x60xi1>, tensor<60x60xf32>
        %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<60x60xf32>, tensor<f32>) -> tensor<60xf32>
        return %6 : tensor<60xf32>
      }";
    let x: Vec<f32> = numbers(60).iter().map(|v| v.round()).collect();
    let array = Array::from_slice(&[60], &x).unwrap();
    for device in devices() {
        let exe = compiled(&session, text, &device);
        let found: Array = exe.call(&array).unwrap();
        let mut sum = 0.0;
        for (value, x) in found.as_slice::<f32>().unwrap().iter().copied().zip(&x) {
            sum += x;
            assert_eq!(value, sum, "{device}");
        }
    }
}
