"""Samples of ops that JAX does not write: StableHLO by hand, with the results that NumPy gives."""

import numpy as np

import stablehlo_case as case

f4 = np.float32
random = np.random.RandomState(11)


def floats(*shape, low=-3, high=4):
    return random.uniform(low, high, shape).astype(f4)


def module(inputs, expected, body):
    """A module whose `main` takes `%a`, `%b` …, and returns `%r0`, `%r1` …; `TYPE_a` is replaced by the type of `%a`."""
    names = "abcdefgh"[: len(inputs)]
    for name, array in zip(names, inputs):
        body = body.replace(f"TYPE_{name}", case.mlir_type(array))
    for i, array in enumerate(expected):
        body = body.replace(f"TYPE_{i}", case.mlir_type(array))
    arguments = ", ".join(f"%{name}: {case.mlir_type(array)}" for name, array in zip(names, inputs))
    types = ", ".join(case.mlir_type(array) for array in expected)
    values = ", ".join(f"%r{i}" for i in range(len(expected)))
    lines = "\n".join(f"    {line.strip()}" for line in body.strip().splitlines())
    return (
        "module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {\n"
        f"  func.func public @main({arguments}) -> ({types}) {{\n{lines}\n    return {values} : {types}\n  }}\n}}\n"
    )


def batch_norm():
    x, scale, offset, slope = floats(4, 3, 5), floats(3), floats(3), floats(4, 3, 5)
    axes, eps = (0, 2), 1e-3
    mean, var = x.mean(axes, dtype="f8"), x.astype("f8").var(axes)
    spread = lambda v: v[None, :, None]
    deviation = np.sqrt(spread(var) + eps)
    normal = (x - spread(mean)) / deviation
    out = spread(scale) * normal + spread(offset)
    mean, var, out = mean.astype(f4), var.astype(f4), out.astype(f4)
    attrs = "epsilon = 1.000000e-03 : f32, feature_index = 1 : i64"
    yield "batch_norm_inference_float32", [x, scale, offset, mean, var], [out], f"""
        %r0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{{{attrs}}}> : (TYPE_a, TYPE_b, TYPE_c, TYPE_d, TYPE_e) -> TYPE_0"""
    yield "batch_norm_training_float32", [x, scale, offset], [out, mean, var], f"""
        %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a, %b, %c) <{{{attrs}}}> : (TYPE_a, TYPE_b, TYPE_c) -> (TYPE_0, TYPE_1, TYPE_2)"""
    # The derivative of the training step, from that of each of its parts.
    n = x.size / 3
    by_normal = slope * spread(scale)
    grad = (by_normal - by_normal.mean(axes, keepdims=True)
            - normal * (by_normal * normal).sum(axes, keepdims=True) / n) / deviation
    expected = [grad.astype(f4), (slope * normal).sum(axes).astype(f4), slope.sum(axes, dtype="f8").astype(f4)]
    yield "batch_norm_grad_float32", [x, scale, mean, var, slope], expected, f"""
        %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) <{{{attrs}}}> : (TYPE_a, TYPE_b, TYPE_c, TYPE_d, TYPE_e) -> (TYPE_0, TYPE_1, TYPE_2)"""


def linear_algebra():
    for dtype in ("float32", "float64"):
        root = random.uniform(-1, 1, (2, 5, 5))
        positive = (root @ root.transpose(0, 2, 1) + 2 * np.eye(5)).astype(dtype)
        factor = np.linalg.cholesky(positive.astype("f8")).astype(dtype)
        lower, upper = np.tril(positive), np.triu(positive)  # the other triangle is not read
        yield f"cholesky_{dtype}", [lower, upper], [factor, factor.transpose(0, 2, 1)], """
            %r0 = stablehlo.cholesky %a, lower = true : TYPE_a
            %r1 = stablehlo.cholesky %b, lower = false : TYPE_b"""
    for left in (True, False):
        for lower in (True, False):
            for transpose in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
                for unit in (True, False):
                    a = random.uniform(0.5, 1.5, (2, 4, 4)).astype(f4)
                    b = floats(*((2, 4, 3) if left else (2, 3, 4)))
                    used = (np.tril if lower else np.triu)(a).astype("f8")
                    if unit:
                        used[:, range(4), range(4)] = 1
                    used = used if transpose == "NO_TRANSPOSE" else used.transpose(0, 2, 1)
                    x = np.linalg.solve(used, b) if left else np.linalg.solve(
                        used.transpose(0, 2, 1), b.transpose(0, 2, 1)).transpose(0, 2, 1)
                    flags = f"left_side = {str(left).lower()}, lower = {str(lower).lower()}, "
                    flags += f"unit_diagonal = {str(unit).lower()}, transpose_a = #stablehlo<transpose {transpose}>"
                    words = [w for w, on in (("left", left), ("lower", lower), (transpose.lower(), True), ("unit", unit)) if on]
                    yield f"triangular_solve_{'_'.join(words)}", [a, b], [x.astype(f4)], f"""
                        %r0 = "stablehlo.triangular_solve"(%a, %b) <{{{flags}}}> : (TYPE_a, TYPE_b) -> TYPE_0"""


