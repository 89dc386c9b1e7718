//! Tensors with axes joined into one: the extent `n*m`, which nothing keeps below 2^63 but that there is such
//! a tensor.

use tensorforge::*;

type Use = (&'static str, fn(&Tracer, &Tensor) -> Tensor);

/// Code on the elements of a matrix `[n, m]` as one row.
const USES: [Use; 14] = [
    ("sum", |_, x| x.sum(..)),
    ("largest", |_, x| x.max_along(..)),
    ("mean", |_, x| x.mean(..)),
    ("place of the largest", |_, x| x.argmax(..).to::<f32>()),
    ("running sum", |_, x| x.cumsum(0)),
    ("sorted", |_, x| x.sort(0)),
    ("reversed", |_, x| x.reverse(0)),
    ("rolled", |_, x| x.roll(0, 2)),
    ("sum of a part", |_, x| x.slice(2..).sum(..)),
    ("sum of every third", |_, x| x.slice_axis(0, range(0, x.shape()[0]).step(3)).sum(..)),
    ("joined with itself", |p, x| p.concat(0, [x, x]).sum(..)),
    ("product with itself", |_, x| x.dot(x)),
    ("slopes of a sum of squares", |p, x| p.grad(x, |x| (&x * &x).sum(..))),
    ("loop", |p, x| p.for_(0, x.shape()[0], 0f32, |i, sum| sum * 0.5 + x.at([i]))),
];

#[test]
fn every_device_gives_the_interpreters_answer() {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    for (name, use_of) in USES {
        let program = Program::trace("main", |p| {
            let x = p.input::<f32>("x", [p.dim("n"), p.dim("m")]);
            use_of(p, &x.flatten())
        });
        let program = program.unwrap_or_else(|error| panic!("{name}: {error}"));
        let executables = devices.iter().map(|device| {
            let exe = session.compile(&program, device);
            exe.unwrap_or_else(|error| panic!("{name} on {device}: {error}"))
        });
        let executables: Vec<Executable> = executables.collect();
        for shape in [[1, 3], [3, 5], [17, 9]] {
            let count = shape[0] * shape[1];
            let values: Vec<f32> = (0..count).map(|i| ((i * 7) % 11) as f32 - 4.0).collect();
            let x = Array::from_slice(&shape, &values).unwrap();
            let answers = devices.iter().zip(&executables).map(|(device, exe)| {
                exe.call::<Vec<Array>>([x.clone()])
                    .unwrap_or_else(|error| panic!("{name} on {device}: {error}"))
            });
            let answers: Vec<Vec<Array>> = answers.collect();
            for (device, answer) in devices.iter().zip(&answers) {
                let (found, wanted) =
                    (answer[0].as_slice::<f32>().unwrap(), answers[0][0].as_slice::<f32>().unwrap());
                assert_eq!(found, wanted, "{name} of {shape:?} on {device}");
            }
        }
    }
}
