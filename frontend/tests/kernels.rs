//! Kernels, as code of each thread of a grid, between operations on tensors.

use crate::common::{elements, error, errors, run, tensor, vector};
use tf_dialects::array::Array;
use tf_frontend::{Combine, Elem, Element, Kernel, Memory, Program, Tensor, Tracer};

fn floats(array: &Array) -> Vec<f32> {
    array.as_slice().unwrap().to_vec()
}

/// Pseudo-random elements from −8 to 8 with few significant bits.
fn numbers(extents: &[usize]) -> Array {
    let n: usize = extents.iter().product();
    let value = |i: usize| ((i as u32 + 1).wrapping_mul(2_654_435_769) >> 22) as f32 / 64.0 - 8.0;
    tensor(extents, &(0..n).map(value).collect::<Vec<f32>>())
}

fn add<T: Element>(p: &Tracer) -> Tensor {
    let n = p.dim("n");
    let (x, y) = (p.input::<T>("x", [n]), p.input::<T>("y", [n]));
    p.kernel(n.ceil_div(4), 4, |k| {
        let (x, y, z) = (k.read(&x), k.read(&y), k.write::<T>([n]));
        let i = k.index(0);
        k.when(i.lt(n), || z.set(&i, x.at(&i) + y.at(&i)));
        z
    })
}

#[test]
fn vectors_of_every_type() {
    let (x, y) = ([1.5f32, 2.0, 3.0, 4.0, 5.0], [10.0f32, 20.0, 30.0, 40.0, 50.0]);
    assert_eq!(elements::<f32>(&[&vector(&x), &vector(&y)], add::<f32>), [11.5, 22.0, 33.0, 44.0, 55.0]);
    let (x, y) = ([1i8, -2, 127], [1i8, 1, 1]);
    assert_eq!(elements::<i8>(&[&vector(&x), &vector(&y)], add::<i8>), [2, -1, -128]);
    let (x, y) = ([1u64, 1 << 63], [1u64, 1 << 63]);
    assert_eq!(elements::<u64>(&[&vector(&x), &vector(&y)], add::<u64>), [2, 0]);
    let x = [half::bf16::from_f32(1.0); 2];
    assert_eq!(
        elements::<half::bf16>(&[&vector(&x), &vector(&x)], add::<half::bf16>),
        [half::bf16::from_f32(2.0); 2]
    );
}

