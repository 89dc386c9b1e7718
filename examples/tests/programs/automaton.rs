//! The cellular automaton's derivative through all of its steps against NumPy in f64, on every device.

use crate::reference::{is_small, l2_error, on_each_device, reference, values};
use crate::subject::automaton::{self, Learnt};
use tensorforge::{Array, Device, Session};

#[test]
fn derivatives_through_all_steps_are_those_of_numpy() {
    let program = automaton::gradients().unwrap_or_else(|e| panic!("{e}"));
    on_each_device(|session, device| {
        // Thread by thread, all steps of the derivative take minutes in the interpreter; simt-compiled runs
        // the same kernels.
        if device.name() == "simt" {
            return;
        }
        let before = session.compilations();
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let interpreted = is_small(device);
        let (n, size) = if interpreted { (1, 4) } else { (9, 56) };
        let runs: &[i32] = if interpreted { &[0, 3] } else { &[1, 25, 64] };
        for steps in runs {
            let (cells, target) = (automaton::seeds(n, size).unwrap(), automaton::flower(size).unwrap());
            let rule = automaton::start(5).unwrap();
            let args = [n.to_string(), size.to_string(), steps.to_string(), "11".to_string()];
            let wanted =
                reference("automaton.py", &args, &[&cells, &rule.first, &rule.bias, &rule.second, &target]);
            let Learnt { loss, rule: slope }: Learnt<Array> =
                exe.call((&cells, &rule, *steps, 11u32, &target)).unwrap_or_else(|e| panic!("{device}: {e}"));
            assert!(l2_error(&values(&[loss]), &wanted[..1]) < 1e-4, "{steps} steps on {device}: loss");
            let found = values(&[slope.first, slope.bias, slope.second]);
            if *steps > 0 {
                let error = l2_error(&found, &wanted[1..]);
                assert!(error < 1e-2, "{steps} steps on {device}: derivatives differ by {error}");
            }
        }
        // The number of steps is an argument: nothing is recompiled.
        assert_eq!(session.compilations(), before + 1);
    });
}

#[test]
fn training_makes_the_loss_small() {
    let session = Session::new().unwrap();
    let exe =
        session.compile(&automaton::train(0.004).unwrap(), Device::cpu()).unwrap_or_else(|e| panic!("{e}"));
    let (cells, target) = (automaton::seeds(1, 16).unwrap(), automaton::flower(16).unwrap());
    let (rule, none) = (automaton::start(1).unwrap(), Array::from_slice(&[60], &[0.0f32; 60]).unwrap());
    let Learnt { loss: losses, .. }: Learnt<Array> =
        exe.call((&cells, &rule, 16, 3u32, &target, &none)).unwrap_or_else(|e| panic!("{e}"));
    let losses = losses.as_slice::<f32>().unwrap();
    assert!(losses[59] < 0.6 * losses[0], "{} to {}", losses[0], losses[59]);
}
