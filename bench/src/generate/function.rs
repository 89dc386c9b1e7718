//! One function of the generated module.

use std::collections::HashSet;
use std::fmt::Write;

use super::random::Random;
use super::tables::{self, Type};
use super::{DUPLICATES_PER_FUNCTION, FOLDABLE_PER_FUNCTION, OPS_PER_FUNCTION};

/// If more values than this are unused, operations take two of them.
const WAITING: usize = 6;
/// How far back to search for an operand that already has a use, in values of its type.
const WINDOW: usize = 48;
/// Operations at the function's start that neither fold nor repeat: later ones repeat them.
const LEAD: usize = 24;
/// Operations at its end that only combine the unused values.
const TAIL: usize = 40;
/// Constants of each type, in addition to the neutral elements.
const CONSTANTS: usize = 5;

type Id = usize;

/// A value, and its representative after folding and removing repetitions.
#[derive(Debug)]
struct Value {
    name: String,
    ty: Type,
    /// The first value that this one equals.
    root: Id,
    constant: bool,
    uses: usize,
    /// Of the operation that defines the root; empty for arguments and constants.
    op: &'static str,
    operands: Vec<Id>,
}

/// An operation: its name with the predicate, its operands and its types as printed.
#[derive(Debug, Clone)]
struct Op {
    name: &'static str,
    operands: Vec<Id>,
    /// Of the operands (of the last two for `select`).
    from: Type,
    to: Type,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Foldable,
    Duplicate,
}

struct Builder {
    random: Random,
    values: Vec<Value>,
    /// The values of each type (in the order of `Type`), constants left out.
    by_type: [Vec<Id>; 5],
    constants: Vec<Id>,
    /// Values without use, oldest first.
    waiting: Vec<Id>,
    /// Operations by their operands, and by their operands' roots: nothing repeats unless wanted.
    seen: HashSet<(&'static str, Vec<Id>)>,
    /// Operations that may be repeated, once each, and their results.
    repeatable: Vec<(Op, Id)>,
    text: String,
    next_name: usize,
}

/// Writes function `index` of the module with this seed.
pub(super) fn generate(out: &mut String, index: u64, seed: u64) {
    let mut b = Builder {
        random: Random::new(seed, index),
        values: Vec::new(),
        by_type: Default::default(),
        constants: Vec::new(),
        waiting: Vec::new(),
        seen: HashSet::new(),
        repeatable: Vec::new(),
        text: String::new(),
        next_name: 0,
    };
    let arguments = b.arguments();
    b.constants();
    for kind in b.plan() {
        match kind {
            Kind::Plain => b.plain(),
            Kind::Foldable => b.foldable(),
            Kind::Duplicate => b.duplicate(),
        }
    }
    let results: Vec<(String, &str)> =
        b.waiting.iter().map(|&v| (b.values[v].name.clone(), b.values[v].ty.name())).collect();
    let names: Vec<&str> = results.iter().map(|(name, _)| name.as_str()).collect();
    let types = results.iter().map(|(_, ty)| *ty).collect::<Vec<_>>().join(", ");
    let list = if results.len() == 1 { types.clone() } else { format!("({types})") };
    let written = write!(
        out,
        "  func.func @f{index}({arguments}) -> {list} {{\n{}    return {} : {types}\n  }}\n",
        b.text,
        names.join(", ")
    );
    written.expect("writing to a string does not fail");
}

impl Builder {
    fn arguments(&mut self) -> String {
        let mut list = Vec::new();
        for (index, ty) in Type::ARGUMENTS.into_iter().enumerate() {
            let name = format!("%arg{index}");
            list.push(format!("{name}: {}", ty.name()));
            let id = self.value(name, ty, "", Vec::new(), None, false);
            self.waiting.push(id);
        }
        list.join(", ")
    }

