//! A compute with one fold, or nested folds that form one, as its dimensions and the code of a term.

use super::refusal::NestRefusal;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::loop_names::loop_name;
use tf_dialects::tensor::schedule::{Loop, LoopNames};
use tf_dialects::tensor::{Access, CombiningKind, Compute, Fold};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::{Bound, LoopLike};
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_passes_common::code::fold_chain;
use tf_passes_common::code::subscript::as_extent;

/// A set of dimensions, as a bit mask.
pub type Dims = u64;

/// An axis of the box, or the index of a fold.
#[derive(Clone, Debug)]
pub struct Dim {
    pub index: Value,
    pub extent: Extent,
}

/// A compute whose points are sums, or other folds, of terms.
pub struct Nest {
    pub compute: Op,
    /// The axes of the box, then the folds from the outermost in.
    pub dims: Vec<Dim>,
    /// The count of axes.
    pub rank: usize,
    pub folds: Vec<Op>,
    pub kind: CombiningKind,
    /// True if the terms may be combined in any order.
    pub reorders: bool,
    /// The blocks of the compute and of the folds.
    pub blocks: Vec<Block>,
    /// The combined value.
    pub term: Value,
    /// The dimensions that each value of the blocks depends on.
    depends: FxHashMap<Value, Dims>,
}

impl Nest {
    /// The nest of a compute.
    ///
    /// # Errors
    /// The reason why it has none.
    pub fn of(body: &Body, compute: Op) -> Result<Nest, NestRefusal> {
        let view = body.view(compute, Compute);
        let block = view.block().ok_or(NestRefusal::NoRegion)?;
        if view.plain_count() != body.result_count(compute) {
            return Err(NestRefusal::Puts);
        }
        let holds_code = |op: &Op| body.regions(*op).next().is_some();
        let tops: Vec<Op> = body.ops(block).filter(holds_code).collect();
        let [first] = tops[..] else {
            return Err(NestRefusal::Loops { count: tops.len() });
        };
        let folds = chain(body, first)?;
        let axes = view.indices().into_iter().zip(view.extents());
        let mut dims: Vec<Dim> = axes.map(|(index, extent)| Dim { index, extent: extent.clone() }).collect();
        let rank = dims.len();
        for fold in &folds {
            dims.push(fold_dim(body, *fold)?);
        }
        if dims.len() > Dims::BITS as usize {
            return Err(NestRefusal::Dimensions { count: dims.len(), most: Dims::BITS });
        }
        let inner = folds.iter().filter_map(|fold| body.view(*fold, Fold).block());
        let blocks: Vec<Block> = std::iter::once(block).chain(inner).collect();
        let last = body.view(folds[folds.len() - 1], Fold);
        let term = *last.yielded().first().ok_or(NestRefusal::NoFold)?;
        let kind = *last.combining_kinds().first().ok_or(NestRefusal::Combiner)?;
        let exact = dtype(body.ctx(), body.ty(term)).is_some_and(|dtype| kind.is_exact(dtype));
        let open = folds.iter().all(|fold| FastMath::of(body.op(*fold)).has(FastMath::REASSOC));
        let mut nest = Nest {
            compute,
            dims,
            rank,
            folds,
            kind,
            reorders: exact || open,
            blocks,
            term,
            depends: FxHashMap::default(),
        };
        nest.read_blocks(body)?;
        Ok(nest)
    }

    /// Records the dimensions that values depend on; checks that the code may run for points outside of the
    /// box.
    fn read_blocks(&mut self, body: &Body) -> Result<(), NestRefusal> {
        for (number, dim) in self.dims.iter().enumerate() {
            self.depends.insert(dim.index, 1 << number);
        }
        for block in self.blocks.clone() {
            for op in body.ops(block) {
                if self.folds.contains(&op) || body.terminator(block) == Some(op) {
                    continue;
                }
                if body.regions(op).next().is_some() {
                    return Err(NestRefusal::InnerLoops);
                }
                if !is_pure(body, op) {
                    return Err(NestRefusal::Traps);
                }
                let all = body.operands(op).fold(0, |all, value| all | self.depends_on(value));
                self.depends.extend(body.results(op).map(|result| (result, all)));
            }
        }
        Ok(())
    }

