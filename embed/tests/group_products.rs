//! Products by warp groups: each against the plain product, with factors in shared memory as the hardware's
//! manual lays them out.
//!
//! The layout is computed here from the canonical layouts of the manual, in units of 16 bytes: a leading
//! distance, a stride, and an exclusive or of bits of addresses. The kernel copies these images to shared
//! memory element by element.

use std::fmt::Write;
use tensorforge::*;
use tf_dialects::kernel::GROUP_PRODUCTS;
use tf_dialects::scalar::{DType, Scalar};

/// The storage of a factor of a product.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Side {
    /// Rows of the factor in rows of this many bytes of a shared array.
    Rows(usize),
    /// Columns of it in such rows.
    Columns(usize),
    /// By the threads.
    Held,
}

use Side::{Columns, Held, Rows};

/// A product: the types of factors and sums, and the storage of its factors.
#[derive(Clone, Copy, Debug)]
struct Case {
    factors: DType,
    sums: DType,
    a: Side,
    b: Side,
}

/// Consecutive products, each over 32 bytes of the summed axis.
const STEPS: usize = 2;
/// Rows of the arrays before the multiplied ones.
const BEFORE: usize = 8;
/// Rows of A.
const M: usize = 64;

/// A factor in the form of the kernel's argument.
struct Image {
    /// The extents of the array; of what threads hold, products, threads and elements of each.
    extents: Vec<usize>,
    /// The start of each product.
    starts: Vec<Vec<usize>>,
    elements: Vec<i64>,
}

impl Case {
    fn elem(self) -> usize {
        self.factors.bits() as usize / 8
    }

    /// What one product sums over.
    fn depth(self) -> usize {
        32 / self.elem()
    }

    /// Rows of B: if rows hold its columns, those of several blocks.
    fn n(self) -> usize {
        match self.b {
            Columns(128) => 128,
            Columns(row) => 3 * row / 2,
            _ => 24,
        }
    }

    /// The type of factors in text, and further attributes.
    fn words(self) -> (String, String) {
        let elem = match self.factors {
            DType::UInt(bits) => format!("i{bits}"),
            other => other.to_string(),
        };
        let marks = [
            (matches!(self.a, Columns(_)), "transposed_a"),
            (matches!(self.b, Columns(_)), "transposed_b"),
            (matches!(self.factors, DType::UInt(_)), "unsigned"),
        ];
        let marks: Vec<&str> = marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
        (elem, if marks.is_empty() { String::new() } else { format!(" {{{}}}", marks.join(", ")) })
    }

    /// A factor of `lines` rows with these elements, by rows.
    fn image(self, side: Side, lines: usize, values: &[i64]) -> Image {
        match side {
            Held => self.held(values),
            Rows(row) | Columns(row) => self.laid_out(row, matches!(side, Columns(_)), lines, values),
        }
    }

    /// What threads hold of A: the fragments that the manual draws.
    fn held(self, values: &[i64]) -> Image {
        let (depth, all) = (self.depth(), STEPS * self.depth());
        let mut elements = Vec::new();
        for (step, thread) in (0..STEPS).flat_map(|step| (0..128).map(move |thread| (step, thread))) {
            let (g, t) = (thread % 32 / 4, thread % 4);
            for i in 0..depth / 2 {
                let (half, column) = match self.elem() {
                    4 => (i % 2, t + 4 * (i / 2)),
                    2 => (i / 2 % 2, 2 * t + i % 2 + 8 * (i / 4)),
                    _ => (i / 4 % 2, 4 * t + i % 4 + 16 * (i / 8)),
                };
                let row = 16 * (thread / 32) + g + 8 * half;
                elements.push(values[row * all + step * depth + column]);
            }
        }
        let starts = (0..STEPS).map(|step| vec![step]).collect();
        Image { extents: vec![STEPS, 128, depth / 2], starts, elements }
    }

