//! The cases of the gather form as a table, with constant and with symbolic extents; and random affine reads
//! against brute force.

use super::harness::{Case, Vector};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tf_dialects::scalar::DType;
use tf_interp::{Datum, Dense, run_entry};
use tf_ir::extent::Extent;

/// `%y0` over a box, from `%x0`, `%x1` ….
struct Row {
    name: &'static str,
    /// Names of extents, and their values.
    extents: &'static [(&'static str, usize)],
    /// The shapes of the arguments, as terms.
    inputs: &'static [&'static [&'static str]],
    /// The box, as terms.
    box_: &'static [&'static str],
    /// The body. `$n` is an extent; `READ %a = 0[…]` reads from argument 0, with 0 out of bounds.
    body: &'static str,
}

const TABLE: &[Row] = &[
    Row {
        name: "1",
        extents: &[("n", 8)],
        inputs: &[&["n"]],
        box_: &["n"],
        body: "READ %a = 0[%i]\n%e = math.sin %a : f64",
    },
    Row {
        name: "2",
        extents: &[("n", 3), ("m", 4)],
        inputs: &[&["n"], &["n", "m"]],
        box_: &["n", "m"],
        body: "READ %a = 0[%i]\nREAD %b = 1[%i, %j]\n%e = arith.mulf %a, %b : f64",
    },
    Row {
        name: "3",
        extents: &[("n", 4)],
        inputs: &[&["n", "n"]],
        box_: &["n"],
        body: "READ %a = 0[%i, %i]\n%b = arith.mulf %a, %a : f64\n%e = arith.mulf %a, %b : f64",
    },
    Row {
        name: "4",
        extents: &[("n", 3), ("m", 2), ("p", 4)],
        inputs: &[&["n", "p"], &["p", "m"]],
        box_: &["n", "m"],
        body: "%e = tensor.fold (%k) = 0 to $p add {\nREAD %a = 0[%i, %k]\nREAD %b = 1[%k, %j]\n%c = arith.mulf %a, %b : f64\ntensor.yield %c : f64\n} : f64",
    },
    Row {
        name: "5",
        extents: &[("n", 3)],
        inputs: &[&["4*n"]],
        box_: &["n", "4"],
        body: "READ %a = 0[4*%i + %j]\n%e = math.exp %a : f64",
    },
    Row {
        name: "6",
        extents: &[("n", 3), ("m", 4)],
        inputs: &[&["n"]],
        box_: &["n", "m"],
        body: "READ %a = 0[%i]\n%e = arith.mulf %a, %a : f64",
    },
    Row {
        name: "7",
        extents: &[("n", 3), ("m", 5)],
        inputs: &[&["n + m - 1"]],
        box_: &["n", "m"],
        body: "READ %a = 0[%i + %j]\n%e = math.exp %a : f64",
    },
    Row {
        name: "8",
        extents: &[("n", 3), ("m", 4), ("p", 5)],
        inputs: &[&["2*n - 1", "m"]],
        box_: &["n", "m", "p"],
        body: "READ %a = 0[2*%i, %j]\n%e = math.sin %a : f64",
    },
    Row {
        name: "9",
        extents: &[("n", 3), ("m", 10)],
        inputs: &[&["n", "m"]],
        box_: &["n"],
        body: "%e = tensor.fold (%k) = 0 to 7 add {\nREAD %a = 0[%i, %k]\n%c = math.sin %a : f64\ntensor.yield %c : f64\n} : f64",
    },
    Row {
        name: "10",
        extents: &[("n", 7)],
        inputs: &[&["n + 3"]],
        box_: &["n"],
        body: "READ %a = 0[%i + 2]\n%e = math.sin %a : f64",
    },
    Row {
        name: "11",
        extents: &[("n", 4), ("t", 2)],
        inputs: &[&["n", "3", "9"], &["t", "n"]],
        box_: &["t", "n"],
        body: "READ %y = 1[%i, %j]\n%y2 = arith.mulf %y, %y : f64\n%f = tensor.fold (%k) = 0 to 3 add {\nREAD %a = 0[%j, %k, 2*%k]\nREAD %b = 0[%j, %k, 0]\nREAD %c = 1[%i, 0]\n%aa = arith.mulf %a, %a : f64\n%b2 = arith.mulf %b, %b : f64\n%s = arith.addf %aa, %b2 : f64\n%d = arith.subf %s, %c : f64\ntensor.yield %d : f64\n} : f64\n%e = arith.mulf %y2, %f : f64",
    },
    Row {
        name: "12",
        extents: &[("n", 3), ("m", 50)],
        inputs: &[&["m"]],
        box_: &["n", "10"],
        body: "READ %a = 0[10*%i + %j]\n%e = arith.mulf %a, %a : f64",
    },
    Row {
        name: "13",
        extents: &[("n", 3), ("m", 50), ("t", 12)],
        inputs: &[&["m"]],
        box_: &["n", "t"],
        body: "READ %a = 0[10*%i + %j]\n%e = arith.mulf %a, %a : f64",
    },
    Row {
        name: "14",
        extents: &[("n", 7), ("m", 5)],
        inputs: &[&["n"]],
        box_: &["n", "m"],
        body: "READ %a = 0[%i - 2*%j]\n%e = math.sin %a : f64",
    },
    Row {
        name: "15",
        extents: &[("n", 7), ("m", 5), ("p", 4)],
        inputs: &[&["n"]],
        box_: &["n", "m", "p"],
        body: "READ %a = 0[%i - 2*%j - 2*%k]\n%e = math.sin %a : f64",
    },
    Row {
        name: "16",
        extents: &[("n", 5), ("m", 3)],
        inputs: &[&["2*n + 4*m - 5"]],
        box_: &["n", "m"],
        body: "READ %a = 0[2*%i + 4*%j]\n%e = math.sin %a : f64",
    },
    Row {
        name: "17",
        extents: &[("n", 6), ("m", 3)],
        inputs: &[&["n + m - 1"], &["m"]],
        box_: &["n"],
        body: "%e = tensor.fold (%k) = 0 to $m add {\nREAD %a = 0[%i + %k]\nREAD %b = 1[%k]\n%c = arith.mulf %a, %b : f64\ntensor.yield %c : f64\n} : f64",
    },
    Row {
        name: "18",
        extents: &[("n", 4), ("m", 3)],
        inputs: &[&["3*n + 2*m - 4"]],
        box_: &["n", "m"],
        body: "READ %a = 0[3*%i + 2*%j]\n%e = math.sin %a : f64",
    },
    Row {
        name: "19",
        extents: &[("n", 5)],
        inputs: &[&["n"]],
        box_: &["n"],
        body: "READ %a = 0[$n - %i - 1]\n%e = math.sin %a : f64",
    },
    Row {
        name: "20",
        extents: &[("n", 6)],
        inputs: &[&["n"]],
        box_: &["n"],
        body: "%f = tensor.fold (%k) = 0 to %i + 1 add {\nREAD %a = 0[%k]\ntensor.yield %a : f64\n} : f64\n%e = math.sin %f : f64",
    },
    Row {
        name: "21",
        extents: &[("n", 6)],
        inputs: &[&["n"]],
        box_: &["n"],
        body: "%f = tensor.fold (%k) = 0 to %i + 1 add {\nREAD %a = 0[%i - %k]\ntensor.yield %a : f64\n} : f64\n%e = math.sin %f : f64",
    },
    Row {
        name: "22",
        extents: &[("n", 6), ("m", 6)],
        inputs: &[&["2*n"]],
        box_: &["n", "m"],
        body: "READ %a = 0[2*%i - 3*%j]\n%e = math.sin %a : f64",
    },
    Row {
        name: "23",
        extents: &[("n", 5)],
        inputs: &[&["n", "n"]],
        box_: &["n", "n"],
        body: "READ %a = 0[%i + %j, %i - %j]\n%e = math.sin %a : f64",
    },
    Row {
        name: "24",
        extents: &[("n", 3), ("m", 4)],
        inputs: &[&["n", "5"], &["m", "5"], &["n", "n"], &["n + 5"]],
        box_: &["n", "m"],
        body: CASE_24,
    },
];

