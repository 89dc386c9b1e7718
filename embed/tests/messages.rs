//! The messages of a program that stops: the tensor by its name, index, extent and line, in the same words on
//! every device; and the checked mode, in which accesses without a policy stop it, too.

use tensorforge::{Args, Array, Error, Outside, Program, Session, Tracer, Update, Values};

/// The first device's message of a call, compared with those of the others; nothing if all give results.
#[track_caller]
fn said<'a>(session: &Session, program: &Program, args: impl Args<'a> + Clone) -> Option<String> {
    let devices = session.devices();
    assert!(devices.len() > 1, "the LLVM library is built with the tests");
    let message = |device| {
        let exe = session.compile(program, device).unwrap_or_else(|e| panic!("{e}"));
        let result: Result<Vec<Array>, Error> = exe.call(args.clone());
        result.err().map(|error| error.to_string())
    };
    let all: Vec<Option<String>> = devices.iter().map(message).collect();
    assert!(all.iter().all(|one| *one == all[0]), "the devices say different things: {all:#?}");
    all.into_iter().next().flatten()
}

#[track_caller]
fn trace<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("f", body).unwrap_or_else(|e| panic!("{e}"))
}

fn plain() -> Session {
    Session::new().unwrap()
}

fn checked() -> Session {
    Session::builder().checked(true).verify_each(true).build().unwrap()
}

fn floats(extents: &[usize]) -> Array {
    let n: usize = extents.iter().product();
    Array::from_slice(extents, &(0..n).map(|i| i as f32).collect::<Vec<_>>()).unwrap()
}

fn ints(values: &[i32]) -> Array {
    Array::from_slice(&[values.len()], values).unwrap()
}

/// A message at a line of this file, with its text and code.
#[track_caller]
fn is_at(message: Option<String>, line: u32, wanted: &str) {
    let message = message.expect("the call stops");
    let place = format!("embed/tests/messages.rs:{line}:");
    let ends = format!(": error: {wanted}");
    assert!(message.contains(&place) && message.ends_with(&ends), "{message}\nis not at {place} {ends}");
}

#[test]
fn a_read_outside_names_tensor_index_extent_and_line() {
    let (session, x, line) = (plain(), floats(&[5]), line!());
    let scalar = trace(|p| p.input::<f32>("x", [p.dim("n")]).at_checked([p.scalar::<i32>("k")]));
    assert_eq!(said(&session, &scalar, (&x, 4)), None);
    let outside = "index 9 is outside 'x', whose axis 0 has extent 5 [E0602]";
    is_at(said(&session, &scalar, (&x, 9)), line + 1, outside);
    is_at(said(&session, &scalar, (&x, -1)), line + 1, &outside.replace('9', "-1"));

    // Of a list of indices, in vector code.
    let line = line!();
    let gather = trace(|p| {
        let (x, i) = (p.input::<f32>("picture", [p.dim("n")]), p.input::<i32>("i", [p.dim("m")]));
        x.at_checked([i])
    });
    for m in [1, 3, 16, 100, 1000] {
        let mut i: Vec<i32> = (0..m).map(|i| i % 5).collect();
        assert_eq!(said(&session, &gather, (&x, &ints(&i))), None);
        i[m as usize / 2] = 7;
        let outside = "index 7 is outside 'picture', whose axis 0 has extent 5 [E0602]";
        is_at(said(&session, &gather, (&x, &ints(&i))), line + 3, outside);
    }
}

#[test]
fn the_axis_that_is_outside_is_named() {
    let (session, line) = (plain(), line!());
    let program = trace(|p| {
        let (x, i) = (p.input::<f32>("x", [p.dim("n"), p.dim("m")]), p.scalar::<i64>("i"));
        let j = p.scalar::<i64>("j");
        p.compute([p.dim("n")], |[k]| x.at_checked([(&k + &i), j.clone()]))
    });
    let call = |i: i64, j: i64| said(&session, &program, (&floats(&[4, 3]), i, j));
    assert_eq!(call(0, 2), None);
    is_at(call(1, 2), line + 4, "index 4 is outside 'x', whose axis 0 has extent 4 [E0602]");
    is_at(call(0, 3), line + 4, "index 3 is outside 'x', whose axis 1 has extent 3 [E0602]");
}

#[test]
fn a_tensor_without_a_name_is_known_by_its_line() {
    let (session, line) = (plain(), line!());
    let program = trace(|p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        let y = x.exp().cumsum(0);
        y.at_checked([p.scalar::<i32>("k")])
    });
    let wanted = format!(
        "index 6 is outside the tensor created at embed/tests/messages.rs:{}, whose axis 0 has extent 5 [E0602]",
        line + 3
    );
    is_at(said(&session, &program, (&floats(&[5]), 6)), line + 4, &wanted);
}

