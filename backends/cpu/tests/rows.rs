//! Columns of tables with short rows, whose lanes go from row to row: loads of some columns and stores of all
//! are made together, as one access to the rows. For any loads and stores, order and mask, the result is the
//! interpreter's, and no row of an inactive lane is touched: buffers begin and end with the rows of the first
//! and the last active lane, next to inaccessible pages.
//!
//! `CASES=5000 cargo test -p tf-cpu --test suite rows` draws as many cases as that.

use crate::masked::{Case, DTYPES, LANES, Mask, compare_at_each_level, mask, other};
use std::fmt::Write;
use tf_generate::Random;

/// Extents of the axes after that of the lanes.
const ROWS: [&[usize]; 10] = [&[2], &[3], &[3], &[3], &[4], &[5], &[8], &[2, 2], &[3, 2], &[9]];

/// The table of a case and where its lanes are.
struct Table {
    extents: Vec<usize>,
    row: &'static [usize],
    /// The plane of rows, if there are several.
    plane: Option<usize>,
    elem: &'static str,
    lanes: usize,
}

impl Table {
    fn new(random: &mut Random, elem: &'static str, lanes: usize, on: &[bool]) -> (Table, i64) {
        let first = on.iter().position(|on| *on).unwrap_or(lanes);
        let last = on.iter().rposition(|on| *on).unwrap_or(first);
        let row = ROWS[random.below(ROWS.len())];
        let plane = random.chance(25).then(|| random.below(2));
        let mut extents: Vec<usize> = plane.iter().map(|_| 2).collect();
        extents.push(last - first + 1);
        extents.extend(row);
        (Table { extents, row, plane, elem, lanes }, -(first as i64))
    }

    fn columns(&self) -> usize {
        self.row.iter().product()
    }

    /// The subscripts of lane 0 in a column.
    fn at(&self, column: usize) -> String {
        let mut at: Vec<String> = self.plane.iter().map(|plane| format!("%c{plane}")).collect();
        at.push("%base".into());
        let mut left = self.columns();
        for extent in self.row {
            left /= extent;
            at.push(format!("%c{}", column / left % extent));
        }
        format!("[{}] axis = {}", at.join(", "), usize::from(self.plane.is_some()))
    }

    fn memref(&self) -> String {
        format!("memref<{}{}>", product(&self.extents), self.elem)
    }

    fn vector(&self) -> String {
        format!("vector<{}x{}>", self.lanes, self.elem)
    }
}

/// `2x3x`
fn product(extents: &[usize]) -> String {
    extents.iter().map(|extent| format!("{extent}x")).collect()
}

/// Loads of some columns; each is stored in a row of the result.
fn loads(random: &mut Random, table: &Table, masked: &str, off: &str, text: &mut String) -> usize {
    let count = 1 + random.below(table.columns() + 1);
    // A store in between ends a group of loads.
    let at_once = random.chance(75);
    let (memref, vector) = (table.memref(), table.vector());
    let result = format!("memref<{count}x{}x{}>", table.lanes, table.elem);
    let mut stores = String::new();
    for i in 0..count {
        let at = table.at(random.below(table.columns()));
        writeln!(text, "  %x{i} = vector.load %a{at}{masked}{off} : {memref}, {vector}").expect("takes all");
        writeln!(stores, "  vector.store %x{i}, %r[%c{i}, %c0] axis = 1 : {result}, {vector}")
            .expect("takes all");
        if !at_once {
            *text += &std::mem::take(&mut stores);
        }
    }
    *text += &stores;
    count
}

/// Stores of columns, most often of all, each once.
fn stores(random: &mut Random, table: &Table, masked: &str, text: &mut String) -> &'static str {
    let (memref, vector, columns) = (table.memref(), table.vector(), table.columns());
    let mut order: Vec<usize> = (0..columns).collect();
    random.shuffle(&mut order);
    let kind =
        ["whole", "whole", "whole", "lacking", "twice", "read between", "read around"][random.below(7)];
    match kind {
        "lacking" => drop(order.pop()),
        "twice" => order.insert(random.below(columns), random.below(columns)),
        _ => {}
    }
    // The first stored elements are read and stored again.
    let (first, next) = (order[0], order[1 % order.len()]);
    let between = match kind {
        "read between" => 1 + random.below(columns - 1),
        "read around" => 1,
        _ => columns + 1,
    };
    let off = if masked.is_empty() { "" } else { " else %v0" };
    let read = |text: &mut String, name: &str, column: usize| {
        let at = table.at(column);
        writeln!(text, "  {name} = vector.load %r{at}{masked}{off} : {memref}, {vector}").expect("takes all");
    };
    if kind == "read around" {
        read(text, "%early", next);
    }
    for (i, column) in order.into_iter().enumerate() {
        let mut value = format!("%v{}", (column + i) % columns);
        if i == between {
            value = "%y".into();
            read(text, "%y", first);
        }
        let at = table.at(column);
        writeln!(text, "  vector.store {value}, %r{at}{masked} : {memref}, {vector}").expect("takes all");
    }
    kind
}

