//! Symbol table of SSA names: the value that `%x#1` names at a position of the text.
//!
//! Every name has a slot index: for a decimal name its value, for others an index in a table of all names of
//! the text. Each level of isolated ops has a vector of entries per kind of name. An entry is live if it
//! carries the level's epoch, so entering an isolated op invalidates all names at once and clears nothing.

use super::parser::{ParseResult, Pos};
use super::reader::Reader;
use super::token::Tok;
use crate::body::Value;
use crate::codes;
use crate::diag::Diagnostic;
use crate::kind::WhichOp;
use crate::location::Location;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// The use of a value by name, not yet looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    pub(super) slot: Slot,
    pub(super) number: u32,
    pub(super) pos: Pos,
}

impl Operand {
    /// The position of the name.
    pub fn pos(self) -> Pos {
        self.pos
    }
}

/// Slot of a value name: decimal names are `2 n`, others `2 i + 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Slot(u32);

/// `count` of names that are used but not yet defined.
const FORWARD: u32 = 0;
/// `count` of names whose op had an error: using them is not another error.
const POISONED: u32 = u32::MAX;

/// The values of a name: `count` values from `first` on.
#[derive(Clone, Copy)]
struct Entry {
    epoch: u32,
    first: Value,
    count: u32,
    pos: Pos,
}

const UNKNOWN: Entry = Entry { epoch: 0, first: Value(0), count: FORWARD, pos: Pos(0) };

/// The names of one level of isolated ops.
#[derive(Default)]
struct Level {
    epoch: u32,
    entries: [Vec<Entry>; 2],
    /// Names defined in regions inside the isolated op's regions, newest last.
    defined: Vec<Slot>,
    /// Lengths of `defined` at the starts of open regions.
    marks: Vec<usize>,
    /// Placeholders of values used before their definition.
    forwards: FxHashMap<(Slot, u32), (Value, Pos)>,
    /// Depth of open regions at their first use.
    depths: FxHashMap<(Slot, u32), usize>,
}

/// All value names of a text.
pub(super) struct Names<'s> {
    levels: Vec<Level>,
    at: usize,
    table: FxHashMap<&'s str, u32>,
    /// Decimal names below this are their own slots: a text of `n` bytes needs no more.
    direct: u32,
}

impl<'s> Names<'s> {
    pub(super) fn new(text_bytes: usize) -> Names<'s> {
        let direct = (text_bytes / 4 + 64).min(1 << 28) as u32;
        let level = Level { epoch: 1, ..Level::default() };
        Names { levels: vec![level], at: 0, table: FxHashMap::default(), direct }
    }

    /// Slot of a name, given without `%`.
    #[inline]
    pub(super) fn slot(&mut self, name: &'s str) -> Slot {
        if let Some(n) = decimal(name)
            && n < self.direct
        {
            return Slot(n << 1);
        }
        let next = self.table.len() as u32;
        Slot(*self.table.entry(name).or_insert(next) << 1 | 1)
    }

    #[inline]
    fn level(&mut self) -> &mut Level {
        &mut self.levels[self.at]
    }

    #[inline]
    fn entry(&self, slot: Slot) -> Entry {
        let level = &self.levels[self.at];
        match level.entries[(slot.0 & 1) as usize].get((slot.0 >> 1) as usize) {
            Some(entry) if entry.epoch == level.epoch => *entry,
            _ => UNKNOWN,
        }
    }

    #[inline]
    fn set(&mut self, slot: Slot, first: Value, count: u32, pos: Pos) {
        let level = &mut self.levels[self.at];
        let (entries, i) = (&mut level.entries[(slot.0 & 1) as usize], (slot.0 >> 1) as usize);
        if i >= entries.len() {
            entries.resize(i + 1, UNKNOWN);
        }
        entries[i] = Entry { epoch: level.epoch, first, count, pos };
        if count != FORWARD && !level.marks.is_empty() {
            level.defined.push(slot);
        }
    }

    /// Enters an isolated op: no outer name is visible.
    pub(super) fn push_isolated(&mut self) {
        self.at += 1;
        if self.at == self.levels.len() {
            self.levels.push(Level::default());
        }
        self.level().epoch += 1;
    }

    /// Enters a plain region: outer names stay visible.
    pub(super) fn push_region(&mut self) {
        let level = self.level();
        level.marks.push(level.defined.len());
    }

    /// Leaves a plain region: its names end.
    pub(super) fn pop_region(&mut self) {
        let level = &mut self.levels[self.at];
        let mark = level.marks.pop().expect("regions are left as often as entered");
        for slot in level.defined.drain(mark..) {
            level.entries[(slot.0 & 1) as usize][(slot.0 >> 1) as usize] = UNKNOWN;
        }
    }
}