#[test]
fn slices_and_writes_have_equal_messages() {
    let (session, line) = (plain(), line!());
    let slice = trace(|p| p.input::<f32>("x", [p.dim("n")]).slice([2..5]));
    assert_eq!(said(&session, &slice, &floats(&[5])), None);
    let outside = "index 4 is outside 'x', whose axis 0 has extent 4 [E0602]";
    is_at(said(&session, &slice, &floats(&[4])), line + 1, outside);

    let line = line!();
    let put = trace(|p| {
        let (x, k) = (p.input::<f32>("total", [p.dim("n")]), p.scalar::<i32>("k"));
        p.scatter([3], [(x, Update::Set)], |[i], [to]| to.put_checked([&k + i.to::<i32>()], 1.0))
    });
    assert_eq!(said(&session, &put, (&floats(&[5]), 2)), None);
    let outside = "index 5 of a write is outside 'total', whose axis 0 has extent 5 [E0602]";
    is_at(said(&session, &put, (&floats(&[5]), 3)), line + 3, outside);
}

#[test]
fn other_traps_report_their_values() {
    let (session, line) = (plain(), line!());
    let steps = trace(|p| {
        let (x, s) = (p.input::<f32>("x", [p.dim("n")]), p.scalar::<i32>("s"));
        p.for_step(0, 5, s, x, |_, x| x + 1.0)
    });
    let wanted = "a loop has step -2, but steps must be at least 1 [E0601]";
    is_at(said(&session, &steps, (&floats(&[2]), -2)), line + 3, wanted);

    let line = line!();
    let born = trace(|p| {
        let k = p.scalar::<i64>("k");
        let length = p.dim_of("length", &k);
        p.zeros::<f32>([length])
    });
    let wanted = "the extent length would be -3, but extents range from 0 to 2^48 [E0601]";
    is_at(said(&session, &born, -3), line + 3, wanted);
}

