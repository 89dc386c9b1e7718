//! What is said of programs: explanations, `Display` of programs and executables, `Debug` of errors.

use tensorforge::*;

fn program() -> Program {
    let traced = Program::trace("f", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", [n, n]);
        let y = x.sin().matmul(&x);
        y.sum(0) / y.max_along(1)
    });
    traced.unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn nests_and_memory_are_counted_and_stages_shown() {
    let session = Session::new().unwrap();
    let explained = session.explain(&program(), &Device::cpu()).unwrap();
    let [function] = &explained.functions[..] else { panic!("{explained:?}") };
    assert!(!function.nests.is_empty() && !function.buffers.is_empty(), "{explained}");
    assert!(
        function.nests.iter().all(|k| k.place.contains("explaining.rs:") && k.loops >= k.depth),
        "{explained}"
    );
    assert!(function.nests.iter().any(|k| k.lanes > 1 && k.depth > 1), "{explained}");
    let names: Vec<&str> = explained.stages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[0], "program");
    assert!(
        ["apply-fusion", "bufferize", "loop-vectorize"].iter().all(|name| names.contains(name)),
        "{names:?}"
    );
    let short = explained.to_string();
    assert!(
        short.starts_with("f on cpu: ") && short.contains("nest 0: ") && short.contains("after bufferize: ")
    );
    assert!(!short.contains("func.func") && format!("{explained:#}").contains("func.func @f"));
    let exe = session.compile(&program(), Device::cpu()).unwrap();
    assert_eq!(exe.explain().functions, explained.functions);
}

#[test]
fn the_interpreter_has_no_loops_of_its_own() {
    let session = Session::new().unwrap();
    let explained = session.compile(&program(), Device::interp()).unwrap().explain();
    assert!(explained.to_string().starts_with("f on interp: 0 loop nests, 0 buffers\n"), "{explained}");
}

#[test]
fn programs_show_their_text_and_executables_their_signature() {
    let program = program();
    assert_eq!(program.to_string(), program.to_text());
    let exe = Session::new().unwrap().compile(&program, Device::interp()).unwrap();
    assert_eq!(exe.to_string(), "f(x: tensor<?{n}x?{n}xf32>) -> tensor<?{n}xf32> on interp");
}

/// What `unwrap()` in somebody's main shows.
#[test]
fn errors_show_their_text_where_they_are_unwrapped() {
    let error = Session::new().unwrap().parse("a.mlir", "func.func @f(").err().unwrap();
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = Program::trace("f", |p| p.input::<f32>("x", [2]) + p.input::<f32>("y", [3])).err().unwrap();
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(error.to_string().contains("explaining.rs:"));
}
