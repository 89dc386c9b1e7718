//! Sessions: compile, call, caches, texts, pipelines, and what goes wrong.

use tensorforge::{Array, ArrayView, Device, Error, Executable, Numerics, Program, Session};

fn axpy() -> Program {
    let program = Program::trace("axpy", |p| {
        let n = p.dim("n");
        let (x, y) = (p.input::<f32>("x", [n]), p.input::<f32>("y", [n]));
        (p.scalar::<f32>("a") * &x + y, x.sum(..))
    });
    program.unwrap()
}

fn on_interp(session: &Session, program: &Program) -> Executable {
    session.compile(program, Device::interp()).unwrap()
}

fn vector(elements: &[f32]) -> Array {
    Array::from_slice(&[elements.len()], elements).unwrap()
}

#[test]
fn one_executable_serves_every_extent() {
    let session = Session::new().unwrap();
    let exe = on_interp(&session, &axpy());
    for n in [0usize, 1, 7, 100] {
        let x = vector(&(0..n).map(|i| i as f32).collect::<Vec<_>>());
        let (z, sum) = exe.call((&x, &x, 2.0)).unwrap();
        assert_eq!(z.extents(), [n]);
        assert_eq!(sum.as_slice::<f32>().unwrap(), [(n * n.saturating_sub(1) / 2) as f32]);
        assert!(z.as_slice::<f32>().unwrap().iter().enumerate().all(|(i, v)| *v == 3.0 * i as f32));
    }
    assert_eq!(session.compilations(), 1);
}

/// The key is the text: an equal program that was traced again, elsewhere in the file, is found.
#[test]
fn equal_programs_are_compiled_once() {
    let session = Session::new().unwrap();
    let (first, again) = (
        axpy(),
        session
            .trace("axpy", |p| {
                let n = p.dim("n");
                let (x, y) = (p.input::<f32>("x", [n]), p.input::<f32>("y", [n]));
                (p.scalar::<f32>("a") * &x + y, x.sum(..))
            })
            .unwrap(),
    );
    on_interp(&session, &first);
    on_interp(&session, &again);
    session.compile_text(&first.to_text(), Device::interp()).unwrap();
    assert_eq!(session.compilations(), 1);
    let other = Program::trace("axpy", |p| p.input::<f32>("x", [p.dim("n")]) * 3.0).unwrap();
    on_interp(&session, &other);
    session.compile(&first, Device::interp().with_pipeline("canonicalize")).unwrap();
    assert_eq!(session.compilations(), 3);
}

#[test]
fn threads_share_a_session() {
    let session = Session::new().unwrap();
    std::thread::scope(|scope| {
        for k in 0..4 {
            let session = &session;
            scope.spawn(move || {
                let exe = on_interp(session, &axpy());
                let x = vector(&[k as f32]);
                let (z, _) = exe.call((&x, &x, 1.0)).unwrap();
                assert_eq!(z.as_slice::<f32>().unwrap(), [2.0 * k as f32]);
            });
        }
    });
    assert_eq!(session.compilations(), 1);
}

#[test]
fn texts_with_several_functions() {
    let text = "
        func.func @double(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
          %y = arith.addf %x, %x : tensor<?{n}xf32>
          return %y : tensor<?{n}xf32>
        }
        func.func @quadruple(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
          %y = call @double(%x) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
          %z = call @double(%y) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
          return %z : tensor<?{n}xf32>
        }";
    let session = Session::new().unwrap();
    let exe = session.compile_text(text, Device::interp()).unwrap();
    let names: Vec<String> = exe.entries().map(|e| e.signature().name().to_string()).collect();
    assert_eq!(names, ["double", "quadruple"]);
    let x = vector(&[1.5]);
    let y: Array = exe.entry("quadruple").unwrap().call(&x).unwrap();
    assert_eq!(y.as_slice::<f32>().unwrap(), [6.0]);
    assert!(
        matches!(exe.entry("triple"), Err(Error::NoEntry { name, functions }) if name == "triple" && functions == names)
    );
}