/// The value of a name of up to 9 digits without leading zeros.
#[inline]
fn decimal(name: &str) -> Option<u32> {
    let bytes = name.as_bytes();
    if bytes.len() > 9 || !bytes[0].is_ascii_digit() || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    bytes.iter().try_fold(0u32, |n, b| b.is_ascii_digit().then(|| n * 10 + (b - b'0') as u32))
}

impl<'s> Reader<'s> {
    /// Takes `%name`: its slot and position.
    #[inline]
    pub(super) fn value_name(&mut self) -> ParseResult<(Slot, Pos)> {
        if self.tok.kind != Tok::PercentId {
            return Err(self.p.expected(Tok::PercentId.words()));
        }
        let pos = self.p.pos();
        let name = &self.p.spelling()[1..];
        let slot = self.names.slot(name);
        self.p.advance();
        Ok((slot, pos))
    }

    /// Takes `%name` or `%name#1`.
    #[inline]
    pub(super) fn operand(&mut self) -> ParseResult<Operand> {
        let (slot, pos) = self.value_name()?;
        if self.tok.kind != Tok::HashId {
            return Ok(Operand { slot, number: 0, pos });
        }
        let Ok(number) = self.p.spelling()[1..].parse::<u32>() else {
            return Err(self.p.expected("a result number"));
        };
        self.p.advance();
        Ok(Operand { slot, number, pos })
    }

