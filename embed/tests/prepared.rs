//! Calls that are prepared for the shapes of their arrays do what other calls do.

use tensorforge::*;

const SCALED: &str = "func.func @f(%x: tensor<?{n}xf32>, %a: f32) -> (tensor<?{n}xf32>, tensor<f32>) {
  %y = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %p = arith.mulf %e, %a : f32
    tensor.yield %p : f32
  } : tensor<?{n}xf32>
  %s = tensor.reduce add %y dims = [0] : tensor<?{n}xf32> to tensor<f32>
  return %y, %s : tensor<?{n}xf32>, tensor<f32>
}";

fn layout(extents: &[usize]) -> Option<Layout> {
    Some(Layout::dense(DType::F32, extents).unwrap())
}

/// The result of a prepared call with scalars.
fn scaled(entry: Entry<'_>, call: &PreparedCall, x: &[f32], a: f64) -> Result<(Array, Array), Error> {
    let x = Array::from_slice(&[x.len()], x).unwrap();
    let a = entry.number(1, Scalar::from_f64(DType::F64, a)).expect("it is a float");
    let mut made: Vec<Array> =
        call.results().iter().map(|layout| Array::zeros(layout.dtype(), layout.extents()).unwrap()).collect();
    let mut memory: Vec<&mut [u8]> = made.iter_mut().map(Array::bytes_mut).collect();
    entry.call_prepared(call, &[Filling::Array(x.bytes()), Filling::Number(a)], &mut memory)?;
    let [y, s] = <[Array; 2]>::try_from(made).unwrap();
    Ok((y, s))
}

#[test]
fn a_prepared_call_has_the_results_of_a_call() {
    let session = crate::sessions::session();
    for level in [Level::Host, Level::V2] {
        let program = session.compile_text(SCALED, Device::cpu().with_level(level)).unwrap();
        let entry = program.entry("f").unwrap();
        for n in [0, 1, 7, 1000] {
            let call = entry.prepare(&[layout(&[n]), None]).expect("it takes an array and a number");
            let extents: Vec<&[usize]> = call.results().iter().map(Layout::extents).collect();
            assert_eq!(extents, [&[n][..], &[]]);
            for a in [2.0, -0.5] {
                let x: Vec<f32> = (0..n).map(|i| i as f32 * 0.25).collect();
                let expected = entry.call((Array::from_slice(&[n], &x).unwrap(), a)).unwrap();
                assert_eq!(scaled(entry, &call, &x, a).unwrap(), expected);
            }
        }
    }
}

#[test]
fn calls_that_refuse_or_convert_are_not_prepared() {
    let session = crate::sessions::session();
    let program = session.compile_text(SCALED, Device::cpu()).unwrap();
    let entry = program.entry("f").unwrap();
    let gaps = Layout::strided(DType::F32, &[3], &[2]).unwrap();
    let other = Layout::dense(DType::F64, &[3]).unwrap();
    let wrong: [&[Option<Layout>]; 6] = [
        &[layout(&[3])],
        &[layout(&[3]), None, None],
        &[None, None],
        &[layout(&[3]), layout(&[])],
        &[Some(gaps), None],
        &[Some(other), None],
    ];
    for layouts in wrong {
        assert!(entry.prepare(layouts).is_none(), "{layouts:?}");
    }
    assert_eq!(entry.number(0, Scalar::from_f64(DType::F64, 1.0)), None);
    assert_eq!(entry.number(1, Scalar::from_bool(true)), None);
    assert_eq!(entry.number(1, Scalar::from_f64(DType::F64, 1e300)), None);
    let interpreted = session.compile_text(SCALED, Device::interp()).unwrap();
    assert!(interpreted.entry("f").unwrap().prepare(&[layout(&[3]), None]).is_none());
    // A scalar determines its extent.
    let staged = session.trace("lengths", |p| {
        let n = p.scalar::<i64>("n");
        p.zeros::<f32>([p.dim_of("k", &n - 3)])
    });
    let staged = session.compile(&staged.unwrap(), Device::cpu()).unwrap();
    assert!(staged.entries().next().unwrap().prepare(&[None]).is_none());
}

#[test]
fn limits_hold_for_prepared_calls() {
    let session = crate::sessions::session();
    let program = session.compile_text(SCALED, Device::cpu()).unwrap();
    let x = [1.0f32; 100];
    let stop = Cancel::new();
    let limited = program.limited(Limits::new().bytes(1 << 20).cancel(&stop));
    let entry = limited.entry("f").unwrap();
    let call = entry.prepare(&[layout(&[100]), None]).unwrap();
    assert!(scaled(entry, &call, &x, 1.0).is_ok());
    let few = program.limited(Limits::new().bytes(300));
    let error = scaled(few.entry("f").unwrap(), &call, &x, 1.0).unwrap_err();
    assert!(matches!(error, Error::LimitReached { limit: Limit::Bytes(300), .. }), "{error}");
    stop.cancel();
    assert!(matches!(scaled(entry, &call, &x, 1.0), Err(Error::Cancelled { .. })));
}

#[test]
#[should_panic(expected = "prepared for another executable")]
fn a_call_of_another_program_panics() {
    let session = crate::sessions::session();
    let compile = |level| session.compile_text(SCALED, Device::cpu().with_level(level)).unwrap();
    let (one, other) = (compile(Level::Host), compile(Level::V2));
    let call = one.entry("f").unwrap().prepare(&[layout(&[3]), None]).unwrap();
    drop(scaled(other.entry("f").unwrap(), &call, &[1.0; 3], 1.0));
}

#[test]
#[should_panic(expected = "the call is prepared for Array")]
fn memory_of_another_size_panics() {
    let session = crate::sessions::session();
    let program = session.compile_text(SCALED, Device::cpu()).unwrap();
    let entry = program.entry("f").unwrap();
    let call = entry.prepare(&[layout(&[3]), None]).unwrap();
    drop(scaled(entry, &call, &[1.0; 4], 1.0));
}
