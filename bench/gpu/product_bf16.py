"""The product of a matrix and the transpose of another in bf16 as text: python bench/gpu/product_bf16.py > bench/gpu/programs/product_bf16.mlir

Tiles of 128 x 256 and 64 columns on H100 (sm_90a). One thread of the first warp group starts copies of boxes into a ring of four slots; the
other two warp groups multiply 64 rows each, with one group of products pending while the next slot is waited for. Blocks are numbered in
groups of 16 rows of tiles, so that those which run together read the same factors.
"""

ROWS, COLUMNS, DEEP, SLOTS, GROUP = 128, 256, 64, 4, 16
HELD = COLUMNS // 2
BYTES = 2 * DEEP * (ROWS + COLUMNS)
A, B = f"memref<{SLOTS}x{ROWS}x{DEEP}xbf16>", f"memref<{SLOTS}x{COLUMNS}x{DEEP}xbf16>"
SUMS, BARRIERS = f"vector<{HELD}xf32>", f"memref<{SLOTS}xi64>"


class Text:
    """Lines of the kernel, and the constants that they use."""

    def __init__(self):
        self.lines, self.constants, self.count, self.depth = [], {}, 0, 1

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def value(self, text, name=None):
        self.count += name is None
        name = name or f"%v{self.count}"
        self.line(f"{name} = {text}")
        return name

    def number(self, number):
        return self.constants.setdefault(number, f"%c{number}")

    def binary(self, op, a, b):
        a, b = (x if isinstance(x, str) else self.number(x) for x in (a, b))
        return self.value(f"arith.{op} {a}, {b} : index")

    def less(self, how, a, b):
        a, b = (x if isinstance(x, str) else self.number(x) for x in (a, b))
        return self.value(f"arith.cmpi {how}, {a}, {b} : index")

    def open(self, text):
        self.line(text)
        self.depth += 1

    def close(self, yielded=""):
        self.line(f"loop.yield{yielded}")
        self.depth -= 1
        self.line("}")


def slot_of(t, at):
    """The slot of the step that begins at a column, and the parity of its round."""
    step = t.binary("divui", at, DEEP)
    return t.binary("remui", step, SLOTS), t.binary("remui", t.binary("divui", step, SLOTS), 2)


def place(t):
    """The first row and column of the block's tile."""
    rows, columns = (t.binary("ceildivsi", extent, size) for extent, size in (("%m", ROWS), ("%n", COLUMNS)))
    block = t.value("kernel.block_id x")
    of_group = t.binary("muli", columns, GROUP)
    first = t.binary("muli", t.binary("divui", block, of_group), GROUP)
    left = t.binary("subi", rows, first)
    high = t.value(f"arith.minsi {left}, {t.number(GROUP)} : index")
    inside = t.binary("remui", block, of_group)
    row = t.binary("addi", first, t.binary("remui", inside, high))
    return t.binary("muli", row, ROWS), t.binary("muli", t.binary("divui", inside, high), COLUMNS)


def produce(t, row, column):
    t.open(f"loop.for %at = {t.number(0)} to %k step {t.number(DEEP)} {{")
    slot, phase = slot_of(t, "%at")
    other = t.binary("subi", 1, phase)
    t.line(f"kernel.mbarrier_wait %empty[{slot}] parity {other} : {BARRIERS}")
    t.line(f"kernel.mbarrier_arrive %full[{slot}] bytes = {BYTES} : {BARRIERS}")
    for name, first, extent, tiles in (("a", row, "m", A), ("b", column, "n", B)):
        t.line(
            f"kernel.bulk_copy %{name}[{first}, %at] to %t{name}[{slot}] arrives %full[{slot}] swizzle = 128 "
            f": memref<?{{{extent}}}x?{{k}}xbf16>, {tiles}, {BARRIERS}"
        )
    t.close()


def consume(t, group):
    """The sums that a thread of a warp group has at the end."""
    own = t.binary("muli", group, 64)
    lead = t.less("eq", t.binary("remui", "%t", 128), 0)
    t.open(f"%sums = loop.for %at = {t.number(0)} to %k step {t.number(DEEP)} iter_args(%s = %zero) -> ({SUMS}) {{")
    slot, phase = slot_of(t, "%at")
    t.line(f"kernel.mbarrier_wait %full[{slot}] parity {phase} : {BARRIERS}")
    t.line("kernel.wgmma_fence")
    sums = "%s"
    for column in range(0, DEEP, 16):
        deep = t.number(column)
        sums = t.value(
            f"kernel.wgmma {sums}, %ta[{slot}, {own}, {deep}], %tb[{slot}, {t.number(0)}, {deep}] : {SUMS}, {A}, {B}"
        )
    t.line("kernel.wgmma_commit")
    sums = t.value(f"kernel.wgmma_wait {sums} pending = 1 : {SUMS}")
    # The products before have ended: their slot is free.
    later = t.less("ne", "%at", 0)
    frees = t.value(f"arith.andi {lead}, {later} : i1")
    t.open(f"loop.if {frees} {{")
    before, _ = slot_of(t, t.binary("subi", "%at", DEEP))
    t.line(f"kernel.mbarrier_arrive %empty[{before}] : {BARRIERS}")
    t.close()
    t.close(f" {sums} : {SUMS}")
    return t.value(f"kernel.wgmma_wait %sums pending = 0 : {SUMS}")


