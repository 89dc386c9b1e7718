//! The eDSL's functions against NumPy's, each on every device.

use crate::expressions::{check, check_sorts};
use tensorforge::*;

#[test]
fn elementwise_functions() {
    check("elementwise", |p, x| {
        let (a, c, k, u) = (&x.a, &x.c, &x.k, &x.u);
        let big = a * 400.0;
        vec![
            ("1 / a", a.rcp()),
            ("a - np.floor(a)", a.frac()),
            ("np.fabs(a)", a.fabs()),
            ("np.negative(a)", a.negative()),
            ("np.logical_not(k)", k.logical_not()),
            ("np.logical_and(k, k > 0)", k.logical_and(k.gt(0))),
            ("np.logical_or(k, k > 0)", k.logical_or(k.gt(0))),
            ("np.logical_xor(k, k > 0)", k.logical_xor(k.gt(0))),
            ("v.astype(np.float32).view(np.uint32)", x.v.asuint()),
            ("v.astype(np.float32).view(np.int32)", x.v.asint()),
            ("v.astype(np.float32)", x.v.asuint().asfloat()),
            ("pcg(u)", u.pcg()),
            ("pcg(np.arange(3, dtype=np.uint32))", p.arange::<u32>(3).pcg()),
            ("(pcg(u) >> np.uint32(8)) / 2.0**24", u.pcgf()),
            ("reverse_bits(u)", u.reversebits()),
            ("np.clip(a, -0.5, 1)", a.clip(-0.5, 1)),
            ("np.clip(a, 0, 1)", a.saturate()),
            ("np.radians(a)", a.radians()),
            ("np.degrees(a)", a.degrees()),
            ("np.hypot(a, c)", a.hypot(c)),
            ("np.hypot(a * 0, c)", (a * 0).hypot(c)),
            ("np.logaddexp(400 * a, c)", big.logaddexp(c)),
            ("1 / (1 + np.exp(-400 * a))", big.sigmoid()),
            ("np.logaddexp(0, 400 * a)", big.softplus()),
            ("np.maximum(a, 0)", a.relu()),
            ("a / (1 + np.exp(-a))", a.silu()),
            ("gelu(a)", a.gelu()),
            ("np.sinc(a)", a.sinc()),
            ("np.sinc(a * 0)", (a * 0).sinc()),
            ("np.heaviside(np.round(a), 0.5)", a.round_even().heaviside(0.5)),
            ("np.nan_to_num(np.sqrt(a))", a.sqrt().nan_to_num()),
            ("np.isclose(a, a * 1.001, 1e-2, 0)", a.is_close(a * 1.001, 1e-2, 0.0)),
            ("np.isclose(a, c)", a.is_close(c, 1e-5, 1e-8)),
        ]
    });
}

#[test]
fn elementwise_functions_of_several_values() {
    check("several", |_, x| {
        let (a, c, k) = (&x.a, &x.c, &x.k);
        let (whole, part) = {
            let (part, whole) = a.modf();
            (whole, part)
        };
        let (quotient, rest) = k.divmod(7);
        vec![
            ("np.modf(a)[1]", whole),
            ("np.modf(a)[0]", part),
            ("np.divmod(k, 7)[0]", quotient),
            ("np.divmod(k, 7)[1]", rest),
            ("np.mod(a, c)", a.modulo(c)),
            ("np.fmod(a, c)", a % c),
            ("np.floor_divide(a, c)", a.floor_div(c)),
            ("np.sign(k)", k.sign()),
            ("np.sign(np.round(a))", a.round_even().sign()),
            ("np.ceil(a)", a.ceil()),
            ("np.trunc(a)", a.trunc()),
            ("np.rint(a)", a.round_even()),
            ("np.exp2(a)", a.exp2()),
            ("np.log2(np.abs(a))", a.abs().log2()),
            ("1 / np.sqrt(np.abs(a))", a.abs().rsqrt()),
            ("np.tan(a)", a.tan()),
            ("np.arcsin(a / 2)", (a / 2).asin()),
            ("np.arccos(a / 2)", (a / 2).acos()),
            ("np.arctan(a)", a.atan()),
            ("np.sinh(a)", a.sinh()),
            ("np.cosh(a)", a.cosh()),
            ("np.arctan2(a, c)", a.atan2(c)),
            ("np.power(np.abs(a), c)", a.abs().pow(c)),
            ("a + (c - a) * 0.25", a.lerp(c, 0.25)),
            ("a * c + 2", a.fma(c, 2.0)),
            ("(a >= 0.5) * 1.0", a.step(0.5)),
            ("(lambda t: t * t * (3 - 2 * t))(np.clip((a + 1) / 2.5, 0, 1))", a.smoothstep(-1.0, 1.5)),
            ("np.where(a > c, a, 7)", where_(&a.gt(c), a, 7)),
            ("np.copysign(a, c)", a.copysign(c)),
            ("np.maximum(k, 3)", k.max(3)),
            ("np.minimum(a, c)", a.min(c)),
            ("np.left_shift(k, 3)", k << 3),
            ("np.right_shift(k, 2)", k >> 2),
            ("np.invert(k)", !k),
        ]
    });
}