const CASE_24: &str = "%f = tensor.fold (%k) = 0 to 5 add {\nREAD %a = 0[%i, %k]\nREAD %b = 1[%j, %k]\nREAD %c = 2[%i, %i]\nREAD %d = 3[%i + %k]\n%s = arith.addf %a, %b : f64\n%s2 = arith.mulf %s, %s : f64\n%t = arith.mulf %s2, %c : f64\n%d2 = arith.mulf %d, %d : f64\n%d3 = arith.mulf %d2, %d : f64\n%u = arith.addf %t, %d3 : f64\ntensor.yield %u : f64\n} : f64\n%n = arith.negf %f : f64\n%e = math.exp %n : f64";

/// A row with constant extents, or with symbolic ones.
struct Filled {
    inputs: Vec<(String, Vec<usize>)>,
    output: String,
    code: String,
}

impl Row {
    fn value(&self, term: &str) -> usize {
        let extent: Extent = term.parse().expect("a term");
        let value = extent.substitute(|s| {
            let (_, n) = self.extents.iter().find(|(name, _)| s.to_string() == *name)?;
            Some(Extent::constant(*n as i64))
        });
        value.expect("small").as_const().expect("all extents are known") as usize
    }

    fn tensor(&self, shape: &[&str], symbolic: bool) -> String {
        let dim = |term: &&str| match term.parse::<usize>() {
            Err(_) if symbolic => format!("?{{{}}}", term.parse::<Extent>().expect("a term")),
            _ => self.value(term).to_string(),
        };
        format!("tensor<{}xf64>", shape.iter().map(dim).collect::<Vec<_>>().join("x"))
    }

