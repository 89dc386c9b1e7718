//! Padding, joining, windows at run-time starts, bits in other types, gathers and scatters.

use super::case::{ALL, Case, Extent, Row, Val, list, row};
use tf_dialects::scalar::DType;

pub fn rows() -> Vec<Row> {
    vec![
        row("tensor.pad", &ALL, pad),
        row("tensor.concat", &ALL, concat),
        row("tensor.dynamic_slice", &ALL, dynamic_slice),
        row("tensor.update_slice", &ALL, update_slice),
        row("tensor.tile_read fill", &ALL, |c| tile_read(c, "fill")),
        row("tensor.tile_read clamp", &ALL, |c| tile_read(c, "clamp")),
        row("tensor.tile_read wrap", &ALL, |c| tile_read(c, "wrap")),
        row("tensor.tile_write", &ALL, tile_write),
        row("tensor.bitcast", &BITS, bitcast),
        row("tensor.gather", &ALL, gather),
        row("tensor.scatter add", &ALL, |c| scatter(c, "add")),
        row("tensor.scatter set", &ALL, |c| scatter(c, "set")),
    ]
}

const BITS: [DType; 8] =
    [DType::I8, DType::I16, DType::I32, DType::I64, DType::F16, DType::BF16, DType::F32, DType::F64];

fn pad(c: &mut Case) {
    let a = c.tensor(0..=4);
    let value = c.scalar(a.dtype);
    let (mut low, mut high, mut interior, mut shape) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // Extents must be proved not to be negative: constant ones.
    let fixed: Vec<Extent> = a.sizes().into_iter().map(Extent::fixed).collect();
    for size in a.sizes() {
        let between = c.random.within(0, 2);
        let spread = size as i64 + (size as i64 - 1).max(0) * between;
        let front = c.random.within(-(spread.min(2)), 3);
        let back = c.random.within(-((spread + front).min(2)), 3);
        low.push(front);
        high.push(back);
        interior.push(between);
        shape.push(Extent::fixed((spread + front + back) as usize));
    }
    let cast = c.define(a.dtype, Some(&fixed), |ty| format!("tensor.cast {a} : {} to {ty}", a.ty()));
    let r = c.define(a.dtype, Some(&shape), |ty| {
        format!(
            "tensor.pad {cast}, {value} low = {} high = {} interior = {} : {} to {ty}",
            list(&low),
            list(&high),
            list(&interior),
            cast.ty()
        )
    });
    c.give(&[r]);
    c.roundings = 0;
    let ones = vec![1; a.rank()];
    let dilation: Vec<i64> = interior.iter().map(|n| n + 1).collect();
    // Windows of one element are the padded tensor.
    let spread = format!("sliding(a, {ones:?}, {ones:?}, {dilation:?}, {ones:?}, {low:?}, {high:?}, b)");
    let sizes: Vec<usize> = shape.iter().map(|e| e.size).collect();
    c.numpy = Some(format!("{spread}.reshape({sizes:?})"));
}

fn concat(c: &mut Case) {
    let a = c.tensor(1..=4);
    let axis = c.random.below(a.rank());
    let mut parts = vec![a.clone()];
    for _ in 0..c.random.below(3) {
        let mut shape = a.extents().to_vec();
        shape[axis] = Extent::fixed([0, 1, 3, 17][c.random.below(4)]);
        parts.push(c.tensor_of(a.dtype, &shape));
    }
    let mut shape = a.extents().to_vec();
    let terms: Vec<String> = parts.iter().map(|p| p.extents()[axis].term.clone()).collect();
    let size = parts.iter().map(|p| p.sizes()[axis]).sum();
    let constant = terms.iter().all(|t| t.parse::<usize>().is_ok());
    shape[axis] = if constant { Extent::fixed(size) } else { Extent { size, term: terms.join(" + ") } };
    let names: Vec<String> = parts.iter().map(Val::to_string).collect();
    let types: Vec<String> = parts.iter().map(Val::ty).collect();
    let r = c.define(a.dtype, Some(&shape), |ty| {
        format!("tensor.concat {} dim = {axis} : {} to {ty}", names.join(", "), types.join(", "))
    });
    c.give(&[r]);
    c.roundings = 0;
    let arguments: Vec<char> = (0..parts.len()).map(|i| char::from(b'a' + i as u8)).collect();
    c.numpy = Some(format!("np.concatenate({}, {axis})", list(arguments)));
}

/// Constant extents of a window of a tensor, the tensor with constant extents, and starts that may lie
/// outside.
fn window(c: &mut Case) -> (Val, Vec<Extent>, Vec<Val>) {
    let a = c.tensor(0..=3);
    let fixed: Vec<Extent> = a.sizes().into_iter().map(Extent::fixed).collect();
    let cast = c.define(a.dtype, Some(&fixed), |ty| format!("tensor.cast {a} : {} to {ty}", a.ty()));
    let sizes = a.sizes().into_iter().map(|n| Extent::fixed(c.random.below(n + 1))).collect();
    let starts = (0..a.rank()).map(|_| c.scalar(DType::Index)).collect();
    (cast, sizes, starts)
}

fn dynamic_slice(c: &mut Case) {
    let (a, shape, starts) = window(c);
    let r = c.define(a.dtype, Some(&shape), |ty| {
        format!("tensor.dynamic_slice {a}{} : {} to {ty}", list(&starts), a.ty())
    });
    c.give(&[r]);
    c.roundings = 0;
    let range = |(d, (n, k)): (usize, (usize, &Extent))| {
        let start = char::from(b'b' + d as u8);
        format!("np.clip({start}, 0, {}) + np.arange({})", n - k.size, k.size)
    };
    let ranges: Vec<String> = a.sizes().into_iter().zip(&shape).enumerate().map(range).collect();
    c.numpy = Some(if ranges.is_empty() { "a".into() } else { format!("a[np.ix_({})]", ranges.join(", ")) });
}

