//! Kernels in programs of the eDSL: called through the public crate, with derivatives, with errors that name
//! the user's line.

use tensorforge::*;

fn vector(elements: &[f32]) -> Array {
    Array::from_slice(&[elements.len()], elements).unwrap()
}

/// The squares of a vector.
fn squares(p: &Tracer, x: &Tensor) -> Tensor {
    let n = x.extent(0);
    p.kernel(n.ceil_div(32), 32, |k| {
        let (x, y) = (k.read(x), k.write::<f32>([n]));
        let i = k.index(0);
        k.when(i.lt(n), || y.set(&i, x.at(&i) * x.at(&i)));
        y
    })
}

fn run(program: &Program, args: &[Array]) -> Result<Vec<Array>, Error> {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    session.compile(program, Device::interp())?.call(args)
}

/// Sums of rows, four terms at a time and a rest.
#[test]
fn unrolled_loops_compute_the_same() {
    let program = Program::trace("unrolled", |p| {
        let x = p.input::<f32>("x", (p.dim("m"), p.dim("n")));
        let (m, n) = (x.extent(0), x.extent(1));
        p.kernel(m.ceil_div(32), 32, |k| {
            let (x, y) = (k.read(&x), k.write::<f32>([m]));
            let i = k.index(0);
            let term = |j: &Tensor| 2.0 * x.at([&i, j]);
            k.when(i.lt(m), || y.set(&i, k.for_unrolled(0, n, 1, 4, 0.0f32, |j, sum| sum + term(&j))));
            y
        })
    });
    let (program, session) = (program.unwrap(), crate::sessions::session());
    for n in [0usize, 1, 4, 11] {
        let x: Vec<f32> = (0..3 * n).map(|i| i as f32).collect();
        let wanted: Vec<f32> = (0..3).map(|i| (i * n..(i + 1) * n).map(|j| 2.0 * j as f32).sum()).collect();
        let x = Array::from_slice(&[3, n], &x).unwrap();
        for device in [Device::interp(), Device::simt(), Device::simt_compiled()] {
            let found: Vec<Array> =
                session.compile(&program, &device).unwrap().call(&[x.clone()][..]).unwrap();
            assert_eq!(found[0].as_slice::<f32>().unwrap(), wanted, "{n} terms on {device}");
        }
    }
}

#[test]
fn a_kernel_between_tensor_operations() {
    let program = Program::trace("between", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.for_(0, 3, &x * 0.5, |_, x| squares(p, &(x + 1.0)) - 1.0).sum(..)
    });
    let x = [0.5f32, -0.25, 0.0, 1.0];
    let found = run(&program.unwrap(), &[vector(&x)]).unwrap();
    let wanted: f32 = x.iter().map(|x| (0..3).fold(0.5 * x, |x, _| (x + 1.0) * (x + 1.0) - 1.0)).sum();
    let found = found[0].as_slice::<f32>().unwrap()[0];
    assert!((found - wanted).abs() < 1e-5 * wanted.abs(), "{found} {wanted}");
}

#[test]
fn a_kernel_with_a_derivative_rule() {
    let program = Program::trace("rule", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.grad(&x, |x| (p.custom_vjp(x, |x| squares(p, &x), |x, _, g| 2.0 * x * g) * 3.0).sum(..))
    });
    let x = [0.5f32, -1.0, 2.0, 3.0, -0.25];
    let found = run(&program.unwrap(), &[vector(&x)]).unwrap();
    assert_eq!(found[0].as_slice::<f32>().unwrap(), x.map(|x| 6.0 * x));
}

