//! The laws of joined folds, each proved by the interpreter: in folds of a compute and in members of a group,
//! with rows that are partly and fully masked, NaN, infinities, large values, partial tiles and no terms at
//! all.

use crate::common::{agree, context, interpret, parse, print, run};
use tf_dialects::scalar::{DType, Scalar};
use tf_interp::{Datum, Dense};

const INFINITY: f64 = f64::INFINITY;

/// Rows of floats: ordinary ones, and some of each special kind. Terms of one tile have infinities of at most
/// one sign.
fn rows(dtype: DType, rows: usize, columns: usize, seed: u64) -> Datum {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1u32 << 30) - 1.0
    };
    let large = if dtype == DType::F16 { 2e3 } else { 1e18 };
    let mut element = |row: usize, column: usize| {
        let plain = 4.0 * next();
        match row % 8 {
            // Masked at the beginning, at the end, wholly.
            1 if column < columns / 2 => -INFINITY,
            2 if column >= columns / 2 => -INFINITY,
            3 => -INFINITY,
            4 if column == columns / 3 => f64::NAN,
            5 => large * plain,
            6 => 100.0 * plain + 300.0,
            _ => plain,
        }
    };
    let mut data = Vec::new();
    for row in 0..rows {
        data.extend((0..columns).map(|column| Scalar::from_f64(dtype, element(row, column)).bits()));
    }
    Dense { dtype, extents: vec![rows, columns], data }.into()
}

/// Plain numbers of a shape.
fn plain(dtype: DType, extents: &[usize], seed: u64) -> Datum {
    crate::common::tensor(dtype, extents, seed)
}

/// The text with the word for a type, and how far answers may be apart.
const TYPES: [(DType, &str, f64); 4] = [
    (DType::F16, "f16", 6e-3),
    (DType::BF16, "bf16", 5e-2),
    (DType::F32, "f32", 2e-5),
    (DType::F64, "f64", 1e-12),
];

/// Passes do not change the answers of a float program.
fn check(text: &str, passes: &[&str], says: &str, args: impl Fn(DType, usize, usize) -> Vec<Datum>) {
    check_within(1.0, text, passes, says, args);
}

/// The same for terms that are `scale` times as large as their result.
fn check_within(
    scale: f64,
    text: &str,
    passes: &[&str],
    says: &str,
    args: impl Fn(DType, usize, usize) -> Vec<Datum>,
) {
    for (dtype, word, tolerance) in TYPES {
        let tolerance = scale * tolerance;
        let text = with_infinities(&text.replace("TYPE", word), dtype);
        let ctx = context();
        let before = parse(&ctx, &text);
        let mut after = parse(&ctx, &text);
        for pass in passes {
            run(&ctx, &mut after, pass);
        }
        let printed = print(&after);
        assert!(printed.contains(says) && !printed.contains("join("), "nothing was joined:\n{printed}");
        for (n, m) in [(8, 13), (8, 16), (9, 1), (3, 0), (0, 5), (8, 4), (8, 37)] {
            let args = args(dtype, n, m);
            let wanted = interpret(&before, &args).expect("it runs");
            let found = interpret(&after, &args).expect("it runs");
            let same = wanted.iter().zip(&found).all(|(a, b)| agree(Some(dtype), a, b, tolerance));
            assert!(same, "{word}, {n} x {m}:\n{printed}\nof {args:?}\nfound {found:?}\nwanted {wanted:?}");
        }
    }
}

/// A program of one compute over rows, whose folds are joined four terms at a time.
fn folds(others: &str, code: &str, yielded: &str) -> String {
    let count = yielded.split(", ").count();
    let (results, values) = (vec!["tensor<?{n}xTYPE>"; count].join(", "), vec!["TYPE"; count].join(", "));
    let names: Vec<String> = (0..count).map(|at| format!("%r#{at}")).collect();
    format!(
        "func.func @main(%x: tensor<?{{n}}x?{{m}}xTYPE>, %v: tensor<?{{m}}xTYPE>) -> ({results}) {{
           %r:{count} = tensor.compute (%i) in [n] attributes {{schedule = #tensor.schedule<join(k: {others}, 4)>}} {{
             {code}
             tensor.yield {yielded} : {values}
           }} : {results}
           return {} : {results}
         }}",
        names.join(", ")
    )
}

