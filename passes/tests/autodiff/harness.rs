//! One function's derivatives, checked against central differences and against each other in f64, by what
//! `execute` runs.

use super::execute::call;
use crate::common::{context, parse, print, try_run};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tf_interp::Datum;
use tf_ir::body::Body;

/// A function of f64 tensors and scalars.
pub struct Case<'a> {
    /// Types and extents of `%x0`, `%x1` …; a scalar has no extents and the type `f64`.
    pub inputs: &'a [(&'a str, &'a [usize])],
    /// Types of `%y0`, `%y1` …
    pub outputs: &'a [&'a str],
    /// Code that computes `%y0` … from `%x0` …
    pub code: &'a str,
    /// Values of the inputs are in this range.
    pub range: (f64, f64),
}

/// `%p0, %p1, …`
pub fn names(prefix: &str, n: usize) -> String {
    (0..n).map(|i| format!("%{prefix}{i}")).collect::<Vec<_>>().join(", ")
}

/// `%p0: T, %p1: U, …`
pub fn typed(prefix: &str, types: &[&str]) -> String {
    types.iter().enumerate().map(|(i, ty)| format!("%{prefix}{i}: {ty}")).collect::<Vec<_>>().join(", ")
}

/// A module whose transforms are expanded.
pub fn expanded(text: &str) -> Body {
    let ctx = context();
    let mut module = parse(&ctx, text);
    if let Err(errors) = try_run(&ctx, &mut module, "autodiff") {
        panic!("{errors}\n{text}");
    }
    module
}

impl Case<'_> {
    /// Values of the inputs, and a direction.
    pub fn point(&self, rng: &mut SmallRng) -> [Vec<Vector>; 2] {
        let x: Vec<Vector> = self.inputs.iter().map(|(_, e)| Vector::random(e, self.range, rng)).collect();
        let v = x.iter().map(|x| Vector::random(&x.0, (-1.0, 1.0), rng)).collect();
        [x, v]
    }

    /// The functions `@main`, `@vjp`, `@jvp`.
    pub fn module(&self) -> String {
        let types: Vec<&str> = self.inputs.iter().map(|(ty, _)| *ty).collect();
        let (n, m) = (types.len(), self.outputs.len());
        let (ins, outs) = (types.join(", "), self.outputs.join(", "));
        let bound = (0..n).map(|i| format!("%x{i} = %a{i}")).collect::<Vec<_>>().join(", ");
        let code = self.code;
        let yielded = format!("{} : {outs}", names("y", m));
        let numbered = |n: usize| (0..n).map(|i| format!("%r#{i}")).collect::<Vec<_>>().join(", ");
        let vjp = format!("tensor.vjp ({bound}) seed({}) : ({ins}) -> ({outs})", names("g", m));
        let jvp = format!("tensor.jvp ({bound}) tangent({}) : ({ins}) -> ({outs})", names("t", n));
        format!(
            "func.func @main({}) -> ({outs}) {{\n{code}\n  return {yielded}\n}}\n\
             func.func @vjp({}, {}) -> ({outs}, {ins}) {{\n  %r:{} = {vjp} {{\n{code}\n  tensor.yield {yielded}\n  }}\n  return {} : {outs}, {ins}\n}}\n\
             func.func @jvp({}, {}) -> ({outs}, {outs}) {{\n  %r:{} = {jvp} {{\n{code}\n  tensor.yield {yielded}\n  }}\n  return {} : {outs}, {outs}\n}}\n",
            typed("x", &types),
            typed("a", &types),
            typed("g", self.outputs),
            n + m,
            numbered(n + m),
            typed("a", &types),
            typed("t", &types),
            2 * m,
            numbered(2 * m),
        )
    }

    /// Checks the cotangents against central differences of ⟨u, f⟩ along a direction.
    pub fn check_backwards(&self, seed: u64) {
        let text = self.module();
        let (text, _) = text.split_at(text.find("func.func @jvp").expect("the module has it"));
        let module = expanded(text);
        let printed = print(&module);
        let mut rng = SmallRng::seed_from_u64(seed);
        let run = |entry: &str, args: &[Vector]| call(&module, entry, args, &printed);
        let [x, v] = self.point(&mut rng);
        let y = run("main", &x);
        let u: Vec<Vector> = y.iter().map(|y| Vector::random(&y.0, (-1.0, 1.0), &mut rng)).collect();
        let backward = run("vjp", &[x.clone(), u.clone()].concat());
        let h = 1e-5;
        let along = |h: f64| -> f64 {
            let shifted: Vec<Vector> = x.iter().zip(&v).map(|(x, v)| x.plus(v, h)).collect();
            dot(&u, &run("main", &shifted)).0
        };
        let (difference, found) = ((along(h) - along(-h)) / (2.0 * h), dot(&backward[y.len()..], &v).0);
        assert!((difference - found).abs() <= 2e-6 * (1.0 + found.abs()), "{difference} {found}\n{printed}");
    }

    /// Checks only ⟨u, Jv⟩ = ⟨Jᵀu, v⟩: at kinks, finite differences are meaningless.
    pub fn check_pairing(&self, seed: u64) {
        let text = self.module();
        let module = expanded(&text);
        let mut rng = SmallRng::seed_from_u64(seed);
        let run = |entry: &str, args: &[Vector]| call(&module, entry, args, &text);
        let [x, v] = self.point(&mut rng);
        let forward = run("jvp", &[x.clone(), v.clone()].concat());
        let count = self.outputs.len();
        let u: Vec<Vector> =
            forward[..count].iter().map(|y| Vector::random(&y.0, (-1.0, 1.0), &mut rng)).collect();
        let backward = run("vjp", &[x, u.clone()].concat());
        let ((left, size), (right, _)) = (dot(&u, &forward[count..]), dot(&backward[count..], &v));
        assert!(left != 0.0 && (left - right).abs() <= 1e-12 * (1.0 + size), "{left} {right}\n{text}");
    }

    /// Checks values, both derivatives against central differences, and ⟨u, Jv⟩ = ⟨Jᵀu, v⟩; gives the
    /// expanded module.
    pub fn check(&self, seed: u64) -> String {
        let text = self.module();
        let module = expanded(&text);
        let printed = print(&module);
        let reparsed = parse(module.ctx(), &printed);
        let mut rng = SmallRng::seed_from_u64(seed);
        let run = |entry: &str, args: &[Vector]| call(&reparsed, entry, args, &printed);
        let [x, v] = self.point(&mut rng);
        let y = run("main", &x);
        let u: Vec<Vector> = y.iter().map(|y| Vector::random(&y.0, (-1.0, 1.0), &mut rng)).collect();
        let forward = run("jvp", &[x.clone(), v.clone()].concat());
        let backward = run("vjp", &[x.clone(), u.clone()].concat());
        let (jv, jtu) = (&forward[y.len()..], &backward[y.len()..]);
        assert_eq!(y, forward[..y.len()], "values of jvp\n{printed}");
        assert_eq!(y, backward[..y.len()], "values of vjp\n{printed}");
        let h = 1e-5;
        let shifted = |h: f64| -> Vec<Vector> { x.iter().zip(&v).map(|(x, v)| x.plus(v, h)).collect() };
        let (up, down) = (run("main", &shifted(h)), run("main", &shifted(-h)));
        for (i, jv) in jv.iter().enumerate() {
            for (k, tangent) in jv.1.iter().enumerate() {
                let difference = (up[i].1[k] - down[i].1[k]) / (2.0 * h);
                let size = 1.0 + difference.abs().max(tangent.abs());
                assert!(
                    (difference - tangent).abs() <= 2e-6 * size,
                    "result {i} at {k}: difference {difference}, tangent {tangent}\n{printed}"
                );
            }
        }
        let ((left, size), (right, _)) = (dot(&u, jv), dot(jtu, &v));
        assert!(
            (left - right).abs() <= 1e-12 * (1.0 + size),
            "<u, Jv> = {left}, <J'u, v> = {right}\n{printed}"
        );
        printed
    }
}

