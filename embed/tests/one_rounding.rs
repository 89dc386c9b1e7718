//! A value next to a reduction of it: `v == max(v)`, sorts, poolings, norms of a normalisation `v`. Every
//! evaluation of `v` has to round alike, or gradients are lost. Random programs with their gradients, at each
//! level of code that this machine has, against the interpreter.

use tensorforge::*;
use tf_generate::Random;

/// Normalisations of the rows of a matrix, and code around them.
const FORMS: [&str; 13] = [
    "softmax",
    "layer norm",
    "rms",
    "rms by rsqrt",
    "by the largest",
    "by the sum",
    "root",
    "soft sign",
    "tanh",
    "sigmoid",
    "affine",
    "cubic",
    "bell",
];

fn form(name: &str, x: &Tensor, c: f32) -> Tensor {
    match name {
        "softmax" => x.softmax(1),
        "layer norm" => (x - x.mean(1).keep()) / (x.var(1).keep() + 1e-5f32).sqrt(),
        "rms" => x / ((x * x).mean(1).keep() + 1e-6f32).sqrt(),
        "rms by rsqrt" => x * ((x * x).mean(1).keep() + 1e-6f32).rsqrt(),
        "by the largest" => x / (x.abs().amax(1).keep() * c + 1.0f32),
        "by the sum" => x / (x.abs().sum(1).keep() + c),
        "root" => x / (x.abs() + c).sqrt(),
        "soft sign" => x / (x.abs() + 1.0f32),
        "tanh" => (x * c).tanh(),
        "sigmoid" => (x * c).sigmoid(),
        "affine" => x * c + x.mean(1).keep() * 0.3f32,
        "cubic" => x * x * x + x * c - 0.1f32,
        _ => x / (x * x * c + 3.0f32),
    }
}

/// Ways to choose among the elements of a row.
const CHOICES: [&str; 8] = [
    "largest",
    "least",
    "norm",
    "pool",
    "sort",
    "descending",
    "equal to the largest",
    "above half of the largest",
];

/// A scalar reduction that selects from a row: its gradient goes to the selected elements.
fn choice(name: &str, p: &Tracer, v: &Tensor, (rows, columns): (usize, usize)) -> Tensor {
    let weights: Vec<f32> = (0..columns).map(|i| 1.0 / (1.0 + i as f32)).collect();
    let weights = Array::from_slice(&[columns], &weights).expect("as many as there are columns");
    // Sums of equal squares would have no gradient after a norm.
    let weighted = |v: Tensor| (v * p.array(&weights)).sum(..);
    match name {
        "largest" => v.amax(1).sum(..),
        "least" => v.amin(1).square().sum(..),
        "norm" => v.norm_of(1, Norm::Max).sum(..),
        "pool" => v.reshape([rows as i64, columns as i64 / 5, 5]).amax(2).square().sum(..),
        "sort" => weighted(v.sort(1)),
        "descending" => weighted(v.sort_descending(1)),
        "equal to the largest" => v.eq(v.amax(1).keep()).select(v * 2.0f32, 0.0f32).sum(..),
        _ => weighted(v.ge(v.amax(1).keep() * 0.5f32).select(v, 0.0f32)),
    }
}

/// A random program.
#[derive(Debug)]
struct Case {
    forms: Vec<(&'static str, f32)>,
    choice: &'static str,
    shape: (usize, usize),
    numerics: Numerics,
    x: Vec<f32>,
}

impl Case {
    fn new(seed: u64) -> Case {
        let mut random = Random::new(seed);
        let number = |random: &mut Random| random.below(1 << 20) as f32 / (1 << 20) as f32;
        let count = 1 + random.below(2);
        let forms = (0..count)
            .map(|_| (*random.pick(&FORMS).expect("there are some"), 0.05 + number(&mut random)))
            .collect();
        let shape = (1 + random.below(40), 5 * (1 + random.below(26)));
        let choice = *random.pick(&CHOICES).expect("there are some");
        let numerics = if random.chance(50) { Numerics::Standard } else { Numerics::Precise };
        let mut x = Vec::new();
        for _ in 0..shape.0 {
            // Far enough from each other to have one order however they are rounded; or equal.
            let mut row: Vec<f32> = (0..shape.1)
                .map(|i| ((i as f32 + 0.8 * number(&mut random)) / shape.1 as f32 - 0.45) * 4.0)
                .collect();
            if random.chance(25) {
                let last = row.len() - 1;
                row[last - random.below(3.min(last))] = row[last];
                row[0] = row[1];
            }
            random.shuffle(&mut row);
            x.extend(row);
        }
        Case { forms, choice, shape, numerics, x }
    }

