//! The eDSL's functions against NumPy's on element types that need care: short floats, whose sums leave their
//! range and precision; integers, whose squares and differences wrap around; and where ranks and extents
//! differ.

use crate::expressions::check;
use tensorforge::half::{bf16, f16};
use tensorforge::*;

#[test]
fn short_floats_sum_in_wider_ones() {
    check("short", |p, x| {
        let ones = p.ones::<f16>([5000]);
        let large = p.full([2], 60000.0).to::<f16>();
        let images = p.ones::<f16>([1, 3000, 1]);
        let coarse = p.ones::<bf16>([3000]) * 2;
        let rows = (x.a.gt(0).select(1.0, p.zeros::<f32>(x.a.shape())) * 200).to::<f16>();
        vec![
            ("5000.0", ones.sum(0)),
            ("1.0", ones.mean(0)),
            ("0.0", ones.var(0)),
            ("0.0", ones.std(..)),
            ("np.float64(np.float16(5000 ** 0.5))", ones.norm(0)),
            ("60000.0", large.mean(0)),
            ("60000.0", large.average(0, 1.0)),
            ("np.full((1, 1, 1), 1.0)", images.mean_pool(&[3000], &[1], Padding::Valid)),
            ("np.full((1, 1, 1), 3000.0)", images.conv(p.ones::<f16>([3000, 1, 1]), &[1], Padding::Valid)),
            ("np.float64(5000)", ones.dot(&ones)),
            ("np.float64(5000)", p.einsum("i->", [&ones])),
            (
                "np.arange(1.0, 5001)[[99, 2047, 2051, -1]]",
                ones.cumsum(0).at([p.tensor([4], &[99, 2047, 2051, 4999])]),
            ),
            // The numbers of bf16 next to 6000 are 32 apart.
            ("np.float64(6016)", coarse.sum(0)),
            ("2.0", coarse.mean(0)),
            ("np.float64(6016)", coarse.matmul(p.ones::<bf16>([3000]))),
            ("np.full(2, np.float64(np.float16(1 / 5000)))", ones.softmax(0).slice([..2])),
            ("np.float64(np.float16(np.log(5000) + 1))", ones.logsumexp(0)),
            ("np.linalg.norm((a > 0) * 200.0, axis=1).astype(np.float16)", rows.norm(1)),
            ("np.full(5000, 2.0)", p.grad(&ones, |x| x.dot(&ones * 2))),
            ("np.full(2, 0.5)", p.grad(&large, |x| x.mean(0))),
            (
                "np.full((1, 3000, 1), 3.0)",
                p.grad(&images, |x| x.conv(p.ones::<f16>([3000, 1, 1]) * 3, &[1], Padding::Valid)),
            ),
            (
                "np.linspace(0, 1, 5000).astype(np.float16)[2500:2505]",
                p.linspace::<f16>(0, 1, 5000).slice([2500..2505]),
            ),
        ]
    });
}

