//! Profiles of calls: time, operations and bytes of each loop nest, compared with the limits of the machine.

use crate::call::executable::{Artifact, Executable};
use crate::error::Error;
use crate::session::Session;
use crate::session::device::Device;
use std::fmt;
use std::fmt::Write;
use std::time::{Duration, Instant};
use tf_dialects::array::Array;

/// The profile of the calls of an executable so far. `Display` shows it as a table, [`Profile::to_html`] as a
/// page.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The count of calls.
    pub calls: u64,
    /// The total time of the calls, each from its first nest on.
    pub time: Duration,
    /// The loop nests, slowest first.
    pub nests: Vec<NestProfile>,
    /// The limits of the machine, if measured: see [`Profile::beside`].
    pub machine: Option<Roofline>,
}

/// The profile of a loop nest over all calls.
#[derive(Clone, Debug, PartialEq)]
pub struct NestProfile {
    /// Its description: `parallel loop over 4096`.
    pub what: String,
    /// The source location of the operation that it came from: `file:line:column`; empty if unknown.
    pub place: String,
    /// The count of runs.
    pub runs: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Operations on floats; `None` if the trip counts of its loops are not known before it runs.
    pub operations: Option<f64>,
    /// Bytes of the elements that it reads and writes, each counted once; `None` in the same case.
    pub bytes: Option<f64>,
}

/// The limits of a machine (the roofline model), measured by programs of this compiler: no nest exceeds them
/// for long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roofline {
    /// Operations on `f32` per second, in a product of matrices that fit a cache.
    pub operations: f64,
    /// Bytes per second, in a copy of arrays that exceed all caches.
    pub bytes: f64,
}

/// The side of the matrices, and the element count of the arrays, in [`Roofline::measure`].
const SIDE: usize = 384;
const ELEMENTS: usize = 1 << 25;

impl Roofline {
    /// Measures the limits by a matrix product and a copy, in a quarter of a second.
    ///
    /// # Errors
    /// As [`Session::compile_module`].
    pub fn measure() -> Result<Roofline, Error> {
        let session = Session::new()?;
        let text = format!(
            "func.func @product(%a: tensor<{SIDE}x{SIDE}xf32>, %b: tensor<{SIDE}x{SIDE}xf32>) -> tensor<{SIDE}x{SIDE}xf32> {{\n\
             %c = tensor.contract \"ij,jk->ik\" %a, %b : (tensor<{SIDE}x{SIDE}xf32>, tensor<{SIDE}x{SIDE}xf32>) -> tensor<{SIDE}x{SIDE}xf32>\n\
             return %c : tensor<{SIDE}x{SIDE}xf32> }}\n\
             func.func @copy(%a: tensor<{ELEMENTS}xf32>) -> tensor<{ELEMENTS}xf32> {{\n\
             %b = arith.negf %a : tensor<{ELEMENTS}xf32>\n return %b : tensor<{ELEMENTS}xf32> }}"
        );
        let module = session.parse("roofline.mlir", &text)?;
        let exe = session.compile_module(&module, Device::cpu())?;
        let square = Array::from_slice(&[SIDE, SIDE], &vec![0.5f32; SIDE * SIDE])?;
        let mut product = square.clone();
        let long = Array::from_slice(&[ELEMENTS], &vec![1.0f32; ELEMENTS])?;
        let mut copy = long.clone();
        let least = |runs: usize, run: &mut dyn FnMut() -> Result<(), Error>| {
            let mut least = f64::INFINITY;
            for _ in 0..runs {
                let start = Instant::now();
                run()?;
                least = least.min(start.elapsed().as_secs_f64());
            }
            Ok::<f64, Error>(least)
        };
        let product = least(8, &mut || exe.entry("product")?.call_into((&square, &square), &mut product))?;
        let copied = least(4, &mut || exe.entry("copy")?.call_into((&long,), &mut copy))?;
        Ok(Roofline {
            operations: 2.0 * (SIDE as f64).powi(3) / product,
            bytes: 2.0 * 4.0 * ELEMENTS as f64 / copied,
        })
    }
}

