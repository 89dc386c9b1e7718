//! Tests of the gather form against brute force.

use super::matrix::Matrix;
use super::smith::smith;
use super::*;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;

fn form(unknown: &[i128], known: &[i128]) -> Form {
    Form { unknown: unknown.to_vec(), known: known.to_vec() }
}

/// `0 ≤ index i < extent`.
fn range(system: &mut System, i: usize, extent: i128, indices: usize) {
    let index = Form::unknown(i, indices, 1);
    let last = Form::constant(extent - 1, indices, 1);
    system.require(index.clone()).unwrap();
    system.require(last.plus(&index, -1).unwrap()).unwrap();
}

/// All index vectors that an inverse lists for `beta`.
fn listed(inverse: &Inverse, beta: &[i128], params: &[i128]) -> Vec<Vec<i128>> {
    let known: Vec<i128> = beta.iter().chain(params).copied().collect();
    let mut t = Vec::new();
    for quotient in &inverse.quotients {
        let value = quotient.form.evaluate(&[], &known).unwrap();
        if value.rem_euclid(quotient.divisor) != 0 {
            return Vec::new();
        }
        t.push(value / quotient.divisor);
    }
    t.extend(params);
    if inverse.zeros.iter().any(|z| z.evaluate(&[], &known).unwrap() != 0) {
        return Vec::new();
    }
    let mut z = vec![0; inverse.ranges.len()];
    if inverse.guards.iter().any(|g| g.evaluate(&z, &t).unwrap() < 0) {
        return Vec::new();
    }
    let mut found = Vec::new();
    enumerate(inverse, 0, &mut z, &t, &mut found);
    found
}

fn enumerate(inverse: &Inverse, k: usize, z: &mut Vec<i128>, t: &[i128], found: &mut Vec<Vec<i128>>) {
    let Some(range) = inverse.ranges.get(k) else {
        found.push(inverse.indices.iter().map(|i| i.evaluate(z, t).unwrap()).collect());
        return;
    };
    z[k] = 0;
    let bound = |form: &Form| {
        let c = form.unknown[k];
        // c·z + rest ≥ 0
        let rest = form.evaluate(z, t).unwrap();
        if c > 0 { -rest.div_euclid(c) } else { rest.div_euclid(-c) }
    };
    let low = range.lower.iter().map(bound).max().unwrap();
    let high = range.upper.iter().map(bound).min().unwrap();
    for value in low..=high {
        z[k] = value;
        enumerate(inverse, k + 1, z, t, found);
    }
    z[k] = 0;
}

/// All points of a system within a box, by brute force, grouped by the element they reach.
fn reached(
    subscripts: &[Form],
    system: &System,
    extents: &[i128],
    params: &[i128],
) -> BTreeMap<Vec<i128>, Vec<Vec<i128>>> {
    let mut map: BTreeMap<Vec<i128>, Vec<Vec<i128>>> = BTreeMap::new();
    let mut y = vec![0; extents.len()];
    loop {
        if system.rows().iter().all(|r| r.evaluate(&y, params).unwrap() >= 0) {
            let beta = subscripts.iter().map(|s| s.evaluate(&y, params).unwrap()).collect();
            map.entry(beta).or_default().push(y.clone());
        }
        let Some(at) = (0..y.len()).rev().find(|i| y[*i] + 1 < extents[*i]) else { return map };
        y[at] += 1;
        y[at + 1..].fill(0);
    }
}

/// The inverse lists exactly the points that reach each element, for the reached elements and their
/// neighbors.
fn check(subscripts: &[Form], system: &System, extents: &[i128], params: &[i128]) {
    let mut inverse = invert(subscripts, system, extents.len(), params.len()).unwrap();
    compare(&inverse, subscripts, system, extents, params);
    inverse.prune(&[], subscripts.len(), params.len());
    compare(&inverse, subscripts, system, extents, params);
}

fn compare(inverse: &Inverse, subscripts: &[Form], system: &System, extents: &[i128], params: &[i128]) {
    if extents.contains(&0) {
        return;
    }
    let expected = reached(subscripts, system, extents, params);
    let mut wanted: Vec<Vec<i128>> = expected.keys().cloned().collect();
    for beta in expected.keys() {
        for axis in 0..beta.len() {
            for step in [-1, 1] {
                let mut near = beta.clone();
                near[axis] += step;
                wanted.push(near);
            }
        }
    }
    for beta in wanted {
        let mut found = listed(inverse, &beta, params);
        found.sort();
        let points = expected.get(&beta).cloned().unwrap_or_default();
        assert_eq!(found, points, "element {beta:?} of {subscripts:?} over {system:?}: {inverse:?}");
    }
}

#[test]
fn smith_forms_are_diagonal_and_divide() {
    let mut rng = SmallRng::seed_from_u64(1);
    for _ in 0..500 {
        let (m, n) = (rng.random_range(1..5), rng.random_range(1..5));
        let rows: Vec<Vec<i128>> =
            (0..m).map(|_| (0..n).map(|_| rng.random_range(-6..7)).collect()).collect();
        let a = Matrix::new(rows, n);
        let s = smith(&a).unwrap();
        for i in 0..m {
            for j in 0..n {
                let mut sum = 0;
                for k in 0..m {
                    for l in 0..n {
                        sum += s.left.get(i, k) * a.get(k, l) * s.right.get(l, j);
                    }
                }
                let diagonal = if i == j { s.diagonal.get(i).copied().unwrap_or(0) } else { 0 };
                assert_eq!(sum, diagonal, "{a:?}");
            }
        }
        assert!(s.diagonal.iter().all(|d| *d > 0));
        assert!(s.diagonal.windows(2).all(|w| w[1] % w[0] == 0), "{:?}", s.diagonal);
    }
}

