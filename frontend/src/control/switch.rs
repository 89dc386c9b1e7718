//! Switches: one of several branches, selected by an index.

use crate::control::Types;
use crate::trace::error::Site;
use crate::trace::scope::Region;
use crate::trace::state::{ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::convert::Piece;
use crate::types::tensor::Operand;
use tf_dialects::loops::Switch;

impl Tracer {
    /// Runs one of `count` branches, selected by a scalar integer: `branch` is called with 0, 1 … to trace
    /// each of them. The last branch also runs for an index out of range. The results of the branches have
    /// the same shapes.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("waves", |p| {
    ///     let n = p.dim("n");
    ///     let x = p.input::<f32>("x", [n]);
    ///     let kind = p.input::<i32>("kind", [n]);
    ///     p.compute([n], |[i]| {
    ///         let x = x.at([&i]);
    ///         p.switch(kind.at([i]), 3, |k| match k {
    ///             0 => x.sin(),
    ///             1 => x.sin().sign(),
    ///             _ => x.fract(),
    ///         })
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn switch<V: Values>(
        &self,
        number: impl Operand,
        count: usize,
        mut branch: impl FnMut(usize) -> V,
    ) -> V::Traced {
        let at = Site::caller();
        let shared = &self.shared;
        let number = shared.piece(at, number.arg()).and_then(|piece| {
            let index = shared.scalar_index(at, "the branch index of a switch", &piece)?;
            shared.index_value(at, &index)
        });
        let regions: Traced<Vec<Region>> =
            (0..count).map(|_| shared.region(at, ScopeKind::If, &[]).map(|(region, _)| region)).collect();
        let regions = match regions {
            Ok(regions) if count > 0 => regions,
            Ok(_) => {
                let failed = shared.fail(at, "a switch needs at least one branch");
                return branch(0).rebuilt(shared, Err(failed));
            }
            Err(reported) => return branch(0).rebuilt(shared, Err(reported)),
        };
        let mut templates = Vec::new();
        let mut pieces = Vec::new();
        for (i, region) in regions.iter().enumerate() {
            let (template, found) = self.branch(at, *region, || branch(i));
            templates.push(template);
            pieces.push(found);
        }
        let made = pieces.into_iter().collect::<Traced<Vec<_>>>().and_then(|pieces| {
            let (types, ends) = shared.ends_of(at, &regions, &pieces)?;
            let cases: Vec<i64> = (0..count as i64 - 1).collect();
            let attrs = [("cases", shared.ctx.i64_array_attr(&cases))];
            shared.close_branches(at, (Switch::KIND, &attrs), number?, &types, ends)
        });
        templates.swap_remove(0).rebuilt(shared, made)
    }
}

impl Shared {
    /// The common types of the branches' results, and the values of each branch in these types.
    fn ends_of(
        &self,
        at: Site,
        regions: &[Region],
        pieces: &[Vec<Piece>],
    ) -> Traced<(Types, Vec<(Region, Vec<Val>)>)> {
        if let Some(odd) = pieces.iter().find(|list| list.len() != pieces[0].len()) {
            let (a, b) = (pieces[0].len(), odd.len());
            return Err(self.fail(
                at,
                format!("the branches of a switch return {a} and {b} values, but must return equally many"),
            ));
        }
        let types: Vec<Traced<_>> = (0..pieces[0].len())
            .map(|i| {
                let column: Vec<Piece> = pieces.iter().map(|list| list[i].clone()).collect();
                self.branch_type(at, "switch", &column)
            })
            .collect();
        let types: Types = types.into_iter().collect::<Traced<_>>()?;
        let mut ends = Vec::new();
        for (region, pieces) in regions.iter().zip(pieces) {
            let vals = self.inside(*region, || self.fit_all(at, "a branch of the switch", pieces, &types))?;
            ends.push((*region, vals));
        }
        Ok((types, ends))
    }
}