#[test]
fn parts_and_layout() {
    check("parts", |p, x| {
        let (a, t, v, s) = (&x.a, &x.t, &x.v, &x.s);
        let [first, second] = [0, 1].map(|i| t.split(-1, 2)[i].clone());
        let between = v.split_at(0, [2, 5]);
        vec![
            ("a[1:-1, ::2]", a.slice((1..-1, Part::from(..).step(2)))),
            ("a[-2:, 3]", a.slice((-2.., 3))),
            ("a[::-1, -1]", a.reverse(0).index(1, -1)),
            ("a.take([1, 0, 6], 1)", a.take(1, p.tensor([3], &[1i32, 0, 6]))),
            ("t.take(j, 1, mode='clip')", t.take(1, &x.j)),
            ("v.take(i, mode='clip')", v.take(0, &x.i)),
            ("v.take(i, mode='wrap')", v.take_with(0, &x.i, &Outside::Wrap)),
            (
                "np.take_along_axis(a, np.argmax(c, 1)[:, None], 1)",
                a.take_along_axis(1, x.c.argmax(1).expand(1)),
            ),
            (
                "np.take_along_axis(a, np.argmin(c, 0)[None], 0)",
                a.take_along_axis(0, x.c.argmin(0).expand(0)),
            ),
            ("np.moveaxis(t, 0, -1)", t.move_axis(0, -1)),
            ("np.swapaxes(t, 0, 2)", t.swap_axes(0, 2)),
            ("np.flip(a, 1)", a.flip(1)),
            ("np.rot90(a)", a.rot90(1, [0, 1])),
            ("np.rot90(a, 2)", a.rot90(2, [0, 1])),
            ("np.rot90(a, -1)", a.rot90(-1, [0, 1])),
            ("np.repeat(a, 3, 0)", a.repeat(0, 3)),
            ("np.repeat(a, 2, -1)", a.repeat(-1, 2)),
            ("np.tile(a, (1, 3))", a.tile(1, 3)),
            ("np.tile(a, (2, 1))", a.tile(0, 2)),
            ("np.split(t, 2, -1)[0]", first),
            ("np.split(t, 2, -1)[1]", second),
            ("np.split(v, [2, 5])[0]", between[0].clone()),
            ("np.split(v, [2, 5])[1]", between[1].clone()),
            ("np.split(v, [2, 5])[2]", between[2].clone()),
            ("np.pad(v, (0, 3)).reshape(3, 4)", v.split_dim(0, 4)),
            ("t.reshape(3, -1)", t.merge_dim(1)),
            ("np.diag(v, 2)", v.diag(2)),
            ("np.diag(v, -1)", v.diag(-1)),
            ("np.diag(a)", a.diag(0)),
            ("np.diag(a, 3)", a.diag(3)),
            ("np.diag(a, -2)", a.diag(-2)),
            ("np.diagonal(t, 1, 1, 2)", t.diagonal(1)),
            ("np.trace(s)", s.trace(0)),
            ("np.diff(a, axis=1)", a.diff(1)),
            ("a[..., None]", a.unsqueeze(-1)),
        ]
    });
}

