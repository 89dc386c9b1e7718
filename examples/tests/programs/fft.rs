//! Fourier transforms against NumPy's in f64: the library's on every device, those by kernels on devices that
//! run kernels.

use crate::reference::{l2_error, on_each_device, reference, values};
use crate::subject::fft::{self, Transform, Way};
use crate::subject::reductions::uniform;
use tensorforge::{Array, Device, Session};

/// Both parts of random complex numbers.
fn numbers(extents: &[usize], seed: u64) -> [Array; 2] {
    [seed, seed + 100].map(|seed| uniform(extents, seed).unwrap())
}

fn words(what: &str, axes: &str, extents: &[usize]) -> [String; 3] {
    let shape: Vec<String> = extents.iter().map(usize::to_string).collect();
    [what.into(), axes.into(), shape.join(",")]
}

/// Compares rows there and back.
fn check_rows(session: &Session, device: &Device, n: usize, batch: usize, transform: Transform) {
    let [re, im] = numbers(&[batch, n], n as u64);
    let run = |way, parts: [&Array; 2]| -> [Array; 2] {
        let program = fft::rows(n, way, transform).unwrap_or_else(|e| panic!("{e}"));
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{n} on {device}: {e}"));
        let made: (Array, Array) =
            exe.call((parts[0], parts[1])).unwrap_or_else(|e| panic!("{n} on {device}: {e}"));
        made.into()
    };
    let spectrum = run(Way::Forward, [&re, &im]);
    let wanted = reference("fft.py", &words("forward", "1", &[batch, n]), &[&re, &im]);
    let error = l2_error(&values(&spectrum), &wanted);
    assert!(error < 1e-6, "{n} on {device}: {error:e}");
    let back = run(Way::Inverse, [&spectrum[0], &spectrum[1]]);
    let error = l2_error(&values(&back), &values(&[re, im]));
    assert!(error < 1e-6, "{n} there and back on {device}: {error:e}");
}

/// Powers of two, of several radices, primes by sums and by convolutions.
#[test]
fn rows_of_any_length() {
    on_each_device(|session, device| {
        let lengths: &[usize] = match *device == Device::interp() {
            true => &[1, 2, 3, 16, 30, 67],
            false => {
                &[1, 2, 3, 4, 5, 6, 7, 8, 16, 30, 61, 67, 97, 100, 134, 256, 360, 1000, 1024, 1031, 2048]
            }
        };
        lengths.iter().for_each(|n| check_rows(session, device, *n, 3, fft::library));
    });
}

#[test]
fn rows_by_kernels_in_shared_memory() {
    let session = Session::new().unwrap();
    for (device, lengths) in
        [(Device::simt(), &[2, 8, 256][..]), (Device::simt_compiled(), &[2, 4, 8, 64, 256, 1024])]
    {
        lengths.iter().for_each(|n| check_rows(&session, &device, *n, 3, fft::kernel));
    }
}

#[test]
fn pictures_lose_their_fine_structure() {
    let check = |session: &Session, device: &Device, n: usize, transform: Transform| {
        let picture = Array::from_slice(&[n, n], &fft::discs(n, 3)).unwrap();
        let cut = 0.3 * n as f32;
        let program = fft::low_pass(n, transform).unwrap();
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let smooth: Array = exe.call((&picture, cut)).unwrap_or_else(|e| panic!("{device}: {e}"));
        let cut = cut.to_string();
        let wanted = reference("fft.py", &words("low_pass", &cut, &[n, n]), &[&picture]);
        let error = l2_error(&values(&[smooth]), &wanted);
        assert!(error < 1e-6, "{n} on {device}: {error:e}");
    };
    on_each_device(|session, device| {
        let sizes: &[usize] = if *device == Device::interp() { &[6] } else { &[48, 64, 256] };
        sizes.iter().for_each(|n| check(session, device, *n, fft::library));
    });
    let session = Session::new().unwrap();
    check(&session, &Device::simt(), 16, fft::kernel);
    [64, 256].iter().for_each(|n| check(&session, &Device::simt_compiled(), *n, fft::kernel));
}

/// Planes of 1024 rows and columns, as large as the program's own.
#[test]
fn planes_of_a_million_elements() {
    let session = Session::new().unwrap();
    let n = 1024;
    let [re, im] = numbers(&[n, n], 5);
    let wanted = reference("fft.py", &words("forward", "0,1", &[n, n]), &[&re, &im]);
    for (device, transform) in
        [(Device::cpu(), fft::library as Transform), (Device::simt_compiled(), fft::kernel)]
    {
        let program = fft::plane(n, Way::Forward, transform).unwrap();
        let exe = session.compile(&program, &device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let made: (Array, Array) = exe.call((&re, &im)).unwrap_or_else(|e| panic!("{device}: {e}"));
        let error = l2_error(&values(&[made.0, made.1]), &wanted);
        assert!(error < 1e-6, "on {device}: {error:e}");
    }
}
