//! Kernels that copy without waiting and multiply small matrices, against products of tensors.

use crate::common::{error, errors, run, tensor};
use half::bf16;
use tf_dialects::array::Array;
use tf_frontend::{Factor, Fragment, Program, Tensor, Tracer};

/// Small integers, whose sums are exact.
fn numbers(extents: &[usize]) -> Array {
    let n: usize = extents.iter().product();
    let value = |i: usize| bf16::from_f32((i * 7919 / 13 % 11) as f32 - 5.0);
    tensor(extents, &(0..n).map(value).collect::<Vec<bf16>>())
}

/// `x` where `k` is even, and the other 16 bytes of a row of 64 where it is odd, so that rows that are read
/// at once are in other banks.
fn place(chunk: &Tensor, row: &Tensor) -> Tensor {
    (chunk ^ (row / 2 % 4)) * 8
}

/// A product by tiles of 32 x 32: two tiles come while two are multiplied, each of four warps has 16 x 16 of
/// the result.
fn by_warps(p: &Tracer, a: &Tensor, b: &Tensor) -> Tensor {
    const TILE: i64 = 32;
    let (m, q, n) = (a.extent(0), a.extent(1), b.extent(1));
    p.kernel((n / TILE, m / TILE), 128, |k| {
        let (a, b, c) = (k.read(a), k.read(b), k.write::<f32>([m, n]));
        let [left, right] = [(); 2].map(|()| k.shared::<bf16>([2, TILE, TILE]));
        let t = k.thread_id(0);
        let (row, chunk) = (&t / 4, &t % 4);
        let (first_row, first_column) = (k.block_id(1) * TILE, k.block_id(0) * TILE);
        let copy = |from: &Tensor, slot: &Tensor| {
            let to = [slot.clone(), row.clone(), place(&chunk, &row)];
            k.copy_async(&a, [&first_row + &row, from + &chunk * 8], &left, to.clone(), 8);
            k.copy_async(&b, [from + &row, &first_column + &chunk * 8], &right, to, 8);
        };
        copy(&p.value(0usize), &p.value(0usize));
        k.commit_copies();
        let (warp, lane) = (k.warp_id(), k.lane_id());
        let (down, along) = (&warp % 2 * 16, &warp / 2 * 2);
        let zero = [(); 2].map(|()| k.fragment::<f32>(4, 0.0));
        let sums = k.for_step(0, q, TILE, zero, |at, sums| {
            let (slot, next) = (&at / TILE % 2, &at + TILE);
            k.when(next.lt(q), || copy(&next, &(1 - &slot)));
            k.commit_copies();
            k.wait_copies(1);
            k.barrier();
            let mut sums: Vec<Fragment> = sums.into();
            for step in 0..2 {
                let row = &down + &lane % 16;
                let factor =
                    k.load_matrix(&left, [&slot, &row, &place(&(&lane / 16 + 2 * step), &row)], 4, false);
                let row = &lane % 16 + 16 * step;
                for (i, sum) in sums.iter_mut().enumerate() {
                    let column = place(&(&along + i), &row);
                    let other = k.load_matrix(&right, [&slot, &row, &column], 2, true);
                    *sum = k.mma("m16n8k16", &factor, &other, sum);
                }
            }
            k.barrier();
            [sums[0].clone(), sums[1].clone()]
        });
        for (i, sum) in sums.iter().enumerate() {
            for e in 0..4 {
                let row = &first_row + &down + &lane / 4 + 8 * (e as i32 / 2);
                let column = &first_column + (&along + i) * 8 + &lane % 4 * 2 + e as i32 % 2;
                c.set([&row, &column], sum.get(e));
            }
        }
        c
    })
}

#[test]
fn a_product_by_warps() {
    let results = run(&[&numbers(&[32, 96]), &numbers(&[96, 64])], |p| {
        let a = p.input::<bf16>("a", (p.dim("m"), p.dim("q")));
        let b = p.input::<bf16>("b", (p.dim("q"), p.dim("n")));
        (by_warps(p, &a, &b), a.to::<f32>().matmul(b.to::<f32>()))
    });
    assert_eq!(results[0].bytes(), results[1].bytes());
}