    /// The name at a position, for messages.
    fn name_at(&self, pos: Pos) -> &'s str {
        self.p.slice(super::token::scan(self.p.text.as_bytes(), pos.0 as usize))
    }

    /// The value an operand names; it must have type `ty`. A value not defined yet gets a placeholder.
    #[inline]
    pub(super) fn resolve(&mut self, operand: Operand, ty: Type) -> ParseResult<Value> {
        let entry = self.names.entry(operand.slot);
        if operand.number < entry.count && entry.count != POISONED {
            let value = Value(entry.first.0 + operand.number);
            if self.body.ty(value) == ty {
                return Ok(value);
            }
            return Err(self.type_mismatch(operand, value, entry.pos, ty));
        }
        self.resolve_unusual(operand, entry, ty)
    }

    /// The value an operand names, of any type. A value not defined yet gets a placeholder without a type.
    pub(super) fn resolve_untyped(&mut self, operand: Operand) -> ParseResult<Value> {
        let key = (operand.slot, operand.number);
        let ty = match self.known_type(operand) {
            Some(ty) => ty,
            None => match self.names.level().forwards.get(&key) {
                Some((value, _)) => self.body.ty(*value),
                None => self.untyped,
            },
        };
        self.resolve(operand, ty)
    }

    /// True for an operand that only [`Reader::resolve_untyped`] has looked up so far.
    pub(super) fn is_untyped(&mut self, operand: Operand) -> bool {
        let key = (operand.slot, operand.number);
        let waiting = self.names.level().forwards.get(&key).copied();
        waiting.is_some_and(|(value, _)| self.body.ty(value) == self.untyped)
    }

    /// The type of the value an operand names, if the value is defined already.
    pub(super) fn known_type(&self, operand: Operand) -> Option<Type> {
        let entry = self.names.entry(operand.slot);
        let known = operand.number < entry.count && entry.count != POISONED;
        known.then(|| self.body.ty(Value(entry.first.0 + operand.number)))
    }

    #[cold]
    fn resolve_unusual(&mut self, operand: Operand, entry: Entry, ty: Type) -> ParseResult<Value> {
        if entry.count == POISONED {
            return Ok(self.placeholder(ty));
        }
        if entry.count != FORWARD {
            let name = self.name_at(operand.pos);
            let message =
                format!("'{name}' has {} results: there is no result #{}", entry.count, operand.number);
            let error = Diagnostic::error(self.p.location(operand.pos), message).code(&codes::USE_TYPE);
            let loc = self.p.location(entry.pos);
            return Err(self.p.report(error.note(loc, "defined here")));
        }
        let key = (operand.slot, operand.number);
        if let Some((value, pos)) = self.names.level().forwards.get(&key).copied() {
            if self.body.ty(value) == self.untyped {
                self.body.set_ty(value, ty);
            }
            if self.body.ty(value) != ty {
                return Err(self.type_mismatch(operand, value, pos, ty));
            }
            return Ok(value);
        }
        let value = self.placeholder(ty);
        let level = self.names.level();
        level.forwards.insert(key, (value, operand.pos));
        level.depths.insert(key, level.marks.len());
        self.names.set(operand.slot, value, FORWARD, operand.pos);
        Ok(value)
    }

    #[cold]
    fn type_mismatch(&mut self, operand: Operand, value: Value, seen: Pos, want: Type) -> super::Failed {
        let name = self.name_at(operand.pos);
        let is = super::type_to_string(self.p.ctx, self.body.ty(value));
        let want = super::type_to_string(self.p.ctx, want);
        let error = Diagnostic::error(
            self.p.location(operand.pos),
            format!("use of value '{name}' with type {want}, but its type is {is}"),
        )
        .code(&codes::USE_TYPE);
        let loc = self.p.location(seen);
        self.p.report(error.note(loc, "seen first here"))
    }

    /// A value of a detached op that will be replaced.
    fn placeholder(&mut self, ty: Type) -> Value {
        let name = crate::builtin::UnrealizedCast.name_in(self.p.ctx);
        let op = self.body.create(name, Location::UNKNOWN, &[], &[ty], 0, &[]);
        self.body.result(op, 0)
    }

    /// Gives a name to `count` values from `first` on.
    #[inline]
    pub(super) fn define(&mut self, slot: Slot, pos: Pos, first: Value, count: u32) -> ParseResult {
        let entry = self.names.entry(slot);
        if entry.epoch != 0 {
            self.define_unusual(entry, slot, pos, first, count)?;
        }
        self.names.set(slot, first, count, pos);
        Ok(())
    }

    /// A name that was used or defined before.
    #[cold]
    fn define_unusual(
        &mut self,
        entry: Entry,
        slot: Slot,
        pos: Pos,
        first: Value,
        count: u32,
    ) -> ParseResult {
        if entry.count != FORWARD {
            let name = self.name_at(pos);
            let error = Diagnostic::error(self.p.location(pos), format!("redefinition of value '{name}'"))
                .code(&codes::REDEFINED);
            let loc = self.p.location(entry.pos);
            return Err(self.p.report(error.note(loc, "previously defined here")));
        }
        let waiting: Vec<u32> = if count as usize > self.names.level().forwards.len() {
            let mut keys: Vec<u32> = self
                .names
                .level()
                .forwards
                .keys()
                .filter(|k| k.0 == slot && k.1 < count)
                .map(|k| k.1)
                .collect();
            keys.sort_unstable();
            keys
        } else {
            (0..count).collect()
        };
        for number in waiting {
            let Some((value, used)) = self.names.level().forwards.remove(&(slot, number)) else { continue };
            let real = Value(first.0 + number);
            let level = self.names.level();
            if level.depths.get(&(slot, number)).is_some_and(|depth| level.marks.len() > *depth) {
                let name = self.name_at(pos);
                let message =
                    format!("value '{name}' is used before and outside of the region that defines it");
                let error = Diagnostic::error(self.p.location(used), message).code(&codes::DOMINANCE);
                let loc = self.p.location(pos);
                return Err(self.p.report(error.note(loc, "defined here")));
            }
            let op = self.body.def_op(value).expect("placeholders are results");
            if self.body.ty(value) != self.body.ty(real) && self.body.ty(value) != self.untyped {
                let operand = Operand { slot, number, pos };
                let want = self.body.ty(value);
                return Err(self.type_mismatch(operand, real, used, want));
            }
            self.body.replace_uses(value, real);
            self.body.erase(op);
        }
        Ok(())
    }

    /// Marks a name of an op with an error, so that its uses report no further ones.
    #[cold]
    pub(super) fn poison(&mut self, slot: Slot, pos: Pos) {
        let entry = self.names.entry(slot);
        if entry.epoch == 0 || entry.count == FORWARD {
            self.names.level().forwards.retain(|key, _| key.0 != slot);
            self.names.set(slot, Value(0), POISONED, pos);
        }
    }

    /// Leaves an isolated op: every value used in it must have been defined.
    pub(super) fn pop_isolated(&mut self) {
        self.check_forwards();
        self.names.level().depths.clear();
        self.names.at -= 1;
    }

    /// Reports the values used at this level but never defined.
    pub(super) fn check_forwards(&mut self) {
        let level = self.names.level();
        level.defined.clear();
        level.marks.clear();
        if level.forwards.is_empty() {
            return;
        }
        let mut missing: Vec<Pos> = level.forwards.drain().map(|(_, (_, pos))| pos).collect();
        missing.sort_unstable();
        for pos in missing {
            let name = self.name_at(pos);
            self.p.error_as(&codes::UNDEFINED, pos, format!("use of undefined value '{name}'"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_names_are_canonical() {
        assert_eq!(decimal("0"), Some(0));
        assert_eq!(decimal("120"), Some(120));
        assert_eq!(decimal("01"), None);
        assert_eq!(decimal("1a"), None);
        assert_eq!(decimal("1234567890"), None);
    }
}
