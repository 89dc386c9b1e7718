//! Variational Monte Carlo: the first step against NumPy in f64, on every device; ground states of helium and
//! hydrogen.

use crate::reference::{is_small, l2_error, max_error, on_each_device, reference, values};
use crate::subject::vmc::{self, System};
use tensorforge::{Array, Device, Session};

#[test]
fn the_first_step_is_that_of_numpy() {
    for (name, system) in [("he", System::helium()), ("h2", System::hydrogen())] {
        let program = vmc::first_look(&system).unwrap_or_else(|e| panic!("{e}"));
        on_each_device(|session, device| {
            let n = if is_small(device) { 2 } else { 64 };
            let (theta, x) = (system.start(5), system.walkers(n, 6));
            let args = [name.to_string(), "16".to_string(), n.to_string()];
            let wanted = reference("vmc.py", &args, &[&theta, &x]);
            let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
            let found: [Array; 3] = exe.call((&theta, &x)).unwrap_or_else(|e| panic!("{device}: {e}"));
            let [psi, energies, gradient] = found.map(|a| values(&[a]));
            assert!(max_error(&psi, &wanted[..n]) < 1e-5, "{name} on {device}: log psi");
            let error = l2_error(&energies, &wanted[n..2 * n]);
            assert!(error < 1e-3, "{name} on {device}: energies differ by {error}");
            let error = l2_error(&gradient, &wanted[2 * n..]);
            assert!(error < 1e-3, "{name} on {device}: the derivative differs by {error}");
        });
    }
}

/// The energies of Pekeris (1959) and Kołos and Wolniewicz (1968). A trial function lies above, by less than
/// a thousandth after 500 steps; besides, the scatter of the samples is within three standard errors of a
/// short measurement.
#[test]
fn ground_states_are_found() {
    let session = Session::new().unwrap();
    for (name, system, energy) in
        [("He", System::helium(), -2.903_724), ("H2", System::hydrogen(), -1.174_476)]
    {
        let optimizer = session.compile(&vmc::optimize(&system, 0.01).unwrap(), Device::cpu());
        let optimizer = optimizer.unwrap_or_else(|e| panic!("{e}"));
        let (theta, x) = (system.start(1), system.walkers(1024, 2));
        let (theta, x): (Array, Array) = optimizer.call((&theta, &x, 500, 1u64)).unwrap();
        let meter = session.compile(&vmc::measure(&system).unwrap(), Device::cpu()).unwrap();
        let looks = 40;
        let (_, sum, squares): (Array, Array, Array) = meter.call((&theta, &x, looks as i32, 3u64)).unwrap();
        let (found, error) = vmc::statistics(&sum, &squares, looks).unwrap();
        assert!(error < 2e-3, "{name}: {found} ± {error}");
        let above = found - energy;
        assert!(
            above > -3.0 * error && above < 3.0 * error + 1e-3,
            "{name}: {found} ± {error}, not {energy}"
        );
    }
}
