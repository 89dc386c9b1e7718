//! Tests of affine expressions: texts as upstream's, and random expressions.

use super::*;
use crate::extent::Interval;
use crate::extent::random::Random;

fn map(body: &str) -> AffineMap {
    AffineMap::parse_prefix(body).unwrap_or_else(|e| panic!("{}: {e}", &body[..body.len().min(200)])).0
}

/// What mlir-opt 22 prints for `"x.op"() {m = affine_map<…>} : () -> ()`, by what it was given.
const UPSTREAM_MAPS: [(&str, &str); 20] = [
    (
        "(d0, d1, d2)[s0, s1] -> (d1 + d0, d1 * 2 + d0, d2 + d1 + d0, d1 floordiv 2 + d0, s1 + s0, s1 * s0, s1*2*s0)",
        "(d0, d1, d2)[s0, s1] -> (d0 + d1, d1 * 2 + d0, d1 + d2 + d0, d1 floordiv 2 + d0, s0 + s1, s0 * s1, (s0 * s1) * 2)",
    ),
    (
        "(d0, d1)[s0, s1] -> (s1 + 3 + s0, d1 + 3 + d0, (d1 + s0) + d0, (s0+1)*s0, d0 + d1 - (d1 floordiv 4)*4)",
        "(d0, d1)[s0, s1] -> (s0 + s1 + 3, d0 + d1 + 3, d1 + s0 + d0, (s0 + 1) * s0, d0 + d1 mod 4)",
    ),
    (
        "(d0, d1)[s0] -> (d1 + s0 + (d0 floordiv 2) * 3, d1 + s0 - d0 mod 4, d1 + d0 floordiv 4 - (d0 floordiv 4)*2)",
        "(d0, d1)[s0] -> (d1 + (d0 floordiv 2) * 3 + s0, d1 + s0 - d0 mod 4, d1 - d0 floordiv 4)",
    ),
    (
        "(d0, d1) -> (3 floordiv -16, 7 mod -3, 7 ceildiv -2, -7 floordiv -2, (d0 * 4) floordiv -2, d0 ceildiv -1, (d0 * 4 + d1) floordiv -2)",
        "(d0, d1) -> (-1, 7 mod -3, -3, 3, d0 * -2, d0 ceildiv -1, d0 * -2 + d1 floordiv -2)",
    ),
    (
        "(i, j)[N] -> (4 + i, i + j + 3, 3*i*2, N + i, N*i, i*N*2, 2*i*N)",
        "(d0, d1)[s0] -> (d0 + 4, d0 + d1 + 3, d0 * 6, d0 + s0, d0 * s0, (d0 * s0) * 2, (d0 * s0) * 2)",
    ),
    (
        "(d0, d1) -> (d0 - d1, -d0, -d0*2, d0 - 2*d1, d0 - 1, d0 + (d1 - d0), -(d0+1), (d0+d1)*-1)",
        "(d0, d1) -> (d0 - d1, -d0, d0 * -2, d0 - d1 * 2, d0 - 1, d0 + d1 - d0, -(d0 + 1), -(d0 + d1))",
    ),
    (
        "(d0) -> (d0 floordiv 0, d0 mod -3, d0 floordiv -2, d0 ceildiv 4, d0 floordiv 4, d0 mod 4)",
        "(d0) -> (d0 floordiv 0, d0 mod -3, d0 floordiv -2, d0 ceildiv 4, d0 floordiv 4, d0 mod 4)",
    ),
    (
        "(d0) -> ((d0*4) mod 4, (d0*4+2) floordiv 4, (d0+2) floordiv 4)",
        "(d0) -> (0, d0, (d0 + 2) floordiv 4)",
    ),
    (
        "(d0)[s0] -> (d0 - (d0 floordiv 4)*4, d0 mod s0, d0 floordiv s0, (d0*4) ceildiv 2, (d0 mod 8) mod 4)",
        "(d0)[s0] -> (d0 mod 4, d0 mod s0, d0 floordiv s0, d0 * 2, d0 mod 4)",
    ),
    (
        "(d0)[s0] -> ((d0 floordiv 4) floordiv 3, d0 * s0 - d0, s0*s0)",
        "(d0)[s0] -> ((d0 floordiv 4) floordiv 3, d0 * s0 - d0, s0 * s0)",
    ),
    ("() -> ()", "() -> ()"),
    ("(d0)[] -> (d0)", "(d0) -> (d0)"),
    ("()[s0] -> (s0, 3)", "()[s0] -> (s0, 3)"),
    (
        "(d0, d1) -> (d0 * 2 + d1 * 3 + d0 * 2, d0 + d0, (d0+d1)*2, 3 - d0, 3 - d0*2, 9223372036854775807 + 1)",
        "(d0, d1) -> (d0 * 2 + d1 * 3 + d0 * 2, d0 * 2, (d0 + d1) * 2, -d0 + 3, d0 * -2 + 3, 9223372036854775807 + 1)",
    ),
    ("(floordiv, mod) -> (floordiv floordiv 2, mod mod 3)", "(d0, d1) -> (d0 floordiv 2, d1 mod 3)"),
    (
        "(d0) -> ((d0 floordiv 4)*2 mod 2, 5 floordiv 0, (5 mod 0)* 2, d0*2 mod 0, (d0 mod 0) mod 2)",
        "(d0) -> (0, 5 floordiv 0, (5 mod 0) * 2, (d0 * 2) mod 0, (d0 mod 0) mod 2)",
    ),
    (
        "(d0)[s0] -> ((d0*0) mod 3, s0 * (s0*0), 0 * d0, 0 floordiv s0, d0 * s0 floordiv s0)",
        "(d0)[s0] -> (0, 0, 0, 0 floordiv s0, (d0 * s0) floordiv s0)",
    ),
    (
        "(d0) -> (d0 + -1 * d0, d0 - d0, - - d0, d0 + 2 - d0, 1 - (d0 + 1))",
        "(d0) -> (0, 0, d0, 2, -(d0 + 1) + 1)",
    ),
    (
        "(d0, d1)[s0, s1] -> (d0 + ((d0 floordiv 4) - 4), d0*(s0*s1), ((d0*8 + d1*8) ceildiv 4) mod 2, (d0 * 8 + s0) mod 8)",
        "(d0, d1)[s0, s1] -> (d0 + d0 floordiv 4 - 4, d0 * (s0 * s1), 0, s0 mod 8)",
    ),
    (
        "(d0, d1)[s0, s1] -> (s0 * s1 * d0, (s0+1)*(d0+d1), s0 - s0*(s0 floordiv 3), d0 - (d0 floordiv s0)*s0)",
        "(d0, d1)[s0, s1] -> (d0 * (s0 * s1), (d0 + d1) * (s0 + 1), s0 - s0 * (s0 floordiv 3), d0 mod s0)",
    ),
];

