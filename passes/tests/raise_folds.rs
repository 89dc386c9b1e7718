//! `raise-folds` against the interpreter to the bit: with NaN, infinities, zeros of either sign, indices
//! outside of the fold, ties and empty axes.

use crate::common::{context, interpret, parse, run, tensor};
use tf_dialects::scalar::{DType, Scalar};
use tf_interp::{Datum, Dense};

/// A tensor that repeats these elements.
fn of(dtype: DType, extents: &[usize], numbers: &[f64]) -> Datum {
    let count = extents.iter().product();
    let data = (0..count).map(|i| Scalar::from_f64(dtype, numbers[i % numbers.len()]).bits()).collect();
    Dense { dtype, extents: extents.to_vec(), data }.into()
}

fn integers(dtype: DType, numbers: &[i64]) -> Datum {
    let data = numbers.iter().map(|n| Scalar::from_i64(dtype, *n).bits()).collect();
    Dense { dtype, extents: vec![numbers.len()], data }.into()
}

/// Equal to the bit; all NaNs are equal.
fn same(a: &Datum, b: &Datum) -> bool {
    let (Datum::Dense(a), Datum::Dense(b)) = (a, b) else { return a == b };
    let equal = |x: u64, y: u64| {
        let is_nan = |bits| a.dtype.is_float() && Scalar::from_bits(a.dtype, bits).to_f64().is_nan();
        x == y || is_nan(x) && is_nan(y)
    };
    a.extents == b.extents && a.data.iter().zip(&b.data).all(|(x, y)| equal(*x, *y))
}

/// Raises a program and compares its answers; the folds that are left.
fn raised(text: &str, inputs: &[Vec<Datum>]) -> usize {
    let ctx = context();
    let mut module = parse(&ctx, text);
    let wanted: Vec<_> = inputs.iter().map(|args| interpret(&module, args).expect("it runs")).collect();
    for passes in ["raise-folds", "canonicalize,cse", "choose-fusion,apply-fusion"] {
        run(&ctx, &mut module, passes);
        for (args, wanted) in inputs.iter().zip(&wanted) {
            let found = interpret(&module, args).expect("it runs");
            let agrees = found.iter().zip(wanted).all(|(a, b)| same(a, b));
            let text = crate::common::print(&module);
            assert!(agrees, "after {passes}:\n{text}\nof {args:?}\nfound {found:?}\nwanted {wanted:?}");
        }
    }
    crate::common::print(&module).matches("tensor.fold").count()
}

const ODD: [f64; 9] = [1.5, f64::NAN, -0.0, f64::INFINITY, 2.0, f64::NEG_INFINITY, 0.0, -3.25, 7.0];
const PLAIN: [f64; 5] = [1.5, -0.0, 3.0, -2.5, 0.0];

/// Indices inside, at both ends, past both, and twice.
const PLACES: [i64; 9] = [0, 12, 13, -1, 5, 5, 1 << 30, -(1 << 31), 7];

/// The product of rows of a unit matrix with a table, however it is written.
#[test]
fn products_with_rows_of_a_unit_matrix_are_reads() {
    for (one, place, dtype) in [
        ("arith.uitofp %is : i1 to f32", "i32", DType::Int(32)),
        ("arith.select %is, %unit, %zero : f32", "i64", DType::Int(64)),
        ("arith.uitofp %is : i1 to f32", "index", DType::Index),
    ] {
        let index = match place {
            "index" => "%q = arith.addi %k, %none : index".to_string(),
            _ => format!("%q = arith.index_cast %k : index to {place}"),
        };
        let text = format!(
            "func.func @main(%at: tensor<?{{n}}x{place}>, %table: tensor<13x4xf32>) -> tensor<?{{n}}x4xf32> {{
               %unit = arith.constant 1.0 : f32
               %zero = arith.constant 0.0 : f32
               %none = arith.constant 0 : index
               %r = tensor.compute (%i, %j) in [n, 4] {{
                 %s = tensor.fold (%k) = 0 to 13 add {{
                   %p = tensor.at %at[%i] : tensor<?{{n}}x{place}>
                   {index}
                   %is = arith.cmpi eq, %q, %p : {place}
                   %one = {one}
                   %x = tensor.at %table[%k, %j] : tensor<13x4xf32>
                   %t = arith.mulf %x, %one : f32
                   tensor.yield %t : f32
                 }} : f32
                 tensor.yield %s : f32
               }} : tensor<?{{n}}x4xf32>
               return %r : tensor<?{{n}}x4xf32>
             }}"
        );
        let mut one_nan = vec![1.0; 52];
        one_nan[5 * 4 + 1] = f64::NAN;
        one_nan[7 * 4 + 2] = f64::INFINITY;
        let tables = [
            of(DType::F32, &[13, 4], &PLAIN),
            of(DType::F32, &[13, 4], &ODD),
            of(DType::F32, &[13, 4], &one_nan),
        ];
        let places = [integers(dtype, &PLACES), integers(dtype, &[])];
        let inputs: Vec<Vec<Datum>> =
            places.iter().flat_map(|at| tables.iter().map(|table| vec![at.clone(), table.clone()])).collect();
        // Elements that are not finite are counted by one fold for each column.
        assert_eq!(raised(&text, &inputs), 1, "{text}");
    }
}

