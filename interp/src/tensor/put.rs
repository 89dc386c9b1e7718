//! Writes into accumulating results: `tensor.put`.

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Interpret, Next, State, Stop};
use crate::machine::latitude::Deviation;
use crate::machine::meanings::Meanings;
use crate::tensor::{Subscripts, check_proved, outside, redirect};
use crate::values::value::{Datum, offset};
use tf_dialects::arith::FastMath;
use tf_dialects::scalar::{Kernel, element_type};
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::{self, Combine, Policy};
use tf_ir::body::{Op, Region, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// UpdateRule a put updates an element.
enum UpdateRule {
    Kind(Kernel, Option<Deviation>),
    Set,
    Region(Region),
}

struct PutAction {
    values: Vec<Value>,
    targets: Vec<Value>,
    subscripts: Subscripts,
    policy: Policy,
    how: UpdateRule,
    unique: bool,
    proved: Option<Proved>,
}

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(tensor::Put);
}

impl Interpret for tensor::Put {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let put = op.cast(tensor::Put).ok_or_else(|| op.error("is no write"))?;
        let map = put.affine_map().ok_or_else(|| op.error("has no map"))?.clone();
        let subscripts = Subscripts::new(map, put.indices().to_vec(), put.symbols().to_vec());
        let accumulation = put.accumulation().ok_or_else(|| op.error("puts into no accumulator"))?;
        let (values, targets) = (put.put_values().to_vec(), put.targets().to_vec());
        let how = match accumulation.combine {
            Combine::Kind(kind) => {
                let dtype = element_type(op.ctx(), op.body().ty(values[0]));
                let kernel = dtype.and_then(|dtype| kind.kernel(dtype));
                let kernel = kernel.ok_or_else(|| op.error(format_args!("cannot combine with '{kind}'")))?;
                // Another order of points changes the rounding.
                let open = accumulation.unordered.then(|| dtype.zip(dtype.and_then(|dtype| kind.op(dtype))));
                let deviation =
                    open.flatten().and_then(|(dtype, what)| Deviation::of(what, FastMath::REASSOC, dtype));
                UpdateRule::Kind(kernel, deviation)
            }
            Combine::Set => UpdateRule::Set,
            Combine::Region => UpdateRule::Region(op.region(0)),
        };
        let (policy, unique) = (put.out_of_bounds(), accumulation.unique);
        let proved = Proved::stated(op);
        Ok(Box::new(PutAction { values, targets, subscripts, policy, how, unique, proved }))
    }
}

impl PutAction {
    /// The index that the put writes; `None` if it writes nothing.
    fn place(&self, m: &mut Machine<'_>, op: Op) -> Result<Option<Vec<i64>>, Stop> {
        let mut index = self.subscripts.evaluate(m, op)?;
        let extents = m.memory.extents(m.get(self.targets[0]).buffer());
        check_proved(m, op, self.proved.as_ref(), (&index, extents))?;
        if offset(extents, &index).is_some() {
            return Ok(Some(index));
        }
        match self.policy {
            Policy::Drop => Ok(None),
            Policy::Clamp | Policy::Wrap if extents.contains(&0) => Ok(None),
            Policy::Clamp | Policy::Wrap => {
                redirect(self.policy, &mut index, extents);
                Ok(Some(index))
            }
            _ => Err(outside(m, op, (self.targets[0], true), (&index, extents))),
        }
    }

    fn store(&self, m: &mut Machine<'_>, op: Op, index: &[i64], new: Data) -> Result<(), Stop> {
        for (target, value) in self.targets.iter().zip(new) {
            let buffer = m.get(*target).buffer();
            let twice = self.unique && m.memory.is_written(buffer, index);
            if twice {
                let message = "writes an element twice, although the accumulator is marked 'unique':";
                return Err(m.error(op, format_args!("{message} {index:?}")).into());
            }
            m.memory.store(buffer, index, value.bits()).map_err(|e| m.error(op, e))?;
        }
        Ok(())
    }

    fn element(&self, m: &Machine<'_>, op: Op, (i, index): (usize, &[i64])) -> Result<u64, Stop> {
        let found = m.memory.accumulated(m.get(self.targets[i]).buffer(), index);
        found.map_err(|e| m.error(op, e).into())
    }
}

impl Action for PutAction {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let Some(index) = self.place(m, op)? else { return Ok(Next::Continue) };
        let values: Data = self.values.iter().map(|v| m.get(*v).clone()).collect();
        let new = match &self.how {
            UpdateRule::Set => values,
            UpdateRule::Kind(kernel, deviation) => {
                let (old, value) = (self.element(m, op, (0, &index))?, values[0].bits());
                let new = m.deviate(*deviation, &[old, value], kernel.call(old, value, 0));
                Data::from_iter([Datum::Bits(new)])
            }
            UpdateRule::Region(region) => {
                let elements =
                    (0..self.targets.len()).map(|i| self.element(m, op, (i, &index)).map(Datum::Bits));
                let args = elements.chain(values.into_iter().map(Ok)).collect::<Result<_, Stop>>()?;
                return Ok(Next::Enter { region: *region, args, state: Box::new(index) });
            }
        };
        self.store(m, op, &index, new)?;
        Ok(Next::Continue)
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, yielded: Data) -> Result<Next, Stop> {
        let index = *state.downcast::<Vec<i64>>().expect("a put resumes with its own state");
        self.store(m, op, &index, yielded)?;
        Ok(Next::Continue)
    }
}
