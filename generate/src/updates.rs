//! Random loops with carried arrays, to test in-place updates: they change elements, rows, columns and slices
//! by values that read the same arrays at random offsets.

use crate::Random;
use std::fmt::Write;

/// A random program: `@main` takes two arrays of one type, and an index as `tensor<i64>`.
pub struct Updates {
    /// The module.
    pub text: String,
    /// The extents of both arrays.
    pub extents: [usize; 2],
    /// The count of updates.
    pub updates: usize,
}

/// The program of a seed.
pub fn updates(seed: u64) -> Updates {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(59));
    let rows = random.within(3, 7);
    let columns = *random.pick(&[3, 5, 9, 17, 34]).expect("there are some");
    let is_named = random.chance(30);
    let (text, loops) = (String::new(), Vec::new());
    Writer { random, rows, columns, is_named, text, names: 0, updates: 0, loops }.program()
}

/// An enclosing loop: the name of its index, its bounds, and whether the index has known bounds.
struct EnclosingLoop {
    index: String,
    bounds: (i64, i64),
    is_counted: bool,
}

struct Writer {
    random: Random,
    rows: i64,
    columns: i64,
    /// True if the column extent is named, `n`.
    is_named: bool,
    text: String,
    names: usize,
    updates: usize,
    loops: Vec<EnclosingLoop>,
}

/// The current arrays: the carried ones, and other readable versions.
#[derive(Clone)]
struct Arrays {
    carried: Vec<String>,
    others: Vec<String>,
}

/// The elements that an update changes: a box, and a subscript for each axis.
struct Target {
    extents: Vec<String>,
    subscripts: [String; 2],
    /// True if each point changes a different element.
    is_unique: bool,
    /// True if it is known to be in bounds.
    is_inside: bool,
}

impl Writer {
    fn ty(&self) -> String {
        format!("tensor<{}>", self.elements())
    }

    /// The type of an array; `%q` begins the names of casts to a static type.
    fn ty_of(&self, array: &str) -> String {
        match array.starts_with("%q") {
            true => format!("tensor<{}x{}xi32>", self.rows, self.columns),
            false => self.ty(),
        }
    }

    fn elements(&self) -> String {
        format!("{}x{}xi32", self.rows, dim(&self.width(0)))
    }

    /// The column extent minus `less`.
    fn width(&self, less: i64) -> String {
        match self.is_named {
            true => shifted("n", -less),
            false => (self.columns - less).to_string(),
        }
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a string");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn program(mut self) -> Updates {
        let ty = self.ty();
        let mut arrays = Arrays { carried: vec!["%x".to_string()], others: vec!["%h".to_string()] };
        if self.random.chance(40) {
            arrays.carried.push("%h".to_string());
        }
        let results = self.looped(&arrays);
        let mut returned = results.clone();
        if self.random.chance(20) {
            returned.push("%x".to_string());
        }
        let types = vec![ty.clone(); returned.len()].join(", ");
        let constants: String = (0..=self.rows.max(self.columns))
            .map(|n| format!("  %c{n} = arith.constant {n} : index\n"))
            .collect();
        let text = format!(
            "func.func @main(%x: {ty}, %h: {ty}, %ks: tensor<i64>) -> ({types}) {{\n{constants}  %kn = tensor.at %ks[] : tensor<i64>\n  %k = arith.index_cast %kn : i64 to index\n  %one = arith.constant 3 : i32\n{}  return {} : {types}\n}}\n",
            self.text,
            returned.join(", ")
        );
        let extents = [self.rows as usize, self.columns as usize];
        Updates { text, extents, updates: self.updates }
    }

