//! Extents that programs compute: one executable for all of them, on every device.

use tensorforge::{Ahead, Array, Device, Error, Program, Tensor, Tracer, program};
use tf_dialects::array::{ArrayView, Layout};
use tf_dialects::scalar::Scalar;

/// Inputs with no, some and only positive elements.
fn inputs() -> Vec<Vec<f32>> {
    let mixed = |n: usize| (0..n).map(|i| ((i * 7919) % 13) as f32 - 6.0).collect();
    vec![vec![], vec![-1.0], vec![3.0], vec![-1.0; 70], vec![2.5; 70], mixed(5), mixed(64), mixed(1000)]
}

fn array(values: &[f32]) -> Array {
    Array::from_slice(&[values.len()], values).unwrap()
}

/// Runs a program of one f32 vector on all inputs, each device compiling it once.
fn check(program: &Program, wanted: impl Fn(&[f32]) -> Vec<Vec<f64>>) {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for device in session.devices() {
        let before = session.compilations();
        let exe = session.compile(program, &device).unwrap_or_else(|e| panic!("{e}\n{}", program.to_text()));
        // Kernels in the interpreter take long: nothing, and some of everything.
        let all = inputs().into_iter().enumerate();
        let few = |at: &usize| device != Device::simt() || [0, 1, 5].contains(at);
        for input in all.filter(|(at, _)| few(at)).map(|(_, input)| input) {
            let results: Vec<Array> = exe.call(array(&input)).unwrap_or_else(|e| panic!("{device}: {e}"));
            let found: Vec<Vec<f64>> = results.iter().map(|r| r.scalars().map(number).collect()).collect();
            assert_eq!(found, wanted(&input), "{device}, {} elements", input.len());
        }
        assert_eq!(session.compilations(), before + 1);
    }
}

fn number(scalar: Scalar) -> f64 {
    if scalar.dtype().is_float() { scalar.to_f64() } else { scalar.to_i64() as f64 }
}

fn vector(p: &Tracer) -> Tensor {
    p.input::<f32>("x", [p.dim("n")])
}

#[test]
fn nonzero_and_selection() {
    let program = Program::trace("select", |p| {
        let x = vector(p);
        let positive = x.gt(0);
        (positive.flatnonzero(), x.extract(&positive), x.compress(0, x.le(0)), x.sum(0))
    });
    check(&program.unwrap(), |x| {
        let all = || x.iter().enumerate();
        vec![
            all().filter(|(_, v)| **v > 0.0).map(|(i, _)| i as f64).collect(),
            all().filter(|(_, v)| **v > 0.0).map(|(_, v)| f64::from(*v)).collect(),
            all().filter(|(_, v)| **v <= 0.0).map(|(_, v)| f64::from(*v)).collect(),
            vec![x.iter().map(|v| f64::from(*v)).sum()],
        ]
    });
}

#[test]
fn computed_scalars() {
    let program = Program::trace("numbers", |p| {
        let x = vector(p);
        let k = p.dim_of("k", x.gt(0).sum(0));
        // An extent of an extent, a length, bins, and the extent itself.
        let twice = p.dim_of("m", p.value(k) * 2 + 1);
        let table = p.compute([twice], |[i]| i.to::<f32>() + x.sum(0));
        (p.arange::<i32>(k), table, p.zeros::<f32>([k]).sum(0), p.value(k).to::<i64>())
    });
    check(&program.unwrap(), |x| {
        let k = x.iter().filter(|v| **v > 0.0).count();
        let sum: f64 = x.iter().map(|v| f64::from(*v)).sum();
        vec![
            (0..k).map(|i| i as f64).collect(),
            (0..2 * k + 1).map(|i| i as f64 + sum).collect(),
            vec![0.0],
            vec![k as f64],
        ]
    });
}

