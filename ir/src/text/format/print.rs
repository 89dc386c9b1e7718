//! Printing of ops by a compiled format.

use super::super::{Printer, ValueNames};
use super::infer::differ;
use super::parse::share;
use super::program::{Anchor, Arguments, Item, Kind, Literal, Program, Source, Values, each};
use super::syntax::Options;
use crate::body::Value;
use crate::opref::OpRef;
use crate::registry::Arity;
use crate::registry::operand_sizes;
use smallvec::SmallVec;
use std::ops::Range;

struct Run<'r, 'p> {
    program: &'r Program,
    options: &'r Options,
    op: OpRef<'r>,
    p: &'r mut Printer<'p>,
    operands: SmallVec<[Range<usize>; 4]>,
    results: SmallVec<[Range<usize>; 4]>,
}

pub(super) fn print(program: &Program, options: &Options, op: OpRef<'_>, p: &mut Printer) {
    let operands = ranges(program, op);
    let specs = op.info().results.as_deref().unwrap_or(&[]);
    let arities: SmallVec<[Arity; 4]> = specs.iter().map(|s| s.arity).collect();
    let results = stacked(share(&arities, op.result_count()).unwrap_or_default());
    let mut run = Run { program, options, op, p, operands, results };
    run.items(&program.items);
}

/// Suggests i, j, k … for the indices that the format prints.
pub(super) fn name_indices(program: &Program, op: OpRef<'_>, names: &mut ValueNames) {
    each(&program.items, &mut |kind| {
        let (region, first, count) = match kind {
            Kind::Arguments(region, Arguments::Indices(first)) => (region, *first, usize::MAX),
            Kind::Arguments(region, Arguments::Index(_)) => (region, b'i', 1),
            _ => return,
        };
        if let Some(entry) = op.body().regions(op.id()).nth(*region).and_then(|r| op.body().entry(r)) {
            let own = op.body().arg_count(entry).saturating_sub(assigned(program, op, *region));
            names.set_indices(op.body().args(entry).take(count.min(own)), first);
        }
    });
}

/// The number of a region's arguments that the format prints with their initial operands: the last ones.
fn assigned(program: &Program, op: OpRef<'_>, region: usize) -> usize {
    let (mut found, ranges) = (0, ranges(program, op));
    each(&program.items, &mut |kind| {
        if let Kind::Arguments(at, Arguments::Assigned(position)) = kind
            && *at == region
        {
            found = ranges.get(*position).map_or(0, |range| range.len());
        }
    });
    found
}

/// The operands of each position.
fn ranges(program: &Program, op: OpRef<'_>) -> SmallVec<[Range<usize>; 4]> {
    if let Some(sizes) = operand_sizes(op, "operand") {
        return stacked(sizes);
    }
    if program.segments {
        let sizes = op.attr("operandSegmentSizes").and_then(|a| op.ctx().attr_i32s(a)).unwrap_or_default();
        return stacked(sizes.into_iter().map(|n| n.max(0) as usize).collect());
    }
    stacked(share(&program.arities, op.operand_count()).unwrap_or_default())
}

/// Writes `%arg`.
fn untyped(p: &mut Printer, argument: Value) {
    p.value(argument);
    p.argument_location(argument);
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
            Kind::Custom(i, _) => self.options.customs[*i].1.print(self.op, self.p),
            Kind::Region { i, header } => {
                if let Some(region) = self.op.body().regions(self.op.id()).nth(*i) {
                    self.p.region(region, *header, true);
                }
            }
            Kind::Arguments(i, how) => self.arguments(*i, *how),
            Kind::Successor(i) => {
                if let Some(block) = self.op.body().successors(self.op.id()).nth(*i) {
                    self.p.successor(block);
                }
            }
            Kind::Group { anchor, then, otherwise } => {
                let items = if self.present(*anchor) { then } else { otherwise };
                self.items(items);
            }
        }
    }

    fn arguments(&mut self, region: usize, how: Arguments) {
        let entry = self.op.body().regions(self.op.id()).nth(region).and_then(|r| self.op.body().entry(r));
        let arguments: SmallVec<[Value; 4]> =
            entry.map(|b| self.op.body().args(b).collect()).unwrap_or_default();
        if let Arguments::Index(_) = how {
            return arguments.first().into_iter().for_each(|index| untyped(self.p, *index));
        }
        self.p.text("(");
        match how {
            Arguments::Typed => self.p.commas(arguments, Printer::argument),
            Arguments::Assigned(i) => {
                let values = self.values(Values::One(Source::Operand(i)));
                let last = arguments.len().saturating_sub(values.len());
                self.p.commas(arguments[last..].iter().zip(values), |p, (name, value)| {
                    p.value(*name);
                    p.text(" = ");
                    p.value(value);
                });
            }
            _ => {
                let own = arguments.len().saturating_sub(assigned(self.program, self.op, region));
                self.p.commas(arguments.into_iter().take(own), untyped);
            }
        }
        self.p.text(")");
    }

    fn present(&self, anchor: Anchor) -> bool {
        let (body, id) = (self.op.body(), self.op.id());
        match anchor {
            Anchor::Values(values) => !self.values(values).is_empty(),
            Anchor::OtherTypes(source) => {
                differ(self.program, self.op, source, |s| self.values(Values::One(s)))
            }
            Anchor::Attr(slot) => {
                let default = self.op.info().attrs[slot].default;
                let absent = default.map(|make| make(self.op.ctx()));
                self.op.slot(slot).is_some_and(|value| Some(value) != absent)
            }
            Anchor::Region(i) => body.regions(id).nth(i).is_some_and(|r| body.entry(r).is_some()),
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
