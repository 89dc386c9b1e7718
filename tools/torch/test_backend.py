"""The backend of torch.compile: sizes, mutation, views, random numbers, fallbacks, and the report."""

import unittest

import numpy as np
import torch
import torch.nn.functional as F

import tensorforge.torch


def compiled(function, **options):
    torch._dynamo.reset()
    tensorforge.torch.reset()
    return torch.compile(function, backend="tensorforge", **options)


class Backend(unittest.TestCase):
    def same(self, function, *args, **options):
        """Calls a function with and without the compiler: the results, and that nothing fell back."""
        wanted = function(*[x.clone() for x in args])
        got = compiled(function, **options)(*[x.clone() for x in args])
        torch.testing.assert_close(got, wanted, rtol=1e-4, atol=1e-5, equal_nan=True)
        self.assertFalse(tensorforge.torch.report().fallbacks)
        return got

    def test_one_program_serves_every_batch(self):
        layer = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(), torch.nn.LayerNorm(16), torch.nn.Linear(16, 3))
        run = compiled(layer, dynamic=True)
        for n in [2, 5, 9, 33]:
            x, y = torch.randn(n, 8, requires_grad=True), torch.randn(n, 3)
            F.mse_loss(run(x), y).backward()
            got, x.grad = x.grad, None
            F.mse_loss(layer(x), y).backward()
            torch.testing.assert_close(got, x.grad, rtol=1e-4, atol=1e-6)
        report = tensorforge.torch.report()
        self.assertEqual((report.graphs, report.programs, dict(report.fallbacks)), (2, 2, {}))

    def test_sizes_become_dynamic_when_they_change(self):
        def function(x):
            return torch.cat([x.reshape(-1, 3) / x.shape[0], x[: x.shape[0] // 2, :3]]).flip(0)

        run = compiled(function)
        for n in [4, 6, 8, 12, 20]:
            x = torch.randn(n, 6)
            torch.testing.assert_close(run(x), function(x))
        report = tensorforge.torch.report()
        self.assertLessEqual(report.programs, 3)
        self.assertFalse(report.fallbacks)

    def test_sizes_that_are_no_terms_of_ours(self):
        def function(x):
            return x.reshape(x.shape[0] // 2, 2, -1).sum(1) * 2

        run = compiled(function, dynamic=True)
        for n in [4, 6]:
            x = torch.randn(n, 6)
            torch.testing.assert_close(run(x), function(x))

    def test_convolutions_of_any_batch(self):
        layer = torch.nn.Conv2d(4, 8, 3, stride=2, padding=1, groups=2)
        run = compiled(layer, dynamic=True)
        for n in [2, 3, 5]:
            x = torch.randn(n, 4, 9, 9)
            torch.testing.assert_close(run(x), layer(x), rtol=1e-4, atol=1e-5)

    def test_arguments_are_changed_in_place(self):
        def function(x, y):
            x.add_(y)
            y[1:].mul_(2)
            return x * y

        x, y = torch.randn(2, 4, 3)
        a, b = x.clone(), y.clone()
        torch.testing.assert_close(compiled(function)(a, b), function(x, y))
        torch.testing.assert_close((a, b), (x, y))

    def test_views_are_of_the_same_memory(self):
        def function(x):
            y = x * 2
            return x.t(), y, y[1:].T, x[0]

        x = torch.randn(3, 4)
        a, y, b, c = compiled(function)(x)
        self.assertEqual((a.data_ptr(), c.data_ptr()), (x.data_ptr(), x.data_ptr()))
        self.assertEqual(a.stride(), (1, 4))
        self.assertEqual(b.data_ptr(), y[1:].data_ptr())
        torch.testing.assert_close(b, y[1:].T)
        b.zero_()
        self.assertEqual(y[1:].abs().max(), 0)

    def test_results_lie_in_memory_as_in_torch(self):
        def function(x):
            y = x.permute(0, 2, 3, 1) + 1
            return y, y.sum((1,)), y.sum((1,), keepdim=True)

        def strided(x):
            y = x.t() + 1
            return y, torch.as_strided(y, (3, 2), (1, 3))

        x = torch.randn(2, 3, 4, 5)
        for got, wanted in zip(compiled(function)(x), function(x), strict=True):
            torch.testing.assert_close(got, wanted, check_stride=True)
        x = torch.arange(6.0).reshape(2, 3)
        torch.testing.assert_close(compiled(strided)(x), strided(x), check_stride=True)

    def test_dropout_draws_what_eager_torch_does(self):
        x = torch.randn(50, 20)
        run = compiled(lambda x: F.dropout(x, 0.3))
        torch.manual_seed(5)
        got = run(x)
        torch.manual_seed(5)
        torch.testing.assert_close(got, F.dropout(x, 0.3))
        self.assertEqual(tensorforge.torch.report().drawn, 1)

    def test_running_statistics(self):
        torch.manual_seed(0)
        layer, other = torch.nn.BatchNorm2d(3), torch.nn.BatchNorm2d(3)
        x = torch.randn(4, 3, 5, 5)
        torch.testing.assert_close(compiled(layer)(x), other(x), rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(layer.running_var, other.running_var)
        torch.testing.assert_close(layer.running_mean, other.running_mean)
        self.assertEqual(layer.num_batches_tracked, 1)

    def test_what_is_not_known_is_torchs_turn_and_counted(self):
        def function(x):
            return torch.linalg.eigvalsh((x + x.T) * 0.5) * 2 + x.sum()

        x = torch.randn(5, 5)
        torch.testing.assert_close(compiled(function)(x), function(x), rtol=1e-4, atol=1e-4)
        report = tensorforge.torch.report()
        self.assertGreaterEqual(report.programs, 2)
        self.assertEqual({name for name, _ in report.fallbacks}, {"aten._linalg_eigh.default"})
        self.assertIn("aten._linalg_eigh.default: it has no lowering", str(report))

    def test_types_that_programs_lack(self):
        def function(x):
            return torch.view_as_real(torch.fft.fft(x + 1)) + 1

        x = torch.randn(8)
        torch.testing.assert_close(compiled(function)(x), function(x))
        self.assertTrue(tensorforge.torch.report().fallbacks)

    def test_narrow_floats_and_integers(self):
        x = torch.randn(6, 8)
        for dtype in [torch.bfloat16, torch.float16, torch.float64]:
            self.same(lambda x: torch.tanh(x) * 3 + x.sum(0), x.to(dtype))
        n = torch.arange(-6, 6, dtype=torch.int32)
        self.same(lambda n: (n // 4, n % 5, torch.div(n, 4, rounding_mode="trunc"), torch.fmod(n, 5), n / 3, n**2, n.sum()), n)
        self.same(lambda x: (x // 0.3, torch.remainder(x, -0.7), torch.fmod(x, 0.7), x.round(), x.sign()), x)

    def test_what_is_not_a_number(self):
        x = torch.tensor([1.0, float("nan"), -float("inf"), 3.0, float("nan"), -0.0])
        self.same(lambda x: (x.sort(), x.sort(descending=True), x.argmax(), x.max(0), x.relu(), x.clamp(-1, 1), x.sign()), x)
        self.same(lambda x: (x.cummax(0)[0], x.fmax(torch.zeros(6)), x.isnan(), x.isinf(), torch.nan_to_num(x), x.median()), x)

    def test_attention(self):
        q, k, v = torch.randn(3, 2, 4, 6, 8).unbind()
        self.same(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), q, k, v)
        mask = torch.rand(6, 6) > 0.3
        mask[2] = False
        self.same(lambda q, k, v, mask: F.scaled_dot_product_attention(q, k, v, attn_mask=mask), q, k, v, mask)

    def test_attention_of_heads_that_share_keys(self):
        q, k, v = torch.randn(2, 8, 6, 4), torch.randn(2, 2, 6, 4), torch.randn(2, 2, 6, 4)
        for x in (q, k, v):
            x.requires_grad_()
        run = compiled(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True))
        wanted = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        got = run(q, k, v)
        torch.testing.assert_close(got, wanted, rtol=1e-4, atol=1e-5)
        slopes = [torch.autograd.grad(y.sin().sum(), (q, k, v)) for y in (got, wanted)]
        torch.testing.assert_close(*slopes, rtol=1e-4, atol=1e-5)
        self.assertFalse(tensorforge.torch.report().fallbacks)

    def test_bits_of_integers_and_floats(self):
        for dtype in (torch.int8, torch.int32, torch.int64, torch.uint8):
            a, b = torch.randint(0, 100, (40,)).to(dtype), torch.randint(0, 70, (40,)).to(dtype)
            self.same(lambda a, b: (a << b, a >> b, a << 3, (a - 50) >> 1, 1 << (b % 5)), a, b)
        self.same(lambda x: (x.view(torch.int32) >> 23) & 255, torch.randn(8))

    def test_indices_from_the_end_and_twice(self):
        x, i = torch.randn(5, 4), torch.tensor([-1, 2, 2])
        self.same(lambda x, i: (x[i], x[:, i], x[i, i], x.index_add(0, i % 5, x[:3]), x.index_put((i,), x[:3], accumulate=True)), x, i)

    def test_an_index_outside_ends_the_call(self):
        x = torch.randn(5, 4)
        for function in [lambda x, i: x[i], lambda x, i: x.index_select(0, i), lambda x, i: F.embedding(i, x)]:
            run = compiled(function)
            torch.testing.assert_close(run(x, torch.tensor([0, 4])), x[[0, 4]])
            with self.assertRaisesRegex(IndexError, "index 5 is outside.*\n.*test_backend.py"):
                run(x, torch.tensor([0, 5]))

    def test_equal_code_of_other_lines_names_its_own(self):
        def first(x, i):
            return F.cross_entropy(x, i)  # of first

        def second(x, i):
            return F.cross_entropy(x, i)  # of second

        for function in (first, second):
            with self.assertRaisesRegex(IndexError, f"index 7 is outside.*\n.*# of {function.__name__}"):
                compiled(function)(torch.randn(2, 3), torch.tensor([0, 7]))

    def test_an_image_without_elements_is_refused(self):
        for mode in ("nearest", "linear"):
            with self.assertRaises(Exception):
                compiled(lambda x: F.interpolate(x, size=3, mode=mode))(torch.randn(2, 3, 0))

    def test_trigamma_below_zero(self):
        self.same(lambda x: torch.polygamma(1, x), torch.tensor([-8.478, -0.5, 0.2, 0.7, 5.0]))

    def test_options(self):
        def function(x, y):
            return torch.floor(x / y)

        x, y = torch.tensor([1760.0, 440.0, 7.0]), torch.tensor([55.0, 55.0, 7.0])
        for mode in tensorforge.torch.backend.NUMERICS:
            got = compiled(function, options={"numerics": mode})(x, y)
            self.assertLessEqual((got - function(x, y)).abs().max(), 1)
        torch.testing.assert_close(compiled(function)(x, y), function(x, y), rtol=0, atol=0)
        with self.assertRaisesRegex(Exception, "no option 'fast'; supported: numerics="):
            compiled(function, options={"fast": 1})(x, y)
        with self.assertRaisesRegex(Exception, "numerics are precise, .* not 'quick'"):
            compiled(function, options={"numerics": "quick"})(x, y)

    def test_quotients_are_rounded_once(self):
        x, y = torch.randint(1, 5000, (4000,)).float(), torch.randint(1, 100, (4000,)).float()
        run = compiled(lambda x, y: (x / y, torch.sqrt(x), torch.div(x, y, rounding_mode="trunc"), 1 / y, (x / y).floor()))
        for dtype in (torch.float32, torch.float64):
            a, b = x.to(dtype), y.to(dtype)
            root = torch.from_numpy(np.sqrt(a.numpy()))  # Torch computes roots with another library.
            wanted = (a / b, root, torch.div(a, b, rounding_mode="trunc"), 1 / b, (a / b).floor())
            torch.testing.assert_close(run(a, b), wanted, rtol=0, atol=0)

    def test_checks_end_the_call_and_name_the_line(self):
        def asserted(x):
            torch._assert((x > 0).all(), "x has to be positive")  # of asserted
            return x.log()

        def cut(x):
            torch._assert((x > 0).all(), "x has to be positive")
            return torch.fft.rfft(x).abs()

        self.same(asserted, torch.ones(3))
        with self.assertRaisesRegex(RuntimeError, "x has to be positive\n.*test_backend.py:.*# of asserted"):
            compiled(asserted)(torch.tensor([-1.0]))
        with self.assertRaisesRegex(RuntimeError, "x has to be positive"):
            compiled(cut)(torch.tensor([-1.0]))
        with self.assertRaises(RuntimeError):
            compiled(lambda x: torch._assert_async(x.sum()))(torch.zeros(2))
        with self.assertRaisesRegex(RuntimeError, "smaller than num_classes"):
            compiled(lambda i: F.one_hot(i, 4))(torch.tensor([5]))
        with self.assertRaises(torch.linalg.LinAlgError):
            compiled(torch.linalg.inv)(torch.zeros(2, 2))

    def test_mistakes_name_the_line(self):
        def types(x, y):
            return x @ y  # of types

        def divided(a, b):
            return a // b  # of divided

        with self.assertRaisesRegex(Exception, "(?s)different types: float32 and float64.*# of types"):
            compiled(types)(torch.ones(2, 2), torch.ones(2, 2).double())
        with self.assertRaisesRegex(RuntimeError, "ZeroDivisionError.*\n.*# of divided"):
            compiled(divided)(torch.tensor([3]), torch.tensor([0]))
        compiled(lambda x: torch.fft.fft(x).abs())(torch.ones(4))
        self.assertRegex(str(tensorforge.torch.report()), "_fft_r2c.*first at .*test_backend.py:")

    def test_results_have_the_gaps_of_views(self):
        def changed(x):
            y = x.clone()[:, 1]
            y.masked_fill_(y > 0, 0.0)
            return y, (x * 2)[:, 1:3], (x + 1)[::2]

        x = torch.randn(3, 4)
        for got, wanted in zip(self.same(changed, x), changed(x)):
            self.assertEqual(got.stride(), wanted.stride())

    def test_as_strided_sees_what_eager_torch_lays_out(self):
        def function(x):
            return torch.as_strided(x.roll(1, 1), (5,), (3,))

        x = torch.randn(1, 2, 4, 5).to(memory_format=torch.channels_last)
        torch.testing.assert_close(compiled(function)(x), function(x))
        self.assertIn("as_strided", str(tensorforge.torch.report()))

    def test_draws_around_what_torch_runs(self):
        def function(x):
            return torch.rand(5), torch.fft.rfft(x).abs(), torch.rand(4), F.dropout(torch.fft.rfft(F.dropout(x, 0.5)).abs(), 0.5)

        x = torch.randn(32)
        torch.manual_seed(3)
        wanted = function(x)
        run = compiled(function)
        torch.manual_seed(3)
        torch.testing.assert_close(run(x), wanted)
        layer = torch.nn.TransformerEncoderLayer(8, 2, 16, dropout=0.2, batch_first=True)
        run, x = compiled(layer), torch.randn(2, 5, 8)
        torch.manual_seed(3)
        wanted = layer(x)
        torch.manual_seed(3)
        torch.testing.assert_close(run(x), wanted, rtol=1e-4, atol=1e-5)

    def test_optimisers(self):
        for kind in ("AdamW", "RMSprop", "Adagrad", "NAdam"):
            found = []
            for is_compiled in (False, True):
                torch.manual_seed(0)
                weight = torch.nn.Parameter(torch.randn(4, 3))
                optimiser = getattr(torch.optim, kind)([weight], lr=1e-2)
                step = compiled(optimiser.step) if is_compiled else optimiser.step
                for _ in range(3):
                    weight.grad = weight.detach().sin()
                    step()
                found.append(weight.detach())
            torch.testing.assert_close(*found, rtol=1e-5, atol=1e-6)
            self.assertFalse(tensorforge.torch.report().fallbacks)


if __name__ == "__main__":
    unittest.main()
