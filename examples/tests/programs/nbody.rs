//! n-body against NumPy in f64, on every device; the text and the traced program agree.

use crate::reference::{is_small, max_error, on_each_device, reference, values};
use crate::subject::nbody;
use tensorforge::{Array, Device, Executable, Program, Session};

const STEPS: usize = 10;
const DT: f64 = 0.001;
const SOFTENING: f64 = 1e-4;
const TEXT: &str = include_str!("../../programs/nbody.mlir");

fn run(exe: &Executable, x: &Array, v: &Array, steps: usize) -> [Array; 2] {
    let (mut x, mut v) = (x.clone(), v.clone());
    for _ in 0..steps {
        (x, v) = exe.call((&x, &v)).unwrap_or_else(|e| panic!("{e}"));
    }
    [x, v]
}

/// A cloud of bodies, nearly at rest. (In the discs, pairs get so near to each other that f32 cannot tell
/// their distance well.)
fn cloud(n: usize, seed: u64) -> [Array; 2] {
    let mut random = common::Random::new(seed);
    [5.0, 0.1].map(|width| {
        let values: Vec<f32> = (0..3 * n).map(|_| width * random.normal()).collect();
        Array::from_slice(&[n, 3], &values).unwrap()
    })
}

/// One executable for every size; the interpreter, which is slow, gets small ones.
#[test]
fn ten_steps_are_those_of_numpy() {
    steps_are_those_of_numpy(&nbody::program(DT, SOFTENING).unwrap());
}

#[test]
fn ten_steps_by_the_gradient_of_the_potential_are_those_of_numpy() {
    steps_are_those_of_numpy(&nbody::program_by_gradient(DT, SOFTENING).unwrap());
}

/// Neither form has a buffer for all pairs: values of that size are never stored.
#[test]
fn there_is_no_buffer_of_all_pairs() {
    let session = Session::new().unwrap();
    for form in [nbody::program, nbody::program_by_gradient] {
        let text = form(DT, SOFTENING).unwrap().to_text();
        let lowered =
            session.run_pipeline(&text, &Device::cpu().pipeline()).unwrap_or_else(|e| panic!("{e}"));
        assert!(lowered.contains("memref<?{n}x3xf32>"), "{lowered}");
        assert!(!lowered.contains("memref<?{n}x?{n}"), "{lowered}");
    }
}

fn steps_are_those_of_numpy(program: &Program) {
    on_each_device(|session, device| {
        let before = session.compilations();
        let exe = session.compile(program, device).unwrap_or_else(|e| panic!("{e}"));
        let sizes: &[usize] = if is_small(device) { &[1, 3, 16] } else { &[1, 3, 1000, 4096] };
        for n in sizes {
            let [x, v] = cloud(*n, 1);
            let args = [n.to_string(), STEPS.to_string(), DT.to_string(), SOFTENING.to_string()];
            let wanted = reference("nbody.py", &args, &[&x, &v]);
            let [x, v] = run(&exe, &x, &v, STEPS);
            let (positions, velocities) = wanted.split_at(3 * n);
            for (found, wanted) in [(x, positions), (v, velocities)] {
                let error = max_error(&values(&[found]), wanted);
                assert!(error < 1e-4, "{n} bodies on {device}: relative error {error}");
            }
        }
        assert_eq!(session.compilations(), before + 1);
    });
}

#[test]
fn no_bodies_are_no_problem() {
    let program = nbody::program(DT, SOFTENING).unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let none = Array::from_slice::<f32>(&[0, 3], &[]).unwrap();
        let (x, v) = exe.call((&none, &none)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((x.extents(), v.extents()), (&[0, 3][..], &[0, 3][..]));
    });
}

#[test]
fn the_text_is_the_traced_program() {
    let traced = nbody::program(0.001, 0.01).unwrap();
    on_each_device(|session: &Session, device| {
        let (x, v) = nbody::discs(12, 3).unwrap();
        let text = session.compile_text(TEXT, device).unwrap_or_else(|e| panic!("{e}"));
        let traced = session.compile(&traced, device).unwrap_or_else(|e| panic!("{e}"));
        let [a, b] = [run(&text, &x, &v, 3), run(&traced, &x, &v, 3)].map(|results| values(&results));
        assert!(max_error(&a, &b) < 1e-6, "{device}");
    });
}

#[test]
fn pictures_show_the_bodies() {
    let (x, _) = nbody::discs(100, 1).unwrap();
    let picture = nbody::picture(&x, 128, 72).unwrap();
    let lit = picture.pixels.iter().filter(|p| p.iter().any(|v| *v > 0.1)).count();
    assert!((100..4000).contains(&lit), "{lit} pixels");
}
