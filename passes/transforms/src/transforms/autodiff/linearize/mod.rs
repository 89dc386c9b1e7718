//! Access relations and iteration domains of a comprehension as linear forms: the input of the gather form.

mod conditions;
mod shifts;

use super::gather::{Form, System, is_impossible};
use shifts::CyclicShift;
pub(super) use shifts::ShiftedIndex;
use std::collections::BTreeMap;
use tf_dialects::tensor::{self, Access, Compute, Policy};
use tf_ir::affine::{AffineExpr, AffineExprKind, AffineOp};
use tf_ir::arithmetic::{Arithmetic, Rounding, Signedness};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_passes_common::code::subscript::as_extent;

/// A quantity of a sparse form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Quantity {
    /// An index, or the quotient of an index by a constant: a variable of summation.
    Unknown(usize),
    /// Fixed while the code runs.
    Param(usize),
}

/// A linear form under construction.
#[derive(Clone, PartialEq, Default, Debug)]
struct Sparse {
    terms: BTreeMap<Quantity, i128>,
    constant: i128,
}

impl Sparse {
    fn constant(constant: i128) -> Sparse {
        Sparse { terms: BTreeMap::new(), constant }
    }

    fn one(quantity: Quantity) -> Sparse {
        Sparse { terms: BTreeMap::from([(quantity, 1)]), constant: 0 }
    }

    fn plus(mut self, other: &Sparse, factor: i128) -> Sparse {
        for (quantity, c) in &other.terms {
            *self.terms.entry(*quantity).or_default() += c * factor;
        }
        self.terms.retain(|_, c| *c != 0);
        self.constant += other.constant * factor;
        self
    }

    fn times(&self, factor: i128) -> Sparse {
        Sparse::default().plus(self, factor)
    }

    fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }
}

/// A quantity that does not change while the comprehension runs.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Param {
    /// A term over extents.
    Extent(Extent),
    /// An index value from outside.
    Value(Value),
}

/// One of the two bounds of a fold.
#[derive(Clone, Copy)]
enum End {
    /// The lower bound.
    Lower,
    /// The upper bound.
    Upper,
}

/// The position of reads in a comprehension: its indices and the conditions that hold for them.
pub(super) struct Linear<'a> {
    body: &'a Body,
    compute: Op,
    /// The unknowns that are indices: those of the box, then those of the enclosing folds; `None` for
    /// quotients.
    indices: Vec<Option<Value>>,
    /// The parameters.
    pub params: Vec<Param>,
    /// Count of the unknowns: the indices, then the quotients.
    unknowns: usize,
    conditions: Vec<Sparse>,
    /// Further conditions that hold if the cotangent is not 0. They rule out cases, but do not narrow sums:
    /// the bounds of the sums would then depend on the element, which prevents vectorization.
    supposed: Vec<Sparse>,
    /// Uses of each unknown that is an index.
    uses: BTreeMap<usize, u32>,
    /// Indices that were replaced, in order of replacement.
    shifts: Vec<CyclicShift>,
    /// A compute over the same box, with its indices, which are the same unknowns.
    twin: Option<(Op, Vec<Value>)>,
}

/// A read in linear form: the subscripts, and the conditions under which it happens.
pub(super) struct LinearRead {
    /// One form per axis.
    pub subscripts: Vec<Form>,
    /// The iteration domain.
    pub domain: System,
    /// Count of the unknowns.
    pub unknowns: usize,
    /// The indices that an unknown does not represent directly.
    pub shifted: Vec<ShiftedIndex>,
}

