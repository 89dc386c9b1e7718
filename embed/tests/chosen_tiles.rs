//! Products and convolutions of all element types and layouts that get loops over tiles by choice, against
//! plain sums: by one thread and by two.

use tensorforge::{Array, DType, Device, Scalar, Session, pipelines};

/// Elements in [-1, 1) with a long period; for integers, all values.
fn numbers(dtype: DType, extents: &[usize], seed: u64) -> Array {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match dtype {
            DType::I8 => Scalar::from_i64(dtype, (state as i64) >> 56),
            DType::I16 => Scalar::from_i64(dtype, (state as i64) >> 48),
            _ => Scalar::from_f64(dtype, (state as i64 >> 40) as f64 / f64::from(1 << 23)),
        }
    };
    let values: Vec<Scalar> = (0..extents.iter().product()).map(|_| next()).collect();
    Array::from_scalars(dtype, extents, &values).unwrap()
}

/// A tensor that a reference reads.
struct Read {
    extents: Vec<usize>,
    values: Vec<f64>,
}

impl Read {
    fn of(array: &Array) -> Read {
        Read { extents: array.extents().to_vec(), values: array.scalars().map(Scalar::to_f64).collect() }
    }

    /// The element at an index; 0 outside.
    fn at(&self, place: &[i64]) -> f64 {
        let mut flat = 0;
        for (index, extent) in place.iter().zip(&self.extents) {
            match usize::try_from(*index) {
                Ok(index) if index < *extent => flat = flat * extent + index,
                _ => return 0.0,
            }
        }
        self.values[flat]
    }
}

/// A described machine, so that the choices do not depend on the host.
const MACHINE: &str = "tf.target = {cores = 4 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, \
                       l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}";

/// The functions of a program after tiles have been chosen.
fn chosen(session: &Session, text: &str) -> String {
    let whole = pipelines::cpu();
    let (front, _) = whole.split_once(",apply-tiles").expect("the pipeline applies tiles");
    session.run_pipeline(text, &format!("{front})")).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Calls a program that has a number of computes for which tiles are chosen; each checked element of its
/// results is near the sum of its terms, in any order of roundings: for n terms, within `(n + 4) * eps` times
/// the sum of their magnitudes.
fn check(text: &str, tiled: usize, args: &[Array], exact: &[&dyn Fn(&[i64]) -> (f64, f64, usize)]) {
    let [one, two] = [1, 2].map(|threads| {
        let session = crate::sessions::builder().threads(threads).build().unwrap();
        if threads == 1 {
            let ir = chosen(&session, text);
            let found = ir.matches("by heuristic: split(").count();
            assert_eq!(found, tiled, "computes with tiles\n{ir}");
        }
        let exe = session.compile_text(text, Device::cpu()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let results: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{e}\n{text}"));
        results
    });
    for ((one, two), exact) in one.iter().zip(&two).zip(exact) {
        let same = one.scalars().zip(two.scalars()).all(|(one, two)| one.bits() == two.bits());
        assert!(same, "threads change bits\n{text}");
        let eps = match one.dtype() {
            DType::F64 => f64::EPSILON,
            DType::F32 => f64::from(f32::EPSILON),
            _ => 0.0,
        };
        let found: Vec<f64> = one.scalars().map(Scalar::to_f64).collect();
        // The last elements are the ends of tiles.
        let last = found.len().saturating_sub(70)..found.len();
        for at in (0..found.len()).step_by(997).chain(last) {
            let mut place = vec![0; one.extents().len()];
            let mut rest = at;
            for (index, extent) in place.iter_mut().zip(one.extents()).rev() {
                (*index, rest) = ((rest % extent) as i64, rest / extent);
            }
            let (sum, size, terms) = exact(&place);
            // Integers of 32 bits wrap.
            let sum = if one.dtype() == DType::I32 { f64::from(sum as i64 as i32) } else { sum };
            let off = (found[at] - sum).abs();
            assert!(off <= (terms + 4) as f64 * eps * size, "{place:?}: {}, not {sum}\n{text}", found[at]);
        }
    }
}

/// The sum of some terms, the sum of their magnitudes, and their count.
fn summed(terms: impl Iterator<Item = f64>) -> (f64, f64, usize) {
    terms.fold((0.0, 0.0, 0), |(sum, size, count), term| (sum + term, size + term.abs(), count + 1))
}

/// A product whose subscripts are written as `tensor.contract` takes them.
fn product([a, b, c]: [&str; 3], [elem, wide]: [&str; 2], dtype: DType, extents: [usize; 4]) {
    let long = |letter: char| extents["gijk".find(letter).expect("a letter of these")];
    let of = |letters: &str| letters.chars().map(long).collect::<Vec<usize>>();
    let ty = |letters: &str, elem: &str| {
        let dims: Vec<String> = of(letters).iter().map(|n| format!("{n}x")).collect();
        format!("tensor<{}{elem}>", dims.concat())
    };
    let (ta, tb, tc) = (ty(a, elem), ty(b, elem), ty(c, wide));
    let text = format!(
        "func.func @main(%a: {ta}, %b: {tb}) -> {tc} attributes {{{MACHINE}}} {{
           %r = tensor.contract \"{a},{b}->{c}\" %a, %b : ({ta}, {tb}) -> {tc}
           return %r : {tc}
         }}"
    );
    let args = [numbers(dtype, &of(a), 1), numbers(dtype, &of(b), 2)];
    let reads = [Read::of(&args[0]), Read::of(&args[1])];
    let exact = |place: &[i64]| {
        let at = |letters: &str, k: i64| {
            let index = |letter| if letter == 'k' { k } else { place[c.find(letter).expect("an index")] };
            letters.chars().map(index).collect::<Vec<i64>>()
        };
        summed((0..long('k') as i64).map(|k| reads[0].at(&at(a, k)) * reads[1].at(&at(b, k))))
    };
    check(&text, 1, &args, &[&exact]);
}