#[test]
fn slices_go_down_by_negative_steps() {
    let down = |step: i64| Part::from(..).step(step);
    check("down", |_, x| {
        let (a, v, n) = (&x.a, &x.v, x.v.extent(0));
        vec![
            ("v[::-1]", v.slice([down(-1)])),
            ("v[::-2]", v.slice([down(-2)])),
            ("v[::-20]", v.slice([down(-20)])),
            ("v[5:1:-1]", v.slice([range(5, 1).step(-1)])),
            ("v[-2:1:-3]", v.slice([range(-2, 1).step(-3)])),
            ("v[6::-2]", v.slice([Part::from(6..).step(-2)])),
            ("v[:-4:-1]", v.slice([Part::from(..-4).step(-1)])),
            ("v[7:2:-2]", v.slice([range(n - 2, n - 7).step(-2)])),
            ("v[3:3:-1]", v.slice([range(3, 3).step(-1)])),
            ("a[::-1, ::2]", a.slice((down(-1), Part::from(..).step(2)))),
            ("a[1, ::-3]", a.slice((1, down(-3)))),
        ]
    });
}

#[test]
fn scans() {
    check("scans", |p, x| {
        let (a, c, t, v, w, k) = (&x.a, &x.c, &x.t, &x.v, &x.w, &x.k);
        let wrong = v.gt(1).select(f32::NAN, v);
        let (decays, filtered) = p.scan(0, (v * 0.5, w), (1.0, 0.0), |(a, y), (b, x)| (&a * &b, y * b + x));
        let rising = p.scan(-1, a, f32::NEG_INFINITY, |high, x| high.max(x + 0.5));
        vec![
            ("a.cumsum(1)", a.cumsum(1)),
            ("t.cumsum(0)", t.cumsum(0)),
            ("t.cumsum(1)", t.cumsum(1)),
            ("k.cumsum()", k.cumsum(0)),
            ("(v > 0).cumsum()", v.gt(0).cumsum(0)),
            ("a.cumprod(-1)", a.cumprod(-1)),
            ("np.maximum.accumulate(a, 0)", a.cummax(0)),
            ("np.minimum.accumulate(c, 1)", c.cummin(1)),
            ("np.maximum.accumulate(np.where(v > 1, np.nan, v))", wrong.cummax(0)),
            ("np.bitwise_xor.accumulate(k)", k.scan(0, Combine::Xor)),
            ("np.logical_and.accumulate(v < 1.5)", v.lt(1.5).scan(0, Combine::All)),
            ("a[:, ::-1].cumsum(1)[:, ::-1]", a.scan(1, Combine::Sum.scan().reverse())),
            ("np.cumsum(k) - k", k.scan(0, Combine::Sum.scan().exclusive())),
            ("np.cumsum(k[::-1])[::-1] - k", k.scan(0, Combine::Sum.scan().exclusive().reverse())),
            ("a[:0].cumsum(0)", a.slice([..0]).cumsum(0)),
            ("np.cumprod(v * 0.5)", decays),
            ("filtered(v * 0.5, w)", filtered),
            ("np.maximum.accumulate(a + 0.5, 1)", rising),
        ]
    });
}

