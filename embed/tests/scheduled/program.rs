//! Random computes: element by element, around the own point, folds, products of two operands and
//! convolutions, as text that a schedule is put into.

use tensorforge::{Array, DType, Scalar};
use tf_generate::Random;

/// The most terms of a run: the interpreter evaluates each.
const MOST_TERMS: i64 = 9_000;

/// A loop of a compute: an axis of its box, or a fold.
#[derive(Clone)]
pub struct Axis {
    pub name: &'static str,
    /// Its length in each run: one length only, if that is a constant.
    pub lengths: Vec<i64>,
}

impl Axis {
    pub fn is_constant(&self) -> bool {
        self.lengths.len() == 1
    }

    /// Its length in a run.
    pub fn length(&self, run: usize) -> i64 {
        self.lengths[run.min(self.lengths.len() - 1)]
    }

    /// The length in a box.
    fn text(&self) -> String {
        if self.is_constant() { self.lengths[0].to_string() } else { format!("n{}", self.name) }
    }
}

/// The tolerance of a result against the interpreter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Closeness {
    /// No bit.
    Bits,
    /// Equal values: nothing is rounded, or only the sign of a zero depends on the order.
    Number,
    /// Sums are rounded in another order.
    Rounding,
}

/// A tensor that is read.
#[derive(Clone)]
struct Operand {
    /// The index along each of its dimensions, with which loop that moves and how many times as long it is.
    dims: Vec<(String, usize, i64)>,
    policy: &'static str,
}

/// A compute while it is written.
pub struct Program {
    pub axes: Vec<Axis>,
    pub folds: Vec<Axis>,
    pub elem: &'static str,
    wide: &'static str,
    widen: Option<&'static str>,
    operands: Vec<Operand>,
    kind: &'static str,
    /// The order of folds is open.
    pub is_open: bool,
    /// The term, of `%r0` and `%r1`, which makes `%t`.
    term: String,
    /// The code after the folds, or the point: it computes `%v` from `%t`.
    behind: String,
    numerics: &'static str,
    pub close: Closeness,
}

fn is_float(elem: &str) -> bool {
    elem.contains('f')
}

/// A length, short ones and ragged ones among them.
fn length(random: &mut Random, most: i64) -> i64 {
    let high = match random.below(4) {
        0 => 5,
        1 | 2 => 20,
        _ => 45,
    };
    random.within(1, high.min(most))
}

