//! The work of algorithmic ops: contractions, sorts, searches, scans and updates.

use crate::arith;
use crate::scalar::{DType, OpSpec, element_type, row};
use crate::shared::work::{Shapes, Tally, Work, block_work, rounds};
use crate::tensor::combiner;
use crate::tensor::dynamic::UpdateSlice;
use crate::tensor::kinds::CombiningKind;
use crate::tensor::reduce::Contract;
use crate::tensor::scan::Scan;
use crate::tensor::sort::{SearchSorted, Sort};
use tf_ir::opref::OpRef;

/// Adds operations of a row of the scalar table on elements of a type.
fn add(tally: &mut Tally, spec: Option<&'static OpSpec>, dtype: DType, count: u64) {
    if let Some(spec) = spec {
        tally.add(spec.class(dtype), spec.cost, count);
    }
}

impl Work for Contract {
    /// A product and a sum for each point of the iteration space, and a read of each operand.
    fn work(&self, op: OpRef<'_>, shapes: &Shapes<'_>) -> Tally {
        let mut tally = Tally { writes: shapes.result_elements(0), ..Tally::default() };
        let (Some(equation), Some(dtype)) =
            (op.view(Contract).parsed(), element_type(op.ctx(), op.body().ty(op.result(0))))
        else {
            return tally;
        };
        let extent = |label: usize| {
            let mut axes = equation.operands.iter().zip(shapes.operands);
            let found = axes.find_map(|(labels, extents)| {
                labels.iter().position(|l| *l == label).and_then(|axis| extents.get(axis))
            });
            found.map_or(1, |extent| *extent as u64)
        };
        let space: u64 = (0..equation.labels.len()).map(extent).product();
        let operands = equation.operands.len() as u64;
        add(&mut tally, CombiningKind::Mul.spec(dtype), dtype, space * (operands - 1));
        if !equation.summed().is_empty() {
            add(&mut tally, CombiningKind::Add.spec(dtype), dtype, space);
        }
        let widening = if dtype.is_float() { arith::Extf::KIND } else { arith::Extsi::KIND };
        for operand in op.operands() {
            if let Some(from) = element_type(op.ctx(), op.body().ty(operand)).filter(|from| *from != dtype) {
                add(&mut tally, row(widening), from, space);
            }
        }
        tally.reads = space * operands;
        tally.iterations = space;
        tally.loops = loops_of(shapes.result_elements(0), equation.summed().into_iter().map(extent));
        tally
    }
}

/// The number of entries into the loops of nested sums, for `results` results.
fn loops_of(results: u64, extents: impl Iterator<Item = u64>) -> u64 {
    let (mut entered, mut all) = (results, 0);
    for extent in extents {
        all += entered;
        entered *= extent;
    }
    all.max(results)
}

impl Work for Sort {
    /// Merge sort: each of `log₂ n` rounds compares and moves each element once. A further round returns rows
    /// to their original buffer if the number of rounds is odd, and another one copies them there.
    fn work(&self, op: OpRef<'_>, shapes: &Shapes<'_>) -> Tally {
        let view = op.view(Sort);
        let tensors = op.operand_count() as u64;
        let elements = shapes.operand_elements(0);
        let log = rounds(shapes.operands[0].get(view.axis()).map_or(1, |n| *n as u64));
        let mut tally = block_work(op, view.comparator()).times(elements * log);
        tally.reads = tensors * elements * (3 * log + 2);
        tally.writes = tensors * elements * (log + 2);
        tally.iterations = elements * (log + 2);
        tally.loops = 2 * elements;
        tally
    }
}

impl Work for SearchSorted {
    /// Each query is compared with an element per round; floats are compared twice, because of NaN.
    fn work(&self, op: OpRef<'_>, shapes: &Shapes<'_>) -> Tally {
        let queries = shapes.operand_elements(1);
        let steps = queries * (rounds(shapes.operand_elements(0) + 1));
        let mut tally = Tally {
            reads: queries + steps,
            writes: queries,
            iterations: steps,
            loops: queries,
            ..Tally::default()
        };
        if let Some(dtype) = element_type(op.ctx(), op.operand_type(0)) {
            let (compare, count) = match dtype.is_float() {
                true => (arith::Cmpf::KIND, 2),
                false => (arith::Cmpi::KIND, 1),
            };
            add(&mut tally, row(compare), dtype, count * steps);
        }
        tally
    }
}

impl Work for Scan {
    /// One combination per element.
    fn work(&self, op: OpRef<'_>, shapes: &Shapes<'_>) -> Tally {
        let (view, elements) = (op.view(Scan), shapes.operand_elements(0));
        let results = op.result_count() as u64;
        let mut tally = block_work(op, combiner::block_of(op, 0)).times(elements);
        for (kind, result) in view.combining_kinds().into_iter().zip(op.results()) {
            if let Some(dtype) = element_type(op.ctx(), op.body().ty(result)) {
                add(&mut tally, kind.spec(dtype), dtype, elements);
            }
        }
        let length = shapes.operands[0].get(view.axis()).map_or(1, |n| *n as u64).max(1);
        tally.reads = results * elements;
        tally.writes = results * elements;
        tally.iterations = elements;
        tally.loops = 2 * elements / length;
        tally
    }
}

impl Work for UpdateSlice {
    /// The replaced elements.
    fn work(&self, _: OpRef<'_>, shapes: &Shapes<'_>) -> Tally {
        let changed = shapes.operand_elements(0);
        Tally { reads: changed, writes: changed, iterations: changed, loops: 1, ..Tally::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::Class;
    use crate::shared::work::Work;
    use tf_ir::context::Context;
    use tf_ir::registry::Registry;
    use tf_ir::text::{ParseOptions, parse_module};

    /// The work of the op with this name in a function, for these extents.
    fn stated(text: &str, name: &str, operands: &[Vec<usize>], results: &[Vec<usize>]) -> Tally {
        let mut registry = Registry::new();
        crate::register_all(&mut registry);
        let ctx = Context::new(registry);
        let parsed = parse_module(&ctx, "test", text, &ParseOptions::default());
        let module = parsed.unwrap_or_else(|e| panic!("{e:?}")).body;
        let function = module.child(module.child_ops()[0]).expect("there is a function");
        let block = function.entry_block().expect("it has a block");
        let op = function.ops(block).find(|op| function.op(*op).name().ends_with(name));
        let op = function.op(op.expect("it has the op"));
        let work = op.info().interface::<dyn Work>().expect("it states its work");
        work.work(op, &Shapes { operands, results })
    }

    #[test]
    fn a_product_is_twice_its_iteration_space() {
        let text = "func.func @f(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
            %c = tensor.contract \"ij,jk->ik\" %a, %b : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
            return %c : tensor<3x5xf32>
        }";
        let tally = stated(text, "contract", &[vec![3, 4], vec![4, 5]], &[vec![3, 5]]);
        assert_eq!((tally.of(Class::AddMultiply), tally.writes), (2 * 60, 15));
    }

    #[test]
    fn a_sort_compares_n_log_n_times() {
        let text = "func.func @f(%a: tensor<64xi32>) -> tensor<64xi32> {
            %c = tensor.sort %a dim = 0 by (%x: i32, %y: i32) {
              %t = arith.cmpi slt, %x, %y : i32
              tensor.yield %t : i1
            } : tensor<64xi32>
            return %c : tensor<64xi32>
        }";
        let tally = stated(text, "sort", &[vec![64]], &[vec![64]]);
        assert_eq!(tally.of(Class::Compare), 64 * 6);
    }
}
