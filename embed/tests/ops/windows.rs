//! Windows and convolutions.

use super::case::{ALL, Case, Extent, Row, Val, list, row};
use super::reductions::{identity, ufunc};
use tf_dialects::scalar::DType;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::reduce_window::WindowAxis;

pub fn rows() -> Vec<Row> {
    let mut rows = vec![
        row("tensor.reduce_window combiner", &ALL, window_combiner),
        row("tensor.conv", &ALL, conv),
        row("tensor.conv grouped", &ALL, grouped),
    ];
    for kind in CombiningKind::ALL {
        let dtypes: Vec<DType> = ALL.into_iter().filter(|d| kind.accepts(*d)).collect();
        rows.push(row(format!("tensor.reduce_window {kind}"), &dtypes, move |c| window(c, kind)));
    }
    rows
}

/// The parameters of a window, by axis.
struct Window {
    axes: Vec<WindowAxis>,
}

impl Window {
    fn random(c: &mut Case, sizes: &[usize]) -> Window {
        let axis = |size: &usize| WindowAxis {
            size: tf_ir::extent::Extent::constant(*size as i64),
            stride: c.random.within(1, 3),
            base_dilation: if c.random.chance(30) { c.random.within(1, 3) } else { 1 },
            dilation: if c.random.chance(30) { c.random.within(1, 2) } else { 1 },
            low: c.random.within(-1, 3),
            high: c.random.within(-1, 3),
        };
        Window { axes: sizes.iter().map(axis).collect() }
    }

    fn column(&self, number: impl Fn(&WindowAxis) -> i64) -> Vec<i64> {
        self.axes.iter().map(number).collect()
    }

    /// The result's extents, as terms over symbols if possible.
    fn counts(&self, extents: &[&Extent]) -> Vec<Extent> {
        let count = |(axis, extent): (&WindowAxis, &&Extent)| {
            let size = tf_ir::extent::Extent::constant(extent.size as i64);
            let size = axis.count(&size).expect("small numbers").as_const().expect("a number");
            let symbol = tf_ir::extent::Extent::symbol(&extent.term);
            let term = match symbol {
                Ok(symbol) => axis.count(&symbol).expect("small numbers").to_string(),
                Err(_) => size.to_string(),
            };
            Extent { size: size as usize, term }
        };
        self.axes.iter().zip(extents).map(count).collect()
    }

    /// The text of the attributes, without those whose values are all defaults.
    fn text(&self, names: [&str; 5]) -> String {
        let columns = [
            (self.column(|a| a.stride), 1),
            (self.column(|a| a.base_dilation), 1),
            (self.column(|a| a.dilation), 1),
            (self.column(|a| a.low), 0),
            (self.column(|a| a.high), 0),
        ];
        let shown =
            names.iter().zip(columns).filter(|(_, (column, plain))| column.iter().any(|n| n != plain));
        shown.map(|(name, (column, _))| format!(" {name} = {}", list(column))).collect()
    }

    fn python(&self, window: &[usize], fill: &str) -> String {
        format!(
            "sliding(a, {window:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {fill})",
            self.column(|a| a.stride),
            self.column(|a| a.base_dilation),
            self.column(|a| a.dilation),
            self.column(|a| a.low),
            self.column(|a| a.high)
        )
    }
}

const NAMES: [&str; 5] = ["strides", "base_dilations", "window_dilations", "low", "high"];

/// A tensor and a window for it, small enough for the interpreter.
fn operand(c: &mut Case) -> (Val, Vec<usize>, Window, Vec<Extent>) {
    let rank = c.random.below(4);
    let shape: Vec<Extent> = (0..rank)
        .map(|_| {
            let size = [0, 1, 2, 5, 17][c.random.below(if rank > 2 { 4 } else { 5 })];
            c.named(size)
        })
        .collect();
    let a = c.tensor_of(c.dtype, &shape);
    let sizes: Vec<usize> = (0..rank).map(|_| 1 + c.random.below(3)).collect();
    let window = Window::random(c, &sizes);
    let counts = window.counts(&a.extents().iter().collect::<Vec<_>>());
    (a, sizes, window, counts)
}