#[test]
fn orders() {
    check_sorts("orders", |p, x| {
        let (a, t, v, w, k, i) = (&x.a, &x.t, &x.v, &x.w, &x.k, &x.i);
        let wrong = v.gt(1).select(f32::NAN, v);
        let rounded = t.round_even();
        let far = p.sort(0, (v, w), |(a, b), (c, d)| a.hypot(b).gt(c.hypot(d)));
        vec![
            ("np.sort(a, 1)", a.sort(1)),
            ("np.sort(a, 0)", a.sort(0)),
            ("np.sort(t, 1)", t.sort(-2)),
            ("np.sort(k)", k.sort(0)),
            ("np.sort(u)", x.u.sort(0)),
            ("np.sort(v > 0)", v.gt(0).sort(0)),
            ("np.sort(np.where(v > 1, np.nan, v))", wrong.sort(0)),
            ("np.argsort(np.where(v > 1, np.nan, v), kind='stable')", wrong.argsort(0)),
            ("np.argsort(np.rint(t), 2, kind='stable')", rounded.argsort(2)),
            ("np.argsort(np.rint(t), 0, kind='stable')", rounded.argsort(0)),
            ("np.argsort(k % 3, kind='stable')", k.modulo(3).argsort(0)),
            ("v[np.argsort(-np.hypot(v, w))]", far.0),
            ("w[np.argsort(-np.hypot(v, w))]", far.1),
            ("np.median(a)", a.median(..)),
            ("np.median(a, 0)", a.median(0)),
            ("np.median(t, (0, 2))", t.median([0, 2])),
            ("np.median(t, 1, keepdims=True)", t.median(1).keep()),
            ("np.median(i)", i.median(0)),
            ("np.median(np.where(v > 1, np.nan, v))", wrong.median(0)),
            ("np.median(v * np.inf)", (v * f32::INFINITY).median(0)),
            ("a[:0].sum(0) + np.nan", a.slice([..0]).median(0)),
            ("np.argmax(a)", a.argmax(..)),
            ("np.argmin(t)", t.argmin(..)),
            ("np.argmax(t.transpose(1, 0, 2).reshape(4, -1), 1)", t.argmax([0, 2])),
            ("np.argmax(t, 1, keepdims=True)", t.argmax(1).keep()),
            ("np.argmax(np.where(v > 1, np.nan, v))", wrong.argmax(0)),
            ("np.sort(a[:1], 0)", a.slice([..1]).sort(0)),
        ]
    });
}

#[test]
fn random_orders_are_orders() {
    check_sorts("random_orders", |p, x| {
        let mut random = p.random(7);
        let n = x.v.extent(0);
        let order = random.permutation::<i32>(n);
        let other = random.permutation::<i32>(n);
        let rows = random.shuffle(&x.a, 0);
        vec![
            ("np.arange(9)", order.sort(0)),
            ("np.array(True)", order.ne(&other).any(..)),
            ("np.array(True)", order.ne(p.arange::<i32>(n)).any(..)),
            ("a.sum(1)[np.argsort(a[:, 0])]", rows.at([rows.index(1, 0).argsort(0)]).sum(1)),
        ]
    });
}

