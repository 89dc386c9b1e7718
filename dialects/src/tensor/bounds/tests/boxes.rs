//! Reads in boxes: affine subscripts, quotients, divisors, extents that may be 0.

use super::*;

#[test]
fn affine_subscripts_of_a_box() {
    check(
        "",
        &[
            "%x[%i]",
            "%y[%i, %j]",
            "%x[n - 1 - %i]",
            "%long[%i + 2]",
            "%x[%i floordiv 2]",
            "%big[4*%i + 3]",
            "%big[%i*4 + %j mod 4]",
            "%flat[%i*m + %j]",
            "%t[%i mod 256]",
            "%t[(%i + %j) mod 7 + 249]",
            "%x[0]",
            "%x[n - 1]",
            "%flat[n*m - 1]",
            "%x[%i - %i mod 4]",
            "%x[min(n, m) - 1]",
            "%big[%i + 3*n]",
        ],
        &[
            "%x[%j]",
            "%x[%i + 1]",
            "%x[%i - 1]",
            "%x[n - %i]",
            "%long[%i + 3]",
            "%big[4*%i + 4]",
            "%t[%i]",
            "%flat[%i*m + %j + 1]",
            "%t[%i mod 257]",
            "%x[1]",
            "%x[n]",
            "%x[max(n, m) - 1]",
            "%y[%j, %i]",
            "%x[2*%i]",
            "%x[%i*4 + %j mod 4]",
            "%x[n - 2]",
        ],
    );
}

#[test]
fn quotients_by_extents() {
    check(
        "%a = tensor.extent [m] : index
         %k = arith.muli %i, %a : index
         %l = arith.addi %k, %j : index",
        &["%y[%l floordiv m, %l mod m]", "%y[%i, %l mod m]"],
        &["%y[%l mod m, %i]", "%y[%l floordiv n, %j]"],
    );
}

/// A nonempty box has nonzero factors, of any form.
#[test]
fn factors_of_a_box_are_divisors() {
    let read = |box_: &str, at: &str| {
        proved(&format!(
            "%p = tensor.slice %y [0:n:2, 0:m:3] : tensor<?{{n}}x?{{m}}xf32> to tensor<?{{n ceildiv 2}}x?{{m ceildiv 3}}xf32>
             %c = tensor.compute (%i) in [{box_}] {{
               %r = tensor.at %p[{at}] clamp : tensor<?{{n ceildiv 2}}x?{{m ceildiv 3}}xf32>
               tensor.yield %r : f32
             }} : tensor<?{{{box_}}}xf32>"
        ))
    };
    let at = "%i floordiv (m ceildiv 3), %i mod (m ceildiv 3)";
    assert_eq!(read("(n ceildiv 2) * (m ceildiv 3)", at), [true]);
    // A factor that may be negative implies nothing about the other one.
    assert_eq!(read("(n - 1) * (m - 1)", "0, 0"), [false]);
}

/// A factor of a nonempty box is at least 1, even if a proof would have to split cases of a minimum.
#[test]
fn quotients_of_minima_are_divisors() {
    let (rows, columns) = ("(n - min(n, 2) + 2) floordiv 3", "(m - min(m, 2) + 1) floordiv 2");
    let part = format!("tensor<?{{{rows}}}x?{{{columns}}}xf32>");
    let read = proved(&format!(
        "%p = tensor.slice %y [min(n, 2):n:3, min(m, 2):m:2] : tensor<?{{n}}x?{{m}}xf32> to {part}
         %c = tensor.compute (%i) in [({rows})*({columns})] {{
           %r = tensor.at %p[%i floordiv ({columns}), %i mod ({columns})] clamp : {part}
           tensor.yield %r : f32
         }} : tensor<?{{({rows})*({columns})}}xf32>"
    ));
    assert_eq!(read, [true]);
}

/// A part that would empty a box if it were 0 is not 0 in a nonempty box, at any depth.
#[test]
fn parts_of_a_box_are_not_zero() {
    let first = |box_: &str| {
        proved(&format!(
            "%c = tensor.compute (%i) in [{box_}] {{
               %r = tensor.at %x[0] clamp : tensor<?{{n}}xf32>
               tensor.yield %r : f32
             }} : tensor<?{{{box_}}}xf32>"
        )) == [true]
    };
    for box_ in
        ["min(n, 2)", "m*min(n, 2)", "min(n*m, 4*m)", "min(n*min(m, 3), 5)", "n*n + n*m", "max(n, n*m)"]
    {
        assert!(first(box_), "n is at least 1 in [{box_}]");
    }
    for box_ in ["m", "n + m", "max(n, m)", "m*min(n + 1, 2)", "m*(n ceildiv 2 + 1)"] {
        assert!(!first(box_), "n may be 0 in [{box_}]");
    }
}

