//! The price of storing a member and reading it, compared to inlining it at each read: the price of the loops
//! that each choice leads to.
//!
//! Each side is priced twice: as separate nests, and with tiles of loops that all nests share (as in a
//! group). In a tile, the member's result stays in a cache from the producer to its consumers.

use super::model::{InlinedRead, Model, State};
use super::read::Read;
use super::shared::{Index, place};
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::{Compute, shape};
use tf_ir::body::{Body, Value};
use tf_ir::extent::Extent;
use tf_passes_common::cost::access_map::bytes_of_element;
use tf_passes_common::cost::figures::{
    CONTRACTED, LIKELY_TRIP_COUNT, MOST_PRICED, MOST_SHARES, NEST_ENTRY, SHARED_BYTES, WORTH_A_THREAD,
};
use tf_passes_common::cost::likely;
use tf_passes_common::cost::price::price;
use tf_passes_common::cost::tree::{Array, Axis, LoopTree, Threads, Use};

/// A member and the reads that its code would replace.
pub(super) struct InlineCandidate<'a> {
    pub node: usize,
    /// The reads that disappear, with those that are values of the member's own nest.
    pub replaced: &'a [usize],
    /// The reads that evaluate the member, each with the member's reads there.
    pub made: &'a [InlinedRead],
}

/// The cost of the loops that a choice affects, in additions of one lane, over all threads.
pub(super) struct Prices {
    /// With the member inlined at each of its reads.
    pub inlined: f64,
    /// With the member stored.
    pub stored: f64,
}

impl Prices {
    /// The prices of a choice; `None` if its computes have too many reads.
    pub fn of(body: &Body, model: &Model, choice: &InlineCandidate<'_>, target: &Target) -> Option<Prices> {
        let inlined = Side { body, model, choice, target, stored: false };
        let stored = Side { stored: true, ..inlined };
        let nests = inlined.touched();
        let roots = nests.iter().flat_map(|nest| &model.nests[*nest].roots);
        let reads: usize = roots.map(|root| model.nodes[*root].reads.len()).sum();
        let made: usize = choice.made.iter().map(|made| made.inner.len()).sum();
        if reads + made > MOST_PRICED {
            return None;
        }
        let price = |side: Side<'_>| side.price(&side.become_of(&nests));
        Some(Prices { inlined: price(inlined), stored: price(stored) })
    }
}

/// The program after the choice, as far as it changes.
#[derive(Clone, Copy)]
struct Side<'a> {
    body: &'a Body,
    model: &'a Model,
    choice: &'a InlineCandidate<'a>,
    target: &'a Target,
    /// The member is stored.
    stored: bool,
}

/// A nest after the choice.
struct Nest<'a> {
    /// One of its computes, whose indices represent its own.
    root: usize,
    /// The cost of a point, in operations.
    cost: f64,
    reads: Vec<&'a Read>,
    /// The tensors that it writes.
    writes: Vec<Value>,
}

impl Nest<'_> {
    /// The cost of a point, in instructions.
    fn instructions(&self) -> f64 {
        let reads: f64 = self.reads.iter().map(|read| read.likely_times() as f64).sum();
        (self.cost - reads).max(0.0) * CONTRACTED + reads + self.writes.len() as f64
    }
}

impl<'a> Side<'a> {
    /// The cost of the nests over all threads, separate or with shared loops, the cheaper one.
    fn price(self, nests: &[Nest<'_>]) -> f64 {
        let (apart, shared) = (self.cost(nests, Vec::new()), self.shared());
        if shared.is_empty() { apart } else { apart.min(self.cost(nests, shared)) }
    }

    /// The nests that the choice changes, in order.
    fn touched(self) -> Vec<usize> {
        let consumers = self.choice.replaced.iter().map(|id| self.model.reads[*id].consumer);
        let mut nests = vec![self.model.nest_of(self.choice.node)];
        for nest in consumers.map(|consumer| self.model.nest_of(consumer)) {
            if !nests.contains(&nest) {
                nests.push(nest);
            }
        }
        nests
    }

    /// These nests after the choice.
    fn become_of(self, nests: &[usize]) -> Vec<Nest<'a>> {
        let makers = self.makers();
        nests.iter().filter_map(|nest| self.nest(*nest, &makers)).collect()
    }

