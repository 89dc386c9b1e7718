//! Random groups: computes that read each other at identity accesses, at offsets, and at multiples, fold
//! rows, and add up columns, under random schedules.

use tf_generate::Random;

/// The result of a member.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// A value for each point, with this many more rows than the loop has.
    Points(i64),
    /// A value for each point, with two or four times as many rows as the loop has, and this many more: it is
    /// read at every second or fourth row.
    Spread(u32, i64),
    /// One for each row.
    Rows,
    /// One for each column, added up over the rows.
    Columns,
    /// One for each column, from the sums.
    Behind,
}

/// How many of the values are arguments.
const ARGUMENTS: usize = 2;

/// A group while it is written.
struct Writer {
    random: Random,
    rows: i64,
    columns: i64,
    dynamic: bool,
    batch: Option<i64>,
    text: String,
    made: Vec<(String, Shape)>,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(11));
        let (rows, columns) = (random.within(1, 21), random.within(1, 9));
        let batch = random.chance(30).then(|| random.within(1, 3));
        let dynamic = random.chance(40);
        let made = vec![("%x".to_string(), Shape::Points(2)), ("%w".to_string(), Shape::Spread(2, 5))];
        Writer { random, rows, columns, dynamic, batch, text: String::new(), made }
    }

    /// The rows of a box: a multiple of those of the loop, and an excess.
    fn row_extent(&self, level: u32, more: i64) -> String {
        let times = 1i64 << level;
        let all = if level == 0 { "n".to_string() } else { format!("{times} * n") };
        match (self.dynamic, more) {
            (false, _) => (times * self.rows + more).to_string(),
            (true, 0) => all,
            (true, _) => format!("{all} + {more}"),
        }
    }

    fn extents(&self, shape: Shape) -> Vec<String> {
        let own = match shape {
            Shape::Points(more) => vec![self.row_extent(0, more), self.columns.to_string()],
            Shape::Spread(level, more) => vec![self.row_extent(level, more), self.columns.to_string()],
            Shape::Rows => vec![self.row_extent(0, 0)],
            Shape::Columns | Shape::Behind => vec![self.columns.to_string()],
        };
        self.batch.iter().map(i64::to_string).chain(own).collect()
    }

    fn ty(&self, shape: Shape) -> String {
        let extents = self.extents(shape);
        let dims =
            extents.iter().map(|e| if e.contains('n') { format!("?{{{e}}}x") } else { format!("{e}x") });
        format!("tensor<{}i32>", dims.collect::<String>())
    }

    fn names(&self, shape: Shape) -> Vec<&'static str> {
        let own: &[&str] = match shape {
            Shape::Points(_) | Shape::Spread(..) => &["i", "j"],
            Shape::Rows => &["i"],
            Shape::Columns | Shape::Behind => &["j"],
        };
        self.batch.iter().map(|_| "h").chain(own.iter().copied()).collect()
    }

    /// One of the values with a shape.
    fn pick(&mut self, fits: impl Fn(Shape) -> bool) -> Option<(String, Shape)> {
        let all: Vec<_> = self.made.iter().filter(|(_, shape)| fits(*shape)).cloned().collect();
        self.random.pick(&all).cloned()
    }

    /// A read at the own point; of points, perhaps of one some rows further on, or of a multiple.
    fn read(&mut self, name: &str, (source, shape): &(String, Shape), reader: Shape) -> String {
        let own = match reader {
            Shape::Points(more) | Shape::Spread(_, more) => more,
            Shape::Rows => 0,
            Shape::Columns | Shape::Behind => 2,
        };
        let mut policy = "";
        let mut at: Vec<String> = self.names(*shape).iter().map(|index| format!("%{index}")).collect();
        if let Shape::Points(more) = shape {
            let by = self.random.within(0, (more - own).max(0));
            let place = at.len() - 2;
            // A row that is not near is never right in parts.
            at[place] = match self.random.chance(3) && own == 0 && !self.dynamic {
                true => format!("{} - %i", self.rows - 1),
                false if by > 0 => format!("%i + {by}"),
                false => "%i".to_string(),
            };
        }
        if let Shape::Spread(level, more) = shape {
            let own_level = if let Shape::Spread(level, _) = reader { level } else { 0 };
            let (times, place) = (1i64 << (level - own_level), at.len() - 2);
            let most = more + times - 1 - times * if reader == Shape::Columns { 0 } else { own };
            let mut by = self.random.within(0, most.max(0));
            if self.random.chance(40) {
                (by, policy) = (
                    self.random.within(-3, most + 3),
                    *self.random.pick(&[" clamp", " fill(%seven)"]).unwrap(),
                );
            }
            at[place] = format!("{times} * %i {} {}", if by < 0 { '-' } else { '+' }, by.abs());
        }
        format!("      {name} = tensor.at {source}[{}]{policy} : {}\n", at.join(", "), self.ty(*shape))
    }

    /// A compute with this code, which makes `%v`.
    fn member(&mut self, shape: Shape, code: &str) {
        let name = format!("%m{}", self.made.len());
        let names = self.names(shape);
        let indices: Vec<String> = names.iter().map(|n| format!("%{n}")).collect();
        let quoted: Vec<String> = names.iter().map(|n| format!("\"{n}\"")).collect();
        self.text += &format!(
            "    {name} = tensor.compute ({}) in [{}] attributes {{axes = [{}], member = \"m{}\"}} {{\n{code}      tensor.yield %v : i32\n    }} : {}\n",
            indices.join(", "),
            self.extents(shape).join(", "),
            quoted.join(", "),
            self.made.len(),
            self.ty(shape)
        );
        self.made.push((name, shape));
    }

    /// Two reads, combined.
    fn combined(&mut self, shape: Shape, sources: [(String, Shape); 2]) {
        let code = self.read("%a", &sources[0], shape) + &self.read("%b", &sources[1], shape);
        let op = *self.random.pick(&["addi", "muli", "subi", "maxsi"]).unwrap();
        self.member(shape, &format!("{code}      %v = arith.{op} %a, %b : i32\n"));
    }

    fn fold(&mut self, shape: Shape, (source, of): &(String, Shape), (index, to): (&str, String)) {
        let kind = *self.random.pick(&["add", "maxsi", "mul", "minsi"]).unwrap();
        let read = self.read("%a", &(source.clone(), *of), shape);
        let axis = if shape == Shape::Columns { " attributes {axis = \"i\"}" } else { "" };
        let code = format!(
            "      %v = tensor.fold (%{index}) = 0 to {to} {kind}{axis} {{\n{read}        tensor.yield %a : i32\n      }} : i32\n"
        );
        self.member(shape, &code);
    }

    fn some_member(&mut self) {
        let points = |shape: Shape| matches!(shape, Shape::Points(_));
        let spread = |shape: Shape| matches!(shape, Shape::Spread(..));
        match self.random.below(15) {
            10 => {
                let (level, more) = (self.random.within(1, 2) as u32, self.random.within(0, 2));
                // The last row that it reads at its own points is there.
                let fits = |shape: Shape| match shape {
                    Shape::Spread(of, most) if of >= level => {
                        most + (1 << (of - level)) > more << (of - level)
                    }
                    _ => false,
                };
                if let [Some(a), Some(b)] = [self.pick(fits), self.pick(fits)] {
                    self.combined(Shape::Spread(level, more), [a, b]);
                }
            }
            11 | 12 => {
                let sources = [self.pick(spread), self.pick(|shape| spread(shape) || points(shape))];
                let sources = sources.map(|source| source.expect("there are the arguments"));
                self.combined(Shape::Points(0), sources);
            }
            13 => {
                let source = self.pick(spread).expect("there is the argument");
                self.fold(Shape::Rows, &source, ("j", self.columns.to_string()));
            }
            14 => {
                let source = self.pick(spread).expect("there is the argument");
                let rows = self.row_extent(0, 0);
                self.fold(Shape::Columns, &source, ("i", rows));
            }
            0..=3 => {
                let more = self.random.within(0, 1) * self.random.within(0, 1);
                let fits = |shape: Shape| matches!(shape, Shape::Points(m) if m >= more);
                let sources = [self.pick(fits), self.pick(fits)].map(|s| s.expect("there is the argument"));
                self.combined(Shape::Points(more), sources);
            }
            4 | 5 => {
                let source = self.pick(points).expect("there is the argument");
                self.fold(Shape::Rows, &source, ("j", self.columns.to_string()));
            }
            6 | 7 => {
                let sources = [self.pick(points), self.pick(|shape| shape == Shape::Rows)];
                if let [Some(a), Some(b)] = sources {
                    self.combined(Shape::Points(0), [a, b]);
                }
            }
            8 => {
                let source = self.pick(points).expect("there is the argument");
                let rows = self.row_extent(0, 0);
                self.fold(Shape::Columns, &source, ("i", rows));
            }
            _ => {
                if let Some(source) = self.pick(|shape| matches!(shape, Shape::Columns | Shape::Behind)) {
                    self.combined(Shape::Behind, [source.clone(), source]);
                }
            }
        }
    }

    /// The loops that are shared, and steps for them.
    fn schedule(&mut self) -> (Vec<&'static str>, String) {
        let mut axes: Vec<&str> = self.batch.iter().map(|_| "h").chain(["i"]).collect();
        let adds = self.made.iter().any(|(_, shape)| *shape == Shape::Columns);
        if self.random.chance(if adds { 10 } else { 30 }) {
            axes.push("j");
        }
        let (mut steps, mut parts) = (Vec::new(), Vec::new());
        for axis in &axes {
            let trip = self.random.within(1, 5);
            let in_chunks = *axis == "i" && self.random.chance(50);
            let sizes = if in_chunks { vec![trip * self.random.within(1, 3), trip] } else { vec![trip] };
            let text: Vec<String> = sizes.iter().map(i64::to_string).collect();
            steps.push(format!("split({axis}, [{}])", text.join(", ")));
            parts.extend((0..sizes.len()).map(|number| format!("{axis}.{number}")));
        }
        steps.push(format!("order({})", parts.join(", ")));
        let mut threads = parts.len();
        if self.random.chance(60) {
            let firsts: Vec<usize> = (0..parts.len()).filter(|at| parts[*at].ends_with(".0")).collect();
            let first = *self.random.pick(&firsts).unwrap();
            let runs = parts[first..].iter().take_while(|part| part.ends_with(".0")).count();
            let count = self.random.within(1, runs as i64) as usize;
            steps.push(format!("parallel({})", parts[first..first + count].join(", ")));
            threads = first;
        }
        if self.random.chance(60) {
            steps.extend(self.places(&parts, threads));
        }
        (axes, steps.join(", "))
    }

    /// The loops in which some members are computed, the part from which threads share them, and their
    /// buffering.
    fn places(&mut self, parts: &[String], threads: usize) -> Vec<String> {
        let mut steps = Vec::new();
        for at in ARGUMENTS..self.made.len() {
            let shape = self.made[at].1;
            let names = self.names(shape);
            let own: Vec<usize> = (0..parts.len()).filter(|p| names.contains(&&parts[*p][..1])).collect();
            let chance = if matches!(shape, Shape::Points(_) | Shape::Spread(..)) { 50 } else { 10 };
            if own.is_empty() || !self.random.chance(chance) {
                continue;
            }
            // The innermost of its loops, or one further out.
            let last = own[own.len() - 1];
            let place = if self.random.chance(80) { last } else { *self.random.pick(&own).unwrap() };
            let around = place.checked_sub(1).map_or("root", |around| parts[around].as_str());
            let by = self.who(place < threads);
            steps.push(match self.random.below(14) {
                0 => format!("place(m{at}, inline)"),
                1 => format!("place(m{at}, root)"),
                2 => format!("place(m{at}, root{}{})", self.who(true), self.layout(shape)),
                3 | 4 => format!("place(m{at}, at = {}{by})", parts[place]),
                5 => format!("place(m{at}, at = {}{by}{})", parts[place], self.layout(shape)),
                6 => format!("place(m{at}, at = {}{by}{}, copies = 2)", parts[place], self.layout(shape)),
                _ => format!("place(m{at}, at = {}, keep = {around}{by})", parts[place]),
            });
        }
        steps
    }

    /// The threads that compute a member, randomly: all threads, if they are free.
    fn who(&mut self, are_free: bool) -> &'static str {
        match self.random.below(4) {
            0 => ", by = each",
            1 if are_free => ", by = all",
            _ => "",
        }
    }

    /// How a member of a shape lies in memory: its axes in some order, some of them cut by a constant.
    fn layout(&mut self, shape: Shape) -> String {
        let names = self.names(shape);
        let mut parts = Vec::new();
        for name in &names {
            let cut = self.random.within(2, 4);
            match self.random.chance(40) {
                true => parts.extend([format!("{name} floordiv {cut}"), format!("{name} mod {cut}")]),
                false => parts.push(name.to_string()),
            }
        }
        for at in (1..parts.len()).rev() {
            parts.swap(at, self.random.within(0, at as i64) as usize);
        }
        format!(", layout = ({}) -> ({})", names.join(", "), parts.join(", "))
    }

    fn program(mut self) -> String {
        for _ in 0..self.random.within(2, 6) {
            self.some_member();
        }
        // Yielded values have the length of the loops.
        let fits = |(_, shape): &(String, Shape)| !matches!(shape, Shape::Points(1..) | Shape::Spread(..));
        if !self.made.iter().any(fits) {
            let x = self.made[0].clone();
            self.combined(Shape::Points(0), [x.clone(), x]);
        }
        let (axes, steps) = self.schedule();
        let results: Vec<usize> = (ARGUMENTS..self.made.len()).filter(|at| fits(&self.made[*at])).collect();
        let (last, others) = results.split_last().expect("one was made");
        let mut yielded: Vec<usize> = others.iter().copied().filter(|_| self.random.chance(25)).collect();
        yielded.push(*last);
        let types: Vec<String> = yielded.iter().map(|at| self.ty(self.made[*at].1)).collect();
        let values: Vec<String> = yielded.iter().map(|at| self.made[*at].0.clone()).collect();
        let results: Vec<String> = (0..yielded.len()).map(|at| format!("%r{at}")).collect();
        let axes: Vec<String> = axes.iter().map(|axis| format!("\"{axis}\"")).collect();
        let (all, types) = (values.join(", "), types.join(", "));
        let results = results.join(", ");
        format!(
            "func.func @main(%x: {}, %w: {}) -> ({types}) {{\n  %seven = arith.constant 7 : i32\n  {results} = tensor.group attributes {{axes = [{}], schedule = #tensor.schedule<{steps}>}} {{\n{}    tensor.yield {all} : {types}\n  }} : {types}\n  return {results} : {types}\n}}\n",
            self.ty(Shape::Points(2)),
            self.ty(Shape::Spread(2, 5)),
            axes.join(", "),
            self.text,
        )
    }
}

/// The random group of a seed.
pub fn text(seed: u64) -> String {
    Writer::new(seed).program()
}
