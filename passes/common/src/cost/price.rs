//! The price of a loop tree: the cost of its code with all data in L1, plus the cost of the bytes from
//! farther away.
//!
//! If a cache holds the footprint of one iteration of a loop, each byte is loaded once for all iterations.
//! Otherwise the children of the loop are priced one by one; the data of the child before is still cached if
//! the cache holds both.

use super::figures::{L1_SHARE, NOT_OVERLAPPED};
use super::tree::{Array, Child, LoopTree, Threads, Unit, Way};
use std::ops::Range;
use tf_dialects::target::Target;

/// The cost of a loop tree, in additions of one lane, over all threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Price {
    /// The total, with the time of idle threads.
    pub cost: f64,
    /// The part of it for code with all data in L1.
    pub work: f64,
    /// Bytes from L2, from L3, and from memory.
    pub bytes: [f64; 3],
    /// TLB misses.
    pub pages: f64,
}

/// The cost of one compute.
#[derive(Clone, Copy, Default)]
struct Share {
    work: f64,
    memory: f64,
    /// The part of the memory time that is beyond L2: work hides the rest.
    far: f64,
    idle: f64,
}

/// The price of a tree on a target.
pub fn price(tree: &LoopTree, target: &Target) -> Price {
    let owners = tree.codes.iter().map(|code| code.owner + 1).max().unwrap_or(0);
    let mut shares = vec![Share { idle: 1.0, ..Share::default() }; owners];
    for code in &tree.codes {
        let share = &mut shares[code.owner];
        share.work += code.work * tree.runs(code.around);
        share.idle = share.idle.max(idle(tree, code.around, target));
    }
    let mut price = Price { work: shares.iter().map(|share| share.work).sum(), ..Price::default() };
    // A part of each cache is for data outside this model: the sibling hyperthread's, the program's, and
    // lines that conflict.
    let (caches, rates) = (&target.caches, &target.rates);
    let (l1, l2, line) = (target.l1_bytes as f64, target.l2_bytes as f64, f64::from(caches.line_bytes));
    let way = |bytes: f64, ways: u32| Some(Way { bytes: bytes / f64::from(ways), line });
    let pages = Unit::Pages(f64::from(caches.page_bytes));
    let levels = [
        (Unit::Bytes, L1_SHARE * l1, way(l1, caches.l1_ways), rates.l2_byte),
        (Unit::Bytes, l2 / 2.0, way(l2, caches.l2_ways), (rates.l3_byte - rates.l2_byte).max(0.0)),
        // L3 hashes addresses to sets.
        (Unit::Bytes, caches.l3_bytes as f64, None, (rates.memory_byte - rates.l3_byte).max(0.0)),
        (pages, f64::from(caches.known_pages) / 2.0, None, rates.page_lookup),
    ];
    for (level, (unit, capacity, way, each)) in levels.into_iter().enumerate() {
        // The hardware does not prefetch distant rows; from L3, two adjacent lines suffice.
        let (jump, least) = match level {
            0 => (rates.jump, f64::INFINITY),
            1 => (rates.jump_in_third, 2.0 * line),
            2 => (rates.jump_in_memory, f64::INFINITY),
            _ => (1.0, 0.0),
        };
        let (loads, waits) = (vec![0.0; owners], vec![0.0; owners]);
        let mut cache = Cache { tree, unit, capacity, way, jump, least, loads, waits };
        cache.fill(None, 1.0, &[]);
        let loads = cache.loads.iter().sum();
        match price.bytes.get_mut(level) {
            Some(bytes) => *bytes = loads,
            None => price.pages = loads,
        }
        for (share, waits) in shares.iter_mut().zip(&cache.waits) {
            share.memory += waits * each;
            share.far += if level > 0 { waits * each } else { 0.0 };
        }
    }
    let seen = |share: &Share| {
        let (more, less) = (share.work.max(share.memory), share.work.min(share.far));
        (more + NOT_OVERLAPPED * less) * share.idle
    };
    price.cost = shares.iter().map(seen).sum::<f64>() + shared_out(tree, target);
    price
}

/// Fork–join overhead of parallel loops.
fn shared_out(tree: &LoopTree, target: &Target) -> f64 {
    let is_first = |at: &usize| {
        let mut around = tree.path(tree.loops[*at].around);
        tree.loops[*at].threads == Threads::Several
            && !around.any(|outer| tree.loops[outer].threads == Threads::Several)
    };
    let starts: f64 = (0..tree.loops.len()).filter(is_first).map(|at| tree.runs(tree.loops[at].around)).sum();
    starts * target.rates.fork_join * f64::from(target.cores)
}

