//! Code partitioning: a module is split into units that are compiled on several threads at once and linked
//! together.
//!
//! Functions of a unit share nothing that the compiler could use: outlined bodies are called through their
//! addresses. So they can be distributed over units; the program's own functions are copied to their callers.
//! The distribution depends on the program alone, not on the machine: the code is the same everywhere.

use crate::emitter::callee;
use crate::emitter::state::{Print, private_function};
use crate::lower::local;
use crate::module::{Functions, print, runtime_declarations};
use rustc_hash::FxHashMap;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::types::Type;
use tf_ir::walk;

/// Ops per unit: less than a tenth of a second of compile time. So sixteen cores find work, and two cores
/// finish at about the same time.
const OPS: usize = 500;

/// A module that was partitioned.
pub struct Units {
    /// Upstream MLIR in generic form, the largest unit first.
    pub texts: Vec<String>,
    /// As [`crate::Unit::locations`], of all of them.
    pub locations: Vec<(Location, String)>,
    /// As [`crate::Unit::prints`], of all of them.
    pub prints: Vec<Print>,
}

/// As [`crate::emit`], in units of about equal size.
///
/// # Errors
/// The first op without an upstream form.
pub fn emit_units(module: &Body, level: Level) -> Result<Units, Diagnostic> {
    let Functions { bodies, locals, locations, prints } = Functions::of(module, level, str::to_string)?;
    let symbols = Symbols::of(&bodies);
    let mut units: Vec<Vec<Body>> = Vec::new();
    let homes = symbols.deal();
    for (body, home) in bodies.into_iter().zip(&homes) {
        units.resize_with(units.len().max(home + 1), Vec::new);
        units[*home].push(body);
    }
    let texts = units.into_iter().enumerate().map(|(at, functions)| {
        let mut all = runtime_declarations(module, !prints.is_empty());
        all.extend(callee::declarations(module));
        all.extend(symbols.missing(at, &homes).map(|(name, ty)| private_function(module, name, ty)));
        let reached = local::reached(&functions, &locals);
        let own = locals.iter().zip(reached).filter(|(_, reached)| *reached);
        all.extend(own.map(|(function, _)| function.duplicate()));
        all.extend(functions);
        print(module, all)
    });
    Ok(Units { texts: texts.collect(), locations, prints })
}

/// The functions and constants to distribute.
struct Symbols {
    /// The name, the size in ops and the type of each function; constants have no type.
    entries: Vec<(String, usize, Option<Type>)>,
    /// The indices of the entries that each entry uses.
    uses: Vec<Vec<usize>>,
}

impl Symbols {
    fn of(bodies: &[Body]) -> Symbols {
        let mut entries = Vec::new();
        let mut places = FxHashMap::default();
        for (at, body) in bodies.iter().enumerate() {
            let name = symbol_name(body, body.root()).unwrap_or_default().to_string();
            let ty = body.attr(body.root(), "function_type").and_then(|a| body.ctx().attr_type(a));
            places.insert(name.clone(), at);
            entries.push((name, body.op_bound(), ty));
        }
        let uses = bodies.iter().map(|body| used(body, &places)).collect();
        Symbols { entries, uses }
    }

    /// The unit of each entry: the largest function first, each to the unit that is smallest so far.
    /// Constants go to the unit of their users.
    fn deal(&self) -> Vec<usize> {
        let total: usize = self.entries.iter().map(|(_, ops, _)| ops).sum();
        let mut sizes = vec![0; (total / OPS).max(1)];
        let mut homes = vec![0; self.entries.len()];
        let mut order: Vec<usize> = (0..homes.len()).filter(|at| self.entries[*at].2.is_some()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.entries[*at].1));
        for at in order {
            let smallest = sizes.iter_mut().enumerate().min_by_key(|(_, size)| **size);
            let (home, size) = smallest.expect("there is a unit");
            *size += self.entries[at].1;
            homes[at] = home;
            for used in self.uses[at].iter().filter(|used| self.entries[**used].2.is_none()) {
                homes[*used] = home;
            }
        }
        homes
    }

    /// The functions that a unit uses but does not define.
    fn missing<'a>(&'a self, unit: usize, homes: &'a [usize]) -> impl Iterator<Item = (&'a str, Type)> {
        let mut wanted = vec![false; homes.len()];
        for (uses, _) in self.uses.iter().zip(homes).filter(|(_, home)| **home == unit) {
            uses.iter().filter(|used| homes[**used] != unit).for_each(|used| wanted[*used] = true);
        }
        let found = wanted.into_iter().enumerate().filter(|(_, wanted)| *wanted);
        found.filter_map(|(at, _)| Some((self.entries[at].0.as_str(), self.entries[at].2?)))
    }
}

/// The entries that a function refers to: functions that it calls or whose address it takes, and constants.
fn used(body: &Body, places: &FxHashMap<String, usize>) -> Vec<usize> {
    let ctx = body.ctx();
    let mut found = Vec::new();
    walk::walk(body, body.root(), &mut |body: &Body, op| {
        for name in ["callee", "value", "global_name"] {
            let symbol = body.attr(op, name).and_then(|value| ctx.attr_symbol(value));
            found.extend(symbol.and_then(|symbol| places.get(symbol)));
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}