def products():
    a, b = floats(3, 4), floats(4, 5)
    yield "dot_float32", [a, b], [a @ b], "%r0 = stablehlo.dot %a, %b : (TYPE_a, TYPE_b) -> TYPE_0"
    yield "einsum_float32", [a, b], [np.einsum("ab,bc->ca", a, b), a.sum(0)], """
        %r0 = stablehlo.einsum %a, %b, config = "ab,bc->ca" : (TYPE_a, TYPE_b) -> TYPE_0
        %r1 = "stablehlo.unary_einsum"(%a) <{einsum_config = "ab->b"}> : (TYPE_a) -> TYPE_1"""


def dynamic():
    x = floats(3, 4)
    shape = "stablehlo.constant dense<[2, 6]> : tensor<2xi32>"
    yield "dynamic_reshape_float32", [x], [x.reshape(2, 6), x.reshape(2, 6)], f"""
        %s = {shape}
        %r0 = stablehlo.dynamic_reshape %a, %s : (TYPE_a, tensor<2xi32>) -> TYPE_0
        %r1 = "chlo.dynamic_reshape"(%a, %s) : (TYPE_a, tensor<2xi32>) -> TYPE_1"""
    wide = np.broadcast_to(x[None, :, :], (2, 3, 4)).copy()
    yield "dynamic_broadcast_in_dim_float32", [x], [wide, np.arange(3, dtype="i4")], """
        %s = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi32>
        %r0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] : (TYPE_a, tensor<3xi32>) -> TYPE_0
        %n = stablehlo.get_dimension_size %a, dim = 0 : (TYPE_a) -> tensor<i32>
        %t = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %r1 = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> TYPE_1"""
    padded = np.full((4, 8), 9, f4)
    padded[1:4, 0:8:2] = x
    yield "dynamic_pad_float32", [x], [padded], """
        %v = stablehlo.constant dense<9.0> : tensor<f32>
        %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
        %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
        %i = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
        %r0 = stablehlo.dynamic_pad %a, %v, %l, %h, %i : (TYPE_a, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> TYPE_0"""
    places, start = np.array([[0], [2], [1]], "i4"), np.array([1, 2], "i4")
    yield "dynamic_gather_float32", [x, places], [x[places[:, 0]]], """
        %s = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
        %r0 = "stablehlo.dynamic_gather"(%a, %b, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (TYPE_a, TYPE_b, tensor<2xi32>) -> TYPE_0"""
    yield "real_dynamic_slice_float32", [x, start], [x[0:3:2, 1:3], x[1:3, 2:4]], """
        %s = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
        %e = stablehlo.constant dense<[3, 3]> : tensor<2xi32>
        %t = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
        %r0 = stablehlo.real_dynamic_slice %a, %s, %e, %t : (TYPE_a, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> TYPE_0
        %two = stablehlo.constant dense<2> : tensor<2xi32>
        %one = stablehlo.constant dense<1> : tensor<2xi32>
        %stop = stablehlo.add %b, %two : tensor<2xi32>
        %r1 = stablehlo.real_dynamic_slice %a, %b, %stop, %one : (TYPE_a, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> TYPE_1"""
    signal, kernel = floats(1, 6, 1), floats(3, 1, 1)
    smooth = np.convolve(np.pad(signal[0, :, 0], (1, 0)), kernel[::-1, 0, 0], "valid").astype(f4)[None, :, None]
    yield "dynamic_conv_float32", [signal, kernel], [smooth], """
        %p = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
        %r0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (TYPE_a, TYPE_b, tensor<1x2xi32>) -> TYPE_0"""
    yield "set_dimension_size_float32", [x], [x], """
        %s = stablehlo.constant dense<4> : tensor<i32>
        %r0 = stablehlo.set_dimension_size %a, %s, dim = 1 : (TYPE_a, tensor<i32>) -> TYPE_0"""
    batch, chosen = floats(2, 5, 3), np.array([[4, 0, 0, 2], [1, 1, 3, 0]], "i8")
    yield "torch_index_select_float32", [x, np.array([2, 0], "i8"), batch, chosen], [
        x[:, [2, 0]], np.stack([batch[i][chosen[i]] for i in range(2)])], """
        %r0 = "stablehlo.torch_index_select"(%a, %b) <{dim = 1 : i64, batch_dims = 0 : i64}> : (TYPE_a, TYPE_b) -> TYPE_0
        %r1 = "stablehlo.torch_index_select"(%c, %d) <{dim = 1 : i64, batch_dims = 1 : i64}> : (TYPE_c, TYPE_d) -> TYPE_1"""


