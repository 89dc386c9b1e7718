//! Prints, assertions and trapped NaN: their text, on every device the same, in order, once.

use std::sync::{Arc, Mutex};
use tensorforge::*;

/// The devices of these tests: the interpreter, machine code, and kernels in both.
const DEVICES: [fn() -> Device; 4] = [Device::interp, Device::cpu, Device::simt, Device::simt_compiled];

/// The printed text of a call, and its results or its error.
type Heard = (Vec<String>, Result<Vec<Array>, String>);

/// The printed text and results of a program, which have to agree on all devices.
#[track_caller]
fn heard<'a>(builder: SessionBuilder, program: &Program, args: impl Args<'a> + Clone) -> Heard {
    let all = Arc::new(Mutex::new(Vec::new()));
    let to = all.clone();
    let printer = Printer::new(move |printed| {
        assert!(printed.place.contains("watching.rs:"), "{printed:?}");
        to.lock().unwrap().push(printed.text.to_string());
    });
    let session = builder.printer(printer).verify_each(true).build().unwrap();
    let mut found: Option<Heard> = None;
    for device in DEVICES.map(|device| device()) {
        let exe = session.compile(program, &device).unwrap_or_else(|e| panic!("{e}"));
        let given: Result<Vec<Array>, String> = exe.call(args.clone()).map_err(|e: Error| e.to_string());
        let printed = std::mem::take(&mut *all.lock().unwrap());
        match &found {
            None => found = Some((printed, given)),
            Some((before, result)) => {
                assert_eq!(*before, printed, "on {device}");
                assert_eq!(format!("{result:?}"), format!("{given:?}"), "on {device}");
            }
        }
    }
    found.unwrap()
}

#[track_caller]
fn trace<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("f", body).unwrap_or_else(|e| panic!("{e}"))
}

fn floats(values: &[f32]) -> Array {
    Array::from_slice(&[values.len()], values).unwrap()
}

#[test]
fn values_of_every_type_are_printed_where_they_are_made() {
    let program = trace(|p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.print("x = {}", &x);
        let y = &x * 2 + 1;
        p.print("y = {}, sum {}, n {}", (&y, y.sum(..), x.extent(0)));
        let z = y.to::<half::bf16>();
        p.print("{} {} {} {}", (&z, x.gt(1.5), y.to::<u8>(), p.constant(200u8)));
        p.print("nothing", ());
        z.to::<f64>() * 0.5
    });
    let (printed, given) = heard(crate::sessions::builder(), &program, (&floats(&[1.0, 2.0]),));
    assert_eq!(
        printed,
        [
            "x = f32[2] [1.0, 2.0]",
            "y = f32[2] [3.0, 5.0], sum 8.0, n 2",
            "bf16[2] [3.0, 5.0] bool[2] [false,  true] u8[2] [3, 5] 200",
            "nothing"
        ]
    );
    assert_eq!(given.unwrap()[0].as_slice::<f64>().unwrap(), [1.5, 2.5]);
}

/// Code around a print is fused around it: the values are those of its position in the program.
#[test]
fn updated_arrays_are_printed_with_old_elements() {
    let program = trace(|p| {
        let n = p.dim("n");
        let mut x = p.input::<f32>("x", [n]);
        for step in 0..3 {
            x *= 2;
            p.print("{}: {}", (step, &x));
        }
        p.for_(0, 2, x, |i, x| {
            let x = x + 1;
            p.print("trip {}: {}", (i, &x));
            x
        })
    });
    let (printed, _) = heard(crate::sessions::builder(), &program, (&floats(&[1.0, 0.5]),));
    assert_eq!(
        printed,
        [
            "0: f32[2] [2.0, 1.0]",
            "1: f32[2] [4.0, 2.0]",
            "2: f32[2] [8.0, 4.0]",
            "trip 0: f32[2] [9.0, 5.0]",
            "trip 1: f32[2] [10.0,  6.0]"
        ]
    );
}

#[test]
fn derivatives_print_nothing_twice_and_maps_print_each_slice() {
    let program = trace(|p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        let (value, gradient) = p.value_and_grad(&x, |x| {
            p.print("in the function {}", &x);
            let y = p.checkpoint(&x, |x| {
                p.print("in the checkpoint", ());
                x.square()
            });
            p.for_(0, 2, y, |i, y| {
                p.print("trip {}", i);
                y * &x
            })
            .sum(..)
        });
        let mapped = p.vmap(&x, |e| {
            p.print("slice {}", &e);
            p.assert_(e.lt(10.0), "too large: {}", &e);
            e * 2
        });
        (value, gradient, mapped)
    });
    let (printed, given) = heard(crate::sessions::builder(), &program, (&floats(&[1.0, 2.0]),));
    let start = ["in the function f32[2] [1.0, 2.0]", "in the checkpoint", "trip 0", "trip 1"];
    assert_eq!(printed, [&start[..], &["slice 1.0", "slice 2.0"]].concat());
    assert_eq!(given.unwrap()[1].as_slice::<f32>().unwrap(), [4.0, 32.0]);
    let (printed, given) = heard(crate::sessions::builder(), &program, (&floats(&[1.0, 11.0, 12.0]),));
    // A statement runs for all slices before the next one does.
    assert_eq!(printed[4..], ["slice 1.0", "slice 11.0", "slice 12.0"], "{given:?}");
    let said = given.unwrap_err();
    assert!(
        said.contains("watching.rs:") && said.ends_with("an assertion failed: too large: 11.0 [E0601]"),
        "{said}"
    );
}