    /// The dimensions that a value depends on.
    pub fn depends_on(&self, value: Value) -> Dims {
        self.depends.get(&value).copied().unwrap_or(0)
    }

    /// The dimension of an index.
    pub fn dim_of(&self, value: Value) -> Option<usize> {
        self.dims.iter().position(|dim| dim.index == value)
    }

    /// A dimension as a loop of the compute.
    pub fn name(&self, dim: usize) -> Loop {
        if dim < self.rank { Loop::Axis(dim) } else { Loop::Fold(dim - self.rank) }
    }

    /// The dimension of a loop in a schedule; `None` if its fold no longer exists.
    pub fn dim_of_loop(&self, body: &Body, of: Loop, names: &LoopNames) -> Option<usize> {
        match of {
            Loop::Axis(axis) => Some(axis),
            Loop::Fold(fold) => {
                let name = Some(names.folds.get(fold)?.as_str());
                self.folds.iter().position(|op| loop_name(body, *op) == name).map(|at| self.rank + at)
            }
        }
    }

    /// The ops of the blocks that compute some values, in order, without those that only `given` values need.
    pub fn needed(&self, body: &Body, values: &[Value], given: &[Value]) -> Vec<Op> {
        let mut found: FxHashSet<Op> = FxHashSet::default();
        let mut pending = values.to_vec();
        while let Some(value) = pending.pop() {
            if given.contains(&value) {
                continue;
            }
            let Some(op) = body.def_op(value) else { continue };
            let is_own = body.block_of(op).is_some_and(|block| self.blocks.contains(&block));
            if is_own && !self.folds.contains(&op) && found.insert(op) {
                pending.extend(body.operands(op));
            }
        }
        let all = self.blocks.iter().flat_map(|block| body.ops(*block));
        all.filter(|op| found.contains(op)).collect()
    }

    /// The largest subexpressions of a term that read memory and depend on these dimensions and no others.
    pub fn parts(&self, body: &Body, dims: Dims) -> Vec<Value> {
        let mut found = Vec::new();
        let mut take = |value: Value| {
            let reads = || {
                let needed = self.needed(body, &[value], &[]);
                needed.iter().any(|op| Access::of_read(body.op(*op)).is_some())
            };
            if self.depends_on(value) == dims && !found.contains(&value) && reads() {
                found.push(value);
            }
        };
        take(self.term);
        for op in self.needed(body, &[self.term], &[]) {
            if body.results(op).all(|result| self.depends_on(result) != dims) {
                body.operands(op).for_each(&mut take);
            }
        }
        found
    }
}

/// A fold and the folds nested in it that form one fold with it.
fn chain(body: &Body, first: Op) -> Result<Vec<Op>, NestRefusal> {
    if !body.is(first, Fold) {
        return Err(NestRefusal::NotAFold);
    }
    let mut folds = vec![first];
    while let Some(inner) = folds.last().and_then(|fold| fold_chain::inner(body, *fold)) {
        folds.push(inner);
    }
    for fold in &folds {
        let view = body.view(*fold, Fold);
        if view.combiner().is_some() || body.result_count(*fold) != 1 {
            return Err(NestRefusal::SeveralValues);
        }
    }
    Ok(folds)
}

/// The dimension of a fold, which must start at zero.
fn fold_dim(body: &Body, fold: Op) -> Result<Dim, NestRefusal> {
    let view = body.view(fold, Fold);
    let inductions = Fold.inductions(view.op());
    let [induction] = &inductions[..] else { return Err(NestRefusal::NoIndex) };
    let extent = match (&induction.lower, &induction.upper) {
        (Bound::Constant(0), Bound::Constant(n)) => Extent::constant(*n),
        (Bound::Constant(0), Bound::Term(extent)) => extent.clone(),
        (Bound::Constant(0), Bound::Computed) => {
            let map = view.bounds().and_then(|attr| body.ctx().attr_map(attr));
            let upper = map.and_then(|map| map.results().get(1));
            upper.and_then(|upper| as_extent(upper, view.symbols())).ok_or(NestRefusal::Range)?
        }
        _ => return Err(NestRefusal::Range),
    };
    Ok(Dim { index: induction.variable, extent })
}