/// The same for sets.
const UPSTREAM_SETS: [(&str, &str); 5] = [
    ("(d0)[s0] : (d0 - 1 >= 0, s0 == 0)", "(d0)[s0] : (d0 - 1 >= 0, s0 == 0)"),
    ("(d0)[s0] : ()", "(d0)[s0] : (0 == 0)"),
    (
        "(d0, d1) : (d0 <= d1, d0 >= 2, d0 == d1 + 1)",
        "(d0, d1) : (d1 - d0 >= 0, d0 - 2 >= 0, d0 - (d1 + 1) == 0)",
    ),
    ("(d0) : (1 == 0, -1 > = 0, d0 * 2 - d0*3 >= 0)", "(d0) : (1 == 0, -1 >= 0, -d0 >= 0)"),
    (
        "(d0, d1)[N] : (d0 floordiv 2 == 0, d0 + N >= 3, 5 >= d0, 0 <= d1)",
        "(d0, d1)[s0] : (d0 floordiv 2 == 0, d0 + s0 - 3 >= 0, -d0 + 5 >= 0, d1 >= 0)",
    ),
];

#[test]
fn text_is_upstreams() {
    for (given, printed) in UPSTREAM_MAPS {
        assert_eq!(map(given).to_string(), format!("affine_map<{printed}>"), "from {given}");
        assert_eq!(map(printed), map(given), "{printed}");
    }
    for (given, printed) in UPSTREAM_SETS {
        let (set, length) = IntegerSet::parse_prefix(given).unwrap();
        assert_eq!(
            (set.to_string(), length),
            (format!("affine_set<{printed}>"), given.len()),
            "from {given}"
        );
        assert_eq!(format!("affine_set<{printed}>").parse::<IntegerSet>().unwrap(), set);
    }
}