impl<'a> Linear<'a> {
    /// The position inside the folds of `path` in a compute. `None` if a bound is not affine.
    pub fn new(body: &'a Body, compute: Op, path: &[Op]) -> Option<Linear<'a>> {
        let view = body.cast(compute, Compute)?;
        let indices: Vec<Option<Value>> = view.indices().into_iter().map(Some).collect();
        let mut linear = Linear {
            body,
            compute,
            unknowns: indices.len(),
            indices,
            params: Vec::new(),
            conditions: Vec::new(),
            supposed: Vec::new(),
            uses: BTreeMap::new(),
            shifts: Vec::new(),
            twin: None,
        };
        for (i, extent) in view.extents().iter().enumerate() {
            let index = Sparse::one(Quantity::Unknown(i));
            let last = linear.extent(extent).plus(&Sparse::constant(1), -1);
            linear.conditions.push(last.plus(&index, -1));
            linear.conditions.push(index);
        }
        for fold in path {
            linear.fold(*fold)?;
        }
        Some(linear)
    }

    fn fold(&mut self, fold: Op) -> Option<()> {
        let view = self.body.cast(fold, tensor::Fold)?;
        let map = self.body.ctx().attr_map(view.bounds()?)?;
        let values: Vec<Value> = view.indices();
        let [lower, upper] = map.results() else { return None };
        let lower = self.bound(lower, &values, view.symbols(), End::Lower)?;
        let upper = self.bound(upper, &values, view.symbols(), End::Upper)?;
        // Quotients in bounds follow the previous indices; the index is still a new unknown.
        let index = self.unknown();
        self.indices_at(index, view.index()?);
        let index = Sparse::one(Quantity::Unknown(index));
        self.conditions.extend(lower.iter().map(|low| index.clone().plus(low, -1)));
        self.conditions
            .extend(upper.into_iter().map(|high| high.plus(&Sparse::constant(1), -1).plus(&index, -1)));
        Some(())
    }

    /// A bound of a fold. A maximum (minimum) of several values gives each of them as a bound.
    fn bound(
        &mut self,
        expr: &AffineExpr,
        values: &[Value],
        extents: &[Extent],
        end: End,
    ) -> Option<Vec<Sparse>> {
        match expr.kind() {
            AffineExprKind::Dim(d) => self.parts(values[*d as usize], end),
            AffineExprKind::Binary(AffineOp::Add, lhs, rhs) if rhs.as_const().is_some() => {
                let constant = Sparse::constant(rhs.as_const()?.into());
                let parts = self.bound(lhs, values, extents, end)?;
                Some(parts.into_iter().map(|part| part.plus(&constant, 1)).collect())
            }
            _ => Some(vec![self.expr(expr, values, extents)?]),
        }
    }

    fn parts(&mut self, value: Value, end: End) -> Option<Vec<Sparse>> {
        use Arithmetic::{Maximum, Minimum};
        let is_local = self.body.def_op(value).is_some_and(|op| self.is_local(op));
        let found = is_local.then(|| Arithmetic::of(self.body, value)).flatten();
        let (a, b) = match (found, end) {
            (Some(Maximum(a, b, Signedness::Signed)), End::Lower) => (a, b),
            (Some(Minimum(a, b, Signedness::Signed)), End::Upper) => (a, b),
            _ => return Some(vec![self.value(value)?]),
        };
        let mut parts = self.parts(a, end)?;
        parts.extend(self.parts(b, end)?);
        Some(parts)
    }

    fn unknown(&mut self) -> usize {
        self.unknowns += 1;
        self.unknowns - 1
    }

    /// Records that the unknown is the index; quotients have no such value.
    fn indices_at(&mut self, unknown: usize, index: Value) {
        self.indices.resize(unknown, None);
        self.indices.push(Some(index));
    }

    /// The indices at this position, each with its unknown.
    pub fn places(&self) -> Vec<(Value, usize)> {
        self.indices.iter().enumerate().filter_map(|(i, v)| v.map(|v| (v, i))).collect()
    }

    /// The unknown of an index at this position.
    fn unknown_of(&self, index: Value) -> Option<usize> {
        let twin = || self.twin.as_ref().and_then(|(_, indices)| indices.iter().position(|v| *v == index));
        self.indices.iter().position(|v| *v == Some(index)).or_else(twin)
    }

    /// True for code of the comprehension.
    fn is_local(&self, op: Op) -> bool {
        let in_twin = self.twin.as_ref().is_some_and(|(twin, _)| self.body.encloses(*twin, op));
        in_twin || self.body.encloses(self.compute, op)
    }

    fn param(&mut self, param: Param) -> Sparse {
        let at = self.params.iter().position(|p| *p == param).unwrap_or_else(|| {
            self.params.push(param);
            self.params.len() - 1
        });
        Sparse::one(Quantity::Param(at))
    }

    /// An extent: each of its terms, without the coefficient, is a parameter.
    fn extent(&mut self, extent: &Extent) -> Sparse {
        let mut sum = Sparse::default();
        for term in extent.terms() {
            let c = i128::from(term.coefficient());
            if term.factors().is_empty() {
                sum.constant += c;
                continue;
            }
            let part = self.param(Param::Extent(term.monomial()));
            sum = sum.plus(&part, c);
        }
        sum
    }

    /// An affine expression over values and extents; `None` if it is not affine in the indices.
    fn expr(&mut self, expr: &AffineExpr, values: &[Value], extents: &[Extent]) -> Option<Sparse> {
        match expr.kind() {
            AffineExprKind::Constant(c) => Some(Sparse::constant((*c).into())),
            AffineExprKind::Dim(d) => self.value(values[*d as usize]),
            AffineExprKind::Symbol(s) => Some(self.extent(&extents[*s as usize])),
            AffineExprKind::Binary(..) if expr.is_symbolic_or_constant() => {
                let extent = as_extent(expr, extents)?;
                Some(self.extent(&extent))
            }
            AffineExprKind::Binary(op, lhs, rhs) => {
                let (a, b) = (self.expr(lhs, values, extents)?, self.expr(rhs, values, extents)?);
                match op {
                    AffineOp::Add => Some(a.plus(&b, 1)),
                    AffineOp::Mul => match (a.as_constant(), b.as_constant()) {
                        (_, Some(c)) => Some(a.times(c)),
                        (Some(c), _) => Some(b.times(c)),
                        _ => None,
                    },
                    AffineOp::FloorDiv => self.quotient(&a, b.as_constant()?),
                    AffineOp::CeilDiv => {
                        let divisor = b.as_constant()?;
                        self.quotient(&a.plus(&Sparse::constant(divisor - 1), 1), divisor)
                    }
                    AffineOp::Mod => {
                        if let Some(shifted) = self.shift(&a, &b) {
                            return Some(shifted);
                        }
                        let divisor = b.as_constant()?;
                        let quotient = self.quotient(&a, divisor)?;
                        Some(a.plus(&quotient, -divisor))
                    }
                }
            }
        }
    }

    /// The floor of a quotient by a positive constant: a new unknown, which the dividend determines.
    fn quotient(&mut self, dividend: &Sparse, divisor: i128) -> Option<Sparse> {
        if divisor <= 0 {
            return None;
        }
        let unknown = self.unknown();
        let quotient = Sparse::one(Quantity::Unknown(unknown));
        let remainder = dividend.clone().plus(&quotient, -divisor);
        self.conditions.push(Sparse::constant(divisor - 1).plus(&remainder, -1));
        self.conditions.push(remainder);
        Some(quotient)
    }

    /// An index value: an index at this position, arithmetic on indices, or a value from outside.
    fn value(&mut self, value: Value) -> Option<Sparse> {
        if let Some(i) = self.unknown_of(value) {
            *self.uses.entry(i).or_default() += 1;
            // A shift replaced the index by another unknown.
            return (!self.is_shifted(i)).then(|| Sparse::one(Quantity::Unknown(i)));
        }
        let inside = self.body.def_op(value).filter(|op| self.is_local(*op));
        if inside.is_none() {
            let is_argument = self.body.def_op(value).is_none();
            let owner = self.body.def_block(value).and_then(|b| self.body.block_owner(b));
            let local = is_argument && owner.is_some_and(|owner| self.is_local(owner));
            let is_index = self.body.ty(value) == self.body.ctx().index();
            return (is_index && !local).then(|| self.param(Param::Value(value)));
        }
        use Rounding::{Ceil, Floor};
        match Arithmetic::of(self.body, value)? {
            Arithmetic::Constant(constant) => Some(Sparse::constant(constant)),
            Arithmetic::Extent(extent) => Some(self.extent(extent)),
            Arithmetic::Sum(a, b) => Some(self.value(a)?.plus(&self.value(b)?, 1)),
            Arithmetic::Difference(a, b) => Some(self.value(a)?.plus(&self.value(b)?, -1)),
            Arithmetic::Product(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                match (a.as_constant(), b.as_constant()) {
                    (_, Some(c)) => Some(a.times(c)),
                    (Some(c), _) => Some(b.times(c)),
                    _ => None,
                }
            }
            Arithmetic::Quotient(a, b, rounding @ (Floor | Ceil), Signedness::Signed) => {
                let (a, divisor) = (self.value(a)?, self.value(b)?.as_constant()?);
                let last = if rounding == Ceil { divisor - 1 } else { 0 };
                self.quotient(&a.plus(&Sparse::constant(last), 1), divisor)
            }
            _ => None,
        }
    }

    /// A read at this position in linear form, one form for each case in which it reaches an element: `clamp`
    /// has three cases per axis. `None` if the read is not affine or has too many cases. Also returns facts
    /// about every element of the tensor, whose extents are `extents`: forms over its coordinates, the
    /// parameters and 1. A case is left out if `cotangent`, a tensor over the box, is 0 at all its points.
    pub fn read(
        mut self,
        access: &Access<'_>,
        extents: &[Extent],
        cotangent: Option<Value>,
    ) -> Option<(Vec<LinearRead>, Vec<Param>, Vec<Form>)> {
        let exprs = access.map.results();
        let mut subscripts = Vec::new();
        for expr in exprs {
            subscripts.push(self.expr(expr, &access.indices, access.extents)?);
        }
        let extents: Vec<Sparse> = extents.iter().map(|e| self.extent(e)).collect();
        let mut options = Vec::with_capacity(extents.len());
        for (subscript, extent) in subscripts.into_iter().zip(&extents) {
            options.push(self.cases(access.policy, subscript, extent)?);
        }
        if let Some(cotangent) = cotangent {
            self.suppose_reached(cotangent);
        }
        let mut cases = vec![(Vec::new(), Vec::new())];
        for mut options in options {
            options.retain(|(_, extra)| extra.is_empty() || !self.is_impossible(extra));
            cases = product(cases, &options);
            if cases.len() > MOST_CASES {
                return None;
            }
        }
        let reads = cases
            .into_iter()
            .map(|(subscripts, extra)| self.dense(&subscripts, &extra))
            .collect::<Option<_>>();
        let facts = self.facts(&extents);
        Some((reads?, self.params, facts))
    }

    /// `0 ≤ coordinate < extent`; parameters that are extents are not negative.
    fn facts(&self, extents: &[Sparse]) -> Vec<Form> {
        let (axes, params) = (extents.len(), self.params.len());
        let mut facts = Vec::new();
        for (axis, extent) in extents.iter().enumerate() {
            let coordinate = Form::known(axis, 0, axes + params + 1);
            let mut last = Form::constant(extent.constant - 1, 0, axes + params + 1);
            for (quantity, c) in &extent.terms {
                if let Quantity::Param(j) = quantity {
                    last.known[axes + j] = *c;
                }
            }
            last.known[axis] -= 1;
            facts.extend([coordinate, last]);
        }
        for (j, param) in self.params.iter().enumerate() {
            if matches!(param, Param::Extent(e) if e.as_symbol().is_some()) {
                facts.push(Form::known(axes + j, 0, axes + params + 1));
            }
        }
        facts
    }

    /// The cases in which a subscript with a policy reaches an element of an axis: the resulting subscript,
    /// and conditions.
    fn cases(&mut self, policy: Policy, e: Sparse, extent: &Sparse) -> Option<Vec<(Sparse, Vec<Sparse>)>> {
        match policy {
            Policy::Assumed | Policy::Trap | Policy::Fill | Policy::Drop => Some(vec![(e, Vec::new())]),
            Policy::Clamp => {
                let last = extent.clone().plus(&Sparse::constant(1), -1);
                let below = Sparse::constant(-1).plus(&e, -1);
                let above = e.clone().plus(extent, -1);
                let inside = vec![e.clone(), last.clone().plus(&e, -1)];
                Some(vec![(e, inside), (Sparse::constant(0), vec![below]), (last, vec![above])])
            }
            // An index modulo 0 does not exist.
            Policy::Wrap if extent.as_constant() == Some(0) => None,
            Policy::Wrap => {
                if let Some(shifted) = self.shift(&e, extent) {
                    return Some(vec![(shifted, Vec::new())]);
                }
                let divisor = extent.as_constant().filter(|n| *n > 0)?;
                let quotient = self.quotient(&e, divisor)?;
                Some(vec![(e.plus(&quotient, -divisor), Vec::new())])
            }
        }
    }

    /// The dense form over the unknowns; known are the parameters and 1.
    fn form(&self, sparse: &Sparse) -> Form {
        let mut form = Form::constant(sparse.constant, self.unknowns, self.params.len() + 1);
        for (quantity, c) in &sparse.terms {
            match quantity {
                Quantity::Unknown(i) => form.unknown[*i] = *c,
                Quantity::Param(j) => form.known[*j] = *c,
            }
        }
        form
    }

    fn dense(&self, subscripts: &[Sparse], extra: &[Sparse]) -> Option<LinearRead> {
        let mut domain = System::new();
        for condition in self.conditions.iter().chain(extra) {
            domain.require(self.form(condition)).ok()?;
        }
        Some(LinearRead {
            subscripts: subscripts.iter().map(|s| self.form(s)).collect(),
            domain,
            unknowns: self.unknowns,
            shifted: self.shifted(),
        })
    }

    /// True if no point of the box, for any extents, satisfies these conditions and all others.
    fn is_impossible(&self, extra: &[Sparse]) -> bool {
        let width = self.unknowns + self.params.len();
        let place = |quantity: &Quantity| match quantity {
            Quantity::Unknown(i) => *i,
            Quantity::Param(j) => self.unknowns + j,
        };
        let form = |sparse: &Sparse| {
            let mut form = Form::constant(sparse.constant, width, 1);
            sparse.terms.iter().for_each(|(quantity, c)| form.unknown[place(quantity)] += c);
            form
        };
        let all = self.conditions.iter().chain(&self.supposed).chain(extra);
        let conditions: Vec<Form> = all.map(form).collect();
        is_impossible(&conditions)
    }
}

/// With more cases than this, a gather does not pay off.
const MOST_CASES: usize = 27;

type Case = (Vec<Sparse>, Vec<Sparse>);

fn product(cases: Vec<Case>, options: &[(Sparse, Vec<Sparse>)]) -> Vec<Case> {
    let mut all = Vec::with_capacity(cases.len() * options.len());
    for (subscripts, conditions) in cases {
        for (subscript, more) in options {
            let mut case = (subscripts.clone(), conditions.clone());
            case.0.push(subscript.clone());
            case.1.extend(more.iter().cloned());
            all.push(case);
        }
    }
    all
}