def store(t, sums, group, row, column):
    lane, warp = t.binary("remui", "%t", 32), t.binary("remui", t.binary("divui", "%t", 32), 4)
    own = t.binary("addi", t.binary("muli", group, 64), t.binary("muli", warp, 16))
    top = t.binary("addi", row, t.binary("addi", own, t.binary("divui", lane, 4)))
    left = t.binary("addi", column, t.binary("muli", t.binary("remui", lane, 4), 2))
    tops = [top, t.binary("addi", top, 8)]
    there = [t.less("slt", top, "%m") for top in tops]
    for j in range(COLUMNS // 8):
        for q in range(2):
            at = t.binary("addi", left, 8 * j + q)
            inside = t.less("slt", at, "%n")
            for h in range(2):
                value = t.value(f"vector.extract {sums}[{t.number(4 * j + 2 * h + q)}] : {SUMS}")
                both = t.value(f"arith.andi {inside}, {there[h]} : i1")
                t.open(f"loop.if {both} {{")
                t.line(f"mem.store {value}, %c[{tops[h]}, {at}] : memref<?{{m}}x?{{n}}xf32>")
                t.close()


def kernel():
    t = Text()
    t.value(f"arith.constant dense<0.0> : {SUMS}", "%zero")
    for extent in "mnk":
        t.value(f"mem.extent [{extent}] : index", f"%{extent}")
    t.value(f"kernel.dynamic_shared[{t.number(0)}] : {A}", "%ta")
    t.value(f"kernel.dynamic_shared[{t.number(2 * SLOTS * ROWS * DEEP)}] : {B}", "%tb")
    for name in "full", "empty":
        t.value(f"kernel.shared : {BARRIERS}", f"%{name}")
    t.value("kernel.thread_id x", "%t")
    row, column = place(t)
    first = t.less("eq", "%t", 0)
    t.open(f"loop.if {first} {{")
    for slot in range(SLOTS):
        t.line(f"kernel.mbarrier_init %full[{t.number(slot)}] count = 1 : {BARRIERS}")
        t.line(f"kernel.mbarrier_init %empty[{t.number(slot)}] count = 2 : {BARRIERS}")
    t.close()
    t.line("kernel.barrier")
    t.open(f"loop.if {first} {{")
    produce(t, row, column)
    t.close()
    consumes = t.less("sge", "%t", 128)
    t.open(f"loop.if {consumes} {{")
    group = t.binary("subi", t.binary("divui", "%t", 128), 1)
    store(t, consume(t, group), group, row, column)
    t.close()
    t.line("kernel.return")
    return [f"  {name} = arith.constant {number} : index" for number, name in sorted(t.constants.items())] + t.lines


print(f"""// Made by bench/gpu/product_bf16.py, which describes it.
kernel.func @product(%a: memref<?{{m}}x?{{k}}xbf16>, %b: memref<?{{n}}x?{{k}}xbf16>, %c: memref<?{{m}}x?{{n}}xf32> {{kernel.access = "out"}})
    attributes {{block_size = array<i64: 384>, min_blocks = 1}} {{""")
print("\n".join(kernel()))
print(f"""}}

func.func @main(%a: tensor<?{{m}}x?{{k}}xf32> {{tf.name = "a"}}, %b: tensor<?{{n}}x?{{k}}xf32> {{tf.name = "b"}}) -> tensor<?{{m}}x?{{n}}xf32> {{
  %threads = arith.constant 384 : index
  %bytes = arith.constant {SLOTS * BYTES} : index
  %blocks = tensor.extent [((m + {ROWS - 1}) floordiv {ROWS})*((n + {COLUMNS - 1}) floordiv {COLUMNS})] : index
  %x = arith.truncf %a : tensor<?{{m}}x?{{k}}xf32> to tensor<?{{m}}x?{{k}}xbf16>
  %y = arith.truncf %b : tensor<?{{n}}x?{{k}}xf32> to tensor<?{{n}}x?{{k}}xbf16>
  %c = kernel.launch @product grid(%blocks) block(%threads) dynamic_shared %bytes args(%x, %y) : (tensor<?{{m}}x?{{k}}xbf16>, tensor<?{{n}}x?{{k}}xbf16>) -> tensor<?{{m}}x?{{n}}xf32>
  return %c : tensor<?{{m}}x?{{n}}xf32>
}}""")
