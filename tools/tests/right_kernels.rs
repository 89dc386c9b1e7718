//! Random correct kernels: the interpreter reports nothing, and each returns the results of its steps.
//! `KERNELS=1000` makes 1,000.
//!
//! A kernel is a list of steps that the threads of a block do together: exchanges through shared memory,
//! asynchronous copies, shuffles, reductions, atomic sums, loops, conditionals. The effect of each step on
//! the threads' values is computed along with its text.

use std::fmt::Write;
use tensorforge::{Array, Device, Session};
use tf_generate::Random;

/// A kernel while it is written: the values of all threads of a block, and the text so far.
struct Writer {
    random: Random,
    threads: usize,
    text: String,
    names: usize,
    indent: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{:1$}{line}", "", 2 * self.indent).expect("text grows");
    }

    /// A line that defines a value.
    fn value(&mut self, code: &str) -> String {
        self.names += 1;
        let name = format!("%v{}", self.names);
        self.line(&format!("{name} = {code}"));
        name
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    /// A factor that is coprime to the thread count, and an offset: they permute the threads.
    fn permutation(&mut self) -> [usize; 2] {
        let odd: Vec<usize> = [1, 5, 7, 11, 13, 25]
            .into_iter()
            .filter(|n| !self.threads.is_multiple_of(*n) || *n == 1)
            .collect();
        let by = odd[self.below(odd.len())];
        [by, self.below(self.threads)]
    }

    /// The image of the current thread under a permutation.
    fn permuted(&mut self, [by, offset]: [usize; 2]) -> String {
        let (by, offset) = (self.index(by), self.index(offset));
        let far = self.value(&format!("arith.muli %t, {by} : index"));
        let far = self.value(&format!("arith.addi {far}, {offset} : index"));
        let threads = self.index(self.threads);
        self.value(&format!("arith.remui {far}, {threads} : index"))
    }

    fn index(&mut self, n: usize) -> String {
        self.value(&format!("arith.constant {n} : index"))
    }

    /// A step, from the name of the threads' values to that of the new ones; does the same with the values.
    fn step(&mut self, v: String, x: &[i32], values: &mut Vec<i32>, depth: usize) -> String {
        match self.below(if depth < 2 { 8 } else { 6 }) {
            0 => self.exchange(v, values),
            1 => self.shuffle(v, values),
            2 => self.reduce(v, values),
            3 => self.count(v, values),
            4 => self.copy(v, x, values),
            5 => self.exchange_in_warps(v, values),
            6 => self.repeat(v, x, values, depth),
            _ => self.part(v, values),
        }
    }

    /// Each value is stored to a distinct position, and read by another thread.
    fn exchange(&mut self, v: String, values: &mut [i32]) -> String {
        let (to, from) = (self.permutation(), self.permutation());
        let place = self.permuted(to);
        self.line(&format!("mem.store {v}, %s[{place}] : memref<96xi32>"));
        self.line("kernel.barrier");
        let place = self.permuted(from);
        let other = self.value(&format!("mem.load %s[{place}] : memref<96xi32>"));
        self.line("kernel.barrier");
        let n = self.threads;
        let mut memory = vec![0; n];
        (0..n).for_each(|t| memory[(t * to[0] + to[1]) % n] = values[t]);
        for (t, value) in values.iter_mut().enumerate() {
            *value = value.wrapping_add(memory[(t * from[0] + from[1]) % n]);
        }
        self.value(&format!("arith.addi {v}, {other} : i32"))
    }

    /// As an exchange, among the threads of a warp, which wait for each other only.
    fn exchange_in_warps(&mut self, v: String, values: &mut [i32]) -> String {
        let by = self.below(32);
        self.line(&format!("mem.store {v}, %s[%t] : memref<96xi32>"));
        self.line("kernel.warp_barrier");
        let bits = self.index(by);
        let place = self.value(&format!("arith.xori %t, {bits} : index"));
        let other = self.value(&format!("mem.load %s[{place}] : memref<96xi32>"));
        self.line("kernel.barrier");
        let before = values.to_vec();
        values.iter_mut().enumerate().for_each(|(t, value)| *value ^= before[t ^ by]);
        self.value(&format!("arith.xori {v}, {other} : i32"))
    }

    fn shuffle(&mut self, v: String, values: &mut [i32]) -> String {
        let mode = ["index", "up", "down", "xor"][self.below(4)];
        let by = self.below(32);
        let number = self.index(by);
        let other = self.value(&format!("kernel.shuffle {mode} {v}, {number} : i32"));
        let before = values.to_vec();
        for (t, value) in values.iter_mut().enumerate() {
            let (first, lane) = (t / 32 * 32, t % 32);
            let from = match mode {
                "index" => by,
                "up" if lane >= by => lane - by,
                "down" if lane + by < 32 => lane + by,
                "xor" => lane ^ by,
                _ => lane,
            };
            *value = value.wrapping_sub(before[first + from]);
        }
        self.value(&format!("arith.subi {v}, {other} : i32"))
    }

    fn reduce(&mut self, v: String, values: &mut [i32]) -> String {
        let (kind, combine): (&str, fn(i32, i32) -> i32) =
            [("add", i32::wrapping_add as fn(i32, i32) -> i32), ("maxsi", i32::max), ("xor", |a, b| a ^ b)]
                [self.below(3)];
        let total = self.value(&format!("kernel.warp_reduce {kind} {v} : i32"));
        for warp in values.chunks_mut(32) {
            let total = warp.iter().copied().reduce(combine).expect("a warp has threads");
            warp.iter_mut().for_each(|value| *value = value.wrapping_add(total));
        }
        self.value(&format!("arith.addi {v}, {total} : i32"))
    }

    /// Sums of the block's values by groups of their indices, by atomic operations.
    fn count(&mut self, v: String, values: &mut [i32]) -> String {
        let bins = 1 + self.below(self.threads);
        let zero = self.value("arith.constant 0 : i32");
        self.line(&format!("mem.store {zero}, %s[%t] : memref<96xi32>"));
        self.line("kernel.barrier");
        let count = self.index(bins);
        let bin = self.value(&format!("arith.remui %t, {count} : index"));
        let _ = self.value(&format!("kernel.atomic add {v}, %s[{bin}] : memref<96xi32>"));
        self.line("kernel.barrier");
        let sum = self.value(&format!("mem.load %s[{bin}] : memref<96xi32>"));
        self.line("kernel.barrier");
        let mut sums = vec![0i32; bins];
        values.iter().enumerate().for_each(|(t, value)| sums[t % bins] = sums[t % bins].wrapping_add(*value));
        values.iter_mut().enumerate().for_each(|(t, value)| *value ^= sums[t % bins]);
        self.value(&format!("arith.xori {v}, {sum} : i32"))
    }

    /// Elements of the argument, by copies that do not wait.
    fn copy(&mut self, v: String, x: &[i32], values: &mut [i32]) -> String {
        let from = self.permutation();
        self.line("kernel.async_copy %x[%i] to %s[%t] elements = 1 : memref<?{n}xi32>, memref<96xi32>");
        self.line("kernel.async_commit");
        self.line("kernel.async_wait pending = 0");
        self.line("kernel.barrier");
        let place = self.permuted(from);
        let other = self.value(&format!("mem.load %s[{place}] : memref<96xi32>"));
        self.line("kernel.barrier");
        let n = self.threads;
        for (t, value) in values.iter_mut().enumerate() {
            *value = value.wrapping_add(x[(t * from[0] + from[1]) % n]);
        }
        self.value(&format!("arith.addi {v}, {other} : i32"))
    }

    /// A step a few times: all threads run the same count of iterations.
    fn repeat(&mut self, v: String, x: &[i32], values: &mut Vec<i32>, depth: usize) -> String {
        let trips = self.below(3);
        let (zero, one, end) = (self.index(0), self.index(1), self.index(trips));
        self.names += 1;
        let (result, carried) = (format!("%r{}", self.names), format!("%c{}", self.names));
        self.line(&format!(
            "{result} = loop.for %i{0} = {zero} to {end} step {one} iter_args({carried} = {v}) -> (i32) {{",
            self.names
        ));
        self.indent += 1;
        // The text is written once: each iteration repeats its choices from the same random state.
        let start = self.random.clone();
        let (mut text, mut names) = (String::new(), self.names);
        let mut next = String::new();
        let outer = std::mem::take(&mut self.text);
        let mut ignored = values.clone();
        for trip in 0..trips.max(1) {
            self.random = start.clone();
            self.text = String::new();
            self.names = names;
            let target = if trip < trips { &mut *values } else { &mut ignored };
            next = self.step(carried.clone(), x, target, depth + 1);
            text = std::mem::take(&mut self.text);
            if trip + 1 == trips.max(1) {
                names = self.names;
            }
        }
        self.names = names;
        self.text = outer + &text;
        self.line(&format!("loop.yield {next} : i32"));
        self.indent -= 1;
        self.line("}");
        result
    }

    /// Some threads do something alone.
    fn part(&mut self, v: String, values: &mut [i32]) -> String {
        let count = self.below(self.threads);
        let end = self.index(count);
        let some = self.value(&format!("arith.cmpi slt, %t, {end} : index"));
        self.names += 1;
        let result = format!("%r{}", self.names);
        self.line(&format!("{result} = loop.if {some} -> (i32) {{"));
        self.indent += 1;
        let three = self.value("arith.constant 3 : i32");
        let product = self.value(&format!("arith.muli {v}, {three} : i32"));
        self.line(&format!("loop.yield {product} : i32"));
        self.indent -= 1;
        self.line("} else {");
        self.line(&format!("  loop.yield {v} : i32"));
        self.line("}");
        values.iter_mut().take(count).for_each(|value| *value = value.wrapping_mul(3));
        result
    }
}

