//! Reductions, contractions, scans, sorts, random bits.

use super::case::{ALL, Case, Extent, FLOATS, Row, Val, list, row};
use super::moves::tuple;
use tf_dialects::scalar::DType;
use tf_dialects::tensor::CombiningKind;

pub fn rows() -> Vec<Row> {
    let mut rows = vec![
        row("tensor.reduce argmax", &ALL, argmax),
        row("tensor.reduce mean and variance", &FLOATS, welford),
        row("tensor.reduce written order", &ALL, alternating),
        row("tensor.reduce several", &ALL, several),
        row("tensor.contract", &ALL, contract),
        row("tensor.scan combiner", &ALL, scan_combiner),
        row("tensor.sort", &ALL, sort),
        row("tensor.sort several", &ALL, sort_several),
        row("tensor.searchsorted", &ALL, searchsorted),
        row("tensor.rng philox4x32", &RANDOM, |c| rng(c, "philox4x32", 2)),
        row("tensor.rng philox4x32 long", &RANDOM, |c| rng(c, "philox4x32", 3)),
        row("tensor.rng threefry2x32", &RANDOM, |c| rng(c, "threefry2x32", 2)),
        row("tensor.rng pcg", &RANDOM, |c| rng(c, "pcg", 1)),
    ];
    for kind in CombiningKind::ALL {
        let dtypes: Vec<DType> = ALL.into_iter().filter(|d| kind.accepts(*d)).collect();
        rows.push(row(format!("tensor.reduce {kind}"), &dtypes, move |c| reduce(c, kind)));
        rows.push(row(format!("tensor.scan {kind}"), &dtypes, move |c| scan(c, kind)));
    }
    rows
}

const RANDOM: [DType; 4] = [DType::I8, DType::I16, DType::I32, DType::I64];

/// The ufunc of a kind, if NumPy's semantics are the same.
pub fn ufunc(kind: CombiningKind, dtype: DType) -> Option<&'static str> {
    use CombiningKind::*;
    if dtype == DType::I1 && !matches!(kind, And | Or | Xor) {
        return None;
    }
    Some(match kind {
        Add => "add",
        Mul => "multiply",
        MinSI | MinimumF => "minimum",
        MaxSI | MaximumF => "maximum",
        MinNumF => "fmin",
        MaxNumF => "fmax",
        And => "bitwise_and",
        Or => "bitwise_or",
        Xor => "bitwise_xor",
        MinUI | MaxUI => return None,
    })
}

/// The initial value of a kind, in NumPy.
pub fn identity(kind: CombiningKind, dtype: DType) -> Option<String> {
    let scalar = kind.identity(dtype)?;
    Some(match dtype.is_float() {
        true if scalar.to_f64().is_nan() => "np.nan".to_string(),
        true if scalar.to_f64().is_infinite() => {
            format!("{}np.inf", if scalar.to_f64() < 0.0 { "-" } else { "" })
        }
        true => scalar.to_f64().to_string(),
        false if dtype == DType::I1 => if scalar.bits() == 1 { "True" } else { "False" }.to_string(),
        false => scalar.to_i64().to_string(),
    })
}

fn without(a: &Val, axes: &[usize]) -> Vec<Extent> {
    let kept = a.extents().iter().enumerate().filter(|(d, _)| !axes.contains(d));
    kept.map(|(_, extent)| extent.clone()).collect()
}

fn reduce(c: &mut Case, kind: CombiningKind) {
    let a = c.tensor(0..=6);
    let axes = c.axes(a.rank());
    let shape = without(&a, &axes);
    let init = if c.random.chance(50) { Some(c.scalar(c.dtype)) } else { None };
    let from = init.as_ref().map_or(String::new(), |v| format!(" init({v})"));
    let r = c.define(a.dtype, Some(&shape), |ty| {
        format!("tensor.reduce {kind} {a}{from} dims = {} : {} to {ty}", list(&axes), a.ty())
    });
    c.give(&[r]);
    c.roundings = a.sizes().iter().product::<usize>() + 2;
    let start = if init.is_some() { Some("b".to_string()) } else { identity(kind, c.dtype) };
    if let (Some(name), Some(start)) = (ufunc(kind, c.dtype), start) {
        let dtype = if a.dtype.is_float() { "" } else { ", dtype=a.dtype" };
        c.numpy = Some(format!("np.{name}.reduce(a, axis={}, initial={start}{dtype})", tuple(&axes)));
    }
    if kind == CombiningKind::Mul && a.dtype.is_float() {
        // Products of many elements leave every range: the rounding error is relative to their magnitude.
        c.numpy = None;
    }
}