    /// The neutral elements of each type, in the order that `neutral` expects, then other constants.
    fn constants(&mut self) {
        for ty in Type::NUMBERS {
            let mut texts: Vec<String> = tables::neutral_texts(ty).map(String::from).into();
            for k in 0..CONSTANTS {
                // Distinct, no neutral element, and eighths: exact in every float type.
                let number = 9 + 200 * k + self.random.below(200);
                texts.push(if ty.is_float() {
                    format!("{:?}", number as f64 / 8.0)
                } else {
                    number.to_string()
                });
            }
            for (k, text) in texts.iter().enumerate() {
                let name = format!("%c{k}_{}", ty.name());
                self.line(&name, &format!("arith.constant {text} : {}", ty.name()));
                let id = self.value(name, ty, "", Vec::new(), None, true);
                self.constants.push(id);
            }
        }
    }

    /// The kinds of the operations between the constants and the `return`.
    fn plan(&mut self) -> Vec<Kind> {
        let total = OPS_PER_FUNCTION - 1 - self.constants.len();
        let mut middle = vec![Kind::Foldable; FOLDABLE_PER_FUNCTION];
        middle.resize(FOLDABLE_PER_FUNCTION + DUPLICATES_PER_FUNCTION, Kind::Duplicate);
        middle.resize(total - LEAD - TAIL, Kind::Plain);
        self.random.shuffle(&mut middle);
        let mut plan = vec![Kind::Plain; LEAD];
        plan.extend(middle);
        plan.resize(total, Kind::Plain);
        plan
    }

    fn line(&mut self, name: &str, op: &str) {
        writeln!(self.text, "    {name} = {op}").expect("writing to a string does not fail");
    }

    fn value(
        &mut self,
        name: String,
        ty: Type,
        op: &'static str,
        operands: Vec<Id>,
        root: Option<Id>,
        constant: bool,
    ) -> Id {
        let id = self.values.len();
        self.values.push(Value { name, ty, root: root.unwrap_or(id), constant, uses: 0, op, operands });
        if !constant {
            self.by_type[ty as usize].push(id);
        }
        id
    }

    fn root(&self, value: Id) -> &Value {
        &self.values[self.values[value].root]
    }

    fn root_id(&self, value: Id) -> Id {
        self.values[value].root
    }

    /// Writes the operation; the result is unused at first. `root` is the value that it folds to or repeats.
    fn emit(&mut self, op: Op, root: Option<Id>, constant: bool) -> Id {
        let name = format!("%{}", self.next_name);
        self.next_name += 1;
        let names: Vec<&str> = op.operands.iter().map(|&v| self.values[v].name.as_str()).collect();
        let types = match (op.from, op.to) {
            _ if op.name.starts_with("arith.cmp") || op.name == "arith.select" => op.from.name().to_string(),
            (from, to) if from == to => from.name().to_string(),
            (from, to) => format!("{} to {}", from.name(), to.name()),
        };
        let text = format!("{} {} : {types}", op.name, names.join(", "));
        self.line(&name, &text);
        for &operand in &op.operands {
            self.values[operand].uses += 1;
        }
        self.waiting.retain(|v| !op.operands.contains(v));
        let id = self.value(name, op.to, op.name, op.operands, root, constant);
        self.waiting.push(id);
        id
    }

    /// Whether the operation is new, by its operands and by their roots; remembers it.
    fn is_new(&mut self, op: &Op) -> bool {
        let roots: Vec<Id> = op.operands.iter().map(|&v| self.root_id(v)).collect();
        let mut swapped = roots.clone();
        swapped.reverse();
        if self.seen.contains(&(op.name, roots.clone())) || self.seen.contains(&(op.name, swapped)) {
            return false;
        }
        self.seen.insert((op.name, op.operands.clone()));
        self.seen.insert((op.name, roots));
        true
    }

    /// A non-constant value of type `ty`: the oldest unused one if `waiting` is set.
    fn operand(&mut self, ty: Type, waiting: bool) -> Id {
        let oldest =
            self.waiting.iter().copied().find(|&v| self.values[v].ty == ty && !self.values[v].constant);
        if let Some(id) = oldest.filter(|_| waiting) {
            return id;
        }
        let all = &self.by_type[ty as usize];
        let recent = &all[all.len().saturating_sub(WINDOW)..];
        self.random.pick(recent)
    }

