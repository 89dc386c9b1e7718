//! Gathers and scatters give the same bits as their decompositions.

use crate::decompose::{F, same, tensor};
use tf_dialects::scalar::{DType, Scalar};
use tf_interp::{Datum, Dense};

/// A tensor of indices around `0 .. extent`, some outside.
pub fn indices(dtype: DType, extents: &[usize], extent: i64, seed: i64) -> Datum {
    let count: usize = extents.iter().product();
    let value = |i: usize| (i as i64 * 5 + seed) % (extent + 5) - 2;
    let data = (0..count).map(|i| Scalar::from_i64(dtype, value(i)).bits()).collect();
    Dense { dtype, extents: extents.to_vec(), data }.into()
}

#[test]
fn gathers() {
    // Rows; elements by vectors of two components; windows; batches; vectors along a first axis.
    let x = "%x: tensor<?{n}x?{m}x3xf32>, %k: tensor<?{p}x2xi32>, %b: tensor<?{n}x?{m}xindex>, %f: tensor<2x?{p}xi8>";
    let mut inputs = Vec::new();
    for [n, m, p] in [[4, 3, 5], [1, 1, 2], [2, 5, 0]] {
        inputs.push(vec![
            tensor(F, &[n, m, 3], 1),
            indices(DType::I32, &[p, 2], 4, 1),
            indices(DType::Index, &[n, m], 3, 2),
            indices(DType::I8, &[2, p], 4, 3),
        ]);
    }
    let (x_ty, k, b, f) =
        ("tensor<?{n}x?{m}x3xf32>", "tensor<?{p}x2xi32>", "tensor<?{n}x?{m}xindex>", "tensor<2x?{p}xi8>");
    for (index, index_ty, numbers, result) in [
        (
            "%b",
            b,
            "window_dims = [1, 3] collapsed_dims = [2] index_map = [2] index_vector_dim = 2 sizes = [n, min(m, 2), 1]",
            "tensor<?{n}x?{n}x?{m}x?{min(m, 2)}xf32>",
        ),
        (
            "%k",
            k,
            "window_dims = [1, 2] collapsed_dims = [2] index_map = [2, 0] index_vector_dim = 1 sizes = [min(n, 2), m, 1]",
            "tensor<?{p}x?{min(n, 2)}x?{m}xf32>",
        ),
        (
            "%k",
            k,
            "window_dims = [0, 1, 3] index_map = [2, 1] index_vector_dim = 1 sizes = [n, min(m, 2), 2]",
            "tensor<?{n}x?{min(m, 2)}x?{p}x2xf32>",
        ),
        (
            "%b",
            b,
            "window_dims = [2] batching_dims = [0, 1] index_batching_dims = [0, 1] index_map = [2] index_vector_dim = 2 sizes = [1, 1, 2]",
            "tensor<?{n}x?{m}x2xf32>",
        ),
        (
            "%f",
            f,
            "window_dims = [0, 1, 3] index_map = [2, 0] index_vector_dim = 0 sizes = [min(n, 1), m, 3] sorted",
            "tensor<?{min(n, 1)}x?{m}x?{p}x3xf32>",
        ),
    ] {
        let ops = format!(
            "%0 = tensor.gather %x at {index} {numbers} : {x_ty}, {index_ty} to {result}\nreturn %0 : {result}"
        );
        same(x, result, &ops, &inputs);
    }
    let ops = "%0 = tensor.gather %x at %k index_vector_dim = 1 sizes = [] : tensor<f32>, tensor<3x0xi32> to tensor<3xf32>
               return %0 : tensor<3xf32>";
    same(
        "%x: tensor<f32>, %k: tensor<3x0xi32>",
        "tensor<3xf32>",
        ops,
        &[vec![tensor(F, &[], 1), indices(DType::I32, &[3, 0], 2, 1)]],
    );
}

#[test]
fn scatters() {
    let arguments = "%x: tensor<?{n}x?{m}xf32>, %q: tensor<?{n}x?{m}xi32>, %k: tensor<?{p}x2xi32>, %r: tensor<?{p}xindex>, \
                     %u: tensor<?{p}xf32>, %v: tensor<?{p}xi32>, %w: tensor<?{p}x?{m}xf32>, %y: tensor<?{n}x2xf32>, \
                     %j: tensor<?{n}x2xi8>";
    let mut inputs = Vec::new();
    for [n, m, p] in [[4, 3, 9], [1, 1, 4], [2, 5, 0], [0, 3, 2]] {
        inputs.push(vec![
            tensor(F, &[n, m], 1),
            tensor(DType::I32, &[n, m], 2),
            indices(DType::I32, &[p, 2], 4, 1),
            indices(DType::Index, &[p], 4, 2),
            tensor(F, &[p], 3),
            tensor(DType::I32, &[p], 4),
            tensor(F, &[p, m], 5),
            tensor(F, &[n, 2], 6),
            indices(DType::I8, &[n, 2], 5, 1),
        ]);
    }
    let (x, q) = ("tensor<?{n}x?{m}xf32>", "tensor<?{n}x?{m}xi32>");
    let one = "collapsed_dims = [0, 1] index_map = [1, 0] index_vector_dim = 1";
    for (text, results) in [
        (format!("add %x at %k from %u {one} : {x}, tensor<?{{p}}x2xi32>, tensor<?{{p}}xf32>"), x.to_string()),
        (format!("set %x at %k from %u {one} sorted : {x}, tensor<?{{p}}x2xi32>, tensor<?{{p}}xf32>"), x.to_string()),
        (
            format!("[maximumf, xor] %x, %q at %k from %u, %v {one} : {x}, {q}, tensor<?{{p}}x2xi32>, tensor<?{{p}}xf32>, tensor<?{{p}}xi32>"),
            format!("{x}, {q}"),
        ),
        (
            format!(
                "[region, region] %x, %q at %k from %u, %v {one} : {x}, {q}, tensor<?{{p}}x2xi32>, tensor<?{{p}}xf32>, tensor<?{{p}}xi32> combine (%a, %b, %c, %d) {{
                   %e = arith.cmpf ogt, %a, %c : f32
                   %f = arith.select %e, %b, %d : i32
                   %g = arith.subf %c, %a : f32
                   tensor.yield %g, %f : f32, i32
                 }}"
            ),
            format!("{x}, {q}"),
        ),
        (
            format!("add %x at %r from %w window_dims = [1] collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : {x}, tensor<?{{p}}xindex>, tensor<?{{p}}x?{{m}}xf32>"),
            x.to_string(),
        ),
        (
            // Windows along axis 1 that start where the vectors say: their ends are left out.
            format!("set %x at %r from %w window_dims = [1] collapsed_dims = [0] index_map = [1] index_vector_dim = 1 : {x}, tensor<?{{p}}xindex>, tensor<?{{p}}x?{{m}}xf32>"),
            x.to_string(),
        ),
        (
            format!("mul %x at %j from %y collapsed_dims = [1] batching_dims = [0] index_batching_dims = [0] index_map = [1] index_vector_dim = 2 : {x}, tensor<?{{n}}x2xi8>, tensor<?{{n}}x2xf32>"),
            x.to_string(),
        ),
    ] {
        let count = results.split(", ").count();
        let (bound, values) = match count {
            1 => ("%0".to_string(), "%0".to_string()),
            n => (format!("%0:{n}"), (0..n).map(|i| format!("%0#{i}")).collect::<Vec<_>>().join(", ")),
        };
        let ops = format!("{bound} = tensor.scatter {text}\nreturn {values} : {results}");
        same(arguments, &results, &ops, &inputs);
    }
}