#[test]
fn errors_point_at_the_location() {
    let fails = |text: &str| {
        let error = AffineMap::parse_prefix(text).unwrap_err();
        (error.offset, error.message)
    };
    assert_eq!(fails("(d0)[s0, d0] -> (d0)"), (9, "redefinition of identifier 'd0'".into()));
    assert_eq!(fails("(d0) -> (x)"), (9, "use of undeclared identifier 'x'".into()));
    assert_eq!(fails("(d0) -> (%d0)"), (9, "unexpected SSA value '%d0'".into()));
    assert_eq!(fails("(d0,) -> (d0)"), (4, "expected an identifier".into()));
    assert_eq!(fails("(d0) -> (d0 / 2)"), (12, "expected ')'".into()));
    assert_eq!(fails("(d0) -> (d0 * d0)").0, 12);
    assert!(fails("(d0) -> (d0 * d0)").1.contains("at least one of the multiply operands"));
    assert!(fails("(d0) -> (d0 mod d0)").1.contains("right operand of mod"));
    assert!(fails("(d0) -> (5 floordiv d0)").1.contains("right operand of floordiv"));
    assert_eq!(fails("(d0) (d0)"), (5, "expected '->' after the dimensions and symbols".into()));
    assert_eq!(fails("(d0) -> (9223372036854775808)").0, 9);
    let set = |text: &str| IntegerSet::parse_prefix(text).unwrap_err().offset;
    assert_eq!(set("(d0) : (d0)"), 10);
    assert_eq!(set("(d0) : (d0 >= 1,)"), 16);
    assert!("affine_map<(d0) -> (d0)".parse::<AffineMap>().is_err());
    assert!("affine_map<(d0) -> (d0)> x".parse::<AffineMap>().is_err());
    assert!("affine_set<(d0) -> (d0)>".parse::<IntegerSet>().is_err());
}

#[test]
fn hostile_text_is_refused_quickly() {
    for inner in ["(", "-", "(-"] {
        let text = format!("(d0) -> ({}", inner.repeat(100_000));
        assert!(AffineMap::parse_prefix(&text).unwrap_err().message.contains("nests deeper"));
    }
    let sum = |term: &str| format!("(a, b) -> ({}a)", term.repeat(100_000));
    assert_eq!(map(&sum("a + ")).to_string(), "affine_map<(d0, d1) -> (d0 * 100001)>");
    assert!(AffineMap::parse_prefix(&sum("a + b + ")).unwrap_err().message.contains("nests deeper"));
    assert!(AffineMap::parse_prefix(&sum("(a + b) mod 7 + b + ")).is_err());
    let deep = (0..50).fold("a".to_string(), |e, k| format!("(({e} + b) floordiv 4 * 4 + b * {k})"));
    let deep = map(&format!("(a, b) -> ({deep})"));
    assert_eq!(deep.simplify(&Ranges::default()).num_results(), 1);
}

#[test]
fn values_can_be_names() {
    let mut seen = Vec::new();
    let text = "%i * 2 + %k#1 - symbol(%n) floordiv 4 + e, rest";
    let (expr, length) = AffineExpr::parse_prefix(text, &mut |name, offset| {
        seen.push(offset);
        Ok(match name {
            Name::Value("%i") => AffineExpr::dim(0),
            Name::Value("%k#1") => AffineExpr::dim(1),
            Name::SymbolValue("%n") => AffineExpr::symbol(0),
            Name::Bare("e") => AffineExpr::symbol(1),
            other => return Err(format!("what is {other:?}?")),
        })
    })
    .unwrap();
    assert_eq!(expr.to_string(), "d0 * 2 + d1 - s0 floordiv 4 + s1");
    assert_eq!(&text[length..], ", rest");
    assert_eq!(seen, [0, 9, 23, 40]);
    let mut out = String::new();
    let names = |out: &mut dyn std::fmt::Write, var: AffineVar| match var {
        AffineVar::Dim(d) => write!(out, "%{}", ["i", "k"][d as usize]),
        AffineVar::Symbol(s) => write!(out, "n{s}"),
    };
    expr.write_with(&mut out, &mut { names }).unwrap();
    assert_eq!(out, "%i * 2 + %k - n0 floordiv 4 + n1");
    let error = AffineExpr::parse_prefix("1 + %z", &mut |name, _| Err(format!("no {name:?}"))).unwrap_err();
    assert_eq!((error.offset, error.message.as_str()), (4, "no Value(\"%z\")"));
}

#[test]
fn identities_are_seen() {
    assert!(AffineMap::identity(3).is_identity() && AffineMap::identity(0).is_identity());
    assert!(!map("(a, b) -> (b, a)").is_identity() && !map("(a, b) -> (a)").is_identity());
}