    fn program(&self) -> Program {
        let program = Program::trace("main", |p| {
            p.numerics(self.numerics);
            let x = p.input::<f32>("x", [self.shape.0, self.shape.1]);
            let v = |x: &Tensor| self.forms.iter().fold(x.clone(), |x, (name, c)| form(name, &x, *c));
            let gradient = p.grad(&x, |x| choice(self.choice, p, &v(&x), self.shape));
            let v = v(&x);
            let found = v.eq(v.amax(1).keep()).cast(Elem::F32).sum(1);
            (gradient, found)
        });
        program.unwrap_or_else(|error| panic!("{error}\n{self:?}"))
    }
}

/// The largest difference, relative to the largest element.
fn difference(a: &Array, b: &Array) -> f32 {
    let (a, b) = (a.as_slice::<f32>().unwrap(), b.as_slice::<f32>().unwrap());
    let largest = a.iter().chain(b).fold(1e-6f32, |m, x| m.max(x.abs()));
    a.iter().zip(b).map(|(a, b)| if a == b { 0.0 } else { (a - b).abs() / largest }).fold(0.0, f32::max)
}

/// The differences from the interpreter, level by level, after a change of the program's text.
fn wrong(session: &Session, case: &Case, change: impl Fn(String) -> String) -> Vec<String> {
    let text = case.program().to_text();
    let args = [Array::from_slice(&[case.shape.0, case.shape.1], &case.x).unwrap()];
    let run = |text: &str, device: &Device| -> Vec<Array> {
        let exe = session.compile_text(text, device).unwrap_or_else(|e| panic!("{device}: {e}\n{text}"));
        exe.call(&args[0]).unwrap_or_else(|e| panic!("{device}: {e}\n{text}"))
    };
    let wanted = run(&text, &Device::interp());
    let changed = change(text);
    let mut wrong = Vec::new();
    for level in Level::tested() {
        let found = run(&changed, &Device::cpu().with_level(level));
        for (found, wanted) in found.iter().zip(&wanted) {
            // A NaN differs, too.
            let far = difference(found, wanted);
            if far.is_nan() || far > 2e-3 {
                wrong.push(format!("{level}: off by {far}"));
            }
        }
    }
    wrong
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// `CASES` of them from seed `FIRST` on.
#[test]
fn values_equal_themselves() {
    let session = crate::sessions::builder().threads(2).build().unwrap();
    let (first, count) = (number("FIRST", 0), number("CASES", 16));
    let mut failures = Vec::new();
    for seed in first..first + count {
        let case = Case::new(seed);
        let wrong = wrong(&session, &case, |text| text);
        if !wrong.is_empty() {
            let Case { forms, choice, shape, numerics, .. } = &case;
            failures.push(format!("{seed}: {forms:?}, {choice}, {shape:?}, {numerics:?}: {wrong:?}"));
        }
    }
    assert!(failures.is_empty(), "{} of {count} wrong:\n{}", failures.len(), failures.join("\n"));
}

/// Equal largest elements share the gradient, also if one of them is in a full vector and the other in the
/// remainder.
#[test]
fn tied_maxima_share_the_gradient_after_a_normalization() {
    let session = crate::sessions::builder().threads(1).build().unwrap();
    let (rows, columns) = (3usize, 37usize);
    let mut x: Vec<f32> = (0..rows * columns).map(|i| (i * 7 % 31) as f32 * 0.03 - 0.4).collect();
    for row in x.chunks_mut(columns) {
        (row[2], row[columns - 1]) = (0.77, 0.77);
    }
    for name in FORMS {
        let program = Program::trace("main", |p| {
            let x = p.input::<f32>("x", [rows, columns]);
            p.grad(&x, |x| form(name, &x, 0.3).amax(1).sum(..))
        });
        let program = program.unwrap_or_else(|error| panic!("{error}"));
        for level in Level::tested() {
            let exe = session.compile(&program, Device::cpu().with_level(level)).unwrap();
            let found: Array = exe.call(Array::from_slice(&[rows, columns], &x).unwrap()).unwrap();
            for row in found.as_slice::<f32>().unwrap().chunks(columns) {
                let [one, other] = [row[2], row[columns - 1]];
                let largest = row.iter().fold(0f32, |m, x| m.max(x.abs()));
                let far = (one - other).abs() / largest.max(1e-6);
                assert!(far < 1e-4, "{name} at {level}: {one} and {other}");
            }
        }
    }
}

/// The flags that standard programs had: quotients by reciprocals and estimates.
fn approximate(text: String) -> String {
    let flagged = |line: &str| match line.rsplit_once(" : ") {
        Some((op, ty))
            if op.contains("arith.divf") || op.contains("math.sqrt") || op.contains("math.rsqrt") =>
        {
            format!("{op} fastmath<arcp,contract,afn> : {ty}\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(flagged).collect()
}

/// With approximate quotients, the comparison fails: by this test, and so it did for users.
#[test]
fn approximate_quotients_are_distinguished() {
    if !Level::V4.runs_here() {
        // Without estimates, the two ways to divide differ less often.
        return;
    }
    let session = crate::sessions::builder().threads(2).build().unwrap();
    let count = number("PLANTED", 4);
    let case = |seed| Case {
        forms: vec![([FORMS[0], FORMS[1], FORMS[2], FORMS[4]][seed as usize % 4], 0.05)],
        choice: CHOICES[0],
        shape: (64, 50),
        ..Case::new(seed)
    };
    let found = (0..count).filter(|seed| {
        let mut case = case(*seed);
        let mut random = Random::new(*seed);
        case.x = (0..64 * 50).map(|_| random.below(1 << 20) as f32 / (1 << 18) as f32 - 2.0).collect();
        !wrong(&session, &case, approximate).is_empty()
    });
    let found = found.count();
    println!("found {found} of {count}");
    assert!(found > 0, "no planted fault is found");
}
