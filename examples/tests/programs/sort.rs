//! Sorts against NumPy's stable ones, bit for bit: the library's on every device, those by kernels on devices
//! that run kernels.

use crate::reference::{on_each_device, reference};
use crate::subject::sort::{self, Sorter};
use tensorforge::{Array, ArrayElement, Device, Element, Session};

const LENGTHS: [usize; 6] = [1, 2, 127, 128, 129, 4381];

/// Bits that look random; some repeat.
fn bits(n: usize) -> Vec<u32> {
    (0..n as u32)
        .map(|i| if i % 5 == 3 { i % 7 } else { i.wrapping_mul(2_654_435_769).rotate_left(i % 32) })
        .collect()
}

/// Floats with all that is odd: zeros of both signs, infinities, NaN, duplicates.
fn floats(n: usize) -> Vec<f32> {
    let odd =
        [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN, 1.0, -1.0, f32::MIN_POSITIVE];
    let one = |(i, bits): (usize, u32)| match i % 3 {
        0 => odd[(i / 3) % odd.len()],
        _ => (bits as i32 >> 8) as f32 / 1024.0,
    };
    bits(n).into_iter().enumerate().map(one).collect()
}

/// Compares the elements and their indices with NumPy's.
fn check<T: Element + ArrayElement>(
    session: &Session,
    device: &Device,
    sorter: Sorter,
    name: &str,
    all: &[Vec<T>],
) {
    let program = sort::program::<T>(sorter).unwrap_or_else(|e| panic!("{e}"));
    let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
    for elements in all {
        let n = elements.len();
        let x = Array::from_slice(&[n], elements).unwrap();
        let wanted: Vec<usize> =
            reference("sort.py", &[name.into()], &[&x]).into_iter().map(|i| i as usize).collect();
        let (sorted, order): (Array, Array) =
            exe.call((&x,)).unwrap_or_else(|e| panic!("{n} of {name} on {device}: {e}"));
        let order: Vec<usize> = order.as_slice::<u32>().unwrap().iter().map(|i| *i as usize).collect();
        assert!(order == wanted, "the places of {n} of {name} on {device}");
        let bytes: Vec<u8> = wanted.iter().flat_map(|i| x.bytes()[4 * i..4 * i + 4].to_vec()).collect();
        assert!(sorted.bytes() == bytes, "the bits of {n} of {name} on {device}");
    }
}

fn check_all(session: &Session, device: &Device, sorter: Sorter, lengths: &[usize]) {
    let signed = |n: &usize| bits(*n).into_iter().map(|bits| bits as i32).collect();
    check::<u32>(session, device, sorter, "u4", &lengths.iter().map(|n| bits(*n)).collect::<Vec<_>>());
    check::<i32>(session, device, sorter, "i4", &lengths.iter().map(signed).collect::<Vec<_>>());
    check::<f32>(session, device, sorter, "f4", &lengths.iter().map(|n| floats(*n)).collect::<Vec<_>>());
}

#[test]
fn of_the_library() {
    on_each_device(|session, device| {
        // Thread by thread, sorts by digits take minutes.
        let few = [Device::interp(), Device::simt()].contains(device);
        check_all(session, device, sort::library, if few { &LENGTHS[..3] } else { &LENGTHS });
        if *device == Device::cpu() {
            check::<f32>(session, device, sort::library, "f4", &[floats(1 << 18)]);
        }
    });
}

#[test]
fn by_digits() {
    let session = Session::new().unwrap();
    check::<f32>(&session, &Device::simt(), sort::radix, "f4", &[floats(1), floats(300)]);
    check_all(&session, &Device::simt(), sort::radix, &LENGTHS[..5]);
}

#[test]
fn by_a_network() {
    let session = Session::new().unwrap();
    check::<f32>(&session, &Device::simt(), sort::bitonic, "f4", &[floats(1), floats(600)]);
    check_all(&session, &Device::simt_compiled(), sort::bitonic, &LENGTHS);
}

/// Millions of elements; their count has no useful divisor.
#[test]
fn of_millions() {
    let session = Session::new().unwrap();
    for (device, sorter) in
        [(Device::cpu(), sort::library as Sorter), (Device::simt_compiled(), sort::bitonic)]
    {
        // By a network, each step goes through all of them once more.
        let most = if device == Device::cpu() { 4_157_818 } else { 1 << 20 };
        check::<f32>(&session, &device, sorter, "f4", &[floats(most)]);
    }
}