    /// A factor in rows of this many bytes.
    fn laid_out(self, row: usize, transposed: bool, lines: usize, values: &[i64]) -> Image {
        let (elem, depth) = (self.elem(), self.depth());
        let (w, per_unit, all) = (row / 16, 16 / elem, STEPS * depth);
        let (rows, columns) = if transposed { (all, lines) } else { (lines, all) };
        let rows = BEFORE + rows;
        let blocks = (columns * elem).div_ceil(row);
        let (mut starts, mut elements) = (Vec::new(), vec![0; blocks * rows * row / elem]);
        for step in 0..STEPS {
            let at = step * depth * elem;
            let (block, first, byte) = match transposed {
                true => (0, BEFORE + step * depth, 0),
                false => (at / row, BEFORE, at % row),
            };
            let start = (block * rows + first) * row + byte;
            for (line, k) in (0..lines).flat_map(|line| (0..depth).map(move |k| (line, k))) {
                // Distances in units of 16 bytes: from eight rows to the next eight, and from a block to the
                // next.
                let (eight, next) = (8 * w, rows * w);
                let unit = match (transposed, w) {
                    (false, 1) => line % 8 + line / 8 * eight + k / per_unit * next,
                    (false, _) => line % 8 * w + line / 8 * eight + k / per_unit,
                    (true, 1) => line / per_unit * next + k % 8 + k / 8 * eight,
                    (true, _) => {
                        let unit = line / per_unit;
                        unit % w + unit / w * next + k % 8 * w + k / 8 * eight
                    }
                };
                let within = if transposed { line % per_unit } else { k % per_unit };
                let address = start + 16 * unit + within * elem;
                let address = address ^ ((address >> 7 & (w - 1)) << 4);
                elements[address / elem] = values[line * all + step * depth + k];
            }
            let begins = [block, first, byte / elem];
            starts.push(begins[usize::from(blocks == 1)..].to_vec());
        }
        let extents = [blocks, rows, row / elem];
        Image { extents: extents[usize::from(blocks == 1)..].to_vec(), starts, elements }
    }
}

/// A line per op; each has one result.
struct Lines {
    text: String,
    count: usize,
}

impl Lines {
    fn value(&mut self, what: &str) -> String {
        self.count += 1;
        writeln!(self.text, "  %v{} = {what}", self.count).unwrap();
        format!("%v{}", self.count)
    }

    fn index(&mut self, n: usize) -> String {
        self.value(&format!("arith.constant {n} : index"))
    }

    /// Copies an array that threads get as `%NAME` to shared memory.
    fn shared(&mut self, name: &str, extents: &[usize], ty: &str) -> String {
        let array = self.value(&format!("kernel.shared : {ty}"));
        let mut rest = String::from("%i");
        let threads = self.index(128);
        let count = self.index(extents.iter().product());
        let sizes: Vec<String> = extents.iter().map(|extent| self.index(*extent)).collect();
        writeln!(self.text, "  loop.for %i = %t to {count} step {threads} {{").unwrap();
        let mut subscripts = Vec::new();
        for size in sizes.iter().rev() {
            subscripts.push(self.value(&format!("arith.remui {rest}, {size} : index")));
            rest = self.value(&format!("arith.divui {rest}, {size} : index"));
        }
        subscripts.reverse();
        let at = subscripts.join(", ");
        let value = self.value(&format!("mem.load %{name}[{at}] : {ty}"));
        writeln!(self.text, "  mem.store {value}, {array}[{at}] : {ty}\n  loop.yield\n  }}").unwrap();
        array
    }
}