/// `A·Bᵀ` by a warp group, from boxes that one thread of another requests, in a ring of two slots.
fn by_groups(p: &Tracer, a: &Tensor, b: &Tensor) -> Tensor {
    let (m, q, n) = (a.extent(0), a.extent(1), b.extent(0));
    p.kernel((n.ceil_div(16), m.ceil_div(64)), 256, |k| {
        let (a, b, c) = (k.read(a), k.read(b), k.write::<f32>([m, n]));
        let (left, right) = (k.shared::<bf16>([2, 64, 64]), k.shared::<bf16>([2, 16, 64]));
        let (full, empty) = (k.barriers([2]), k.barriers([2]));
        let t = k.thread_id(0);
        let (first_row, first_column) = (k.block_id(1) * 64, k.block_id(0) * 16);
        k.when(t.eq(0), || {
            for slot in 0..2 {
                full.init_barrier(slot, 1);
                empty.init_barrier(slot, 1);
            }
        });
        k.barrier();
        let slot_and_phase = |at: &Tensor| (at / 64 % 2, at / 128 % 2);
        k.when(t.eq(0), || {
            k.for_step(0, q, 64, (), |at, ()| {
                let (slot, phase) = slot_and_phase(&at);
                empty.wait(&slot, 1 - phase);
                full.arrive(&slot, 2 * 64 * (64 + 16));
                k.copy_box((&a, [&first_row, &at]), (&left, [&slot]), (&full, &slot), true);
                k.copy_box((&b, [&first_column, &at]), (&right, [&slot]), (&full, &slot), true);
            });
        });
        k.when(t.ge(128), || {
            let sums = k.for_step(0, q, 64, k.fragment::<f32>(8, 0.0), |at, sums| {
                let (slot, phase) = slot_and_phase(&at);
                full.wait(&slot, phase);
                k.begin_products();
                let sums = (0..4).fold(sums, |sums, step| {
                    let from = [slot.clone(), p.value(0usize), p.value(16usize * step)];
                    k.multiply_rows((&left, from.clone()), (&right, from), &sums)
                });
                k.commit_products();
                let sums = k.wait_products(&sums, 0);
                k.when(t.eq(128), || empty.arrive(&slot, 0));
                sums
            });
            let own = &t - 128;
            for i in 0..8 {
                let row = &first_row + &own / 32 * 16 + &own % 32 / 4 + 8 * (i as i32 / 2 % 2);
                let column = &first_column + 8 * (i as i32 / 4) + &own % 4 * 2 + i as i32 % 2;
                k.when(row.lt(m) & column.lt(n), || c.set([&row, &column], sums.get(i)));
            }
        });
        c
    })
}

#[test]
fn a_product_by_warp_groups() {
    let results = run(&[&numbers(&[40, 200]), &numbers(&[24, 200])], |p| {
        let a = p.input::<bf16>("a", (p.dim("m"), p.dim("q")));
        let b = p.input::<bf16>("b", (p.dim("n"), p.dim("q")));
        (by_groups(p, &a, &b), a.to::<f32>().matmul(b.to::<f32>().permute([1, 0])))
    });
    assert_eq!(results[0].bytes(), results[1].bytes());
}

/// `A·B` by a warp group whose threads hold A, from boxes of 64 rows of B, whose columns are in rows of 32
/// bytes.
fn by_columns(p: &Tracer, a: &Tensor, b: &Tensor) -> Tensor {
    let (m, q, n) = (a.extent(0), a.extent(1), b.extent(1));
    p.kernel((n / 16, m / 64), 128, |k| {
        let (a, b, c) = (k.read(a), k.read(b), k.write::<f32>([m, n]));
        let (right, full) = (k.shared::<bf16>([64, 16]), k.barriers([1]));
        let t = k.thread_id(0);
        let (first_row, first_column) = (k.block_id(1) * 64, k.block_id(0) * 16);
        k.when(t.eq(0), || full.init_barrier(0, 1));
        let own = &first_row + &t / 32 * 16 + &t % 32 / 4;
        let sums = k.for_step(0, q, 64, k.fragment::<f32>(8, 0.0), |at, sums| {
            k.barrier();
            k.when(t.eq(0), || {
                full.arrive(0, 64 * 32);
                k.copy_box((&b, [&at, &first_column]), (&right, ()), (&full, 0), true);
            });
            full.wait(0, &at / 64 % 2);
            let held = |step: i32| {
                let column = |i: i32| &at + 16 * step + &t % 4 * 2 + i % 2 + 8 * (i / 4);
                let element = |i: i32| a.at([&own + 8 * (i / 2 % 2), column(i)]);
                (0..8).fold(k.fragment::<bf16>(8, 0.0), |held, i| held.with(i as usize, element(i)))
            };
            let held = [0, 1, 2, 3].map(held);
            k.begin_products();
            let sums = held.iter().enumerate().fold(sums, |sums, (step, held)| {
                let rows = Factor::columns(&right, [p.value(16 * step), p.value(0usize)]);
                k.multiply_group(Factor::held(held), rows, &sums)
            });
            k.commit_products();
            k.wait_products(&sums, 0)
        });
        for i in 0..8i32 {
            let column = &first_column + 8 * (i / 4) + &t % 4 * 2 + i % 2;
            c.set([&own + 8 * (i / 2 % 2), column], sums.get(i as usize));
        }
        c
    })
}

