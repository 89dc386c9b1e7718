//! Answers that are known: reductions at sizes and on data where others went wrong.

use tensorforge::{Array, Device, Session};

/// Runs a function of one text on every device.
fn on_each(text: &str, args: &[Array], check: impl Fn(&[Array], &Device)) {
    thread_local! { static SESSION: Session = crate::sessions::session(); }
    SESSION.with(|session| on_each_of(session, text, args, check));
}

fn on_each_of(session: &Session, text: &str, args: &[Array], check: impl Fn(&[Array], &Device)) {
    for device in session.devices() {
        let exe = session.compile_text(text, &device).unwrap_or_else(|error| panic!("{error}"));
        let found: Vec<Array> = exe.call(args).unwrap_or_else(|error| panic!("{device}: {error}"));
        check(&found, &device);
    }
}

fn floats(extents: &[usize], value: impl Fn(usize) -> f32) -> Array {
    let count = extents.iter().product();
    Array::from_slice(extents, &(0..count).map(value).collect::<Vec<f32>>()).expect("as many elements")
}

fn values(array: &Array) -> &[f32] {
    array.as_slice::<f32>().expect("floats")
}

const MAXIMUM: &str = "
func.func @max(%x: tensor<?{n}xf32>) -> (tensor<f32>, tensor<f32>) {
  %0 = tensor.reduce maximumf %x dims = [0] : tensor<?{n}xf32> to tensor<f32>
  %1 = tensor.reduce minimumf %x dims = [0] : tensor<?{n}xf32> to tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}";

/// Long axes that are not a multiple of a block, of negative data only: no padding takes part.
#[test]
fn greatest_of_negative_data() {
    for n in [1, 127, 1024, 1025, 1151, 4099] {
        let x = floats(&[n], |i| -1.0 - ((i * 7919) % n) as f32);
        on_each(MAXIMUM, std::slice::from_ref(&x), |found, device| {
            assert_eq!(values(&found[0]), [-1.0], "{n} on {device}");
            assert_eq!(values(&found[1]), [-(n as f32)], "{n} on {device}");
        });
    }
}

/// Of two zeros, −0 is less, in either order, also between lanes; NaN is skipped.
#[test]
fn zeros_have_an_order() {
    let text = MAXIMUM.replace("maximumf", "maxnumf").replace("minimumf", "minnumf");
    for n in [2, 5, 16, 33, 100] {
        for at in 0..n {
            let x = floats(&[n], |i| {
                if i == at {
                    -0.0
                } else if i % 3 == 0 && n > 5 {
                    f32::NAN
                } else {
                    0.0
                }
            });
            let negated = floats(&[n], |i| -values(&x)[i]);
            let bits = |array: &Array| values(array)[0].to_bits();
            on_each(&text, std::slice::from_ref(&x), |found, device| {
                assert_eq!([bits(&found[0]), bits(&found[1])], [0, 1 << 31], "{at} of {n} on {device}");
            });
            on_each(&text, std::slice::from_ref(&negated), |found, device| {
                assert_eq!([bits(&found[0]), bits(&found[1])], [0, 1 << 31], "{at} of {n} on {device}");
            });
        }
    }
    let none = floats(&[40], |_| f32::NAN);
    on_each(&text, &[none], |found, device| {
        assert!(values(&found[0])[0].is_nan() && values(&found[1])[0].is_nan(), "{device}");
    });
}

#[test]
fn infinities_are_values() {
    let x = floats(&[1030], |_| f32::NEG_INFINITY);
    on_each(MAXIMUM, &[x], |found, device| {
        assert_eq!(values(&found[0]), [f32::NEG_INFINITY], "{device}");
        assert_eq!(values(&found[1]), [f32::NEG_INFINITY], "{device}");
    });
}

