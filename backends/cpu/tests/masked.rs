//! Masked memory: every form of access that the emitter can produce matches the interpreter, at each level
//! that this machine can run, and touches no inactive lane. Buffers are as long as the active lanes require,
//! and are between inaccessible pages.
//!
//! The suite draws a few hundred cases; `CASES=5000 cargo test -p tf-cpu --test suite masked` draws as many
//! as that.

use crate::guard::{Page, say_on_fault};
use crate::unit::{dense, library, parse, runtime};
use std::fmt::Write;
use tf_cpu::exec::{Argument, Executable};
use tf_cpu::unit::build;
use tf_dialects::array::{Array, ArrayView, ArrayViewMut, Layout};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::target::Level;
use tf_generate::Random;
use tf_interp::{Datum, run_entry};

/// Cases to a module: compiling them together takes less time.
const BATCH: u64 = 40;
pub(crate) const LANES: [usize; 9] = [2, 3, 4, 5, 8, 16, 32, 48, 64];
pub(crate) const DTYPES: [(DType, &str); 9] = [
    (DType::I1, "i1"),
    (DType::Int(8), "i8"),
    (DType::Int(16), "i16"),
    (DType::Int(32), "i32"),
    (DType::Int(64), "i64"),
    (DType::F16, "f16"),
    (DType::BF16, "bf16"),
    (DType::F32, "f32"),
    (DType::F64, "f64"),
];

/// How lanes are addressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// One after the other.
    Contiguous,
    /// Along the first of two axes.
    Strided,
    /// By a vector of subscripts, this far apart.
    Listed(i64),
    /// All lanes in the first element, by a vector of zeros times this power of two.
    Scaled(u32),
}

const PLACES: [Place; 9] = [
    Place::Contiguous,
    Place::Contiguous,
    Place::Contiguous,
    Place::Strided,
    Place::Listed(1),
    Place::Listed(2),
    Place::Listed(-1),
    Place::Scaled(62),
    Place::Scaled(61),
];

/// One function: its description, its text, and its arguments.
pub(crate) struct Case {
    pub(crate) what: String,
    pub(crate) text: String,
    pub(crate) dtype: DType,
    /// Extents of the buffer whose lanes are masked.
    pub(crate) extents: Vec<usize>,
    /// Extents of the other argument, and of the result.
    pub(crate) other: Vec<usize>,
    pub(crate) result: Vec<usize>,
    /// The argument that variable masks depend on.
    pub(crate) limit: usize,
}

/// A mask: the lines that make `%m`, and which lanes are on.
pub(crate) struct Mask {
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    pub(crate) on: Vec<bool>,
}

fn constant_mask(random: &mut Random, lanes: usize) -> Vec<bool> {
    let (a, b) = (random.below(lanes + 1), random.below(lanes + 1));
    let (low, high) = (a.min(b), a.max(b));
    let bits = random.bits();
    let kind = random.below(8);
    (0..lanes)
        .map(|lane| match kind {
            0 => lane < a,
            1 => lane >= a,
            2 => (low..high).contains(&lane),
            3 => lane < lanes / 2,
            4 => lane >= lanes / 2,
            5 => lane < lanes / 4 * 3,
            6 => lane == a,
            _ => bits >> (lane % 64) & 1 == 1,
        })
        .collect()
}