    /// The constant of this type with the fewest uses: declared ones without the neutral elements, or folded
    /// ones.
    fn any_constant(&mut self, ty: Type) -> Id {
        let folded =
            self.waiting.iter().copied().find(|&v| self.values[v].constant && self.values[v].ty == ty);
        let declared = self.constants.chunks(3 + CONSTANTS).flat_map(|of_type| &of_type[3..]).copied();
        let fewest = declared.filter(|&v| self.values[v].ty == ty).min_by_key(|&v| self.values[v].uses);
        folded.or(fewest).expect("every scalar type has constants")
    }

    /// The neutral element `which` (the position in `constants`) of the type.
    fn neutral(&self, ty: Type, which: usize) -> Id {
        let position = Type::NUMBERS.iter().position(|t| *t == ty).expect("a number type");
        self.constants[position * (3 + CONSTANTS) + which]
    }

    /// The type with the most unused values, or a random one while there are few.
    fn next_type(&mut self) -> Type {
        let count = |ty: Type| self.waiting.iter().filter(|&&v| self.values[v].ty == ty).count();
        // Not always: a type whose few values allow no new operation must not be drawn for ever.
        if self.waiting.len() > WAITING && self.random.percent(90) {
            return Type::NUMBERS.into_iter().max_by_key(|&ty| count(ty)).expect("there are scalar types");
        }
        use Type::*;
        self.random.pick(&[I32, I32, I32, I32, F32, F32, F32, I64, I64, F64])
    }

    fn plain(&mut self) {
        // Each try draws new operands; among the last 48 values nearly every pair is still free.
        let op = loop {
            let op = self.candidate();
            if self.stays(&op) && self.is_new(&op) {
                break op;
            }
        };
        let result = self.emit(op.clone(), None, false);
        self.repeatable.push((op, result));
    }

    fn candidate(&mut self) -> Op {
        let ty = self.next_type();
        let crowded = self.waiting.len() > WAITING;
        let condition = self.waiting.iter().copied().find(|&v| self.values[v].ty == Type::I1);
        // Mostly an unused operand; some tries without, so that the loop ends.
        let (first, second) = (self.random.percent(85), self.random.percent(if crowded { 85 } else { 15 }));
        let a = self.operand(ty, first);
        if let Some(condition) = condition {
            let b = self.other(ty, a, second);
            return Op { name: "arith.select", operands: vec![condition, a, b], from: ty, to: ty };
        }
        let draw = self.random.below(100);
        if draw < 8 && !crowded {
            let (name, b) = (self.random.pick(tables::compares(ty)), self.other(ty, a, second));
            return Op { name, operands: vec![a, b], from: ty, to: Type::I1 };
        }
        if draw < 14 {
            let (name, to) = self.random.pick(tables::casts(ty));
            return Op { name, operands: vec![a], from: ty, to };
        }
        let constant_waits = self.waiting.iter().any(|&v| self.values[v].constant && self.values[v].ty == ty);
        if draw < 24 || constant_waits {
            let (name, b) = (self.random.pick(tables::with_constant(ty)), self.any_constant(ty));
            return Op { name, operands: vec![a, b], from: ty, to: ty };
        }
        let (name, b) = (self.random.pick(tables::binary(ty)), self.other(ty, a, second));
        Op { name, operands: vec![a, b], from: ty, to: ty }
    }

    /// A second operand: an unused one other than `a`, if requested and available.
    fn other(&mut self, ty: Type, a: Id, waiting: bool) -> Id {
        let free = |v: &Id| *v != a && self.values[*v].ty == ty && !self.values[*v].constant;
        match self.waiting.iter().copied().find(free) {
            Some(id) if waiting => id,
            _ => self.operand(ty, false),
        }
    }

