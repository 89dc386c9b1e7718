//! Reads and writes at computed indices, moves of parts of tensors: every device gives the interpreter's
//! bits.

use tensorforge::*;
use tf_dialects::scalar::{DType, Scalar};

/// Pseudo-random elements that are exact in every element type.
fn numbers(dtype: DType, extents: &[usize], seed: i64) -> Array {
    let n: usize = extents.iter().product();
    let value = |i: usize| Scalar::from_i64(dtype, (i as i64 * 7919 + seed * 31) % 23 - 9);
    let values: Vec<Scalar> = (0..n).map(value).collect();
    Array::from_scalars(dtype, extents, &values).expect("as many elements as the extents say")
}

/// Indices around `0 .. extent`, some outside.
fn indices(count: usize, extent: usize, seed: i64) -> Array {
    let extent = extent as i64;
    let value = |i: usize| Scalar::from_i64(DType::Index, (i as i64 * 7 + seed) % (extent + 4) - 2);
    let values: Vec<Scalar> = (0..count).map(value).collect();
    Array::from_scalars(DType::Index, &[count], &values).expect("one element per index")
}

/// Runs a program on every device with each list of arguments; the bits agree with the interpreter's.
#[track_caller]
fn same(text: &str, inputs: &[Vec<Array>]) {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    let compile = |device: &Device| {
        session.compile_text(text, device).unwrap_or_else(|error| panic!("on {device}: {error}\n{text}"))
    };
    let truth = compile(&Device::interp());
    for device in &devices {
        let executable = compile(device);
        for args in inputs {
            let run = |exe: &Executable| exe.call::<Vec<Array>>(args.as_slice());
            match (run(&truth), run(&executable)) {
                (Ok(wanted), Ok(found)) => {
                    for (i, (a, b)) in wanted.iter().zip(&found).enumerate() {
                        let (a, b): (Vec<Scalar>, Vec<Scalar>) =
                            (a.scalars().collect(), b.scalars().collect());
                        assert_eq!(a, b, "result {i} on {device}\n{text}");
                    }
                }
                (Err(_), Err(_)) => {}
                (a, b) => panic!("the interpreter gives {a:?}, {device} {b:?}\n{text}"),
            }
        }
    }
}

const DTYPES: [(&str, DType); 10] = [
    ("i1", DType::I1),
    ("i8", DType::I8),
    ("i16", DType::Int(16)),
    ("i32", DType::I32),
    ("i64", DType::I64),
    ("index", DType::Index),
    ("f16", DType::F16),
    ("bf16", DType::BF16),
    ("f32", DType::F32),
    ("f64", DType::F64),
];

const SIZES: [usize; 5] = [0, 1, 2, 17, 1025];

#[test]
fn pads_concats_and_windows_of_every_element_type() {
    for (name, dtype) in DTYPES {
        let text = format!(
            "func.func @main(%x: tensor<?{{n}}x3x{name}>, %u: tensor<2x2x{name}>, %v: {name}, %i: index) -> \
               (tensor<?{{n + 2*max(n - 1, 0) + 3}}x4x{name}>, tensor<?{{n + 2}}x3x{name}>, tensor<?{{n + 4}}x2x{name}>, tensor<?{{n + 4}}x3x{name}>) {{
              %0 = tensor.pad %x, %v low = [2, -1] high = [1, 2] interior = [2, 0] : tensor<?{{n}}x3x{name}> to tensor<?{{n + 2*max(n - 1, 0) + 3}}x4x{name}>
              %1 = tensor.pad %x, %v low = [1, 0] high = [1, 0] : tensor<?{{n}}x3x{name}> to tensor<?{{n + 2}}x3x{name}>
              %2 = tensor.slice %x [0:n, 1:3] : tensor<?{{n}}x3x{name}> to tensor<?{{n}}x2x{name}>
              %3 = tensor.concat %u, %2, %u dim = 0 : tensor<2x2x{name}>, tensor<?{{n}}x2x{name}>, tensor<2x2x{name}> to tensor<?{{n + 4}}x2x{name}>
              %4 = tensor.pad %x, %v low = [4, 0] high = [0, 0] : tensor<?{{n}}x3x{name}> to tensor<?{{n + 4}}x3x{name}>
              %5 = tensor.dynamic_slice %4[%i, %i] : tensor<?{{n + 4}}x3x{name}> to tensor<2x2x{name}>
              %6 = tensor.update_slice %5, %4[%i, %i] : tensor<2x2x{name}> into tensor<?{{n + 4}}x3x{name}>
              return %0, %1, %3, %6 : tensor<?{{n + 2*max(n - 1, 0) + 3}}x4x{name}>, tensor<?{{n + 2}}x3x{name}>, tensor<?{{n + 4}}x2x{name}>, tensor<?{{n + 4}}x3x{name}>
            }}"
        );
        let index =
            |i: i64| Array::from_scalars(DType::Index, &[], &[Scalar::from_i64(DType::Index, i)]).unwrap();
        let inputs: Vec<Vec<Array>> = SIZES
            .iter()
            .zip([0, -3, 1, 14, 5000])
            .map(|(n, i)| {
                vec![
                    numbers(dtype, &[*n, 3], 1),
                    numbers(dtype, &[2, 2], 2),
                    numbers(dtype, &[], 3),
                    index(i),
                ]
            })
            .collect();
        same(&text, &inputs);
    }
}