    fn filled(&self, symbolic: bool) -> Filled {
        let mut inputs: Vec<(String, Vec<usize>)> = self
            .inputs
            .iter()
            .map(|shape| (self.tensor(shape, symbolic), shape.iter().map(|t| self.value(t)).collect()))
            .collect();
        let mut body = String::new();
        for line in self.body.lines() {
            body += &match line.strip_prefix("READ ") {
                Some(read) => {
                    let (name, rest) = read.split_once(" = ").expect("a name");
                    let (number, subscripts) = rest.split_once('[').expect("subscripts");
                    let ty = &inputs[number.parse::<usize>().expect("an argument")].0;
                    format!("    {name} = tensor.at %x{number}[{subscripts} fill(%z) : {ty}\n")
                }
                None => format!("    {line}\n"),
            };
        }
        let mut box_ = self.box_.iter().map(|t| self.value(t).to_string()).collect::<Vec<_>>().join(", ");
        if symbolic {
            box_ = self.box_.join(", ");
        }
        for (name, n) in self.extents {
            let word = if symbolic { name.to_string() } else { n.to_string() };
            body = body.replace(&format!("${name}"), &word);
        }
        let indices = ["%i", "%j", "%k"][..self.box_.len()].join(", ");
        let output = self.tensor(self.box_, symbolic);
        let mut code = format!(
            "  %z = arith.constant 0.0 : f64\n  %y0 = tensor.compute ({indices}) in [{box_}] {{\n{body}    tensor.yield %e : f64\n  }} : {output}"
        );
        if symbolic {
            // One argument for each extent, so that all are bound.
            for (name, n) in self.extents {
                let ty = format!("tensor<?{{{name}}}xf64>");
                code += &format!("\n  %u_{name} = arith.mulf %x{0}, %x{0} : {ty}", inputs.len());
                inputs.push((ty, vec![*n]));
            }
        }
        Filled { inputs, output, code }
    }
}

#[test]
fn every_case_of_the_table() {
    for row in TABLE {
        for symbolic in [false, true] {
            let filled = row.filled(symbolic);
            let inputs: Vec<(&str, &[usize])> =
                filled.inputs.iter().map(|(ty, extents)| (&ty[..], &extents[..])).collect();
            let case =
                Case { inputs: &inputs, outputs: &[&filled.output], code: &filled.code, range: (-1.0, 1.0) };
            let text = std::panic::catch_unwind(|| case.check(3));
            assert!(text.is_ok(), "case {} (symbolic: {symbolic})\n{}", row.name, filled.code);
        }
    }
    assert_eq!(TABLE.len(), 24);
}

/// The gradient of case 24 by all four arguments, differentiated again.
#[test]
fn case_24_twice() {
    for symbolic in [false, true] {
        let row = TABLE.last().expect("the table has rows");
        let filled = row.filled(symbolic);
        let args: Vec<&str> = filled.inputs[..4].iter().map(|(ty, _)| &ty[..]).collect();
        let bound: Vec<String> = (0..4).map(|i| format!("%v{i} = %x{i}")).collect();
        let mut inner = filled.code.replace("%y0 = ", "%s = ");
        (0..4).for_each(|i| inner = inner.replace(&format!("%x{i}["), &format!("%v{i}[")));
        let seed = filled.inputs.len();
        let code = format!(
            "  %q, %y0, %y1, %y2, %y3 = tensor.vjp ({}) seed(%x{seed}) : ({}) -> ({}) {{\n{inner}\n  tensor.yield %s : {}\n  }}",
            bound.join(", "),
            args.join(", "),
            filled.output,
            filled.output
        );
        let mut inputs: Vec<(&str, &[usize])> =
            filled.inputs.iter().map(|(ty, extents)| (&ty[..], &extents[..])).collect();
        inputs.push((&filled.output, &[3, 4]));
        Case { inputs: &inputs, outputs: &args, code: &code, range: (-0.5, 0.5) }.check(5);
    }
}

