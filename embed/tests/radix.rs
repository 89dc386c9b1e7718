//! Sorts by digits: each element type and way to compare, on the devices that run kernels, against the
//! interpreter's sort.

use std::fmt::Write;
use tensorforge::*;

/// The comparison, as lines of a comparator of elements `%a` and `%b` of type `T`, which define `%c`.
type Comparator = (&'static str, &'static str);

const UP: Comparator = ("up", "%c = arith.cmpi slt, %a, %b : T");
const DOWN: Comparator = ("down", "%c = arith.cmpi ugt, %a, %b : T");
const NAN_LAST: Comparator = (
    "up, NaN last",
    "%l = arith.cmpf olt, %a, %b : T
     %p = math.isnan %a : T
     %q = math.isnan %b : T
     %t = arith.constant true
     %r = arith.xori %p, %t : i1
     %m = arith.andi %q, %r : i1
     %c = arith.ori %l, %m : i1",
);
const NAN_FIRST: Comparator = (
    "down, NaN first",
    "%p = arith.cmpf uno, %a, %a : T
     %q = arith.cmpf ord, %b, %b : T
     %g = arith.cmpf ogt, %a, %b : T
     %c = arith.select %p, %q, %g : i1",
);

const INTEGERS: [(&str, usize); 6] = [("i1", 1), ("i8", 1), ("i16", 2), ("i32", 4), ("i64", 8), ("index", 8)];
/// Floats with special bits: zeros, infinities, NaNs of both signs, the smallest float and 1.
const FLOATS: [(&str, usize, [u64; 8]); 4] = [
    ("f16", 2, [0, 0x8000, 0x7c00, 0xfc00, 0x7e01, 0xfe00, 1, 0x3c00]),
    ("bf16", 2, [0, 0x8000, 0x7f80, 0xff80, 0x7fc1, 0xffc0, 1, 0x3f80]),
    ("f32", 4, [0, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0001, 0xffc0_0000, 1, 0x3f80_0000]),
    ("f64", 8, [0, 1 << 63, 0x7ff << 52, 0xfff << 52, (0xfff << 51) | 1, 0x1fff << 51, 1, 0x3ff << 52]),
];

/// A program that sorts `x` with its indices.
fn program(elem: &str, comparator: &str) -> String {
    let mut text = String::new();
    let code = comparator.replace('T', elem);
    write!(
        text,
        "func.func @main(%x: tensor<?{{n}}x{elem}>) -> (tensor<?{{n}}x{elem}>, tensor<?{{n}}xi32>) {{
           %i = tensor.iota dim = 0 : tensor<?{{n}}xi32>
           %s:2 = tensor.sort %x, %i dim = 0 by (%a: {elem}, %b: {elem}, %u: i32, %v: i32) {{
             {code}
             tensor.yield %c : i1
           }} : tensor<?{{n}}x{elem}>, tensor<?{{n}}xi32>
           return %s#0, %s#1 : tensor<?{{n}}x{elem}>, tensor<?{{n}}xi32>
         }}"
    )
    .unwrap();
    text
}

/// Bits that look random; every other element is a special one, or of few.
fn elements(n: usize, bytes: usize, special: &[u64]) -> Vec<u8> {
    let mixed = |i: usize| {
        let x = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (x >> 7)
    };
    let element = |i: usize| match mixed(i) {
        x if x & 1 == 0 => x >> 1,
        x if special.is_empty() => (x >> 32) % 5,
        x => special[(x >> 32) as usize % special.len()],
    };
    (0..n).flat_map(|i| element(i).to_le_bytes().into_iter().take(bytes)).collect()
}

fn array(elem: &str, n: usize, bytes: usize, special: &[u64]) -> Array {
    let mut data = elements(n, bytes, special);
    if elem == "i1" {
        data.iter_mut().for_each(|byte| *byte &= 1);
    }
    let mut array = Array::zeros(elem.parse().unwrap(), &[n]).unwrap();
    array.bytes_mut().copy_from_slice(&data);
    array
}

/// Compares devices with the interpreter at these lengths, bit for bit.
fn check(
    elem: &str,
    bytes: usize,
    special: &[u64],
    (what, code): Comparator,
    devices: &[Device],
    lengths: &[usize],
) {
    let session = crate::sessions::session();
    let text = program(elem, code);
    let compiled = |device: &Device| {
        let module = session.parse("sort.mlir", &text).unwrap_or_else(|error| panic!("{error}"));
        session.compile_module(&module, device.clone()).unwrap_or_else(|error| panic!("{error}"))
    };
    let run = |executable: &Executable, x: &Array| -> Vec<Array> {
        let found = executable.entry("main").unwrap().call(&[x.clone()][..]);
        found.unwrap_or_else(|error| panic!("{elem}, {what}: {error}"))
    };
    let interp = compiled(&Device::interp());
    let devices: Vec<_> = devices.iter().map(|device| (device, compiled(device))).collect();
    for n in lengths {
        let x = array(elem, *n, bytes, special);
        let wanted = run(&interp, &x);
        for (device, executable) in &devices {
            for (found, wanted) in run(executable, &x).iter().zip(&wanted) {
                let same = found.bytes() == wanted.bytes();
                assert!(same, "{n} of {elem}, {what}, on {device}: {found:?}, not {wanted:?}");
            }
        }
    }
}

/// Lengths around those of blocks; of one type, many blocks, for which the interpreter takes long. Types that
/// share their code with others have fewer.
fn lengths(elem: &str) -> &'static [usize] {
    match elem {
        "f32" => &[0, 1, 255, 4096, 4097, 20_000],
        "i8" | "i32" | "f64" => &[255, 4097],
        _ => &[4097],
    }
}

#[test]
fn integers() {
    for (elem, bytes) in INTEGERS {
        for comparator in [UP, DOWN] {
            check(elem, bytes, &[], comparator, &[Device::simt_compiled()], lengths(elem));
        }
    }
}

#[test]
fn floats() {
    for (elem, bytes, special) in FLOATS {
        for comparator in [NAN_LAST, NAN_FIRST] {
            check(elem, bytes, &special, comparator, &[Device::simt_compiled()], lengths(elem));
        }
    }
}

/// Threads in any order, whose races would be found.
#[test]
fn without_races() {
    let simt = [Device::simt()];
    check("i8", 1, &[], DOWN, &simt, &[0, 1, 255, 9000]);
    check("f16", 2, &FLOATS[0].2, NAN_LAST, &simt, &[4096]);
}