    /// A loop over some iterations; returns the names of its results.
    fn looped(&mut self, arrays: &Arrays) -> Vec<String> {
        let low = self.random.within(0, 1);
        let high = self.random.within(low + 1, self.rows);
        let is_counted = self.random.chance(60);
        let index = format!("%t{}", self.names);
        self.loops.push(EnclosingLoop { index: index.clone(), bounds: (low, high), is_counted });
        let count = arrays.carried.len();
        let names: Vec<String> = (0..count).map(|_| self.name()).collect();
        let inside: Vec<String> = (0..count).map(|_| self.name()).collect();
        let starts = inside.iter().zip(&arrays.carried).map(|(own, start)| format!("{own} = {start}"));
        let (starts, ty) = (starts.collect::<Vec<_>>().join(", "), self.ty());
        let types = vec![ty; count].join(", ");
        let own = Arrays { carried: inside.clone(), others: arrays.others.clone() };
        let list = names.join(", ");
        if is_counted {
            let head = format!("{list} = loop.for {index} = %c{low} to %c{high} step %c1");
            self.line(&format!("{head} iter_args({starts}) -> ({types}) {{"));
            let next = self.body(own);
            self.line(&format!("loop.yield {} : {types}\n}}", next.join(", ")));
        } else {
            let all = format!("index, {types}");
            self.line(&format!(
                "%n{}, {list} = loop.while ({index} = %c{low}, {starts}) : ({all}) -> ({all}) {{",
                self.names
            ));
            let (goes_on, kept) = (self.name(), inside.join(", "));
            self.line(&format!("{goes_on} = arith.cmpi slt, {index}, %c{high} : index"));
            self.line(&format!("loop.condition {goes_on}, {index}, {kept} : {all}"));
            let args: Vec<String> = inside.iter().map(|own| format!("{own}: {}", self.ty())).collect();
            self.line(&format!("}} do ({index}: index, {}) {{", args.join(", ")));
            let next = self.body(own);
            let more = self.name();
            self.line(&format!("{more} = arith.addi {index}, %c1 : index"));
            self.line(&format!("loop.yield {more}, {} : {all}\n}}", next.join(", ")));
        }
        self.loops.pop();
        names
    }

    /// Updates and inner loops; returns the arrays at the end of an iteration.
    fn body(&mut self, mut arrays: Arrays) -> Vec<String> {
        for _ in 0..self.random.within(1, 3) {
            if self.loops.len() < 2 && self.random.chance(35) {
                let next = self.looped(&arrays);
                arrays.carried = next;
                continue;
            }
            if arrays.carried.len() > 1 && self.random.chance(20) {
                arrays.carried = self.branch_of_all(&arrays);
                continue;
            }
            let at = self.random.below(arrays.carried.len());
            let next = match self.random.chance(20) {
                true => self.branch(&arrays, at),
                false => self.update(&arrays, at),
            };
            let old = std::mem::replace(&mut arrays.carried[at], next);
            if self.random.chance(10) {
                arrays.others.push(old);
            }
            if self.is_named && self.random.chance(35) {
                // A cast to the same type: another name of the same tensor.
                let letter = if self.random.chance(60) { "v" } else { "q" };
                let (own, name) = (&arrays.carried[at], self.name().replace('v', letter));
                let types = format!("{} to {}", self.ty(), self.ty_of(&name));
                self.line(&format!("{name} = tensor.cast {own} : {types}"));
                arrays.others.push(name);
            }
        }
        if arrays.carried.len() > 1 && self.random.chance(10) {
            arrays.carried.swap(0, 1);
        }
        arrays.carried
    }

    /// An update in some iterations only.
    fn branch(&mut self, arrays: &Arrays, at: usize) -> String {
        let (result, holds, ty) = (self.name(), self.name(), self.ty());
        let index = self.loops.last().map_or("%k".to_string(), |around| around.index.clone());
        let bound = self.random.within(0, 3);
        self.line(&format!("{holds} = arith.cmpi sgt, {index}, %c{bound} : index"));
        self.line(&format!("{result} = loop.if {holds} -> ({ty}) {{"));
        let changed = self.side(arrays, at);
        self.line(&format!("loop.yield {changed} : {ty}\n}} else {{"));
        let other = match self.random.chance(30) {
            true => self.side(arrays, at),
            false if self.random.chance(80) => arrays.carried[at].clone(),
            false => self.random.pick(&arrays.carried).expect("there are some").clone(),
        };
        self.line(&format!("loop.yield {other} : {ty}\n}}"));
        result
    }

