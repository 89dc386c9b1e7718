//! Groups that programs form: their members run by the schedule, on every device, and give the same results
//! as without it.

use crate::groups::array;
use tensorforge::*;

/// A schedule, or none.
type Scheduled = Option<Schedule>;

/// The results of a closure, as a group if there is a schedule.
fn grouped(
    p: &Tracer,
    loops: &[&str],
    by: &Scheduled,
    body: impl Fn(&dyn Fn(&str, &[&str], Tensor) -> Tensor) -> Tensor,
) -> Tensor {
    match by {
        None => body(&|_, _, x| x),
        Some(by) => p.group("mine", loops, by, |g| body(&|name, loops, x| g.member(name, loops, &x))),
    }
}

/// Softmax of rows, times a matrix: with code between the members that cannot be one.
fn weighted(p: &Tracer, x: &Tensor, y: &Tensor, by: &Scheduled) -> Tensor {
    grouped(p, &["i"], by, |member| {
        let s = member("s", &["i", "j"], x * 0.5);
        let top = member("top", &["i"], s.max_along(-1));
        let e = (&s - top.keep()).exp();
        let sum = e.sum(-1);
        (e / sum.keep()).matmul(y)
    })
}

/// Three passes over the rows of a picture, each reading around its own point.
fn passes(p: &Tracer, x: &Tensor, by: &Scheduled) -> Tensor {
    let (n, m) = (x.extent(0), x.extent(1));
    let across = |x: &Tensor| {
        p.compute((n, m), |[i, j]| {
            x.at([&i - 1, j.clone()]) + 2.0 * x.at([i.clone(), j.clone()]) + x.at([&i + 1, j])
        })
    };
    grouped(p, &["i"], by, |member| {
        let a = member("a", &["i", "j"], across(x));
        let b = member("b", &["i", "j"], across(&a));
        across(&b) * 0.25
    })
}

type Make = fn(&Tracer, &Scheduled) -> Tensor;

fn weighted_of_inputs(p: &Tracer, by: &Scheduled) -> Tensor {
    let (x, y) = (p.input::<f32>("x", (p.dim("n"), p.dim("m"))), p.input::<f32>("y", (p.dim("m"), 5)));
    weighted(p, &x, &y, by)
}

fn passes_of_input(p: &Tracer, by: &Scheduled) -> Tensor {
    passes(p, &p.input::<f32>("x", (p.dim("n"), p.dim("m"))), by)
}

fn traced(make: Make, by: &Scheduled) -> Program {
    Program::trace("main", |p| make(p, by)).unwrap_or_else(|e| panic!("{e}"))
}

fn called(program: &Program, device: Device, threads: usize, args: &[Array]) -> (Vec<f32>, Vec<String>) {
    let session = crate::sessions::builder().threads(threads).build().unwrap();
    let exe = session.compile(program, device).unwrap_or_else(|e| panic!("{e}"));
    let result: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{e}"));
    (result[0].as_slice::<f32>().unwrap().to_vec(), exe.warnings().to_vec())
}

/// A program with each schedule gives on each device the interpreter's results without it, and the same bits
/// on any number of threads.
fn check(make: Make, schedules: &[&str], inputs: &[Vec<Array>], tolerance: f32) {
    for text in schedules {
        let program = traced(make, &Some(Schedule::text(text)));
        for args in inputs {
            let (exact, _) = called(&traced(make, &None), Device::interp(), 1, args);
            let (three, _) = called(&program, Device::cpu(), 3, args);
            for device in [Device::interp(), Device::cpu(), Device::simt(), Device::simt_compiled()] {
                let name = device.to_string();
                let is_cpu = device == Device::cpu();
                let (found, warnings) = called(&program, device, 1, args);
                assert!(warnings.is_empty(), "{text}: {warnings:?}");
                let worst = found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(worst <= tolerance && found.len() == exact.len(), "{name} is off by {worst}: {text}");
                assert!(!is_cpu || found == three, "threads change bits: {text}");
            }
        }
    }
}