    /// Whether the operation folds in no compiler: its operands differ, and none is made from another of
    /// them.
    fn stays(&self, op: &Op) -> bool {
        let roots: Vec<Id> = op.operands.iter().map(|&v| self.root_id(v)).collect();
        let related = |a: Id, b: Id| {
            let made_from = |x: Id, y: Id| self.values[x].operands.iter().any(|&o| self.root_id(o) == y);
            a == b || made_from(a, b) || made_from(b, a)
        };
        if roots.iter().enumerate().any(|(k, &a)| roots[..k].iter().any(|&b| related(a, b))) {
            return false;
        }
        let made_by = |v: Id, names: &[&str]| names.contains(&self.root(v).op);
        let a = op.operands[0];
        if op.to != op.from && op.operands.len() == 1 {
            return !made_by(a, tables::CHANGED_BY_CASTS);
        }
        // Upstream moves the extension of both operands after the operation.
        if op.operands.len() > 1 && op.operands.iter().all(|&v| made_by(v, &["arith.extsi"])) {
            return false;
        }
        let with_constant = op.operands.iter().any(|&v| self.root(v).constant);
        !(with_constant && made_by(a, &["arith.maxsi", "arith.minsi", "arith.extsi", "arith.trunci"]))
    }

    fn foldable(&mut self) {
        // A constant that nothing else has taken yet must not stay dead.
        let unused = self.constants.iter().position(|&c| self.values[c].uses == 0);
        if let Some(position) = unused.filter(|_| self.random.percent(50)) {
            return self.fold_with(position);
        }
        loop {
            let ty = self.next_type();
            let draw = self.random.below(100);
            let waiting = self.random.percent(70);
            let a = self.operand(ty, waiting);
            let (name, operands, constant): (&'static str, Vec<Id>, bool) =
                if draw < 15 && self.waiting.len() <= WAITING {
                    let (b, c) = (self.declared_constant(ty), self.declared_constant(ty));
                    if b == c {
                        continue;
                    }
                    (self.random.pick(tables::of_constants(ty)), vec![b, c], true)
                } else if draw < 30 {
                    (self.random.pick(tables::idempotent(ty)), vec![a, a], false)
                } else {
                    let (name, which) = self.random.pick(tables::neutral(ty));
                    (name, vec![a, self.neutral(ty, which)], false)
                };
            let op = Op { name, operands, from: ty, to: ty };
            if self.is_new(&op) {
                let root = (!constant).then(|| self.root_id(a));
                self.emit(op, root, constant);
                return;
            }
        }
    }

    /// A foldable operation on the constant at this position.
    fn fold_with(&mut self, position: usize) {
        let (ty, which) = (Type::NUMBERS[position / (3 + CONSTANTS)], position % (3 + CONSTANTS));
        let constant = self.constants[position];
        let (name, operands, root) = if which < 3 {
            let fitting: Vec<_> = tables::neutral(ty).iter().filter(|(_, w)| *w == which).collect();
            let (name, a) = (self.random.pick(&fitting).0, self.operand(ty, true));
            (name, vec![a, constant], Some(self.root_id(a)))
        } else {
            let name = if ty.is_float() { "arith.mulf" } else { "arith.muli" };
            (name, vec![constant, self.neutral(ty, 3 + (which + 1 - 3) % CONSTANTS)], None)
        };
        let op = Op { name, operands, from: ty, to: ty };
        // New, as its constant has no use; remembered so that it stays the only one.
        self.is_new(&op);
        self.emit(op, root, which >= 3);
    }

    /// A declared constant other than the neutral elements.
    fn declared_constant(&mut self, ty: Type) -> Id {
        let which = 3 + self.random.below(CONSTANTS);
        self.neutral(ty, which)
    }

    fn duplicate(&mut self) {
        let recent = self.repeatable.len().saturating_sub(WINDOW);
        let which = recent + self.random.below(self.repeatable.len() - recent);
        let (op, original) = self.repeatable.remove(which);
        let root = self.root_id(original);
        self.emit(op, Some(root), false);
    }
}