#[test]
fn bitcasts_of_every_pair_of_element_types() {
    let sized: Vec<(&str, DType)> =
        DTYPES.into_iter().filter(|(_, d)| *d != DType::I1 && *d != DType::Index).collect();
    for (from_name, from) in &sized {
        let (mut results, mut ops, mut values) = (Vec::new(), String::new(), Vec::new());
        for (i, (to_name, to)) in sized.iter().enumerate() {
            let (a, b) = (from.bits(), to.bits());
            // An operand whose last axis is 8 long joins to any width.
            let ty = match a.cmp(&b) {
                std::cmp::Ordering::Equal => format!("tensor<?{{n}}x8x{to_name}>"),
                std::cmp::Ordering::Greater => format!("tensor<?{{n}}x8x{}x{to_name}>", a / b),
                std::cmp::Ordering::Less => format!("tensor<?{{n}}x{}x{to_name}>", 8 * a / b),
            };
            let source = match a < b {
                true => {
                    let parts = b / a;
                    let split = format!("tensor<?{{n}}x{}x{parts}x{from_name}>", 8 / parts);
                    ops += &format!("%s{i} = tensor.reshape %x : tensor<?{{n}}x8x{from_name}> to {split}\n");
                    ops += &format!("%r{i} = tensor.bitcast %s{i} : {split} to {ty}\n");
                    String::new()
                }
                false => format!("%r{i} = tensor.bitcast %x : tensor<?{{n}}x8x{from_name}> to {ty}\n"),
            };
            ops += &source;
            results.push(ty);
            values.push(format!("%r{i}"));
        }
        let (results, values) = (results.join(", "), values.join(", "));
        let text = format!(
            "func.func @main(%x: tensor<?{{n}}x8x{from_name}>) -> ({results}) {{\n{ops}return {values} : {results}\n}}"
        );
        let inputs: Vec<Vec<Array>> = [0, 1, 17].iter().map(|n| vec![numbers(*from, &[*n, 8], 1)]).collect();
        same(&text, &inputs);
    }
}