/// A program that launches a random kernel, its argument, and its result.
fn kernel(seed: u64) -> (String, Vec<i32>, Vec<i32>) {
    let mut random = Random::new(seed);
    let threads = 32 * (1 + random.below(3));
    let blocks = 1 + random.below(3);
    let n = threads * blocks;
    let x: Vec<i32> = (0..n).map(|_| random.bits() as i32).collect();
    let steps = 1 + random.below(6);
    let mut writer = Writer { random, threads, text: String::new(), names: 0, indent: 1 };
    // All blocks do the same steps, with their own values.
    let start = writer.random.clone();
    let (mut y, mut last) = (Vec::new(), String::new());
    for block in x.chunks(threads) {
        (writer.random, writer.text, writer.names) = (start.clone(), String::new(), 0);
        let mut values = block.to_vec();
        last = "%x0".to_string();
        for _ in 0..steps {
            last = writer.step(last, block, &mut values, 0);
        }
        y.extend(values);
    }
    let steps = writer.text;
    let text = format!(
        "kernel.func @k(%x: memref<?{{n}}xi32>, %y: memref<?{{n}}xi32> {{kernel.access = \"out\"}}) {{
  %s = kernel.shared : memref<96xi32>
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %threads = arith.constant {threads} : index
  %before = arith.muli %b, %threads : index
  %i = arith.addi %before, %t : index
  %x0 = mem.load %x[%i] : memref<?{{n}}xi32>
{steps}  mem.store {last}, %y[%i] : memref<?{{n}}xi32>
  kernel.return
}}
func.func @main(%x: tensor<?{{n}}xi32>) -> tensor<?{{n}}xi32> {{
  %blocks = arith.constant {blocks} : index
  %threads = arith.constant {threads} : index
  %y = kernel.launch @k grid(%blocks) block(%threads) args(%x) : (tensor<?{{n}}xi32>) -> tensor<?{{n}}xi32>
  return %y : tensor<?{{n}}xi32>
}}
"
    );
    (text, x, y)
}

#[test]
fn nothing_is_reported_in_right_kernels() {
    let count = std::env::var("KERNELS").ok().map_or(50, |n| n.parse().expect("KERNELS is a number"));
    let session = Session::new().expect("a session needs nothing");
    let (mut barriers, mut loops) = (0, 0);
    for seed in 0..count {
        let (text, x, y) = kernel(seed);
        barriers += text.matches("kernel.barrier").count();
        loops += text.matches("loop.for").count();
        for device in [Device::interp(), Device::simt_compiled()] {
            let exe = session.compile_text(&text, &device);
            let exe = exe.unwrap_or_else(|e| panic!("kernel {seed} on {device}: {e}\n{text}"));
            let array = Array::from_slice(&[x.len()], &x).expect("a vector");
            let found: Array =
                exe.call((&array,)).unwrap_or_else(|e| panic!("kernel {seed} on {device}: {e}\n{text}"));
            let found = found.as_slice::<i32>().expect("integers");
            assert!(found == y, "kernel {seed} on {device} gives {found:?}, not {y:?}\n{text}");
        }
    }
    assert!(count < 50 || barriers > 100 && loops > 5, "{barriers} barriers, {loops} loops");
}