    /// A conditional with all arrays as results, which its branches change, swap and replace.
    fn branch_of_all(&mut self, arrays: &Arrays) -> Vec<String> {
        let names: Vec<String> = arrays.carried.iter().map(|_| self.name()).collect();
        let types = vec![self.ty(); names.len()].join(", ");
        let (holds, index) =
            (self.name(), self.loops.last().map_or("%k", |around| &around.index).to_string());
        let bound = self.random.within(0, 3);
        self.line(&format!("{holds} = arith.cmpi sgt, {index}, %c{bound} : index"));
        self.line(&format!("{} = loop.if {holds} -> ({types}) {{", names.join(", ")));
        for end in ["} else {", "}"] {
            let mut own = arrays.clone();
            for _ in 0..self.random.within(0, 2) {
                let at = self.random.below(own.carried.len());
                match self.random.below(6) {
                    0 => own.carried.swap(0, 1),
                    1 => own.carried[at] = self.random.pick(&arrays.carried).expect("there are some").clone(),
                    _ => own.carried[at] = self.update(&own, at),
                }
            }
            self.line(&format!("loop.yield {} : {types}\n{end}", own.carried.join(", ")));
        }
        names
    }

    /// One or two consecutive updates of an array, in a branch of a conditional.
    fn side(&mut self, arrays: &Arrays, at: usize) -> String {
        let mut arrays = arrays.clone();
        arrays.carried[at] = self.update(&arrays, at);
        match self.random.below(10) {
            0 | 1 => self.update(&arrays, at),
            2 => self.branch(&arrays, at),
            _ => arrays.carried.swap_remove(at),
        }
    }

    /// A subscript that is the same at all points of an update, and whether it is known to be in bounds.
    fn fixed(&mut self, axis: usize) -> (String, bool) {
        let extent = [self.rows, self.columns][axis];
        let is_known = axis == 0 || !self.is_named;
        let by = self.random.within(-2, 2);
        let around = self.random.below(self.loops.len() + 1);
        match self.loops.get(around) {
            Some(around) if self.random.chance(85) => {
                let inside = around.bounds.0 + by >= 0 && around.bounds.1 - 1 + by < extent;
                (shifted(&around.index, by), inside && around.is_counted && is_known)
            }
            _ if self.random.chance(50) => ("%k".to_string(), false),
            _ => (format!("{}", self.random.within(0, extent - 1)), is_known),
        }
    }

    fn target(&mut self) -> Target {
        let (rows, one) = (self.rows, |index: &str| index.to_string());
        let kind = self.random.below(6);
        let (row, row_inside) = self.fixed(0);
        let (column, column_inside) = self.fixed(1);
        let (extents, subscripts, is_unique, is_inside) = match kind {
            0 => (vec![], [row, column], true, row_inside && column_inside),
            1 => {
                let less = self.random.within(0, 2);
                let from = self.random.within(0, less);
                (vec![self.width(less)], [row, shifted("%i", from)], true, row_inside)
            }
            2 => (vec![rows.to_string()], [one("%i"), column], true, column_inside),
            3 => {
                let (r, c) = (self.random.within(0, 1), self.random.within(0, 2));
                let at = [shifted("%i", self.random.within(0, r)), shifted("%j", self.random.within(0, c))];
                (vec![(rows - r).to_string(), self.width(c)], at, true, true)
            }
            4 => (vec![rows.to_string(), self.width(0)], [one("%i"), one("%j")], true, true),
            _ => (vec![one("2"), self.width(0)], [row, one("%j")], false, row_inside),
        };
        Target { extents, subscripts, is_unique, is_inside }
    }

    /// The subscripts of a read in an update: those of the changed element, near these, or any.
    fn read_at(&mut self, target: &Target) -> [String; 2] {
        if self.random.chance(35) {
            return target.subscripts.clone();
        }
        let indices = ["%i", "%j"];
        let mut at = target.subscripts.clone();
        for (axis, at) in at.iter_mut().enumerate() {
            let own = indices[..target.extents.len()].iter().find(|index| at.starts_with(**index)).copied();
            *at = match own {
                Some(index) if self.random.chance(90) => shifted(index, self.random.within(-2, 2)),
                _ => self.fixed(axis).0,
            };
        }
        at
    }