    /// The reads at which the member is evaluated. Computes over one iteration domain that read it at the
    /// same point become one nest, in which only the first read computes the value.
    fn makers(self) -> Vec<&'a InlinedRead> {
        let Side { body, model, choice, .. } = self;
        let box_of = |read: &Read| body.slot(model.nodes[read.consumer].op, Compute::BOX);
        let mut seen: Vec<(&Read, Vec<Index>)> = Vec::new();
        let is_first = |made: &&InlinedRead| {
            let read = &model.reads[made.read];
            let Some(place) = place(body, model, read) else { return true };
            let is_same = |(other, at): &(&Read, Vec<Index>)| {
                model.nest_of(other.consumer) != model.nest_of(read.consumer)
                    && (&other.place.map, &other.place.extents, at)
                        == (&read.place.map, &read.place.extents, &place)
                    && box_of(other) == box_of(read)
            };
            let is_first = !seen.iter().any(is_same);
            seen.push((read, place));
            is_first
        };
        choice.made.iter().filter(is_first).collect()
    }

    /// A nest after the choice; `None` if nothing is left of it, because it held only the member, which is
    /// inlined.
    fn nest(self, nest: usize, makers: &[&'a InlinedRead]) -> Option<Nest<'a>> {
        let Side { body, model, choice, stored, .. } = self;
        let roots = model.nests[nest].roots.iter().copied();
        let roots: Vec<usize> = roots.filter(|root| stored || *root != choice.node).collect();
        let mut own = Nest { root: *roots.first()?, cost: 0.0, reads: Vec::new(), writes: Vec::new() };
        let is_gone = |id: &usize| !stored && choice.replaced.contains(id);
        for root in roots {
            let ids = model.nodes[root].reads.iter().filter(|id| model.states[**id] == State::Live);
            own.reads.extend(ids.filter(|id| !is_gone(id)).map(|id| &model.reads[*id]));
            own.cost += model.nodes[root].likely as f64;
            own.writes.extend(
                body.results(model.nodes[root].op).filter(|value| {
                    !model.nodes[root].held_by.is_empty() || self.is_read_from_memory(*value)
                }),
            );
            if stored {
                continue;
            }
            let replaced = choice.replaced.iter().map(|id| &model.reads[*id]);
            let replaced = replaced.filter(|read| read.consumer == root);
            own.cost -= replaced.map(|read| read.likely_times() as f64).sum::<f64>();
            for made in makers.iter().filter(|made| model.reads[made.read].consumer == root) {
                let once = model.nodes[choice.node].likely.saturating_add(made.check_cost) as f64;
                own.cost += once * model.reads[made.read].likely_times() as f64;
                own.reads.extend(&made.inner);
            }
        }
        Some(own)
    }

    fn is_read_from_memory(self, value: Value) -> bool {
        let readers = self.model.readers.get(&value).into_iter().flatten();
        readers.copied().any(|id| self.model.states[id] == State::Live)
    }

    /// The loops that all nests could share, outermost first: all reads along them are identity accesses. The
    /// member's last axis is not shared.
    fn shared(self) -> Vec<Shared> {
        let Side { body, model, choice, .. } = self;
        let view = body.view(model.nodes[choice.node].op, Compute);
        let indices = view.indices();
        let axes = indices.iter().zip(view.extents()).enumerate().take(indices.len().saturating_sub(1));
        let levels = axes.map_while(|(axis, (own, extent))| {
            let length = likely(extent);
            let mut loops: FxHashMap<usize, Value> = FxHashMap::default();
            loops.insert(model.nest_of(choice.node), model.canonical(*own));
            for read in choice.replaced.iter().map(|id| &model.reads[*id]) {
                let index = model.canonical(read.place.values[single(read, axis)?]);
                let nest = model.nest_of(read.consumer);
                let is_whole = self.trip_count(read, index) == Some(length);
                if !is_whole || *loops.entry(nest).or_insert(index) != index {
                    return None;
                }
            }
            let indices = loops.into_values().collect();
            Some(Shared { indices, length: length.max(1) as f64, tile: 1.0 })
        });
        let mut levels: Vec<Shared> = levels.collect();
        let extents = view.extents().iter().skip(levels.len());
        let row: f64 = extents.map(|extent| likely(extent) as f64).product();
        let bytes: f64 = body.results(view.op().id()).map(|value| bytes_of_element(body, value)).sum();
        if let Some(last) = levels.last_mut() {
            // As many rows as stay in a near cache.
            last.tile = (SHARED_BYTES / (row * bytes).max(1.0)).floor().clamp(1.0, last.length);
        }
        levels
    }

    /// The iteration count of an index of a read.
    fn trip_count(self, read: &Read, index: Value) -> Option<i64> {
        let view = self.body.view(self.model.nodes[read.consumer].op, Compute);
        let own = view.indices().into_iter().map(|own| self.model.canonical(own));
        let own = own.zip(view.extents().iter().map(likely)).find(|(own, _)| *own == index);
        let around = || read.around.iter().flatten().find(|(around, _)| *around == index)?.1;
        own.map(|(_, iterations)| iterations).or_else(around)
    }

    /// The cost of nests in these shared loops and their own.
    fn cost(self, nests: &[Nest<'_>], shared: Vec<Shared>) -> f64 {
        let mut loops = Loops { side: self, tree: LoopTree::default(), dims: FxHashMap::default(), shared };
        loops.share();
        let node = &self.model.nodes[self.choice.node];
        for value in self.body.results(node.op).filter(|_| node.held_by.is_empty()) {
            loops.tree.live(Array::Of(value), loops.tree.here());
        }
        for (owner, nest) in nests.iter().enumerate() {
            loops.add(owner, nest);
        }
        loops.shared.iter().for_each(|_| loops.tree.leave());
        price(&loops.tree, self.target).cost
    }
}

/// A loop that all nests share.
struct Shared {
    /// Its index in each of them.
    indices: Vec<Value>,
    length: f64,
    /// The tile size.
    tile: f64,
}

/// A loop tree under construction.
struct Loops<'a> {
    side: Side<'a>,
    tree: LoopTree,
    /// The dimensions of loops, by their indices.
    dims: FxHashMap<Value, usize>,
    shared: Vec<Shared>,
}

impl Loops<'_> {
    /// Enters the loops that all nests share.
    fn share(&mut self) {
        for Shared { indices, length, tile } in &self.shared {
            let dim = self.tree.dim();
            self.dims.extend(indices.iter().map(|index| (*index, dim)));
            self.tree.enter(dim, ((length / tile).ceil(), *tile), Threads::Several);
        }
    }

    fn dim(&mut self, index: Value) -> usize {
        let Loops { tree, dims, .. } = self;
        *dims.entry(index).or_insert_with(|| tree.dim())
    }

    /// Adds the loops of a nest inside the shared ones.
    fn add(&mut self, owner: usize, nest: &Nest<'_>) {
        let Side { body, model, target, .. } = self.side;
        let view = body.view(model.nodes[nest.root].op, Compute);
        let indices: Vec<Value> = view.indices().into_iter().map(|own| model.canonical(own)).collect();
        let lengths = view.extents().iter().map(|extent| likely(extent).max(1) as f64);
        let mut axes: Vec<(Value, f64)> = indices.iter().copied().zip(lengths).collect();
        let mut cost = nest.instructions();
        for Shared { indices, length, tile } in &self.shared {
            match axes.iter().position(|(index, _)| indices.contains(index)) {
                Some(axis) if *tile > 1.0 => axes[axis].1 = *tile,
                Some(axis) => drop(axes.remove(axis)),
                // A tile of a fold has a part of the terms.
                None => cost *= tile / length,
            }
        }
        let axes: Vec<(usize, f64)> =
            axes.into_iter().map(|(index, length)| (self.dim(index), length)).collect();
        let lanes = target.lanes(self.widest(nest)) as f64;
        let in_vectors = axes.last().map_or(1.0, |(_, length)| lanes.min(*length));
        let points: f64 = axes.iter().map(|(_, length)| length).product();
        let is_alone = !self.shared.is_empty() || points * cost / lanes < 2.0 * WORTH_A_THREAD;
        self.tree.code(owner, NEST_ENTRY, Vec::new());
        let (mut shares, last) = (1.0, axes.len().wrapping_sub(1));
        for (at, (dim, length)) in axes.iter().enumerate() {
            let step = if at == last { in_vectors } else { 1.0 };
            let is_for_one = is_alone || shares >= MOST_SHARES;
            let threads = if is_for_one { Threads::One } else { Threads::Several };
            shares *= length / step;
            self.tree.enter(*dim, ((length / step).ceil(), step), threads);
        }
        self.tree.code(owner, cost * in_vectors / lanes, Vec::new());
        self.accesses(owner, nest, &indices, axes.last().map(|(dim, _)| (*dim, in_vectors)));
        axes.iter().for_each(|_| self.tree.leave());
    }

    /// The bits of the widest elements of a nest.
    fn widest(&self, nest: &Nest<'_>) -> u32 {
        let arrays = nest.reads.iter().map(|read| read.source).chain(nest.writes.iter().copied());
        let bytes = arrays.map(|array| bytes_of_element(self.side.body, array));
        bytes.fold(1.0, f64::max) as u32 * 8
    }

    /// Adds the reads of a nest, in the loops around them, and its writes.
    fn accesses(&mut self, owner: usize, nest: &Nest<'_>, indices: &[Value], lanes: Option<(usize, f64)>) {
        let mut reads: Vec<&Read> = nest.reads.clone();
        reads.sort_by(|a, b| a.around.cmp(&b.around));
        for together in reads.chunk_by(|a, b| a.around == b.around) {
            // A shared loop is open already.
            let around: Vec<(usize, f64)> = together[0]
                .around
                .iter()
                .flatten()
                .filter_map(|(index, iterations)| {
                    let is_open = self.dims.get(index).is_some_and(|dim| self.tree.is_along(*dim));
                    (!is_open).then(|| {
                        (
                            self.dim(*index),
                            iterations.map_or(LIKELY_TRIP_COUNT, |iterations| iterations.max(1) as f64),
                        )
                    })
                })
                .collect();
            around.iter().for_each(|(dim, iterations)| {
                self.tree.enter(*dim, (*iterations, 1.0), Threads::Open);
            });
            let jumps = around.last().map(|(dim, _)| *dim);
            let uses = together.iter().map(|read| self.read(read, indices, jumps)).collect();
            self.code(owner, uses, lanes);
            around.iter().for_each(|_| self.tree.leave());
        }
        let writes = nest.writes.iter().map(|array| self.write(*array, indices)).collect();
        self.code(owner, writes, lanes);
    }

    fn code(&mut self, owner: usize, uses: Vec<Use>, lanes: Option<(usize, f64)>) {
        let Some((dim, lanes)) = lanes else { return self.tree.code(owner, 0.0, uses) };
        self.tree.enter(dim, (lanes, 1.0), Threads::Open);
        self.tree.code(owner, 0.0, uses);
        self.tree.leave();
    }

    fn read(&mut self, read: &Read, indices: &[Value], innermost: Option<usize>) -> Use {
        let (body, model) = (self.side.body, self.side.model);
        let extents = shape::extents(body.ctx(), body.ty(read.source)).unwrap_or_default();
        let mut axes = Vec::new();
        for (expr, extent) in read.place.map.results().iter().zip(&extents) {
            let known = extent.as_const().is_some();
            let mut axis =
                Axis { extent: likely(extent).max(1) as f64, terms: Vec::new(), anywhere: false, known };
            let used = read.place.values.iter().enumerate().filter(|(d, _)| expr.uses_dim(*d as u32));
            for (d, value) in used {
                let stride = expr.stride(d as u32);
                match self.dims.get(&model.canonical(*value)) {
                    Some(dim) => {
                        axis.terms.push((*dim, stride.map_or(1.0, |stride| stride.unsigned_abs() as f64)));
                        axis.anywhere |= stride.is_none();
                    }
                    // Computed subscripts may be anywhere; those from outside are fixed.
                    None if self.is_made(*value) => {
                        axis.terms.extend(indices.iter().filter_map(|own| Some((*self.dims.get(own)?, 1.0))));
                        axis.anywhere = true;
                    }
                    None => {}
                }
            }
            axes.push(axis);
        }
        let rows = axes.len().saturating_sub(1);
        let moves = |dim: usize| axes[..rows].iter().any(|axis| axis.terms.iter().any(|(of, _)| *of == dim));
        let jumps = innermost.is_some_and(moves);
        Use { array: Array::Of(read.source), bytes: bytes_of_element(body, read.source), axes, jumps }
    }

    fn is_made(&self, value: Value) -> bool {
        let Side { body, model, .. } = self.side;
        let owner = match body.def_op(value) {
            Some(def) => Some(def),
            None => body.def_block(value).and_then(|block| body.block_owner(block)),
        };
        owner.is_some_and(|owner| model.node_around(body, owner).is_some())
    }

    fn write(&mut self, array: Value, indices: &[Value]) -> Use {
        let body = self.side.body;
        let extents = shape::extents(body.ctx(), body.ty(array)).unwrap_or_default();
        let axis = |(at, extent): (usize, &Extent)| Axis {
            extent: likely(extent).max(1) as f64,
            terms: indices.get(at).and_then(|own| Some((*self.dims.get(own)?, 1.0))).into_iter().collect(),
            anywhere: false,
            known: extent.as_const().is_some(),
        };
        let axes = extents.iter().enumerate().map(axis).collect();
        Use { array: Array::Of(array), bytes: bytes_of_element(body, array), axes, jumps: false }
    }
}

/// The only dimension that a subscript depends on, if its stride is one.
fn single(read: &Read, axis: usize) -> Option<usize> {
    let map = &read.place.map;
    let form = map.results().get(axis)?.linear_form(map.num_dims(), map.num_symbols())?;
    let mut used = form.dims.iter().enumerate().filter(|(_, by)| **by != 0);
    let (dim, by) = used.next()?;
    (*by == 1 && used.next().is_none()).then_some(dim)
}
