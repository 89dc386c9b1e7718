//! Linear indices of the points of regions, from which generators derive distinct streams.

use crate::trace::error::Site;
use crate::trace::scope::Region;
use crate::trace::state::{Reported, Scope, ScopeKind, Shared, Traced, Val};
use crate::types::elem::Elem;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Operand, Repr, Tensor};
use std::rc::Rc;
use tf_ir::extent::Extent;

impl Shared {
    /// The linear index, in u32, of the point for which code in a region runs; `None` for a region with a
    /// single point.
    pub(crate) fn point(self: &Rc<Self>, at: Site, scope: Scope, what: &str) -> Traced<Option<Tensor>> {
        let index = |position: usize| {
            let state = self.state.borrow();
            let value = state.body.as_ref().ok_or(Reported)?.arg(scope.block, position);
            let val = Val::new(value, self.scalars(Elem::Index), scope.id, scope.at);
            Ok(Tensor { shared: self.clone(), repr: Repr::Index(Rc::new(IndexExpr::value(val, true))) })
        };
        let number = |index: Tensor| index.to::<i64>().to::<u32>();
        match scope.kind {
            ScopeKind::Fold => Ok(Some(number(index(0)?))),
            ScopeKind::Map => Ok(Some(Tensor::of(self, self.slice_index(scope)))),
            ScopeKind::Compute => {
                let found = self.state.borrow().box_of(scope.id);
                let extents = found.ok_or_else(|| {
                    let message = format!(
                        "{what} cannot be used in code without an index, such as a scan or a sort: draw a \
                         tensor before it, and pass that"
                    );
                    self.fail(at, message)
                })?;
                let mut place: Option<Tensor> = None;
                for (position, extent) in extents.iter().enumerate() {
                    let index = index(position)?;
                    place = Some(match place {
                        Some(place) => {
                            let extent = index.dim_of(extent).arg();
                            place * Tensor::from_arg(self, at, extent) + index
                        }
                        None => index,
                    });
                }
                Ok(place.map(number))
            }
            _ => Ok(None),
        }
    }

    /// The index of a mapped slice: an additional mapped operand.
    fn slice_index(&self, scope: Scope) -> Traced<Val> {
        let mut state = self.state.borrow_mut();
        if let Some((_, val)) = state.slices.iter().find(|(id, _)| *id == scope.id) {
            return Ok(val.clone());
        }
        let typed = self.tensors(&[], Elem::UInt(32));
        let value = state.body.as_mut().ok_or(Reported)?.add_arg(scope.block, typed.0);
        let val = Val::new(value, typed, scope.id, scope.at);
        state.slices.push((scope.id, val.clone()));
        Ok(val)
    }

    /// Whether a mapped region uses its slice indices.
    pub(crate) fn binds_slice_index(&self, region: Region) -> bool {
        self.state.borrow().slices.iter().any(|(id, _)| *id == region.scope().id)
    }

    /// Records the iteration domain of a region.
    pub(crate) fn runs_over(&self, region: Region, extents: &[Extent]) {
        self.state.borrow_mut().boxes.push((region.scope().id, extents.to_vec()));
    }
}