#[test]
fn maps_and_sets_are_checked_and_evaluated() {
    assert_eq!(AffineMap::new(1, 0, vec![AffineExpr::dim(1)]), Err(AffineError::NoSuchDim(1)));
    assert_eq!(AffineMap::new(1, 0, vec![AffineExpr::symbol(0)]), Err(AffineError::NoSuchSymbol(0)));
    let m = map("(i, j)[n] -> (i * n + j, (i - 7) floordiv 4, (i - 7) mod 4, (i - 7) ceildiv 4)");
    assert_eq!(m.evaluate(&[2, 3], &[10]), Ok(vec![23, -2, 3, -1]));
    assert_eq!(m.evaluate(&[2], &[10]), Err(AffineError::NoSuchDim(1)));
    assert_eq!(m.evaluate(&[i64::MAX, 3], &[10]), Err(AffineError::Overflow));
    assert_eq!(map("(i)[n] -> (i floordiv n, i ceildiv n)").evaluate(&[7], &[-2]), Ok(vec![-4, -3]));
    assert_eq!(map("(i)[n] -> (i floordiv n)").evaluate(&[i64::MIN], &[-1]), Err(AffineError::Overflow));
    assert_eq!(
        map("(i)[n] -> (i mod n)").evaluate(&[3], &[0]),
        Err(AffineError::BadDivisor(AffineOp::Mod, 0))
    );
    let (set, _) = IntegerSet::parse_prefix("(i, j)[n] : (i >= 0, i <= n - 1, i + j == n)").unwrap();
    assert_eq!(set.contains(&[2, 3], &[5]), Ok(true));
    assert_eq!(set.contains(&[5, 0], &[5]), Ok(false));
    assert_eq!(set.contains(&[2, 4], &[5]), Ok(false));
    let ranges = Ranges { dims: vec![Interval::new(Some(0), Some(3))], symbols: vec![Interval::point(9)] };
    assert_eq!(set.simplify(&ranges).to_string(), "affine_set<(d0, d1)[s0] : (d0 + d1 - 9 == 0)>");
    let far = Ranges { dims: vec![Interval::new(Some(9), None)], symbols: vec![Interval::point(9)] };
    assert_eq!(set.simplify(&far), IntegerSet::empty(2, 1));
}

#[test]
fn simplification_with_ranges() {
    let ranges =
        Ranges { dims: vec![Interval::NON_NEGATIVE, Interval::new(Some(0), Some(15))], symbols: vec![] };
    let simple =
        |body: &str| map(&format!("(i, j)[n] -> ({body})")).simplify(&ranges).results()[0].to_string();
    for (given, expected) in [
        ("(i * 16 + j) floordiv 16", "d0"),
        ("(i * 16 + j) mod 16", "d1"),
        ("(i * 16 + j) floordiv 64", "d0 floordiv 4"),
        ("(i * 16 + j) floordiv 16 * 16 + (i * 16 + j) mod 16", "d0 * 16 + d1"),
        ("(n floordiv 4) * 4 + n mod 4", "s0"),
        ("j - n + n", "d1"),
        ("n + i - n floordiv 8 * 8", "d0 + s0 mod 8"),
        ("(j + 16) floordiv 16", "1"),
        ("(j + 3) ceildiv 32", "1"),
        ("(i * 4 + 2) floordiv 8", "d0 floordiv 2"),
        ("(i * 4 + 2) ceildiv 8", "(d0 + 1) ceildiv 2"),
        ("((i + n) floordiv 3 + 2) floordiv 5", "(d0 + s0 + 6) floordiv 15"),
        ("((i + n) ceildiv 3) ceildiv 5", "(d0 + s0) ceildiv 15"),
        ("(i mod 12 + 5) mod 4", "(d0 + 1) mod 4"),
        ("i * n + n * i", "(d0 * s0) * 2"),
        ("(i * 2 + 2) * n - n * (i + 1)", "(d0 + 1) * s0"),
        ("j mod 32 + i - i", "d1"),
        ("n + 3 - (n + 1) mod 8", "((s0 + 1) floordiv 8) * 8 + 2"),
        ("(i * 8 + n - 9) floordiv 8", "d0 + (s0 - 1) floordiv 8 - 1"),
        ("(i * 8 + n - 9) mod 8", "(s0 - 1) mod 8"),
        ("i floordiv 0 + i - i", "d0 floordiv 0"),
        ("i floordiv n", "d0 floordiv s0"),
    ] {
        assert_eq!(simple(given), expected, "from {given}");
    }
    let known = Ranges { symbols: vec![Interval::new(Some(1), None)], ..Ranges::default() };
    let m = map("(i)[n] -> ((i * n) floordiv n, (i * n * 3) mod n, n floordiv n, 0 ceildiv n)");
    assert_eq!(m.simplify(&known), map("(i)[n] -> (i, 0, 1, 0)"));
    let boxed = Ranges::of_box(&[4, 8]);
    assert_eq!(map("(i, j) -> (i * 8 + j)").results()[0].interval(&boxed), Interval::new(Some(0), Some(31)));
    assert_eq!(
        map("(i, j) -> (i - i mod 2 + j - j)").results()[0].interval(&boxed),
        Interval::new(Some(0), Some(2))
    );
}