#[test]
fn joins_and_pads() {
    check("joins", |p, x| {
        let (a, c, v, t) = (&x.a, &x.c, &x.v, &x.t);
        let reach = v.extent(0) + 12;
        vec![
            ("np.concatenate([a, c, a[:2]])", p.concat(0, [a, c, &a.slice([..2])])),
            ("np.stack([a, c], 1)", p.stack_axis(1, [a, c])),
            ("np.stack([v, w], -1)", p.stack_axis(-1, [v, &x.w])),
            ("np.roll(a, 3, 1)", a.roll(1, 3)),
            ("np.roll(a, -2, 0)", a.roll(0, -2)),
            ("np.pad(a, ((2, 1), (0, 0)), constant_values=5)", a.pad(0, 2, 1, 5)),
            ("np.pad(a, ((0, 0), (3, 2)), constant_values=5)", a.pad_with(1, 3, 2, &Pad::constant(5))),
            ("np.pad(a, ((2, 1), (0, 0)), 'edge')", a.pad_with(0, 2, 1, &Pad::Edge)),
            ("np.pad(v, (13, 21), 'wrap')", v.pad_with(0, 13, reach, &Pad::Wrap)),
            ("np.pad(v, (13, 21), 'reflect')", v.pad_with(0, 13, reach, &Pad::Reflect)),
            ("np.pad(v, (13, 21), 'symmetric')", v.pad_with(0, 13, reach, &Pad::Symmetric)),
            ("np.pad(v[:1], (3, 2), 'reflect')", v.slice([..1]).pad_with(0, 3, 2, &Pad::Reflect)),
            ("np.tril(a, 1)", a.tril(1)),
            ("np.triu(a, -1)", a.triu(-1)),
            ("np.triu(t)", t.triu(0)),
            ("np.indices((2, 3))[1]", p.indices((2, 3))[1].clone()),
            ("np.arange(9)", p.arange::<i32>(v.extent(0))),
            ("np.arange(3, 20, 4)", p.arange_by::<i64>(3, 2 * v.extent(0) + 2, 4)),
            ("np.arange(20, 2, -3)", p.arange_by::<f32>(20, 2, -3)),
            ("np.arange(3, 2)", p.arange_by::<f32>(3, 2, 1)),
            ("np.linspace(-1, 2, 9)", p.linspace::<f32>(-1, 2, v.extent(0))),
            ("np.linspace(v[0], v[1], 5)", p.linspace::<f32>(v.index(0, 0), v.index(0, 1), 5)),
            ("np.linspace(3, 4, 1)", p.linspace::<f32>(3, 4, 1)),
            ("np.logspace(0, 3, 4)", p.logspace::<f32>(0, 3, 4, 10.0)),
            ("np.eye(5, 7, 2)", p.eye::<f32>(a.extent(0), a.extent(1), 2)),
            ("np.identity(4)", p.identity::<i32>(4)),
            ("np.meshgrid(v, e)[0]", p.meshgrid([v, &x.e])[0].clone()),
            ("np.meshgrid(v, e)[1]", p.meshgrid([v, &x.e])[1].clone()),
            ("np.meshgrid(v, e, indexing='ij')[1]", p.meshgrid_ij([v, &x.e])[1].clone()),
            ("np.full((2, 2), 1.5)", p.full((2, 2), 1.5f32)),
        ]
    });
}

#[test]
fn statistics() {
    check("statistics", |_, x| {
        let (a, t, v, k) = (&x.a, &x.t, &x.v, &x.k);
        vec![
            ("a.sum(1)", a.sum(1)),
            ("t.sum((0, 2))", t.sum([0, 2])),
            ("a.prod(0)", a.prod(0)),
            ("a.mean()", a.mean(..)),
            ("a.var(0)", a.var(0)),
            ("a.var(ddof=1)", a.var_ddof(.., 1)),
            ("t.std((0, 1))", t.std([0, 1])),
            ("a.std(1, ddof=1, keepdims=True)", a.std_ddof(1, 1).keep()),
            ("np.ptp(a, 1)", a.ptp(1)),
            ("np.amax(a, 0)", a.amax(0)),
            ("np.amin(a, (0, 1))", a.amin([0, 1])),
            ("np.argmax(a, 1)", a.argmax(1)),
            ("np.argmin(t, 1)", t.argmin(1)),
            ("np.any(a > 1.5, 1)", a.gt(1.5).any(1)),
            ("np.all(a > -1.5, 0)", a.gt(-1.5).all(0)),
            ("np.linalg.norm(v)", v.norm(..)),
            ("np.linalg.norm(a, axis=1)", a.norm_of(1, Norm::Two)),
            ("np.linalg.norm(a, 1, axis=0)", a.norm_of(0, Norm::One)),
            ("np.linalg.norm(v, np.inf)", v.norm_of(.., Norm::Max)),
            ("np.linalg.norm(v, -np.inf)", v.norm_of(.., Norm::Min)),
            ("np.linalg.norm(v, 0)", v.norm_of(.., Norm::Zero)),
            ("np.linalg.norm(v, 3)", v.norm_of(.., Norm::P(3.0))),
            ("np.count_nonzero(k > 0)", k.gt(0).count_nonzero(..)),
            ("np.average(a, 0, weights=np.abs(c))", a.average(0, x.c.abs())),
            ("np.average(s, 0, weights=np.abs(s)[1])", x.s.average(0, x.s.index(0, 1).abs())),
            (
                "np.average(t, (2, -3), weights=np.abs(a[:3, :6]).T)",
                x.t.average([2, -3], a.slice((..3, ..6)).abs().t()),
            ),
            ("np.log(np.exp(a).sum(1))", a.logsumexp(1)),
            ("np.logaddexp.reduce(1000 * a, 0, keepdims=True)", (a * 1000).logsumexp(0).keep()),
            ("np.log(np.exp(a * 0 - np.inf).sum(1))", (a * 0 - f32::INFINITY).logsumexp(1)),
            ("softmax(a, 1)", a.softmax(1)),
            ("softmax(300 * t, (0, 2))", (t * 300).softmax([0, 2])),
            ("np.log(softmax(a, 0))", a.log_softmax(0)),
        ]
    });
}

