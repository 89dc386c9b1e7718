//! Random chains of stencils and poolings, for which `form-groups` forms groups at any cost, with bands or
//! windows by price or by the program: the group, the loops that `apply-groups` makes, and the rest of the
//! way down give the interpreter's answer to the bit. `CASES=5000 FIRST=1000` runs a campaign.

use crate::common::{agree, context, interpret, parse, print, run, tensor};
use crate::random_schedules::{DOWN, number};
use std::fmt::Write;
use tf_dialects::scalar::DType;
use tf_generate::Random;
use tf_interp::Datum;

/// The policy at the edges of a chain.
#[derive(Clone, Copy, PartialEq)]
enum Edges {
    /// Of a ring the other end.
    Ring,
    /// The nearest element, or a constant.
    Ends,
    /// Nothing: each compute has fewer points than the one before.
    Inside,
}

/// A chain while it is written.
struct Writer {
    random: Random,
    batch: Option<i64>,
    rows: i64,
    columns: Option<i64>,
    dynamic: bool,
    float: bool,
    edges: Edges,
    /// Which axes become half as long where some do.
    halved: Vec<&'static str>,
    /// The results of the computes.
    made: Vec<Made>,
    text: String,
}

/// The result of a compute, or the argument: its name, the count of points by which it is smaller than the
/// argument along each axis, and the count of halvings.
#[derive(Clone, PartialEq)]
struct Made {
    name: String,
    less: i64,
    halvings: u32,
}

/// How far a compute reads from its own point, at most.
const FAR: i64 = 2;

impl Writer {
    fn new(seed: u64) -> Writer {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(23));
        let edges =
            *random.pick(&[Edges::Ring, Edges::Ends, Edges::Ends, Edges::Inside]).expect("there are some");
        let least = if edges == Edges::Inside { 20 } else { 1 };
        let (rows, columns) = (random.within(least, least + 40), random.within(least, least + 9));
        let columns = random.chance(75).then_some(columns);
        let batch = (columns.is_some() && random.chance(25)).then(|| random.within(1, 3));
        let (dynamic, float) = (random.chance(40), random.chance(50));
        let made = vec![Made { name: "x".to_string(), less: 0, halvings: 0 }];
        let mut halved = Vec::new();
        if edges == Edges::Ends && random.chance(60) {
            halved = random.pick(&[vec!["i"], vec!["j"], vec!["i", "j"]]).expect("there are some").clone();
        }
        Writer { random, batch, rows, columns, dynamic, float, edges, halved, made, text: String::new() }
    }

    fn elem(&self) -> &'static str {
        if self.float { "f32" } else { "i32" }
    }

    /// The extents of a value with this many points less, along axes that were halved this often.
    fn extents(&self, (less, halvings): (i64, u32)) -> Vec<String> {
        let of = |index: &str, name: &str, n: i64| {
            let halvings = if self.halved.contains(&index) { halvings } else { 0 };
            match (self.dynamic, less) {
                (false, _) => (0..halvings).fold(n - less, |n, _| (n + 1) / 2).to_string(),
                (true, 0) => (0..halvings).fold(name.to_string(), |n, _| format!("({n} + 1) floordiv 2")),
                (true, _) => format!("{name} - {less}"),
            }
        };
        let batch = self.batch.map(|n| n.to_string());
        let columns = self.columns.map(|n| of("j", "m", n));
        batch.into_iter().chain([of("i", "n", self.rows)]).chain(columns).collect()
    }

    fn ty(&self, size: (i64, u32)) -> String {
        let dim = |e: &String| if e.contains(['n', 'm']) { format!("?{{{e}}}x") } else { format!("{e}x") };
        format!("tensor<{}{}>", self.extents(size).iter().map(dim).collect::<String>(), self.elem())
    }

    fn indices(&self) -> Vec<&'static str> {
        let columns = self.columns.map(|_| "j");
        self.batch.map(|_| "h").into_iter().chain(["i"]).chain(columns).collect()
    }

    /// The subscripts of a read of a value with more points than the reader, or fewer halvings, and whether
    /// it is an identity access.
    fn place(&mut self, more: i64, halvings: u32) -> (String, bool) {
        let mut own = true;
        let mut parts = Vec::new();
        for index in self.indices() {
            let by = match (index, self.edges) {
                ("h", _) => 0,
                (_, Edges::Inside) => self.random.within(0, more.min(2 * FAR)),
                _ => self.random.within(-FAR, FAR),
            };
            let times = if self.halved.contains(&index) { 1 << halvings } else { 1 };
            own &= by == 0 && times == 1;
            let index = if times == 1 { format!("%{index}") } else { format!("%{index} * {times}") };
            parts.push(match by {
                0 => index,
                by if by < 0 => format!("{index} - {}", -by),
                by => format!("{index} + {by}"),
            });
        }
        (parts.join(", "), own)
    }

    /// A compute that reads one of the last two before it, and perhaps others.
    fn compute(&mut self) {
        let last = self.made.len() - 1;
        let less = match self.edges {
            Edges::Inside => self.made[last].less + self.random.within(1, 3),
            _ => 0,
        };
        let halves = !self.halved.is_empty() && self.made[last].halvings < 2 && self.random.chance(40);
        let halvings = self.made[last].halvings + u32::from(halves);
        let name = format!("m{last}");
        let (ty, elem) = (self.ty((less, halvings)), self.elem());
        let indices: Vec<String> = self.indices().iter().map(|index| format!("%{index}")).collect();
        let wish = match self.random.below(8) {
            0 => " attributes {tf.fusion = \"bands\"}",
            1 | 2 => " attributes {tf.fusion = \"window\"}",
            _ => "",
        };
        writeln!(
            self.text,
            "  %{name} = tensor.compute ({}) in [{}]{wish} {{",
            indices.join(", "),
            self.extents((less, halvings)).join(", ")
        )
        .expect("a string");
        let (add, reads) = (if self.float { "addf" } else { "addi" }, self.random.within(1, 4));
        let mut sum = "%c".to_string();
        for at in 0..reads {
            let source = if at == 0 { last } else { self.random.below(self.made.len()) };
            let Made { name: of, less: points, halvings: before } = self.made[source].clone();
            let (place, own) = self.place(less - points, halvings - before);
            let policy = match self.random.below(2) {
                _ if own || self.edges == Edges::Inside => "",
                _ if self.edges == Edges::Ring => " wrap",
                0 => " clamp",
                _ => " fill(%c)",
            };
            let source = self.ty((points, before));
            writeln!(self.text, "    %x{at} = tensor.at %{of}[{place}]{policy} : {source}")
                .expect("a string");
            writeln!(self.text, "    %s{at} = arith.{add} {sum}, %x{at} : {elem}").expect("a string");
            sum = format!("%s{at}");
        }
        write!(self.text, "    tensor.yield {sum} : {elem}\n  }} : {ty}\n").expect("a string");
        self.made.push(Made { name, less, halvings });
    }

    fn program(&mut self) -> String {
        for _ in 0..self.random.within(2, 5) {
            self.compute();
        }
        let last = self.made[self.made.len() - 1].clone();
        let of_last = |made: &&Made| made.less == last.less && made.halvings == last.halvings;
        let mut results: Vec<Made> = vec![last.clone()];
        let others: Vec<Made> = self.made[1..self.made.len() - 1].iter().filter(of_last).cloned().collect();
        if self.random.chance(25) {
            results.extend(self.random.pick(&others).cloned());
        }
        let types: Vec<String> = results.iter().map(|made| self.ty((made.less, made.halvings))).collect();
        let values: Vec<String> = results.iter().map(|made| format!("%{}", made.name)).collect();
        let (types, values) = (types.join(", "), values.join(", "));
        let constant = if self.float { "0.5" } else { "3" };
        format!(
            "func.func @main(%x: {}) -> ({types}) {{\n  %c = arith.constant {constant} : {}\n{}  return {values} : {types}\n}}\n",
            self.ty((0, 0)),
            self.elem(),
            self.text
        )
    }
}