/// Every cast of every pair of element types, by the op that converts it.
#[test]
fn casts_of_every_pair_of_element_types() {
    let value = |name: &str, from: DType, to: DType| -> Vec<(String, String)> {
        let (a, b) = (from.bits(), to.bits());
        let ops: &[&str] = match (from.is_float(), to.is_float()) {
            (true, true) if a < b => &["arith.extf"],
            (true, true) if a > b => &["arith.truncf"],
            (true, false) if to == DType::Index => &[],
            (true, false) => &["arith.fptosi", "arith.fptoui"],
            (false, true) if from == DType::Index => &[],
            (false, true) => &["arith.sitofp", "arith.uitofp"],
            (false, false) if from == to => &[],
            (false, false) if from == DType::Index || to == DType::Index => {
                &["arith.index_cast", "arith.index_castui"]
            }
            (false, false) if a < b => &["arith.extsi", "arith.extui"],
            (false, false) => &["arith.trunci"],
            _ => &[],
        };
        ops.iter().map(|op| (op.to_string(), name.to_string())).collect()
    };
    for (from_name, from) in DTYPES {
        let (mut ops, mut results, mut values) = (String::new(), Vec::new(), Vec::new());
        for (to_name, to) in DTYPES {
            for (op, to_name) in value(to_name, from, to) {
                let i = values.len();
                ops += &format!("%r{i} = {op} %x : tensor<?{{n}}x{from_name}> to tensor<?{{n}}x{to_name}>\n");
                results.push(format!("tensor<?{{n}}x{to_name}>"));
                values.push(format!("%r{i}"));
            }
        }
        let (results, values) = (results.join(", "), values.join(", "));
        let text = format!(
            "func.func @main(%x: tensor<?{{n}}x{from_name}>) -> ({results}) {{\n{ops}return {values} : {results}\n}}"
        );
        let special = |n: usize| {
            let bits = (0..n as u64).map(|i| {
                let spread = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let edges = [0, u64::MAX, 1 << (from.bits() - 1), (1 << (from.bits() - 1)) - 1, 1];
                let bits = edges.get(i as usize).copied().unwrap_or(spread >> (64 - from.bits()));
                let value = Scalar::from_bits(from, bits);
                // A NaN has no specific bits after a conversion.
                if from.is_float() && value.to_f64().is_nan() { Scalar::from_i64(from, 3) } else { value }
            });
            Array::from_scalars(from, &[n], &bits.collect::<Vec<_>>()).unwrap()
        };
        same(&text, &[vec![special(0)], vec![special(1)], vec![special(400)]]);
    }
}

#[test]
fn puts_of_every_kind_and_element_type() {
    let kinds = |dtype: DType| -> &[&str] {
        match dtype.is_float() {
            true => &["add", "mul", "minimumf", "maximumf", "minnumf", "maxnumf", "set"],
            false => &["add", "mul", "minsi", "minui", "maxsi", "maxui", "and", "or", "xor", "set"],
        }
    };
    for (name, dtype) in DTYPES {
        let ty = format!("tensor<?{{m}}x{name}>");
        let (mut ops, mut values) = (String::new(), Vec::new());
        for (i, kind) in kinds(dtype).iter().enumerate() {
            let policy = ["drop", "clamp", "wrap"][i % 3];
            ops += &format!(
                "%r{i} = tensor.compute (%i) in [n] accumulate({kind} %a = %h : {ty}) {{
                   %at = tensor.at %k[%i] : tensor<?{{n}}xindex>
                   %v = tensor.at %x[%i] : tensor<?{{n}}x{name}>
                   tensor.put %v into %a[%at] {policy} : memref<?{{m}}x{name}>
                   tensor.yield
                 }}\n"
            );
            values.push(format!("%r{i}"));
        }
        let results = vec![ty.clone(); values.len()].join(", ");
        let text = format!(
            "func.func @main(%h: {ty}, %k: tensor<?{{n}}xindex>, %x: tensor<?{{n}}x{name}>) -> ({results}) {{
              {ops} return {} : {results}\n}}",
            values.join(", ")
        );
        let mut inputs = Vec::new();
        for n in SIZES {
            for m in [0, 1, 5, 64] {
                inputs.push(vec![numbers(dtype, &[m], 1), indices(n, m, 1), numbers(dtype, &[n], 2)]);
            }
        }
        same(&text, &inputs);
    }
}

