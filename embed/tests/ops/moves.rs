//! Ops that move or make elements.

use super::case::{ALL, Extent, Row, list, row};
use tf_dialects::scalar::DType;

pub fn rows() -> Vec<Row> {
    vec![
        row("tensor.transpose", &ALL, |c| {
            let a = c.tensor(0..=6);
            let mut perm: Vec<usize> = (0..a.rank()).collect();
            c.random.shuffle(&mut perm);
            let shape: Vec<Extent> = perm.iter().map(|d| a.extents()[*d].clone()).collect();
            let r = c.define(a.dtype, Some(&shape), |ty| {
                format!("tensor.transpose {a} perm = {} : {} to {ty}", list(&perm), a.ty())
            });
            c.give(&[r]);
            c.numpy = Some(format!("np.transpose(a, {perm:?})"));
        }),
        row("tensor.broadcast", &ALL, |c| {
            let to = c.shape(0..=5);
            let dims: Vec<usize> = (0..to.len()).filter(|_| c.random.chance(60)).collect();
            let from: Vec<Extent> = dims
                .iter()
                .map(|d| if c.random.chance(30) { Extent::fixed(1) } else { to[*d].clone() })
                .collect();
            let a = c.tensor_of(c.dtype, &from);
            // Another argument binds the symbols that the operand lacks.
            c.tensor_of(DType::I1, &to);
            let r = c.define(a.dtype, Some(&to), |ty| {
                format!("tensor.broadcast {a} dims = {} : {} to {ty}", list(&dims), a.ty())
            });
            c.give(&[r]);
            let sizes: Vec<usize> = to.iter().map(|e| e.size).collect();
            let mut shape = vec![1; to.len()];
            dims.iter().zip(&from).for_each(|(d, e)| shape[*d] = e.size);
            c.numpy = Some(format!("np.broadcast_to(a.reshape({shape:?}), {sizes:?})"));
        }),
        row("tensor.reshape", &ALL, |c| {
            let a = c.tensor(1..=5);
            // Neighbouring axes become one.
            let at = c.random.below(a.rank());
            let mut shape = a.extents().to_vec();
            if at + 1 < shape.len() {
                let (x, y) = (shape[at].clone(), shape.remove(at + 1));
                let term = match (x.term.parse::<usize>(), y.term.parse::<usize>()) {
                    (Ok(x), Ok(y)) => (x * y).to_string(),
                    _ => format!("{}*{}", x.term, y.term),
                };
                shape[at] = Extent { size: x.size * y.size, term };
            } else {
                shape.insert(at, Extent::fixed(1));
            }
            let r = c.define(a.dtype, Some(&shape), |ty| format!("tensor.reshape {a} : {} to {ty}", a.ty()));
            c.give(&[r]);
            c.numpy = Some(format!("a.reshape({:?})", shape.iter().map(|e| e.size).collect::<Vec<_>>()));
        }),
        row("tensor.reverse", &ALL, |c| {
            let a = c.tensor(0..=6);
            let axes = c.axes(a.rank());
            let r = c.define(a.dtype, a.shape.as_deref(), |ty| {
                format!("tensor.reverse {a} dims = {} : {ty}", list(&axes))
            });
            c.give(&[r]);
            c.numpy = Some(format!("np.flip(a, {})", tuple(&axes)));
        }),
        row("tensor.slice", &ALL, |c| {
            let a = c.tensor(0..=5);
            let (mut ranges, mut python, mut shape) = (Vec::new(), Vec::new(), Vec::new());
            for size in a.sizes() {
                let start = c.random.below(size + 1);
                let stop = start + c.random.below(size - start + 1);
                let step = 1 + c.random.below(3);
                ranges.push(format!("{start}:{stop}:{step}"));
                python.push(format!("{start}:{stop}:{step}"));
                shape.push(Extent::fixed((stop - start).div_ceil(step)));
            }
            // Constant ranges are proved inside of constant extents only.
            let fixed: Vec<Extent> = a.sizes().into_iter().map(Extent::fixed).collect();
            let cast = c.define(a.dtype, Some(&fixed), |ty| format!("tensor.cast {a} : {} to {ty}", a.ty()));
            let r = c.define(a.dtype, Some(&shape), |ty| {
                format!("tensor.slice {cast} [{}] : {} to {ty}", ranges.join(", "), cast.ty())
            });
            c.give(&[r]);
            c.numpy = Some(format!("a[{}]", if python.is_empty() { "()".into() } else { python.join(", ") }));
        }),
        row("tensor.splat", &ALL, |c| {
            let value = c.scalar(c.dtype);
            let shape = fixed_shape(c, 5);
            let r = c.define(c.dtype, Some(&shape), |ty| format!("tensor.splat {value} : {ty}"));
            c.give(&[r]);
            c.numpy = Some(format!("np.full({:?}, a)", shape.iter().map(|e| e.size).collect::<Vec<_>>()));
        }),
        row("tensor.iota", &ALL, |c| {
            let mut shape = fixed_shape(c, 4);
            shape.push(Extent::fixed(3));
            let dim = c.random.below(shape.len());
            let r = c.define(c.dtype, Some(&shape), |ty| format!("tensor.iota dim = {dim} : {ty}"));
            c.give(&[r]);
        }),
    ]
}

/// A shape without symbols: without an argument of the shape, nothing binds them.
fn fixed_shape(c: &mut super::case::Case, rank: usize) -> Vec<Extent> {
    c.shape(0..=rank).into_iter().map(|e| Extent::fixed(e.size)).collect()
}

/// Axes as a Python tuple.
pub fn tuple(axes: &[usize]) -> String {
    let items: String = axes.iter().map(|axis| format!("{axis},")).collect();
    format!("({items})")
}
