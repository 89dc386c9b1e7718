//! Products of small matrices of every size and type that the verifier accepts: NVIDIA's assembler takes the
//! PTX of each.

use crate::mapped_ptx::assembler;
use std::process::Command;
use tensorforge::Session;
use tf_cpu::library::Library;
use tf_cpu::ptx::{Arch, ptx};
use tf_dialects::kernel::{GROUP_PRODUCTS, PRODUCTS, Part, Product};
use tf_dialects::scalar::DType;

/// The type of elements in text; those without a sign are told by an attribute.
fn word(dtype: DType) -> String {
    match dtype {
        DType::UInt(bits) => format!("i{bits}"),
        other => other.to_string(),
    }
}

/// The storage of a factor of a warp group's product.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// Its rows, in rows of this many bytes of a shared array.
    Rows(usize),
    /// Columns of it in such rows.
    Columns(usize),
    /// By the threads.
    Held,
}

use Side::{Columns, Held, Rows};

/// The bytes of rows of shared arrays.
const SIZES: [usize; 4] = [16, 32, 64, 128];

/// A kernel of one warp that multiplies fragments of one element each.
fn warp_product(name: &str, product: Product) -> String {
    let (factor, sum) = (word(product.factors), word(product.sums));
    let [a, b, c] = [Part::A, Part::B, Part::C].map(|part| product.held(part));
    let shape = format!("m{}n{}k{}", product.m, product.n, product.k);
    let unsigned = if matches!(product.factors, DType::UInt(_)) { " {unsigned}" } else { "" };
    let all = 32 * c;
    format!(
        "kernel.func @{name}(%x: {factor}, %s: {sum}, %y: memref<{all}x{sum}> {{kernel.access = \"out\"}}) {{
  %lane = kernel.lane_id
  %held = arith.constant {c} : index
  %at = arith.muli %lane, %held : index
  %a = vector.broadcast %x : vector<{a}x{factor}>
  %b = vector.broadcast %x : vector<{b}x{factor}>
  %c = vector.broadcast %s : vector<{c}x{sum}>
  %d = kernel.mma {shape} %a, %b, %c{unsigned} : vector<{a}x{factor}>, vector<{b}x{factor}>, vector<{c}x{sum}>
  vector.store %d, %y[%at] axis = 0 : memref<{all}x{sum}>, vector<{c}x{sum}>
  kernel.return
}}
"
    )
}

/// The type of a factor with `rows` rows, and its name in a product.
fn factor(dtype: DType, side: Side, (name, rows): (&str, usize)) -> (String, String) {
    let (elem, bytes) = (word(dtype), dtype.bits() as usize / 8);
    let (row, across, down) = match side {
        Rows(row) => (row, 32, rows),
        Columns(row) => (row, rows * bytes, 16),
        Held => return (format!("vector<{}x{elem}>", 16 / bytes), format!("%{name}")),
    };
    let (blocks, width) = (across.div_ceil(row), row / bytes);
    (format!("memref<{blocks}x{down}x{width}x{elem}>"), format!("%{name}[%c0, %c0, %c0]"))
}

/// A kernel of a warp group that multiplies 64 rows of one factor and `n` of another.
fn group_product(name: &str, (factors, sums): (DType, DType), n: usize, [left, right]: [Side; 2]) -> String {
    let (held, sum, elem) = (n / 2, word(sums), word(factors));
    let all = 128 * held;
    let sides = [(left, ("a", 64)), (right, ("b", n))];
    let [(a, at_a), (b, at_b)] = sides.map(|(side, of)| factor(factors, side, of));
    let made = [("a", left, &a), ("b", right, &b)].map(|(name, side, ty)| match side {
        Held => format!("  %{name} = vector.broadcast %x : {ty}\n"),
        _ => format!("  %{name} = kernel.shared : {ty}\n"),
    });
    let marks = [
        (matches!(left, Columns(_)), "transposed_a"),
        (matches!(right, Columns(_)), "transposed_b"),
        (matches!(factors, DType::UInt(_)), "unsigned"),
    ];
    let marks: Vec<&str> = marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
    let marks = if marks.is_empty() { String::new() } else { format!("{{{}}}", marks.join(", ")) };
    format!(
        "kernel.func @{name}(%x: {elem}, %s: {sum}, %y: memref<{all}x{sum}> {{kernel.access = \"out\"}}) attributes {{block_size = array<i64: 128>}} {{
{}  %c0 = arith.constant 0 : index
  %t = kernel.thread_id x
  %held = arith.constant {held} : index
  %at = arith.muli %t, %held : index
  %c = vector.broadcast %s : vector<{held}x{sum}>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, {at_a}, {at_b} {marks} : vector<{held}x{sum}>, {a}, {b}
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<{held}x{sum}>
  vector.store %r, %y[%at] axis = 0 : memref<{all}x{sum}>, vector<{held}x{sum}>
  kernel.return
}}
",
        made.concat()
    )
}