#[test]
fn products() {
    check("products", |p, x| {
        let (a, b, c, s, t, v, w) = (&x.a, &x.b, &x.c, &x.s, &x.t, &x.v, &x.w);
        vec![
            ("a.dot(b)", a.dot(b)),
            ("v.dot(w)", v.dot(w)),
            ("np.dot(t, np.ones((6, 2)))", t.dot(p.ones::<f32>([6, 2]))),
            ("np.dot(s, t)", s.dot(t)),
            ("np.dot(a[0], b)", a.index(0, 0).dot(b)),
            ("np.dot(3, v)", v.dot(3)),
            ("np.inner(a, c)", a.inner(c)),
            ("np.vdot(a, c)", a.vdot(c)),
            ("np.outer(v, w)", v.outer(w)),
            ("np.tensordot(a, c, (0, 0))", a.tensordot(c, [0], [0])),
            ("np.tensordot(t, s, (1, 0))", t.tensordot(s, [1], [0])),
            ("np.tensordot(a, c, ((0, 1), (0, 1)))", a.tensordot(c, [0, 1], [0, 1])),
            ("np.tensordot(e, v, 0)", x.e.tensordot(v, [], [])),
            ("np.kron(s, a)", s.kron(a)),
            ("np.cross(e, f)", x.e.cross(x.f.with_shape([3]))),
            ("np.cross(np.stack([v, w, v]).T, e)", p.stack_axis(1, [v, w, v]).cross(&x.e)),
            ("np.matmul(t, b[:6])", t.matmul(b.slice([..6]))),
            ("np.einsum('ijk,lj->ikl', t, s)", p.einsum("ijk,lj->ikl", [t, s])),
            ("np.einsum('ii', s)", p.einsum("ii", [s])),
        ]
    });
}

#[test]
fn values_between_elements() {
    check("between", |p, x| {
        let (a, t, v, w) = (&x.a, &x.t, &x.v, &x.w);
        let (rows, columns) = (v * 3 + 2, w * 4 + 3);
        let grid = p.compute([8, 9], |[i, j]| {
            let (y, x) = (0.7 * i.to::<f32>() - 1.0, 0.9 * j.to::<f32>() - 0.5);
            (a.linear([&y, &x]), a.cubic([y, x]))
        });
        vec![
            ("linear(v, w * 4 + 3)", v.linear([&columns])),
            ("cubic(v, w * 4 + 3)", v.cubic([&columns])),
            ("linear(a, v * 3 + 2, w * 4 + 3)", a.linear([&rows, &columns])),
            ("cubic(a, v * 3 + 2, w * 4 + 3)", a.cubic([&rows, &columns])),
            ("linear(t, v, w)", t.linear([v, w])),
            ("cubic(t, v, w, v * 3 + 2)", t.cubic([v, w, &rows])),
            (
                "linear(a, *np.meshgrid(0.7 * np.arange(8) - 1, 0.9 * np.arange(9) - 0.5, indexing='ij'))",
                grid.0,
            ),
            (
                "cubic(a, *np.meshgrid(0.7 * np.arange(8) - 1, 0.9 * np.arange(9) - 0.5, indexing='ij'))",
                grid.1,
            ),
            (
                "np.pad(a, 50, mode='wrap')[50 + 7:50 + 8, 50 + 9:50 + 10]",
                p.compute([1, 1], |_| a.linear_with((7.0, 9.0), &Outside::Wrap)),
            ),
        ]
    });
}
