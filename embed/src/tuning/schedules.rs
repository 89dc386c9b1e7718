//! Measured schedules as text, for a file next to a program.

use crate::error::{Error, plain, render};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use tf_dialects::tensor::schedule::Schedule;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::diag::Sources;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, attr_to_string, parse_attribute};

/// The first line of the text.
const HEADER: &str = "tensorforge schedules 1";
/// The prefix of the line that names the machine of the following schedules.
const MACHINE: &str = "machine ";

/// Schedules of computes, by machine: [`Session::tune`](crate::Session::tune) finds them, and
/// [`SessionBuilder::schedules`](crate::SessionBuilder::schedules) uses them. `Display` gives the text that
/// [`Schedules::parse`] reads:
///
/// ```text
/// tensorforge schedules 1
/// machine {cores = 2 : i64, ...}
/// loops_8c5d3f0e9a41b276 #tensor.schedule<by tuner: vectorize(j, 16)>
/// ```
///
/// Lines that begin with `//` are comments. Computes are identified by a hash of their code, so a file may
/// hold those of many programs; a compute without an entry runs as it would without a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedules {
    machines: BTreeMap<String, BTreeMap<String, String>>,
}

impl Schedules {
    /// Reads the text of schedules; messages refer to it as `name`.
    ///
    /// ```
    /// # use tensorforge::Schedules;
    /// let text = "tensorforge schedules 1\nmachine {cores = 2 : i64}\n\
    ///     loops_8c5d3f0e9a41b276 #tensor.schedule<vectorize(j, 16)>\n";
    /// assert_eq!(Schedules::parse("mine", text)?.to_string(), text);
    /// let text = "tensorforge schedules 1\nloops_8c #tensor.schedule<>";
    /// let wrong = Schedules::parse("mine", text).unwrap_err();
    /// assert!(wrong.to_string().starts_with("mine:2: "));
    /// # Ok::<(), tensorforge::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Schedules`] with the first line that is not valid.
    pub fn parse(name: &str, text: &str) -> Result<Schedules, Error> {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        let ctx = Context::new(registry);
        let mut found = Schedules::default();
        let mut machine: Option<String> = None;
        let refused = |line: usize, why: String| Error::Schedules(format!("{name}:{}: {why}", line + 1));
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line.trim_end() != HEADER) {
            return Err(refused(0, format!("a file of schedules begins with the line '{HEADER}'")));
        }
        for (at, line) in lines {
            let line = line.trim();
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            if let Some(of) = line.strip_prefix(MACHINE) {
                machine = Some(machine_of(&ctx, of.trim()).map_err(|why| refused(at, why))?);
                continue;
            }
            let machine = machine
                .as_ref()
                .ok_or_else(|| refused(at, format!("a line '{MACHINE}{{…}}' must come first")))?;
            let (key, schedule) = entry(&ctx, line).map_err(|why| refused(at, why))?;
            let all = found.machines.entry(machine.clone()).or_default();
            if all.insert(key.clone(), schedule).is_some() {
                return Err(refused(at, format!("{key} has a schedule twice")));
            }
        }
        Ok(found)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Schedules`]: the file cannot be read, or as [`Schedules::parse`].
    pub fn read(path: impl AsRef<Path>) -> Result<Schedules, Error> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|error| {
            Error::Schedules(format!("cannot read '{}': {}", path.display(), plain(&error)))
        })?;
        Schedules::parse(&path.display().to_string(), &text)
    }

    /// These schedules with the changes from `before` to `after`: for a file that another process may have
    /// written since it was read.
    #[must_use]
    pub fn with_changes(mut self, before: &Schedules, after: &Schedules) -> Schedules {
        for (machine, all) in &after.machines {
            let known = before.machines.get(machine);
            for (key, schedule) in all {
                if known.and_then(|known| known.get(key)) != Some(schedule) {
                    self.insert(machine, key, schedule.clone());
                }
            }
        }
        self
    }

    /// True if there are no schedules.
    pub fn is_empty(&self) -> bool {
        self.machines.values().all(BTreeMap::is_empty)
    }

    /// The schedules of a machine by the keys of computes, as attributes of a context.
    pub(crate) fn of(&self, ctx: &Context, machine: &str) -> Vec<(String, Attribute)> {
        let all = self.machines.get(machine).into_iter().flatten();
        // The text was parsed before; it parses equally in every context that has the dialects.
        all.filter_map(|(key, text)| Some((key.clone(), attribute(ctx, text).ok()?))).collect()
    }

    /// Inserts the schedule of a compute on a machine.
    pub(crate) fn insert(&mut self, machine: &str, key: &str, schedule: String) {
        self.machines.entry(machine.to_string()).or_default().insert(key.to_string(), schedule);
    }
}

/// The canonical text of a machine: the form of integers and the order of fields do not matter.
fn machine_of(ctx: &Context, text: &str) -> Result<String, String> {
    let wrong = || format!("'{text}' is not a machine, such as {{cores = 2 : i64, vector_bits = 256 : i64}}");
    let attr = parse_attribute(ctx, text, &ParseOptions::default()).map_err(|_| wrong())?;
    let AttrData::Dict(fields) = ctx.attr_data(attr) else { return Err(wrong()) };
    let fields = fields
        .iter()
        .map(|(name, value)| Some((*name, ctx.i64_attr(ctx.attr_int(*value)?.try_into().ok()?))));
    let fields: Vec<_> = fields.collect::<Option<_>>().ok_or_else(wrong)?;
    Ok(attr_to_string(ctx, ctx.dict_attr(&fields)))
}

/// A key and its schedule.
fn entry(ctx: &Context, line: &str) -> Result<(String, String), String> {
    let (key, text) =
        line.split_once(' ').ok_or("is neither a comment, a machine, nor a key and a schedule")?;
    let hash = ["loops_", "tiles_", "groups_"].iter().find_map(|kind| key.strip_prefix(kind));
    let is_hash =
        |hash: &str| hash.len() == 16 && hash.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    if !hash.is_some_and(is_hash) {
        return Err(format!(
            "'{key}' is not a key of a compute or a group: loops_, tiles_ or groups_ with 16 digits"
        ));
    }
    attribute(ctx, text.trim())?;
    Ok((key.to_string(), text.trim().to_string()))
}

fn attribute(ctx: &Context, text: &str) -> Result<Attribute, String> {
    let attr = parse_attribute(ctx, text, &ParseOptions::default())
        .map_err(|errors| render(ctx, &Sources::default(), &errors[..1]).trim_end().to_string())?;
    let why = || format!("'{text}' is not a schedule, such as #tensor.schedule<vectorize(j, 16)>");
    Schedule::from_attr(ctx, attr).map(|_| attr).ok_or_else(why)
}

impl fmt::Display for Schedules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (machine, all) in self.machines.iter().filter(|(_, all)| !all.is_empty()) {
            writeln!(f, "{MACHINE}{machine}")?;
            for (key, schedule) in all {
                writeln!(f, "{key} {schedule}")?;
            }
        }
        Ok(())
    }
}