fn window(c: &mut Case, kind: CombiningKind) {
    let (a, sizes, window, counts) = operand(c);
    let init = if c.random.chance(50) { Some(c.scalar(c.dtype)) } else { None };
    let from = init.as_ref().map_or(String::new(), |v| format!(" init({v})"));
    let r = c.define(a.dtype, Some(&counts), |ty| {
        format!(
            "tensor.reduce_window {kind} {a}{from} window = {}{} : {} to {ty}",
            list(&sizes),
            window.text(NAMES),
            a.ty()
        )
    });
    c.give(&[r]);
    c.roundings = 40;
    let start = if init.is_some() { Some("b".to_string()) } else { identity(kind, c.dtype) };
    let product = kind == CombiningKind::Mul && a.dtype.is_float();
    if let (Some(name), Some(start), false) = (ufunc(kind, c.dtype), start, product) {
        let axes: String = (0..a.rank()).map(|d| format!("{},", a.rank() + d)).collect();
        let dtype = if a.dtype.is_float() { "" } else { ", dtype=a.dtype" };
        let windows = window.python(&sizes, &start);
        c.numpy = Some(format!("np.{name}.reduce({windows}, axis=({axes}), initial={start}{dtype})"));
    }
}

/// A window reduction of pairs whose combiner depends on the order of the terms.
fn window_combiner(c: &mut Case) {
    let (a, sizes, window, counts) = operand(c);
    let b = c.tensor_of(DType::I32, a.extents());
    let (t, x, y) = (a.dtype, c.scalar(a.dtype), c.scalar(DType::I32));
    let test = if t.is_float() { "arith.cmpf oge" } else { "arith.cmpi sge" };
    let types = [(t, counts.clone()), (DType::I32, counts)];
    let r = c.define_all(&types, |tys| {
        format!(
            "tensor.reduce_window {a}, {b} init({x}, {y}) window = {}{} combine (%p: {t}, %i: i32, %q: {t}, %j: i32) {{\n    \
             %g = {test}, %q, %p : {t}\n    %v = arith.select %g, %q, %p : {t}\n    %d = arith.subi %j, %i : i32\n    \
             tensor.yield %v, %d : {t}, i32\n  }} : {}, {} to {tys}",
            list(&sizes),
            window.text(NAMES),
            a.ty(),
            b.ty()
        )
    });
    c.give(&r);
}

/// Labels of axes in a random order.
fn shuffled(c: &mut Case, labels: &str) -> String {
    let mut labels: Vec<char> = labels.chars().collect();
    c.random.shuffle(&mut labels);
    labels.into_iter().collect()
}

fn conv(c: &mut Case) {
    let groups = (1, 1);
    convolution(c, groups);
}

fn grouped(c: &mut Case) {
    let n = c.random.within(1, 3) as usize;
    let groups = if c.random.chance(50) { (n, 1) } else { (1, n) };
    convolution(c, groups);
}

/// The extents of an operand, whose axes have these labels.
fn placed(labels: &str, extents: &[(char, Extent)]) -> Vec<Extent> {
    let find = |label: char| extents.iter().find(|(l, _)| *l == label).expect("every label has an extent");
    labels.chars().map(|label| find(label).1.clone()).collect()
}