#[test]
fn rows_with_code_between_members() {
    let schedules = [
        "split(i, [4])",
        "split(i, [8, 2]), order(i.0, i.1), parallel(i.0)",
        "split(i, [4]), parallel(i.0), place(s, inline)",
        "split(i, [4]), parallel(i.0), place(s, top, root)",
    ];
    let inputs: Vec<Vec<Array>> = [[1, 1], [13, 7], [16, 33]]
        .into_iter()
        .map(|[n, m]| vec![array(&[n, m], 1), array(&[m, 5], 2)])
        .collect();
    check(weighted_of_inputs, &schedules, &inputs, 1e-5);
}

#[test]
fn passes_in_bands_and_windows() {
    let schedules = [
        "split(i, [4]), parallel(i.0)",
        "split(i, [16, 4]), order(i.0, i.1), parallel(i.0), place(a, b, at = i.1, keep = i.0)",
        "split(i, [4]), place(a, at = i.0, keep = root)",
    ];
    let inputs: Vec<Vec<Array>> =
        [[1, 3], [15, 9], [37, 21]].into_iter().map(|shape| vec![array(&shape, 3)]).collect();
    check(passes_of_input, &schedules, &inputs, 1e-4);
}

/// Derivatives and maps are those of the members.
#[test]
fn derivatives_and_maps_of_groups() {
    let rows = Schedule::new().split("i", [4]).parallel(["i.0"]);
    let laid_out = At::Trip("i.0").layout("(i, j) -> (j, i)").by(By::Each);
    derivatives_and_maps(&Some(rows.clone()));
    derivatives_and_maps(&Some(rows.place(["s"], laid_out)));
}

fn derivatives_and_maps(by: &Scheduled) {
    let of = |by: &Scheduled, mapped: bool| {
        let program = Program::trace("main", |p| {
            let y = p.input::<f32>("y", (7, 5));
            match mapped {
                true => {
                    let x = p.input::<f32>("x", (3, p.dim("n"), 7));
                    p.vmap(&x, |x| weighted(p, &x, &y, by))
                }
                false => {
                    let x = p.input::<f32>("x", (p.dim("n"), 7));
                    p.grad(&x, |x| weighted(p, &x, &y, by).square().sum(..))
                }
            }
        });
        program.unwrap_or_else(|e| panic!("{e}"))
    };
    for (mapped, x) in [(false, array(&[13, 7], 1)), (true, array(&[3, 13, 7], 1))] {
        let args = program_order(&of(by, mapped), x, array(&[7, 5], 2));
        let (exact, _) = called(&of(&None, mapped), Device::interp(), 1, &args);
        for device in [Device::interp(), Device::cpu(), Device::simt()] {
            let (found, warnings) = called(&of(by, mapped), device, 1, &args);
            let worst = found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(
                worst <= 1e-5 && found.len() == exact.len() && warnings.is_empty(),
                "off by {worst}: {warnings:?}"
            );
        }
    }
}

/// Arguments in the order of the program's inputs.
fn program_order(program: &Program, x: Array, y: Array) -> Vec<Array> {
    program.inputs().iter().map(|name| if name == "x" { x.clone() } else { y.clone() }).collect()
}

/// In loops and branches of the program, too.
#[test]
fn groups_in_loops() {
    let make: Make = |p, by| {
        let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
        p.for_(0, 3, x, |_, x| passes(p, &x, by) * 0.1)
    };
    check(make, &["split(i, [4]), parallel(i.0)"], &[vec![array(&[11, 6], 4)]], 1e-4);
}

/// Unsupported members cause a warning with the user's line, and the answer stays.
#[test]
fn impossible_values_are_warnings() {
    let program = Program::trace("main", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", [n]);
        p.group("mirrored", ["i"], &Schedule::new().split("i", [4]), |g| {
            let a = g.member("a", ["i"], &x.exp());
            g.member("b", ["i"], &p.compute([n], |[i]| a.at([p.value(n) - 1 - i])))
        })
    });
    let (found, warnings) =
        called(&program.unwrap_or_else(|e| panic!("{e}")), Device::cpu(), 1, &[array(&[9], 1)]);
    assert_eq!(found.len(), 9);
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    for part in [
        "groups_by_hand.rs:",
        "the loops of the group 'mirrored' are left out: a member reads",
        "not a multiple of its index plus a bounded offset",
    ] {
        assert!(warning.contains(part), "{warning}");
    }
}