#[test]
fn integers_do_not_wrap_in_conversions_to_floats() {
    check("integers", |p, x| {
        let k = &x.k;
        let (a, b) = (k.modulo(7).to::<u8>(), k.modulo(5).to::<u8>());
        let short = k.to::<i8>();
        let images = short.with_shape([9]).reshape([1, 9, 1]);
        vec![
            ("np.hypot(k, k + 3)", k.hypot(k + 3)),
            ("np.hypot(k % 7, k % 5)", a.hypot(&b)),
            ("np.logaddexp(k % 7, k % 5)", a.logaddexp(&b)),
            ("1 / (1 + np.exp(-(k % 7.0)))", a.sigmoid()),
            ("np.logaddexp(0, k % 7)", a.softplus()),
            ("(k % 7) / (1 + np.exp(-(k % 7.0)))", a.silu()),
            ("abs(k % 7 - k % 5) <= 2", a.is_close(&b, 0.0, 2.5)),
            (
                "np.isclose(k + 2**30, k + 1 + 2**30, 0, 0.5)",
                (k + (1 << 30)).is_close(k + ((1 << 30) + 1), 0.0, 0.5),
            ),
            ("np.linalg.norm(k)", short.norm(0)),
            ("np.linalg.norm(k * 2000.0)", (k * 2000).norm(..)),
            ("np.linalg.norm(k, 1)", short.norm_of(0, Norm::One)),
            ("np.linalg.norm(k, np.inf)", short.norm_of(0, Norm::P(f64::INFINITY))),
            ("np.linalg.norm(v, -np.inf)", x.v.norm_of(0, Norm::P(f64::NEG_INFINITY))),
            (
                "np.lib.stride_tricks.sliding_window_view(k, 3).mean(-1)[None, :, None]",
                images.mean_pool(&[3], &[1], Padding::Valid),
            ),
            ("np.linspace(-1, 1, 4, dtype=int)", p.linspace::<i32>(-1.0, 1.0, 4)),
            ("np.linspace(0, 100000001, 3, dtype=int)", p.linspace::<i32>(0, 100_000_001, 3)),
            ("np.logspace(0, 3, 5, dtype=int)", p.logspace::<i32>(0.0, 3.0, 5, 10.0)),
        ]
    });
}

#[test]
fn quotients_and_powers_of_each_kind() {
    check("quotients", |p, x| {
        let k = &x.k;
        let (inf, many) = (f32::INFINITY, [1.0f32, -5.0, 5.0, 7.0, -0.0, 3.0, 6.0, -1.0]);
        let (many, by) =
            (p.tensor([8], &many), p.tensor([8], &[0.1f32, inf, inf, 0.0, 2.0, -0.0, 0.1, -0.1]));
        let (base, power) = (k.modulo(7).to::<u8>(), (k * 5).to::<u8>());
        let (wide, high) = (k.to::<i64>().to::<u64>(), p.full((), u64::MAX - 4));
        vec![
            ("np.floor_divide(k, 2.5)", k.floor_div(2.5)),
            ("np.mod(k, 2.5)", k.modulo(2.5)),
            (
                "np.floor_divide(np.float32([1, -5, 5, 7, -0.0, 3, 6, -1]), np.float32([.1, np.inf, np.inf, 0, 2, -0.0, .1, -.1]))",
                many.floor_div(&by),
            ),
            (
                "1 / np.floor_divide(np.float32([-0.0, 1, -1]), np.float32([2, 3, np.inf]))",
                1.0 / p.tensor([3], &[-0.0f32, 1.0, -1.0]).floor_div(p.tensor([3], &[2.0f32, 3.0, inf])),
            ),
            ("np.power((k % 7).astype(np.uint8), (k * 5).astype(np.uint8))", base.pow(power)),
            ("np.power(k.astype(np.uint64), np.uint64(2**64 - 5)).astype(np.int64)", wide.pow(high)),
        ]
    });
}

#[test]
fn ranks_and_extents_that_differ() {
    check("ranks", |p, x| {
        let (a, b, s, t, v) = (&x.a, &x.b, &x.s, &x.t, &x.v);
        let (row, one) = (a.slice([..1]), p.full([1], 2.0f32));
        vec![
            ("np.outer(a, s)", a.outer(s)),
            ("np.kron(v, s)", v.kron(s)),
            ("np.kron(t, v)", t.kron(v)),
            ("np.einsum('...ij,kj->...ik', t, t[0])", p.einsum("...ij,kj->...ik", [t, &t.index(0, 0)])),
            (
                "np.einsum('...ij,...kj->...ik', t, t[:1])",
                p.einsum("...ij,...kj->...ik", [t, &t.slice([..1])]),
            ),
            ("np.einsum('...ij,...j', t, t[:, 0])", p.einsum("...ij,...j", [t, &t.index(1, 0)])),
            ("np.einsum('i...->...', t)", p.einsum("i...->...", [t])),
            ("np.einsum('ij,jk', a[:1], b)", p.einsum("ij,jk", [&row, b])),
            ("np.einsum('ij,ij->i', a, a[:1])", p.einsum("ij,ij->i", [a, &row])),
            ("np.einsum('i,j->j', np.full(1, 2.0), v)", p.einsum("i,j->j", [&one, v])),
            ("np.compress([True, False, True], a, 0)", a.compress(0, p.tensor([3], &[true, false, true]))),
            ("np.compress(e > 0, a, 1)", a.compress(-1, x.e.gt(0))),
            ("np.argwhere(v > 0)", v.gt(0).argwhere()),
            ("np.array([2, 0])", p.arange::<i32>(3).at([p.tensor([2], &[u64::MAX, 0])])),
            ("np.array([0, 9, 0])", p.zeros::<i32>([3]).set_at([p.tensor([2], &[u64::MAX, 1])], 9)),
        ]
    });
}

