//! Profiles of calls: the measurements, and that measuring changes nothing.

use tensorforge::{Array, Device, Error, Executable, Program, Roofline};

/// Rows less their mean, then a sum of the columns, in two nests at least.
fn program() -> Program {
    Program::trace("rows", |p| {
        let x = p.input::<f32>("x", [p.dim("n"), p.dim("m")]);
        let centred = &x - &x.mean(1).keep();
        (centred.sum(0), centred)
    })
    .expect("the program is right")
}

fn compiled(profile: bool) -> Executable {
    let session = crate::sessions::builder().profile(profile).build().expect("a session needs nothing");
    session.compile(&program(), Device::cpu()).expect("the program compiles")
}

fn rows() -> Array {
    let numbers: Vec<f32> = (0..64 * 48).map(|i| (i % 17) as f32).collect();
    Array::from_slice(&[64, 48], &numbers).expect("64 rows of 48")
}

#[test]
fn nests_are_measured_and_answers_stay() {
    let (plain, measured) = (compiled(false), compiled(true));
    assert_eq!(plain.profile(), None);
    assert_eq!(measured.profile().map(|profile| (profile.calls, profile.nests.len())), Some((0, 0)));
    let expected: (Array, Array) = plain.call((&rows(),)).expect("it runs");
    for _ in 0..3 {
        let found: (Array, Array) = measured.call((&rows(),)).expect("it runs");
        assert_eq!(found, expected);
    }
    let profile = measured.profile().expect("the session profiles");
    assert_eq!(profile.calls, 3);
    assert!(!profile.nests.is_empty());
    let nests: std::time::Duration = profile.nests.iter().map(|nest| nest.time).sum();
    assert!(nests <= profile.time, "{profile}");
    for nest in &profile.nests {
        assert_eq!(nest.runs % 3, 0, "{profile}");
        assert!(nest.place.contains("profile.rs"), "{profile}");
    }
    // Each element is read, and one that is centred written: 24 KB at least, in every call.
    let bytes: f64 = profile.nests.iter().filter_map(|nest| nest.bytes).sum();
    assert!(bytes >= 3.0 * 2.0 * 4.0 * 64.0 * 48.0, "{profile}");
    let operations: f64 = profile.nests.iter().filter_map(|nest| nest.operations).sum();
    assert!(operations >= 3.0 * 2.0 * 64.0 * 48.0, "{profile}");
    measured.forget_profile();
    assert_eq!(measured.profile().map(|profile| profile.calls), Some(0));
}

/// If a loop was split at the edges of its reads, its parts together do its work: two operations for each of
/// 16 terms of 64 x 64 points.
#[test]
fn loops_that_were_split_are_counted() {
    let text = "func.func @main(%x: tensor<64x64xf32>, %w: tensor<16xf32>) -> tensor<64x64xf32> {
      %z = arith.constant 0.0 : f32
      %r = tensor.compute (%i, %j) in [64, 64] {
        %s = tensor.fold (%k) = 0 to 16 add fastmath<reassoc> {
          %a = tensor.at %x[%i + %k - 3, %j] fill(%z) : tensor<64x64xf32>
          %b = tensor.at %w[%k] : tensor<16xf32>
          %c = arith.mulf %a, %b : f32
          tensor.yield %c : f32
        } : f32
        tensor.yield %s : f32
      } : tensor<64x64xf32>
      return %r : tensor<64x64xf32>
    }";
    let session = crate::sessions::builder().profile(true).build().expect("a session needs nothing");
    let measured = session.compile_text(text, Device::cpu()).expect("the program compiles");
    let array = |shape: &[usize]| {
        let ones = vec![1.0f32; shape.iter().product()];
        Array::from_slice(shape, &ones).expect("as many as the shape says")
    };
    let _: Array = measured.call((&array(&[64, 64]), &array(&[16]))).expect("it runs");
    let profile = measured.profile().expect("the session profiles");
    assert!(profile.nests.iter().all(|nest| nest.operations.is_some() && nest.bytes.is_some()), "{profile}");
    let operations: f64 = profile.nests.iter().filter_map(|nest| nest.operations).sum();
    assert_eq!(operations, 2.0 * 16.0 * 64.0 * 64.0, "{profile}");
}

#[test]
fn a_profile_includes_the_machine_limits() {
    let measured = compiled(true);
    measured.call::<(Array, Array)>((&rows(),)).expect("it runs");
    let roofline = Roofline::measure().expect("the processor has code");
    assert!(roofline.operations > 1e8 && roofline.bytes > 1e8, "{roofline:?}");
    let text = measured.profile().expect("the session profiles").beside(roofline).to_string();
    assert!(text.contains("this machine can do") && text.contains(" % of "), "{text}");
}

#[test]
fn unmeasurable_programs_are_refused() {
    let session = crate::sessions::builder().profile(true).build().expect("a session needs nothing");
    for device in [Device::interp(), Device::simt()] {
        let error = session.compile(&program(), &device).expect_err("nothing is measured there");
        assert!(
            matches!(&error, Error::Pipeline(why) if why.contains("profile measures loop nests on cpu")),
            "{error}"
        );
    }
    let own = Device::cpu().with_pipeline(tensorforge::pipelines::cpu());
    let error = session.compile(&program(), &own).expect_err("the pipeline marks nothing");
    assert!(error.to_string().contains("must have the pass mark-nests"), "{error}");
    let both =
        crate::sessions::builder().profile(true).nan_traps(true).build().expect("a session needs nothing");
    let error = both.compile(&program(), Device::cpu()).expect_err("one of the two");
    assert!(error.to_string().contains("cannot be combined"), "{error}");
}
