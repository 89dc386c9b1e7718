use super::*;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicI64;
use tf_abi::call::NEVER;

/// Runs a Rust closure as a body.
fn run<F: Fn(i64, i64) + Sync>(runtime: &Runtime, n: i64, grain: i64, body: F) {
    unsafe extern "C" fn call<F: Fn(i64, i64)>(environment: *mut c_void, lo: i64, hi: i64) {
        // SAFETY: the environment is the closure.
        unsafe { (*environment.cast::<F>())(lo, hi) }
    }
    // SAFETY: the closure is shared, and may be called from any thread.
    unsafe { runtime.parallel_for(&NEVER, call::<F>, (&raw const body).cast_mut().cast(), n, grain) }
}

fn chunks(runtime: &Runtime, n: i64, grain: i64) -> Vec<(i64, i64)> {
    let seen = Mutex::new(Vec::new());
    run(runtime, n, grain, |lo, hi| seen.lock().unwrap().push((lo, hi)));
    let mut seen = seen.into_inner().unwrap();
    seen.sort_unstable();
    seen
}

#[test]
fn chunks_do_not_depend_on_threads() {
    let pools = [1, 2, 3, 8].map(|n| Builder::default().threads(n).build());
    for (n, grain) in [(0, 1), (-5, 1), (1, 1), (7, 3), (8, 4), (1000, 7), (5, 100), (3, 0), (3, -1)] {
        let expected = chunks(&pools[0], n, grain);
        let size = grain.max(1);
        assert_eq!(expected.len() as i64, (n.max(0) + size - 1) / size);
        for pool in &pools {
            for _ in 0..20 {
                assert_eq!(chunks(pool, n, grain), expected);
            }
        }
    }
    assert_eq!(
        chunks(&pools[1], i64::MAX, i64::MAX / 2),
        [(0, i64::MAX / 2), (i64::MAX / 2, i64::MAX - 1), (i64::MAX - 1, i64::MAX)]
    );
}

#[test]
fn more_chunks_than_units_are_grouped() {
    let job = Job::new(&NEVER, never, std::ptr::null_mut(), 1 << 40, 1).unwrap();
    assert_eq!(job.chunks, 1 << 40);
    assert!(i64::from(job.units()) * job.per_unit >= job.chunks);
    assert!(i64::from(job.units() - 1) * job.per_unit < job.chunks);
    let most = Job::new(&NEVER, never, std::ptr::null_mut(), i64::MAX, 1).unwrap();
    assert!(i128::from(most.units()) * i128::from(most.per_unit) >= i128::from(i64::MAX));
}

extern "C" fn never(_: *mut c_void, _: i64, _: i64) {
    unreachable!("not called");
}

#[test]
fn all_threads_take_part() {
    let pool = Builder::default().threads(3).build();
    assert_eq!((pool.threads(), pool.shortfall()), (3, None));
    let names = Mutex::new(HashSet::new());
    let everyone = std::sync::Barrier::new(3);
    // Each chunk waits for the other two: fewer threads would deadlock.
    run(&pool, 3, 1, |_, _| {
        everyone.wait();
        names.lock().unwrap().insert(thread::current().id());
    });
    assert_eq!(names.lock().unwrap().len(), 3);
}

#[test]
fn sleeping_workers_wake() {
    let pool = Builder::default().threads(2).spin(Duration::ZERO).build();
    for _ in 0..50 {
        thread::sleep(Duration::from_millis(1));
        let both = std::sync::Barrier::new(2);
        run(&pool, 2, 1, |_, _| {
            both.wait();
        });
    }
}

#[test]
fn nested_loops_run_in_place() {
    let pool = Builder::default().threads(4).build();
    let total = AtomicI64::new(0);
    run(&pool, 16, 1, |lo, _| {
        let outer = thread::current().id();
        run(&pool, 100, 7, |a, b| {
            assert_eq!(thread::current().id(), outer);
            total.fetch_add((b - a) * (lo + 1), Ordering::Relaxed);
        });
    });
    assert_eq!(total.into_inner(), 100 * (1..=16).sum::<i64>());
}

#[test]
fn concurrent_callers() {
    let pool = Builder::default().threads(3).build();
    thread::scope(|scope| {
        for caller in 0..4 {
            let pool = &pool;
            scope.spawn(move || {
                for round in 0..300 {
                    let n = 1 + (caller * 37 + round * 11) % 200;
                    let sum = AtomicI64::new(0);
                    run(pool, n, 3, |lo, hi| {
                        sum.fetch_add((lo..hi).sum(), Ordering::Relaxed);
                    });
                    assert_eq!(sum.into_inner(), n * (n - 1) / 2);
                }
            });
        }
    });
}

#[test]
fn a_hundred_thousand_small_loops() {
    let pool = Builder::default().threads(2).build();
    let mut data = [0i64; 8];
    for round in 0..100_000 {
        let cells = data.as_mut_ptr() as usize;
        run(&pool, 8, 1, |lo, _| {
            // SAFETY: each chunk has a separate cell.
            unsafe { *(cells as *mut i64).add(lo as usize) += round }
        });
    }
    assert_eq!(data, [(0..100_000).sum::<i64>(); 8]);
}

#[test]
fn threads_that_cannot_be_had_are_done_without() {
    // No system grants a stack of this size.
    let pool = Builder::default().threads(4).stack_size(usize::MAX / 4).build();
    let shortfall = pool.shortfall().expect("the system refuses");
    assert_eq!((shortfall.wanted, shortfall.got, pool.threads()), (4, 1, 1));
    assert!(shortfall.to_string().starts_with("the thread pool has 1 of 4 threads: "), "{shortfall}");
    assert_eq!(chunks(&pool, 10, 4), [(0, 4), (4, 8), (8, 10)]);
}

#[test]
fn scratch_memory_of_a_chunk_ends_with_it() {
    let pool = Builder::default().threads(2).build();
    run(&pool, 64, 1, |_, _| {
        let before = scratch::mark();
        assert!(!scratch::alloc_bytes(1000).is_null());
        assert_eq!(before, 0, "what the last chunk left has gone");
    });
    assert_eq!(scratch::mark(), 0);
}

#[test]
fn pools_end() {
    for spin in [Duration::ZERO, Duration::from_secs(1)] {
        for _ in 0..20 {
            let pool = Builder::default().threads(3).spin(spin).build();
            chunks(&pool, 3, 1);
        }
    }
}