/// A kernel of a warp group that multiplies, and a function that launches it.
fn program(case: Case, images: [&Image; 2]) -> String {
    let (elem, marks) = case.words();
    let (sum, held) = (case.sums, case.n() / 2);
    let types = images.map(|image| {
        let extents: Vec<String> = image.extents.iter().map(usize::to_string).collect();
        format!("{}x{elem}", extents.join("x"))
    });
    let memrefs = [0, 1].map(|at| format!("memref<{}>", types[at]));
    let own = format!("vector<{}x{elem}>", case.depth() / 2);
    let mut lines = Lines { text: String::new(), count: 0 };
    let arrays = [(0, "a", case.a), (1, "b", case.b)].map(|(at, name, side)| match side {
        Held => String::new(),
        _ => lines.shared(name, &images[at].extents, &memrefs[at]),
    });
    writeln!(lines.text, "  kernel.async_fence\n  kernel.barrier").unwrap();
    let zero = lines.index(0);
    let sums = format!("vector<{held}x{sum}>");
    let mut d =
        lines.value(&format!("vector.load %c[%t, {zero}] axis = 1 : memref<128x{held}x{sum}>, {sums}"));
    let factors: Vec<Vec<String>> = (0..STEPS)
        .map(|step| {
            let mut factor = |at: usize, side: Side| {
                let starts = &images[at].starts[step];
                let starts: Vec<String> = starts.iter().map(|start| lines.index(*start)).collect();
                match side {
                    Held => {
                        let memref = &memrefs[at];
                        lines.value(&format!(
                            "vector.load %a[{}, %t, {zero}] axis = 2 : {memref}, {own}",
                            starts[0]
                        ))
                    }
                    _ => format!("{}[{}]", arrays[at], starts.join(", ")),
                }
            };
            vec![factor(0, case.a), factor(1, case.b)]
        })
        .collect();
    let a_type = if case.a == Held { &own } else { &memrefs[0] };
    writeln!(lines.text, "  kernel.wgmma_fence").unwrap();
    for factor in factors {
        let [a, b] = &factor[..] else { unreachable!() };
        d = lines.value(&format!("kernel.wgmma {d}, {a}, {b}{marks} : {sums}, {a_type}, {}", memrefs[1]));
    }
    writeln!(lines.text, "  kernel.wgmma_commit").unwrap();
    let d = lines.value(&format!("kernel.wgmma_wait {d} pending = 0 : {sums}"));
    let [a, b] = types;
    let c = format!("128x{held}x{sum}");
    format!(
        "kernel.func @k(%a: memref<{a}>, %b: memref<{b}>, %c: memref<{c}>, %y: memref<{c}> {{kernel.access = \"out\"}}) attributes {{block_size = array<i64: 128>}} {{
  %t = kernel.thread_id x
{}  vector.store {d}, %y[%t, {zero}] axis = 1 : memref<{c}>, {sums}
  kernel.return
}}
func.func @main(%a: tensor<{a}>, %b: tensor<{b}>, %c: tensor<{c}>) -> tensor<{c}> {{
  %one = arith.constant 1 : index
  %threads = arith.constant 128 : index
  %y = kernel.launch @k grid(%one) block(%threads) args(%a, %b, %c) : (tensor<{a}>, tensor<{b}>, tensor<{c}>) -> tensor<{c}>
  return %y : tensor<{c}>
}}
",
        lines.text
    )
}

/// Small integers, which all types hold.
fn numbers(count: usize, seed: usize, (least, range): (i64, usize)) -> Vec<i64> {
    (0..count).map(|i| ((i * 7919 + seed * 104_729) / 13 % range) as i64 + least).collect()
}

fn array(dtype: DType, extents: &[usize], values: &[i64]) -> Array {
    let dtype = if let DType::UInt(bits) = dtype { DType::Int(bits) } else { dtype };
    let scalar = |value: &i64| match dtype.is_float() {
        true => Scalar::from_f64(dtype, *value as f64),
        false => Scalar::from_bits(dtype, *value as u64 & dtype.mask()),
    };
    Array::from_scalars(dtype, extents, &values.iter().map(scalar).collect::<Vec<Scalar>>()).unwrap()
}

/// What runs kernels on this machine.
fn devices() -> [Device; 3] {
    [Device::interp(), Device::simt(), Device::simt_compiled()]
}

