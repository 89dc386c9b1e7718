//! Products of small matrices by warps: each against the plain product, with parts of matrices as the
//! hardware's manual lays them out.

use std::fmt::Write;
use tensorforge::*;

/// A product: its name in text, m and k (n is 8), the elements of factors and sums, and whether factors have
/// no sign.
type Case = (&'static str, usize, usize, &'static str, &'static str, bool);

const CASES: [Case; 11] = [
    ("m16n8k16", 16, 16, "f16", "f32", false),
    ("m16n8k8", 16, 8, "f16", "f32", false),
    ("m16n8k16", 16, 16, "f16", "f16", false),
    ("m16n8k16", 16, 16, "bf16", "f32", false),
    ("m16n8k8", 16, 8, "bf16", "f32", false),
    ("m16n8k8", 16, 8, "f32", "f32", false),
    ("m16n8k4", 16, 4, "f32", "f32", false),
    ("m16n8k32", 16, 32, "i8", "i32", false),
    ("m16n8k16", 16, 16, "i8", "i32", false),
    ("m16n8k32", 16, 32, "i8", "i32", true),
    ("m8n8k4", 8, 4, "f64", "f64", false),
];

/// Row and column, each as a multiple of `g` or `t` plus a constant, of element `i` of A: (of g, constant),
/// (of t, constant).
fn in_a(elem: &str, m: usize, i: usize) -> [[usize; 2]; 2] {
    let upper = |yes: bool| if yes { 0 } else { 8 };
    match elem {
        "f16" | "bf16" => [[1, upper(matches!(i, 0 | 1 | 4 | 5))], [2, (i & 1) + upper(i < 4)]],
        "i8" => [[1, upper(matches!(i, 0..4 | 8..12))], [4, (i & 3) + if i < 8 { 0 } else { 16 }]],
        "f32" => [[1, upper(matches!(i, 0 | 2))], [1, if i < 2 { 0 } else { 4 }]],
        _ => {
            assert_eq!((m, i), (8, 0));
            [[1, 0], [1, 0]]
        }
    }
}

/// The row of element `i` of B, as a multiple of `t` and a constant; its column is `g`.
fn row_in_b(elem: &str, i: usize) -> [usize; 2] {
    match elem {
        "f16" | "bf16" => [2, (i & 1) + if i < 2 { 0 } else { 8 }],
        "i8" => [4, (i & 3) + if i < 4 { 0 } else { 16 }],
        _ => [1, 4 * i],
    }
}

/// A kernel in which each thread of a warp reads its parts one by one.
fn kernel((shape, m, k, elem, sum, unsigned): Case) -> String {
    let mut text = String::new();
    let mut count = 0;
    let mut line = |what: String| {
        count += 1;
        writeln!(text, "  %v{count} = {what}").unwrap();
        format!("%v{count}")
    };
    let constant =
        |line: &mut dyn FnMut(String) -> String, n: usize| line(format!("arith.constant {n} : index"));
    let lane = line("kernel.lane_id".to_string());
    let four = constant(&mut line, 4);
    let g = line(format!("arith.divui {lane}, {four} : index"));
    let t = line(format!("arith.remui {lane}, {four} : index"));
    let place = |line: &mut dyn FnMut(String) -> String, of: &str, [by, plus]: [usize; 2]| {
        let by = constant(line, by);
        let plus = constant(line, plus);
        let scaled = line(format!("arith.muli {of}, {by} : index"));
        line(format!("arith.addi {scaled}, {plus} : index"))
    };
    let held = |line: &mut dyn FnMut(String) -> String,
                memory: &str,
                ty: &str,
                elem: &str,
                places: &[(String, String)]| {
        let mut whole = String::new();
        for (i, (row, column)) in places.iter().enumerate() {
            let value = line(format!("mem.load {memory}[{row}, {column}] : memref<{ty}>"));
            let vector = format!("vector<{}x{elem}>", places.len());
            whole = match i {
                0 => line(format!("vector.broadcast {value} : {vector}")),
                _ => {
                    let at = constant(line, i);
                    line(format!("vector.insert {value}, {whole}[{at}] : {vector}"))
                }
            };
        }
        whole
    };
    let [in_a_count, in_b_count, in_c_count] = [m * k / 32, k * 8 / 32, m * 8 / 32];
    let a: Vec<_> = (0..in_a_count)
        .map(|i| {
            let [row, column] = in_a(elem, m, i);
            (place(&mut line, &g, row), place(&mut line, &t, column))
        })
        .collect();
    let b: Vec<_> = (0..in_b_count).map(|i| (place(&mut line, &t, row_in_b(elem, i)), g.clone())).collect();
    let c: Vec<_> = (0..in_c_count)
        .map(|i| (place(&mut line, &g, [1, if i < 2 { 0 } else { 8 }]), place(&mut line, &t, [2, i & 1])))
        .collect();
    let types = [format!("{m}x{k}x{elem}"), format!("{k}x8x{elem}"), format!("{m}x8x{sum}")];
    let parts = [
        held(&mut line, "%a", &types[0], elem, &a),
        held(&mut line, "%b", &types[1], elem, &b),
        held(&mut line, "%d", &types[2], sum, &c),
    ];
    let flag = if unsigned { " {unsigned}" } else { "" };
    let product = line(format!(
        "kernel.mma {shape} {}, {}, {}{flag} : vector<{in_a_count}x{elem}>, vector<{in_b_count}x{elem}>, vector<{in_c_count}x{sum}>",
        parts[0], parts[1], parts[2]
    ));
    let mut stores = String::new();
    for (i, (row, column)) in c.iter().enumerate() {
        let at = constant(&mut line, i);
        let value = line(format!("vector.extract {product}[{at}] : vector<{in_c_count}x{sum}>"));
        writeln!(stores, "  mem.store {value}, %d[{row}, {column}] : memref<{}>", types[2]).unwrap();
    }
    let [a, b, d] = types;
    format!(
        "kernel.func @product(%a: memref<{a}>, %b: memref<{b}>, %d: memref<{d}> {{kernel.access = \"inout\"}}) {{\n{text}{stores}  kernel.return\n}}\n\
         func.func @main(%a: tensor<{a}>, %b: tensor<{b}>, %c: tensor<{d}>) -> tensor<{d}> {{\n  %c1 = arith.constant 1 : index\n  \
         %c32 = arith.constant 32 : index\n  %d = kernel.launch @product grid(%c1) block(%c32) args(%a, %b, %c) changes = [2] : \
         (tensor<{a}>, tensor<{b}>, tensor<{d}>) -> tensor<{d}>\n  return %d : tensor<{d}>\n}}\n"
    )
}

fn dtype(elem: &str) -> tf_dialects::scalar::DType {
    use tf_dialects::scalar::DType;
    match elem {
        "f16" => DType::F16,
        "bf16" => DType::BF16,
        "f32" => DType::F32,
        "f64" => DType::F64,
        "i8" => DType::Int(8),
        _ => DType::Int(32),
    }
}

/// Small integers, which all types hold, and their sums.
fn numbers(extents: [usize; 2], elem: &str, seed: usize, (least, count): (i64, usize)) -> (Array, Vec<i64>) {
    use tf_dialects::scalar::Scalar;
    let values: Vec<i64> = (0..extents[0] * extents[1])
        .map(|i| ((i * 7919 + seed * 104_729) / 13 % count) as i64 + least)
        .collect();
    let scalar = |value: &i64| match dtype(elem) {
        float if float.is_float() => Scalar::from_f64(float, *value as f64),
        int => Scalar::from_bits(int, *value as u64 & int.mask()),
    };
    let scalars: Vec<Scalar> = values.iter().map(scalar).collect();
    (Array::from_scalars(dtype(elem), &extents, &scalars).unwrap(), values)
}

/// What runs kernels on this machine.
fn devices() -> [Device; 3] {
    [Device::interp(), Device::simt(), Device::simt_compiled()]
}

fn call(session: &Session, case: Case, device: &Device, args: &[Array]) -> Array {
    let module = session.parse("product.mlir", &kernel(case)).unwrap_or_else(|error| panic!("{error}"));
    let executable = session.compile_module(&module, device).unwrap_or_else(|error| panic!("{error}"));
    let found: Vec<Array> = executable
        .entry("main")
        .unwrap()
        .call(args)
        .unwrap_or_else(|error| panic!("{case:?} on {device}: {error}"));
    found[0].clone()
}

#[test]
fn each_product_is_the_plain_one() {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for case in CASES {
        let (shape, m, k, elem, sum, unsigned) = case;
        let range = if unsigned { (0, 256) } else { (-5, 11) };
        let ((a, x), (b, y)) = (numbers([m, k], elem, 1, range), numbers([k, 8], elem, 2, range));
        let (c, z) = numbers([m, 8], sum, 3, (-9, 19));
        let args = [a, b, c];
        for device in devices() {
            let found = call(&session, case, &device, &args);
            for (at, found) in found.scalars().enumerate() {
                let (row, column) = (at / 8, at % 8);
                let wanted: i64 = z[at] + (0..k).map(|q| x[row * k + q] * y[q * 8 + column]).sum::<i64>();
                let found = if found.dtype().is_float() { found.to_f64() } else { found.to_i64() as f64 };
                assert_eq!(found, wanted as f64, "{shape} of {elem} at {row}, {column} on {device}");
            }
        }
    }
}

/// Sums that have to be rounded are the interpreter's, bit for bit.
#[test]
fn rounded_sums_are_those_of_the_interpreter() {
    use tf_dialects::scalar::Scalar;
    let session = crate::sessions::session();
    for case in CASES.into_iter().filter(|case| dtype(case.4).is_float()) {
        let (shape, m, k, elem, sum, _) = case;
        let parts = |extents: [usize; 2], elem: &str, seed: usize| {
            let value = |i: usize| ((i * 7919 + seed * 104_729) % 1009) as f64 / 333.0 - 1.5;
            let scalars = (0..extents[0] * extents[1]).map(|i| Scalar::from_f64(dtype(elem), value(i)));
            Array::from_scalars(dtype(elem), &extents, &scalars.collect::<Vec<Scalar>>()).unwrap()
        };
        let args = [parts([m, k], elem, 1), parts([k, 8], elem, 2), parts([m, 8], sum, 3)];
        let [wanted, simt, compiled] = devices().map(|device| call(&session, case, &device, &args));
        assert!(wanted.bytes() == simt.bytes(), "{shape} of {elem} on simt");
        assert!(wanted.bytes() == compiled.bytes(), "{shape} of {elem} on simt-compiled");
    }
}

/// Factors of type f32 lose all but 10 bits of their mantissas, and nothing else is lost.
#[test]
fn factors_are_cut_to_tf32() {
    let session = crate::sessions::session();
    let full = |extents: &[usize; 2], value: f32| {
        Array::from_slice(extents, &vec![value; extents[0] * extents[1]]).unwrap()
    };
    let (fine, cut) = (1.0 + f32::EPSILON * 8191.0, 1.0f32);
    for (a, wanted) in [(fine, cut), (1.0 + f32::EPSILON * 8192.0, 1.0 + f32::EPSILON * 8192.0)] {
        let args = [full(&[16, 4], a), full(&[4, 8], 0.25), full(&[16, 8], 0.0)];
        for device in devices() {
            let found = call(&session, CASES[6], &device, &args);
            let found = found.as_slice::<f32>().unwrap();
            assert!(found.iter().all(|found| *found == wanted), "{a} on {device}");
        }
    }
}

/// Two blocks read half of each row for both, by one copy each; a reader arrives at the other's barrier
/// before that writes again.
#[test]
fn blocks_of_a_cluster_read_for_each_other() {
    const ROWS: i64 = 5;
    let program = Program::trace("shared_rows", |p| {
        let x = p.input::<f32>("x", [ROWS, 64]);
        p.kernel(4, 32, |k| {
            k.clusters([2]);
            let (x, y) = (k.read(&x), k.write::<f32>([4, ROWS, 64]));
            let (tile, full, empty) = (k.shared::<f32>([2, 1, 32]), k.barriers([1]), k.barriers([1]));
            let (t, block, rank) = (k.thread_id(0), k.block_id(0), k.cluster_rank());
            k.when(t.eq(0), || {
                full.init_barrier(0, 1);
                empty.init_barrier(0, 2);
            });
            k.cluster_barrier();
            let there = k.cluster_shared(&empty, 1 - &rank);
            k.for_(0, ROWS, (), |row, ()| {
                let phase = &row % 2;
                k.when(t.eq(0), || {
                    empty.wait(0, 1 - &phase);
                    full.arrive(0, 256);
                    k.copy_box_to(3, (&x, [row.clone(), &rank * 32]), (&tile, &rank), (&full, 0), false);
                });
                full.wait(0, &phase);
                for half in 0..2 {
                    let at = (half + &rank) % 2;
                    let column = half * 32 + &t;
                    y.set((&block, &row, &column), tile.at((&at, 0, &t)));
                }
                k.barrier();
                k.when(t.eq(0), || {
                    empty.arrive(0, 0);
                    there.arrive(0, 0);
                });
            });
            k.cluster_barrier();
            y
        })
    });
    let program = program.unwrap();
    let x: Vec<f32> = (0..ROWS * 64).map(|i| i as f32).collect();
    let x = Array::from_slice(&[ROWS as usize, 64], &x).unwrap();
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for device in devices() {
        let y: Array = session.compile(&program, &device).unwrap().call(&x).unwrap();
        // The second block of a cluster begins with the half that it has read.
        let (y, row) = (y.as_slice::<f32>().unwrap(), 64 * ROWS as usize);
        for block in 0..4 {
            let wanted: Vec<f32> =
                (0..row).map(|i| ((i + 32 * (block % 2)) % 64 + i / 64 * 64) as f32).collect();
            assert_eq!(y[block * row..][..row], wanted, "{block} on {device}");
        }
    }
    assert!(program.to_text().contains("multicast"), "{}", program.to_text());
}