/// Selections by an index, of several kinds in one fold; terms and bounds that depend on the point.
#[test]
fn selections_of_one_term_are_reads() {
    let text = "
      func.func @main(%at: tensor<?{n}xi64>, %x: tensor<13xf32>, %y: tensor<13xi32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xi32>) {
        %zero = arith.constant -0.0 : f32
        %low = arith.constant 0xFF800000 : f32
        %least = arith.constant -2147483648 : i32
        %r:3 = tensor.compute (%i) in [n] {
          %p = tensor.at %at[%i] : tensor<?{n}xi64>
          %s:3 = tensor.fold (%k) = 2 to 12 [add, maximumf, maxsi] {
            %q = arith.index_cast %k : index to i64
            %no = arith.cmpi ne, %q, %p : i64
            %v = tensor.at %x[%k] : tensor<13xf32>
            %w = tensor.at %y[%k] : tensor<13xi32>
            %a = arith.select %no, %zero, %v : f32
            %b = arith.select %no, %low, %v : f32
            %c = arith.select %no, %least, %w : i32
            tensor.yield %a, %b, %c : f32, f32, i32
          } : f32, f32, i32
          tensor.yield %s#0, %s#1, %s#2 : f32, f32, i32
        } : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xi32>
        return %r#0, %r#1, %r#2 : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xi32>
      }";
    let inputs: Vec<Vec<Datum>> = [&ODD[..], &PLAIN]
        .iter()
        .map(|numbers| {
            let y = tensor(DType::Int(32), &[13], 5);
            vec![integers(DType::Int(64), &PLACES), of(DType::F32, &[13], numbers), y]
        })
        .collect();
    assert_eq!(raised(text, &inputs), 0);
}

/// Folds up to the point and from it on, by bounds and by masks, of empty and of short tensors.
#[test]
fn folds_up_to_the_point_are_scans() {
    let fold = |bounds: &str, kind: &str, mask: Option<&str>, neutral: &str| {
        let term = match mask {
            Some(mask) => format!(
                "%is = arith.cmpi {mask} : index
                 %v = arith.select %is, %x, %neutral : f32"
            ),
            None => "%v = arith.addf %x, %neutral : f32".to_string(),
        };
        format!(
            "func.func @main(%a: tensor<?{{m}}x?{{n}}xf32>) -> tensor<?{{m}}x?{{n}}xf32> {{
               %neutral = arith.constant {neutral} : f32
               %r = tensor.compute (%h, %i) in [m, n] {{
                 %s = tensor.fold (%k) = {bounds} {kind} {{
                   %x = tensor.at %a[%h, %k] : tensor<?{{m}}x?{{n}}xf32>
                   {term}
                   tensor.yield %v : f32
                 }} : f32
                 %e = arith.negf %s : f32
                 tensor.yield %e : f32
               }} : tensor<?{{m}}x?{{n}}xf32>
               return %r : tensor<?{{m}}x?{{n}}xf32>
             }}"
        )
    };
    let inputs: Vec<Vec<Datum>> = [[2, 5], [1, 40], [3, 0], [0, 4], [2, 1]]
        .iter()
        .flat_map(|extents| [&ODD[..], &PLAIN].map(|numbers| vec![of(DType::F32, extents, numbers)]))
        .collect();
    let low = "0xFF800000";
    for (bounds, kind, mask, neutral) in [
        ("0 to %i + 1", "add", None, "0.0"),
        ("0 to %i", "add", None, "-0.0"),
        ("0 to %i", "mul", None, "1.0"),
        ("%i to n", "maximumf", None, "0.0"),
        ("%i + 1 to n", "minimumf", None, "0.0"),
        ("0 to n", "add", Some("sle, %k, %i"), "0.0"),
        ("0 to n", "add", Some("sgt, %i, %k"), "0.0"),
        ("0 to n", "maximumf", Some("sge, %k, %i"), low),
        ("0 to n", "maximumf", Some("slt, %i, %k"), low),
    ] {
        let text = fold(bounds, kind, mask, neutral);
        assert_eq!(raised(&text, &inputs), 0, "{text}");
    }
    // What must stay: the other kind's identity, a mask that ends elsewhere, and a sum backwards whose order
    // is written.
    for (bounds, kind, mask, neutral) in [
        ("0 to n", "mul", Some("sle, %k, %i"), "0.0"),
        ("0 to n", "add", Some("sle, %k, %h"), "0.0"),
        ("%i to n", "add", None, "0.0"),
        ("0 to n", "add", Some("ult, %k, %i"), "0.0"),
    ] {
        let text = fold(bounds, kind, mask, neutral);
        assert_eq!(raised(&text, &inputs), 1, "{text}");
    }
}