/// The greatest and where it is, the first of equals; of nothing, the initial values.
fn argmax(c: &mut Case) {
    let a = c.tensor(1..=4);
    let axis = c.random.below(a.rank());
    let t = a.dtype;
    let shape = without(&a, &[axis]);
    let index = c.define(DType::I64, a.shape.as_deref(), |ty| format!("tensor.iota dim = {axis} : {ty}"));
    let low = c.scalar(t);
    let none = c.scalar(DType::I64);
    let greater = if t.is_float() { "arith.cmpf ogt" } else { "arith.cmpi sgt" };
    let laws = ["", " associative", " associative commutative"][c.random.below(3)];
    let types = [(t, shape.clone()), (DType::I64, shape)];
    let r = c.define_all(&types, |tys| {
        format!(
            "tensor.reduce {a}, {index} init({low}, {none}) dims = [{axis}] combine (%x: {t}, %i: i64, %y: {t}, %j: i64){laws} {{\n    \
             %g = {greater}, %y, %x : {t}\n    %v = arith.select %g, %y, %x : {t}\n    \
             %w = arith.select %g, %j, %i : i64\n    tensor.yield %v, %w : {t}, i64\n  }} : {}, {} to {tys}",
            a.ty(),
            index.ty()
        )
    });
    c.give(&[r[1].clone(), r[0].clone()]);
    if a.sizes()[axis] > 0 && t != DType::I1 {
        c.numpy = Some(format!("np.where(np.max(a, {axis}) > b, np.argmax(a, {axis}), c)"));
    }
}

/// Mean and sum of squared differences, one element after the other (Welford): three accumulators.
fn welford(c: &mut Case) {
    let a = c.tensor(1..=4);
    let axes = c.axes(a.rank());
    let (t, shape) = (a.dtype, without(&a, &axes));
    let zero = c.define(t, None, |_| format!("arith.constant 0.0 : {t}"));
    let one = c.define(t, None, |_| format!("arith.constant 1.0 : {t}"));
    let ones = c.define(t, a.shape.as_deref(), |ty| format!("tensor.splat {one} : {ty}"));
    let types = vec![(t, shape); 3];
    let r = c.define_all(&types, |tys| {
        format!(
            "tensor.reduce {a}, {ones}, {ones} init({zero}, {zero}, {zero}) dims = {} combine (%m: {t}, %q: {t}, %n: {t}, %x: {t}, %y: {t}, %z: {t}) {{\n    \
             %k = arith.addf %n, %z : {t}\n    %d = arith.subf %x, %m : {t}\n    %s = arith.divf %d, %k : {t}\n    \
             %u = arith.addf %m, %s : {t}\n    %e = arith.subf %x, %u : {t}\n    %p = arith.mulf %d, %e : {t}\n    \
             %w = arith.addf %q, %p : {t}\n    tensor.yield %u, %w, %k : {t}, {t}, {t}\n  }} : {}, {}, {} to {tys}",
            list(&axes),
            a.ty(),
            ones.ty(),
            ones.ty()
        )
    });
    c.give(&r);
    c.roundings = 3 * a.sizes().iter().product::<usize>() + 2;
    if axes.iter().all(|d| a.sizes()[*d] > 0) {
        c.numpy = Some(format!("np.mean(a, axis={})", tuple(&axes)));
    }
}

/// A combiner that is neither associative nor commutative: the order is the written one.
fn alternating(c: &mut Case) {
    let a = c.tensor(0..=4);
    let axes = c.axes(a.rank());
    let (t, shape, start) = (a.dtype, without(&a, &axes), c.scalar(c.dtype));
    let sub = if t.is_float() { "arith.subf" } else { "arith.subi" };
    let r = c.define(t, Some(&shape), |ty| {
        format!(
            "tensor.reduce {a} init({start}) dims = {} combine (%x: {t}, %y: {t}) {{\n    \
             %z = {sub} %y, %x : {t}\n    tensor.yield %z : {t}\n  }} : {} to {ty}",
            list(&axes),
            a.ty()
        )
    });
    c.give(&[r]);
}