/// A sum of reads of one tensor at affine subscripts.
struct Affine {
    extents: Vec<usize>,
    box_: Vec<usize>,
    /// Bounds of sum indices: constant, or a constant more than the first index of the box.
    sums: Vec<(usize, bool)>,
    /// Per axis of the tensor: a coefficient for each index, and a constant.
    rows: Vec<(Vec<i64>, i64)>,
    policy: &'static str,
}

impl Affine {
    fn random(rng: &mut SmallRng) -> Affine {
        let rank = rng.random_range(1..4usize);
        let sums = rng.random_range(0..=(4 - rank).min(2));
        let axes = rng.random_range(1..3usize);
        let row = |rng: &mut SmallRng| {
            let coefficients = (0..rank + sums).map(|_| rng.random_range(-4..5i64)).collect();
            (coefficients, rng.random_range(-3..9i64))
        };
        Affine {
            extents: (0..axes).map(|_| rng.random_range(1..10)).collect(),
            box_: (0..rank).map(|_| rng.random_range(1..5)).collect(),
            sums: (0..sums).map(|_| (rng.random_range(1..4), rng.random_bool(0.5))).collect(),
            rows: (0..axes).map(|_| row(rng)).collect(),
            policy: ["clamp", "fill(%z)", "wrap"][rng.random_range(0..3)],
        }
    }

    fn text(&self, name: usize) -> String {
        let index = |i: usize| format!("%i{i}");
        let subscript = |(coefficients, constant): &(Vec<i64>, i64)| {
            let terms = coefficients.iter().enumerate().map(|(i, c)| format!("{}*{c}", index(i)));
            terms.chain([constant.to_string()]).collect::<Vec<_>>().join(" + ").replace("+ -", "- ")
        };
        let dims = |e: &[usize]| e.iter().map(usize::to_string).collect::<Vec<_>>();
        let (x, y) = (dims(&self.extents).join("x"), dims(&self.box_).join("x"));
        let mut body = format!(
            "%a = tensor.at %v[{}] {} : tensor<{x}xf64>\n",
            self.rows.iter().map(subscript).collect::<Vec<_>>().join(", "),
            self.policy
        );
        let mut value = "%a".to_string();
        for (i, (bound, triangular)) in self.sums.iter().enumerate().rev() {
            let high = if *triangular { format!("%i0 + {bound}") } else { bound.to_string() };
            let k = self.box_.len() + i;
            body = format!(
                "%f{k} = tensor.fold (%i{k}) = 0 to {high} add {{\n{body}tensor.yield {value} : f64\n}} : f64\n"
            );
            value = format!("%f{k}");
        }
        let indices = (0..self.box_.len()).map(index).collect::<Vec<_>>().join(", ");
        format!(
            "func.func @f{name}(%x: tensor<{x}xf64>, %g: tensor<{y}xf64>) -> tensor<{x}xf64> {{\n%z = arith.constant 0.0 : f64\n\
             %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<{x}xf64>) -> (tensor<{y}xf64>) {{\n\
             %s = tensor.compute ({indices}) in [{}] {{\n{body}tensor.yield {value} : f64\n}} : tensor<{y}xf64>\n\
             tensor.yield %s : tensor<{y}xf64>\n}}\nreturn %dx : tensor<{x}xf64>\n}}\n",
            dims(&self.box_).join(", ")
        )
    }

    /// Adds the seed of each point to each element that it reads.
    fn brute_force(&self, seeds: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.extents.iter().product()];
        for (point, seed) in seeds.iter().enumerate() {
            let mut rest = point;
            let mut indices = vec![0i64; self.box_.len()];
            for (index, n) in indices.iter_mut().zip(&self.box_).rev() {
                *index = (rest % n) as i64;
                rest /= n;
            }
            self.sum(&mut indices, *seed, &mut gradient);
        }
        gradient
    }

    fn sum(&self, indices: &mut Vec<i64>, seed: f64, gradient: &mut [f64]) {
        let depth = indices.len() - self.box_.len();
        if let Some((bound, triangular)) = self.sums.get(depth) {
            for k in 0..*bound as i64 + if *triangular { indices[0] } else { 0 } {
                indices.push(k);
                self.sum(indices, seed, gradient);
                indices.pop();
            }
            return;
        }
        let mut place = 0;
        for ((coefficients, constant), n) in self.rows.iter().zip(&self.extents) {
            let at = coefficients.iter().zip(&*indices).map(|(c, i)| c * i).sum::<i64>() + constant;
            let n = *n as i64;
            let at = match self.policy {
                "clamp" => at.clamp(0, n - 1),
                "wrap" => at.rem_euclid(n),
                _ if (0..n).contains(&at) => at,
                _ => return,
            };
            place = place * n + at;
        }
        gradient[place as usize] += seed;
    }
}

