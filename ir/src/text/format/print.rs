//! Printing of ops by a compiled format.

use super::super::Printer;
use super::compile::{Anchor, Item, Kind, Literal, Program, Source, Values};
use super::parse::share;
use crate::body::Value;
use crate::opref::OpRef;
use crate::registry::Arity;
use smallvec::SmallVec;
use std::ops::Range;

struct Run<'r, 'p> {
    program: &'r Program,
    op: OpRef<'r>,
    p: &'r mut Printer<'p>,
    operands: SmallVec<[Range<usize>; 4]>,
    results: SmallVec<[Range<usize>; 4]>,
}

pub(super) fn print(program: &Program, op: OpRef<'_>, p: &mut Printer) {
    let operands = ranges(program, op);
    let specs = op.info().results.as_deref().unwrap_or(&[]);
    let arities: SmallVec<[Arity; 4]> = specs.iter().map(|s| s.arity).collect();
    let results = stacked(share(&arities, op.result_count()).unwrap_or_default());
    let mut run = Run { program, op, p, operands, results };
    run.items(&program.items);
}

/// The operands of each position.
fn ranges(program: &Program, op: OpRef<'_>) -> SmallVec<[Range<usize>; 4]> {
    if program.segments {
        let sizes = op.attr("operandSegmentSizes").and_then(|a| op.ctx().attr_i32s(a)).unwrap_or_default();
        return stacked(sizes.into_iter().map(|n| n.max(0) as usize).collect());
    }
    stacked(share(&program.arities, op.operand_count()).unwrap_or_default())
}

fn stacked(sizes: SmallVec<[usize; 4]>) -> SmallVec<[Range<usize>; 4]> {
    let mut start = 0;
    let range = |size| {
        start += size;
        start - size..start
    };
    sizes.into_iter().map(range).collect()
}

impl Run<'_, '_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            if item.space {
                self.p.text(" ");
            }
            self.item(&item.kind);
        }
    }

    fn item(&mut self, kind: &Kind) {
        match kind {
            Kind::Literal(Literal::Punct(_, text)) | Kind::Literal(Literal::Word(text)) => self.p.text(text),
            Kind::White("\n") => self.p.newline(),
            Kind::White(text) => self.p.text(text),
            Kind::Operand(i) => {
                let values = self.values(Values::One(Source::Operand(*i)));
                self.p.values(values);
            }
            Kind::Operands => self.p.values(self.op.operands()),
            Kind::Attr(slot, syntax) => {
                if let Some(attr) = self.op.slot(*slot) {
                    syntax.print(self.p, attr);
                }
            }
            Kind::Types(values) => {
                let values = self.values(*values);
                self.p.value_types(values);
            }
            Kind::FunctionalType(inputs, results) => self.functional_type(*inputs, *results),
            Kind::AttrDict { keyword: false } => self.p.attr_dict(self.op, &self.program.elided),
            Kind::AttrDict { keyword: true } => self.p.attr_dict_with_keyword(self.op, &self.program.elided),
            Kind::Region(i) => {
                if let Some(region) = self.op.body().regions(self.op.id()).nth(*i) {
                    self.p.region(region, true, true);
                }
            }
            Kind::Regions => {
                let regions = self.op.body().regions(self.op.id());
                self.p.commas(regions, |p, r| p.region(r, true, true));
            }
            Kind::Successor(i) => {
                if let Some(block) = self.op.body().successors(self.op.id()).nth(*i) {
                    self.p.successor(block);
                }
            }
            Kind::Successors => self.p.commas(self.op.body().successors(self.op.id()), Printer::successor),
            Kind::Group { anchor, then, otherwise } => {
                let items = if self.present(*anchor) { then } else { otherwise };
                self.items(items);
            }
        }
    }

    fn present(&self, anchor: Anchor) -> bool {
        let (body, id) = (self.op.body(), self.op.id());
        match anchor {
            Anchor::Values(values) => !self.values(values).is_empty(),
            Anchor::Attr(slot) => {
                let default = self.op.info().attrs[slot].default;
                let absent = default.map(|make| make(self.op.ctx()));
                self.op.slot(slot).is_some_and(|value| Some(value) != absent)
            }
            Anchor::Region(i) => body.regions(id).nth(i).is_some_and(|r| body.entry(r).is_some()),
            Anchor::Regions => body.regions(id).len() > 0,
            Anchor::Successors => body.successors(id).len() > 0,
        }
    }

    fn values(&self, values: Values) -> SmallVec<[Value; 4]> {
        let part = |all: SmallVec<[Value; 4]>, range: Option<&Range<usize>>| match range {
            Some(range) => all.get(range.clone()).map(SmallVec::from_slice).unwrap_or_default(),
            None => SmallVec::new(),
        };
        match values {
            Values::Operands => self.op.operands().collect(),
            Values::Results => self.op.results().collect(),
            Values::One(Source::Operand(i)) => part(self.op.operands().collect(), self.operands.get(i)),
            Values::One(Source::Result(i)) => part(self.op.results().collect(), self.results.get(i)),
        }
    }

    fn functional_type(&mut self, inputs: Values, results: Values) {
        let types = |values: SmallVec<[Value; 4]>| -> SmallVec<[_; 4]> {
            values.iter().map(|v| self.op.body().ty(*v)).collect()
        };
        let (inputs, results) = (types(self.values(inputs)), types(self.values(results)));
        self.p.functional_type(&inputs, &results);
    }
}