/// The text of a kernel: arguments in the order that launches want, extents by name, the block's size where
/// it is known.
#[test]
fn a_kernel_as_text() {
    let text = Program::trace("f", add::<f32>).unwrap().to_text();
    for line in [
        "kernel.launch @f_kernel grid(%",
        "-> tensor<?{n}xf32>",
        "kernel.func @f_kernel(%arg0: memref<?{n}xf32>, %arg1: memref<?{n}xf32>, %arg2: memref<?{n}xf32> {kernel.access = \"out\"})",
        "attributes {block_size = array<i64: 4>}",
        "mem.extent [n]",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

fn transpose(p: &Tracer) -> Tensor {
    const TILE: i64 = 4;
    let (m, n) = (p.dim("m"), p.dim("n"));
    let x = p.input::<f32>("x", [m, n]);
    p.kernel((n.ceil_div(TILE), m.ceil_div(TILE)), (TILE, TILE), |k| {
        let (x, y) = (k.read(&x), k.write::<f32>([n, m]));
        let tile = k.shared::<f32>([TILE, TILE + 1]);
        let (tx, ty) = (k.thread_id(0), k.thread_id(1));
        let (i, j) = (k.index(1), k.index(0));
        k.when(i.lt(m) & j.lt(n), || tile.set([&ty, &tx], x.at([&i, &j])));
        k.barrier();
        let row = k.block_id(0) * TILE + &ty;
        let column = k.block_id(1) * TILE + &tx;
        k.when(row.lt(n) & column.lt(m), || y.set([&row, &column], tile.at([&tx, &ty])));
        y
    })
}

#[test]
fn a_transpose_by_tiles() {
    for (m, n) in [(1, 1), (4, 4), (5, 11), (0, 3)] {
        let x = numbers(&[m, n]);
        let found = elements::<f32>(&[&x], transpose);
        let x = floats(&x);
        let wanted: Vec<f32> = (0..n * m).map(|at| x[at % m * n + at / m]).collect();
        assert_eq!(found, wanted, "{m} x {n}");
    }
}

/// A product by tiles, of any element type: sums in the type that sums are computed in.
fn product<T: Element>(p: &Tracer) -> Tensor {
    const TILE: i64 = 4;
    let (m, n, q) = (p.dim("m"), p.dim("n"), p.dim("q"));
    let (a, b) = (p.input::<T>("a", [m, q]), p.input::<T>("b", [q, n]));
    p.kernel((n.ceil_div(TILE), m.ceil_div(TILE)), (TILE, TILE), |k| {
        let (a, b, c) = (k.read(&a), k.read(&b), k.write::<T>([m, n]));
        let [left, right] = [(); 2].map(|()| k.shared::<T>([TILE, TILE]));
        let (x, y) = (k.thread_id(0), k.thread_id(1));
        let (row, column) = (k.index(1), k.index(0));
        let zero = || p.constant(0);
        let element = |memory: &Memory, i: &Tensor, j: &Tensor, inside: Tensor| {
            k.if_(inside, || memory.at([i, j]), || zero().cast_like(memory))
        };
        let sum = k.for_step(0, q, TILE, zero().cast_like(&c), |first, sum| {
            let (s, t) = (&first + &x, &first + &y);
            left.set([&y, &x], element(&a, &row, &s, row.lt(m) & s.lt(q)));
            right.set([&y, &x], element(&b, &t, &column, t.lt(q) & column.lt(n)));
            k.barrier();
            let sum = k.for_(0, TILE, sum, |at, sum| sum + left.at([&y, &at]) * right.at([&at, &x]));
            k.barrier();
            sum
        });
        k.when(row.lt(m) & column.lt(n), || c.set([&row, &column], sum));
        c
    })
}

/// What generic code of users needs of element types.
trait CastLike {
    fn cast_like(&self, memory: &Memory) -> Tensor;
}

impl CastLike for Tensor {
    fn cast_like(&self, memory: &Memory) -> Tensor {
        match memory.elem() {
            Elem::F32 => self.to::<f32>(),
            Elem::F64 => self.to::<f64>(),
            _ => self.to::<i32>(),
        }
    }
}

#[test]
fn a_product_by_tiles() {
    let (a, b) = (numbers(&[5, 6]), numbers(&[6, 7]));
    let found = run(&[&a, &b], product::<f32>);
    let (x, y) = (floats(&a), floats(&b));
    let wanted: Vec<f32> =
        (0..35).map(|at| (0..6).fold(0.0, |sum, q| sum + x[at / 7 * 6 + q] * y[q * 7 + at % 7])).collect();
    assert_eq!(floats(&found[0]), wanted);
    let ints = |rows: usize, columns: usize| {
        tensor(&[rows, columns], &(0..rows * columns).map(|i| i as i32 % 7 - 3).collect::<Vec<i32>>())
    };
    let found = elements::<i32>(&[&ints(3, 5), &ints(5, 2)], product::<i32>);
    let element = |i: usize| i as i32 % 7 - 3;
    let wanted: Vec<i32> =
        (0..6).map(|at| (0..5).map(|q| element(at / 2 * 5 + q) * element(q * 2 + at % 2)).sum()).collect();
    assert_eq!(found, wanted);
}

#[test]
fn sums_by_blocks_and_by_warps() {
    let x = numbers(&[3, 150]);
    let results = run(&[&x], |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let x = p.input::<f32>("x", [n, m]);
        let by_blocks = p.kernel(n, 64, |k| {
            let (x, sums) = (k.read(&x), k.write::<f32>([n]));
            let row = k.block_id(0);
            let part = k.for_step(k.thread_id(0), m, k.block_dim(0), 0.0f32, |j, sum| sum + x.at([&row, &j]));
            let sum = k.block_reduce(Combine::Sum, part);
            k.when(k.thread_id(0).eq(0), || sums.set(&row, &sum));
            sums
        });
        let by_warps = p.kernel(1, (32, 3), |k| {
            let (x, most) = (k.read(&x), k.write::<f32>([n]));
            let (row, lane) = (k.thread_id(1), k.lane_id());
            let part = k.for_step(&lane, m, 32, f32::NEG_INFINITY, |j, most| most.max(x.at([&row, &j])));
            // By hand, down to the first lane.
            let part = (0..5).rev().fold(part, |part, bit| part.max(k.shuffle_down(&part, 1 << bit)));
            k.when(lane.eq(0) & row.lt(n), || most.set(&row, part));
            most
        });
        (by_blocks, by_warps, x.sum(1), x.max_along(1))
    });
    assert_eq!(results[0].bytes(), results[2].bytes());
    assert_eq!(results[1].bytes(), results[3].bytes());
}

#[test]
fn a_histogram_in_shared_memory() {
    let x: Vec<i32> = (0..1000).map(|i| (i * i + i / 3) % 8).collect();
    let found = elements::<i32>(&[&vector(&x)], |p| {
        let n = p.dim("n");
        let x = p.input::<i32>("x", [n]);
        let none = p.zeros::<i32>([8]);
        p.kernel(3, 64, |k| {
            let (x, counts) = (k.read(&x), k.change(&none));
            let own = k.shared::<i32>([8]);
            k.fill_shared(&own, 0);
            k.barrier();
            let step = k.grid_dim(0) * k.block_dim(0);
            k.for_step(k.index(0), n, step, (), |i, ()| {
                own.atomic_add(x.at(&i), 1);
            });
            k.barrier();
            k.when(k.thread_id(0).lt(8), || {
                counts.atomic_add(k.thread_id(0), own.at(k.thread_id(0)));
            });
            counts
        })
    });
    let wanted: Vec<i32> = (0..8).map(|bin| x.iter().filter(|x| **x == bin).count() as i32).collect();
    assert_eq!(found, wanted);
}

/// Accelerations of bodies that attract each other, by tiles of positions in shared memory.
fn attraction(p: &Tracer, x: &Tensor, tile: i64) -> Tensor {
    let n = x.extent(0);
    p.kernel(n.ceil_div(tile), tile, |k| {
        let (x, force) = (k.read(x), k.write::<f32>((n, 3)));
        let others = k.shared::<f32>([tile, 3]);
        let (thread, i) = (k.thread_id(0), k.index(0));
        let own = |axis: i32| k.if_(i.lt(n), || x.at((&i, axis)), || 0.0f32);
        let own = [own(0), own(1), own(2)];
        let sum = k.for_step(0, n, tile, [0.0f32; 3], |first, sum| {
            let j = &first + &thread;
            k.when(j.lt(n), || (0..3).for_each(|axis| others.set((&thread, axis), x.at((&j, axis)))));
            k.barrier();
            let count = (p.value(n) - &first).min(tile);
            let sum = k.for_(0, count, sum, |j, sum| {
                let d: Vec<Tensor> = (0..3).map(|axis| others.at((&j, axis as i32)) - &own[axis]).collect();
                let r2 = &d[0] * &d[0] + &d[1] * &d[1] + &d[2] * &d[2] + 0.5;
                let near = 1.0 / (&r2 * r2.sqrt());
                [&sum[0] + &d[0] * &near, &sum[1] + &d[1] * &near, &sum[2] + &d[2] * &near]
            });
            k.barrier();
            sum
        });
        k.when(i.lt(n), || (0..3).for_each(|axis| force.set((&i, axis as i32), &sum[axis])));
        force
    })
}

/// Between tensor operations, in a loop of the host.
#[test]
fn bodies_by_tiles_in_a_loop() {
    let x = numbers(&[11, 3]);
    let results = run(&[&x], |p| {
        let x = p.input::<f32>("x", (p.dim("n"), 3));
        let by_hand = p.for_(0, 3, x.clone(), |_, x| &x + attraction(p, &x, 4) * 0.125);
        let by_tensors = p.for_(0, 3, x, |_, x| {
            let d = x.expand(0) - x.expand(1);
            let r2 = (&d * &d).sum(-1).keep() + 0.5;
            &x + (d / (&r2 * r2.sqrt())).sum(1) * 0.125
        });
        (by_hand, by_tensors)
    });
    for (a, b) in floats(&results[0]).iter().zip(floats(&results[1])) {
        assert!((a - b).abs() < 1e-4 * b.abs().max(1.0), "{a} {b}");
    }
}

/// Several elements at once, arrays of a thread, more shared memory than fits without asking, memory that is
/// changed.
#[test]
fn memory_of_every_kind() {
    let x: Vec<f32> = (0..16).map(|i| i as f32).collect();
    let results = run(&[&vector(&x)], |p| {
        let x = p.input::<f32>("x", [16]);
        let (scale, offset) = (p.full((), 3.0f32), x.extent(0) / 16);
        p.kernel(2, 2, |k| {
            k.name("kinds");
            let (y, sums) = (k.change(&x), k.write::<f32>([4]));
            let (scale, offset) = (k.given(&scale), k.given(offset));
            let i = k.index(0);
            let all: [Tensor; 4] = y.at_next(&i * 4);
            let own = k.private::<f32>([4]);
            (0..4).for_each(|at| own.set(3 - at as i32, &all[at] * &scale));
            y.set_next(&i * 4, (0..4).map(|at| own.at(at)).collect::<Vec<_>>());
            let large = k.dynamic_shared::<f32>([20_000]);
            let others = k.dynamic_shared::<f32>([2]);
            large.set(k.thread_id(0), own.at(0));
            others.set(k.thread_id(0), own.at(3));
            k.barrier();
            let other = (k.thread_id(0) + offset) % 2;
            sums.set(&i, large.at(&other) + others.at(&other));
            (sums, y)
        })
    });
    assert_eq!(floats(&results[0]), [33.0, 9.0, 81.0, 57.0]);
    let wanted: Vec<f32> = (0..16).map(|i| 3.0 * (i / 4 * 4 + 3 - i % 4) as f32).collect();
    assert_eq!(floats(&results[1]), wanted);
}

#[test]
fn votes_and_exchanges() {
    let results = run(&[], |p| {
        p.kernel(1, 32, |k: &Kernel| {
            let (flags, words, last) = (k.write::<bool>((32, 2)), k.write::<u32>([32]), k.write::<i32>([32]));
            let lane = k.lane_id();
            flags.set((&lane, 0), k.all(lane.lt(32)));
            flags.set((&lane, 1), k.any(lane.gt(40)));
            words.set(&lane, k.ballot((&lane % 2).eq(0)));
            let lock = k.shared::<i32>([2]);
            k.when(lane.lt(2), || lock.set(&lane, 0));
            k.barrier();
            lock.exchange(0, lane.to::<i32>());
            lock.compare_exchange(1, 0, 7);
            k.barrier();
            let both =
                k.shuffle_up(lock.at(1), 1) + k.shuffle_xor(lock.at(1), 3) + k.shuffle(&lane, 5).to::<i32>();
            last.set(&lane, both + k.warp_reduce(Combine::Max, k.warp_id().to::<i32>()));
            (flags, words, last)
        })
    });
    assert_eq!(results[0].bytes(), [1, 0].repeat(32));
    assert!(results[1].scalars().all(|word| word.bits() == 0x5555_5555));
    assert!(results[2].scalars().all(|last| last.bits() == 19), "{:?}", results[2]);
}

/// Extents that no shape determines are scalar arguments of the launch.
#[test]
fn extents_that_follow_from_no_shape() {
    let found = elements::<i32>(&[&vector(&[1.0f32, 2.0, 3.0])], |p| {
        let n = p.dim("n");
        let _x = p.input::<f32>("x", [n]);
        p.kernel(1, 1, |k| {
            let y = k.write::<i32>([1]);
            y.set(0, p.value(n * n + 1).to::<i32>());
            y
        })
    });
    assert_eq!(found, [10]);
}

/// Kernels have unique names, even if one is launched in a loop of Rust.
#[test]
fn each_kernel_has_a_name() {
    let program = Program::trace("steps", |p| {
        let x = p.input::<f32>("x", [4]);
        let step = |x: Tensor| {
            p.kernel(1, 4, |k| {
                k.name("step");
                let x = k.change(&x);
                let i = k.thread_id(0);
                x.set(&i, x.at(&i) * 2.0);
                x
            })
        };
        (0..2).fold(x, |x, _| step(x))
    });
    let text = program.unwrap().to_text();
    assert!(text.contains("kernel.func @step(") && text.contains("kernel.func @step_1("), "{text}");
}

#[test]
fn forbidden_kernel_code() {
    let with = |body: &dyn Fn(&Tracer, &Kernel, &Tensor, &Memory)| {
        error(|p| {
            let x = p.input::<f32>("x", [8]);
            p.kernel(1, 8, |k| {
                let y = k.write::<f32>([8]);
                y.set(k.thread_id(0), 0.0);
                body(p, k, &x, &y);
                y
            })
        })
    };
    let says =
        |found: String, wanted: &str| assert!(found.contains(wanted), "{found}\nis not about: {wanted}");
    says(
        with(&|_, _, x, y| y.set(0, x.at(0))),
        "pass tensors with k.read(&tensor) and scalars with k.given(&scalar)",
    );
    says(
        with(&|_, k, x, _| drop(k.given(x))),
        "read the elements of f32[8] from memory, with k.read(&tensor)",
    );
    says(
        with(&|_, k, _, y| y.set([0, 1], k.lane_id())),
        "2 indices are given for memory f32[8]: give one for each axis",
    );
    says(with(&|p, k, x, _| drop(p.kernel(1, 1, |_| k.read(x)))), "a kernel cannot launch another kernel");
    says(
        with(&|p, _, _, y| y.set(0, p.zeros::<f32>([2]).sum(0))),
        "a kernel cannot create tensors, since its code is scalar",
    );
    says(with(&|p, _, _, _| drop(p.compute([4], |[i]| i))), "a compute cannot be in a kernel");
    says(with(&|p, _, _, _| drop(p.input::<f32>("late", [4]))), "inputs belong to the program");
    says(with(&|p, k, _, y| y.set(k.lane_id(), p.value(1.5f64))), "the value is f64, but has to be f32");
    says(with(&|_, k, _, y| y.set(0, k.block_id(3))), "there is no axis 3");
    let kept = error(|p| {
        let x = p.input::<f32>("x", [8]);
        p.kernel(1, 8, |k| k.read(&x))
    });
    says(kept, "the kernel returns f32[8], which it does not write");
    let nothing = errors(|p| p.kernel(1, 8, |_| Vec::<Memory>::new()));
    says(nothing.problems()[0].message.clone(), "a kernel needs a result");
    let parted = error(|p| {
        p.kernel(1, 64, |k| {
            let y = k.write::<f32>([1]);
            k.when(k.thread_id(0).lt(3), || k.barrier());
            y
        })
    });
    says(parted, "is not reached by all threads of a block together");
    let size = errors(|p| p.kernel(1, 2000, |k| k.write::<f32>([1])));
    says(size.problems()[0].message.clone(), "2000 threads along x");
}

#[test]
fn faults_have_the_users_line() {
    let line = line!() + 6;
    let found = errors(|p| {
        let x = p.input::<f32>("x", [8]);
        p.kernel(1, 8, |k| {
            let (x, y) = (k.read(&x), k.write::<f32>([8]));
            let i = k.thread_id(0);
            x.set(&i, 1.0);
            y.set(&i, 1.0);
            y
        })
    });
    let problem = &found.problems()[0];
    assert_eq!(problem.place.as_ref().map(|place| place.1), Some(line), "{found}");
    assert!(problem.message.contains("writes the read-only argument"), "{found}");
}
