//! One function's second derivatives, in all four orders of the directions, against central differences of
//! the gradient.

use super::execute::call;
use super::harness::{Case, Vector, dot, expanded, names, typed};
use rand::SeedableRng;
use rand::rngs::SmallRng;

fn numbered(name: &str, from: usize, to: usize) -> String {
    (from..to).map(|i| format!("%{name}#{i}")).collect::<Vec<_>>().join(", ")
}

impl Case<'_> {
    /// A transform of the code, `%q:…`, of variables `%x0` … that are bound to `values`.
    fn transformed(&self, op: &str, word: &str, given: &str, values: &str) -> String {
        let types: Vec<&str> = self.inputs.iter().map(|(ty, _)| *ty).collect();
        let (n, m) = (types.len(), self.outputs.len());
        let (ins, outs) = (types.join(", "), self.outputs.join(", "));
        let bound: Vec<String> = (0..n).map(|i| format!("%x{i} = %{values}{i}")).collect();
        format!(
            "  %q:{} = tensor.{op} ({}) {word}({given}) : ({ins}) -> ({outs}) {{\n{}\n  tensor.yield {} : {outs}\n  }}\n",
            if op == "vjp" { n + m } else { 2 * m },
            bound.join(", "),
            self.code,
            names("y", m),
        )
    }

    /// The function `@NAME` of arguments, cotangents and tangents: a transform, of variables `%z0` …, of what
    /// `inner` gives as the results `%q#first` … of these types.
    fn outer(&self, name: &str, (op, word, given): (&str, &str, &str), inner: &str, of: &[&str]) -> String {
        let types: Vec<&str> = self.inputs.iter().map(|(ty, _)| *ty).collect();
        let (n, m) = (types.len(), self.outputs.len());
        let (ins, yielded) = (types.join(", "), of.join(", "));
        let results = if op == "vjp" { &types[..] } else { of };
        let bound: Vec<String> = (0..n).map(|i| format!("%z{i} = %a{i}")).collect();
        let count = of.len() + results.len();
        format!(
            "func.func @{name}({}, {}, {}) -> ({}) {{\n  %r:{count} = tensor.{op} ({}) {word}({given}) : ({ins}) -> ({yielded}) {{\n{inner}  tensor.yield {} : {yielded}\n  }}\n  return {} : {}\n}}\n",
            typed("a", &types),
            typed("g", self.outputs),
            typed("t", &types),
            results.join(", "),
            bound.join(", "),
            numbered("q", m, m + of.len()),
            numbered("r", of.len(), count),
            results.join(", "),
        )
    }

    /// `@main`, the gradient `@vjp`, and one function per order of the directions.
    pub fn second_module(&self) -> String {
        let types: Vec<&str> = self.inputs.iter().map(|(ty, _)| *ty).collect();
        let (n, m) = (types.len(), self.outputs.len());
        let (ins, outs) = (types.join(", "), self.outputs.join(", "));
        let (g, t) = (names("g", m), names("t", n));
        let gradient = self.transformed("vjp", "seed", &g, "z");
        let tangent = self.transformed("jvp", "tangent", &t, "z");
        let parts = [
            format!(
                "func.func @main({}) -> ({outs}) {{\n{}\n  return {} : {outs}\n}}\n",
                typed("x", &types),
                self.code,
                names("y", m)
            ),
            format!(
                "func.func @vjp({}, {}) -> ({ins}) {{\n{}  return {} : {ins}\n}}\n",
                typed("a", &types),
                typed("g", self.outputs),
                self.transformed("vjp", "seed", &g, "a"),
                numbered("q", m, n + m)
            ),
            self.outer("jvp_of_vjp", ("jvp", "tangent", &t), &gradient, &types),
            self.outer("vjp_of_vjp", ("vjp", "seed", &t), &gradient, &types),
            self.outer("vjp_of_jvp", ("vjp", "seed", &g), &tangent, self.outputs),
            self.outer("jvp_of_jvp", ("jvp", "tangent", &t), &tangent, self.outputs),
        ];
        parts.concat()
    }

    /// Checks the second derivative along a direction against central differences of the vjp, as transforms
    /// of transforms. (The matrix of second derivatives is symmetric.)
    pub fn check_second(&self, seed: u64) {
        let text = self.second_module();
        let module = expanded(&text);
        let mut rng = SmallRng::seed_from_u64(seed);
        let run = |entry: &str, args: &[Vector]| call(&module, entry, args, &text);
        let [x, v] = self.point(&mut rng);
        let y = run("main", &x);
        let u: Vec<Vector> = y.iter().map(|y| Vector::random(&y.0, (-1.0, 1.0), &mut rng)).collect();
        let h = 1e-5;
        let along = |h: f64| -> Vec<Vector> {
            let shifted: Vec<Vector> = x.iter().zip(&v).map(|(x, v)| x.plus(v, h)).collect();
            run("vjp", &[&shifted[..], &u].concat())
        };
        let wanted: Vec<Vector> =
            along(h).iter().zip(along(-h)).map(|(up, down)| up.plus(&down, -1.0).times(0.5 / h)).collect();
        let close = |what: &str, wanted: f64, found: f64| {
            let size = 1.0 + wanted.abs().max(found.abs());
            assert!(
                (wanted - found).abs() <= 1e-5 * size,
                "{what}: difference {wanted}, found {found}\n{text}"
            );
        };
        let args = [&x[..], &u, &v].concat();
        for way in ["jvp_of_vjp", "vjp_of_vjp", "vjp_of_jvp"] {
            for (i, (found, wanted)) in run(way, &args).iter().zip(&wanted).enumerate() {
                for (k, (found, wanted)) in found.1.iter().zip(&wanted.1).enumerate() {
                    close(&format!("{way}, variable {i} at {k}"), *wanted, *found);
                }
            }
        }
        close("jvp_of_jvp", dot(&wanted, &v).0, dot(&u, &run("jvp_of_jvp", &args)).0);
    }
}