const PLAIN: [&str; 3] = ["ik", "kj", "ij"];
/// Long enough for all of them, and no multiple of a tile along any loop.
const EXTENTS: [usize; 4] = [2, 523, 541, 515];

#[test]
fn products_of_other_element_types() {
    product(PLAIN, ["f64", "f64"], DType::F64, EXTENTS);
    product(PLAIN, ["f16", "f32"], DType::F16, EXTENTS);
    product(PLAIN, ["bf16", "f32"], DType::BF16, EXTENTS);
    product(PLAIN, ["i8", "i32"], DType::I8, EXTENTS);
    product(PLAIN, ["i16", "i32"], DType::I16, EXTENTS);
}

#[test]
fn products_of_transposed_operands() {
    for pair in [["ki", "kj"], ["ik", "jk"], ["ki", "jk"]] {
        product([pair[0], pair[1], "ij"], ["f32", "f32"], DType::F32, EXTENTS);
    }
    product(["ki", "jk", "ij"], ["i8", "i32"], DType::I8, EXTENTS);
}

#[test]
fn products_of_batches() {
    product(["gik", "gkj", "gij"], ["f32", "f32"], DType::F32, EXTENTS);
    product(["gki", "gjk", "gij"], ["f64", "f64"], DType::F64, EXTENTS);
    product(["gik", "gkj", "gij"], ["i8", "i32"], DType::I8, EXTENTS);
}