/// Seeds are small integers: the sums are exact in any order.
#[test]
fn random_affine_reads_are_those_of_brute_force() {
    // A round is 50 reads; `./x campaign derivatives` runs more of them.
    let rounds = std::env::var("ROUNDS").map_or(8, |n| n.parse().expect("ROUNDS is a number"));
    std::thread::scope(|scope| {
        for seed in [20, 21] {
            scope.spawn(move || check_affine_reads(seed, rounds));
        }
    });
}

fn check_affine_reads(seed: u64, rounds: usize) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let ctx = crate::common::context();
    for _ in 0..rounds {
        let cases: Vec<Affine> = (0..50).map(|_| Affine::random(&mut rng)).collect();
        let text: String = cases.iter().enumerate().map(|(i, case)| case.text(i)).collect();
        let mut module = crate::common::parse(&ctx, &text);
        crate::common::run(&ctx, &mut module, "autodiff");
        for (i, case) in cases.iter().enumerate() {
            let seeds: Vec<f64> = (0..case.box_.iter().product::<usize>())
                .map(|_| f64::from(rng.random_range(-9..10i32)))
                .collect();
            let datum = |extents: &[usize], values: &[f64]| -> Datum {
                let data = values.iter().map(|v| v.to_bits()).collect();
                Dense { dtype: DType::F64, extents: extents.to_vec(), data }.into()
            };
            let x = vec![0.0; case.extents.iter().product()];
            let args = [datum(&case.extents, &x), datum(&case.box_, &seeds)];
            let results = run_entry(&module, &format!("f{i}"), &args, 1 << 32);
            let results = results.unwrap_or_else(|stop| panic!("{stop:?}\n{}", case.text(i)));
            assert_eq!(Vector::of(&results[0]).1, case.brute_force(&seeds), "{}", case.text(i));
        }
    }
}

/// The verifier repeats the proof of each read in a function with this read alone.
#[test]
fn recurrences_are_lowered() {
    for trips in ["%end = tensor.extent [t] : index", "%end = arith.constant 30 : index"] {
        let text = format!(
            "func.func @main(%h0: tensor<?{{n}}xf32>, %w0: tensor<?{{n}}x?{{n}}xf32>, %x: tensor<?{{t}}x?{{n}}xf32>, %g: tensor<?{{n}}xf32>) -> (tensor<?{{n}}xf32>, tensor<?{{n}}x?{{n}}xf32>, tensor<?{{t}}x?{{n}}xf32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {trips}
      %y, %dh, %dw, %dx = tensor.vjp (%h1 = %h0, %w = %w0, %xs = %x) seed(%g) : (tensor<?{{n}}xf32>, tensor<?{{n}}x?{{n}}xf32>, tensor<?{{t}}x?{{n}}xf32>) -> (tensor<?{{n}}xf32>) {{
        %r = loop.for %i = %c0 to %end step %c1 iter_args(%h = %h1) -> (tensor<?{{n}}xf32>) {{
          %p = tensor.contract \"ij,j->i\" %w, %h : (tensor<?{{n}}x?{{n}}xf32>, tensor<?{{n}}xf32>) -> tensor<?{{n}}xf32>
          %u = tensor.dynamic_slice %xs[%i, %c0] : tensor<?{{t}}x?{{n}}xf32> to tensor<1x?{{n}}xf32>
          %v = tensor.reshape %u : tensor<1x?{{n}}xf32> to tensor<?{{n}}xf32>
          %s = arith.addf %p, %v : tensor<?{{n}}xf32>
          %q = math.tanh %s : tensor<?{{n}}xf32>
          loop.yield %q : tensor<?{{n}}xf32>
        }}
        tensor.yield %r : tensor<?{{n}}xf32>
      }}
      return %dh, %dw, %dx : tensor<?{{n}}xf32>, tensor<?{{n}}x?{{n}}xf32>, tensor<?{{t}}x?{{n}}xf32>
    }}"
        );
        let ctx = crate::common::context();
        crate::common::run(&ctx, &mut crate::common::parse(&ctx, &text), "inline,cpu");
    }
}