/// A fold over the terms that code computes from `%a`, the element, and `%w`, that of the vector.
fn fold(result: &str, name: &str, kind: &str, code: &str, term: &str) -> String {
    format!(
        "{result} = tensor.fold (%k) = 0 to m {kind} fastmath<reassoc> attributes {{axis = \"{name}\"}} {{
           %a = tensor.at %x[%i, %k] : tensor<?{{n}}x?{{m}}xTYPE>
           %w = tensor.at %v[%k] : tensor<?{{m}}xTYPE>
           {code}
           tensor.yield {term} : TYPE
         }} : TYPE\n"
    )
}

fn args(dtype: DType, n: usize, m: usize) -> Vec<Datum> {
    vec![rows(dtype, n, m, 7), plain(dtype, &[m], 3)]
}

/// The same without NaN.
fn finite(dtype: DType, n: usize, m: usize) -> Vec<Datum> {
    vec![plain(dtype, &[n, m], 7), plain(dtype, &[m], 3)]
}

const EXPONENTIAL: &str = "%d = arith.subf %a, %m : TYPE\n %e = math.exp %d : TYPE";

#[test]
fn exponentials_of_differences() {
    for (kind, code) in [
        ("maximumf", EXPONENTIAL),
        ("maxnumf", EXPONENTIAL),
        ("maximumf", "%d = arith.subf %a, %m : TYPE\n %e = math.exp2 %d : TYPE"),
        ("minimumf", "%d = arith.subf %m, %a : TYPE\n %e = math.exp %d : TYPE"),
        (
            "maximumf",
            "%h = arith.constant 0.125 : TYPE\n %c = arith.subf %a, %m : TYPE\n %d = arith.mulf %h, %c : TYPE\n %e = math.exp %d : TYPE",
        ),
        ("maximumf", "%c = arith.subf %m, %a : TYPE\n %d = arith.negf %c : TYPE\n %e = math.exp %d : TYPE"),
    ] {
        let all = fold("%m", "k", kind, "", "%a") + &fold("%l", "l", "add", code, "%e");
        check(&folds("l", &all, "%m, %l"), &["apply-joins"], "combine", args);
    }
}

#[test]
fn linear_maps_and_factors_of_exponentials() {
    let l = fold("%m", "k", "maximumf", "", "%a") + &fold("%l", "l", "add", EXPONENTIAL, "%e");
    for code in [
        "%p = arith.divf %e, %l : TYPE\n %o = arith.mulf %p, %w : TYPE",
        "%p = arith.mulf %w, %e : TYPE\n %o = arith.divf %p, %l : TYPE",
        "%one = arith.constant 1.0 : TYPE\n %r = arith.divf %one, %l : TYPE\n %p = arith.mulf %e, %r : TYPE\n %o = arith.mulf %p, %w : TYPE",
        "%p = arith.mulf %w, %e : TYPE\n %q = arith.negf %e : TYPE\n %s = arith.addf %p, %q : TYPE\n %o = arith.divf %s, %l : TYPE",
    ] {
        let all = l.clone() + &fold("%s", "o", "add", &format!("{EXPONENTIAL}\n{code}"), "%o");
        check(
            &folds("l, o", &all, "%l, %s"),
            &["apply-joins", "canonicalize,cse"],
            "combine",
            |dtype, n, m| vec![rows(dtype, n, m, 7), plain(dtype, &[m], 3)],
        );
    }
}

