"""Four models, trained with the backend and with eager torch: losses, fallbacks, and and the time of compiling and of steps.

    python tools/torch/models.py [NAME ...] [--steps N] [--peers] [--bench N]

A model is right where its losses are eager torch's within 1e-4 for every step, and nothing fell back. Training by single precision
amplifies roundings, those of eager torch, too: where eager torch itself is not within 1e-4 of what it gives in double precision, the
same training in double precision is compared. ``--peers`` runs inductor, too, which needs a C++ compiler.
"""

import argparse
import contextlib
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

import tensorforge.torch


class Residual(nn.Module):
    """Two convolutions with a residual connection."""

    def __init__(self, features, new, stride):
        super().__init__()
        self.first = nn.Conv2d(features, new, 3, stride, 1, bias=False)
        self.second = nn.Conv2d(new, new, 3, 1, 1, bias=False)
        self.norms = nn.ModuleList([nn.BatchNorm2d(new), nn.BatchNorm2d(new)])
        self.short = None
        if stride != 1 or features != new:
            self.short = nn.Sequential(nn.Conv2d(features, new, 1, stride, bias=False), nn.BatchNorm2d(new))

    def forward(self, x):
        y = self.norms[1](self.second(F.relu(self.norms[0](self.first(x)))))
        return F.relu(y + (x if self.short is None else self.short(x)))


class ResNet18(nn.Module):
    """He et al. 2015, on small images."""

    def __init__(self, classes=10):
        super().__init__()
        self.stem = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.norm = nn.BatchNorm2d(64)
        blocks, features = [], 64
        for new, stride in [(64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)]:
            blocks.append(Residual(features, new, stride))
            features = new
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(features, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.stem(x))), 3, 2, 1)
        return self.head(F.adaptive_avg_pool2d(self.blocks(x), 1).flatten(1))


class Gpt2Block(nn.Module):
    """A block of GPT-2 with embeddings and a head."""

    def __init__(self, width=128, heads=4, words=500, length=64):
        super().__init__()
        self.heads = heads
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
        self.norms = nn.ModuleList([nn.LayerNorm(width) for _ in range(3)])
        self.mix, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids):
        batch, length = ids.shape
        x = self.words(ids) + self.places(torch.arange(length))
        q, k, v = self.mix(self.norms[0](x)).split(x.shape[-1], -1)
        q, k, v = (t.view(batch, length, self.heads, -1).transpose(1, 2) for t in (q, k, v))
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.dropout(self.out(attended.transpose(1, 2).reshape(batch, length, -1)))
        x = x + self.dropout(self.narrow(F.gelu(self.wide(self.norms[1](x)), approximate="tanh")))
        return self.norms[2](x) @ self.words.weight.T


class Lstm(nn.Module):
    """Two layers over a sequence."""

    def __init__(self, features=16, width=64):
        super().__init__()
        self.lstm, self.head = nn.LSTM(features, width, 2, batch_first=True), nn.Linear(width, 1)

    def forward(self, x):
        return self.head(self.lstm(x)[0][:, -1])


class UNet(nn.Module):
    """A small network that removes noise, told how much there is."""

    def __init__(self, features=16):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(16, 4 * features), nn.SiLU(), nn.Linear(4 * features, 2 * features))
        self.first = nn.Conv2d(3, features, 3, padding=1)
        self.down = nn.Conv2d(features, 2 * features, 3, 2, 1)
        self.middle = nn.Sequential(nn.GroupNorm(4, 2 * features), nn.SiLU(), nn.Conv2d(2 * features, 2 * features, 3, padding=1))
        self.up = nn.Conv2d(3 * features, features, 3, padding=1)
        self.last = nn.Sequential(nn.GroupNorm(4, features), nn.SiLU(), nn.Conv2d(features, 3, 3, padding=1))

    def forward(self, x, t):
        waves = t[:, None] * torch.exp(torch.linspace(0, 3, 8))
        told = self.time(torch.cat([waves.sin(), waves.cos()], -1))
        high = F.silu(self.first(x))
        low = self.middle(F.silu(self.down(high)) + told[:, :, None, None])
        return self.last(F.silu(self.up(torch.cat([high, F.interpolate(low, scale_factor=2, mode="nearest")], 1))))