#[test]
fn assertions_name_their_line_and_values() {
    let program = trace(|p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.assert_(x.ge(0.0), "negative: {} of {}", (x.min_along(..), x.extent(0)));
        p.print("fine", ());
        x.sqrt()
    });
    let (printed, given) = heard(crate::sessions::builder(), &program, (&floats(&[4.0, 9.0]),));
    assert_eq!((printed.len(), given.is_ok()), (1, true));
    let (printed, given) = heard(crate::sessions::builder(), &program, (&floats(&[4.0, -0.1]),));
    let said = given.unwrap_err();
    assert!(printed.is_empty());
    assert!(said.ends_with("error: an assertion failed: negative: -0.1 of 2 [E0601]"), "{said}");
}

#[test]
fn the_printer_of_an_executable_takes_precedence() {
    let program = trace(|p| {
        let x = p.scalar::<f32>("x");
        p.print("{}", &x);
        x
    });
    let session = crate::sessions::session();
    for device in DEVICES.map(|device| device()) {
        let exe = session.compile(&program, &device).unwrap();
        let x: Array = exe.call((1.5f32,)).unwrap();
        assert_eq!(x.item::<f32>().unwrap(), 1.5);
        let count = Arc::new(Mutex::new(0));
        let to = count.clone();
        let loud = exe.printing_to(Printer::new(move |_| *to.lock().unwrap() += 1));
        let _: Array = loud.call((1.5f32,)).unwrap();
        assert_eq!(*count.lock().unwrap(), 1);
    }
}

#[test]
fn unprintable_values_are_refused_at_their_line() {
    let refused = |body: &dyn Fn(&Tracer) -> Tensor| {
        let error = Program::trace("f", |p| body(p)).map(|p| p.to_text()).unwrap_err();
        error.to_string()
    };
    let input = |p: &Tracer| p.input::<f32>("x", [4]);
    let cases: [(&str, &dyn Fn(&Tracer) -> Tensor); 5] = [
        ("the text of print has 2 {} for 1 values", &|p| {
            p.print("{} {}", input(p));
            p.constant(1)
        }),
        ("without anything between the braces", &|p| {
            p.print("{:.2}", input(p));
            p.constant(1)
        }),
        ("the condition of assert_ is f32[4]: compare it first", &|p| {
            p.assert_(input(p), "", ());
            p.constant(1)
        }),
        ("a scalar is needed, not f32[4]", &|p| {
            let x = input(p);
            p.assert_(x.gt(0), "{}", &x);
            x
        }),
        ("print cannot be in a comprehension", &|p| {
            let x = input(p);
            p.compute([4], |i| {
                p.print("{}", i[0].clone());
                x.at([&i[0]])
            })
        }),
    ];
    for (words, body) in cases {
        let said = refused(body);
        assert!(said.contains(words) && said.contains("watching.rs:"), "{words}: {said}");
    }
}

#[test]
fn the_first_operation_that_makes_a_nan_is_named() {
    let traps = || crate::sessions::builder().nan_traps(true);
    let line = line!() + 3;
    let program = trace(|p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        let y = (&x - 1).log();
        let z = &y * 2 + &x;
        z.sum(..) / y.max_along(..)
    });
    let (_, given) = heard(traps(), &program, (&floats(&[3.0, 5.0, 2.5]),));
    assert!(given.is_ok(), "{given:?}");
    let (_, given) = heard(traps(), &program, (&floats(&[3.0, 0.5, 2.5]),));
    let said = given.unwrap_err();
    let wanted = format!("watching.rs:{line}:");
    assert!(said.contains(&wanted), "{wanted}: {said}");
    assert!(said.ends_with("'math.log' computes a NaN or an infinity from -0.5 [E0601]"), "{said}");
    // Operands that were not finite before are no fault.
    let (_, given) = heard(traps(), &program, (&floats(&[3.0, f32::INFINITY, 2.5]),));
    assert!(given.is_ok(), "{given:?}");
}

/// Sums and products overflow at their line, for any form of code.
#[test]
fn overflows_of_reductions_and_products_are_found() {
    let input = |p: &Tracer| p.input::<f32>("x", [p.dim("n")]);
    let programs = [
        (line!(), trace(|p| input(p).sum(..))),
        (line!(), trace(|p| input(p).square().mean(..))),
        (line!(), trace(|p| input(p).cumsum(0))),
        (line!(), trace(|p| (input(p).to::<f64>() * 1e30).to::<f32>())),
    ];
    let session = crate::sessions::builder().nan_traps(true).build().unwrap();
    for (line, program) in &programs {
        for device in DEVICES.map(|device| device()) {
            let exe = session.compile(program, &device).unwrap();
            let good: Result<Vec<Array>, Error> = exe.call((&floats(&[1e6; 40]),));
            assert!(good.is_ok(), "{good:?}");
            let bad: Result<Vec<Array>, Error> = exe.call((&floats(&[2e38; 40]),));
            let said = bad.unwrap_err().to_string();
            let wanted = format!("watching.rs:{line}:");
            assert!(
                said.contains(&wanted) && said.contains("computes a NaN or an infinity"),
                "{device} {wanted} {said}"
            );
        }
    }
}

#[test]
fn a_pipeline_of_ones_own_has_to_trap_itself() {
    let session = crate::sessions::builder().nan_traps(true).build().unwrap();
    let program = trace(|p| p.scalar::<f32>("x").exp());
    let error = session.compile(&program, Device::cpu().with_pipeline(pipelines::cpu())).err().unwrap();
    assert!(error.to_string().contains("must have the pass trap-nans before loop-vectorize"), "{error}");
    assert!(session.compile(&program, Device::cpu().with_pipeline(pipelines::cpu_trapping_nans())).is_ok());
}
