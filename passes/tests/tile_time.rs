//! Random loops of stencils whose iterations run together: `tile-time`, the loops over bands, and the rest of
//! the way down give the interpreter's answer to the bit. `CASES=5000 FIRST=1000` runs a campaign.

use crate::common::{agree, context, interpret, number, parse, print, run, tensor};
use crate::random_schedules::DOWN;
use std::fmt::Write;
use tf_dialects::scalar::DType;
use tf_generate::Random;
use tf_interp::Datum;

/// A loop while it is written.
struct Writer {
    random: Random,
    /// Rows, and columns if there are any.
    rows: i64,
    columns: Option<i64>,
    dynamic: bool,
    float: bool,
    /// Reads past an edge wrap around.
    ring: bool,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(5));
        let rows = random.within(0, 33);
        let columns = random.chance(60).then(|| random.within(1, 7));
        let (dynamic, float, ring) = (random.chance(40), random.chance(50), random.chance(30));
        Writer { random, rows, columns, dynamic, float, ring }
    }

    fn elem(&self) -> &'static str {
        if self.float { "f32" } else { "i32" }
    }

    fn ty(&self) -> String {
        let rows = if self.dynamic { "?{n}".to_string() } else { self.rows.to_string() };
        let columns = self.columns.map_or_else(String::new, |n| format!("{n}x"));
        format!("tensor<{rows}x{columns}{}>", self.elem())
    }

    /// The index of a read, at most so far from the own one.
    fn near(&mut self, index: &str, most: i64) -> (String, bool) {
        match self.random.within(-most, most) {
            0 => (format!("%{index}"), true),
            by if by < 0 => (format!("%{index} - {}", -by), false),
            by => (format!("%{index} + {by}"), false),
        }
    }

    /// A compute that reads some of these tensors.
    fn compute(&mut self, name: &str, sources: &[&str], schedule: &str) -> String {
        let (ty, elem) = (self.ty(), self.elem());
        let rows = if self.dynamic { "n".to_string() } else { self.rows.to_string() };
        let columns = self.columns.map_or_else(String::new, |n| format!(", {n}"));
        let indices = if self.columns.is_some() { "%i, %j" } else { "%i" };
        let mut text =
            format!("    %{name} = tensor.compute ({indices}) in [{rows}{columns}]{schedule} {{\n");
        let (add, reads) = (if self.float { "addf" } else { "addi" }, self.random.within(1, 4));
        let mut sum = "%c".to_string();
        for at in 0..reads {
            let source = sources[self.random.below(sources.len())];
            let (mut place, mut own) = self.near("i", 2);
            if self.columns.is_some() {
                let (along, is_own) = self.near("j", 1);
                place = format!("{place}, {along}");
                own &= is_own;
            }
            let policy = match self.random.below(2) {
                _ if own => "",
                _ if self.ring => " wrap",
                0 => " clamp",
                _ => " fill(%c)",
            };
            writeln!(text, "      %x{at} = tensor.at %{source}[{place}]{policy} : {ty}").expect("a string");
            writeln!(text, "      %s{at} = arith.{add} {sum}, %x{at} : {elem}").expect("a string");
            sum = format!("%s{at}");
        }
        write!(text, "      tensor.yield {sum} : {elem}\n    }} : {ty}\n").expect("a string");
        text
    }

    /// The program, and the trip count of its loop.
    fn program(&mut self) -> (String, i64) {
        let (ty, elem) = (self.ty(), self.elem());
        let (trips, together, band) =
            (self.random.within(0, 9), self.random.within(1, 4), self.random.within(1, 9));
        let step = self.random.within(1, 3);
        let rows = self.random.chance(50).then(|| self.random.within(1, 4));
        let band = match rows {
            Some(rows) => format!("{}, {rows}", rows * band),
            None => band.to_string(),
        };
        let schedule = format!(" attributes {{schedule = #tensor.schedule<time(i, [{together}, {band}])>}}");
        let two = self.random.chance(40);
        let mut body = self.compute("w", &["v", "p", "f"], &schedule);
        let (mut last, mut carried) = ("w", ["w", "v"]);
        if two {
            body += &self.compute("z", &["w", "v"], "");
            last = "z";
        }
        carried[0] = last;
        let constant = if self.float { "0.5" } else { "3" };
        let text = format!(
            "func.func @main(%u: {ty}, %q: {ty}, %f: {ty}, %end: index) -> ({ty}, {ty}) {{
  %c = arith.constant {constant} : {elem}
  %first = arith.constant 2 : index
  %step = arith.constant {step} : index
  %r:2 = loop.for %t = %first to %end step %step iter_args(%v = %u, %p = %q) -> ({ty}, {ty}) {{
{body}    loop.yield %{}, %{} : {ty}, {ty}
  }}
  return %r#0, %r#1 : {ty}, {ty}
}}\n",
            carried[0], carried[1],
        );
        (text, 2 + trips * step - self.random.within(0, step - 1))
    }
}

#[test]
fn jammed_iterations_match_the_interpreter() {
    let of = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, cases) = (of("FIRST", 0), of("CASES", 120));
    let (mut tiled, ctx) = (0, context());
    for seed in first..first + cases {
        let mut writer = Writer::new(seed);
        let (text, end) = writer.program();
        let extents: Vec<usize> =
            [Some(writer.rows), writer.columns].iter().flatten().map(|n| *n as usize).collect();
        let dtype = if writer.float { DType::F32 } else { DType::Int(32) };
        let mut args: Vec<Datum> = (0..3).map(|i| tensor(dtype, &extents, seed * 3 + i)).collect();
        args.push(number(DType::Index, end));
        let mut module = parse(&ctx, &text);
        let wanted = interpret(&module, &args).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        let mut steps = vec!["tile-time", "apply-groups", "apply-tiles"];
        steps.extend(DOWN.iter().filter(|_| seed % 4 == 0));
        for passes in steps {
            run(&ctx, &mut module, passes);
            tiled += u64::from(passes == "tile-time" && print(&module).contains("tensor.group"));
            let found = interpret(&module, &args);
            let found = found.unwrap_or_else(|why| panic!("seed {seed} after {passes}: {why}\n{text}"));
            let agrees = found.iter().zip(&wanted).all(|(a, b)| agree(Some(dtype), a, b, 0.0));
            assert!(agrees, "seed {seed} after {passes}:\n{text}\n{}", print(&module));
        }
    }
    assert!(tiled * 10 >= cases * 6, "only {tiled} of {cases} loops ran together");
}