/// An empty axis gives the initial value, or the identity.
#[test]
fn empty_axes() {
    let text = "
func.func @empty(%x: tensor<?{n}x3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<?{n}x3xf32>) {
  %seven = arith.constant 7.0 : f32
  %0 = tensor.reduce add %x dims = [0] : tensor<?{n}x3xf32> to tensor<3xf32>
  %1 = tensor.reduce mul %x init(%seven) dims = [0] : tensor<?{n}x3xf32> to tensor<3xf32>
  %2 = tensor.reduce %x init(%seven) dims = [0] combine (%a: f32, %b: f32) {
    %c = arith.subf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<?{n}x3xf32> to tensor<3xf32>
  %3 = tensor.scan add %x dim = 0 : tensor<?{n}x3xf32>
  return %0, %1, %2, %3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<?{n}x3xf32>
}";
    on_each(text, &[floats(&[0, 3], |_| 0.0)], |found, device| {
        assert_eq!(values(&found[0]), [0.0; 3], "{device}");
        assert_eq!(values(&found[1]), [7.0; 3], "{device}");
        assert_eq!(values(&found[2]), [7.0; 3], "{device}");
        assert_eq!(found[3].extents(), [0, 3], "{device}");
    });
}

#[test]
fn prefix_sums() {
    let text = "
func.func @sums(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %0 = tensor.scan add %x dim = 0 : tensor<?{n}xf32>
  %1 = tensor.scan add %x dim = 0 exclusive : tensor<?{n}xf32>
  return %0, %1 : tensor<?{n}xf32>, tensor<?{n}xf32>
}";
    for n in [1, 2, 128, 1000, 1025] {
        // Sums of small integers are exact.
        let x = floats(&[n], |i| (i % 5) as f32 - 1.0);
        let mut sums = vec![0.0f32];
        values(&x).iter().for_each(|v| sums.push(sums[sums.len() - 1] + v));
        on_each(text, std::slice::from_ref(&x), |found, device| {
            assert_eq!(values(&found[0]), &sums[1..], "{n} on {device}");
            assert_eq!(values(&found[1]), &sums[..n], "{n} on {device}");
        });
    }
}

/// Batches on the left, on the right, on both; vectors on either side.
#[test]
fn products_of_matrices_and_vectors() {
    let (b, n, k, m) = (3, 5, 4, 2);
    let left = |i: usize, j: usize| (i * k + j) as f32 - 7.0;
    let right = |i: usize, j: usize| (i * m + j) as f32 * 0.5 - 1.0;
    let product = |i: usize, j: usize| (0..k).map(|l| left(i, l) * right(l, j)).sum::<f32>();
    let text = "
func.func @products(%a: tensor<?{n}x?{k}xf32>, %b: tensor<?{k}x?{m}xf32>, %c: tensor<?{b}x?{n}x?{k}xf32>, %d: tensor<?{b}x?{k}x?{m}xf32>, %v: tensor<?{k}xf32>) -> (tensor<?{b}x?{n}x?{m}xf32>, tensor<?{b}x?{n}x?{m}xf32>, tensor<?{b}x?{n}x?{m}xf32>, tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<f32>) {
  %0 = tensor.contract \"bnk,km->bnm\" %c, %b : (tensor<?{b}x?{n}x?{k}xf32>, tensor<?{k}x?{m}xf32>) -> tensor<?{b}x?{n}x?{m}xf32>
  %1 = tensor.contract \"nk,bkm->bnm\" %a, %d : (tensor<?{n}x?{k}xf32>, tensor<?{b}x?{k}x?{m}xf32>) -> tensor<?{b}x?{n}x?{m}xf32>
  %2 = tensor.contract \"bnk,bkm->bnm\" %c, %d : (tensor<?{b}x?{n}x?{k}xf32>, tensor<?{b}x?{k}x?{m}xf32>) -> tensor<?{b}x?{n}x?{m}xf32>
  %3 = tensor.contract \"nk,k->n\" %a, %v : (tensor<?{n}x?{k}xf32>, tensor<?{k}xf32>) -> tensor<?{n}xf32>
  %4 = tensor.contract \"k,km->m\" %v, %b : (tensor<?{k}xf32>, tensor<?{k}x?{m}xf32>) -> tensor<?{m}xf32>
  %5 = tensor.contract \"k,k->\" %v, %v : (tensor<?{k}xf32>, tensor<?{k}xf32>) -> tensor<f32>
  return %0, %1, %2, %3, %4, %5 : tensor<?{b}x?{n}x?{m}xf32>, tensor<?{b}x?{n}x?{m}xf32>, tensor<?{b}x?{n}x?{m}xf32>, tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<f32>
}";
    let args = [
        floats(&[n, k], |at| left(at / k, at % k)),
        floats(&[k, m], |at| right(at / m, at % m)),
        floats(&[b, n, k], |at| left(at / k % n, at % k)),
        floats(&[b, k, m], |at| right(at / m % k, at % m)),
        floats(&[k], |i| left(0, i)),
    ];
    on_each(text, &args, |found, device| {
        let batches: Vec<f32> = (0..b * n * m).map(|at| product(at / m % n, at % m)).collect();
        for found in &found[..3] {
            assert_eq!(values(found), batches, "{device}");
        }
        let rows: Vec<f32> = (0..n).map(|i| (0..k).map(|l| left(i, l) * left(0, l)).sum()).collect();
        assert_eq!(values(&found[3]), rows, "{device}");
        let columns: Vec<f32> = (0..m).map(|j| product(0, j)).collect();
        assert_eq!(values(&found[4]), columns, "{device}");
        assert_eq!(values(&found[5]), [(0..k).map(|l| left(0, l) * left(0, l)).sum::<f32>()], "{device}");
    });
}

/// Bits that XLA makes from the same state.
#[test]
fn random_bits_are_those_of_xla() {
    let text = "
func.func @bits(%s: tensor<2xi64>) -> (tensor<2xi64>, tensor<5xi32>, tensor<5xi16>) {
  %0:2 = tensor.rng philox4x32 %s : (tensor<2xi64>) -> (tensor<2xi64>, tensor<5xi32>)
  %1:2 = tensor.rng threefry2x32 %s : (tensor<2xi64>) -> (tensor<2xi64>, tensor<5xi16>)
  return %0#0, %0#1, %1#1 : tensor<2xi64>, tensor<5xi32>, tensor<5xi16>
}";
    let state = |key: i64, counter: i64| Array::from_slice(&[2], &[key, counter]).expect("two words");
    on_each(text, &[state(5 | 7 << 32, 0)], |found, device| {
        assert_eq!(found[0].as_slice::<i64>().expect("words"), [5 | 7 << 32, 2], "{device}");
        let wanted = [0x61ea4f13u32, 0xfe1f213e, 0x771ebca6, 0xaf450cbe, 0xcfd02e3c].map(|w| w as i32);
        assert_eq!(found[1].as_slice::<i32>().expect("words"), wanted, "{device}");
    });
    on_each(text, &[state(5, 7)], |found, device| {
        let wanted = [0xf173u16, 0x92d8, 0x4d45, 0x8252, 0x0f71].map(|w| w as i16);
        assert_eq!(found[2].as_slice::<i16>().expect("words"), wanted, "{device}");
    });
}