/// Kinds of several tensors of different types in one nest.
fn several(c: &mut Case) {
    let a = c.tensor(1..=4);
    let others = [DType::I8, DType::I32, DType::F32, DType::F64];
    let other = others[c.random.below(others.len())];
    let b = c.tensor_of(other, a.extents());
    let kind = |c: &mut Case, dtype: DType| {
        let kinds: Vec<CombiningKind> = CombiningKind::ALL.into_iter().filter(|k| k.accepts(dtype)).collect();
        kinds[c.random.below(kinds.len())]
    };
    let kinds = [kind(c, a.dtype), kind(c, other)];
    let axes = c.axes(a.rank());
    let shape = without(&a, &axes);
    let inits = if c.random.chance(50) {
        let (x, y) = (c.scalar(a.dtype), c.scalar(other));
        format!(" init({x}, {y})")
    } else {
        String::new()
    };
    let types = [(a.dtype, shape.clone()), (other, shape)];
    let r = c.define_all(&types, |tys| {
        format!(
            "tensor.reduce {} {a}, {b}{inits} dims = {} : {}, {} to {tys}",
            list(kinds),
            list(&axes),
            a.ty(),
            b.ty()
        )
    });
    c.give(&r);
}

fn contract(c: &mut Case) {
    // Batch, rows, columns and two sums; each operand has the labels in some order.
    let extents: Vec<Extent> = (0..5)
        .map(|_| {
            let size = [0, 1, 2, 3, 5, 17][c.random.below(6)];
            c.named(size)
        })
        .collect();
    let labels = ["abce", "abde", "e", "ae", "cd", "acd", "bbe"];
    let (left, right) = (labels[c.random.below(7)], labels[c.random.below(7)]);
    let shape = |text: &str| -> Vec<Extent> {
        text.bytes().map(|l| extents[usize::from(l - b'a')].clone()).collect()
    };
    let (a, b) = (c.tensor_of(c.dtype, &shape(left)), c.tensor_of(c.dtype, &shape(right)));
    let mut kept: Vec<char> = "abcde".chars().filter(|l| left.contains(*l) || right.contains(*l)).collect();
    kept.retain(|_| c.random.chance(50));
    c.random.shuffle(&mut kept);
    let result: String = kept.into_iter().collect();
    let wider = match c.dtype {
        DType::I8 | DType::I16 => DType::I32,
        DType::F16 | DType::BF16 => DType::F32,
        other => other,
    };
    let to = if c.random.chance(50) { wider } else { c.dtype };
    let equation = format!("{left},{right}->{result}");
    let r = c.define(to, Some(&shape(&result)), |ty| {
        format!("tensor.contract \"{equation}\" {a}, {b} : ({}, {}) -> {ty}", a.ty(), b.ty())
    });
    c.give(&[r]);
    c.roundings = 5000;
    if c.dtype != DType::I1 {
        let cast = if c.dtype.is_float() { String::new() } else { format!(".astype('int{}')", to.bits()) };
        c.numpy = Some(format!("np.einsum('{equation}', a{cast}, b{cast})"));
    }
}

fn scan(c: &mut Case, kind: CombiningKind) {
    let a = c.tensor(1..=5);
    let axis = c.random.below(a.rank());
    let (reverse, exclusive) = (c.random.chance(40), c.random.chance(40));
    let init = if c.random.chance(40) { Some(c.scalar(c.dtype)) } else { None };
    let words = [
        init.as_ref().map_or(String::new(), |v| format!(" init({v})")),
        format!(" dim = {axis}"),
        if reverse { " reverse".into() } else { String::new() },
        if exclusive { " exclusive".into() } else { String::new() },
    ];
    let r = c
        .define(a.dtype, a.shape.as_deref(), |ty| format!("tensor.scan {kind} {a}{} : {ty}", words.concat()));
    c.give(&[r]);
    c.roundings = a.sizes()[axis] + 2;
    let product = kind == CombiningKind::Mul && a.dtype.is_float();
    if let (Some(name), false, false, false) = (ufunc(kind, c.dtype), product, exclusive, init.is_some()) {
        let dtype = if a.dtype.is_float() { "" } else { ", dtype=a.dtype" };
        c.numpy = Some(match reverse {
            true => format!("np.flip(np.{name}.accumulate(np.flip(a, {axis}), {axis}{dtype}), {axis})"),
            false => format!("np.{name}.accumulate(a, {axis}{dtype})"),
        });
    }
}