    /// Code for the value of a point, which combines reads of arrays.
    fn value(&mut self, arrays: &Arrays, own: &str, target: &Target) -> String {
        let mut last = "%one".to_string();
        for _ in 0..self.random.within(1, 3) {
            let others = [&arrays.carried[..], &arrays.others[..]].concat();
            let source = match self.random.chance(65) {
                true => own.to_string(),
                false => self.random.pick(&others).expect("there are some").clone(),
            };
            let ty = self.ty_of(&source);
            let policy = *self.random.pick(&["clamp", "wrap", "fill(%one)"]).expect("there are some");
            let at = self.read_at(target);
            let (read, next) = (self.name(), self.name());
            let op = *self.random.pick(&["addi", "muli", "xori", "subi"]).expect("there are some");
            if self.random.chance(10) {
                let term = self.name();
                self.line(&format!("{read} = tensor.fold (%f) = 0 to {} add {{", self.width(0)));
                self.line(&format!("{term} = tensor.at {source}[{}, %f] clamp : {ty}", at[0]));
                self.line(&format!("tensor.yield {term} : i32\n}} : i32"));
            } else {
                self.line(&format!("{read} = tensor.at {source}[{}] {policy} : {ty}", at.join(", ")));
            }
            self.line(&format!("{next} = arith.{op} {last}, {read} : i32"));
            last = next;
        }
        last
    }

    /// An update of a carried array; returns its new version.
    fn update(&mut self, arrays: &Arrays, at: usize) -> String {
        self.updates += 1;
        let (own, target, ty) = (arrays.carried[at].clone(), self.target(), self.ty());
        let indices = ["%i", "%j"][..target.extents.len()].join(", ");
        let dims: String = target.extents.iter().map(|extent| format!("{}x", dim(extent))).collect();
        let extents = target.extents.join(", ");
        let new = self.name();
        let before = self.random.chance(60).then(|| {
            let (made, value_type) = (self.name(), format!("tensor<{dims}i32>"));
            self.line(&format!("{made} = tensor.compute ({indices}) in [{extents}] {{"));
            let value = self.value(arrays, &own, &target);
            self.line(&format!("tensor.yield {value} : i32\n}} : {value_type}"));
            (made, value_type)
        });
        let combine = match (target.is_unique, self.random.below(4)) {
            (_, 0) => "add",
            (true, 1 | 2) => "set unique",
            _ => "set",
        };
        self.line(&format!(
            "{new} = tensor.compute ({indices}) in [{extents}] accumulate({combine} %acc = {own} : {ty}) {{"
        ));
        let value = match before {
            Some((made, value_type)) => {
                let read = self.name();
                self.line(&format!("{read} = tensor.at {made}[{indices}] : {value_type}"));
                read
            }
            None => self.value(arrays, &own, &target),
        };
        let policy = if target.is_inside { "" } else { " drop" };
        let memory = format!("memref<{}>", self.elements());
        let at = target.subscripts.join(", ");
        self.line(&format!("tensor.put {value} into %acc[{at}]{policy} : {memory}"));
        if combine != "set unique" && self.random.chance(40) {
            // Its reads see the array before the update, not earlier puts.
            let value = self.value(arrays, &own, &target);
            let at = self.read_at(&target).join(", ");
            self.line(&format!("tensor.put {value} into %acc[{at}] drop : {memory}"));
        }
        self.line("tensor.yield\n}");
        new
    }
}

/// An index plus a constant.
fn shifted(index: &str, by: i64) -> String {
    match by {
        0 => index.to_string(),
        by if by < 0 => format!("{index} - {}", -by),
        by => format!("{index} + {by}"),
    }
}

/// An extent in a type: an integer, or an expression of names.
fn dim(extent: &str) -> String {
    match extent.parse::<i64>() {
        Ok(_) => extent.to_string(),
        Err(_) => format!("?{{{extent}}}"),
    }
}