/// A loop of the host reruns its kernels in the backward pass, which needs the state of each iteration.
#[test]
fn a_kernel_with_a_derivative_rule_in_a_loop_of_the_host() {
    let program = Program::trace("rule_in_loop", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        let square = |x: &Tensor| p.custom_vjp(x, |x| squares(p, &x), |x, _, g| 2.0 * x * g);
        p.grad(&x, |x| p.for_(0, 3, x, |_, x| square(&x) * 0.5 + x * 0.25).sum(..))
    });
    let (program, x) = (program.unwrap(), [0.5f32, -1.0, 0.75, 0.0, -0.25]);
    let wanted =
        x.map(|x| (0..3).fold((x, 1.0), |(x, slope), _| (0.5 * x * x + 0.25 * x, slope * (x + 0.25))).1);
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for device in [Device::interp(), Device::simt(), Device::simt_compiled()] {
        let found: Vec<Array> = session.compile(&program, &device).unwrap().call(&[vector(&x)][..]).unwrap();
        for (found, wanted) in found[0].as_slice::<f32>().unwrap().iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-6, "{found} {wanted} on {device}");
        }
    }
}

/// Without a rule there is no derivative, and none is invented.
#[test]
fn a_kernel_without_a_rule_is_not_differentiated() {
    let program = Program::trace("no_rule", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.grad(&x, |x| squares(p, &x).sum(..))
    });
    let error =
        program.map_err(Error::from).and_then(|program| run(&program, &[vector(&[1.0])])).unwrap_err();
    assert!(error.to_string().contains("cannot be differentiated"), "{error}");
    assert!(error.to_string().contains("kernels.rs"), "{error}");
}

/// A race is found where the kernel runs, with the lines of both accesses.
#[test]
fn a_race_has_the_users_lines() {
    let line = line!() + 5;
    let program = Program::trace("race", |p| {
        p.kernel(1, 64, |k| {
            let (y, shared) = (k.write::<f32>([64]), k.shared::<f32>([65]));
            let i = k.thread_id(0);
            shared.set(&i, 1.0);
            shared.set(&i + 1, 2.0);
            y.set(&i, 0.0);
            y
        })
    });
    let error = run(&program.unwrap(), &[]).unwrap_err().to_string();
    assert!(error.contains("is a data race") && error.contains("no barrier orders them"), "{error}");
    for line in [line, line + 1] {
        assert!(error.contains(&format!("kernels.rs:{line}:")), "line {line} is not in {error}");
    }
}

/// The programs in the tutorial's text are right; the result of `main` without arguments is in its comment.
#[test]
fn the_texts_of_the_tutorial_are_programs() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tutorials/kernels.md");
    let tutorial =
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let (mut programs, mut results) = (0, 0);
    for block in tutorial.split("```mlir\n").skip(1) {
        let text = block.split("```").next().unwrap_or_default();
        let module =
            session.parse("docs/tutorials/kernels.md", text).unwrap_or_else(|error| panic!("{error}"));
        programs += 1;
        for device in [Device::interp(), Device::simt_compiled()] {
            let executable =
                session.compile_module(&module, &device).unwrap_or_else(|error| panic!("{device}: {error}"));
            let entry = executable.entry("main").unwrap();
            if !entry.signature().params().is_empty() {
                continue;
            }
            let found: Vec<Array> =
                entry.call(&[] as &[Array]).unwrap_or_else(|error| panic!("{device}: {error}"));
            let found: Vec<String> = found[0].scalars().map(|scalar| scalar.to_f64().to_string()).collect();
            let found = format!("// [{}]", found.join(", "));
            assert!(text.contains(&found), "{found} of {device} is not in\n{text}");
            results += 1;
        }
    }
    assert!(programs >= 2 && results >= 2, "{programs} programs, {results} results");
}

/// Remarks on the memory accesses of kernels have the user's lines.
#[test]
fn bad_accesses_are_reported() {
    let program = Program::trace("columns", |p| {
        let x = p.input::<f32>("x", [32, 32]);
        p.kernel(1, (32, 32), |k| {
            let (x, y) = (k.read(&x), k.write::<f32>([32, 32]));
            let tile = k.shared::<f32>([32, 32]);
            let (i, j) = (k.thread_id(0), k.thread_id(1));
            tile.set([&j, &i], x.at([&j, &i]));
            k.barrier();
            y.set([&j, &i], tile.at([&i, &j]));
            y
        })
    });
    let session = crate::sessions::session();
    let executable = session.compile(&program.unwrap(), Device::interp()).unwrap();
    let entry = executable.entry("columns").unwrap();
    let x = Array::from_slice(&[32, 32], &[1.0f32; 1024]).unwrap();
    let found = entry.look_at_kernels(std::slice::from_ref(&x)).unwrap().unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("kernels.rs:") && found[0].contains("takes 32.0 shared-memory cycles"),
        "{found:?}"
    );
}