/// The ratio of all threads' time, with idle time, to the work.
fn idle(tree: &LoopTree, around: Option<usize>, target: &Target) -> f64 {
    let loops: Vec<_> = tree.path(around).map(|at| &tree.loops[at]).collect();
    if loops.last().is_none_or(|outermost| outermost.threads == Threads::Open) {
        return 1.0;
    }
    let threads = f64::from(target.cores);
    let several = loops.iter().filter(|node| node.threads == Threads::Several);
    let shares = several.map(|node| node.iterations).product::<f64>().max(1.0);
    (shares / threads).ceil() * threads / shares
}

/// The state of the cache simulation.
struct Cache<'a> {
    tree: &'a LoopTree,
    unit: Unit,
    capacity: f64,
    /// The ways, if the cache is set-associative.
    way: Option<Way>,
    /// The factor on the wait of jumps over fewer adjacent bytes than `least`.
    jump: f64,
    least: f64,
    /// Amounts loaded into the cache, and the same weighted by latency, both by the owners of code.
    loads: Vec<f64>,
    waits: Vec<f64>,
}

/// The footprint of code in an array.
#[derive(Clone, Copy)]
struct ArrayFootprint {
    array: Array,
    amount: f64,
    /// Its share of the capacity, with conflicts.
    room: f64,
    /// The owner of the code that touches it first.
    owner: usize,
    jumps: bool,
}

impl Cache<'_> {
    /// Loads the data of a loop that runs this often, except for the arrays that are cached already.
    fn fill(&mut self, scope: Option<usize>, times: f64, held: &[Array]) {
        let tree = self.tree;
        let codes = scope.map_or(0..tree.codes.len(), |at| tree.loops[at].codes.clone());
        if self.fits(&self.touched(codes.clone(), (scope, false))) {
            // Data that fits in a cache is still there when the program runs again.
            if scope.is_some() {
                let whole = self.touched(codes, (scope, true));
                self.load(&whole, times, |array| held.contains(&array) || tree.is_inner(array, scope));
            }
            return;
        }
        let (holds, iterations) = match scope {
            Some(at) => (&tree.loops[at].holds, tree.loops[at].iterations),
            None => (&tree.top, 1.0),
        };
        let parts: Vec<Vec<ArrayFootprint>> =
            holds.iter().map(|child| self.touched(tree.codes_of(*child), (scope, false))).collect();
        for (at, child) in holds.iter().enumerate() {
            let held = self.held(&parts[..=at]);
            match child {
                Child::Loop(inner) => self.fill(Some(*inner), times * iterations, &held),
                Child::Code(_) => self.load(&parts[at], times * iterations, |array| held.contains(&array)),
            }
        }
    }

    /// The footprint of a range of code, in one iteration of the scope or in all of them.
    fn touched(&self, codes: Range<usize>, scope: (Option<usize>, bool)) -> Vec<ArrayFootprint> {
        let mut found = Vec::new();
        for code in &self.tree.codes[codes] {
            for used in &code.uses {
                let amount = self.tree.footprint(code, used, scope, self.unit);
                let (array, jumps) =
                    (used.array, used.jumps && self.tree.side_by_side(code, used) < self.least);
                let crowding = self.way.map_or(1.0, |way| self.tree.crowding(code, used, scope, way));
                let room = amount * crowding;
                unite(&mut found, ArrayFootprint { array, amount, room, owner: code.owner, jumps });
            }
        }
        found
    }

    fn fits(&self, touched: &[ArrayFootprint]) -> bool {
        touched.iter().map(|own| own.room).sum::<f64>() <= self.capacity
    }

    /// Loads arrays that are not cached.
    fn load(&mut self, touched: &[ArrayFootprint], times: f64, is_there: impl Fn(Array) -> bool) {
        for own in touched.iter().filter(|own| !is_there(own.array)) {
            let amount = own.amount * times;
            self.loads[own.owner] += amount;
            self.waits[own.owner] += if own.jumps { amount * self.jump } else { amount };
        }
    }

    /// The arrays of the last part that the parts before it have left in the cache.
    fn held(&self, parts: &[Vec<ArrayFootprint>]) -> Vec<Array> {
        let Some((own, before)) = parts.split_last() else { return Vec::new() };
        let (mut between, mut held) = (own.clone(), Vec::new());
        for earlier in before.iter().rev() {
            earlier.iter().for_each(|touched| unite(&mut between, *touched));
            if !self.fits(&between) {
                break;
            }
            let is_own = |array: Array| own.iter().any(|touched| touched.array == array);
            held.extend(earlier.iter().map(|touched| touched.array).filter(|array| is_own(*array)));
        }
        held
    }
}