/// Members become loops over parts: there is no buffer of all rows between them.
#[test]
fn results_of_members_are_tiles() {
    let by = Some(Schedule::new().split("i", [8]).parallel(["i.0"]));
    for family in Family::all().filter(|family| family.level.is_x86()) {
        let session = crate::sessions::builder().machine(family, 2).build().unwrap();
        let device = Device::cpu().with_level(family.level);
        let explained = session.explain(&traced(weighted_of_inputs, &by), &device).unwrap();
        let buffers: Vec<&String> = explained
            .functions
            .iter()
            .flat_map(|function| &function.buffers)
            .map(|buffer| &buffer.r#type)
            .collect();
        let in_tiles = !buffers.is_empty() && buffers.iter().all(|ty| !ty.contains("{n}"));
        assert!(in_tiles, "{}: {buffers:?}", family.name);
    }
}

/// Explanations and profiles name the group of a nest.
#[test]
fn nests_name_their_group() {
    let program = traced(passes_of_input, &Some(Schedule::new().split("i", [8]).parallel(["i.0"])));
    let session = crate::sessions::builder().profile(true).machine(Family::REFERENCE, 2).build().unwrap();
    let exe = session.compile(&program, Device::cpu()).unwrap();
    let explained = exe.explain();
    assert!(explained.functions[0].nests.iter().any(|nest| nest.group == "the group 'mine'"), "{explained}");
    let line = explained.to_string();
    assert!(line.contains("groups_by_hand.rs:") && line.contains(", the group 'mine'"), "{line}");
    let _: Array = exe.call(array(&[64, 64], 1)).unwrap();
    let profile = exe.profile().unwrap();
    assert!(profile.nests.iter().any(|nest| nest.what.ends_with(" of the group 'mine'")), "{profile}");
}

/// The tuner leaves a group alone that the program has scheduled.
#[test]
fn the_tuner_leaves_groups_of_programs_alone() {
    let by = Some(Schedule::new().split("i", [8]).parallel(["i.0"]));
    let program = traced(passes_of_input, &by);
    let (session, x) = (crate::sessions::session(), array(&[64, 64], 1));
    let tuned = session.tune(program.module(), Device::cpu(), |exe| exe.call::<Array>(&x).map(drop)).unwrap();
    assert!(tuned.computes.iter().all(|compute| !compute.key.starts_with("groups_")), "{tuned:#}");
}

/// The schedule of one tensor by hand.
#[test]
fn a_product_by_hand() {
    let of = |by: Option<&str>| {
        let program = Program::trace("main", |p| {
            let (a, b) = (p.input::<f32>("a", (p.dim("n"), 24)), p.input::<f32>("b", (24, p.dim("m"))));
            let product = a.matmul(&b);
            by.map_or(product.clone(), |by| product.scheduled((["i", "j"], ["k"]), &Schedule::text(by)))
        });
        program.unwrap_or_else(|e| panic!("{e}"))
    };
    let args = [array(&[19, 24], 1), array(&[24, 37], 2)];
    let (exact, _) = called(&of(None), Device::interp(), 1, &args);
    for by in [
        "",
        "order(j, i), vectorize(i, 8), unroll(k, 2)",
        "parallel(i), vectorize(j, 16), jam(i, 4)",
        "split(i, [8]), split(j, [16]), split(k, [8]), order(i.0, j.0, k.0)",
    ] {
        let program = of(Some(by));
        for device in [Device::interp(), Device::cpu(), Device::simt()] {
            let (found, _) = called(&program, device, 1, &args);
            let worst = found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(worst <= 1e-5, "off by {worst}: {by}");
        }
    }
}