#[test]
fn a_product_of_register_fragments_and_columns() {
    let results = run(&[&numbers(&[128, 192]), &numbers(&[192, 32])], |p| {
        let a = p.input::<bf16>("a", (p.dim("m"), p.dim("q")));
        let b = p.input::<bf16>("b", (p.dim("q"), p.dim("n")));
        (by_columns(p, &a, &b), a.to::<f32>().matmul(b.to::<f32>()))
    });
    assert_eq!(results[0].bytes(), results[1].bytes());
}

#[test]
fn fragments_are_the_registers_of_threads() {
    let results = run(&[], |p| {
        p.kernel(1, 32, |k| {
            let y = k.write::<f32>([32, 2]);
            let lane = k.lane_id();
            let held = k.fragment::<f64>(2, 0.5).with(1, lane.to::<f64>());
            assert_eq!((held.len(), held.is_empty()), (2, false));
            let a = k.fragment::<f64>(1, 2.0);
            let held = k.mma("m8n8k4", &a, &a, &held);
            (0..2).for_each(|i| y.set([&lane, &p.value(i)], held.get(i).to::<f32>()));
            y
        })
    });
    let wanted: Vec<f32> = (0..64).map(|i| if i % 2 == 0 { 16.5 } else { 16.0 + (i / 2) as f32 }).collect();
    assert_eq!(results[0].as_slice::<f32>().unwrap(), wanted);
}

#[test]
fn nonsensical_requests() {
    let refused = |body: &dyn Fn(&tf_frontend::Kernel)| {
        error(|p| {
            p.kernel(1, 32, |k| {
                let y = k.write::<f32>([1]);
                body(k);
                y
            })
        })
    };
    let says =
        |found: String, wanted: &str| assert!(found.contains(wanted), "{found}\nis not about: {wanted}");
    says(
        refused(&|k| drop(k.fragment::<f32>(2, 0.0).get(2))),
        "the fragment has no element 2: each thread holds 2",
    );
    says(
        refused(&|k| {
            let a = k.fragment::<f32>(3, 0.0);
            k.mma("m16n8k8", &a, &a, &a);
        }),
        "for A: each thread holds vector<4xf32> of it",
    );
    says(
        refused(&|k| {
            let s = k.shared::<f32>([8]);
            k.copy_async(&s, 0, &s, 4, 4);
        }),
        "needs an argument of the kernel as the source",
    );
    says(refused(&|k| k.wait_copies(100)), "leaves 100 groups pending");
    says(
        refused(&|k| {
            let (s, a) = (k.shared::<bf16>([64, 64]), k.fragment::<bf16>(8, 0.0));
            k.multiply_group(Factor::rows(&s, [0, 0]), Factor::held(&a), &k.fragment::<f32>(4, 0.0));
        }),
        "the factor B must be in shared memory",
    );
    says(
        refused(&|k| {
            let (s, full) = (k.shared::<f32>([4, 12]), k.barriers([1]));
            k.copy_box((&s, [0, 0]), (&s, ()), (&full, 0), true);
        }),
        "cannot swizzle rows of 48 bytes: a row needs 32, 64 or 128 bytes",
    );
    let early = errors(|p| {
        p.kernel(1, 128, |k| {
            let (y, s) = (k.write::<f32>([1]), k.shared::<bf16>([64, 64]));
            let sums = k.multiply_rows((&s, [0, 0]), (&s, [0, 0]), &k.fragment::<f32>(4, 0.0));
            y.set(0, sums.get(0));
            y
        })
    });
    assert!(early.to_string().contains("has a result that is used while the product is pending"), "{early}");
}

/// Copies that nobody has waited for are found.
#[test]
fn a_missing_wait_is_found() {
    let program = Program::trace("early", |p| {
        let x = p.input::<f32>("x", [128]);
        p.kernel(1, 32, |k| {
            let (x, y, s) = (k.read(&x), k.write::<f32>([32]), k.shared::<f32>([128]));
            let t = k.thread_id(0);
            k.copy_async(&x, &t * 4, &s, &t * 4, 4);
            k.commit_copies();
            y.set(&t, s.at(&t * 4));
            y
        })
    });
    let x = tensor(&[128], &[1.0f32; 128]);
    let found = crate::common::try_run(&program.unwrap(), &[crate::common::datum(&x)]).unwrap_err();
    assert!(
        found.contains("an asynchronous copy of thread") && found.contains("no wait orders them"),
        "{found}"
    );
}
