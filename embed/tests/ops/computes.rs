//! The comprehension: reads with each policy, folds with bounds and combiners, small tensors.

use super::case::{ALL, Case, Extent, Row, row};
use tf_dialects::scalar::DType;
use tf_dialects::tensor::CombiningKind;

pub fn rows() -> Vec<Row> {
    vec![
        row("tensor.at clamp", &ALL, |c| at(c, "clamp")),
        row("tensor.at wrap", &ALL, |c| at(c, "wrap")),
        row("tensor.at fill", &ALL, |c| at(c, "fill")),
        row("tensor.at computed index", &ALL, computed),
        row("tensor.fold triangular", &ALL, triangular),
        row("tensor.fold combiner", &ALL, combiner),
        row("tensor.from_elements", &ALL, elements),
    ]
}

/// `x[s·i + o]` over a separate box, with a policy.
fn at(c: &mut Case, policy: &str) {
    let a = c.tensor(1..=3);
    let count = c.random.below(20);
    let (names, mut boxed) = (["%i", "%j", "%k"], Vec::new());
    let (mut subscripts, mut python) = (Vec::new(), Vec::new());
    for (d, size) in a.sizes().into_iter().enumerate() {
        let extent = if d == 0 { count } else { 1 + c.random.below(4) };
        let (scale, offset) = (c.random.within(-2, 2), c.random.within(-4, 6));
        subscripts.push(format!("{} * {scale} + {offset}", names[d]));
        let index = format!("np.arange({extent}) * {scale} + {offset}");
        python.push(match policy {
            "clamp" => format!("np.clip({index}, 0, {})", size.max(1) - 1),
            _ => format!("({index}) % {}", size.max(1)),
        });
        boxed.push(Extent::fixed(extent));
    }
    let elem = c.scalar(a.dtype);
    let fill = if policy == "fill" { format!("fill({elem})") } else { policy.to_string() };
    let rank = a.rank();
    let extents: Vec<String> = boxed.iter().map(|e| e.size.to_string()).collect();
    let r = c.define(a.dtype, Some(&boxed), |ty| {
        format!(
            "tensor.compute ({}) in [{}] {{\n    %v = tensor.at {a}[{}] {fill} : {}\n    tensor.yield %v : {}\n  }} : {ty}",
            names[..rank].join(", "),
            extents.join(", "),
            subscripts.join(", "),
            a.ty(),
            a.dtype
        )
    });
    c.give(&[r]);
    c.roundings = 0;
    if policy != "fill" && !a.sizes().contains(&0) {
        c.numpy = Some(format!("a[np.ix_({})]", python.join(", ")));
    }
}

/// `x[p[i]]`: the index is data.
fn computed(c: &mut Case) {
    let a = c.tensor(1..=1);
    let places = c.extent(40);
    let p = c.tensor_of(DType::I32, std::slice::from_ref(&places));
    let r = c.define(a.dtype, Some(std::slice::from_ref(&places)), |ty| {
        format!(
            "tensor.compute (%i) in [{}] {{\n    %p = tensor.at {p}[%i] : {}\n    %j = arith.index_cast %p : i32 to index\n    \
             %v = tensor.at {a}[%j] clamp : {}\n    tensor.yield %v : {}\n  }} : {ty}",
            places.term,
            p.ty(),
            a.ty(),
            a.dtype
        )
    });
    c.give(&[r]);
    c.roundings = 0;
    if a.sizes()[0] > 0 {
        c.numpy = Some(format!("a[np.clip(b, 0, {})]", a.sizes()[0] - 1));
    }
}

fn kind_of(c: &mut Case, dtype: DType) -> CombiningKind {
    let kinds: Vec<CombiningKind> = CombiningKind::ALL.into_iter().filter(|k| k.accepts(dtype)).collect();
    kinds[c.random.below(kinds.len())]
}

/// Terms up to the current index, and from it on.
fn triangular(c: &mut Case) {
    let a = c.tensor(1..=1);
    let (n, t) = (a.extents()[0].clone(), a.dtype);
    let (up, down) = (kind_of(c, t), kind_of(c, t));
    let types = vec![(t, vec![n.clone()]); 2];
    let r = c.define_all(&types, |tys| {
        let fold = |name: &str, bounds: String, kind| {
            format!(
                "%{name} = tensor.fold (%k) = {bounds} {kind} {{\n      %x = tensor.at {a}[%k] : {}\n      \
                 tensor.yield %x : {t}\n    }} : {t}",
                a.ty()
            )
        };
        format!(
            "tensor.compute (%i) in [{}] {{\n    {}\n    {}\n    tensor.yield %u, %d : {t}, {t}\n  }} : {tys}",
            n.term,
            fold("u", "0 to %i + 1".into(), up),
            fold("d", format!("%i to {}", n.term), down)
        )
    });
    c.give(&r);
}

/// A fold whose second accumulator follows the first, from initial values, around code before and after it.
fn combiner(c: &mut Case) {
    let a = c.tensor(2..=2);
    let (n, m, t) = (a.extents()[0].clone(), a.extents()[1].clone(), a.dtype);
    let (start, first) = (c.scalar(t), c.scalar(DType::I16));
    let test = if t.is_float() { "arith.cmpf ult" } else { "arith.cmpi ult" };
    let types = [(t, vec![n.clone()]), (DType::I16, vec![n.clone()])];
    let r = c.define_all(&types, |tys| {
        format!(
            "tensor.compute (%i) in [{}] {{\n    %f:2 = tensor.fold (%k) = 0 to {} init({start}, {first}) {{\n      \
             %x = tensor.at {a}[%i, %k] : {}\n      %p = arith.index_cast %k : index to i16\n      \
             tensor.yield %x, %p : {t}, i16\n    }} combine (%x: {t}, %p: i16, %y: {t}, %q: i16) {{\n      \
             %g = {test}, %x, %y : {t}\n      %v = arith.select %g, %y, %x : {t}\n      %d = arith.subi %q, %p : i16\n      \
             %w = arith.select %g, %q, %d : i16\n      tensor.yield %v, %w : {t}, i16\n    }} : {t}, i16\n    \
             tensor.yield %f#0, %f#1 : {t}, i16\n  }} : {tys}",
            n.term,
            m.term,
            a.ty()
        )
    });
    c.give(&r);
}

/// A constant trailing axis of scalars.
fn elements(c: &mut Case) {
    let a = c.tensor(1..=1);
    let (n, t) = (a.extents()[0].clone(), a.dtype);
    let count = 1 + c.random.below(4);
    let picks: Vec<&str> = (0..count).map(|_| if c.random.chance(50) { "%x" } else { "%y" }).collect();
    let types = [(t, vec![n.clone(), Extent::fixed(count)])];
    let r = c.define_all(&types, |tys| {
        format!(
            "tensor.compute (%i) in [{}] {{\n    %x = tensor.at {a}[%i] : {}\n    %y = tensor.at {a}[%i - 1] wrap : {}\n    \
             %e = tensor.from_elements {} : tensor<{count}x{t}>\n    tensor.yield %e : tensor<{count}x{t}>\n  }} : {tys}",
            n.term,
            a.ty(),
            a.ty(),
            picks.join(", ")
        )
    });
    c.give(&r);
    c.roundings = 0;
    let columns: Vec<&str> = picks.iter().map(|p| if *p == "%x" { "a" } else { "np.roll(a, 1)" }).collect();
    c.numpy = Some(format!("np.stack([{}], 1)", columns.join(", ")));
}
