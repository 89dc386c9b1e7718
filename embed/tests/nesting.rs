//! Conditions that nest deep: compiled and run as any others up to a limit, whose error has the user's
//! location.

use tensorforge::*;

/// Nested conditions, this deep: counts for how many thresholds in a row `x` lies above them.
fn nested(p: &Tracer, x: &Tensor, level: usize, levels: usize) -> Tensor {
    if level == levels {
        return x * 0.0 + level as f32;
    }
    p.if_(x.gt(level as f32), || nested(p, x, level + 1, levels), || x * 0.0 + level as f32)
}

fn program(session: &Session, levels: usize) -> Result<Program, TraceError> {
    session.trace("nested", |p| {
        let x = p.scalar::<f32>("x");
        nested(p, &x, 0, levels)
    })
}

/// Nested closures need a separate stack.
fn on_large_stack(action: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    thread.spawn(action).unwrap().join().unwrap();
}

fn answers(levels: usize) {
    let session = crate::sessions::session();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    let program = program(&session, levels).unwrap();
    for device in devices {
        let exe = session.compile(&program, &device).unwrap_or_else(|error| panic!("on {device}: {error}"));
        // The caller's stack may be small.
        let call = move || {
            for (x, wanted) in [(-1.0f32, 0.0f32), (0.5, 1.0), (17.5, 18.0), (1e6, levels as f32)] {
                let found: Array = exe.call((x,)).unwrap();
                assert_eq!(found.as_slice::<f32>().unwrap(), [wanted], "on {device}: {x}");
            }
        };
        std::thread::Builder::new().stack_size(1 << 20).spawn(call).unwrap().join().unwrap();
    }
}

#[test]
fn three_hundred_conditions_nest_on_every_device() {
    on_large_stack(|| answers(300));
}

#[test]
fn as_many_as_are_allowed_nest_on_every_device() {
    on_large_stack(|| answers(511));
}

#[test]
fn further_extents_are_refused_with_their_location() {
    on_large_stack(|| {
        for levels in [600, 3000] {
            let error = program(&crate::sessions::session(), levels).unwrap_err().to_string();
            assert!(error.contains("nest deeper than 512") && error.contains("nesting.rs:"), "{error}");
        }
    });
}

/// Programs that were made otherwise are refused by every device, in the same words.
#[test]
fn deep_text_is_refused_by_every_device() {
    on_large_stack(|| {
        let levels = 600;
        let open = "loop.if %c {\n".repeat(levels);
        let close = "loop.yield\n}\n".repeat(levels);
        let text = format!("func.func @f(%c: i1) {{\n{open}{close}return\n}}\n");
        let session = crate::sessions::session();
        let options = tf_ir::text::ParseOptions { max_nesting: 10_000, ..Default::default() };
        let parsed = tf_ir::text::parse_module(session.context(), "deep.mlir", &text, &options);
        let module = parsed.unwrap_or_else(|errors| panic!("{errors:?}")).body;
        for device in session.devices() {
            let error = session.compile_module(&module, &device).unwrap_err().to_string();
            assert!(error.contains("deep.mlir:601:") && error.contains("at most 512"), "{device}: {error}");
        }
    });
}