/// Merges the footprint of one access into those of all: accesses of one array touch the same elements.
fn unite(all: &mut Vec<ArrayFootprint>, one: ArrayFootprint) {
    match all.iter_mut().find(|known| known.array == one.array) {
        Some(known) => {
            known.jumps = if known.amount < one.amount { one.jumps } else { known.jumps };
            known.amount = known.amount.max(one.amount);
            known.room = known.room.max(one.room);
        }
        None => all.push(one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::tree::{Axis, Use};
    use tf_dialects::target::Level;

    /// 32 KB, 1 MB.
    fn target() -> Target {
        Level::V4.target()
    }

    /// A use of floats at these dimensions and extents.
    fn used(array: usize, axes: &[(usize, f64)]) -> Use {
        let axis = |(dim, extent): &(usize, f64)| Axis {
            extent: *extent,
            terms: vec![(*dim, 1.0)],
            anywhere: false,
            known: false,
        };
        Use { array: Array::Made(array), bytes: 4.0, axes: axes.iter().map(axis).collect(), jumps: false }
    }

    /// A loop nest over these dimensions, around one piece of code.
    fn nest(tree: &mut LoopTree, loops: &[(usize, f64)], owner: usize, uses: Vec<Use>) {
        for (dim, iterations) in loops {
            tree.enter(*dim, (*iterations, 1.0), Threads::Open);
        }
        tree.code(owner, 1.0, uses);
        loops.iter().for_each(|_| tree.leave());
    }

    const MANY: f64 = 10_000_000.0;

    #[test]
    fn rows_at_powers_of_two_apart_crowd_a_few_sets() {
        // A strip of 16 columns of 1024 rows, for each of 4 points: 64 KB, which L2 holds unless all rows map
        // to a few sets.
        let with = |columns: f64, known: bool| {
            let mut tree = LoopTree::default();
            let (strip, point, row, lane) = (tree.dim(), tree.dim(), tree.dim(), tree.dim());
            let axis =
                |dim: usize, extent: f64| Axis { extent, terms: vec![(dim, 1.0)], anywhere: false, known };
            let mut columns = axis(lane, columns);
            columns.terms.push((strip, 1.0));
            let strips = (columns.extent / 16.0).floor();
            let array = Use {
                array: Array::Made(0),
                bytes: 4.0,
                axes: vec![axis(row, 1024.0), columns],
                jumps: false,
            };
            for (dim, iterations, step) in
                [(strip, strips, 16.0), (point, 4.0, 1.0), (row, 1024.0, 1.0), (lane, 16.0, 1.0)]
            {
                tree.enter(dim, (iterations, step), Threads::Open);
            }
            tree.code(0, 1.0, vec![array]);
            (0..4).for_each(|_| tree.leave());
            price(&tree, &target()).bytes[1] / strips
        };
        assert_eq!(
            [with(4096.0, true), with(4112.0, true), with(4096.0, false)],
            [262_144.0, 65_536.0, 65_536.0]
        );
    }

    #[test]
    fn lines_by_themselves_are_waited_for_in_the_third_cache() {
        // A matrix of 1024² in strips, each read for 4 points from row to row: more than L2 holds, less than
        // L3.
        let with = |lanes: f64, jumps: bool| {
            let mut tree = LoopTree::default();
            let (strip, point, row, lane) = (tree.dim(), tree.dim(), tree.dim(), tree.dim());
            let axis = |terms| Axis { extent: 4096.0, terms, anywhere: false, known: true };
            let axes = vec![axis(vec![(row, 1.0)]), axis(vec![(lane, 1.0), (strip, 1.0)])];
            let array = Use { array: Array::Made(0), bytes: 4.0, axes, jumps };
            for (dim, iterations, step) in
                [(strip, 1024.0 / lanes, lanes), (point, 4.0, 1.0), (row, 1024.0, 1.0), (lane, lanes, 1.0)]
            {
                tree.enter(dim, (iterations, step), Threads::Open);
            }
            tree.code(0, 1.0, vec![array]);
            (0..4).for_each(|_| tree.leave());
            price(&tree, &target())
        };
        let (one, two) = (with(16.0, true), with(32.0, true));
        assert_eq!(one.bytes, two.bytes);
        assert!(one.cost > 1.05 * two.cost, "{} and {}", one.cost, two.cost);
        assert_eq!(with(16.0, false).cost, with(32.0, false).cost);
    }

    #[test]
    fn what_leaves_the_caches_comes_from_memory_once_in_each_nest() {
        let mut tree = LoopTree::default();
        let dim = tree.dim();
        nest(&mut tree, &[(dim, MANY)], 0, vec![used(0, &[(dim, MANY)])]);
        nest(&mut tree, &[(dim, MANY)], 1, vec![used(0, &[(dim, MANY)])]);
        let found = price(&tree, &target());
        assert_eq!((found.bytes, found.work), ([8.0 * MANY; 3], 2.0 * MANY));
        // Cached data is still there when the program runs again.
        let mut small = LoopTree::default();
        let dim = small.dim();
        nest(&mut small, &[(dim, 100_000.0)], 0, vec![used(0, &[(dim, 100_000.0)])]);
        assert_eq!(price(&small, &target()).bytes, [400_000.0, 0.0, 0.0]);
    }

    #[test]
    fn parts_in_a_shared_loop_stay_in_a_cache() {
        let mut tree = LoopTree::default();
        let (rows, one, other) = (tree.dim(), tree.dim(), tree.dim());
        let around = tree.enter(rows, (10_000.0, 1.0), Threads::Several);
        tree.live(Array::Made(1), Some(around));
        let of = |array: usize, dim: usize| used(array, &[(rows, 10_000.0), (dim, 1000.0)]);
        nest(&mut tree, &[(one, 1000.0)], 0, vec![of(0, one), of(1, one)]);
        nest(&mut tree, &[(other, 1000.0)], 1, vec![of(1, other), of(2, other)]);
        tree.leave();
        // Only the first input and the last output go through memory.
        assert_eq!(price(&tree, &target()).bytes, [8.0 * MANY; 3]);
    }

    #[test]
    fn what_does_not_move_with_a_loop_is_read_again_if_it_has_left_the_cache() {
        let with = |columns: f64| {
            let mut tree = LoopTree::default();
            let (rows, dim) = (tree.dim(), tree.dim());
            nest(&mut tree, &[(rows, 100.0), (dim, columns)], 0, vec![used(0, &[(dim, columns)])]);
            price(&tree, &target()).bytes
        };
        assert_eq!(with(1000.0), [0.0; 3]);
        assert_eq!(with(100_000.0), [40e6, 0.0, 0.0]);
        assert_eq!(with(MANY), [4e9; 3]);
    }

    #[test]
    fn windows_that_slide_are_loaded_once() {
        let mut tree = LoopTree::default();
        let (at, tap) = (tree.dim(), tree.dim());
        tree.enter(at, (MANY, 1.0), Threads::Open);
        tree.enter(tap, (9.0, 1.0), Threads::Open);
        let axis =
            Axis { extent: MANY + 8.0, terms: vec![(at, 1.0), (tap, 1.0)], anywhere: false, known: false };
        tree.code(0, 1.0, vec![Use { array: Array::Made(0), bytes: 4.0, axes: vec![axis], jumps: false }]);
        tree.leave();
        tree.leave();
        assert_eq!(price(&tree, &target()).bytes, [4.0 * (MANY + 8.0); 3]);
    }

    #[test]
    fn a_part_finds_what_the_one_before_has_left() {
        let with = |rows: f64| {
            let mut tree = LoopTree::default();
            let (band, one, other) = (tree.dim(), tree.dim(), tree.dim());
            tree.enter(band, (100.0, 1.0), Threads::Several);
            for (array, dim) in [(0, one), (1, other)] {
                let uses = vec![used(array, &[(dim, rows)]), used(array + 1, &[(dim, rows)])];
                nest(&mut tree, &[(dim, rows)], array, uses);
            }
            // A third that the cache cannot hold with the others.
            let last = tree.dim();
            nest(&mut tree, &[(last, 120_000.0)], 2, vec![used(3, &[(last, 120_000.0)])]);
            tree.leave();
            price(&tree, &target()).bytes[1]
        };
        // Two tiles of 160 KB and the third's 480 KB do not fit into half of a megabyte, three of 160 KB do.
        assert_eq!(with(40_000.0), 100.0 * (3.0 * 160_000.0 + 480_000.0));
    }

    #[test]
    fn threads_that_wait_cost_as_much_as_those_that_work() {
        let with = |iterations: f64, threads: Threads| {
            let mut tree = LoopTree::default();
            let dim = tree.dim();
            tree.enter(dim, (iterations, 1.0), threads);
            tree.code(0, 100.0, Vec::new());
            tree.leave();
            let four = Target { cores: 4, ..target() };
            price(&tree, &four).cost - shared_out(&tree, &four)
        };
        assert_eq!(with(4.0, Threads::Several), 400.0);
        assert_eq!(with(5.0, Threads::Several), 800.0);
        assert_eq!(with(4.0, Threads::One), 1600.0);
        assert_eq!(with(5.0, Threads::Open), 500.0);
    }

    #[test]
    fn sharing_a_loop_out_costs_each_time() {
        let with = |outer: Threads| {
            let mut tree = LoopTree::default();
            let dims = (tree.dim(), tree.dim());
            tree.enter(dims.0, (10.0, 1.0), outer);
            tree.enter(dims.1, (8.0, 1.0), Threads::Several);
            tree.code(0, 100.0, Vec::new());
            tree.leave();
            tree.leave();
            shared_out(&tree, &Target { cores: 4, ..target() })
        };
        assert_eq!(with(Threads::One), 10.0 * 4.0 * target().rates.fork_join);
        assert_eq!(with(Threads::Several), 4.0 * target().rates.fork_join);
    }
}
