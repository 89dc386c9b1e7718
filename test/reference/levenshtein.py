"""The Levenshtein distances of all beginnings of two texts.

usage: levenshtein.py N M < texts, i32[n] and i32[m] > table, f64[n + 1, m + 1]
"""
import sys

import numpy as np

n, m = int(sys.argv[1]), int(sys.argv[2])
letters = np.frombuffer(sys.stdin.buffer.read(), np.int32)
a, b = letters[:n], letters[n:]
table = np.zeros((n + 1, m + 1))
table[0], table[:, 0] = np.arange(m + 1), np.arange(n + 1)
columns = np.arange(m + 1)
for i in range(1, n + 1):
    # What comes from above; then insertions, which cost one for each column passed.
    above = np.minimum(table[i - 1, 1:] + 1, table[i - 1, :-1] + (a[i - 1] != b))
    row = np.concatenate([[i], above])
    table[i] = np.minimum.accumulate(row - columns) + columns
sys.stdout.buffer.write(table.astype(np.float64).tobytes())
