//! Every op at every element type over awkward sizes: machine code gives the interpreter's answer, bit for
//! bit, and where NumPy has the op, NumPy's.
//!
//! A new op is a row of a table: a function that makes a random instance. The tests run one instance of each
//! row and element type; `CASES=50 cargo test --release -p tensorforge --test suite ops::` runs fifty, with
//! `OPS=NAME` in front only of the rows whose name has that part.

mod case;
mod computes;
mod elementwise;
mod known;
mod moves;
mod numpy;
mod reductions;
mod slices;
mod windows;

use case::{Case, Row};
use tensorforge::{Array, Device, Level, Session};
use tf_dialects::scalar::{DType, Scalar};

/// Instances per row and element type: the environment variable `CASES`, or one.
fn count() -> u64 {
    std::env::var("CASES").map_or(1, |n| n.parse().expect("CASES is a number"))
}

/// The level of code: the environment variable `LEVEL` (`x86-64-v3`), or all that the machine has.
pub(crate) fn level() -> Level {
    let level = std::env::var("LEVEL").map_or(Ok(Level::Host), |name| Level::named(&name));
    level.unwrap_or_else(|error| panic!("LEVEL: {error}"))
}

fn rows() -> Vec<Row> {
    let only = std::env::var("OPS").unwrap_or_default();
    let all = [
        computes::rows(),
        slices::rows(),
        elementwise::rows(),
        moves::rows(),
        reductions::rows(),
        windows::rows(),
    ];
    all.into_iter().flatten().filter(|row| row.name.contains(&only)).collect()
}

/// The instances of a row, named `c0`, `c1` …
fn cases(row: &Row, count: u64, tame: bool) -> Vec<Case> {
    let mut cases = Vec::new();
    for (d, dtype) in row.dtypes.iter().enumerate() {
        for n in 0..count {
            let seed =
                row.name.bytes().fold(n << 8 | d as u64, |h, b| h.wrapping_mul(31).wrapping_add(b.into()));
            let mut case = Case::new(seed, *dtype, tame);
            (row.make)(&mut case);
            cases.push(case);
        }
    }
    cases
}

fn module(cases: &[Case]) -> String {
    cases.iter().enumerate().map(|(i, case)| case.function(&format!("c{i}"))).collect()
}

/// The results of a row's cases on a device.
fn run(session: &Session, row: &Row, cases: &[Case], device: &Device) -> Result<Vec<Vec<Array>>, String> {
    let text = module(cases);
    let exe = session
        .compile_text(&text, device)
        .map_err(|error| format!("{} on {device}: {error}\n{}", row.name, first(&text)))?;
    let call = |(i, case): (usize, &Case)| {
        let name = format!("c{i}");
        let said = |error: &dyn std::fmt::Display| {
            format!("{} on {device}: {error}\n{}", row.name, case.function(&name))
        };
        let entry = exe.entry(&name).map_err(|error| said(&error))?;
        let results: Vec<Array> = entry.call(case.args.as_slice()).map_err(|error| said(&error))?;
        // Arguments that are given away may be where results are then: that changes nothing.
        let given: Vec<Array> = entry.call(case.args.clone()).map_err(|error| said(&error))?;
        match difference(&given, &results) {
            Some(difference) => Err(said(&format!("given away: {difference}"))),
            None => Ok(results),
        }
    };
    cases.iter().enumerate().map(call).collect()
}