/// Loops of random lengths, some unknown.
fn axes(random: &mut Random, names: &[(&'static str, i64)]) -> Vec<Axis> {
    let unknown = random.chance(45);
    let one = |(name, most): &(&'static str, i64)| {
        let count = if unknown && random.chance(75) { 3 } else { 1 };
        Axis { name, lengths: (0..count).map(|_| length(random, *most)).collect() }
    };
    let mut all: Vec<Axis> = names.iter().map(one).collect();
    for run in 0..3 {
        while all.iter().map(|axis| axis.length(run)).product::<i64>() > MOST_TERMS {
            let longest = (0..all.len()).max_by_key(|at| all[*at].length(run)).expect("there are loops");
            let at = run.min(all[longest].lengths.len() - 1);
            all[longest].lengths[at] -= all[longest].lengths[at] / 3;
        }
    }
    all
}

/// Code of two values.
fn combined(random: &mut Random, elem: &str, (a, b, to): (&str, &str, &str)) -> String {
    let ops: &[&str] = match is_float(elem) {
        true => &["addf", "mulf", "subf", "maximumf", "minimumf"],
        false => &["addi", "muli", "subi", "maxsi", "minsi", "xori", "andi"],
    };
    format!("{to} = arith.{} {a}, {b} : {elem}\n", random.pick(ops).expect("there are ops"))
}

impl Program {
    pub fn new(seed: u64) -> Program {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(29));
        match random.below(20) {
            0..=2 => Program::points(&mut random, false),
            3..=5 => Program::points(&mut random, true),
            6..=9 => Program::folded(&mut random),
            10..=16 => Program::product(&mut random),
            _ => Program::convolution(&mut random),
        }
    }

    /// Identity accesses; or offsets, with a policy at the edge.
    fn points(random: &mut Random, around: bool) -> Program {
        let elem = *random.pick(&["i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"]).unwrap();
        let names = [("i", 45), ("j", 70), ("l", 9)];
        let loops = random.within(1, 3) as usize;
        let axes = axes(random, &names[..loops]);
        let rank = axes.len();
        let mut program = Program::plain(axes, elem);
        let count = random.within(1, 3) as usize;
        for at in 0..count {
            let mut order: Vec<usize> = (0..rank).collect();
            if at > 0 && random.chance(30) {
                random.shuffle(&mut order);
            }
            let mut operand = Operand { dims: Vec::new(), policy: "" };
            for axis in order {
                operand.dims.push(program.index(random, axis, around && at > 0));
            }
            if around && at > 0 {
                operand.policy = random.pick(&["clamp", "wrap", "fill(%z)"]).unwrap();
            }
            program.operands.push(operand);
        }
        let mut term = String::new();
        for at in 0..3 {
            let (a, b) = (random.below(count + at), random.below(count + at));
            let value = |of: usize| if of < count { format!("%r{of}") } else { format!("%u{}", of - count) };
            term += &combined(random, elem, (&value(a), &value(b), &format!("%u{at}")));
        }
        program.term = format!("{term}{}", combined(random, elem, ("%u2", "%r0", "%t")));
        program
    }

    /// An index along a dimension as long as a loop, or a multiple of it.
    fn index(&self, random: &mut Random, axis: usize, around: bool) -> (String, usize, i64) {
        let own = &self.all()[axis];
        let name = own.name;
        match random.below(10) {
            0..=4 if around => {
                let by = random.within(-3, 3);
                (format!("%{name} {} {}", if by < 0 { '-' } else { '+' }, by.abs()), axis, 1)
            }
            5 if around => (format!("%{name} * 2 - 1"), axis, 1),
            8 if own.is_constant() => {
                (format!("%{name} * 2{}", random.pick(&["", " + 1"]).unwrap()), axis, 2)
            }
            9 if own.is_constant() => (format!("{} - %{name}", own.lengths[0] - 1), axis, 1),
            _ => (format!("%{name}"), axis, 1),
        }
    }

    fn all(&self) -> Vec<Axis> {
        [&self.axes[..], &self.folds].concat()
    }

    fn plain(axes: Vec<Axis>, elem: &'static str) -> Program {
        Program {
            axes,
            folds: Vec::new(),
            elem,
            wide: elem,
            widen: None,
            operands: Vec::new(),
            kind: "",
            is_open: true,
            term: String::new(),
            behind: String::new(),
            numerics: "strict",
            close: Closeness::Bits,
        }
    }

    /// A fold over one or two loops, and the tolerance of its result.
    fn combine(&mut self, random: &mut Random, sums: usize) {
        let float = is_float(self.wide);
        self.kind = match (random.chance(sums), float) {
            (true, _) => "add",
            (false, true) => random.pick(&["maximumf", "minimumf"]).unwrap(),
            (false, false) => random.pick(&["maxsi", "minsi", "mul", "xor", "and", "or"]).unwrap(),
        };
        self.is_open = !float || random.chance(85);
        self.close = match (float, self.kind, self.wide) {
            (false, ..) => Closeness::Bits,
            (true, "add", "f32" | "f64") if self.elem == self.wide && random.chance(60) => {
                Closeness::Rounding
            }
            _ => Closeness::Number,
        };
        if float && self.kind == "add" && random.chance(30) {
            self.numerics = "standard";
        }
        self.behind = match (random.below(3), float) {
            (0, true) => format!("%v = arith.addf %s, %s : {}\n", self.wide),
            (0, false) => format!("%v = arith.addi %s, %s : {}\n", self.wide),
            _ => String::new(),
        };
    }

    /// Rows, columns or both are folded.
    fn folded(random: &mut Random) -> Program {
        let elem = *random.pick(&["i8", "i32", "i64", "f16", "bf16", "f32", "f32", "f64"]).unwrap();
        let (rank, folds) = (random.below(3), random.within(1, 2) as usize);
        // Sums of 16 bits are exact while they are small.
        let terms: &[_] =
            if elem.ends_with("f16") { &[("k", 45), ("h", 2)] } else { &[("k", 300), ("h", 9)] };
        let names = [("i", 40), ("j", 40)][..rank].iter().chain(&terms[..folds]);
        let names: Vec<(&str, i64)> = names.copied().collect();
        let mut all = axes(random, &names);
        let folds = all.split_off(rank);
        let mut program = Program { folds, ..Program::plain(all, elem) };
        program.combine(random, 60);
        for at in 0..random.within(1, 2) as usize {
            let mut order: Vec<usize> = (0..names.len()).collect();
            if random.chance(50) {
                random.shuffle(&mut order);
            }
            // The second one moves with one loop only.
            order.truncate(if at == 0 { order.len() } else { 1 });
            let dims = order.into_iter().map(|of| program.index(random, of, false)).collect();
            program.operands.push(Operand { dims, policy: "" });
        }
        program.term = match (program.operands.len(), is_float(elem)) {
            (1, true) => format!("%t = arith.negf %r0 : {elem}\n"),
            (1, false) => format!("%t = arith.addi %r0, %r0 : {elem}\n"),
            (_, true) => format!("%t = arith.mulf %r0, %r1 : {elem}\n"),
            (_, false) => combined(random, elem, ("%r0", "%r1", "%t")),
        };
        program
    }

    /// The element types of a product and of its sums.
    fn typed(&mut self, random: &mut Random) {
        let types = [
            ("f32", "f32", None),
            ("f64", "f64", None),
            ("i32", "i32", None),
            ("i8", "i32", Some("extsi")),
            ("i8", "i32", Some("extui")),
            ("i16", "i32", Some("extsi")),
            ("bf16", "f32", Some("extf")),
            ("f16", "f32", Some("extf")),
            ("f16", "f16", None),
        ];
        (self.elem, self.wide, self.widen) = types[random.below(types.len() + 3) % types.len()];
    }

    /// A product of two operands, of a batch or not, each transposed or not, with rows that are not adjacent.
    fn product(random: &mut Random) -> Program {
        let batch = random.chance(30);
        let names = [("g", 3), ("i", 40), ("j", 70), ("k", 70)];
        let mut all = axes(random, if batch { &names } else { &names[1..] });
        let folds = all.split_off(all.len() - 1);
        let rank = all.len();
        let mut program = Program { folds, ..Program::plain(all, "f32") };
        program.typed(random);
        program.combine(random, 92);
        let (row, column) = (rank - 2, rank - 1);
        for mut pair in [[row, rank], [rank, column]] {
            if random.chance(35) {
                pair.reverse();
            }
            let order = (0..row).chain(pair);
            let dims = order.map(|of| program.index(random, of, false)).collect();
            program.operands.push(Operand { dims, policy: "" });
        }
        program.multiply(random);
        program
    }

    fn multiply(&mut self, random: &mut Random) {
        let (elem, wide) = (self.elem, self.wide);
        let (times, before) = match (is_float(wide), random.below(3)) {
            (true, 0) => ("mulf", format!("%p0 = arith.negf %r0 : {elem}\n")),
            (false, 0) => ("muli", format!("%p0 = arith.addi %r0, %r0 : {elem}\n")),
            (float, _) => (if float { "mulf" } else { "muli" }, String::new()),
        };
        let first = if before.is_empty() { "%r0" } else { "%p0" };
        self.term = match self.widen {
            None => format!("{before}%t = arith.{times} {first}, %r1 : {wide}\n"),
            Some(word) => format!(
                "{before}%w0 = arith.{word} {first} : {elem} to {wide}\n%w1 = arith.{word} %r1 : {elem} to {wide}\n\
                 %t = arith.{times} %w0, %w1 : {wide}\n"
            ),
        };
    }

    /// The sum over taps and channels, along one axis or two, with zeros around the input or inside of it.
    fn convolution(random: &mut Random) -> Program {
        let names = [("y", 9), ("x", 20), ("o", 30), ("k", 3), ("h", 9)];
        let two = random.chance(50);
        let mut all = axes(random, if two { &names } else { &names[1..] });
        let folds = all.split_off(all.len() - 2);
        let rank = all.len();
        let mut program = Program { folds, ..Program::plain(all, "f32") };
        program.typed(random);
        program.combine(random, 100);
        let (taps, channels, out) = (rank, rank + 1, rank - 1);
        let step = *random.pick(&["", "", " * 2"]).unwrap();
        let mut image = Operand { dims: Vec::new(), policy: random.pick(&["fill(%z)", "clamp"]).unwrap() };
        if two {
            image.dims.push(("%y".to_string(), 0, 1));
        }
        image.dims.push((format!("%x{step} + %k - 1"), out - 1, 1));
        image.dims.push(("%h".to_string(), channels, 1));
        let mut kernel =
            vec![("%k".to_string(), taps, 1), ("%h".to_string(), channels, 1), ("%o".to_string(), out, 1)];
        if random.chance(30) {
            kernel.rotate_left(2);
        }
        program.operands = vec![image, Operand { dims: kernel, policy: "" }];
        program.multiply(random);
        program
    }

    /// True if an instruction may add up several of its terms.
    pub fn is_narrow(&self) -> bool {
        self.widen.is_some() && self.elem != "f16"
    }

    /// The loops whose lengths are not known.
    pub fn unknown(&self) -> Vec<&'static str> {
        self.all().iter().filter(|axis| !axis.is_constant()).map(|axis| axis.name).collect()
    }

    /// The loops that operands move with, as `stage` names them.
    pub fn staged(&self) -> Vec<Vec<&'static str>> {
        let all = self.all();
        let own = |operand: &Operand| {
            let text = operand.dims.iter().map(|(index, ..)| index.clone()).collect::<String>();
            let moves = all.iter().filter(|axis| text.contains(&format!("%{}", axis.name)));
            moves.map(|axis| axis.name).collect()
        };
        self.operands.iter().map(own).collect()
    }

    fn ty(&self, operand: &Operand) -> String {
        let all = self.all();
        let dim = |(_, of, times): &(String, usize, i64)| match all[*of].is_constant() {
            true => format!("{}x", all[*of].lengths[0] * times),
            false => format!("?{{n{}}}x", all[*of].name),
        };
        format!("tensor<{}{}>", operand.dims.iter().map(dim).collect::<String>(), self.elem)
    }

    fn result(&self) -> String {
        let dim = |axis: &Axis| match axis.is_constant() {
            true => format!("{}x", axis.lengths[0]),
            false => format!("?{{n{}}}x", axis.name),
        };
        format!("tensor<{}{}>", self.axes.iter().map(dim).collect::<String>(), self.wide)
    }

    /// The function of a name, with a schedule; `sizes` adds up how large terms are, in place of terms.
    pub fn text(&self, name: &str, schedule: &[String], sizes: bool) -> String {
        let args: Vec<String> =
            self.operands.iter().enumerate().map(|(at, o)| format!("%a{at}: {}", self.ty(o))).collect();
        let list =
            |write: &dyn Fn(&Axis) -> String| self.axes.iter().map(write).collect::<Vec<_>>().join(", ");
        let (wide, result) = (self.wide, self.result());
        let zero = if is_float(self.elem) { "0.0" } else { "0" };
        let mut reads = String::new();
        for (at, operand) in self.operands.iter().enumerate() {
            let place: Vec<&str> = operand.dims.iter().map(|(index, ..)| index.as_str()).collect();
            let (place, policy, ty) = (place.join(", "), operand.policy, self.ty(operand));
            reads += &format!("%r{at} = tensor.at %a{at}[{place}] {policy} : {ty}\n");
        }
        let mut code = format!("{reads}{}", self.term);
        if sizes {
            code += &format!("%size = math.absf %t : {wide}\n");
        }
        let mut value = if sizes { "%size".to_string() } else { "%t".to_string() };
        let flags = if is_float(wide) && self.is_open { " fastmath<reassoc>" } else { "" };
        for (at, fold) in self.folds.iter().enumerate().rev() {
            let own = if at == 0 { "%s".to_string() } else { format!("%s{at}") };
            code = format!(
                "{own} = tensor.fold (%{}) = 0 to {} {}{flags} attributes {{axis = \"{}\"}} {{\n{code}tensor.yield {value} : {wide}\n}} : {wide}\n",
                fold.name,
                fold.text(),
                self.kind,
                fold.name
            );
            value = own;
        }
        if !self.behind.is_empty() {
            code += &self.behind;
            value = "%v".to_string();
        }
        let asked = if schedule.is_empty() {
            String::new()
        } else {
            format!(" attributes {{schedule = #tensor.schedule<{}>}}", schedule.join(", "))
        };
        format!(
            "func.func @{name}({}) -> {result} attributes {{tf.numerics = \"{}\"}} {{\n%z = arith.constant {zero} : {}\n\
             %c = tensor.compute ({}) in [{}]{asked} {{\n{code}tensor.yield {value} : {wide}\n}} : {result}\nreturn %c : {result}\n}}\n",
            args.join(", "),
            self.numerics,
            self.elem,
            list(&|axis| format!("%{}", axis.name)),
            list(&|axis| axis.text()),
        )
    }

    /// How often it is called.
    pub fn runs(&self) -> usize {
        self.all().iter().map(|axis| axis.lengths.len()).max().unwrap_or(1)
    }

    /// How many terms a result has in a run.
    pub fn terms(&self, run: usize) -> i64 {
        self.folds.iter().map(|fold| fold.length(run)).product()
    }

    /// The arguments of a run.
    pub fn arguments(&self, seed: u64, run: usize) -> Vec<Array> {
        let mut random = Random::new(seed.wrapping_add(1000 * run as u64));
        let (all, dtype) = (self.all(), dtype(self.elem));
        let mut one = |operand: &Operand| {
            let extents: Vec<usize> =
                operand.dims.iter().map(|(_, of, times)| (all[*of].length(run) * times) as usize).collect();
            let count = extents.iter().product();
            let values: Vec<Scalar> = (0..count).map(|_| self.number(&mut random, dtype)).collect();
            Array::from_scalars(dtype, &extents, &values).expect("as many as the extents say")
        };
        self.operands.iter().map(&mut one).collect()
    }

    /// A scalar: for floats that are added without rounding, a small integer.
    fn number(&self, random: &mut Random, dtype: DType) -> Scalar {
        match (is_float(self.elem), self.close) {
            (true, Closeness::Number) => Scalar::from_i64(dtype, random.within(-1, 1)),
            (true, _) => {
                Scalar::from_f64(dtype, random.within(-1 << 23, 1 << 23) as f64 / f64::from(1 << 23))
            }
            (false, _) => {
                let bits: u32 = self.elem[1..].parse().expect("integers say how many bits they have");
                Scalar::from_i64(dtype, random.bits() as i64 >> (64 - bits))
            }
        }
    }
}

fn dtype(elem: &str) -> DType {
    match elem {
        "i8" => DType::I8,
        "i16" => DType::I16,
        "i32" => DType::I32,
        "i64" => DType::I64,
        "f16" => DType::F16,
        "bf16" => DType::BF16,
        "f32" => DType::F32,
        _ => DType::F64,
    }
}