#[test]
fn distinct_elements_and_computed_bins() {
    let program = Program::trace("distinct", |p| {
        let x = vector(p);
        let (values, counts) = x.unique_counts();
        let whole = x.abs().to::<i64>();
        // As many bins as the largest element needs; none without elements.
        let bins = p.dim_of("bins", whole.amax(0).max(-1) + 1);
        (values, counts, whole.bincount(bins))
    });
    check(&program.unwrap(), |x| {
        let mut sorted = x.to_vec();
        sorted.sort_by(f32::total_cmp);
        let mut distinct = sorted.clone();
        distinct.dedup();
        let count = |v: &f32| x.iter().filter(|w| *w == v).count() as f64;
        let whole: Vec<usize> = x.iter().map(|v| v.abs() as usize).collect();
        let bins = whole.iter().max().map_or(0, |m| m + 1);
        vec![
            distinct.iter().map(|v| f64::from(*v)).collect(),
            distinct.iter().map(count).collect(),
            (0..bins).map(|b| whole.iter().filter(|w| **w == b).count() as f64).collect(),
        ]
    });
}

#[test]
fn axes() {
    let program = Program::trace("axes", |p| {
        let x = p.input::<i32>("x", (p.dim("n"), p.dim("m")));
        let along = x.nonzero();
        let columns = x.compress(-1, x.sum(0).ne(9));
        (along[0].clone(), along[1].clone(), x.argwhere(), columns)
    })
    .unwrap();
    let session = crate::sessions::session();
    let x = [2, 0, 5, 1, 0, 0, 2, 0, 7, 7, 0, 0];
    for device in session.devices() {
        let exe = session.compile(&program, &device).unwrap();
        let call = |x: &Array| -> [Array; 4] { exe.call(x).unwrap() };
        let [rows, columns, both, kept] = call(&Array::from_slice(&[3, 4], &x).unwrap());
        assert_eq!(rows.as_slice::<i64>().unwrap(), [0, 0, 0, 1, 2, 2]);
        assert_eq!(columns.as_slice::<i64>().unwrap(), [0, 2, 3, 2, 0, 1]);
        assert_eq!(both.extents(), [6, 2]);
        assert_eq!(both.as_slice::<i64>().unwrap(), [0, 0, 0, 2, 0, 3, 1, 2, 2, 0, 2, 1]);
        assert_eq!(kept.extents(), [3, 3]);
        assert_eq!(kept.as_slice::<i32>().unwrap(), [0, 5, 1, 0, 2, 0, 7, 0, 0]);
        // A view with gaps: its elements are packed once for all stages.
        let wide = Array::from_slice(&[3, 8], &x.map(|v| [v, 9]).concat()).unwrap();
        let layout = Layout::strided(wide.dtype(), &[3, 4], &[8, 2]).unwrap();
        let view = ArrayView::new(layout, wide.bytes(), 0).unwrap();
        let again: [Array; 4] = exe.call(&view).unwrap();
        assert_eq!(again[2].as_slice::<i64>().unwrap(), both.as_slice::<i64>().unwrap());
        let none = call(&Array::from_slice::<i32>(&[0, 4], &[]).unwrap());
        assert_eq!((none[0].extents(), none[2].extents()), (&[0][..], &[0, 2][..]));
    }
}

/// The derivative by partly selected values: the count has none, the selection does.
#[test]
fn derivatives_through_a_selection() {
    let program = Program::trace("loss", |p| {
        let x = vector(p);
        let chosen = x.compress(0, x.gt(0));
        (&chosen * &chosen).sum(0).grad(&x)
    });
    check(&program.unwrap(), |x| vec![x.iter().map(|v| f64::from(2.0 * v.max(0.0))).collect()]);
}

#[program]
fn positive(x: &Tensor) -> Tensor {
    x.compress(0, x.gt(0))
}

/// A function of the program that computes an extent: another one at each call.
#[test]
fn functions_that_compute_extents() {
    let program = Program::trace("calls", |p| {
        let x = vector(p);
        let (a, b) = (positive(&x), positive(&(&x - 1)));
        (a.sum(0), b, a)
    });
    check(&program.unwrap(), |x| {
        let chosen: Vec<f64> = x.iter().filter(|v| **v > 0.0).map(|v| f64::from(*v)).collect();
        let less = x.iter().map(|v| v - 1.0).filter(|v| *v > 0.0).map(f64::from).collect();
        vec![vec![chosen.iter().sum()], less, chosen]
    });
}