fn case(seed: u64, name: &str) -> Case {
    drawn(seed, name, DTYPES.len(), LANES.len())
}

/// Rows of all lanes in a word or two: the first of the types and of the numbers of lanes.
fn small(seed: u64, name: &str) -> Case {
    drawn(seed, name, 2, 3)
}

/// A case of one of the first types and numbers of lanes.
fn drawn(seed: u64, name: &str, types: usize, numbers: usize) -> Case {
    let random = &mut Random::new(seed);
    let (dtype, elem) = DTYPES[random.below(types)];
    let lanes = LANES[random.below(numbers)];
    let limit = random.below(lanes + 2);
    let Mask { kind, text: mask_text, on } = match random.chance(80) {
        true => mask(random, lanes, limit),
        false => Mask { kind: "none", text: String::new(), on: vec![true; lanes] },
    };
    let (table, base) = Table::new(random, elem, lanes, &on);
    let masked = if kind == "none" { "" } else { " mask %m" };
    let (memref, vector, columns) = (table.memref(), table.vector(), table.columns());
    let mut text = mask_text;
    let second = vec![columns, lanes];
    for i in 0..columns {
        let given = format!("memref<{}{elem}>, {vector}", product(&second));
        writeln!(text, "  %v{i} = vector.load %o[%c{i}, %c0] axis = 1 : {given}").expect("takes all");
    }
    let (done, result) = if random.chance(50) {
        writeln!(text, "  mem.copy %a, %r : {memref}").expect("takes all");
        let kind = stores(random, &table, masked, &mut text);
        (format!("stores, {kind}"), table.extents.clone())
    } else {
        let (off, off_text) = other(random, dtype, &vector);
        text += &off_text;
        let off = if masked.is_empty() { String::new() } else { off.replace("%v", "%v0") };
        let count = loads(random, &table, masked, &off, &mut text);
        (format!("loads of {count}"), vec![count, lanes])
    };
    let [shape, given, made] = [&table.extents, &second, &result].map(|e| product(e) + elem);
    let constants: String =
        (0..=columns).map(|i| format!("  %c{i} = arith.constant {i} : index\n")).collect();
    let text = format!(
        "func.func @{name}(%a: memref<{shape}>, %o: memref<{given}>, %l: memref<1xindex>, %r: memref<{made}>)
    attributes {{tf.signature = (tensor<{shape}>, tensor<{given}>, tensor<1xindex>) -> tensor<{made}>}} {{
{constants}  %n = mem.load %l[%c0] : memref<1xindex>
  %base = arith.constant {base} : index
{text}  return\n}}\n"
    );
    let what = format!("seed {seed}: {memref}, {vector}, {columns} columns, mask {kind}, {done}");
    Case { what, text, dtype, extents: table.extents, other: second, result, limit }
}

#[test]
fn rows_hold_at_each_level() {
    compare_at_each_level(case);
}

#[test]
fn small_rows_hold_at_each_level() {
    compare_at_each_level(small);
}

#[test]
fn cases_have_every_form() {
    let all: Vec<String> = (0..240).map(|seed| case(seed, "f")).map(|c| c.what + &c.text).collect();
    let done = ["whole", "lacking", "twice", "read between", "read around", "loads of 1\n", "loads of 3\n"];
    let rows = [" 2 columns", " 3 columns", " 4 columns", " 8 columns", " 9 columns", "axis = 1 mask"];
    let masks = ["mask none", "mask constant", "mask below,", "mask splat,", "splat or", "below xor"];
    let types = DTYPES.iter().map(|(_, elem)| *elem).collect::<Vec<_>>();
    for part in done.iter().chain(&rows).chain(&masks).chain(&types) {
        let found = |text: &&String| text.replace("func.func", "\n").contains(part);
        let count = all.iter().filter(found).count();
        assert!(count >= 6, "{part} in {count} of {} cases", all.len());
    }
}