/// A counterexample saves the search for a proof.
#[test]
fn counterexamples() {
    let ctx = context();
    let body = program(&ctx, "");
    let mut indices = Indices::new(&body);
    let n: Extent = "n".parse().unwrap();
    let i = indices.variable(Some(n.add_const(-1).unwrap()));
    let left = n.sub(&i).unwrap();
    let refuted =
        |term: &Extent, by: i64, known: &[Extent]| indices.is_refuted(&term.add_const(by).unwrap(), known);
    assert!(refuted(&left, -2, &[]) && !refuted(&left, -1, &[]));
    assert!(!refuted(&left, -2, &[left.add_const(-2).unwrap()]));
    assert!(refuted(&left, -3, &[left.add_const(-2).unwrap()]));
    assert!(!refuted(&Extent::constant(-1), 0, &[Extent::constant(-1)]), "nothing runs");
    assert!(refuted(&i, -1, &[n.add_const(-5).unwrap()]));
}

/// Without a box around it, an extent may be 0.
#[test]
fn an_extent_may_be_zero() {
    let reads = proved(
        "%a = tensor.at %x[0] clamp : tensor<?{n}xf32>
         %b = tensor.at %t[0] clamp : tensor<256xf32>
         %c = tensor.at %long[1] clamp : tensor<?{n + 2}xf32>",
    );
    assert_eq!(reads, [false, true, true]);
}

/// Extent symbols with names of variables are not confused with variables.
#[test]
fn names_of_variables_prove_nothing() {
    let ctx = context();
    let text = "func.func @f(%x: tensor<?{_$0}xf32>, %v: f32) {
      %c = tensor.compute (%i) in [_$0] {
        %0 = tensor.at %x[%i floordiv 2] clamp : tensor<?{_$0}xf32>
        tensor.yield %v : f32
      } : tensor<?{_$0}xf32>
      return
    }";
    let module = parse_module(&ctx, "test", text, &ParseOptions::default())
        .map_err(drop)
        .expect("the text is valid")
        .body;
    let body = module.child(module.child_ops()[0]).expect("a function owns its body");
    let reads: Vec<bool> = preorder(body)
        .into_iter()
        .filter(|op| body.is(*op, At))
        .map(|op| is_proved_inside(body.op(op)))
        .collect();
    assert_eq!(reads, [false]);
}

/// Proofs against brute force: random affine reads in boxes with random extents are inside for all indices if
/// they are proved for symbolic extents.
#[test]
fn proofs_hold_for_all_indices() {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};
    let mut rng = SmallRng::seed_from_u64(7);
    let ctx = context();
    let (mut proofs, mut refused) = (0, 0);
    for _ in 0..400 {
        let (a, b, c) =
            (rng.random_range(-2..=3i64), rng.random_range(-2..=3i64), rng.random_range(-3..=3i64));
        let (d, k) = (rng.random_range(1..=3i64), rng.random_range(0..=6i64));
        let (p, q) = (rng.random_range(0..=3i64), rng.random_range(0..=2i64));
        let extent = |n: i64, m: i64| p * n + q * m + k;
        let text = format!(
            "func.func @f(%x: tensor<?{{n}}x?{{m}}xf32>, %y: tensor<?{{{p}*n + {q}*m + {k}}}xf32>, %v: f32) {{
               %r = tensor.compute (%i, %j) in [n, m] {{
                 %0 = tensor.at %y[({a}*%i + {b}*%j + {c}) floordiv {d}] clamp : tensor<?{{{p}*n + {q}*m + {k}}}xf32>
                 tensor.yield %v : f32
               }} : tensor<?{{n}}x?{{m}}xf32>
               return
             }}"
        );
        let Ok(parsed) = parse_module(&ctx, "test", &text, &ParseOptions::default()) else { continue };
        let body = parsed.body.child(parsed.body.child_ops()[0]).expect("a function owns its body");
        let read = preorder(body).into_iter().find(|op| body.is(*op, At)).expect("there is a read");
        if !is_proved_inside(body.op(read)) {
            refused += 1;
            continue;
        }
        proofs += 1;
        for (n, m) in (0..6).flat_map(|n| (0..6).map(move |m| (n, m))) {
            for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
                let at = (a * i + b * j + c).div_euclid(d);
                assert!((0..extent(n, m)).contains(&at), "{at} for n={n} m={m} i={i} j={j}\n{text}");
            }
        }
    }
    assert!(proofs > 20 && refused > 20, "{proofs} proofs, {refused} refused");
}