def broadcasting():
    x, y = floats(3, 4, low=0.5), floats(4, low=0.5)
    p, q = (random.randint(0, 9, s).astype("i4") for s in ((3, 4), (4,)))
    ops = {
        "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "atan2": np.arctan2,
        "maximum": np.maximum, "minimum": np.minimum, "next_after": np.nextafter, "power": np.power, "remainder": np.fmod,
    }
    lines = [f"%r{i} = chlo.broadcast_{op} %a, %b : (TYPE_a, TYPE_b) -> TYPE_{i}" for i, op in enumerate(ops)]
    yield "broadcast_float32", [x, y], [f(x, y).astype(f4) for f in ops.values()], "\n".join(lines)
    ops = {
        "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "shift_left": np.left_shift,
        "shift_right_arithmetic": np.right_shift, "shift_right_logical": np.right_shift,
    }
    lines = [f"%r{i} = chlo.broadcast_{op} %a, %b : (TYPE_a, TYPE_b) -> TYPE_{i}" for i, op in enumerate(ops)]
    yield "broadcast_int32", [p, q], [f(p, q) for f in ops.values()], "\n".join(lines)
    yield "broadcast_compare_float32", [x, y], [x < y, np.where(x < y, x, y)], """
        %r0 = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (TYPE_a, TYPE_b) -> TYPE_0
        %r1 = chlo.broadcast_select %r0, %a, %b : (TYPE_0, TYPE_a, TYPE_b) -> TYPE_1"""
    # polygamma(1, z) = zeta(2, z), which is π²/6 at 1.
    order, at = np.array([1, 1], f4), np.array([1], f4)
    two = np.array([2, 2], f4)
    value = np.full(2, np.pi**2 / 6, f4)
    yield "broadcast_zeta_float32", [order, at, two], [value, value], """
        %r0 = chlo.broadcast_polygamma %a, %b : (TYPE_a, TYPE_b) -> TYPE_0
        %r1 = chlo.broadcast_zeta %c, %b : (TYPE_c, TYPE_b) -> TYPE_1"""
    yield "constant_like_float32", [x], [np.full_like(x, 2.5), np.array([1, -2], "i4")], """
        %r0 = "chlo.constant_like"(%a) <{value = 2.5 : f32}> : (TYPE_a) -> TYPE_0
        %r1 = "chlo.constant"() <{value = dense<[1, -2]> : tensor<2xi32>}> : () -> TYPE_1"""