/// A mask of a kind: constant, of a number of lanes, and both combined in the ways that vectorizing gives.
pub(crate) fn mask(random: &mut Random, lanes: usize, limit: usize) -> Mask {
    let constant = constant_mask(random, lanes);
    let below: Vec<bool> = (0..lanes).map(|lane| lane < limit).collect();
    let flag = limit > lanes / 2;
    let half = lanes / 2;
    let bits: Vec<&str> = constant.iter().map(|on| if *on { "true" } else { "false" }).collect();
    let ty = format!("vector<{lanes}xi1>");
    let list = format!("  %k = arith.constant dense<[{}]> : {ty}\n", bits.join(", "));
    let step = format!(
        "  %step = vector.step : vector<{lanes}xindex>\n  %all = vector.broadcast %n : vector<{lanes}xindex>\n  \
         %q = arith.cmpi slt, %step, %all : vector<{lanes}xindex>\n"
    );
    let splat = format!(
        "  %half = arith.constant {half} : index\n  %p = arith.cmpi sgt, %n, %half : index\n  \
         %s = vector.broadcast %p : {ty}\n"
    );
    let pairs = |with: &dyn Fn(bool, bool) -> bool, other: &[bool]| -> Vec<bool> {
        other.iter().zip(&constant).map(|(a, b)| with(*a, *b)).collect()
    };
    let flags = vec![flag; lanes];
    let (kind, text, on) = match random.below(7) {
        0 => ("constant", list.replace("%k", "%m"), constant.clone()),
        1 => ("below", step.replace("%q", "%m"), below.clone()),
        2 => ("splat", splat.replace("%s", "%m"), flags.clone()),
        3 => {
            let text = format!("{list}{step}  %m = arith.andi %q, %k : {ty}\n");
            ("below and constant", text, pairs(&|a, b| a && b, &below))
        }
        4 => {
            let text = format!("{list}{splat}  %m = arith.andi %s, %k : {ty}\n");
            ("splat and constant", text, pairs(&|a, b| a && b, &flags))
        }
        5 => {
            let text = format!("{list}{splat}  %m = arith.ori %s, %k : {ty}\n");
            ("splat or constant", text, pairs(&|a, b| a || b, &flags))
        }
        _ => {
            let text = format!("{list}{step}  %m = arith.xori %q, %k : {ty}\n");
            ("below xor constant", text, pairs(&|a, b| a != b, &below))
        }
    };
    Mask { kind, text, on }
}

/// What lanes that are off get: zero, a constant, or a vector that was read.
pub(crate) fn other(random: &mut Random, dtype: DType, ty: &str) -> (&'static str, String) {
    let (zero, number) = match dtype {
        DType::I1 => ("false", "true"),
        _ if dtype.is_float() => ("0.0", "0.5"),
        _ => ("0", "7"),
    };
    let dense = |value: &str| format!("  %w = arith.constant dense<{value}> : {ty}\n");
    match random.below(3) {
        0 => (" else %w", dense(zero)),
        1 => (" else %w", dense(number)),
        _ => (" else %v", String::new()),
    }
}

/// Lines that compute `%t`, the stored vector, from `%v`: the vector itself, or one computed in wider
/// elements and converted.
fn stored(random: &mut Random, dtype: DType, lanes: usize) -> String {
    let wider = match dtype {
        DType::Int(8 | 16) if random.chance(50) => "i32",
        DType::Int(8 | 16 | 32) => "i64",
        _ => return String::new(),
    };
    let elem = DTYPES.iter().find(|(other, _)| *other == dtype).expect("a known type").1;
    let (ty, wide) = (format!("vector<{lanes}x{elem}>"), format!("vector<{lanes}x{wider}>"));
    // The high part of a product needs all its bits.
    format!(
        "  %e = arith.extsi %v : {ty} to {wide}\n  %d = arith.muli %e, %e : {wide}\n  \
         %two = arith.constant dense<2> : {wide}\n  %h = arith.shrsi %d, %two : {wide}\n  \
         %t = arith.trunci %h : {wide} to {ty}\n"
    )
}

/// The buffer of an access: its extents, and where lane 0 is. Its first and last element are those of the
/// first and the last lane that is on.
fn buffer(place: Place, on: &[bool]) -> (Vec<usize>, i64) {
    let first = on.iter().position(|on| *on).unwrap_or(on.len()) as i64;
    let last = on.iter().rposition(|on| *on).map_or(first, |last| last as i64);
    let count = last - first + 1;
    match place {
        Place::Contiguous => (vec![count as usize], -first),
        Place::Strided => (vec![count as usize, 3], -first),
        Place::Listed(-1) => (vec![count as usize], last),
        Place::Listed(step) => (vec![((count - 1) * step + 1) as usize], -first * step),
        Place::Scaled(_) => (vec![1], 0),
    }
}