#[test]
fn divisors_are_known() {
    let m = map(
        "(i, j)[n] -> (i * 4 + j * 6, i * 8 * n, (i * 8 + j * 12) floordiv 2, (i * 6) mod 8, 0, (i * 8) ceildiv n)",
    );
    let divisors: Vec<u64> = m.results().iter().map(AffineExpr::largest_known_divisor).collect();
    assert_eq!(divisors, [2, 8, 2, 2, 0, 1]);
    assert!(m.results()[0].is_multiple_of(-2) && !m.results()[0].is_multiple_of(4));
    assert!(m.results()[4].is_multiple_of(5) && !m.results()[4].is_multiple_of(0));
}

/// An expression as written, built without any folding.
fn random_plain(random: &mut Random, depth: u32, symbolic: bool) -> AffineExpr {
    if depth == 0 || random.range(0, 5) == 0 {
        return match random.range(0, if symbolic { 1 } else { 4 }) {
            0 => AffineExpr::constant(random.range(-6, 12)),
            1 => AffineExpr::symbol(random.range(0, 1) as u32),
            _ => AffineExpr::dim(random.range(0, 2) as u32),
        };
    }
    let op = *random.pick(&[
        AffineOp::Add,
        AffineOp::Add,
        AffineOp::Mul,
        AffineOp::Mod,
        AffineOp::FloorDiv,
        AffineOp::FloorDiv,
        AffineOp::CeilDiv,
    ]);
    let lhs = random_plain(random, depth - 1, symbolic);
    let divisors = [1, 2, 3, 4, 4, 6, 8, 12, 0, -2];
    let rhs = match op {
        AffineOp::Add => random_plain(random, depth - 1, symbolic),
        AffineOp::Mul if random.range(0, 2) > 0 => AffineExpr::constant(random.range(-5, 8)),
        AffineOp::Mul => random_plain(random, depth - 1, true),
        _ if random.range(0, 5) == 0 => random_plain(random, depth - 1, true),
        _ => AffineExpr::constant(*random.pick(&divisors)),
    };
    if op == AffineOp::Mul && random.range(0, 1) == 0 {
        return AffineExpr::binary_unfolded(op, &rhs, &lhs).unwrap();
    }
    AffineExpr::binary_unfolded(op, &lhs, &rhs).unwrap()
}

/// The same expression, folded at each step.
fn folded(plain: &AffineExpr) -> AffineExpr {
    match plain.kind() {
        AffineExprKind::Binary(op, lhs, rhs) => AffineExpr::binary(*op, &folded(lhs), &folded(rhs)).unwrap(),
        _ => plain.clone(),
    }
}

/// Ranges, and a source of points within them.
fn random_ranges(random: &mut Random) -> Ranges {
    let mut some = |count: usize| {
        let interval = |random: &mut Random| {
            let lo = random.range(-9, 9);
            Interval::new(Some(lo), Some(lo + random.range(0, 20)))
        };
        (0..count).map(|_| interval(random)).collect()
    };
    Ranges { dims: some(3), symbols: some(2) }
}

fn random_point(random: &mut Random, ranges: &[Interval]) -> Vec<i64> {
    ranges.iter().map(|r| random.range(r.lo.unwrap(), r.hi.unwrap())).collect()
}

/// A value must stay what it is where it is one; where the expression as written has none, anything goes.
fn same(before: Result<i64, AffineError>, after: Result<i64, AffineError>) -> bool {
    match before {
        Ok(value) => after == Ok(value),
        Err(_) => true,
    }
}