/// Sums of rows by clusters: each block adds up a part of a row, and the blocks of a cluster hand their parts
/// to the first one.
fn sums_of_rows(p: &Tracer) -> Tensor {
    let (m, n) = (p.dim("m"), p.dim("n"));
    let x = p.input::<f32>("x", [m, n]);
    p.kernel((4, m), 32, |k| {
        k.clusters([4]);
        let (x, y) = (k.read(&x), k.write::<f32>([m]));
        let parts = k.shared::<f32>([4]);
        let (row, rank) = (k.block_id(1), k.cluster_rank());
        let width = k.cluster_dim(0) * k.block_dim(0);
        let part = k.for_step(k.index(0), n, width, 0.0f32, |j, sum| sum + x.at([&row, &j]));
        let part = k.warp_reduce(Combine::Sum, part);
        k.cluster_barrier();
        let first = k.cluster_shared(&parts, 0);
        k.when(k.thread_id(0).eq(0), || first.set(&rank, part));
        k.cluster_barrier();
        k.when(k.thread_id(0).eq(0) & rank.eq(0), || {
            y.set(&row, (1..4).fold(parts.at(0), |sum, rank| sum + parts.at(rank)));
        });
        y
    })
}

#[test]
fn blocks_of_a_cluster_share_memory() {
    let program = Program::trace("rows", sums_of_rows).unwrap();
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let elements: Vec<f32> = (0..3 * 300).map(|i| (i % 17) as f32).collect();
    let x = Array::from_slice(&[3, 300], &elements).unwrap();
    let wanted: Vec<f32> = elements.chunks(300).map(|row| row.iter().sum()).collect();
    for device in [Device::interp(), Device::simt(), Device::simt_compiled()] {
        let found: Array = session.compile(&program, &device).unwrap().call((&x,)).unwrap();
        assert_eq!(found.as_slice::<f32>().unwrap(), wanted, "{device:?}");
    }
}

/// A grid that is not a multiple of the cluster is refused at its launch, on any device.
#[test]
fn a_grid_of_parts_of_clusters_is_refused() {
    let program = Program::trace("parts", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.kernel(x.extent(0), 1, |k| {
            k.clusters([2]);
            let (x, y) = (k.read(&x), k.write::<f32>([p.dim("n")]));
            k.cluster_barrier();
            y.set(k.block_id(0), x.at(k.block_id(0)));
            y
        })
    });
    let program = program.unwrap();
    let session = crate::sessions::session();
    for device in [Device::interp(), Device::simt(), Device::simt_compiled()] {
        let copy = session.compile(&program, &device).unwrap();
        let two: Array = copy.call((&vector(&[1.0, 2.0]),)).unwrap();
        assert_eq!(two.as_slice::<f32>().unwrap(), [1.0, 2.0]);
        let error = copy.call::<Array>((&vector(&[1.0; 3]),)).unwrap_err().to_string();
        let said = "has 3 blocks along x, but the kernel's clusters have 2";
        assert!(error.contains(said) && error.contains("kernels.rs:"), "{device:?}: {error}");
    }
}

#[test]
fn cluster_mistakes_are_reported() {
    let traced = |body: fn(&Kernel) -> Memory| {
        let program = Program::trace("wrong", |p| p.kernel(4, 32, body));
        let error = match program {
            Err(error) => error.to_string(),
            Ok(program) => {
                crate::sessions::session().compile(&program, Device::interp()).unwrap_err().to_string()
            }
        };
        assert!(error.contains("kernels.rs:"), "{error}");
        error
    };
    let error = traced(|k| {
        let y = k.write::<f32>([4]);
        k.cluster_barrier();
        y
    });
    assert!(error.contains("needs a cluster, but the kernel has none"), "{error}");
    let error = traced(|k| {
        k.clusters([2]);
        let y = k.write::<f32>([4]);
        k.when(k.cluster_rank().eq(0), || k.cluster_barrier());
        y
    });
    assert!(error.contains("is not reached by all threads of a cluster together"), "{error}");
    let error = traced(|k| {
        k.clusters([3, 3]);
        k.write::<f32>([4])
    });
    assert!(error.contains("3 x 3 x 1 = 9 blocks: a cluster has at most 8"), "{error}");
    let error = traced(|k| {
        k.clusters([2]);
        let y = k.write::<f32>([4]);
        k.cluster_shared(&y, 1).set(0, 1.0f32);
        y
    });
    assert!(error.contains("cluster_shared needs a shared array of this block, not f32[4]"), "{error}");
}