/// The inner product, and the sum of the sizes of its terms.
pub fn dot(a: &[Vector], b: &[Vector]) -> (f64, f64) {
    let products = || a.iter().zip(b).flat_map(|(a, b)| a.1.iter().zip(&b.1).map(|(a, b)| a * b));
    (products().sum(), products().map(f64::abs).sum())
}

/// Extents and elements.
#[derive(Clone, PartialEq, Debug)]
pub struct Vector(pub Vec<usize>, pub Vec<f64>);

impl Vector {
    /// Random scalars in a range.
    pub fn random(extents: &[usize], (low, high): (f64, f64), rng: &mut SmallRng) -> Vector {
        let count = extents.iter().product();
        Vector(extents.to_vec(), (0..count).map(|_| rng.random_range(low..high)).collect())
    }

    /// The sum with `factor` times another.
    pub fn plus(&self, other: &Vector, factor: f64) -> Vector {
        Vector(self.0.clone(), self.1.iter().zip(&other.1).map(|(a, b)| a + factor * b).collect())
    }

    /// The same times a factor.
    pub fn times(&self, factor: f64) -> Vector {
        Vector(self.0.clone(), self.1.iter().map(|a| a * factor).collect())
    }

    /// The scalar or the elements.
    pub fn of(datum: &Datum) -> Vector {
        match datum {
            Datum::Bits(bits) => Vector(Vec::new(), vec![f64::from_bits(*bits)]),
            Datum::Dense(dense) => {
                Vector(dense.extents.clone(), dense.data.iter().map(|b| f64::from_bits(*b)).collect())
            }
            other => panic!("{other:?} is no number"),
        }
    }
}