#[test]
fn chains_that_share_loops_give_the_interpreters_answer() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 200));
    let (mut formed, mut kept, mut applied, mut strided) = (0, 0, 0, 0);
    for seed in first..first + cases {
        let ctx = context();
        let mut writer = Writer::new(seed);
        let text = writer.program();
        let extents = [writer.batch, Some(writer.rows), writer.columns];
        let extents: Vec<usize> = extents.iter().flatten().map(|n| *n as usize).collect();
        let dtype = if writer.float { DType::F32 } else { DType::Int(32) };
        let args: Vec<Datum> = vec![tensor(dtype, &extents, seed)];
        let mut module = parse(&ctx, &text);
        let wanted = interpret(&module, &args).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        let tile = writer.random.within(0, 7);
        let form = format!("set-target{{level=x86-64-v3}},form-groups{{always=true tile={tile}}}");
        let mut steps = vec![form.as_str(), "apply-groups"];
        steps.extend(DOWN.iter().filter(|_| seed % 4 == 0));
        for passes in steps {
            run(&ctx, &mut module, passes);
            let printed = print(&module);
            formed += u64::from(printed.contains("tensor.group"));
            kept += u64::from(printed.contains("keep = "));
            strided += u64::from(printed.contains("tensor.group") && text.contains(" * "));
            applied += u64::from(passes == "apply-groups" && printed.contains("loop."));
            let found = interpret(&module, &args);
            let found = found.unwrap_or_else(|why| panic!("seed {seed} after {passes}: {why}\n{text}"));
            let agrees = found.iter().zip(&wanted).all(|(a, b)| agree(Some(dtype), a, b, 0.0));
            assert!(agrees, "seed {seed} after {passes}:\n{text}\n{printed}");
        }
    }
    println!("{formed} formed, {kept} with windows, {strided} with strides, {applied} applied");
    assert_eq!(formed, applied, "a group that is formed can be followed");
    assert!(formed * 10 >= cases * 6, "{formed} of {cases} share loops");
    assert!(kept * 10 >= cases * 2, "{kept} of {cases} have windows");
    assert!(strided * 10 >= cases, "{strided} of {cases} read at multiples");
}