fn convolution(c: &mut Case, (feature_groups, batch_groups): (usize, usize)) {
    let rank = c.random.below(4);
    let digits: String = (0..rank).map(|d| char::from(b'0' + d as u8)).collect();
    let [x, k, y] = ["bf", "io", "bf"].map(|rest| shuffled(c, &format!("{rest}{digits}")));
    let batch = [0, 1, 2, 3][c.random.below(4)];
    let inner = [0, 1, 2, 5][c.random.below(4)];
    let outer = 1 + c.random.below(3);
    let input: Vec<Extent> = (0..rank)
        .map(|_| {
            let size = [0, 1, 2, 5, 7][c.random.below(if rank > 2 { 4 } else { 5 })];
            c.named(size)
        })
        .collect();
    let taps: Vec<usize> = (0..rank).map(|_| 1 + c.random.below(3)).collect();
    let window = Window::random(c, &taps);
    let counts = window.counts(&input.iter().collect::<Vec<_>>());
    let batch = if batch_groups > 1 { Extent::fixed(batch * batch_groups) } else { c.named(batch) };
    let inner_extent = if feature_groups > 1 { Extent::fixed(inner) } else { c.named(inner) };
    let features =
        if feature_groups > 1 { Extent::fixed(inner * feature_groups) } else { inner_extent.clone() };
    let outputs = outer * feature_groups.max(batch_groups);
    let outputs =
        if feature_groups.max(batch_groups) > 1 { Extent::fixed(outputs) } else { c.named(outputs) };
    let spatial = |extents: Vec<Extent>| digits.chars().zip(extents);
    let part = Extent { size: batch.size / batch_groups, ..batch.clone() };
    let part = if batch_groups > 1 { Extent::fixed(part.size) } else { part };
    let of_x: Vec<_> = [('b', batch), ('f', features)].into_iter().chain(spatial(input)).collect();
    let taps = taps.into_iter().map(Extent::fixed).collect();
    let of_k: Vec<_> =
        [('i', inner_extent), ('o', outputs.clone())].into_iter().chain(spatial(taps)).collect();
    let of_y: Vec<_> = [('b', part), ('f', outputs)].into_iter().chain(spatial(counts)).collect();
    let a = c.tensor_of(c.dtype, &placed(&x, &of_x));
    let b = c.tensor_of(c.dtype, &placed(&k, &of_k));
    let to = match c.dtype {
        DType::I8 if c.random.chance(50) => DType::I32,
        DType::F16 | DType::BF16 if c.random.chance(50) => DType::F32,
        other => other,
    };
    let reversed: Vec<usize> = c.axes(rank);
    let mut words = window.text(["strides", "input_dilations", "kernel_dilations", "low", "high"]);
    if !reversed.is_empty() {
        words += &format!(" reversed = {}", list(&reversed));
    }
    for (name, n) in [("feature_groups", feature_groups), ("batch_groups", batch_groups)] {
        if n > 1 {
            words += &format!(" {name} = {n}");
        }
    }
    let r = c.define(to, Some(&placed(&y, &of_y)), |ty| {
        format!("tensor.conv \"{x},{k}->{y}\" {a}, {b}{words} : ({}, {}) -> {ty}", a.ty(), b.ty())
    });
    c.give(&[r]);
    c.roundings = 200;
    if feature_groups == 1 && batch_groups == 1 && c.dtype != DType::I1 {
        c.numpy = Some(reference(&window, [&x, &k, &y], &digits, &reversed, &b, to));
    }
}

/// The convolution in NumPy: windows of the input, spatial axes first, then a sum of products.
fn reference(
    window: &Window,
    [x, k, y]: [&str; 3],
    digits: &str,
    reversed: &[usize],
    kernel: &Val,
    to: DType,
) -> String {
    // Batch and feature do not move.
    let place = |label: char, numbers: &dyn Fn(&WindowAxis) -> i64, still: i64| -> i64 {
        digits.find(label).map_or(still, |d| numbers(&window.axes[d]))
    };
    let column = |numbers: &dyn Fn(&WindowAxis) -> i64, still: i64| -> Vec<i64> {
        x.chars().map(|label| place(label, numbers, still)).collect()
    };
    let sizes: Vec<i64> = column(&|axis| axis.size.as_const().expect("a number"), 1);
    let windows = format!(
        "sliding(a, {sizes:?}, {:?}, {:?}, {:?}, {:?}, {:?}, 0)",
        column(&|a| a.stride, 1),
        column(&|a| a.base_dilation, 1),
        column(&|a| a.dilation, 1),
        column(&|a| a.low, 0),
        column(&|a| a.high, 0)
    );
    // Axes of the windows: those of the results under the input's labels, those inside as capitals.
    let inside = |label: char| match label {
        'b' => 'B',
        'f' => 'F',
        digit => char::from(b'P' + digit as u8 - b'0'),
    };
    let outside = |label: char| match label {
        'b' => 'b',
        'f' => 'i',
        digit => char::from(b'p' + digit as u8 - b'0'),
    };
    let left: String = x.chars().map(outside).chain(x.chars().map(inside)).collect();
    let right: String = k.chars().map(|l| if l.is_ascii_digit() { inside(l) } else { l }).collect();
    let result: String = y.chars().map(|l| if l == 'f' { 'o' } else { outside(l) }).collect();
    let flips: Vec<usize> = reversed
        .iter()
        .map(|d| k.find(char::from(b'0' + *d as u8)).expect("every spatial axis is in the kernel"))
        .collect();
    let cast = if kernel.dtype.is_float() { String::new() } else { format!(".astype('int{}')", to.bits()) };
    let axes: String = flips.iter().map(|d| format!("{d},")).collect();
    format!("np.einsum('{left},{right}->{result}', {windows}{cast}, np.flip(b, ({axes})){cast})")
}