#[test]
fn deviations_from_means() {
    let of = |from: &str| {
        let mean = format!("%c = arith.constant {from} : TYPE\n %mean = arith.mulf %s, %c : TYPE\n");
        let code = "%d = arith.subf %a, %mean : TYPE\n %q = arith.mulf %d, %d : TYPE";
        fold("%s", "k", "add", "", "%a") + &mean + &fold("%l", "l", "add", code, "%q")
    };
    // The second is not the mean.
    for from in ["0.0625", "0.03125"] {
        check(&folds("l", &of(from), "%mean, %l"), &["apply-joins"], "combine", |dtype, n, m| {
            // Sums of squares of halves leave their range soon.
            if dtype == DType::F16 {
                vec![plain(dtype, &[n, m.min(16)], 7), plain(dtype, &[m.min(16)], 3)]
            } else {
                finite(dtype, n, m)
            }
        });
    }
    // A row far from 0: the deviations lose no digits.
    let far = |dtype: DType, n: usize, m: usize| {
        let Datum::Dense(near) = plain(dtype, &[n, m], 5) else { unreachable!("it is a tensor") };
        let data = near.data.iter().map(|bits| {
            let value = Scalar::from_bits(dtype, *bits).to_f64();
            let far = if matches!(dtype, DType::F16 | DType::BF16) { 0.0 } else { 512.0 };
            Scalar::from_f64(dtype, value + far).bits()
        });
        vec![
            Dense { dtype, extents: near.extents.clone(), data: data.collect() }.into(),
            plain(dtype, &[m], 3),
        ]
    };
    let count = "%c = arith.constant 0.0270270271 : TYPE\n %mean = arith.mulf %s, %c : TYPE\n";
    let code = "%d = arith.subf %a, %mean : TYPE\n %q = arith.mulf %d, %d : TYPE";
    let all = fold("%s", "k", "add", "", "%a") + count + &fold("%l", "l", "add", code, "%q");
    check(&folds("l", &all, "%l"), &["apply-joins"], "combine", |dtype, n, _| far(dtype, n, 37));
}

#[test]
fn products_of_deviations() {
    let sums = fold("%s", "k", "add", "", "%a") + &fold("%t", "t", "add", "", "%w");
    let means =
        "%c = arith.constant 0.0625 : TYPE\n %p = arith.mulf %s, %c : TYPE\n %q = arith.mulf %t, %c : TYPE\n";
    let code =
        "%d = arith.subf %a, %p : TYPE\n %f = arith.subf %w, %q : TYPE\n %g = arith.mulf %d, %f : TYPE";
    let all = sums + means + &fold("%l", "l", "add", code, "%g");
    check_within(32.0, &folds("t, l", &all, "%s, %l"), &["apply-joins"], "combine", finite);
}

/// Attention whose rows of scores are made a tile at a time, and the logarithm of the sum of each row.
fn attention() -> String {
    let behind = "%g = tensor.compute (%i) in [n] attributes {axes = [\"i\"]} {
       %a = tensor.at %l[%i] : tensor<?{n}xTYPE>
       %b = math.log %a : TYPE
       %c = tensor.at %m[%i] : tensor<?{n}xTYPE>
       %d = arith.addf %b, %c : TYPE
       tensor.yield %d : TYPE
     } : tensor<?{n}xTYPE>";
    let code = ["%b = arith.mulf %a, %two : TYPE", OF_MASKED, "%y = arith.divf %a, %b : TYPE"];
    let two = "%two = arith.constant 2.0 : TYPE";
    tiled_attention("parallel(i.0), join(j: m, l, o)", code, [two, behind, "%g"])
}

#[test]
fn members_of_a_group() {
    check(&attention(), &["apply-groups"], "loop.for", |dtype, n, m| {
        vec![rows(dtype, n, m, 7), plain(dtype, &[m, 3], 3)]
    });
}