/// A trap in text, with a custom status or none.
#[test]
fn statuses_have_one_wording() {
    let session = plain();
    let text = |stop: &str| {
        format!(
            "func.func @f(%x: i64) -> i64 {{
  %i = arith.index_cast %x : i64 to index
  {stop} : index
  return %x : i64
}}"
        )
    };
    let cases = [
        (r#"mem.trap "number {}" %i"#, "number 3 [E0602]"),
        (r#"mem.trap "number {}" {code = 1 : i64} %i"#, "number 3 [E0602]"),
        (r#"mem.trap "number {}" {code = 2 : i64} %i"#, "number 3 [E0601]"),
        (r#"mem.trap "number {}" {code = 4 : i64} %i"#, "a size does not fit 64 bits: number 3 [E0601]"),
        (r#"mem.trap "number {}" {code = 5 : i64} %i"#, "an assertion failed: number 3 [E0601]"),
        (r#"mem.trap "number {}" {code = 77 : i64} %i"#, "it stopped: number 3 [E0601]"),
        (r#"mem.trap "number {}" {code = -1 : i64} %i"#, "it stopped: number 3 [E0601]"),
    ];
    for (stop, wanted) in cases {
        for device in session.devices() {
            let exe = session.compile_text(&text(stop), &device).unwrap_or_else(|e| panic!("{e}"));
            let error = exe.call::<Array>(3i64).unwrap_err().to_string();
            assert_eq!(error, format!("<text>:3:3: error: {wanted}"), "{device}: {stop}");
        }
    }
}

#[test]
fn arguments_that_do_not_fit_are_refused_in_the_same_words() {
    let session = plain();
    let program = trace(|p| {
        let (n, k) = (p.dim("n"), p.scalar::<i32>("k"));
        p.input::<f32>("x", [n, n]) + p.input::<f32>("y", [n]) + k.to::<f32>()
    });
    let call = |k, x: &[usize], y: &[usize]| said(&session, &program, (k, &floats(x), &floats(y))).unwrap();
    assert_eq!(
        call(1, &[3, 4], &[3]),
        "argument 'x' of 'f' is tensor<?{n}x?{n}xf32>, not tensor<3x4xf32> (with n = 3)"
    );
    assert_eq!(
        call(1, &[3, 3], &[4]),
        "argument 'y' of 'f' is tensor<?{n}xf32>, not tensor<4xf32> (with n = 3)"
    );
    let large = said(&session, &program, (1i64 << 40, &floats(&[3, 3]), &floats(&[3]))).unwrap();
    assert_eq!(
        large,
        "argument 'k' of 'f' is i32, which cannot represent 1099511627776 (i64): its range is -2147483648 to 2147483647"
    );
}

/// A program in which a gather, a read in scalar code, a write and an update have no policy.
fn silent() -> (Program, u32) {
    let line = line!();
    let program = trace(|p| {
        let (n, i) = (p.dim("n"), p.input::<i32>("i", [4]));
        let x = p.input::<f32>("x", [n]);
        let taken = x.at([&i]);
        let next = p.compute([4], |[k]| x.at([&k + 1]));
        let [put] = p.scatter([4], [(x.clone(), Update::Set)], |[k], [to]| to.put([&k + 1], 1.0));
        let set = x.add_at([i], 1.0);
        (taken, next, put, set)
    });
    (program, line)
}

#[test]
fn checked_mode_stops_without_a_policy() {
    let (program, line) = silent();
    let inside = (&ints(&[0, 1, 2, 4]), &floats(&[5]));
    assert_eq!(said(&plain(), &program, (&ints(&[0, 9, 2, -1]), &floats(&[2]))), None);
    let session = checked();
    assert_eq!(said(&session, &program, inside), None);
    let indices = ints(&[0, 1, 7, 2]);
    is_at(
        said(&session, &program, (&indices, &floats(&[5]))),
        line + 4,
        "index 7 is outside 'x', whose axis 0 has extent 5 [E0602]",
    );
    is_at(
        said(&session, &program, (&ints(&[0, 1, 2, 3]), &floats(&[4]))),
        line + 5,
        "index 4 is outside 'x', whose axis 0 has extent 4 [E0602]",
    );
}

/// Each kind of access alone: explicit policies stay.
#[test]
fn checked_mode_keeps_explicit_policies() {
    let (session, x, i) = (checked(), floats(&[5]), ints(&[7]));
    let with = |read: &dyn Fn(&tensorforge::Tensor, &tensorforge::Tensor, &Tracer) -> tensorforge::Tensor| {
        let program =
            trace(|p| read(&p.input::<f32>("x", [p.dim("n")]), &p.input::<i32>("i", [p.dim("m")]), p));
        said(&session, &program, (&x, &i))
    };
    let stops = |message: Option<String>, write: bool| {
        let write = if write { " of a write" } else { "" };
        let wanted = format!("error: index 7{write} is outside 'x', whose axis 0 has extent 5 [E0602]");
        assert!(message.as_ref().is_some_and(|m| m.ends_with(&wanted)), "{message:?}");
    };
    stops(with(&|x, i, _| x.at([i])), false);
    stops(with(&|x, i, _| x.take(0, i)), false);
    stops(with(&|x, i, _| x.take_along_axis(0, i)), false);
    stops(with(&|x, i, _| x.index(0, i.sum(..))), false);
    stops(with(&|x, i, _| x.set_at([i], 1.0)), true);
    assert_eq!(with(&|x, i, _| x.at_wrap([i])), None);
    assert_eq!(with(&|x, i, _| x.at_or([i], 0.0)), None);
    assert_eq!(with(&|x, i, _| x.at_with([i], &Outside::Clamp)), None);
    assert_eq!(with(&|x, i, _| x.take_with(0, i, &Outside::Clamp)), None);
    // What an operation of the library reads outside, it means.
    assert_eq!(with(&|_, i, _| i.bincount(3)), None);
    let put = |p: &Tracer, x: &tensorforge::Tensor, wrap: bool| {
        let [y] = p.scatter([1], [(x, Update::Set)], |[k], [to]| match wrap {
            true => to.put_wrap([&k + 7], 1.0),
            false => to.put([&k + 7], 1.0),
        });
        y
    };
    stops(with(&|x, _, p| put(p, x, false)), true);
    assert_eq!(with(&|x, _, p| put(p, x, true)), None);
}

#[test]
fn checked_programs_have_gradients() {
    let program = trace(|p| {
        let (x, i) = (p.input::<f32>("x", [p.dim("n")]), p.input::<i32>("i", [3]));
        let (value, gradient) = p.value_and_grad(&x, |x| (x.at([&i]) * x.at([&i])).sum(..));
        (value, gradient)
    });
    let session = checked();
    for device in session.devices() {
        let exe = session.compile(&program, &device).unwrap();
        let (value, gradient): (Array, Array) = exe.call((&floats(&[5]), &ints(&[1, 3, 3]))).unwrap();
        assert_eq!(value.as_slice::<f32>().unwrap(), [19.0], "{device}");
        assert_eq!(gradient.as_slice::<f32>().unwrap(), [0.0, 2.0, 0.0, 12.0, 0.0], "{device}");
    }
    let message = said(&session, &program, (&floats(&[5]), &ints(&[1, 5, 3]))).unwrap();
    assert!(message.ends_with("index 5 is outside 'x', whose axis 0 has extent 5 [E0602]"), "{message}");
}

/// The semantics in unchecked mode do not depend on the mark.
#[test]
fn marks_are_gone_from_unchecked_programs() {
    let (program, _) = silent();
    let session = plain();
    let text = |body| tf_ir::text::print_module(body, &tf_ir::text::PrintOptions::default());
    let marked = text(program.module());
    assert!(marked.contains("tf.implicit"), "{marked}");
    let mut settled = program.module().duplicate();
    session.run_passes(&mut settled, "func.func(settle-policies)").unwrap();
    let without = session.parse("<text>", &marked.replace(" {tf.implicit}", "")).unwrap();
    assert_eq!(text(&settled), text(&without));
}

/// A local array of five elements that is used at an index in a compute.
fn five(
    p: &Tracer,
    used: impl Fn(&mut tensorforge::Local, &tensorforge::Tensor) -> tensorforge::Tensor,
) -> tensorforge::Tensor {
    let (x, i) = (p.input::<f32>("x", [5]), p.input::<i32>("i", [p.dim("m")]));
    p.compute([p.dim("m")], |[k]| {
        let mut array = p.local((0..5).map(|at| x.at([at])));
        used(&mut array, &i.at([k]))
    })
}

/// What messages call the array of [`five`].
fn five_made() -> String {
    let all = include_str!("messages.rs");
    let before = all.split("let mut array = p.local((0..5)").next().unwrap_or_default();
    format!("the local array created at embed/tests/messages.rs:{}", before.lines().count())
}

#[test]
fn checked_mode_stops_at_local_arrays() {
    let (plain, checked, x) = (plain(), checked(), floats(&[5]));
    let line = line!();
    let programs = [
        trace(|p| five(p, |array, i| array.get(i))),
        trace(|p| {
            five(p, |array, i| {
                array.set(i, 7.0);
                array.get(0)
            })
        }),
        trace(|p| {
            five(p, |array, i| {
                array.add(i, 7.0);
                array.get(0)
            })
        }),
    ];
    for (program, at) in programs.iter().zip([2, 5, 11]) {
        for m in [1, 40] {
            let mut i: Vec<i32> = (0..m).map(|k| k % 5).collect();
            assert_eq!(said(&checked, program, (&x, &ints(&i))), None);
            for outside in [7, -1] {
                i[m as usize / 2] = outside;
                assert_eq!(said(&plain, program, (&x, &ints(&i))), None);
                let wanted =
                    format!("index {outside} is outside {}, whose axis 0 has extent 5 [E0602]", five_made());
                is_at(said(&checked, program, (&x, &ints(&i))), line + at, &wanted);
            }
        }
    }
}

/// What an index outside means where nobody checks, on all devices.
#[test]
fn local_arrays_keep_their_meaning() {
    let program = trace(|p| {
        five(p, |array, i| {
            let read = array.get(i) * 100.0;
            array.set(i, 50.0);
            array.add(i + 1, 25.0);
            array.set(9, 1000.0);
            array.elements().iter().fold(read + array.get(9), |sum, element| sum + element)
        })
    });
    let session = plain();
    for device in session.devices() {
        let exe = session.compile(&program, &device).unwrap();
        let found: Array = exe.call((&floats(&[5]), &ints(&[-1, 0, 2, 4, 5]))).unwrap();
        // Elements 0 to 4, sum 10; the last one counts twice.
        assert_eq!(found.as_slice::<f32>().unwrap(), [39.0, 89.0, 287.0, 506.0, 414.0], "{device}");
    }
    let mut settled = program.module().duplicate();
    session.run_passes(&mut settled, "func.func(settle-policies)").unwrap();
    let text = tf_ir::text::print_module(&settled, &tf_ir::text::PrintOptions::default());
    assert_eq!(text.matches("tensor.from_elements").count(), 2, "the reads of get and add: {text}");
}

#[test]
fn local_arrays_of_loops_are_known_by_where_they_were_made() {
    let line = line!();
    let program = trace(|p| {
        let i = p.input::<i32>("i", [p.dim("n")]);
        p.compute([3], |[k]| {
            let bins = p.local_of(4, 0i32);
            let bins = p.for_(0, p.dim("n"), bins, |at, mut bins| {
                bins.add(i.at([at]) * k.to::<i32>(), 1);
                bins
            });
            p.stack(bins.elements())
        })
    });
    let (inside, outside) = (ints(&[0, 1, 0]), ints(&[0, 1, 2, 1]));
    assert_eq!(said(&plain(), &program, &outside), None);
    assert_eq!(said(&checked(), &program, &inside), None);
    let made = format!("the local array created at embed/tests/messages.rs:{}", line + 4);
    let wanted = format!("index 4 is outside {made}, whose axis 0 has extent 4 [E0602]");
    is_at(said(&checked(), &program, &outside), line + 6, &wanted);
}

/// An extent out of range is known while tracing; it stops the call at its use, and only there.
#[test]
fn extents_out_of_range_stop_at_their_use() {
    let line = line!();
    let program = trace(|p| {
        let (x, c) = (p.input::<f32>("x", [2]), p.scalar::<i32>("c"));
        let mut array = p.local([x.index(0, 0), x.index(0, 1)]);
        p.if_(c.eq(1), || array.get(2), || array.get(1))
            + p.if_(
                c.eq(2),
                || {
                    let mut other = array.clone();
                    other.set(-3, 1.0);
                    other.get(1)
                },
                || array.get(0),
            )
            + p.switch(c, 4, |k| {
                let empty = &mut p.local(Vec::<tensorforge::Tensor>::new());
                match k {
                    3 => empty.set(0, 1.0),
                    _ => array.set(1, 2.0),
                }
                p.value(1.0f32)
            })
    });
    let (session, x) = (checked(), floats(&[2]));
    assert!((0..4).all(|c| said(&plain(), &program, (&x, c)).is_none()));
    assert_eq!(said(&session, &program, (&x, 0)), None);
    let made = |at| format!("the local array created at embed/tests/messages.rs:{}", line + at);
    let wanted = format!("index 2 is outside {}, whose axis 0 has extent 2 [E0602]", made(3));
    is_at(said(&session, &program, (&x, 1)), line + 4, &wanted);
    is_at(said(&session, &program, (&x, 2)), line + 9, &wanted.replace("index 2", "index -3"));
    let wanted = format!("index 0 is outside {}, whose axis 0 has extent 0 [E0602]", made(15));
    is_at(said(&session, &program, (&x, 3)), line + 17, &wanted);
}

/// Checks stay where code is differentiated and mapped.
#[test]
fn local_arrays_are_checked_in_transforms() {
    let program = trace(|p| {
        let (x, i) = (p.input::<f32>("x", [5]), p.input::<i32>("i", [3]));
        let (value, gradient) = p.value_and_grad(&x, |x| {
            let squares = p.compute([3], |[k]| {
                let mut array = p.local((0..5).map(|at| x.at([at])));
                array.set(i.at([&k]), x.at([0]) * 3.0);
                array.get(1) * array.get(i.at([&k]))
            });
            squares.sum(..)
        });
        (value, gradient)
    });
    let x = floats(&[5]);
    let session = checked();
    for device in session.devices() {
        let exe = session.compile(&program, &device).unwrap();
        let (value, gradient): (Array, Array) = exe.call((&x, &ints(&[1, 2, 4]))).unwrap();
        assert_eq!(value.as_slice::<f32>().unwrap(), [0.0], "{device}");
        assert_eq!(gradient.as_slice::<f32>().unwrap(), [6.0, 0.0, 0.0, 0.0, 0.0], "{device}");
    }
    let message = said(&session, &program, (&x, &ints(&[1, 5, 3]))).unwrap();
    assert!(message.contains("index 5 is outside the local array created at "), "{message}");

    let mapped = trace(|p| {
        let (x, i) = (p.input::<f32>("x", [5]), p.input::<i32>("i", [p.dim("m")]));
        p.vmap(&i, |i| {
            let mut array = p.local((0..5).map(|at| x.index(0, at)));
            p.if_(
                i.ge(0),
                || {
                    array.set(&i, 7.0);
                    array.get(0)
                },
                || x.index(0, 1),
            )
        })
    });
    assert_eq!(said(&session, &mapped, (&x, &ints(&[1, -5, 3]))), None);
    let message = said(&session, &mapped, (&x, &ints(&[1, -5, 6]))).unwrap();
    assert!(message.contains("index 6 is outside the local array created at "), "{message}");
}
