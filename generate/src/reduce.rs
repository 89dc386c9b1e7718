//! Reductions and contractions.

use crate::generators::{Generate, Generators};
use crate::state::{DTYPES, State};
use tf_dialects::scalar::DType;
use tf_dialects::tensor;
use tf_dialects::tensor::{CombiningKind, build, reduce::extends};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// A combining kind for an element type.
pub(crate) fn some_kind(state: &mut State<'_>, dtype: DType) -> CombiningKind {
    let kinds: Vec<CombiningKind> = CombiningKind::ALL.into_iter().filter(|k| k.accepts(dtype)).collect();
    *state.random.pick(&kinds).expect("sums are for every element type")
}

pub(crate) fn register(generators: &mut Generators) {
    generators.add(tensor::Reduce).add(tensor::Contract);
}

impl Generate for tensor::Reduce {
    fn weight(&self) -> u32 {
        6
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let first = state.tensor(b, |shape, _| !shape.is_empty())?;
        let shape = state.shape(b, first);
        let mut inputs = vec![first];
        while inputs.len() < 3 && state.random.chance(25) {
            inputs.extend(state.tensor(b, |other, _| other == shape));
        }
        let mut kinds = Vec::new();
        for input in &inputs {
            let dtype = state.dtype(b.body.ty(*input))?;
            kinds.push(some_kind(state, dtype));
        }
        let mut axes: Vec<usize> = (0..shape.len()).filter(|_| state.random.chance(60)).collect();
        if axes.is_empty() {
            axes.push(0);
        }
        if state.random.chance(40) {
            return crate::combine::reduce(b, state, &inputs, &axes);
        }
        let flags = state.some_flags();
        let op = build::reduce(b, &kinds, &inputs, &axes, flags);
        Some(b.body.results(op).collect())
    }
}

impl Generate for tensor::Contract {
    fn weight(&self) -> u32 {
        6
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let first = state.tensor(b, |shape, _| !shape.is_empty())?;
        let dtype = state.dtype(b.body.ty(first))?;
        let mut inputs = vec![first];
        while inputs.len() < 3 && state.random.chance(if inputs.len() == 1 { 80 } else { 20 }) {
            inputs.extend(state.tensor(b, |_, d| d == dtype));
        }
        let mut labels: Vec<Extent> = Vec::new();
        let mut terms = Vec::new();
        for input in &inputs {
            let mut term = String::new();
            for extent in state.shape(b, *input) {
                let known = labels.iter().rposition(|e| *e == extent).filter(|_| state.random.chance(70));
                let label = known.unwrap_or_else(|| {
                    labels.push(extent);
                    labels.len() - 1
                });
                term.push(letter(label));
            }
            terms.push(term);
        }
        // The interpreter visits the box of all labels, so its size is limited.
        if labels.len() > 6 || state.size(&labels)? > 2000 {
            return None;
        }
        let mut kept: Vec<usize> = (0..labels.len()).filter(|_| state.random.chance(50)).collect();
        state.random.shuffle(&mut kept);
        let shape: Vec<Extent> = kept.iter().map(|label| labels[*label].clone()).collect();
        if !state.fits(&shape) {
            return None;
        }
        let result: String = kept.into_iter().map(letter).collect();
        let wider: Vec<DType> = DTYPES.into_iter().filter(|to| extends(dtype, *to)).collect();
        let to = if state.random.chance(25) { *state.random.pick(&wider)? } else { dtype };
        let elem = state.type_of(None, to);
        let equation = format!("{}->{result}", terms.join(","));
        let flags = state.some_flags();
        Some(vec![build::contract(b, &equation, &inputs, Some(elem), flags)])
    }
}

fn letter(label: usize) -> char {
    char::from(b'a' + label as u8)
}