#[test]
fn results_in_arrays_of_the_caller() {
    let program = Program::trace("into", |p| {
        let x = vector(p);
        let scan = x.cumsum(0);
        (x.compress(0, scan.gt(2)), scan, x)
    })
    .unwrap();
    let session = crate::sessions::session();
    let x = array(&[1.0, 2.0, -2.0, 4.0]);
    for device in session.devices() {
        let exe = session.compile(&program, &device).unwrap();
        let mut results = [2, 4, 4].map(|n| array(&vec![0.0; n]));
        let [a, b, c] = &mut results;
        exe.call_into(&x, (a, b, c)).unwrap();
        assert_eq!(results[0].as_slice::<f32>().unwrap(), [2.0, 4.0]);
        assert_eq!(results[1].as_slice::<f32>().unwrap(), [1.0, 3.0, 1.0, 5.0]);
        assert_eq!(results[2].as_slice::<f32>().unwrap(), [1.0, 2.0, -2.0, 4.0]);
        // Conditions on the extent are checked when it is known.
        let mut wrong = [3, 4, 4].map(|n| array(&vec![0.0; n]));
        let [a, b, c] = &mut wrong;
        let error = exe.call_into(&x, (a, b, c)).unwrap_err().to_string();
        assert!(error.contains("'into'") && error.contains("tensor<2xf32>"), "{device}: {error}");
        // Those on the arguments, at once.
        let mut wrong = [2, 5, 4].map(|n| array(&vec![0.0; n]));
        let [a, b, c] = &mut wrong;
        let error = exe.call_into(&x, (a, b, c)).unwrap_err().to_string();
        assert!(error.contains("tensor<5xf32>"), "{device}: {error}");
    }
}

#[test]
fn impossible_extents_stop_the_call() {
    let line = line!() + 3;
    let program = Program::trace("lengths", |p| {
        let n = p.scalar::<i64>("n");
        p.zeros::<f32>([p.dim_of("k", &n - 3)])
    })
    .unwrap();
    let session = crate::sessions::session();
    for device in session.devices() {
        let exe = session.compile(&program, &device).unwrap();
        let call = |n: i64| -> Result<Array, Error> { exe.call(n) };
        assert_eq!(call(3).unwrap().extents(), [0]);
        assert_eq!(call(10).unwrap().extents(), [7]);
        for wrong in [2, i64::MIN + 3, (1 << 48) + 4] {
            let error = call(wrong).unwrap_err().to_string();
            let place = format!("tests/binds.rs:{line}:");
            assert!(error.contains("extent k") && error.contains(&place), "{device}: {error}");
        }
    }
}

#[test]
fn impossible_values_are_refused() {
    let place = Program::trace("place", |p| {
        let x = vector(p);
        let n = p.scalar::<i64>("n");
        let c = p.scalar::<bool>("c");
        p.if_(c, || p.zeros::<f32>([p.dim_of("k", &n)]).sum(0), || x.sum(0))
    });
    let error = place.unwrap_err().to_string();
    assert!(error.contains("cannot bind an extent to a value in a loop, a conditional"), "{error}");
    let twice = Program::trace("twice", |p| {
        let n = p.scalar::<i64>("n");
        let k = p.dim_of("k", &n);
        p.zeros::<f32>([k, p.dim_of("k", &n + 1)])
    });
    assert!(twice.unwrap_err().to_string().contains("the extent 'k' exists already"));
    let float = Program::trace("float", |p| p.zeros::<f32>([p.dim_of("k", p.scalar::<f32>("x"))]));
    assert!(float.unwrap_err().to_string().contains("an extent is an integer, but this is f32"));
    // Ahead of time: the caller of a C function makes the arrays.
    let program = Program::trace("ahead", |p| vector(p).unique()).unwrap();
    let session = crate::sessions::session();
    if session.devices().contains(&Device::cpu()) {
        let error = session.compile_ahead(program.module(), &Ahead::default()).unwrap_err().to_string();
        assert!(error.contains("'ahead' binds extents to values that it computes"), "{error}");
    }
}