/// Linear recurrences `x ← p·x + q`, composed: two accumulators, associative for exact arithmetic only.
fn scan_combiner(c: &mut Case) {
    let a = c.tensor(1..=4);
    let b = c.tensor_of(a.dtype, a.extents());
    let axis = c.random.below(a.rank());
    let (t, p, q) = (a.dtype, c.scalar(a.dtype), c.scalar(a.dtype));
    let (mul, add) = if t.is_float() { ("arith.mulf", "arith.addf") } else { ("arith.muli", "arith.addi") };
    let flags = ["", " reverse", " exclusive", " reverse exclusive"][c.random.below(4)];
    let laws = if t.is_int() && c.random.chance(50) { " associative" } else { "" };
    let types = vec![(t, a.extents().to_vec()); 2];
    let r = c.define_all(&types, |tys| {
        format!(
            "tensor.scan {a}, {b} init({p}, {q}) dim = {axis}{flags} combine (%p: {t}, %q: {t}, %r: {t}, %s: {t}){laws} {{\n    \
             %x = {mul} %p, %r : {t}\n    %y = {mul} %q, %r : {t}\n    %z = {add} %y, %s : {t}\n    \
             tensor.yield %x, %z : {t}, {t}\n  }} : {tys}"
        )
    });
    c.give(&r);
}

/// A comparator that puts NaN last, as NumPy does.
fn less(t: DType) -> String {
    if t == DType::I1 {
        return "%less = arith.cmpi ult, %x, %y : i1".to_string();
    }
    if !t.is_float() {
        return format!("%less = arith.cmpi slt, %x, %y : {t}");
    }
    format!(
        "%l = arith.cmpf olt, %x, %y : {t}\n    %o = arith.cmpf ord, %x, %x : {t}\n    %u = arith.cmpf uno, %y, %y : {t}\n    \
         %n = arith.andi %o, %u : i1\n    %less = arith.ori %l, %n : i1"
    )
}

fn sort(c: &mut Case) {
    let a = c.tensor(1..=4);
    let (t, axis) = (a.dtype, c.random.below(a.rank()));
    let r = c.define(t, a.shape.as_deref(), |ty| {
        format!(
            "tensor.sort {a} dim = {axis} by (%x: {t}, %y: {t}) {{\n    {}\n    tensor.yield %less : i1\n  }} : {ty}",
            less(t)
        )
    });
    c.give(&[r]);
    c.roundings = 0;
    c.numpy = Some(format!("np.sort(a, {axis}, kind='stable')"));
}

/// Keys with their indices: the order of equal keys is visible.
fn sort_several(c: &mut Case) {
    let a = c.tensor(1..=4);
    let (t, axis) = (a.dtype, c.random.below(a.rank()));
    let index = c.define(DType::I64, a.shape.as_deref(), |ty| format!("tensor.iota dim = {axis} : {ty}"));
    let types = [(DType::I64, a.extents().to_vec()), (t, a.extents().to_vec())];
    let r = c.define_all(&types, |tys| {
        format!(
            "tensor.sort {index}, {a} dim = {axis} by (%i: i64, %j: i64, %x: {t}, %y: {t}) {{\n    {}\n    \
             tensor.yield %less : i1\n  }} : {tys}",
            less(t)
        )
    });
    c.give(&r);
    c.numpy = Some(format!("np.argsort(a, {axis}, kind='stable')"));
}

/// In a table that is sorted first.
fn searchsorted(c: &mut Case) {
    let (t, length, shape) = (c.dtype, c.extent(20), c.shape(0..=3));
    let (table, queries) = (c.tensor_of(t, &[length]), c.tensor_of(t, &shape));
    let sorted = c.define(t, table.shape.as_deref(), |ty| {
        format!(
            "tensor.sort {table} dim = 0 by (%x: {t}, %y: {t}) {{\n    {}\n    tensor.yield %less : i1\n  }} : {ty}",
            less(t)
        )
    });
    let side = if c.random.chance(50) { "left" } else { "right" };
    let r = c.define(DType::Index, Some(&shape), |ty| {
        format!("tensor.searchsorted {side} {sorted}, {queries} : {}, {} to {ty}", sorted.ty(), queries.ty())
    });
    c.give(&[r]);
    c.roundings = 0;
    c.numpy = Some(format!("np.searchsorted(np.sort(a), b, side='{side}')"));
}

fn rng(c: &mut Case, algorithm: &str, words: usize) {
    let state = c.tensor_of(DType::I64, &[Extent::fixed(words)]);
    let symbolic = algorithm != "threefry2x32" || c.dtype == DType::I64;
    let mut extents = c.shape(0..=4);
    if symbolic {
        // An argument binds the symbols of the shape.
        c.tensor_of(DType::I8, &extents);
    } else {
        extents = extents.into_iter().map(|e| Extent::fixed(e.size)).collect();
    }
    let types = [(DType::I64, vec![Extent::fixed(words)]), (c.dtype, extents)];
    let r =
        c.define_all(&types, |tys| format!("tensor.rng {algorithm} {state} : ({}) -> ({tys})", state.ty()));
    c.give(&r);
}