def _resnet():
    x, y = torch.randn(4, 3, 64, 64), torch.randint(0, 10, (4,))
    return ResNet18(), (x,), lambda out: F.cross_entropy(out, y)


def _gpt2():
    ids = torch.randint(0, 500, (4, 65))
    return Gpt2Block(), (ids[:, :-1],), lambda out: F.cross_entropy(out.flatten(0, 1), ids[:, 1:].flatten())


def _lstm():
    x, y = torch.randn(8, 20, 16), torch.randn(8, 1)
    return Lstm(), (x,), lambda out: F.mse_loss(out, y)


def _unet():
    x, noise, t = torch.randn(4, 3, 32, 32), torch.randn(4, 3, 32, 32), torch.rand(4)
    return UNet(), (x + noise, t), lambda out: F.mse_loss(out, noise)


#: The relative tolerance of losses.
NEAR = 1e-4

MODELS = {"resnet18": _resnet, "gpt2": _gpt2, "lstm": _lstm, "unet": _unet}


def train(name, backend, steps, dtype=torch.float32):
    """The losses, seconds until the first step is done, and seconds of a step afterwards (the least)."""
    torch.manual_seed(1)
    torch._dynamo.reset()
    model, inputs, loss_of = MODELS[name]()
    model, inputs = model.to(dtype), [x.to(dtype) if x.is_floating_point() else x for x in inputs]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    run = model if backend is None else torch.compile(model, backend=backend, fullgraph=True, dynamic=False)
    torch.manual_seed(2)
    losses, times = [], []
    for _ in range(steps):
        start = time.perf_counter()
        loss = loss_of(run(*inputs))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        times.append(time.perf_counter() - start)
    return losses, times[0], min(times[1:])


def distance(name, losses, wanted):
    """The relative error of losses against eager torch's, and a remark about it. Where eager torch itself is farther than that from its own losses in double
    precision, rounding alone decides: then the same training in double precision is compared."""
    off = farthest(losses, wanted)
    if off <= NEAR:
        return off, ""
    exact = train(name, None, len(losses), torch.float64)[0]
    own = farthest(wanted, exact)
    if own <= NEAR:
        return off, ""
    wide = train(name, "tensorforge", len(losses), torch.float64)[0]
    return farthest(wide, exact), f" in double precision (in single by {off:.1e}, where eager torch is off by {own:.1e} itself)"


def farthest(losses, wanted):
    """The greatest distance of a loss from the expected one, relative to that."""
    return max(abs(a - b) / abs(b) for a, b in zip(losses, wanted))


def inductor(name, steps):
    """As ``train``. Without oneDNN's LSTM, whose results inductor of 2.15 cannot take apart."""
    plain = torch.backends.mkldnn.flags(enabled=False) if name == "lstm" else contextlib.nullcontext()
    with plain:
        return train(name, "inductor", steps)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=list(MODELS))
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--peers", action="store_true", help="inductor as well")
    options = parser.parse_args()
    torch._dynamo.config.allow_rnn = True
    bad = 0
    for name in options.models or list(MODELS):
        wanted, _, eager = train(name, None, options.steps)
        tensorforge.torch.reset()
        losses, first, step = train(name, "tensorforge", options.steps)
        report = tensorforge.torch.report()
        off, beside = distance(name, losses, wanted)
        right = off <= NEAR and not report.fallbacks
        bad += not right
        line = f"{name}: {'right' if right else 'WRONG'}, loss {losses[0]:.4f} to {losses[-1]:.4f}, off by {off:.1e}{beside}, " \
               f"compiled in {first:.1f} s, step {1e3 * step:.1f} ms, eager {1e3 * eager:.1f} ms"
        if options.peers:
            _, first, step = inductor(name, options.steps)
            line += f", inductor compiled in {first:.1f} s, step {1e3 * step:.1f} ms"
        print(line)
        print(f"  {report}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main())