#[test]
fn the_sum_runs_over_an_index_of_the_source_program() {
    // x[4i + j], 3 by 4: over i, with j = a - 4i.
    let mut system = System::new();
    range(&mut system, 0, 3, 2);
    range(&mut system, 1, 4, 2);
    let inverse = invert(&[form(&[4, 1], &[0])], &system, 2, 0).unwrap();
    assert_eq!(inverse.names, [Some(0)]);
    assert_eq!(inverse.indices[1], form(&[-4], &[1, 0]));
    assert_eq!(inverse.quotients[0].divisor, 1);
    assert!(inverse.zeros.is_empty());
}

#[test]
fn even_coefficients_reach_even_elements_only() {
    // x[2i + 4j]: elements with a odd have no integer points, but rational ones.
    let mut system = System::new();
    range(&mut system, 0, 5, 2);
    range(&mut system, 1, 3, 2);
    let subscripts = [form(&[2, 4], &[0])];
    let inverse = invert(&subscripts, &system, 2, 0).unwrap();
    assert_eq!(inverse.quotients[0].divisor, 2);
    assert!(listed(&inverse, &[1], &[]).is_empty());
    check(&subscripts, &system, &[5, 3], &[]);
}

#[test]
fn symbolic_extents_are_parameters() {
    // x[i + k] for i < n, k ≤ i.
    let subscripts = [form(&[1, 1], &[0, 0])];
    let mut system = System::new();
    system.require(form(&[1, 0], &[0, 0])).unwrap();
    system.require(form(&[-1, 0], &[1, -1])).unwrap();
    system.require(form(&[0, 1], &[0, 0])).unwrap();
    system.require(form(&[1, -1], &[0, 0])).unwrap();
    for n in 1..7 {
        check(&subscripts, &system, &[n, n], &[n]);
    }
}

#[test]
fn an_index_without_bounds_is_refused() {
    let mut system = System::new();
    system.require(form(&[1, 0], &[0])).unwrap();
    assert_eq!(invert(&[form(&[1, 1], &[0])], &system, 2, 0).unwrap_err(), Unsolved::Unbounded);
}

#[test]
fn random_reads_agree_with_brute_force() {
    let mut rng = SmallRng::seed_from_u64(7);
    for case in 0..4000 {
        let indices = rng.random_range(1..5usize);
        let axes = rng.random_range(0..4usize);
        let largest = if indices > 3 { 4 } else { 6 };
        let extents: Vec<i128> = (0..indices).map(|_| rng.random_range(1..largest)).collect();
        let mut system = System::new();
        for (i, extent) in extents.iter().enumerate() {
            range(&mut system, i, *extent, indices);
        }
        if case % 3 == 0 && indices > 1 {
            // A triangular sum: the last index up to an affine bound.
            let mut bound = form(&vec![0; indices], &[rng.random_range(-2..4)]);
            bound.unknown[indices - 1] = -1;
            bound.unknown[rng.random_range(0..indices - 1)] = rng.random_range(-2..3);
            system.require(bound).unwrap();
        }
        let subscript = |rng: &mut SmallRng| {
            let unknown: Vec<i128> = (0..indices)
                .map(|_| if rng.random_bool(0.4) { 0 } else { rng.random_range(-4..5) })
                .collect();
            form(&unknown, &[rng.random_range(-3..4)])
        };
        let subscripts: Vec<Form> = (0..axes).map(|_| subscript(&mut rng)).collect();
        check(&subscripts, &system, &extents, &[]);
    }
}

#[test]
fn later_items_are_dropped() {
    // Σ_k x[i + k]·w[k], i < 6, k < 3: for x[a] with 0 ≤ a < 8, the sum has two bounds on each side and no
    // guard.
    let mut system = System::new();
    range(&mut system, 0, 6, 2);
    range(&mut system, 1, 3, 2);
    let mut inverse = invert(&[form(&[1, 1], &[0])], &system, 2, 0).unwrap();
    inverse.prune(&[form(&[], &[1, 0]), form(&[], &[-1, 7])], 1, 0);
    assert!(inverse.guards.is_empty(), "{inverse:?}");
    assert_eq!((inverse.ranges[0].lower.len(), inverse.ranges[0].upper.len()), (2, 2));
    // A sum over the second index of x[i]: one bound on each side.
    let mut inverse = invert(&[form(&[1, 0], &[0])], &system, 2, 0).unwrap();
    inverse.prune(&[form(&[], &[1, 0]), form(&[], &[-1, 5])], 1, 0);
    assert!(inverse.guards.is_empty(), "{inverse:?}");
    assert_eq!((inverse.ranges[0].lower.len(), inverse.ranges[0].upper.len()), (1, 1));
}

#[test]
fn conditions_without_a_sum_are_guards() {
    // x[i + 2], i < 7: reaches 2 ≤ a ≤ 8.
    let mut system = System::new();
    range(&mut system, 0, 7, 1);
    let mut inverse = invert(&[form(&[1], &[2])], &system, 1, 0).unwrap();
    assert_eq!(inverse.guards.len(), 2);
    inverse.prune(&[form(&[], &[1, -2])], 1, 0);
    assert_eq!(inverse.guards.len(), 1);
}