impl Executable {
    /// The profile of calls so far; `None` if the session does not profile
    /// ([`SessionBuilder::profile`](crate::SessionBuilder::profile)).
    ///
    /// ```no_run
    /// # use tensorforge::*;
    /// let session = Session::builder().profile(true).build()?;
    /// let program = Program::trace("f", |p| {
    ///     let x = p.input::<f32>("x", [p.dim("n")]);
    ///     (&x * &x).sum(..)
    /// })?;
    /// let exe = session.compile(&program, &Device::cpu())?;
    /// let total: Array = exe.call((&Array::from_slice(&[2], &[1.0f32, 2.0])?,))?;
    /// println!("{}", exe.profile().expect("the session profiles"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn profile(&self) -> Option<Profile> {
        let Artifact::Machine(code, _) = &self.compiled.code else { return None };
        let (calls, nests) = code.spent();
        if !self.profiles {
            return None;
        }
        let nest = |(site, spent): (&tf_cpu::exec::PrintSite, tf_cpu::exec::Spent)| NestProfile {
            what: site.text.clone(),
            place: site.location.clone(),
            runs: spent.runs,
            time: spent.time,
            operations: spent.work.map(|(operations, _)| operations),
            bytes: spent.work.map(|(_, bytes)| bytes),
        };
        let mut nests: Vec<NestProfile> = nests.into_iter().map(nest).collect();
        nests.sort_by_key(|nest| std::cmp::Reverse(nest.time));
        Some(Profile { calls: calls.runs, time: calls.time, nests, machine: None })
    }

    /// Resets the profile, for example after a first call that warms the caches.
    pub fn forget_profile(&self) {
        if let Artifact::Machine(code, _) = &self.compiled.code {
            code.forget_spent();
        }
    }
}

impl Profile {
    /// The profile with the limits of the machine.
    #[must_use]
    pub fn beside(self, machine: Roofline) -> Profile {
        Profile { machine: Some(machine), ..self }
    }

    /// The cells of the table, by rows: one per nest, and a last one for the time between nests.
    fn rows(&self) -> Vec<[String; 8]> {
        let per_call = 1.0 / self.calls.max(1) as f64;
        let all = self.time.as_secs_f64().max(f64::MIN_POSITIVE);
        let mut rest = all;
        let mut rows = Vec::new();
        for nest in &self.nests {
            let seconds = nest.time.as_secs_f64();
            rest -= seconds;
            let rate = |amount: Option<f64>| amount.map(|n| n / seconds.max(f64::MIN_POSITIVE));
            let (operations, bytes) = (rate(nest.operations), rate(nest.bytes));
            rows.push([
                format!("{:.1} %", 100.0 * seconds / all),
                time(seconds * per_call),
                format!("{:.0}", nest.runs as f64 * per_call),
                operations.map_or("?".to_string(), |rate| format!("{:.1}", rate * 1e-9)),
                bytes.map_or("?".to_string(), |rate| format!("{:.1}", rate * 1e-9)),
                self.of_limit(operations, bytes),
                nest.what.clone(),
                nest.place.clone(),
            ]);
        }
        let share = format!("{:.1} %", 100.0 * rest.max(0.0) / all);
        let empty = String::new;
        let between = "between the nests".to_string();
        rows.push([
            share,
            time(rest.max(0.0) * per_call),
            empty(),
            empty(),
            empty(),
            empty(),
            between,
            empty(),
        ]);
        rows
    }

    /// The ratio of a nest's rate to its limiting rate.
    fn of_limit(&self, operations: Option<f64>, bytes: Option<f64>) -> String {
        let Some(((machine, operations), bytes)) = self.machine.zip(operations).zip(bytes) else {
            return String::new();
        };
        let (compute, memory) = (operations / machine.operations, bytes / machine.bytes);
        match compute > memory {
            true => format!("{:.0} % of operations", 100.0 * compute),
            false => format!("{:.0} % of bytes", 100.0 * memory),
        }
    }