#[test]
fn reductions_by_scalar_code() {
    check("combined", |p, x| {
        let (a, t, k) = (&x.a, &x.t, &x.k);
        let places = a.iota_like(1).to::<i32>().broadcast_to(a.shape());
        let (best, at) = p.reduce(1, (a, &places), (0.0, -1), |(best, at), (x, i)| {
            let better = x.abs().gt(best.abs());
            (better.select(x, best), better.select(i, at))
        });
        // Horner's rule is neither associative nor commutative.
        let horner = p.reduce([0, 2], t, 1.0, |sum, x| sum * 0.5 + x);
        let none = p.reduce(0, k.slice([..0]), 7, |sum, x| sum - x);
        vec![
            ("np.take_along_axis(a, np.argmax(abs(a), 1)[:, None], 1)[:, 0]", best),
            ("np.argmax(abs(a), 1)", at),
            (
                "np.array([__import__('functools').reduce(lambda s, x: s * 0.5 + x, t[:, i].ravel(), 1.0) for i in range(4)])",
                horner,
            ),
            ("7", none),
            ("(7 - k.sum())[None]", p.reduce(.., k, 7, |sum, x| sum - x).expand(0)),
            ("np.multiply.reduce(a, 0, keepdims=True)", p.reduce(0, a, 1.0, |product, x| product * x).keep()),
        ]
    });
}

#[test]
fn convolutions_in_all_generality() {
    check("convolutions", |p, x| {
        let (s, v, w) = (&x.s.with_shape([4, 4]), &x.v.with_shape([9]), &x.w.with_shape([9]));
        let two = p.stack_axis(-1, [v, w]).expand(0);
        let one = v.reshape([1, 9, 1]);
        let kernel = |rows: i64, columns: i64| s.slice([range(0, rows), range(0, columns)]);
        let how = Convolution::default();
        let dilated = Convolution { dilations: vec![2], groups: 2, ..how.clone() };
        let transposed = Convolution { input_dilations: vec![2], ..how.clone() };
        let backwards = Convolution { reversed: true, padding: Padding::Each(2), ..how.clone() };
        let same = Convolution { dilations: vec![3], padding: Padding::Same, strides: vec![2], ..how };
        vec![
            (
                "(np.stack([v, w], -1)[:7] * s[0, :2] + np.stack([v, w], -1)[2:] * s[1, :2])[None]",
                two.conv_with(kernel(2, 2).reshape([2, 1, 2]), &dilated),
            ),
            (
                "(lambda z: z[:-1] * s[0, 0] + z[1:] * s[1, 0])(np.insert(v, range(1, 9), 0))[None, :, None]",
                one.conv_with(kernel(2, 1).reshape([2, 1, 1]), &transposed),
            ),
            (
                "np.convolve(v, s[:3, 0])[None, :, None]",
                one.conv_with(kernel(3, 1).reshape([3, 1, 1]), &backwards),
            ),
            (
                "(lambda z: sum(z[3 * i:3 * i + 9] * s[i, 0] for i in range(3)))(np.pad(v, 3))[None, ::2, None]",
                one.conv_with(kernel(3, 1).reshape([3, 1, 1]), &same),
            ),
        ]
    });
}
