//! Ahead of time: every program has C functions that the code generator takes, and a header that C takes.
//! (That they answer right is tested from C and Python, in test/tfc.)

use std::path::Path;
use std::process::Command;
use tensorforge::{Ahead, Device, Form, Level};
use tf_generate::{Config, program};

const AXPY: &str =
    "func.func @axpy(%a: f32, %x: tensor<?{n}xf32>, %y: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %0 = tensor.splat %a : tensor<?{n}xf32>
  %1 = arith.mulf %0, %x : tensor<?{n}xf32>
  %2 = arith.addf %1, %y : tensor<?{n}xf32>
  return %2 : tensor<?{n}xf32>
}";

#[test]
fn random_programs_have_c_functions() {
    let session = crate::sessions::session();
    let mut headers = String::new();
    let mut compiled = 0;
    for seed in 0..20 {
        let module = program(session.context(), seed, &Config::default());
        let prefix = format!("p{seed}_");
        let ahead = Ahead { form: Form::Mlir, prefix: prefix.clone(), ..Ahead::default() };
        match session.compile_ahead(&module, &ahead) {
            Ok(unit) => {
                let text = String::from_utf8_lossy(unit.bytes());
                assert_eq!(unit.symbols(), [format!("{prefix}main"), format!("{prefix}main_extents")]);
                assert!(unit.symbols().iter().all(|s| text.contains(&format!("llvm.func @{s}("))), "{seed}");
                headers.push_str(&unit.header(&format!("{prefix}.h"), "a random program"));
                compiled += 1;
            }
            // What cannot be compiled at all cannot be ahead of time.
            Err(error) => {
                assert!(session.compile_module(&module, Device::cpu()).is_err(), "{seed}: {error}");
            }
        }
    }
    assert!(compiled >= 16, "{compiled} programs");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-programs.c");
    std::fs::write(&file, headers).unwrap();
    let cc = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"])
        .arg(&file)
        .output();
    let cc = cc.expect("there is a C compiler");
    assert!(cc.status.success(), "{}", String::from_utf8_lossy(&cc.stderr));
}

#[test]
fn processors_and_names() {
    let session = crate::sessions::session();
    let module = session.parse("axpy.mlir", AXPY).unwrap();
    let ahead = |level: Level, prefix: &str| Ahead {
        level,
        prefix: prefix.to_string(),
        form: Form::Assembly,
        ..Ahead::default()
    };
    let assembly = |level: Level| {
        let unit = session.compile_ahead(&module, &ahead(level, "")).unwrap_or_else(|e| panic!("{e}"));
        String::from_utf8_lossy(unit.bytes()).into_owned()
    };
    if cfg!(target_arch = "x86_64") {
        // Registers tell the features of the processor.
        let widest = [Level::V2, Level::V3, Level::V4].map(assembly);
        assert!(!widest[0].contains("%ymm") && widest[1].contains("%ymm") && !widest[1].contains("%zmm"));
        assert!(widest[2].contains("%zmm") || widest[2].contains("%ymm1"));
    }
    for (prefix, part) in [
        ("7", "function '7axpy' is not a valid name of a C function"),
        ("tf_", "function 'tf_axpy' is reserved by C or used by the object"),
    ] {
        let error = session.compile_ahead(&module, &ahead(Level::Host, prefix)).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let two = AXPY.to_string() + &AXPY.replace("axpy", "axpy_extents");
    let module = session.parse("two.mlir", &two).unwrap();
    let error = session.compile_ahead(&module, &ahead(Level::Host, "")).unwrap_err().to_string();
    assert!(error.contains("function 'axpy_extents' is the name of two functions"), "{error}");
}