/// A variance whose terms are computed by a separate member.
#[test]
fn deviations_of_members() {
    let (s, m) = ("tensor<?{n}x?{m}xTYPE>", "tensor<?{n}xTYPE>");
    let text = format!(
        "func.func @main(%x: {s}) -> {m} {{
           %r = tensor.group attributes {{axes = [\"i\", \"j\"], schedule = #tensor.schedule<split(i, [3]), split(j, [4]), order(i.0, j.0), join(j: s, v)>}} {{
             %c = arith.constant 0.0625 : TYPE
             %s = tensor.compute (%i) in [n] attributes {{axes = [\"i\"], member = \"s\"}} {{
               %f = tensor.fold (%j) = 0 to m add fastmath<reassoc> attributes {{axis = \"j\"}} {{
                 %a = tensor.at %x[%i, %j] : {s}
                 tensor.yield %a : TYPE
               }} : TYPE
               tensor.yield %f : TYPE
             }} : {m}
             %d = tensor.compute (%i, %j) in [n, m] attributes {{axes = [\"i\", \"j\"]}} {{
               %a = tensor.at %x[%i, %j] : {s}
               %b = tensor.at %s[%i] : {m}
               %e = arith.mulf %b, %c : TYPE
               %d = arith.subf %a, %e : TYPE
               tensor.yield %d : TYPE
             }} : {s}
             %v = tensor.compute (%i) in [n] attributes {{axes = [\"i\"], member = \"v\"}} {{
               %f = tensor.fold (%j) = 0 to m add fastmath<reassoc> attributes {{axis = \"j\"}} {{
                 %a = tensor.at %d[%i, %j] : {s}
                 %b = arith.mulf %a, %a : TYPE
                 tensor.yield %b : TYPE
               }} : TYPE
               tensor.yield %f : TYPE
             }} : {m}
             tensor.yield %v : {m}
           }} : {m}
           return %r : {m}
         }}"
    );
    check(&text, &["apply-groups"], "loop.for", |dtype, n, m| {
        vec![plain(dtype, &[n, if dtype == DType::F16 { m.min(16) } else { m }], 7)]
    });
}

/// Laws look at each op of a term once, however long it is: each of these products has two factors that might
/// move.
#[test]
fn long_terms() {
    let products: String =
        (0..3000).map(|at| format!("%e{} = arith.mulf %e{at}, %w : TYPE\n", at + 1)).collect();
    let code = format!("%d = arith.subf %a, %m : TYPE\n %e0 = math.exp %d : TYPE\n {products}");
    let all = fold("%m", "k", "maximumf", "", "%a") + &fold("%l", "l", "add", &code, "%e3000");
    let ctx = context();
    let mut module = parse(&ctx, &folds("l", &all, "%m, %l").replace("TYPE", "f32"));
    run(&ctx, &mut module, "apply-joins");
    assert!(print(&module).contains("combine"));
}

/// The replacement of an infinite maximum, as programs write it.
const GUARDS: [&str; 4] = [
    "%z = arith.constant 0.0 : TYPE\n %ninf = arith.constant -INF : TYPE\n %is = arith.cmpf oeq, %m, %ninf : TYPE\n %g = arith.select %is, %z, %m : TYPE",
    "%z = arith.constant 0.0 : TYPE\n %ninf = arith.constant -INF : TYPE\n %is = arith.cmpf ogt, %m, %ninf : TYPE\n %g = arith.select %is, %m, %z : TYPE",
    "%z = arith.constant 0.0 : TYPE\n %is = math.isfinite %m : TYPE\n %g = arith.select %is, %m, %z : TYPE",
    "%z = arith.constant -3.0 : TYPE\n %inf = arith.constant INF : TYPE\n %size = math.absf %m : TYPE\n %is = arith.cmpf oeq, %inf, %size : TYPE\n %g = arith.select %is, %z, %m : TYPE",
];

/// A text with infinities in the words of a type.
fn with_infinities(text: &str, dtype: DType) -> String {
    let word = |negative: bool| {
        let value = if negative { -INFINITY } else { INFINITY };
        let digits = dtype.bits() as usize / 4;
        format!("0x{:0digits$X}", Scalar::from_f64(dtype, value).bits())
    };
    text.replace("-INF", &word(true)).replace("INF", &word(false))
}

#[test]
fn guarded_exponentials() {
    for guard in GUARDS {
        let e = "%d = arith.subf %a, %g : TYPE\n %e = math.exp %d : TYPE";
        // In the terms, and between the folds.
        let inside =
            fold("%m", "k", "maximumf", "", "%a") + &fold("%l", "l", "add", &format!("{guard}\n{e}"), "%e");
        let between = fold("%m", "k", "maximumf", "", "%a") + guard + "\n" + &fold("%l", "l", "add", e, "%e");
        for all in [inside, between] {
            check(&folds("l", &all, "%m, %l"), &["apply-joins"], "combine", args);
        }
    }
}

/// Masked terms whose greatest is looked for among those that are not, so that the exponentials of others may
/// be infinite.
#[test]
fn selected_exponentials() {
    let mask = "%c = arith.cmpi slt, %k, %i : index\n %ninf = arith.constant -INF : TYPE\n %s = arith.select %c, %a, %ninf : TYPE";
    let m = fold("%m", "k", "maximumf", mask, "%s");
    let e = "%c = arith.cmpi slt, %k, %i : index\n %d = arith.subf %a, %g : TYPE\n %y = math.exp %d : TYPE\n %e = arith.select %c, %y, %z : TYPE";
    let l = fold("%l", "l", "add", e, "%e");
    let tiny = "%tiny = arith.constant 0.001 : TYPE\n %one = arith.constant 1.0 : TYPE\n %no = arith.constant 0.0 : TYPE\n";
    for by in [
        "%r = arith.maximumf %l, %tiny : TYPE",
        "%r = arith.addf %l, %tiny : TYPE",
        "%none = arith.cmpf oeq, %l, %no : TYPE\n %r = arith.select %none, %one, %l : TYPE",
        "%zero = arith.constant 0.0 : TYPE\n %r = arith.select %true, %l, %l : TYPE",
    ] {
        let by = by.replace("%zero = arith.constant 0.0 : TYPE\n %r = arith.select %true, %l, %l : TYPE", "");
        let r = if by.is_empty() { "%l" } else { "%r" };
        let o = format!("{e}\n %p = arith.divf %e, {r} : TYPE\n %o = arith.mulf %p, %w : TYPE");
        let all = m.clone() + GUARDS[0] + "\n" + &l + tiny + &by + "\n" + &fold("%s", "o", "add", &o, "%o");
        check(&folds("l, o", &all, "%l, %s"), &["apply-joins"], "combine", args);
    }
}

/// Attention of masked scores.
fn masked_attention(joined: &str, code: [&str; 3], others: &str) -> String {
    tiled_attention(&format!("join(j: {joined})"), code, [others, "", "%l"])
}

/// Attention in tiles of three rows and four columns: the uses of the scores, of their exponentials, and of
/// the weights; code before and after the members, and the second result.
fn tiled_attention(
    steps: &str,
    [mask, exponential, weight]: [&str; 3],
    [others, behind, second]: [&str; 3],
) -> String {
    let (s, m) = ("tensor<?{n}x?{m}xTYPE>", "tensor<?{n}xTYPE>");
    let c = "%c = arith.cmpi slt, %j, %i : index\n %ninf = arith.constant -INF : TYPE\n %zero = arith.constant 0.0 : TYPE";
    let tile = "attributes {axes = [\"i\", \"j\"]}";
    let row = |name: &str, kind: &str, of: &str| {
        format!(
            "tensor.compute (%i) in [n] attributes {{axes = [\"i\"], member = \"{name}\"}} {{
               %f = tensor.fold (%j) = 0 to m {kind} fastmath<reassoc> attributes {{axis = \"j\"}} {{
                 %a = tensor.at {of}[%i, %j] : {s}
                 tensor.yield %a : TYPE
               }} : TYPE
               tensor.yield %f : TYPE
             }} : {m}"
        )
    };
    format!(
        "func.func @main(%x: {s}, %v: tensor<?{{m}}x3xTYPE>) -> (tensor<?{{n}}x3xTYPE>, {m}) {{
           %r:2 = tensor.group attributes {{axes = [\"i\", \"j\"], schedule = #tensor.schedule<split(i, [3]), split(j, [4]), order(i.0, j.0), {steps}>}} {{
             {others}
             %s = tensor.compute (%i, %j) in [n, m] {tile} {{
               {c}
               %a = tensor.at %x[%i, %j] : {s}
               {mask}
               tensor.yield %b : TYPE
             }} : {s}
             %m = {}
             %e = tensor.compute (%i, %j) in [n, m] {tile} {{
               {c}
               %a = tensor.at %x[%i, %j] : {s}
               %s0 = tensor.at %s[%i, %j] : {s}
               %b = tensor.at %m[%i] : {m}
               {exponential}
               tensor.yield %y : TYPE
             }} : {s}
             %l = {}
             %p = tensor.compute (%i, %j) in [n, m] {tile} {{
               {c}
               %a = tensor.at %e[%i, %j] : {s}
               %b = tensor.at %l[%i] : {m}
               %q = arith.divf %a, %b : TYPE
               {weight}
               tensor.yield %y : TYPE
             }} : {s}
             %o = tensor.compute (%i, %d) in [n, 3] attributes {{axes = [\"i\", \"d\"], member = \"o\"}} {{
               %f = tensor.fold (%j) = 0 to m add fastmath<reassoc> attributes {{axis = \"j\"}} {{
                 %a = tensor.at %p[%i, %j] : {s}
                 %b = tensor.at %v[%j, %d] : tensor<?{{m}}x3xTYPE>
                 %y = arith.mulf %a, %b : TYPE
                 tensor.yield %y : TYPE
               }} : TYPE
               tensor.yield %f : TYPE
             }} : tensor<?{{n}}x3xTYPE>
             {behind}
             tensor.yield %o, {second} : tensor<?{{n}}x3xTYPE>, {m}
           }} : tensor<?{{n}}x3xTYPE>, {m}
           return %r#0, %r#1 : tensor<?{{n}}x3xTYPE>, {m}
         }}",
        row("m", "maximumf", "%s"),
        row("l", "add", "%e"),
    )
}