#[test]
fn results_go_to_the_callers_arrays() {
    let session = Session::new().unwrap();
    let exe = on_interp(&session, &axpy());
    let x = vector(&[1.0, 2.0]);
    let (mut z, mut sum) = (vector(&[0.0; 2]), Array::zeros(x.dtype(), &[]).unwrap());
    exe.call_into((&x, &x, 0.5f32), (&mut z, &mut sum)).unwrap();
    assert_eq!(z.as_slice::<f32>().unwrap(), [1.5, 3.0]);
    assert_eq!(sum.as_slice::<f32>().unwrap(), [3.0]);
    let error = exe.call_into((&x, &x, 0.5f32), (&mut sum, &mut z)).unwrap_err().to_string();
    assert!(error.contains("tensor<2xf32>") || error.contains('2'), "{error}");
    let error = exe.call_into((&x, &x, 0.5f32), &mut z).unwrap_err().to_string();
    assert!(error.contains("result"), "{error}");
}

#[test]
fn views_of_any_strides_are_taken() {
    let session = Session::new().unwrap();
    let program = Program::trace("f", |p| p.input::<f32>("x", (p.dim("n"), p.dim("m"))) * 1.0).unwrap();
    let exe = on_interp(&session, &program);
    let elements = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    let view = ArrayView::from_slice(&[2, 3], &elements).unwrap();
    let same: Array = exe.call((view,)).unwrap();
    assert_eq!(same.as_slice::<f32>().unwrap(), elements);
    let nd = ndarray::Array2::from_shape_vec((2, 3), elements.to_vec()).unwrap();
    let transposed: Array = exe.call((&nd.t(),)).unwrap();
    assert_eq!(tensorforge::to_ndarray::<f32>(&transposed).unwrap(), nd.t().to_owned().into_dyn());
    let gaps = nd.slice(ndarray::s![.., ..;-2]);
    let copied: Array = exe.call(&gaps).unwrap();
    assert_eq!(copied.as_slice::<f32>().unwrap(), [3.0, 1.0, 6.0, 4.0]);
    let backwards = nd.slice(ndarray::s![..;-1, ..]);
    let turned: Array = exe.call(&backwards).unwrap();
    assert_eq!(turned.as_slice::<f32>().unwrap(), [4.0, 5.0, 6.0, 1.0, 2.0, 3.0]);
    let mut out = ndarray::Array2::<f32>::zeros((2, 3));
    exe.call_into(&nd, &mut out).unwrap();
    assert_eq!(out, nd);
}

#[test]
fn mismatches_name_both_types() {
    let session = Session::new().unwrap();
    let exe = on_interp(&session, &axpy());
    let x = vector(&[1.0, 2.0]);
    let message = |result: Result<Vec<Array>, Error>| result.unwrap_err().to_string();
    let longer = message(exe.call((&x, &vector(&[1.0; 3]), 1.0)));
    assert!(
        longer.contains("'y'") && longer.contains("tensor<?{n}xf32>") && longer.contains('3'),
        "{longer}"
    );
    let ints = Array::from_slice(&[2], &[1i32, 2]).unwrap();
    let other = message(exe.call((&x, &ints, 1.0)));
    assert!(other.contains("'y'") && other.contains("i32"), "{other}");
    let fewer = message(exe.call((&x, &x)));
    assert!(fewer.contains('3') && fewer.contains('2'), "{fewer}");
    let scalar = message(exe.call((&x, &x, &x)));
    assert!(scalar.contains("'a'") && scalar.contains("f32"), "{scalar}");
    let single: Result<Array, Error> = exe.call((&x, &x, 1));
    assert!(matches!(single, Err(Error::Results { wanted: 1, found: 2 })));
}

/// Different extents of equal symbols are refused before it runs, with the argument and both shapes.
#[test]
fn extents_that_must_be_equal_are_compared_by_the_call() {
    let session = Session::new().unwrap();
    let program = Program::trace("f", |p| {
        let a = p.input::<f32>("a", [p.dim("n")]);
        a + p.input::<f32>("b", [p.dim("m")])
    });
    let exe = on_interp(&session, &program.unwrap());
    let result: Result<Array, Error> = exe.call((&vector(&[1.0]), &vector(&[1.0, 2.0])));
    let message = result.unwrap_err().to_string();
    assert!(message.contains("'b'") && message.contains("tensor<2xf32>"), "{message}");
}

