//! Clusters of blocks: loops over the blocks of a cluster, split at its barriers.

use super::block::{Fission, Geometry, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::For;
use tf_dialects::loops::build::if_then;
use tf_dialects::{mem, stops};
use tf_ir::body::Value;
use tf_ir::rewrite::{Layer, Rebuild};

impl Geometry {
    /// Blocks of a cluster.
    pub(super) fn members(&self) -> i64 {
        self.cluster.map_or(1, |cluster| cluster.iter().product::<u64>() as i64)
    }
}

impl Fission<'_, '_> {
    /// Traps unless the grid is a multiple of the cluster along each axis.
    pub(super) fn check_clusters(&mut self) {
        let Some(cluster) = self.geometry.cluster else { return };
        self.b.loc = self.source.loc(self.source.root());
        for (of, blocks) in cluster.into_iter().zip(self.geometry.grid) {
            let of = self.index(of as i64);
            let zero = self.index(0);
            let left = arith::remui(&mut self.b, blocks, of);
            let lacks = arith::cmpi(&mut self.b, CmpI::Ne, left, zero);
            let text = "a grid has {} blocks along an axis, but the kernel's clusters have {}: the blocks of a grid are whole clusters";
            if_then(&mut self.b, lacks, |b| {
                mem::Trap::with_status(b, &[blocks, of], text, stops::OUT_OF_BOUNDS.into());
            });
        }
    }

    /// The extents of the grid in clusters, or in blocks if the kernel has no clusters.
    pub(super) fn clusters(&mut self) -> [Value; 3] {
        let Some(cluster) = self.geometry.cluster else { return self.geometry.grid };
        let grid = self.geometry.grid;
        std::array::from_fn(|axis| {
            let of = self.index(cluster[axis] as i64);
            arith::divui(&mut self.b, grid[axis], of)
        })
    }

    /// Sets the current block, or the current cluster.
    pub(super) fn enter(&mut self, at: [Value; 3]) {
        self.geometry.at = at;
        self.geometry.cluster_at = at;
    }

    /// A loop over the blocks of the cluster.
    pub(super) fn each_block(&mut self, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let Some(cluster) = self.geometry.cluster else { return fill(self) };
        let (zero, one, index) = (self.index(0), self.index(1), self.ctx().index());
        let members = self.index(self.geometry.members());
        let loops = self.b.op(For, &[zero, members, one], &[], &[]);
        self.region(loops, 0, &[index], |this, rank| {
            this.forms.push(Layer::default());
            let before = this.geometry;
            this.geometry.rank = Some(rank[0]);
            this.geometry.place = this.place_of(rank[0], cluster);
            this.geometry.at = std::array::from_fn(|axis| {
                let of = this.index(cluster[axis] as i64);
                let first = arith::muli(&mut this.b, before.cluster_at[axis], of);
                arith::addi(&mut this.b, first, this.geometry.place[axis])
            });
            let done = fill(this);
            this.geometry = before;
            this.forms.pop();
            done?;
            this.done();
            Ok(())
        })
    }

    /// The index of a block in its cluster along x, y and z, from its rank; x is the fastest axis, then y,
    /// then z.
    fn place_of(&mut self, rank: Value, cluster: [u64; 3]) -> [Value; 3] {
        let [width, height, _] = cluster.map(|n| self.index(n as i64));
        let b = &mut self.b;
        let (x, rest) = (arith::remui(b, rank, width), arith::divui(b, rank, width));
        [x, arith::remui(b, rest, height), arith::divui(b, rest, height)]
    }

    /// The index of a thread's elements in the memory of threads, from its linear index in the current block.
    pub(super) fn slot(&mut self, number: Value) -> Value {
        let Some(rank) = self.geometry.rank else { return number };
        let most = self.index(self.geometry.most);
        let before = arith::muli(&mut self.b, rank, most);
        arith::addi(&mut self.b, before, number)
    }
}
