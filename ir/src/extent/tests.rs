//! Tests of extents: random expressions, built as trees and as extents, must have the same values.

use super::random::Random;
use super::{Extent, ExtentError, Facts, Symbol, Verdict};

const NAMES: [&str; 3] = ["a", "b", "n"];

/// An expression as written, without any normalisation.
#[derive(Debug)]
enum Tree {
    Constant(i64),
    Symbol(usize),
    Binary(&'static str, Box<Tree>, Box<Tree>),
    Divide(&'static str, Box<Tree>, i64),
}

impl Tree {
    fn random(random: &mut Random, depth: u32) -> Tree {
        if depth == 0 || random.range(0, 5) == 0 {
            return match random.range(0, 3) {
                0 => Tree::Constant(random.range(-6, 12)),
                _ => Tree::Symbol(random.range(0, NAMES.len() as i64 - 1) as usize),
            };
        }
        let op =
            *random.pick(&["+", "+", "-", "-", "*", "min", "max", "floordiv", "mod", "ceildiv", "floordiv"]);
        let lhs = Box::new(Tree::random(random, depth - 1));
        if matches!(op, "floordiv" | "mod" | "ceildiv") {
            return Tree::Divide(op, lhs, *random.pick(&[1, 2, 3, 4, 4, 6, 8, 12]));
        }
        let rhs = match op {
            // Products of sums soon leave the limits, so most factors are numbers.
            "*" if random.range(0, 2) > 0 => Tree::Constant(random.range(-4, 8)),
            _ => Tree::random(random, depth - 1),
        };
        Tree::Binary(op, lhs, Box::new(rhs))
    }

    fn build(&self) -> Result<Extent, ExtentError> {
        match self {
            Tree::Constant(value) => Ok(Extent::constant(*value)),
            Tree::Symbol(at) => Extent::symbol(NAMES[*at]),
            Tree::Divide(op, x, c) => match *op {
                "floordiv" => x.build()?.floordiv(*c),
                "ceildiv" => x.build()?.ceildiv(*c),
                _ => x.build()?.modulo(*c),
            },
            Tree::Binary(op, x, y) => {
                let (x, y) = (x.build()?, y.build()?);
                match *op {
                    "+" => x.add(&y),
                    "-" => x.sub(&y),
                    "*" => x.mul(&y),
                    "min" => x.minimum(&y),
                    _ => x.maximum(&y),
                }
            }
        }
    }

    /// The value in arithmetic that is wide enough for every tree made here.
    fn value(&self, of: &[i64; 3]) -> i128 {
        match self {
            Tree::Constant(value) => (*value).into(),
            Tree::Symbol(at) => of[*at].into(),
            Tree::Divide(op, x, c) => {
                let (x, c) = (x.value(of), i128::from(*c));
                match *op {
                    "floordiv" => x.div_euclid(c),
                    "ceildiv" => -((-x).div_euclid(c)),
                    _ => x.rem_euclid(c),
                }
            }
            Tree::Binary(op, x, y) => {
                let (x, y) = (x.value(of), y.value(of));
                match *op {
                    "+" => x + y,
                    "-" => x - y,
                    "*" => x * y,
                    "min" => x.min(y),
                    _ => x.max(y),
                }
            }
        }
    }
}

fn evaluate(extent: &Extent, of: &[i64; 3]) -> i64 {
    let value = |s: &Symbol| NAMES.iter().position(|n| *n == s.as_str()).map(|at| of[at]);
    extent.evaluate(value).unwrap()
}

fn sample(random: &mut Random) -> [i64; 3] {
    let top = *random.pick(&[3, 10, 100]);
    [random.range(0, top), random.range(0, top), random.range(0, top)]
}

/// A random extent with the tree it came from.
fn random_extent(random: &mut Random, depth: u32) -> (Tree, Extent) {
    loop {
        let tree = Tree::random(random, depth);
        match tree.build() {
            Ok(extent) => return (tree, extent),
            Err(ExtentError::TooLarge | ExtentError::TooDeep | ExtentError::Overflow) => {}
            Err(error) => panic!("{tree:?}: {error}"),
        }
    }
}

#[test]
fn normal_forms_keep_the_value() {
    let mut random = Random::new(1);
    for round in 0..4000 {
        let (tree, extent) = random_extent(&mut random, 2 + round % 4);
        for _ in 0..12 {
            let values = sample(&mut random);
            assert_eq!(
                i128::from(evaluate(&extent, &values)),
                tree.value(&values),
                "{tree:?} is {extent} at {values:?}"
            );
        }
    }
}

#[test]
fn text_is_read_back_as_it_was() {
    let mut random = Random::new(2);
    for round in 0..4000 {
        let (tree, extent) = random_extent(&mut random, 2 + round % 4);
        let text = extent.to_string();
        let again: Extent = text.parse().unwrap_or_else(|e| panic!("{tree:?} prints as {text}: {e}"));
        assert_eq!(again, extent, "{tree:?} prints as {text}");
        assert_eq!(again.to_string(), text);
        let (prefix, length) = Extent::parse_prefix(&format!("{text} }}xf32")).unwrap();
        assert_eq!((prefix, length), (extent, text.len()));
    }
}

#[test]
fn text_of_jax_is_read() {
    let same = |theirs: &str, ours: &str| {
        assert_eq!(theirs.parse::<Extent>().unwrap(), ours.parse::<Extent>().unwrap(), "{theirs}");
    };
    same("n^2 + 2*n*m", "n*n + 2*n*m");
    same("3*n^3*m", "3*n*n*n*m");
    same("- n^2 + 5", "5 - n*n");
    same("floordiv(- n, 2)", "(-n) floordiv 2");
    same("floordiv(2*n + 1, 2)^2", "((2*n + 1) floordiv 2) * ((2*n + 1) floordiv 2)");
    same("max(0, mod(n, 3) - 1)", "max(0, n mod 3 - 1)");
    let fails = |text: &str| text.parse::<Extent>().unwrap_err().to_string();
    assert!(fails("floordiv(n, m)").contains("constant divisor, not 'm'"));
    assert!(fails("mod(n)").contains("'mod' takes 2 operands, not 1"));
    for text in ["n^0", "n^m", "n^17", "n^"] {
        assert!(fails(text).contains("an exponent must be an integer from 1 to 16"), "{text}");
    }
}

#[test]
fn building_again_changes_nothing() {
    let mut random = Random::new(3);
    for round in 0..2000 {
        let (tree, extent) = random_extent(&mut random, 2 + round % 4);
        // Renaming there and back rebuilds every part.
        let rename = |x: &Extent, from: &str, to: &str| {
            x.substitute(|s| {
                s.as_str().strip_prefix(from).map(|n| Extent::symbol(&format!("{to}{n}")).unwrap())
            })
        };
        let renamed = rename(&extent, "", "x.").unwrap();
        assert_eq!(rename(&renamed, "x.", "").unwrap(), extent, "{tree:?}");
    }
}

#[test]
fn intervals_hold_every_value() {
    let mut random = Random::new(4);
    for round in 0..1500 {
        let (_, extent) = random_extent(&mut random, 2 + round % 4);
        let (facts, mut values) = random_facts(&mut random);
        let interval = extent.interval(&facts);
        let simple = extent.simplify(&facts).unwrap();
        for _ in 0..12 {
            let at = values(&mut random);
            let value = evaluate(&extent, &at);
            assert!(interval.contains(value), "{extent} is {value} at {at:?}, outside {interval}; {facts:?}");
            assert_eq!(evaluate(&simple, &at), value, "{extent} became {simple} under {facts:?}, at {at:?}");
        }
        assert_eq!(simple.to_string().parse::<Extent>().unwrap(), simple);
    }
}

/// Facts, and a source of values that satisfy them.
fn random_facts(random: &mut Random) -> (Facts, impl FnMut(&mut Random) -> [i64; 3] + use<>) {
    let mut facts = Facts::new();
    let mut shapes = [(0, 40, 1); 3];
    for (name, shape) in NAMES.iter().zip(&mut shapes) {
        let symbol = Symbol::new(name).unwrap();
        if random.range(0, 1) == 0 {
            let divisor = *random.pick(&[1, 1, 2, 3, 4, 8]);
            let lo = random.range(0, 9);
            let hi = lo + random.range(8, 20);
            facts.limit(&symbol, Some(lo), Some(hi)).divisible(&symbol, divisor).unwrap();
            *shape = (lo, hi, divisor);
        }
    }
    let values = move |random: &mut Random| {
        shapes.map(|(lo, hi, divisor)| {
            loop {
                let value = random.range(lo, hi);
                if value % divisor == 0 {
                    return value;
                }
            }
        })
    };
    (facts, values)
}

#[test]
fn verdicts_agree_with_samples() {
    let mut random = Random::new(5);
    let mut decided = 0;
    for round in 0..1500 {
        let (_, x) = random_extent(&mut random, 2 + round % 3);
        // Often something close to equal, so that all answers occur.
        let y = match random.range(0, 2) {
            0 => random_extent(&mut random, 2).1,
            1 => x.add_const(random.range(-1, 1)).unwrap(),
            _ => match x
                .modulo(4)
                .and_then(|r| x.floordiv(4)?.scale(4)?.add(&r.maximum(&Extent::constant(1))?))
            {
                Ok(near) => near,
                Err(_) => continue,
            },
        };
        let (facts, mut values) = random_facts(&mut random);
        let (eq, le) = (x.prove_eq(&y, &facts), x.prove_le(&y, &facts));
        let holds = y.sub(&x).is_ok_and(|margin| margin.holds_ge0(&facts));
        decided += u32::from(eq != Verdict::Unknown) + u32::from(le != Verdict::Unknown);
        for _ in 0..16 {
            let at = values(&mut random);
            let (vx, vy) = (evaluate(&x, &at), evaluate(&y, &at));
            let context = || format!("{x} = {vx} and {y} = {vy} at {at:?} under {facts:?}");
            assert!(agrees(eq, vx == vy), "eq is {eq:?}: {}", context());
            assert!(agrees(le, vx <= vy), "le is {le:?}: {}", context());
            assert!(!holds || vx <= vy, "le holds: {}", context());
        }
    }
    assert!(decided > 1000, "only {decided} of 3000 questions were decided");
}

fn agrees(verdict: Verdict, holds: bool) -> bool {
    match verdict {
        Verdict::Proved => holds,
        Verdict::Refuted => !holds,
        Verdict::Unknown => true,
    }
}

#[test]
fn text_errors_point_at_the_location() {
    let fails = |text: &str| {
        let error = Extent::parse_prefix(text).unwrap_err();
        (error.offset, error.message)
    };
    assert_eq!(fails(""), (0, "expected an expression".into()));
    assert_eq!(fails("n + "), (4, "expected an expression".into()));
    assert_eq!(fails("2*(n + m"), (8, "expected ')'".into()));
    assert_eq!(fails("n floordiv m"), (2, "extent division needs a constant divisor, not 'm'".into()));
    assert_eq!(fails("n mod 0"), (2, "extent division needs a positive divisor, not 0".into()));
    assert_eq!(fails("n + %i"), (4, "'%i' is a value; an extent may use only symbols".into()));
    assert_eq!(fails("9223372036854775808").0, 0);
    assert_eq!(fails("9223372036854775807 + 1"), (20, "extent arithmetic overflows a 64-bit integer".into()));
    assert_eq!(fails("max()").0, 4);
    assert_eq!(fails("n floordiv floordiv"), (11, "'floordiv' cannot name an extent symbol".into()));
    assert_eq!("n n".parse::<Extent>().unwrap_err(), super::ExtentParseError::new(2, "unexpected text"));
}

#[test]
fn hostile_text_is_refused_quickly() {
    for text in ["(".repeat(100_000), "-".repeat(100_000), "max(".repeat(100_000)] {
        assert!(Extent::parse_prefix(&text).unwrap_err().message.contains("nests deeper"));
    }
    let wide = (0..100_000).map(|i| format!("n{i}*")).collect::<String>() + "n";
    assert!(Extent::parse_prefix(&wide).is_err());
    let sum = "n + ".repeat(100_000) + "n";
    assert_eq!(Extent::parse_prefix(&sum).unwrap().0.to_string(), "100001*n");
    let many = format!("max({}1)", "n, ".repeat(100_000));
    assert!(Extent::parse_prefix(&many).unwrap_err().message.contains("operands"));
}

#[test]
fn damaged_text_never_panics() {
    let mut random = Random::new(6);
    let seeds = [
        "2*n + 1",
        "n floordiv 4 + max(m, 3) mod 5",
        "min(-9223372036854775808, (a - b) ceildiv 7, 0x1f)*c",
        "symbol(%n#1) + %i.j-2 // é\n - _x$y.z",
    ];
    let pieces = [
        "(",
        ")",
        "*",
        "-",
        "+",
        "%",
        "#",
        "é",
        "\u{10ffff}",
        "0x",
        "9223372036854775808",
        "mod",
        " ",
        "//",
        ",",
    ];
    for _ in 0..20_000 {
        let mut text: Vec<char> = random.pick(&seeds).chars().collect();
        for _ in 0..random.range(1, 4) {
            let at = random.range(0, text.len() as i64) as usize;
            let end = (at + random.range(0, 3) as usize).min(text.len());
            text.splice(at..end, random.pick(&pieces).chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok((extent, length)) = Extent::parse_prefix(&text) {
            assert!(text.is_char_boundary(length));
            assert_eq!(extent.to_string().parse::<Extent>().unwrap(), extent, "{text}");
        }
        let map = format!("(a, b, c)[n, m] -> ({text})");
        if let Ok((map, _)) = crate::affine::AffineMap::parse_prefix(&map) {
            assert_eq!(map.to_string().parse(), Ok(map));
        }
    }
}

#[test]
fn extreme_numbers_never_panic() {
    let mut random = Random::new(7);
    let numbers =
        ["9223372036854775807", "-9223372036854775808", "4611686018427387904", "3", "-1", "n", "m", "2*n"];
    let divisors = ["9223372036854775807", "4611686018427387904", "2", "3", "-9223372036854775808", "-1"];
    let mut built = 0;
    for round in 0..6000 {
        let mut text = random.pick(&numbers).to_string();
        for _ in 0..1 + round % 6 {
            let number = random.pick(&numbers);
            text = match random.range(0, 6) {
                0 => format!("({text}) + {number}"),
                1 => format!("{number} - ({text})"),
                2 => format!("({text})*({number})"),
                3 => format!("({text}) floordiv {}", random.pick(&divisors)),
                4 => format!("({text}) mod {}", random.pick(&divisors)),
                5 => format!("({text}) ceildiv {}", random.pick(&divisors)),
                _ => format!("max({text}, {number})"),
            };
        }
        if let Ok(map) = format!("affine_map<(n)[m] -> ({text})>").parse::<crate::affine::AffineMap>() {
            assert_eq!(map.to_string().parse::<crate::affine::AffineMap>().as_ref(), Ok(&map));
            let ranges = crate::affine::Ranges::of_box(&[i64::MAX]);
            let simple = map.simplify(&ranges);
            // At the ends of the range, parts of the simpler map may not fit where the map's own did.
            if let (Ok(value), Ok(after)) = (map.evaluate(&[5], &[-7]), simple.evaluate(&[5], &[-7])) {
                assert_eq!(after, value, "{map} / {simple}");
            }
        }
        let Ok(extent) = text.parse::<Extent>() else { continue };
        built += 1;
        assert_eq!(extent.to_string().parse::<Extent>().as_ref(), Ok(&extent), "{text}");
        let mut facts = Facts::new();
        facts.assume_ge0(&extent);
        let verdict = extent.prove_ge0(&Facts::new());
        let interval = extent.interval(&Facts::new());
        if let Ok(value) = extent.evaluate(|s| Some(s.as_str().len() as i64)) {
            assert!(agrees(verdict, value >= 0) && interval.contains(value), "{text} is {extent}");
        }
    }
    assert!(built > 2000, "only {built} expressions fit");
}

#[test]
fn extremes_print_and_parse() {
    for text in [
        "-9223372036854775808",
        "-9223372036854775808*n",
        "n + -9223372036854775808*m",
        "n - 9223372036854775807",
        "9223372036854775807*n + 9223372036854775807",
        "n floordiv 9223372036854775807",
        "min(n, 9223372036854775807)",
        "n - 4*(n floordiv 4) + -9223372036854775808",
        "n mod 9223372036854775807 - 9223372036854775807",
    ] {
        let extent: Extent = text.parse().unwrap();
        assert_eq!(extent.to_string().parse::<Extent>().unwrap(), extent, "{text}");
    }
    let extent: Extent = "m + -9223372036854775808*n".parse().unwrap();
    assert_eq!(extent.to_string(), "m + -9223372036854775808*n");
}

#[test]
fn printed_forms() {
    for (text, expected) in [
        ("1+2*n", "2*n + 1"),
        ("3-n", "3 - n"),
        ("-n - 1", "-n - 1"),
        ("b - a", "b - a"),
        ("max(m,3)+n floordiv 4", "n floordiv 4 + max(m, 3)"),
        ("2*(n floordiv 4)", "2*(n floordiv 4)"),
        ("-(n floordiv 4)", "-(n floordiv 4)"),
        ("m - n floordiv 4", "m - n floordiv 4"),
        ("(n+1) mod 4", "(n + 1) mod 4"),
        ("n - 4*(n floordiv 4)", "n mod 4"),
        ("m*(n mod 4)", "m*(n mod 4)"),
        ("0x10*n // sixteen\n + 1", "16*n + 1"),
        ("a*b floordiv 2", "(a*b) floordiv 2"),
    ] {
        assert_eq!(text.parse::<Extent>().unwrap().to_string(), expected);
    }
}

#[test]
fn extents_can_be_shared_sorted_and_hashed() {
    fn check<T: Clone + Eq + std::hash::Hash + Ord + Send + Sync + std::fmt::Debug + std::fmt::Display>() {}
    check::<Extent>();
    let mut sorted: Vec<Extent> = ["n", "m", "2*n", "7", "n*n", "n + 1"].map(|t| t.parse().unwrap()).into();
    sorted.sort();
    let again: Vec<String> = sorted.iter().map(Extent::to_string).collect();
    assert_eq!(again, ["n*n", "m", "n", "n + 1", "2*n", "7"].map(String::from).to_vec());
}