/// Makes PTX of kernels, and has it assembled; products that wait for each other are none.
fn check(what: &str, text: &str, arch: &str, count: usize, instruction: &str) {
    let session = Session::new().expect("a session needs nothing");
    let library = Library::open(None).expect("the LLVM library is built with the tests");
    let mut module = session.parse("kernels", text).unwrap_or_else(|e| panic!("{e}"));
    session.run_passes(&mut module, &tf_passes::pipelines::gpu()).unwrap_or_else(|e| panic!("{e}"));
    let made = ptx(&library, &module, Arch::named(arch).expect("it is known"));
    let bytes = made.unwrap_or_else(|error| panic!("{arch}: {error}")).bytes;
    let text = String::from_utf8_lossy(&bytes);
    let products = text.lines().filter(|line| line.contains(instruction)).count();
    assert_eq!(products, count, "each kernel multiplies once: {text}");
    let name = format!("tensorforge-{instruction}-{what}-{arch}-{}.ptx", std::process::id());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, &bytes).expect("a file can be written");
    let output = Command::new(assembler())
        .args([&format!("-arch={arch}"), "-o", "/dev/null"])
        .arg(&file)
        .output()
        .expect("the assembler runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("serialized"), "{arch}: {said}");
    std::fs::remove_file(&file).expect("the file can be removed");
}

#[test]
fn warps_multiply_in_every_size_and_type() {
    let kernel = |(i, product): (usize, &Product)| warp_product(&format!("product{i}"), *product);
    let text: String = PRODUCTS.iter().enumerate().map(kernel).collect();
    for arch in Arch::names().filter(|arch| *arch != "sm_75") {
        check("all", &text, arch, PRODUCTS.len(), "mma.sync");
    }
}

#[test]
fn warp_groups_multiply_in_every_size_and_type() {
    for types in GROUP_PRODUCTS {
        // Integers have fewer sizes.
        let has = |n: &usize| !types.1.is_int() || *n <= 32 || n.is_multiple_of(16);
        let sizes: Vec<usize> = (8..=256).step_by(8).filter(has).collect();
        let sides = [Rows(128), Rows(128)];
        let kernel = |n: &usize| group_product(&format!("product{n}"), types, *n, sides);
        let text: String = sizes.iter().map(kernel).collect();
        check("sizes", &text, "sm_90a", sizes.len(), "wgmma.mma_async");
    }
}

#[test]
fn warp_groups_multiply_factors_of_every_layout() {
    for types in GROUP_PRODUCTS {
        let turned = SIZES.map(Columns).into_iter().filter(|_| types.0.bits() == 16);
        let shared: Vec<Side> = SIZES.map(Rows).into_iter().chain(turned).collect();
        let left = shared.iter().copied().chain([Held]);
        let pairs: Vec<[Side; 2]> = left.flat_map(|a| shared.iter().map(move |b| [a, *b])).collect();
        let kernel =
            |(i, sides): (usize, &[Side; 2])| group_product(&format!("product{i}"), types, 64, *sides);
        let text: String = pairs.iter().enumerate().map(kernel).collect();
        check("ways", &text, "sm_90a", pairs.len(), "wgmma.mma_async");
    }
}