/// `a[i] = a[2 − i]` reads the values from before; so do reads of updated tensors, in loops too.
#[test]
fn reads_see_the_old_values() {
    let text = "
func.func @main(%a: tensor<3xi32>, %x: tensor<?{n}xi32>) -> (tensor<3xi32>, tensor<?{n}xi32>) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %one = arith.constant 1 : index
  %b = tensor.compute (%i) in [3] accumulate(set %t = %a : tensor<3xi32>) {
    %v = tensor.at %a[2 - %i] : tensor<3xi32>
    tensor.put %v into %t[%i] : memref<3xi32>
    tensor.yield
  }
  %y = loop.for %t = %zero to %three step %one iter_args(%c = %x) -> (tensor<?{n}xi32>) {
    %next = tensor.compute (%i) in [n] accumulate(add %r = %c : tensor<?{n}xi32>) {
      %v = tensor.at %c[n - 1 - %i] : tensor<?{n}xi32>
      tensor.put %v into %r[%i] : memref<?{n}xi32>
      tensor.yield
    }
    loop.yield %next : tensor<?{n}xi32>
  }
  return %b, %y : tensor<3xi32>, tensor<?{n}xi32>
}";
    let inputs: Vec<Vec<Array>> =
        SIZES.iter().map(|n| vec![numbers(DType::I32, &[3], 4), numbers(DType::I32, &[*n], 1)]).collect();
    same(text, &inputs);
    let session = crate::sessions::session();
    let exe = session.compile_text(text, Device::cpu()).unwrap();
    let args =
        [Array::from_slice(&[3], &[1i32, 2, 3]).unwrap(), Array::from_slice(&[2], &[1i32, 10]).unwrap()];
    let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
    let list = |a: &Array| a.scalars().map(|s| s.to_i64()).collect::<Vec<i64>>();
    assert_eq!(list(&found[0]), [3, 2, 1]);
    // (1, 10) → (11, 11) → (22, 22) → (44, 44)
    assert_eq!(list(&found[1]), [44, 44]);
}

/// `and` combines with and; clamped reads give the edge; empty axes work.
#[test]
fn scatter_and_clamped_reads_and_empty_axes() {
    let text = "
func.func @main(%h: tensor<?{m}xi32>, %k: tensor<?{n}xindex>, %x: tensor<?{n}xi32>) -> (tensor<?{m}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>) {
  %r = tensor.compute (%i) in [n] accumulate(and %a = %h : tensor<?{m}xi32>) {
    %at = tensor.at %k[%i] : tensor<?{n}xindex>
    %v = tensor.at %x[%i] : tensor<?{n}xi32>
    tensor.put %v into %a[%at] drop : memref<?{m}xi32>
    tensor.yield
  }
  %c:2 = tensor.compute (%i) in [n] {
    %at = tensor.at %k[%i] : tensor<?{n}xindex>
    %v = tensor.at %h[%at] clamp : tensor<?{m}xi32>
    %x1 = tensor.at %x[%i] : tensor<?{n}xi32>
    %u = arith.minui %v, %x1 : i32
    %w = arith.maxui %v, %x1 : i32
    tensor.yield %u, %w : i32, i32
  } : tensor<?{n}xi32>, tensor<?{n}xi32>
  return %r, %c#0, %c#1 : tensor<?{m}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>
}";
    let mut inputs = Vec::new();
    for (n, m) in [(0, 0), (3, 0), (0, 3), (7, 3), (33, 1)] {
        inputs.push(vec![numbers(DType::I32, &[m], 1), indices(n, m, 1), numbers(DType::I32, &[n], 2)]);
    }
    same(text, &inputs);
    let session = crate::sessions::session();
    let exe = session.compile_text(text, Device::cpu()).unwrap();
    let index = |values: &[i64]| {
        let scalars: Vec<Scalar> = values.iter().map(|v| Scalar::from_i64(DType::Index, *v)).collect();
        Array::from_scalars(DType::Index, &[values.len()], &scalars).unwrap()
    };
    let args = [
        Array::from_slice(&[2], &[12i32, 7]).unwrap(),
        index(&[0, 1, -5, 9]),
        Array::from_slice(&[4], &[10i32, -1, 0, 0]).unwrap(),
    ];
    let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
    let list = |a: &Array| a.scalars().map(|s| s.to_i64()).collect::<Vec<i64>>();
    assert_eq!(list(&found[0]), [8, 7]);
    // Unsigned: −1 is the greatest.
    assert_eq!(list(&found[1]), [10, 7, 0, 0]);
    assert_eq!(list(&found[2]), [12, -1, 12, 7]);
}
