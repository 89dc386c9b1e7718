//! Calls of compiled code: extents, the stack, traps, extents that the caller gives.

use crate::devices::floats;
use tensorforge::*;

/// The call boundary of compiled code: extents of 0, 1 and more with one executable, and wrong extents
/// refused.
#[test]
fn compiled_code_serves_every_extent() {
    let session = crate::sessions::session();
    let program = Program::trace("f", |p| {
        let n = p.dim("n");
        p.input::<f32>("a", [n]) + p.input::<f32>("b", [n])
    });
    let exe = session.compile(&program.unwrap(), Device::cpu()).unwrap();
    for n in [0, 1, 7, 16, 1000] {
        let a = floats(&[n]);
        let sum: Array = exe.call((&a, &a)).unwrap();
        assert!(
            sum.as_slice::<f32>().unwrap().iter().zip(a.as_slice::<f32>().unwrap()).all(|(s, a)| *s == a + a)
        );
    }
    let result: Result<Array, Error> = exe.call((&floats(&[3]), &floats(&[4])));
    assert!(result.unwrap_err().to_string().contains("'b'"));
    assert_eq!(session.compilations(), 1);
}

/// What compiled code keeps on the stack does not depend on how often its loops run.
#[test]
fn long_loops_keep_the_stack() {
    let program = Program::trace("settle", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.for_(0, p.scalar::<i32>("steps"), x, |_, x| {
            let mean = x.mean(..);
            0.5 * x + mean
        })
    });
    let exe = crate::sessions::session().compile(&program.unwrap(), Device::cpu()).unwrap();
    let settled: Array = exe.call((&Array::from_slice(&[3], &[0.0f32, 0.0, 0.0]).unwrap(), 500_000)).unwrap();
    assert_eq!(settled.as_slice::<f32>().unwrap(), [0.0; 3]);
}

/// What compiled code stops for leads back to the line that asked for it.
#[test]
fn traps_of_compiled_code_lead_back_to_the_source() {
    let session = crate::sessions::session();
    let line = line!();
    let program = Program::trace("f", |p| {
        let a = p.input::<f32>("a", [p.dim("n")]);
        let b = a.slice([2..5]);
        &b + &p.input::<f32>("c", [p.dim("m")])
    });
    let exe = session.compile(&program.unwrap(), Device::cpu()).unwrap();
    let call = |n: usize, m: usize| -> Result<Array, Error> { exe.call((&floats(&[n]), &floats(&[m]))) };
    assert!(call(5, 3).is_ok());
    let short = call(4, 3).unwrap_err().to_string();
    assert!(short.contains(&format!("tests/compiled_calls.rs:{}:", line + 3)), "{short}");
    let other = call(5, 4).unwrap_err().to_string();
    // What has to hold of the arguments alone is refused before anything runs.
    assert_eq!(other, "argument 'c' of 'f' is tensor<3xf32>, not tensor<4xf32>");
}

/// Extents that the caller gives as numbers: one executable for all, impossible ones refused.
#[test]
fn extents_from_scalars() {
    let program = Program::trace("table", |p| {
        let (n, m) = (p.dim_given("n"), p.dim("m"));
        let x = p.input::<f32>("x", [m]);
        let table = p.compute([n, m], |[i, j]| x.at([&j]) + i.to::<f32>());
        (table, p.zeros::<f32>([n + 1]), p.iota::<i32>([n], 0))
    })
    .unwrap();
    assert_eq!(program.inputs(), ["n", "x"]);
    let session = crate::sessions::session();
    for device in session.devices() {
        let exe = session.compile(&program, &device).unwrap();
        for n in [0i64, 1, 5, 70] {
            let (table, zeros, iota) = exe.call((n, &floats(&[3]))).unwrap();
            assert_eq!((table.extents(), zeros.extents()), (&[n as usize, 3][..], &[n as usize + 1][..]));
            let wanted: Vec<i32> = (0..n as i32).collect();
            assert_eq!(iota.as_slice::<i32>().unwrap(), wanted);
            for (i, row) in table.as_slice::<f32>().unwrap().chunks(3).enumerate() {
                let x = floats(&[3]);
                let wanted: Vec<f32> = x.as_slice::<f32>().unwrap().iter().map(|v| v + i as f32).collect();
                assert_eq!(row, wanted);
            }
        }
        for wrong in [-1i64, (1 << 48) + 1] {
            let error = exe.call::<(Array, Array, Array)>((wrong, &floats(&[3]))).unwrap_err().to_string();
            assert!(
                error.contains(&format!("'n' of 'table' gives the extent n the value {wrong}")),
                "{error}"
            );
        }
    }
}
