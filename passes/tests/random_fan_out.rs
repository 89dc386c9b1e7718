//! Long straight programs of small computes that read each other at their own point, at permuted axes and at
//! single elements, with many readers for each, as gradients of unrolled layers and scans have them: fusion
//! leaves them valid, and their answers. `CASES=5000 FIRST=1000` runs a campaign.

use crate::common::{agree, context, interpret, parse, run, tensor};
use crate::random_schedules::number;
use std::fmt::Write;
use tf_dialects::scalar::DType;
use tf_generate::Random;
use tf_interp::Datum;

/// The shapes that computes have.
const SHAPES: &[&[i64]] = &[&[2, 3, 2], &[2, 1, 3], &[2, 12, 3], &[3, 2], &[2, 3]];

/// A tensor that there is: its name and its shape.
#[derive(Clone)]
struct Made {
    name: String,
    shape: &'static [i64],
}

struct Writer {
    random: Random,
    made: Vec<Made>,
    text: String,
}

fn ty(shape: &[i64]) -> String {
    format!("tensor<{}i32>", shape.iter().map(|n| format!("{n}x")).collect::<String>())
}

impl Writer {
    fn new(seed: u64) -> Writer {
        let made = SHAPES.iter().enumerate().map(|(at, shape)| Made { name: format!("x{at}"), shape });
        Writer {
            random: Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(41)),
            made: made.collect(),
            text: String::new(),
        }
    }

    /// One of the last tensors, or of all.
    fn source(&mut self) -> Made {
        let near = self.random.chance(70);
        let first = if near { self.made.len().saturating_sub(8) } else { 0 };
        let at = first + self.random.below(self.made.len() - first);
        self.made[at].clone()
    }

    /// Subscripts of a read: of each axis an index of an axis that is no longer, or an element.
    fn place(&mut self, source: &Made, shape: &[i64]) -> String {
        let mut parts = Vec::new();
        for (axis, extent) in source.shape.iter().enumerate() {
            let fitting: Vec<usize> = (0..shape.len()).filter(|own| shape[*own] <= *extent).collect();
            let own = shape.get(axis).is_some_and(|own| own == extent) && self.random.chance(80);
            parts.push(match self.random.pick(&fitting) {
                _ if own => format!("%i{axis}"),
                Some(other) if self.random.chance(80) => format!("%i{other}"),
                _ => format!("{}", extent - 1),
            });
        }
        parts.join(", ")
    }

    fn compute(&mut self) {
        let shape = *self.random.pick(SHAPES).expect("there are some");
        let name = format!("m{}", self.made.len());
        let indices: Vec<String> = (0..shape.len()).map(|axis| format!("%i{axis}")).collect();
        let extents: Vec<String> = shape.iter().map(i64::to_string).collect();
        let box_of = extents.join(", ");
        writeln!(self.text, "  %{name} = tensor.compute ({}) in [{box_of}] {{", indices.join(", "))
            .expect("a string");
        let mut last = "%c".to_string();
        for at in 0..self.random.within(1, 3) {
            let source = self.source();
            let place = self.place(&source, shape);
            let op = *self.random.pick(&["addi", "muli", "xori"]).expect("there are some");
            writeln!(
                self.text,
                "    %r{at} = tensor.at %{}[{place}] : {}\n    %s{at} = arith.{op} {last}, %r{at} : i32",
                source.name,
                ty(source.shape)
            )
            .expect("a string");
            last = format!("%s{at}");
        }
        write!(self.text, "    tensor.yield {last} : i32\n  }} : {}\n", ty(shape)).expect("a string");
        self.made.push(Made { name, shape });
    }

    fn program(&mut self) -> String {
        for _ in 0..self.random.within(10, 60) {
            self.compute();
        }
        let computed: Vec<Made> = self.made[SHAPES.len()..].to_vec();
        let mut results = vec![computed[computed.len() - 1].clone()];
        results.extend(computed.iter().filter(|_| self.random.chance(20)).cloned());
        let types: Vec<String> = results.iter().map(|made| ty(made.shape)).collect();
        let values: Vec<String> = results.iter().map(|made| format!("%{}", made.name)).collect();
        let args: Vec<String> =
            SHAPES.iter().enumerate().map(|(at, shape)| format!("%x{at}: {}", ty(shape))).collect();
        format!(
            "func.func @main({}) -> ({types}) {{\n  %c = arith.constant 3 : i32\n{}  return {} : {types}\n}}\n",
            args.join(", "),
            self.text,
            values.join(", "),
            types = types.join(", ")
        )
    }
}

#[test]
fn long_programs_with_many_readers_stay_valid() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 300));
    for seed in first..first + cases {
        let ctx = context();
        let text = Writer::new(seed).program();
        let extents = |shape: &[i64]| shape.iter().map(|n| *n as usize).collect::<Vec<usize>>();
        let args: Vec<Datum> =
            SHAPES.iter().map(|shape| tensor(DType::Int(32), &extents(shape), seed)).collect();
        let mut module = parse(&ctx, &text);
        let wanted = interpret(&module, &args).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        run(&ctx, &mut module, "set-target{level=x86-64-v3}");
        for passes in ["choose-fusion", "apply-fusion"] {
            run(&ctx, &mut module, passes);
            let found = interpret(&module, &args);
            let found = found.unwrap_or_else(|why| panic!("seed {seed} after {passes}: {why}\n{text}"));
            let agrees = found.iter().zip(&wanted).all(|(a, b)| agree(Some(DType::Int(32)), a, b, 0.0));
            assert!(agrees, "seed {seed} after {passes}:\n{text}");
        }
    }
}