fn update_slice(c: &mut Case) {
    let (a, shape, starts) = window(c);
    let update = c.tensor_of(a.dtype, &shape);
    let r = c.define(a.dtype, a.shape.as_deref(), |ty| {
        format!("tensor.update_slice {update}, {a}{} : {} into {ty}", list(&starts), update.ty())
    });
    c.give(&[r]);
}

/// The extents of a tile, some larger than the tensor, and offsets that may be out of bounds, but small
/// enough that adding indices of the tile cannot overflow.
fn tile(c: &mut Case, rank: usize) -> (Vec<Extent>, Vec<Val>) {
    let sizes =
        (0..rank).map(|_| Extent::fixed(1 + c.random.below(if rank == 1 { 40 } else { 6 }))).collect();
    let most = c.define(DType::Index, None, |_| "arith.constant 100 : index".to_string());
    let near = |c: &mut Case| {
        let any = c.scalar(DType::Index);
        c.define(DType::Index, None, |ty| format!("arith.remsi {any}, {most} : {ty}"))
    };
    (sizes, (0..rank).map(|_| near(c)).collect())
}

fn tile_read(c: &mut Case, policy: &str) {
    let a = c.tensor(0..=3);
    let value = c.scalar(a.dtype);
    let (shape, begin) = tile(c, a.rank());
    let written = if policy == "fill" { format!("fill({value})") } else { policy.to_string() };
    let r = c.define(a.dtype, Some(&shape), |ty| {
        format!("tensor.tile_read {a}{} {written} : {} to {ty}", list(&begin), a.ty())
    });
    c.give(&[r]);
    c.roundings = 0;
    if a.sizes().contains(&0) {
        return;
    }
    // Indices into the tensor with its edge, which holds the value.
    let index = |(d, (n, k)): (usize, (usize, &Extent))| {
        let at = format!("np.fmod({}, 100) + np.arange({})", char::from(b'c' + d as u8), k.size);
        match policy {
            "clamp" => format!("np.clip({at}, 0, {})", n - 1),
            "wrap" => format!("np.mod({at}, {n})"),
            _ => format!("np.clip({at}, -1, {n}) + 1"),
        }
    };
    let indices: Vec<String> = a.sizes().into_iter().zip(&shape).enumerate().map(index).collect();
    let tensor = if policy == "fill" { "np.pad(a, 1, constant_values=b)" } else { "a" };
    c.numpy = Some(match indices.is_empty() {
        true => "a".into(),
        false => format!("{tensor}[np.ix_({})]", indices.join(", ")),
    });
}

fn tile_write(c: &mut Case) {
    let a = c.tensor(0..=3);
    let (shape, begin) = tile(c, a.rank());
    let t = c.tensor_of(a.dtype, &shape);
    let r = c.define(a.dtype, a.shape.as_deref(), |ty| {
        format!("tensor.tile_write {t} into {a}{} drop : {} into {ty}", list(&begin), t.ty())
    });
    c.give(&[r]);
}

fn bitcast(c: &mut Case) {
    let a = c.tensor(0..=3);
    let to = BITS[c.random.below(BITS.len())];
    let mut shape = a.extents().to_vec();
    let (from_bits, to_bits) = (a.dtype.bits(), to.bits());
    if from_bits > to_bits {
        shape.push(Extent::fixed((from_bits / to_bits) as usize));
    }
    let operand = if from_bits < to_bits {
        let mut wide = shape.clone();
        wide.push(Extent::fixed((to_bits / from_bits) as usize));
        c.tensor_of(a.dtype, &wide)
    } else {
        a.clone()
    };
    let r = c.define(to, Some(&shape), |ty| format!("tensor.bitcast {operand} : {} to {ty}", operand.ty()));
    c.give(&[r]);
}

/// Rows of a matrix at computed indices.
fn gather(c: &mut Case) {
    let shape = [Extent::fixed(1 + c.random.below(9)), Extent::fixed(c.random.below(5))];
    let a = c.tensor_of(c.dtype, &shape);
    let count = c.extent(40);
    let k = c.tensor_of(DType::I32, &[count.clone(), Extent::fixed(1)]);
    let result = [count, shape[1].clone()];
    let width = shape[1].size;
    let r = c.define(a.dtype, Some(&result), |ty| {
        format!(
            "tensor.gather {a} at {k} window_dims = [1] collapsed_dims = [0] index_map = [0] index_vector_dim = 1 \
             sizes = [1, {width}] : {}, {} to {ty}",
            a.ty(),
            k.ty()
        )
    });
    c.give(&[r]);
    c.roundings = 0;
    c.numpy = Some(format!("a[np.clip(b[:, 0], 0, {})]", shape[0].size - 1));
}

/// Rows added to, or replacing, rows of a matrix; those out of bounds are dropped.
fn scatter(c: &mut Case, kind: &str) {
    let shape = [Extent::fixed(c.random.below(9)), Extent::fixed(c.random.below(5))];
    let a = c.tensor_of(c.dtype, &shape);
    let count = c.extent(20);
    let k = c.tensor_of(DType::I64, &[count.clone(), Extent::fixed(1)]);
    let u = c.tensor_of(c.dtype, &[count, shape[1].clone()]);
    let r = c.define(a.dtype, Some(&shape), |ty| {
        format!(
            "tensor.scatter {kind} {a} at {k} from {u} window_dims = [1] collapsed_dims = [0] index_map = [0] \
             index_vector_dim = 1 : {ty}, {}, {}",
            k.ty(),
            u.ty()
        )
    });
    c.give(&[r]);
}
