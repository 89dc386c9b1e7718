//! Scans and sorts of lengths around those of warps, blocks and chunks: as kernels, thread by thread, against
//! the tensor ops themselves.

use tensorforge::*;

const LENGTHS: [usize; 12] = [0, 1, 15, 16, 17, 31, 32, 33, 255, 257, 1023, 1100];

fn trace<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("main", body).unwrap_or_else(|error| panic!("{error}"))
}

fn run(program: &Program, device: &Device, args: &[Array]) -> Vec<Array> {
    let exe = crate::sessions::session().compile(program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
    exe.call(args).unwrap_or_else(|e| panic!("{device}: {e}"))
}

/// Compares the interpreter over grids with the interpreter, bit for bit.
fn same_on_both(program: &Program, args: &[Array], what: &str) {
    let [wanted, found] = [Device::interp(), Device::simt()].map(|device| run(program, &device, args));
    for (i, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
        assert!(found.bytes() == wanted.bytes(), "result {i} of {what}: {found:?}, not {wanted:?}");
    }
}

fn integers(n: usize) -> Vec<i32> {
    (0..n as u32).map(|i| i.wrapping_mul(2_654_435_769) as i32 >> 9).collect()
}

#[test]
fn scans_of_rows() {
    for n in LENGTHS {
        // Constant lengths become warps' or blocks', those that are not known blocks'.
        for dynamic in [false, true] {
            let program = trace(|p| {
                let length = if dynamic { p.dim("n") } else { n.into() };
                let x = p.input::<i32>("x", (p.dim("rows"), length));
                let whole = x.to::<f32>() / 1024.0;
                (
                    x.cumsum(1),
                    x.scan(1, Combine::Max.scan().exclusive()),
                    x.scan(1, Combine::Xor.scan().reverse()),
                    whole.scan(1, Combine::Min.scan().reverse().exclusive()),
                    x.cumsum(0),
                )
            });
            let x = Array::from_slice(&[3, n], &integers(3 * n)).unwrap();
            same_on_both(&program, &[x], &format!("{n} elements, dynamic: {dynamic}"));
        }
    }
}

/// Chunks of 4096 elements, and the end of the last one.
#[test]
fn scans_in_chunks() {
    let program = trace(|p| {
        let x = p.input::<i32>("x", [p.dim("n")]);
        (x.cumsum(0), x.scan(0, Combine::Sum.scan().exclusive().reverse()), x.to::<f64>().cumsum(0))
    });
    for n in [8193, 8192 + 4097] {
        let x = Array::from_slice(&[n], &integers(n)).unwrap();
        same_on_both(&program, &[x], &format!("{n} elements"));
    }
}

/// Rows that all blocks share, with several groups of 32 tiles, and an end within a tile: thread by thread,
/// and compiled.
#[test]
fn scans_by_the_grid() {
    let program = trace(|p| {
        let x = p.input::<i32>("x", (2, p.dim("n")));
        let low = x.to::<i16>();
        (
            x.cumsum(1),
            x.scan(1, Combine::Max.scan().exclusive().reverse()),
            low.scan(1, Combine::Xor.scan().exclusive()),
            x.to::<f64>().scan(1, Combine::Min.scan().reverse()),
        )
    });
    for (n, device) in [
        (33 * 4096 + 77, Device::simt()),
        (33 * 4096 + 77, Device::simt_compiled()),
        (64 * 4096, Device::simt_compiled()),
    ] {
        let x = Array::from_slice(&[2, n], &integers(2 * n)).unwrap();
        let wanted = run(&program, &Device::interp(), std::slice::from_ref(&x));
        let found = run(&program, &device, std::slice::from_ref(&x));
        for (i, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            assert!(found.bytes() == wanted.bytes(), "result {i} of {n} elements on {device}");
        }
    }
}

/// More groups than a warp looks back at, on the processor: the chain of groups is as long as it gets. Floats
/// have the same bits in every run, thread by thread and compiled, and are as near to the sums as their type
/// allows.
#[test]
fn scans_of_many_groups() {
    let n = 34 * 32 * 4096 + 5;
    let whole = trace(|p| p.input::<i32>("x", [p.dim("n")]).cumsum(0));
    let x = Array::from_slice(&[n], &integers(n)).unwrap();
    let [cpu, simt] =
        [Device::cpu(), Device::simt_compiled()].map(|d| run(&whole, &d, std::slice::from_ref(&x)));
    assert!(cpu[0].bytes() == simt[0].bytes(), "sums of integers");
    let floats = trace(|p| p.input::<f32>("x", [p.dim("n")]).cumsum(0));
    let values: Vec<f32> = integers(40 * 4096 + 9).iter().map(|i| *i as f32 / 4_194_304.0).collect();
    let x = Array::from_slice(&[values.len()], &values).unwrap();
    let [a, b, c] = [Device::simt(), Device::simt_compiled(), Device::simt_compiled()]
        .map(|device| run(&floats, &device, std::slice::from_ref(&x)));
    assert!(a[0].bytes() == b[0].bytes() && b[0].bytes() == c[0].bytes(), "sums of floats");
    let mut sum = 0.0;
    for (found, value) in a[0].as_slice::<f32>().unwrap().iter().zip(&values) {
        sum += f64::from(*value);
        assert!((f64::from(*found) - sum).abs() < 1e-3, "{found}, not {sum}");
    }
}

#[test]
fn sorts() {
    for n in LENGTHS {
        let program = trace(|p| {
            let x = p.input::<i32>("x", (2, p.dim("n"), 2));
            let few = &x % 7;
            let y = few.to::<f32>() / &few.to::<f32>();
            (
                few.argsort(1),
                few.argsort_descending(1),
                y.sort(1),
                y.sort_descending(1),
                p.sort_by_key(1, &few, &x).1,
            )
        });
        let x = Array::from_slice(&[2, n, 2], &integers(4 * n)).unwrap();
        same_on_both(&program, &[x], &format!("{n} elements"));
    }
}
