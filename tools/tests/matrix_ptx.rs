//! Products of small matrices of every size and type that the verifier accepts: NVIDIA's assembler takes the PTX of each.

use crate::mapped_ptx::assembler;
use std::process::Command;
use tensorforge::Session;
use tf_cpu::library::Library;
use tf_cpu::ptx::{Arch, ptx};
use tf_dialects::kernel::{PRODUCTS, Part, Product};
use tf_dialects::scalar::DType;

/// The type of elements in text; those without a sign are told by an attribute.
fn word(dtype: DType) -> String {
    match dtype {
        DType::UInt(bits) => format!("i{bits}"),
        other => other.to_string(),
    }
}

/// Factors of warp groups: their type, elements of a row, the type of sums, and what is said besides.
type Group = (&'static str, usize, &'static str, &'static str);

const GROUPS: [Group; 6] = [
    ("f16", 64, "f32", ""),
    ("f16", 64, "f16", ""),
    ("bf16", 64, "f32", ""),
    ("f32", 32, "f32", ""),
    ("i8", 128, "i32", ""),
    ("i8", 128, "i32", " {unsigned}"),
];

/// A kernel of one warp that multiplies fragments of one number each.
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

/// A kernel of a warp group that multiplies 64 rows of an array and `n` of another, of factors that have so many to a row.
fn group_product(name: &str, (factor, width, sum, mark): Group, n: usize) -> String {
    let held = n / 2;
    let all = 128 * held;
    format!(
        "kernel.func @{name}(%s: {sum}, %y: memref<{all}x{sum}> {{kernel.access = \"out\"}}) attributes {{block_size = array<i64: 128>}} {{
  %a = kernel.shared : memref<64x{width}x{factor}>
  %b = kernel.shared : memref<{n}x{width}x{factor}>
  %c0 = arith.constant 0 : index
  %t = kernel.thread_id x
  %held = arith.constant {held} : index
  %at = arith.muli %t, %held : index
  %c = vector.broadcast %s : vector<{held}x{sum}>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0], %b[%c0, %c0] {mark} : vector<{held}x{sum}>, memref<64x{width}x{factor}>, memref<{n}x{width}x{factor}>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<{held}x{sum}>
  vector.store %r, %y[%at] axis = 0 : memref<{all}x{sum}>, vector<{held}x{sum}>
  kernel.return
}}
"
    )
}

/// Makes PTX of kernels, and has it assembled.
fn check(text: &str, arch: &str, count: usize, instruction: &str) {
    let session = Session::new().expect("a session needs nothing");
    let library = Library::open(None).expect("the LLVM library is built with the tests");
    let mut module = session.parse("kernels", text).unwrap_or_else(|e| panic!("{e}"));
    session.run_passes(&mut module, &tf_passes::pipelines::gpu()).unwrap_or_else(|e| panic!("{e}"));
    let made = ptx(&library, &module, Arch::named(arch).expect("it is known"));
    let bytes = made.unwrap_or_else(|error| panic!("{arch}: {error}")).bytes;
    let text = String::from_utf8_lossy(&bytes);
    let products = text.lines().filter(|line| line.contains(instruction)).count();
    assert_eq!(products, count, "each kernel multiplies once: {text}");
    let file =
        std::env::temp_dir().join(format!("tensorforge-{instruction}-{arch}-{}.ptx", std::process::id()));
    std::fs::write(&file, &bytes).expect("a file can be written");
    let output = Command::new(assembler())
        .args([&format!("-arch={arch}"), "-o", "/dev/null"])
        .arg(&file)
        .output()
        .expect("the assembler runs");
    assert!(output.status.success(), "{arch}: {}", String::from_utf8_lossy(&output.stderr));
    std::fs::remove_file(&file).expect("the file can be removed");
}

#[test]
fn warps_multiply_in_every_size_and_type() {
    let kernel = |(i, product): (usize, &Product)| warp_product(&format!("product{i}"), *product);
    let text: String = PRODUCTS.iter().enumerate().map(kernel).collect();
    for arch in Arch::names() {
        check(&text, arch, PRODUCTS.len(), "mma.sync");
    }
}

#[test]
fn warp_groups_multiply_in_every_size_and_type() {
    let sizes = || (8..=256usize).step_by(8);
    for group in GROUPS {
        // Integers have fewer sizes.
        let sizes: Vec<usize> =
            sizes().filter(|n| group.2 != "i32" || *n <= 32 || n.is_multiple_of(16)).collect();
        let text: String = sizes.iter().map(|n| group_product(&format!("product{n}"), group, *n)).collect();
        check(&text, "sm_90a", sizes.len(), "wgmma.mma_async");
    }
}
