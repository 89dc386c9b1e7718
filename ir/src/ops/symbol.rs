//! Symbol tables: names of the isolated ops in a module, as a read-only snapshot that parallel passes may
//! share.

use crate::attr::Attribute;
use crate::body::{Body, Op};
use crate::location::Location;
use crate::ops::builtin::symbol_name;
use crate::ops::registry::{OpName, Traits};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The properties of a symbol that other bodies may use.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The op in the table's body; valid until the table's owner changes.
    pub op: Op,
    /// Name of the op that defines the symbol.
    pub kind: OpName,
    /// Its `function_type` attribute, if it has one.
    pub signature: Option<Attribute>,
    /// True if the symbol has no body (a declaration).
    pub declaration: bool,
    /// Its inherent attributes, in the order of the definition of `kind`.
    pub slots: SmallVec<[Option<Attribute>; 8]>,
    /// Location of its definition.
    pub loc: Location,
}

impl Symbol {
    /// An inherent attribute, by its slot.
    pub fn slot(&self, i: usize) -> Option<Attribute> {
        self.slots.get(i).copied().flatten()
    }
}

/// The symbols of one symbol-table op.
#[derive(Clone, Default, Debug)]
pub struct SymbolTable {
    symbols: FxHashMap<String, Symbol>,
}

impl SymbolTable {
    /// The symbols directly inside the root of `body`. For equal names, the first one is used (the verifier
    /// reports them).
    pub fn of(body: &Body) -> SymbolTable {
        let mut symbols = FxHashMap::default();
        for region in body.regions(body.root()) {
            for block in body.blocks(region) {
                for op in body.ops(block) {
                    let Some(name) = symbol_name(body, op) else { continue };
                    let symbol = Symbol {
                        op,
                        kind: body.name(op),
                        signature: body.attr(op, "function_type"),
                        declaration: body.child(op).is_some_and(|c| c.entry_block().is_none()),
                        slots: (0..body.info(op).attrs.len()).map(|i| body.slot(op, i)).collect(),
                        loc: body.loc(op),
                    };
                    symbols.entry(name.to_string()).or_insert(symbol);
                }
            }
        }
        SymbolTable { symbols }
    }

    /// A symbol by name.
    pub fn get(&self, name: &str) -> Option<&Symbol> {
        self.symbols.get(name)
    }

    /// All names, sorted.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.symbols.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// `base`, or `base_0`, `base_1`, … if it is taken.
    pub fn fresh(&self, base: &str) -> String {
        if !self.symbols.contains_key(base) {
            return base.to_string();
        }
        let candidates = (0..).map(|i| format!("{base}_{i}"));
        candidates.into_iter().find(|n| !self.symbols.contains_key(n)).expect("the integers do not run out")
    }
}

/// True if the root of the body is a symbol table.
pub fn is_symbol_table(body: &Body) -> bool {
    body.has(body.root(), Traits::SYMBOL_TABLE)
}

/// The symbols that a body's children see, if it is their table.
pub(crate) fn symbols_of(body: &Body) -> Option<SymbolTable> {
    is_symbol_table(body).then(|| SymbolTable::of(body))
}
