//! Memory and synchronization costs of a processor: a table for the loop cost model, which a calibration may
//! override.

use crate::func;
use std::fmt;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Body;
use tf_ir::context::Context;

/// The attribute of a function with the rates of its target: a dictionary with the fields of [`Rates`] as
/// `f64`. A missing field has its value in [`Rates::USUAL`].
pub const ATTR: &str = "tf.rates";

/// The first line of a calibration.
const HEADER: &str = "tensorforge calibration 1";

/// The rates, in additions of one lane unless stated otherwise.
///
/// The text of a calibration overrides some of them; `Display` gives a text with all, which [`Rates::parse`]
/// reads:
///
/// ```text
/// tensorforge calibration 1
/// memory_byte = 0.2
/// ```
///
/// Lines that begin with `//` are comments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// A byte that stays in the second-level cache until its reuse; it overlaps with an equal amount of work.
    pub l2_byte: f64,
    /// A byte that stays in the third-level cache.
    pub l3_byte: f64,
    /// A byte from memory, which all cores share.
    pub memory_byte: f64,
    /// The slowdown of bytes from the second-level cache if rows are far apart, because the processor does
    /// not prefetch them.
    pub jump: f64,
    /// The same for bytes from the third-level cache, line by line.
    pub jump_in_third: f64,
    /// The same for bytes from memory.
    pub jump_in_memory: f64,
    /// A read from a line in the second-level cache, relative to a read from the first.
    pub far: f64,
    /// A TLB miss.
    pub page_lookup: f64,
    /// Waking a thread and waiting for it, once per execution of a parallel loop.
    pub fork_join: f64,
}

/// A rate by its name.
struct Row {
    name: &'static str,
    description: &'static str,
    get: fn(&Rates) -> f64,
    set: fn(&mut Rates, f64),
}

const TABLE: [Row; 9] = [
    Row {
        name: "l2_byte",
        description: "time of a byte from the L2 cache, in scalar additions",
        get: |rates| rates.l2_byte,
        set: |rates, value| rates.l2_byte = value,
    },
    Row {
        name: "l3_byte",
        description: "time of a byte from the L3 cache, in scalar additions",
        get: |rates| rates.l3_byte,
        set: |rates, value| rates.l3_byte = value,
    },
    Row {
        name: "memory_byte",
        description: "time of a byte from memory, shared by all cores, in scalar additions",
        get: |rates| rates.memory_byte,
        set: |rates, value| rates.memory_byte = value,
    },
    Row {
        name: "jump",
        description: "factor on the time of L2 bytes in rows with large strides",
        get: |rates| rates.jump,
        set: |rates, value| rates.jump = value,
    },
    Row {
        name: "jump_in_third",
        description: "factor on the time of L3 lines in rows with large strides",
        get: |rates| rates.jump_in_third,
        set: |rates, value| rates.jump_in_third = value,
    },
    Row {
        name: "jump_in_memory",
        description: "factor on the time of memory lines in rows with large strides",
        get: |rates| rates.jump_in_memory,
        set: |rates, value| rates.jump_in_memory = value,
    },
    Row {
        name: "far",
        description: "time of a read from an L2 line, in reads from L1",
        get: |rates| rates.far,
        set: |rates, value| rates.far = value,
    },
    Row {
        name: "page_lookup",
        description: "time of a page-table lookup, in scalar additions",
        get: |rates| rates.page_lookup,
        set: |rates, value| rates.page_lookup = value,
    },
    Row {
        name: "share_out",
        description: "time to wake and join a thread",
        get: |rates| rates.fork_join,
        set: |rates, value| rates.fork_join = value,
    },
];

impl Rates {
    /// The default rates for all processors: measured on a server of AMD's Zen 4 family; those of rows far
    /// apart, with matrix products.
    pub const USUAL: Rates = Rates {
        l2_byte: 0.05,
        l3_byte: 0.057,
        memory_byte: 0.2,
        jump: 1.8,
        // The product of 64 rows by a matrix of 4,096² takes 2.4 times as long in one-line strips as from
        // panels, but no longer in two-line strips: the processor fetches the neighbour of a line with it.
        jump_in_third: 8.0,
        // Two-line strips take 1.3 times as long as panels.
        jump_in_memory: 8.0,
        far: 4.0,
        page_lookup: 8.0,
        fork_join: 40_000.0,
    };

    /// The same, with the costs of bytes times a factor.
    pub(crate) fn with_bytes_times(self, factor: f64) -> Rates {
        Rates {
            l2_byte: self.l2_byte * factor,
            l3_byte: self.l3_byte * factor,
            memory_byte: self.memory_byte * factor,
            ..self
        }
    }