/// `x / √x`, `1 / x` and `x² - y` by a kernel, with the numerics of a program and of the kernel.
fn rounded(program: Option<Numerics>, own: Option<Numerics>) -> Program {
    let traced = Program::trace("rounded", |p| {
        if let Some(how) = program {
            p.numerics(how);
        }
        let (x, y) = (p.input::<f32>("x", [p.dim("n")]), p.input::<f32>("y", [p.dim("n")]));
        let n = x.extent(0);
        p.kernel(1, 32, |k| {
            if let Some(how) = own {
                k.numerics(how);
            }
            let (x, y) = (k.read(&x), k.read(&y));
            let [q, r, s] = [(); 3].map(|()| k.write::<f32>([n]));
            let i = k.index(0);
            k.when(i.lt(n), || {
                let (x, y) = (x.at(&i), y.at(&i));
                q.set(&i, &x / x.sqrt());
                r.set(&i, 1.0 / &x);
                s.set(&i, &x * &x - y);
            });
            (q, r, s)
        })
    });
    traced.unwrap()
}

/// Numerics govern kernels as they do tensor code: strict ones have the same bits everywhere, others are off
/// within the mode's tolerance.
#[test]
fn numerics_hold_in_kernels() {
    use Numerics::{Fast, Standard, Strict};
    let x: Vec<f32> = (0..29).map(|i| 0.37 + 1.7 * i as f32).collect();
    let y: Vec<f32> = x.iter().map(|x| x * x).collect();
    let exact: Vec<Vec<f32>> = vec![
        x.iter().map(|x| x / x.sqrt()).collect(),
        x.iter().map(|x| 1.0 / x).collect(),
        vec![0.0; x.len()],
    ];
    // The remainder of a product that is not rounded.
    let left: Vec<f32> = x.iter().zip(&y).map(|(x, y)| x.mul_add(*x, -y)).collect();
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for device in [Device::interp(), Device::simt(), Device::simt_compiled()] {
        for (program, own) in [
            (None, None),
            (Some(Strict), None),
            (Some(Fast), None),
            (Some(Fast), Some(Strict)),
            (Some(Strict), Some(Standard)),
        ] {
            let traced = rounded(program, own);
            let found: Vec<Array> =
                session.compile(&traced, &device).unwrap().call([vector(&x), vector(&y)]).unwrap();
            let found: Vec<&[f32]> = found.iter().map(|array| array.as_slice().unwrap()).collect();
            if own.or(program) == Some(Strict) {
                assert_eq!(found, exact, "{device:?} {program:?} {own:?}");
                continue;
            }
            for (found, exact) in found.iter().zip(&exact).take(2) {
                for (found, exact) in found.iter().zip(exact) {
                    assert!(
                        (found - exact).abs() <= 4.0 * f32::EPSILON * exact,
                        "{found} {exact} {device:?}"
                    );
                }
            }
            for (found, left) in found[2].iter().zip(&left) {
                assert!(*found == 0.0 || found == left, "{found} {left} {device:?}");
            }
        }
    }
}

/// A kernel's own numerics are words of its text; they are not the program's.
#[test]
fn numerics_of_a_kernel_stay_in_it() {
    let text = rounded(None, Some(Numerics::Strict)).to_text();
    let line = |what: &str| text.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{text}"));
    assert!(line("kernel.func").contains("tf.numerics = \"strict\""), "{text}");
    assert!(!line("func.func").contains("tf.numerics"), "{text}");
}