const MASKED: &str = "%b = arith.select %c, %a, %ninf : TYPE";
const UNMASKED: &str = "%b = arith.addf %a, %zero : TYPE";
const OF_MASKED: &str = "%d = arith.subf %s0, %b : TYPE\n %y = math.exp %d : TYPE";
const SELECTED: &str =
    "%d = arith.subf %a, %b : TYPE\n %g = math.exp %d : TYPE\n %y = arith.select %c, %g, %zero : TYPE";

const SELECTED_SCORES: &str =
    "%d = arith.subf %s0, %b : TYPE\n %g = math.exp %d : TYPE\n %y = arith.select %c, %g, %zero : TYPE";

/// For each row, whether the mask leaves any term.
fn any() -> String {
    "%any = tensor.compute (%i) in [n] attributes {axes = [\"i\"], member = \"any\"} {
       %f = tensor.fold (%j) = 0 to m or attributes {axis = \"j\"} {
         %c = arith.cmpi slt, %j, %i : index
         tensor.yield %c : i1
       } : i1
       tensor.yield %f : i1
     } : tensor<?{n}xi1>"
        .to_string()
}

/// The greatest is -inf in rows that are masked wholly, as the first is, and in those of nothing but -inf:
/// exponentials are NaN there unless they are selected.
#[test]
fn selected_members() {
    let weights =
        ["%y = arith.select %c, %q, %zero : TYPE".to_string(), "%y = arith.divf %a, %b : TYPE".to_string()];
    for weight in &weights {
        for [mask, exponential] in [[MASKED, OF_MASKED], [MASKED, SELECTED], [UNMASKED, SELECTED_SCORES]] {
            let text = masked_attention("any, m, l, o", [mask, exponential, weight], &any());
            check(&text, &["apply-groups"], "loop.for", |dtype, n, m| {
                vec![rows(dtype, n, m, 7), plain(dtype, &[m, 3], 3)]
            });
        }
    }
}