    /// Parses the text of a calibration; `name` is its name in messages. Rates that it does not specify have
    /// their default values.
    ///
    /// # Errors
    /// The first invalid line, with its line number.
    pub fn parse(name: &str, text: &str) -> Result<Rates, String> {
        let refused = |line: usize, why: String| format!("{name}:{}: {why}", line + 1);
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line.trim_end() != HEADER) {
            return Err(refused(0, format!("a calibration begins with the line '{HEADER}'")));
        }
        let (mut rates, mut given) = (Rates::USUAL, Vec::new());
        for (at, line) in lines {
            let line = line.trim();
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            let (row, value) = entry(line).map_err(|why| refused(at, why))?;
            if given.contains(&row.name) {
                return Err(refused(at, format!("'{}' is given twice", row.name)));
            }
            given.push(row.name);
            (row.set)(&mut rates, value);
        }
        Ok(rates)
    }

    /// The rates of a function: its attribute, otherwise the defaults.
    pub fn of(function: &Body) -> Rates {
        let attr = function.attr(function.root(), ATTR);
        attr.and_then(|attr| Rates::from_attr(function.ctx(), attr)).unwrap_or(Rates::USUAL)
    }

    /// Writes the rates on all functions of a module that have none.
    pub fn describe_all(&self, module: &mut Body) {
        for op in module.child_ops() {
            let Some(function) = module.child_mut(op).filter(|f| f.is(f.root(), func::Func)) else {
                continue;
            };
            self.describe(function);
        }
    }

    /// Writes the rates on a function that has none.
    pub(crate) fn describe(&self, function: &mut Body) {
        let root = function.root();
        if function.attr(root, ATTR).is_none() {
            let attr = self.to_attr(function.ctx());
            function.set_attr(root, ATTR, attr);
        }
    }

    /// The rates as an attribute.
    pub fn to_attr(&self, ctx: &Context) -> Attribute {
        let f64_type = ctx.f64();
        let fields = TABLE.map(|row| (ctx.str(row.name), ctx.float_attr(f64_type, (row.get)(self))));
        ctx.dict_attr(&fields)
    }

    /// The rates in an attribute; `None` if it is not a dictionary.
    pub fn from_attr(ctx: &Context, attr: Attribute) -> Option<Rates> {
        let AttrData::Dict(fields) = ctx.attr_data(attr) else { return None };
        let mut rates = Rates::USUAL;
        for (name, value) in fields {
            let row = TABLE.iter().find(|row| row.name == ctx.text(*name));
            if let Some((row, value)) = row.zip(ctx.attr_float(*value).filter(|value| is_rate(*value))) {
                (row.set)(&mut rates, value);
            }
        }
        Some(rates)
    }
}

/// The rate and value on a line.
fn entry(line: &str) -> Result<(&'static Row, f64), String> {
    let wrong = || format!("'{line}' is not a rate; an example is memory_byte = 0.2");
    let (name, value) = line.split_once('=').ok_or_else(wrong)?;
    let (name, value) = (name.trim(), value.trim());
    let row = TABLE.iter().find(|row| row.name == name).ok_or_else(|| {
        let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
        format!("unknown rate '{name}'; known are: {}", names.join(", "))
    })?;
    let number = value.parse::<f64>().ok().filter(|value| is_rate(*value));
    Ok((row, number.ok_or_else(|| format!("'{name}' needs a finite value above 0, not '{value}'"))?))
}

/// True for a valid value of a rate.
fn is_rate(value: f64) -> bool {
    value > 0.0 && value.is_finite()
}

impl fmt::Display for Rates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for row in &TABLE {
            writeln!(f, "// {}\n{} = {}", row.description, row.name, (row.get)(self))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::Registry;

    #[test]
    fn texts_and_attributes_hold_every_rate() {
        let mut rates = Rates::USUAL;
        for (at, row) in TABLE.iter().enumerate() {
            (row.set)(&mut rates, 0.1 + at as f64);
        }
        assert_eq!(Rates::parse("mine", &rates.to_string()), Ok(rates));
        let ctx = Context::new(Registry::new());
        assert_eq!(Rates::from_attr(&ctx, rates.to_attr(&ctx)), Some(rates));
        assert_eq!(Rates::from_attr(&ctx, ctx.dict_attr(&[])), Some(Rates::USUAL));
        assert_eq!(Rates::from_attr(&ctx, ctx.unit_attr()), None);
    }

    #[test]
    fn a_calibration_may_name_a_few() {
        let read = Rates::parse("mine", "tensorforge calibration 1\n\n// slow memory\n  memory_byte=0.5 \n");
        assert_eq!(read, Ok(Rates { memory_byte: 0.5, ..Rates::USUAL }));
    }

    #[test]
    fn invalid_calibrations_are_refused_with_their_line() {
        let after = |line: &str| Rates::parse("mine", &format!("{HEADER}\n{line}\n")).unwrap_err();
        let names =
            "l2_byte, l3_byte, memory_byte, jump, jump_in_third, jump_in_memory, far, page_lookup, share_out";
        assert_eq!(after("speed = 1"), format!("mine:2: unknown rate 'speed'; known are: {names}"));
        assert_eq!(after("far"), "mine:2: 'far' is not a rate; an example is memory_byte = 0.2");
        for value in ["", "x", "-1", "0", "inf", "NaN", "1e999", "1 2"] {
            assert_eq!(
                after(&format!("far = {value}")),
                format!("mine:2: 'far' needs a finite value above 0, not '{value}'")
            );
        }
        assert_eq!(after("far = 1\nfar = 1"), "mine:3: 'far' is given twice");
        let begins = "mine:1: a calibration begins with the line 'tensorforge calibration 1'";
        for text in ["", "far = 1", "tensorforge calibration 2\n", "tensorforge schedules 1\n"] {
            assert_eq!(Rates::parse("mine", text).unwrap_err(), begins);
        }
    }
}