#[test]
fn texts_and_pipelines_that_are_wrong() {
    let session = Session::new().unwrap();
    let text = |text: &str| session.compile_text(text, Device::interp()).unwrap_err();
    let error = text("func.func @f( {");
    assert!(
        matches!(&error, Error::Parse(message) if message.contains("<text>:1:") && message.contains('^')),
        "{error}"
    );
    let error = text("func.func @f() -> i32 { return }");
    assert!(matches!(&error, Error::Invalid(message) if message.contains("returns 1")), "{error}");
    assert!(matches!(text("module {}"), Error::NoEntry { .. }));
    let undetermined = "func.func @f() -> tensor<?{n}xf32> { %c = arith.constant 0.0 : f32
        %t = tensor.splat %c : tensor<?{n}xf32> return %t : tensor<?{n}xf32> }";
    let error = text(undetermined);
    assert!(matches!(&error, Error::Invalid(message) if message.contains("unbound extent")), "{error}");
    let program = axpy();
    let error = session.compile(&program, Device::interp().with_pipeline("canonicalise")).unwrap_err();
    assert!(matches!(&error, Error::Pipeline(message) if message.contains("canonicalize")), "{error}");
}

#[test]
fn pipelines_run_on_texts() {
    let session = Session::new().unwrap();
    let text = session.run_pipeline(&axpy().to_text(), "tensor-decompose").unwrap();
    assert!(text.contains("tensor.compute") && !text.contains("tensor.reduce"), "{text}");
    let exe = session.compile_text(&text, Device::interp()).unwrap();
    let x = vector(&[1.0, 2.0]);
    let (z, _) = exe.call((&x, &x, 1.0)).unwrap();
    assert_eq!(z.as_slice::<f32>().unwrap(), [2.0, 4.0]);
}

#[test]
fn devices_have_names() {
    for device in [Device::interp(), Device::cpu(), Device::simt()] {
        assert_eq!(Device::by_name(device.name()), Some(device));
    }
    assert_eq!(Device::by_name("tpu"), None);
    assert!(Session::new().unwrap().devices().contains(&Device::interp()));
}

/// A library that is not there is an error with the path, not a crash; the session goes on.
#[test]
fn a_missing_library_is_an_error() {
    let session = Session::builder().llvm_library("/nowhere/at/all").build().unwrap();
    assert_eq!(session.devices(), [Device::interp(), Device::simt()]);
    let error = session.compile(&axpy(), Device::cpu()).unwrap_err();
    assert!(matches!(&error, Error::Library(_)) && error.to_string().contains("/nowhere/at/all"), "{error}");
    on_interp(&session, &axpy());
}

/// A session's numerics are those of functions that do not say them, imported or not; they tell programs
/// apart in a folder.
#[test]
fn numerics_of_a_session() {
    let text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = stablehlo.divide %x, %x : tensor<2xf32>
      return %y : tensor<2xf32> }";
    let own = text.replace("-> tensor<2xf32> {", "-> tensor<2xf32> attributes {tf.numerics = \"fast\"} {");
    let mode = |session: &Session, text: &str| {
        let module = session.import_stablehlo(&session.parse("test.mlir", text).unwrap()).unwrap();
        let function = module.child(module.child_ops()[0]).unwrap();
        let mode = function.attr(function.root(), "tf.numerics").and_then(|a| function.ctx().attr_str(a));
        mode.map(str::to_string)
    };
    let usual = Session::new().unwrap();
    assert_eq!(mode(&usual, text).as_deref(), Some("precise"));
    let folder = std::env::temp_dir().join(format!("tf-numerics-{}", std::process::id()));
    let mut kept = 0;
    for numerics in [Numerics::Strict, Numerics::Standard] {
        let session = Session::builder().numerics(numerics).cache_dir(&folder).build().unwrap();
        assert_eq!(mode(&session, text).as_deref(), Some(numerics.name()));
        assert_eq!(mode(&session, &own).as_deref(), Some("fast"));
        session.compile(&axpy(), Device::cpu()).unwrap();
        kept += session.cache_use().kept;
        assert_eq!(session.cache_use().found, 0, "{numerics:?}");
    }
    assert!(kept > 0);
    let _ = std::fs::remove_dir_all(&folder);
}