/// Lines that compute the subscripts of an access, the text of the subscripts after its buffer, and their
/// types in brackets.
fn subscripts(
    random: &mut Random,
    place: Place,
    lanes: usize,
    text: &mut String,
) -> (&'static str, Option<String>) {
    let mut line = |line: &str| writeln!(text, "  {line}").expect("strings take all text");
    let iv = format!("vector<{lanes}xindex>");
    let scale = match place {
        Place::Contiguous => return ("[%base] axis = 0", None),
        Place::Strided => {
            line("%c1 = arith.constant 1 : index");
            return ("[%base, %c1] axis = 0", None);
        }
        Place::Listed(step) => {
            line(&format!("%lane = vector.step : {iv}"));
            step
        }
        Place::Scaled(power) => {
            // Zero for all lanes, which the compiler does not know.
            line(&format!("%bound = arith.constant {} : index", lanes + 2));
            line("%none = arith.divsi %n, %bound : index");
            line(&format!("%lane = vector.broadcast %none : {iv}"));
            1i64 << power
        }
    };
    line(&format!("%scale = arith.constant dense<{scale}> : {iv}"));
    line(&format!("%scaled = arith.muli %lane, %scale : {iv}"));
    line(&format!("%first = vector.broadcast %base : {iv}"));
    line(&format!("%near = arith.addi %first, %scaled : {iv}"));
    // The address of inactive lanes: the element next to the buffer, or one far away.
    let Some(far) = [None, Some(-(1i64 << 40)), Some(1 << 62)][random.below(3)] else {
        return ("[%near]", Some(format!("[{iv}]")));
    };
    line(&format!("%far = arith.constant dense<{far}> : {iv}"));
    line(&format!("%at = arith.select %m, %near, %far : vector<{lanes}xi1>, {iv}"));
    ("[%at]", Some(format!("[{iv}]")))
}