    fn summary(&self) -> String {
        let each = time(self.time.as_secs_f64() / self.calls.max(1) as f64);
        let plural = if self.calls == 1 { "" } else { "s" };
        let machine = self.machine.map_or(String::new(), |machine| {
            let (operations, bytes) = (machine.operations * 1e-9, machine.bytes * 1e-9);
            format!("; this machine can do {operations:.0} Gop/s (a product) and {bytes:.1} GB/s (a copy)")
        });
        format!("{} call{plural}, {each} each{machine}", self.calls)
    }

    /// The profile as a self-contained HTML page.
    pub fn to_html(&self) -> String {
        let mut page = String::from(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Profile</title>\n<style>\n\
             body { font: 15px sans-serif; margin: 2em; color: #222; background: #fff }\n\
             table { border-collapse: collapse } th, td { padding: 4px 12px; border-bottom: 1px solid #ddd; text-align: right }\n\
             th { background: #f4f4f4 } td:nth-last-child(-n+3), th:nth-last-child(-n+3) { text-align: left }\n\
             .bar { background: linear-gradient(to right, #b7d3f2 var(--share), transparent var(--share)) }\n\
             </style></head><body>\n<h1>Profile</h1>\n",
        );
        // Writing to a string cannot fail.
        let _ = writeln!(page, "<p>{}</p>\n<table>\n<tr>", escaped(&self.summary()));
        for title in TITLES {
            let _ = write!(page, "<th>{}</th>", escaped(title));
        }
        page.push_str("</tr>\n");
        for row in self.rows() {
            page.push_str("<tr>");
            for (at, cell) in row.iter().enumerate() {
                let bar = match at {
                    0 => format!(" class=\"bar\" style=\"--share: {}\"", cell.replace(' ', "")),
                    _ => String::new(),
                };
                let _ = write!(page, "<td{bar}>{}</td>", escaped(cell));
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table>\n</body></html>\n");
        page
    }
}

/// The columns of the table.
const TITLES: [&str; 8] = ["share", "time/call", "runs", "Gop/s", "GB/s", "of the limit", "nest", "place"];

/// A table: a line for each loop nest.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<[String; 8]> = std::iter::once(TITLES.map(str::to_string)).chain(self.rows()).collect();
        let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..TITLES.len()).map(width).collect();
        writeln!(f, "{}", self.summary())?;
        for row in &rows {
            let mut line = String::new();
            for (at, cell) in row.iter().enumerate() {
                let padding = " ".repeat(widths[at] - cell.chars().count());
                let is_text = at >= TITLES.len() - 3;
                let cell = if is_text { format!("{cell}{padding}") } else { format!("{padding}{cell}") };
                line.push_str(&cell);
                line.push_str("  ");
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Four digits and a unit.
fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.2} µs", s * 1e6),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> Profile {
        let nest = NestProfile {
            what: "copy of memref<?x2xf32>".to_string(),
            place: "a.rs:3:1".to_string(),
            runs: 4,
            time: Duration::from_micros(750),
            operations: Some(0.0),
            bytes: Some(3e6),
        };
        Profile { calls: 2, time: Duration::from_millis(1), nests: vec![nest], machine: None }
    }

    #[test]
    fn a_table_has_a_line_for_each_nest_and_one_for_the_rest() {
        let text = profile().beside(Roofline { operations: 1e11, bytes: 1e10 }).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[0].starts_with("2 calls, 500.00 µs each; this machine can do 100 Gop/s"), "{text}");
        for part in
            ["75.0 %", "375.00 µs", "  2 ", "4.0", "40 % of bytes", "copy of memref<?x2xf32>  a.rs:3:1"]
        {
            assert!(lines[2].contains(part), "{part} in {text}");
        }
        assert!(lines[3].contains("25.0 %") && lines[3].ends_with("between the nests"), "{text}");
    }

    #[test]
    fn a_page_escapes_what_is_no_markup() {
        let page = profile().to_html();
        assert!(page.contains("memref&lt;?x2xf32&gt;") && page.contains("--share: 75.0%"), "{page}");
        assert!(!page.contains("memref<"), "{page}");
    }
}