#[test]
fn folding_and_simplifying_keep_the_value() {
    let mut random = Random::new(11);
    for round in 0..6000 {
        let plain = random_plain(&mut random, 2 + round % 4, false);
        let (fold, ranges) = (folded(&plain), random_ranges(&mut random));
        let simple = fold.simplify(&ranges);
        let interval = fold.interval(&ranges);
        for _ in 0..10 {
            let (dims, symbols) =
                (random_point(&mut random, &ranges.dims), random_point(&mut random, &ranges.symbols));
            let value = plain.evaluate(&dims, &symbols);
            let context = || format!("{plain} / {fold} / {simple} at {dims:?} {symbols:?}: {value:?}");
            assert!(same(value.clone(), fold.evaluate(&dims, &symbols)), "fold: {}", context());
            assert!(same(value.clone(), simple.evaluate(&dims, &symbols)), "simplify: {}", context());
            if let Ok(value) = value {
                assert!(interval.contains(value), "{interval}: {}", context());
            }
        }
    }
}

#[test]
fn printed_expressions_are_read_back_as_they_were() {
    let mut random = Random::new(12);
    for round in 0..6000 {
        let expr = folded(&random_plain(&mut random, 2 + round % 4, false));
        let map = AffineMap::new(3, 2, vec![expr]).unwrap();
        let text = map.to_string();
        let again: AffineMap = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(again, map, "{text}");
        assert_eq!(again.to_string(), text);
    }
}

/// The map that feeds the results of `inner` to the dimensions of `outer`; symbols of `outer` come first.
fn compose(outer: &AffineMap, inner: &AffineMap) -> Result<AffineMap, AffineError> {
    let own = outer.num_symbols();
    let moved = inner.results().iter().map(|e| e.shift_symbols(own, 0)).collect::<Result<Vec<_>, _>>()?;
    let results = outer.results().iter().map(|e| e.replace(&moved, &[]));
    AffineMap::new(inner.num_dims(), own + inner.num_symbols(), results.collect::<Result<_, _>>()?)
}

#[test]
fn composition_and_substitution_keep_the_value() {
    let mut random = Random::new(13);
    let mut composed_maps = 0;
    for round in 0..3000 {
        let depth = 1 + round % 3;
        let outer = AffineMap::new(3, 2, vec![folded(&random_plain(&mut random, depth, false))]).unwrap();
        let inner = (0..3).map(|_| folded(&random_plain(&mut random, depth, false))).collect();
        let inner = AffineMap::new(3, 2, inner).unwrap();
        let Ok(composed) = compose(&outer, &inner) else { continue };
        composed_maps += 1;
        let linear = composed.results()[0].linear_form(3, 4);
        for _ in 0..6 {
            let any = [Interval::new(Some(-20), Some(20)); 4];
            let (dims, symbols) = (random_point(&mut random, &any[..3]), random_point(&mut random, &any));
            let Ok(middle) = inner.evaluate(&dims, &symbols[2..]) else { continue };
            let value = outer.evaluate(&middle, &symbols[..2]).map(|v| v[0]);
            let after = composed.evaluate(&dims, &symbols).map(|v| v[0]);
            assert!(
                same(value, after.clone()),
                "{outer} after {inner} is {composed}, at {dims:?} {symbols:?}"
            );
            let Some(form) = &linear else { continue };
            let terms = form.dims.iter().zip(&dims).chain(form.symbols.iter().zip(&symbols));
            assert_eq!(Ok(form.constant + terms.map(|(k, v)| k * v).sum::<i64>()), after);
        }
    }
    assert!(composed_maps > 2500);
}

#[test]
fn extremes_print_and_parse() {
    for body in [
        "(a) -> (a * -9223372036854775808)",
        "(a, b) -> (b + a * -9223372036854775808)",
        "(a) -> (a + -9223372036854775808)",
    ] {
        let map = map(body);
        assert_eq!(map.to_string().parse::<AffineMap>().unwrap(), map);
    }
    assert_eq!(
        map("(a) -> (a * 9223372036854775807 * 4)").to_string(),
        "affine_map<(d0) -> ((d0 * 9223372036854775807) * 4)>"
    );
}

#[test]
fn maps_can_be_shared_sorted_and_hashed() {
    fn check<T: Clone + Eq + std::hash::Hash + Ord + Send + Sync + std::fmt::Debug + std::fmt::Display>() {}
    check::<AffineExpr>();
    check::<AffineMap>();
    check::<IntegerSet>();
}
