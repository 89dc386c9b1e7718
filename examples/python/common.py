"""What the examples share: their command lines, the time of a call, and pictures as files."""

import argparse
import struct
import time
import zlib

import numpy as np
import tensorforge as tf


def options(what, draws=False, moves=False, **defaults):
    """The command line: ``--name`` for each default, of its type; ``--out`` of a program that draws is where the
    picture is written, and one that moves has ``--window`` and ``--frames``, too."""
    parser = argparse.ArgumentParser(description=what, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    for name, default in {**defaults, "seed": 0, **({"out": ""} if draws or moves else {})}.items():
        parser.add_argument(f"--{name}", type=type(default), default=default, help=type(default).__name__)
    if moves:
        parser.add_argument("--frames", type=int, help="int; 1 without --window, else until it is closed")
        parser.add_argument("--window", action="store_true", help="shows it, with the mouse and sliders")
    return parser.parse_args()


def window(chosen, title, size):
    """The window that the command line asks for: on a display, or frames that go to the file ``--out``."""
    frames = chosen.frames if chosen.window or chosen.frames else 1
    return tf.Window(title, size, frames=frames, record=chosen.out or None, live=chosen.window)


def timed(call, *args):
    """The result of a call; prints its time, without the compilation of the first call."""
    call(*args)
    start = time.perf_counter()
    result = call(*args)
    print(f"{call.__name__}: {(time.perf_counter() - start) * 1e3:.2f} ms a call")
    return result


def dots(points, low, high, height=360):
    """Brightness of points in a plane between two corners, for ``save``."""
    width = int(height * (high[0] - low[0]) / (high[1] - low[1]))
    counts, *_ = np.histogram2d(points[:, 1], points[:, 0], (height, width), ((low[1], high[1]), (low[0], high[0])))
    return 1 - np.exp(-counts[::-1])


def save(path, picture):
    """Writes colours ``[height, width, 3]`` from 0 to 1, or brightness ``[height, width]``, as PNG."""
    if not path:
        return
    picture = np.broadcast_to(picture[..., None], (*picture.shape, 3)) if picture.ndim == 2 else picture
    rows = (255 * np.clip(np.nan_to_num(picture), 0, 1)).astype(np.uint8)
    height, width, _ = rows.shape
    raw = b"".join(b"\0" + row.tobytes() for row in rows)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))
    print(f"wrote {path}")