impl Case {
    fn new(seed: u64, name: &str) -> Case {
        let random = &mut Random::new(seed);
        let (dtype, elem) = DTYPES[random.below(DTYPES.len())];
        let lanes = LANES[random.below(LANES.len())];
        let place = PLACES[random.below(PLACES.len())];
        let limit = random.below(lanes + 2);
        let mask = mask(random, lanes, limit);
        // Lanes that are stored to one element would come in any order.
        let stores = !matches!(place, Place::Scaled(_)) && random.chance(40);
        let (extents, base) = buffer(place, &mask.on);
        let ty = format!("vector<{lanes}x{elem}>");
        let shape: String = extents.iter().map(|extent| format!("{extent}x")).collect();
        let (shape, row) = (format!("{shape}{elem}"), format!("{lanes}x{elem}"));
        let result = if stores { &shape } else { &row };
        let (off, off_text) = other(random, dtype, &ty);
        let mut text = format!(
            "func.func @{name}(%a: memref<{shape}>, %o: memref<{row}>, %l: memref<1xindex>, %r: memref<{result}>)
    attributes {{tf.signature = (tensor<{shape}>, tensor<{row}>, tensor<1xindex>) -> tensor<{result}>}} {{
  %c0 = arith.constant 0 : index
  %n = mem.load %l[%c0] : memref<1xindex>
  %base = arith.constant {base} : index
  %v = vector.load %o[%c0] axis = 0 : memref<{row}>, {ty}
{}{off_text}",
            mask.text
        );
        let (at, listed) = subscripts(random, place, lanes, &mut text);
        let scattered = listed.is_some();
        let types = format!("memref<{shape}>{}, {ty}", listed.unwrap_or_default());
        text += &if stores {
            let op = if scattered { "vector.scatter" } else { "vector.store" };
            let made = stored(random, dtype, lanes);
            let value = if made.is_empty() { "%v" } else { "%t" };
            format!("{made}  mem.copy %a, %r : memref<{shape}>\n  {op} {value}, %r{at} mask %m : {types}\n")
        } else {
            let op = if scattered { "vector.gather" } else { "vector.load" };
            let store = format!("  vector.store %x, %r[%c0] axis = 0 : memref<{row}>, {ty}\n");
            format!("  %x = {op} %a{at} mask %m{off} : {types}\n{store}")
        };
        text += "  return\n}\n";
        let what = format!("seed {seed}: {place:?}, {ty}, mask {}, stores: {stores}", mask.kind);
        let result = if stores { extents.clone() } else { vec![lanes] };
        Case { what, text, dtype, extents, other: vec![lanes], result, limit }
    }

    fn arguments(&self) -> [Array; 3] {
        let ramp = |extents: &[usize], from: usize| {
            let count: usize = extents.iter().product();
            let value = |i: usize| match self.dtype {
                DType::I1 => Scalar::from_f64(DType::I1, ((i * 5 + from) % 3 % 2) as f64),
                // Up to 126, exact in all types; a prime, so that columns differ.
                dtype => Scalar::from_f64(dtype, ((i + from) % 127) as f64),
            };
            let values: Vec<Scalar> = (0..count).map(value).collect();
            Array::from_scalars(self.dtype, extents, &values).expect("small")
        };
        let limit = Scalar::from_f64(DType::Index, self.limit as f64);
        let limit = Array::from_scalars(DType::Index, &[1], &[limit]).expect("one element");
        [ramp(&self.extents, 1), ramp(&self.other, 40), limit]
    }

    /// What compiled code gives where the buffers end (or begin) at the edge of their pages.
    fn run(
        &self,
        code: &Executable,
        name: &str,
        pages: &mut [Page; 3],
        at_end: bool,
    ) -> Result<Datum, String> {
        let arguments = self.arguments();
        let [first, second, out] = pages;
        let entry = code.entry(name).ok_or("is no entry")?;
        let given =
            [&*first.place(arguments[0].bytes(), at_end), &*second.place(arguments[1].bytes(), at_end)];
        let mut views = Vec::new();
        for (array, bytes) in arguments.iter().zip(given) {
            let layout = Layout::dense(array.dtype(), array.extents()).map_err(|e| e.to_string())?;
            let view = ArrayView::new(layout, bytes, 0).map_err(|e| e.to_string())?;
            views.push(Argument::Tensor(view));
        }
        views.push(Argument::Tensor(arguments[2].view()));
        let layout = Layout::dense(self.dtype, &self.result).map_err(|e| e.to_string())?;
        let bytes = layout.dense_bytes().ok_or("is too large")?;
        let room = out.place(&vec![0; bytes], at_end);
        let result = ArrayViewMut::new(layout, room, 0).map_err(|e| e.to_string())?;
        code.call_into(entry, &views, &mut [result]).map_err(|e| e.to_string())?;
        let mut found = Array::zeros(self.dtype, &self.result).map_err(|e| e.to_string())?;
        found.bytes_mut().copy_from_slice(room);
        Ok(dense(&found))
    }
}

pub(crate) fn compare(cases: &[Case], level: Level, pages: &mut [Page; 3]) -> Vec<String> {
    let text: String = cases.iter().map(|case| case.text.as_str()).collect();
    let module = parse(&text);
    let code = build(library(), runtime(), &module, (level, None)).unwrap_or_else(|e| panic!("{level}: {e}"));
    let mut wrong = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        let name = format!("c{i}");
        let inputs: Vec<Datum> = case.arguments().iter().map(dense).collect();
        let wanted = run_entry(&module, &name, &inputs, 1_000_000);
        let wanted =
            wanted.unwrap_or_else(|e| panic!("{}: the interpreter: {e:?}\n{}", case.what, case.text));
        for at_end in [false, true] {
            let message = format!("{level}, {}: touches lanes that are off\n{}", case.what, case.text);
            let found = say_on_fault(&message, || case.run(&code, &name, pages, at_end));
            if found.as_ref() != Ok(&wanted[0]) {
                wrong.push(format!("{level}, {}: {found:?}, not {wanted:?}\n{}", case.what, case.text));
                break;
            }
        }
    }
    wrong
}

/// Compares drawn cases, whose functions have the given names, at each level.
pub(crate) fn compare_at_each_level(draw: fn(u64, &str) -> Case) {
    let cases = std::env::var("CASES").map_or(240, |n| n.parse().expect("CASES is a number"));
    let first = std::env::var("FIRST").map_or(0, |n| n.parse().expect("FIRST is a number"));
    let mut pages = [Page::new(), Page::new(), Page::new()];
    for level in Level::tested() {
        let mut wrong = Vec::new();
        for from in (0..cases).step_by(BATCH as usize) {
            let count = BATCH.min(cases - from);
            let drawn: Vec<Case> = (0..count).map(|i| draw(first + from + i, &format!("c{i}"))).collect();
            wrong.extend(compare(&drawn, level, &mut pages));
        }
        assert!(wrong.is_empty(), "{} of {cases} wrong at {level}\n{}", wrong.len(), wrong[0]);
    }
}

#[test]
fn masks_hold_at_each_level() {
    compare_at_each_level(Case::new);
}

#[test]
fn cases_have_every_form() {
    let all: Vec<String> = (0..240).map(|seed| Case::new(seed, "f")).map(|c| c.what + &c.text).collect();
    let places = ["Contiguous", "Strided", "Listed(1)", "Listed(2)", "Listed(-1)", "Scaled(62)"];
    let masks =
        ["mask constant", "mask below,", "mask splat,", "splat and", "splat or", "below and", "below xor"];
    let ops = ["vector.load %a", "vector.store %v", "vector.gather", "vector.scatter", "else %w", "else %v"];
    let types = DTYPES.iter().map(|(_, elem)| *elem).collect::<Vec<_>>();
    for part in places.iter().chain(&masks).chain(&ops).chain(&types) {
        let count = all.iter().filter(|text| text.contains(part)).count();
        assert!(count >= 8, "{part} in {count} of {} cases", all.len());
    }
}