/// Every second row, and every third column.
#[test]
fn a_product_of_non_adjacent_rows() {
    let [_, m, n, p] = EXTENTS;
    let (ta, tb) = (format!("tensor<{}x{p}xf32>", 2 * m), format!("tensor<{p}x{}xf32>", 3 * n));
    let text = format!(
        "func.func @main(%a: {ta}, %b: {tb}) -> tensor<{m}x{n}xf32> attributes {{{MACHINE}}} {{
           %r = tensor.compute (%i, %j) in [{m}, {n}] {{
             %s = tensor.fold (%k) = 0 to {p} add {{
               %x = tensor.at %a[%i * 2 + 1, %k] : {ta}
               %y = tensor.at %b[%k, %j * 3] : {tb}
               %z = arith.mulf %x, %y : f32
               tensor.yield %z : f32
             }} : f32
             tensor.yield %s : f32
           }} : tensor<{m}x{n}xf32>
           return %r : tensor<{m}x{n}xf32>
         }}"
    );
    let args = [numbers(DType::F32, &[2 * m, p], 3), numbers(DType::F32, &[p, 3 * n], 4)];
    let [a, b] = [Read::of(&args[0]), Read::of(&args[1])];
    let exact = |at: &[i64]| summed((0..p as i64).map(|k| a.at(&[2 * at[0] + 1, k]) * b.at(&[k, 3 * at[1]])));
    check(&text, 1, &args, &[&exact]);
}

#[test]
fn a_convolution_with_strides() {
    let (x, w, y) = ("tensor<1x51x51x200xf32>", "tensor<3x3x200x136xf32>", "tensor<1x25x25x136xf32>");
    let text = format!(
        "func.func @main(%x: {x}, %w: {w}) -> {y} attributes {{{MACHINE}}} {{
           %y = tensor.conv \"b01f,01io->b01f\" %x, %w strides = [2, 2] : ({x}, {w}) -> {y}
           return %y : {y}
         }}"
    );
    let args = [numbers(DType::F32, &[1, 51, 51, 200], 5), numbers(DType::F32, &[3, 3, 200, 136], 6)];
    let [image, kernel] = [Read::of(&args[0]), Read::of(&args[1])];
    let exact = |at: &[i64]| {
        let term = |k: i64| {
            let (r, s, i) = (k / 600, k / 200 % 3, k % 200);
            image.at(&[at[0], 2 * at[1] + r, 2 * at[2] + s, i]) * kernel.at(&[r, s, i, at[3]])
        };
        summed((0..1800).map(term))
    };
    check(&text, 1, &args, &[&exact]);
}

#[test]
fn the_derivatives_of_a_convolution() {
    let (x, w, y) = ("tensor<1x51x51x200xf32>", "tensor<3x3x200x136xf32>", "tensor<1x51x51x136xf32>");
    let text = format!(
        "func.func @main(%x: {x}, %w: {w}, %g: {y}) -> ({x}, {w}) attributes {{{MACHINE}}} {{
           %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g) : ({x}, {w}) -> ({y}) {{
             %c = tensor.conv \"b01f,01io->b01f\" %u, %v low = [1, 1] high = [1, 1] : ({x}, {w}) -> {y}
             tensor.yield %c : {y}
           }}
           return %dx, %dw : {x}, {w}
         }}"
    );
    let args = [
        numbers(DType::F32, &[1, 51, 51, 200], 7),
        numbers(DType::F32, &[3, 3, 200, 136], 8),
        numbers(DType::F32, &[1, 51, 51, 136], 9),
    ];
    let [image, kernel, seed] = [Read::of(&args[0]), Read::of(&args[1]), Read::of(&args[2])];
    let of_image = |at: &[i64]| {
        let term = |k: i64| {
            let (r, s, o) = (k / 408, k / 136 % 3, k % 136);
            seed.at(&[at[0], at[1] - r + 1, at[2] - s + 1, o]) * kernel.at(&[r, s, at[3], o])
        };
        summed((0..1224).map(term))
    };
    let of_kernel = |at: &[i64]| {
        let term = |k: i64| {
            let (p, q) = (k / 51, k % 51);
            image.at(&[0, p + at[0] - 1, q + at[1] - 1, at[2]]) * seed.at(&[0, p, q, at[3]])
        };
        summed((0..2601).map(term))
    };
    // That of the image reads contiguous rows, unpacked.
    check(&text, 1, &args, &[&of_image, &of_kernel]);
}