/// A row of only -inf has no weights: the condition is the result of another fold, and the same for all
/// terms.
#[test]
fn kept_members() {
    let none = "%none = tensor.compute (%i) in [n] attributes {axes = [\"i\"], member = \"none\"} {
       %f = tensor.fold (%j) = 0 to m and attributes {axis = \"j\"} {
         %c = arith.cmpi slt, %j, %i : index
         %ninf = arith.constant -INF : TYPE
         %a = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xTYPE>
         %b = arith.select %c, %a, %ninf : TYPE
         %y = arith.cmpf oeq, %b, %ninf : TYPE
         tensor.yield %y : i1
       } : i1
       tensor.yield %f : i1
     } : tensor<?{n}xi1>";
    let weight = "%k = tensor.at %none[%i] : tensor<?{n}xi1>\n %y = arith.select %k, %zero, %q : TYPE";
    let text = masked_attention("none, m, l, o", [MASKED, OF_MASKED, weight], none);
    check(&text, &["apply-groups"], "loop.for", |dtype, n, m| {
        let v = plain(dtype, &[m, 3], 3);
        vec![rows(dtype, n, m, 7), v]
    });
}

/// Without a fold that tests whether a row has terms, the sum of no terms is unknown.
#[test]
fn selections_of_unknown_count() {
    let weight = "%y = arith.select %c, %q, %zero : TYPE";
    let ctx = context();
    let text = masked_attention("m, l, o", [MASKED, OF_MASKED, weight], "").replace("TYPE", "f32");
    let mut module = parse(&ctx, &with_infinities(&text, DType::F32));
    run(&ctx, &mut module, "apply-groups");
    assert!(!print(&module).contains("loop.for"));
}