/// Compares a product with the plain one on each device.
fn check(session: &Session, case: Case) {
    let range = if matches!(case.factors, DType::UInt(_)) { (0, 256) } else { (-3, 7) };
    let (n, k, held) = (case.n(), STEPS * case.depth(), case.n() / 2);
    let (x, y) = (numbers(M * k, 1, range), numbers(n * k, 2, range));
    let z = numbers(128 * held, 3, (-9, 19));
    let (a, b) = (case.image(case.a, M, &x), case.image(case.b, n, &y));
    let text = program(case, [&a, &b]);
    let module = session.parse("group.mlir", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [a, b] = [a, b].map(|image| array(case.factors, &image.extents, &image.elements));
    let c = array(case.sums, &[128, held], &z);
    for device in devices() {
        let executable = session.compile_module(&module, &device).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let entry = executable.entry("main").unwrap();
        let found: Vec<Array> = entry.call((&a, &b, &c)).unwrap_or_else(|e| panic!("{case:?}: {e}\n{text}"));
        for (at, found) in found[0].scalars().enumerate() {
            let (thread, i) = (at / held, at % held);
            let row = 16 * (thread / 32) + thread % 32 / 4 + 8 * (i / 2 % 2);
            let column = 8 * (i / 4) + 2 * (thread % 4) + i % 2;
            let wanted = z[at] + (0..k).map(|q| x[row * k + q] * y[column * k + q]).sum::<i64>();
            let found = if found.dtype().is_float() { found.to_f64() } else { found.to_i64() as f64 };
            assert_eq!(found, wanted as f64, "{case:?} at {row}, {column} on {device}");
        }
    }
}

/// The bytes of rows.
const SIZES: [usize; 4] = [16, 32, 64, 128];

#[test]
fn each_product_of_a_warp_group_is_the_plain_one() {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for (factors, sums) in GROUP_PRODUCTS {
        for (a, b) in SIZES.into_iter().zip([64, 128, 16, 32]) {
            check(&session, Case { factors, sums, a: Rows(a), b: Rows(b) });
        }
        check(&session, Case { factors, sums, a: Held, b: Rows(128) });
    }
}

#[test]
fn factors_of_16_bits_are_transposed() {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for (factors, sums) in GROUP_PRODUCTS.into_iter().filter(|(factors, _)| factors.bits() == 16) {
        for (one, other) in SIZES.into_iter().zip([128, 16, 32, 64]) {
            check(&session, Case { factors, sums, a: Columns(one), b: Columns(other) });
        }
        check(&session, Case { factors, sums, a: Held, b: Columns(64) });
        check(&session, Case { factors, sums, a: Columns(32), b: Rows(16) });
        check(&session, Case { factors, sums, a: Rows(128), b: Columns(32) });
    }
}

/// Boxes come as their rows are swizzled.
#[test]
fn boxes_are_swizzled_by_the_bytes_of_their_rows() {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for row in [32, 64, 128] {
        let (width, bytes) = (row / 4, 16 * row);
        let text = format!(
            "kernel.func @k(%x: memref<20x{width}xf32>, %y: memref<32x{width}xf32> {{kernel.access = \"out\"}}) attributes {{block_size = array<i64: 32>}} {{
  %s = kernel.shared : memref<2x16x{width}xf32>
  %full = kernel.shared : memref<1xi64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %width = arith.constant {width} : index
  %t = kernel.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {{
    kernel.mbarrier_init %full[%c0] count = 1 : memref<1xi64>
    loop.yield
  }}
  kernel.barrier
  loop.if %first {{
    kernel.mbarrier_arrive %full[%c0] bytes = {both} : memref<1xi64>
    kernel.bulk_copy %x[%c3, %c0] to %s[%c0] arrives %full[%c0] swizzle = {row} : memref<20x{width}xf32>, memref<2x16x{width}xf32>, memref<1xi64>
    kernel.bulk_copy %x[%c0, %c0] to %s[%c1] arrives %full[%c0] swizzle = {row} : memref<20x{width}xf32>, memref<2x16x{width}xf32>, memref<1xi64>
    loop.yield
  }}
  kernel.mbarrier_wait %full[%c0] parity %c0 : memref<1xi64>
  %b = arith.divui %t, %c16 : index
  %r = arith.remui %t, %c16 : index
  loop.for %q = %c0 to %width step %c1 {{
    %v = mem.load %s[%b, %r, %q] : memref<2x16x{width}xf32>
    mem.store %v, %y[%t, %q] : memref<32x{width}xf32>
    loop.yield
  }}
  kernel.return
}}
func.func @main(%x: tensor<20x{width}xf32>) -> tensor<32x{width}xf32> {{
  %one = arith.constant 1 : index
  %threads = arith.constant 32 : index
  %y = kernel.launch @k grid(%one) block(%threads) args(%x) : (tensor<20x{width}xf32>) -> tensor<32x{width}xf32>
  return %y : tensor<32x{width}xf32>
}}
",
            both = 2 * bytes
        );
        let module = session.parse("boxes.mlir", &text).unwrap_or_else(|error| panic!("{error}"));
        let x: Vec<f32> = (0..20 * width).map(|i| (i + 1) as f32).collect();
        let mut wanted = vec![0.0; 32 * width];
        for (block, first) in [3, 0].into_iter().enumerate() {
            for (r, q) in (0..16).flat_map(|r| (0..width).map(move |q| (r, q))) {
                let address = block * bytes + r * row + 4 * q;
                let address = address ^ ((address >> 7 & (row / 16 - 1)) << 4);
                wanted[address / 4] = x[(first + r) * width + q];
            }
        }
        let x = Array::from_slice(&[20, width], &x).unwrap();
        for device in devices() {
            let executable = session.compile_module(&module, &device).unwrap_or_else(|e| panic!("{e}"));
            let y: Vec<Array> = executable.entry("main").unwrap().call(&x).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(y[0].as_slice::<f32>().unwrap(), wanted, "{row} on {device}");
        }
    }
}
