//! Affine expressions over values and extents in one normal form: the storage of `tensor.at`'s and
//! `tensor.fold`'s expressions.
//!
//! The dimensions of the map are values, the symbols are terms. In normal form every value and term is used,
//! occurs once, and is in order of first use; a term is an extent symbol or a minimum or maximum: sums,
//! products and quotients of extents are part of the map. The text of an expression therefore determines its
//! stored form.

use super::access::Access;
use smallvec::SmallVec;
use std::ops::Range;
use tf_ir::affine::{AffineError, AffineExpr, AffineExprKind, AffineMap};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::{Atom, Extent};
use tf_ir::opref::OpRef;

/// Ops that store affine expressions over some of their operands as a map: the subscripts of an access, the
/// bounds of a fold.
///
/// The terms of the map's symbols are the attribute `extents`. If code is copied to a context in which one of
/// these operands is an expression, the map absorbs the expression; elsewhere, expressions become arithmetic.
pub trait AffineOperands: Send + Sync {
    /// The name of the attribute that holds the map.
    fn map_attr(&self) -> &'static str;

    /// The operands that are the dimensions of the map, in order; all are of type `index`.
    fn dimensions(&self, op: OpRef<'_>) -> Range<usize>;
}

/// The operands of an op that are the dimensions of its map.
pub fn dimensions(op: OpRef<'_>) -> Range<usize> {
    op.info().interface::<dyn AffineOperands>().map_or(0..0, |rule| rule.dimensions(op))
}

/// Expressions over values and extents, in normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscripts {
    /// The expressions: dimensions are positions in `values`, symbols positions in `extents`.
    pub map: AffineMap,
    /// The values of the dimensions.
    pub values: SmallVec<[Value; 4]>,
    /// The terms of the symbols.
    pub extents: Vec<Extent>,
}

impl Subscripts {
    /// The normal form of expressions whose dimensions are positions in `values` and whose symbols are
    /// positions in `extents`.
    ///
    /// # Errors
    /// An expression with an undefined dimension or symbol, or one that becomes too large.
    pub fn new(
        exprs: &[AffineExpr],
        values: &[Value],
        extents: &[Extent],
    ) -> Result<Subscripts, AffineError> {
        let mut normal = Normal::default();
        let results = exprs.iter().map(|e| normal.expr(e, values, extents)).collect::<Result<Vec<_>, _>>()?;
        // Folding may have dropped leaves; a second round renumbers the rest.
        let (first_values, first_extents) = (normal.values, normal.extents);
        let mut normal = Normal::default();
        let results = results
            .iter()
            .map(|e| normal.expr(e, &first_values, &first_extents))
            .collect::<Result<Vec<_>, _>>()?;
        let (dims, symbols) = (normal.values.len() as u32, normal.extents.len() as u32);
        Ok(Subscripts {
            map: AffineMap::new(dims, symbols, results)?,
            values: normal.values,
            extents: normal.extents,
        })
    }

    /// The subscripts `[%i, %j, …]`.
    pub fn plain(values: &[Value]) -> Subscripts {
        let exprs: Vec<AffineExpr> = (0..values.len() as u32).map(AffineExpr::dim).collect();
        Subscripts::new(&exprs, values, &[]).expect("plain subscripts are small")
    }

    /// The subscripts of an access.
    pub fn of(access: &Access<'_>) -> Subscripts {
        Subscripts {
            map: access.map.clone().into_owned(),
            values: access.indices.clone(),
            extents: access.extents.to_vec(),
        }
    }

    /// The expressions of an op that has the interface [`AffineOperands`].
    pub fn of_op(op: OpRef<'_>) -> Option<Subscripts> {
        let rule = op.info().interface::<dyn AffineOperands>()?;
        let dims = rule.dimensions(op);
        Some(Subscripts {
            map: op.ctx().attr_map(op.attr(rule.map_attr())?)?.clone(),
            values: op.operands().skip(dims.start).take(dims.len()).collect(),
            extents: op.attr("extents").and_then(|a| op.ctx().attr_extents(a)).unwrap_or_default().to_vec(),
        })
    }

    /// Replaces the expressions of such an op; its other operands stay.
    ///
    /// # Panics
    /// If the op does not have the interface.
    pub fn set(&self, body: &mut Body, op: Op) {
        let ctx = body.ctx().clone();
        let rule = ctx.op_info(body.name(op)).interface::<dyn AffineOperands>();
        let rule = rule.expect("the op keeps affine expressions");
        let mut operands: Vec<Value> = body.operands(op).collect();
        operands.splice(rule.dimensions(body.op(op)), self.values.iter().copied());
        body.set_operands(op, &operands);
        body.set_attr(op, rule.map_attr(), ctx.map_attr(self.map.clone()));
        match self.extents.is_empty() {
            true => drop(body.remove_attr(op, "extents")),
            false => body.set_attr(op, "extents", ctx.extents_attr(&self.extents)),
        }
    }
}

/// Values and terms in order of first use.
#[derive(Default)]
struct Normal {
    values: SmallVec<[Value; 4]>,
    extents: Vec<Extent>,
}

impl Normal {
    fn expr(
        &mut self,
        expr: &AffineExpr,
        values: &[Value],
        extents: &[Extent],
    ) -> Result<AffineExpr, AffineError> {
        match expr.kind() {
            AffineExprKind::Constant(_) => Ok(expr.clone()),
            AffineExprKind::Dim(d) => {
                let value = *values.get(*d as usize).ok_or(AffineError::NoSuchDim(*d))?;
                Ok(AffineExpr::dim(place(&mut self.values, value)))
            }
            AffineExprKind::Symbol(s) => {
                let extent = extents.get(*s as usize).ok_or(AffineError::NoSuchSymbol(*s))?;
                self.term(extent)
            }
            AffineExprKind::Binary(op, lhs, rhs) => {
                let lhs = self.expr(lhs, values, extents)?;
                let rhs = self.expr(rhs, values, extents)?;
                AffineExpr::binary(*op, &lhs, &rhs)
            }
        }
    }

    /// An extent as an expression over symbols, minima and maxima.
    fn term(&mut self, extent: &Extent) -> Result<AffineExpr, AffineError> {
        let mut sum = AffineExpr::constant(0);
        for part in extent.terms() {
            let mut product: Option<AffineExpr> = None;
            for atom in part.factors() {
                let factor = self.atom(atom)?;
                product = Some(match product {
                    Some(p) => p.mul(&factor)?,
                    None => factor,
                });
            }
            let part = match product {
                Some(p) => p.scale(part.coefficient())?,
                None => AffineExpr::constant(part.coefficient()),
            };
            sum = sum.add(&part)?;
        }
        Ok(sum)
    }

    fn atom(&mut self, atom: &Atom) -> Result<AffineExpr, AffineError> {
        let whole = match atom {
            Atom::FloorDiv(x, c) => return self.term(x)?.floordiv(&AffineExpr::constant(*c)),
            Atom::Symbol(symbol) => Extent::from(symbol.clone()),
            Atom::Min(args) => Extent::min_of(args).map_err(|_| AffineError::TooLarge)?,
            Atom::Max(args) => Extent::max_of(args).map_err(|_| AffineError::TooLarge)?,
        };
        Ok(AffineExpr::symbol(self.extents.iter().position(|e| *e == whole).unwrap_or_else(|| {
            self.extents.push(whole);
            self.extents.len() - 1
        }) as u32))
    }
}

fn place(values: &mut SmallVec<[Value; 4]>, value: Value) -> u32 {
    let found = values.iter().position(|v| *v == value).unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    });
    found as u32
}