def devices():
    x = floats(4)
    groups = "replica_groups = dense<0> : tensor<1x1xi64>"
    region = """({
        ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
        })"""
    number = np.array(0, "u4")
    yield "collectives_float32", [x], [x] * 6 + [number] * 2, f"""
        %r0 = "stablehlo.all_reduce"(%a) <{{{groups}}}> {region} : (TYPE_a) -> TYPE_0
        %r1 = "stablehlo.all_gather"(%a) <{{{groups}, all_gather_dim = 0 : i64}}> : (TYPE_a) -> TYPE_1
        %r2 = "stablehlo.all_to_all"(%a) <{{{groups}, split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64}}> : (TYPE_a) -> TYPE_2
        %r3 = "stablehlo.reduce_scatter"(%a) <{{{groups}, scatter_dimension = 0 : i64}}> {region} : (TYPE_a) -> TYPE_3
        %r4 = "stablehlo.collective_broadcast"(%a) <{{{groups}}}> : (TYPE_a) -> TYPE_4
        %sum = "stablehlo.cross-replica-sum"(%a) <{{{groups}}}> : (TYPE_a) -> TYPE_a
        %r5 = "stablehlo.collective_permute"(%sum) <{{source_target_pairs = dense<0> : tensor<1x2xi64>}}> : (TYPE_a) -> TYPE_5
        %r6 = stablehlo.replica_id : tensor<ui32>
        %r7 = stablehlo.partition_id : tensor<ui32>"""
    yield "shardings_float32", [x], [x], """
        %1 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : TYPE_a
        %2 = sdy.reshard %1 <@mesh, [{}]> : TYPE_a
        %3 = sdy.propagation_barrier %2 allowed_direction=NONE : TYPE_a
        %4 = sdy.data_flow_edge %3 sharding=<@mesh, [{}]> : TYPE_a
        sdy.sharding_group %4 group_id=0 : TYPE_a
        %5 = sdy.named_computation<"part">(%4) (%p: TYPE_a) {
        sdy.return %p : TYPE_a
        } : (TYPE_a) -> TYPE_a
        %r0 = sdy.manual_computation(%5) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%q: TYPE_a) {
        sdy.return %q : TYPE_a
        } : (TYPE_a) -> TYPE_0"""
    yield "tuples_float32", [x], [x, np.zeros(4, f4), -x], """
        %t = stablehlo.tuple %a, %a : tuple<TYPE_a, TYPE_a>
        %token = stablehlo.create_token : !stablehlo.token
        %all = stablehlo.after_all %token : !stablehlo.token
        %e = stablehlo.get_tuple_element %t[1] : (tuple<TYPE_a, TYPE_a>) -> TYPE_a
        %r0 = stablehlo.real %e : (TYPE_a) -> TYPE_0
        %r1 = stablehlo.imag %e : (TYPE_a) -> TYPE_1
        %r2 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
        ^bb0(%p: tensor<f32>):
        %n = stablehlo.negate %p : tensor<f32>
        stablehlo.return %n : tensor<f32>
        }) : (TYPE_a) -> TYPE_2"""


def rest():
    x = np.array([1, -np.inf, np.inf, np.nan], f4)
    yield "is_inf_float32", [x, floats(4)], [np.isinf(x), np.isneginf(x), np.isposinf(x), x], """
        %r0 = chlo.is_inf %a : TYPE_a -> TYPE_0
        %r1 = chlo.is_neg_inf %a : TYPE_a -> TYPE_1
        %r2 = chlo.is_pos_inf %a : TYPE_a -> TYPE_2
        %r3 = chlo.conj %a : TYPE_a -> TYPE_3"""
    y = floats(4, low=-1, high=1)
    yield "tan_chlo_float32", [y], [np.tan(y), 1 / (1 + np.exp(-y))], """
        %r0 = chlo.tan %a : TYPE_a -> TYPE_0
        %r1 = stablehlo.logistic %a : TYPE_1"""
    p, q = (random.randint(-(2**31), 2**31, 5).astype("i4") for _ in range(2))
    high = (p.astype("i8") * q.astype("i8") >> 32).astype("i4")
    unsigned = ((p.view("u4").astype("u8") * q.view("u4").astype("u8")) >> np.uint64(32)).astype("u4")
    yield "mulhi_int32", [p, q, p.view("u4"), q.view("u4")], [high, unsigned], """
        %r0 = chlo.mulhi %a, %b : TYPE_a, TYPE_b -> TYPE_0
        %r1 = chlo.mulhi %c, %d : TYPE_c, TYPE_d -> TYPE_1"""
    z = floats(2)
    yield "broadcast_int8", [z.astype("i1")], [np.broadcast_to(z.astype("i1"), (3, 2)).copy()], """
        %r0 = stablehlo.broadcast %a, sizes = [3] : (TYPE_a) -> TYPE_0"""
    for on in (True, False):
        yield f"if_{str(on).lower()}_float32", [np.array(on), z], [z + z if on else z * z], """
            %r0 = "stablehlo.if"(%a) ({
            %1 = stablehlo.add %b, %b : TYPE_b
            stablehlo.return %1 : TYPE_b
            }, {
            %2 = stablehlo.multiply %b, %b : TYPE_b
            stablehlo.return %2 : TYPE_b
            }) : (TYPE_a) -> TYPE_0"""


def texts():
    """`(name, module, inputs, expected)` of each sample."""
    for part in (batch_norm, linear_algebra, products, dynamic, broadcasting, devices, rest):
        for name, inputs, expected, body in part():
            yield name, module(inputs, expected, body), inputs, expected
