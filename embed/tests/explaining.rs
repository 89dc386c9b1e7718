//! Texts about programs: explanations, `Display` of programs and executables, `Debug` of errors.

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
    let session = crate::sessions::builder().machine(Family::REFERENCE, 2).build().unwrap();
    let device = Device::cpu().with_level(Family::REFERENCE.level);
    let explained = session.explain(&program(), &device).unwrap();
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
        short.starts_with("f on cpu") && short.contains("nest 0: ") && short.contains("after bufferize: ")
    );
    assert!(!short.contains("func.func") && format!("{explained:#}").contains("func.func @f"));
    let here = Device::cpu();
    let exe = session.compile(&program(), &here).unwrap();
    assert_eq!(exe.explain().functions, session.explain(&program(), &here).unwrap().functions);
}

/// An array that a loop changes while an old version of it is needed.
#[test]
fn copies_in_loops_are_listed_with_their_reason() {
    let copying = |needed: bool| {
        let text = format!(
            "func.func @f(%x: tensor<9x40xf32>, %z: tensor<9x40xf32>) -> (tensor<9x40xf32>, tensor<9x40xf32>) {{
               %c1 = arith.constant 1 : index
               %c8 = arith.constant 8 : index
               %r, %o = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x, %b = %z) -> (tensor<9x40xf32>, tensor<9x40xf32>) {{
                 %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {{
                   %l = tensor.at %b[%t, 3] : tensor<9x40xf32>
                   tensor.put %l into %acc[%t, 4] : memref<9x40xf32>
                   tensor.yield
                 }}
                 loop.yield %y, {} : tensor<9x40xf32>, tensor<9x40xf32>
               }}
               return %r, %o : tensor<9x40xf32>, tensor<9x40xf32>
             }}",
            if needed { "%a" } else { "%b" }
        );
        let session = crate::sessions::session();
        let module = session.parse("copies.mlir", &text).unwrap_or_else(|error| panic!("{error}"));
        session.explain_module(&module, &Device::cpu()).unwrap_or_else(|error| panic!("{error}"))
    };
    let (copied, in_place) = (copying(true), copying(false));
    let [copy] = &copied.functions[0].copies[..] else { panic!("{copied}") };
    assert!(copy.r#type == "memref<9x40xf32>" && copy.place.contains("copies.mlir:"), "{copied}");
    assert!(copied.to_string().contains("copied in a loop: memref<9x40xf32>: "), "{copied}");
    assert!(in_place.functions[0].copies.is_empty(), "{in_place}");
}

#[test]
fn the_interpreter_uses_the_common_loops() {
    let session = crate::sessions::session();
    let explained = session.compile(&program(), Device::interp()).unwrap().explain();
    assert!(explained.to_string().starts_with("f on interp: 0 loop nests, 0 buffers\n"), "{explained}");
}

#[test]
fn programs_show_their_text_and_executables_their_signature() {
    let program = program();
    assert_eq!(program.to_string(), program.to_text());
    let exe = crate::sessions::session().compile(&program, Device::interp()).unwrap();
    assert_eq!(exe.to_string(), "f(x: tensor<?{n}x?{n}xf32>) -> tensor<?{n}xf32> on interp");
}

/// What `unwrap()` in somebody's main shows.
#[test]
fn errors_show_their_text_where_they_are_unwrapped() {
    let error = crate::sessions::session().parse("a.mlir", "func.func @f(").err().unwrap();
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = Program::trace("f", |p| p.input::<f32>("x", [2]) + p.input::<f32>("y", [3])).err().unwrap();
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(error.to_string().contains("explaining.rs:"));
}