/// The beginning of a long text.
fn first(text: &str) -> &str {
    let end = text.char_indices().nth(2000).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

fn same(a: Scalar, b: Scalar) -> bool {
    a == b || a.dtype().is_float() && a.to_f64().is_nan() && b.to_f64().is_nan()
}

/// The first difference of two results, in words.
fn difference(found: &[Array], wanted: &[Array]) -> Option<String> {
    for (r, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        if found.extents() != wanted.extents() {
            return Some(format!("result {r} has extents {:?}, not {:?}", found.extents(), wanted.extents()));
        }
        let pairs = found.scalars().zip(wanted.scalars()).enumerate();
        if let Some((i, (a, b))) = pairs.into_iter().find(|(_, (a, b))| !same(*a, *b)) {
            return Some(format!("result {r}, element {i} of {:?}: {a:?}, not {b:?}", wanted.extents()));
        }
    }
    None
}

/// By default, devices other than the processor run one of this many rows.
const OF_OTHERS: usize = 3;

fn on_devices(rows: &[Row], count: u64, levels: &[Level]) {
    let session = crate::sessions::session();
    let devices: Vec<Device> = session.devices().into_iter().filter(|d| d.name() != "interp").collect();
    assert!(!devices.is_empty(), "the LLVM library is built with the tests");
    let at = |level: Level| devices.iter().map(move |device| device.clone().with_level(level));
    let devices: Vec<Device> = levels.iter().copied().flat_map(at).collect();
    let mut failures = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let is_asked =
            |device: &&Device| count > 1 || device.name().starts_with("cpu") || number % OF_OTHERS == 0;
        let cases = cases(row, count, false);
        let wanted = match run(&session, row, &cases, &Device::interp()) {
            Ok(wanted) => wanted,
            Err(error) => {
                failures.push(error);
                continue;
            }
        };
        for device in devices.iter().filter(is_asked) {
            match run(&session, row, &cases, device) {
                Err(error) => failures.push(error),
                Ok(found) => {
                    let pairs = found.iter().zip(&wanted).zip(&cases).enumerate();
                    let wrong = pairs.filter_map(|(i, ((found, wanted), case))| {
                        let difference = difference(found, wanted)?;
                        Some((i, case, difference))
                    });
                    let wrong: Vec<_> = wrong.collect();
                    if let Some((i, case, difference)) = wrong.first() {
                        let (n, text) = (wrong.len(), case.function(&format!("c{i}")));
                        failures.push(format!("{} on {device}: {n} wrong; {difference}\n{text}", row.name));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} rows failed\n\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn devices_agree_with_the_interpreter() {
    on_devices(&rows(), count(), &[level()]);
}

/// One of 24 rows at each level of code that this machine can run; `LEVEL` chooses one for all rows, in the
/// test above.
#[test]
fn each_level_agrees_on_a_sample() {
    let sample: Vec<Row> = rows().into_iter().step_by(24).collect();
    let levels: Vec<Level> = Level::tested().into_iter().filter(|level| *level != Level::Host).collect();
    on_devices(&sample, 1, &levels);
}

fn with_numpy(count: u64) {
    let session = crate::sessions::session();
    let mut failures = Vec::new();
    let mut compared = Vec::new();
    for row in rows() {
        let mut cases = cases(&row, count, true);
        cases.retain(|case| case.numpy.is_some());
        if cases.is_empty() {
            continue;
        }
        match run(&session, &row, &cases, &Device::interp()) {
            Ok(found) => {
                let known =
                    cases.into_iter().zip(found).filter(|(case, found)| numpy::has_types(case, found));
                compared.extend(known.map(|pair| (row.name.clone(), pair)));
            }
            Err(error) => failures.push(error),
        }
    }
    let (names, pairs): (Vec<String>, Vec<(Case, Vec<Array>)>) = compared.into_iter().unzip();
    for (i, difference) in numpy::compare(&pairs) {
        let case = &pairs[i].0;
        let expression = case.numpy.as_deref().unwrap_or_default();
        failures.push(format!("{}: {difference}\n{expression}\n{}", names[i], case.function("main")));
    }
    let shown: Vec<&str> = failures.iter().take(20).map(|f| first(f)).collect();
    assert!(failures.is_empty(), "{} failed\n\n{}", failures.len(), shown.join("\n"));
}

#[test]
fn the_interpreter_agrees_with_numpy() {
    with_numpy(count());
}

/// A wrong answer is noticed: the comparison tells different bits apart, and equal NaN not.
#[test]
fn differences_are_found() {
    let array = |v: f32| vec![Array::from_slice(&[1], &[v]).expect("one element")];
    assert!(difference(&array(1.0), &array(1.0)).is_none());
    assert!(difference(&array(f32::NAN), &array(-f32::NAN)).is_none());
    assert!(difference(&array(0.0), &array(-0.0)).is_some());
    assert!(difference(&array(1.0), &array(1.0 + f32::EPSILON)).is_some());
    assert_eq!(DType::F32.to_string(), "f32");
}
