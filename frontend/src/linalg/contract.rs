//! Sums of products: matrix products and einsum.

use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val, shape_words};
use crate::trace::tracer::Tracer;
use crate::types::broadcast::{join, same};
use crate::types::convert::Piece;
use crate::types::tensor::{Arg, Operand, Tensor};
use tf_dialects::tensor::Contract;
use tf_dialects::tensor::einsum::Equation;
use tf_ir::extent::{Extent, Verdict};

impl Shared {
    /// `tensor.contract` of operands; casts make the extents agree label by label.
    fn contract(&self, at: Site, what: &str, equation: &str, vals: Vec<Val>) -> Traced<Val> {
        if vals.is_empty() {
            return Err(self.fail(at, format!("{what} needs at least one operand")));
        }
        let parsed: Equation = equation.parse().map_err(|e: String| self.fail(at, format!("{what} {e}")))?;
        if parsed.operands.len() != vals.len() {
            let (n, given) = (parsed.operands.len(), vals.len());
            return Err(
                self.fail(at, format!("{what} has an equation for {n} operands, but {given} are given"))
            );
        }
        let extents = self.label_extents(at, what, &parsed, &vals)?;
        let mut operands = Vec::new();
        for (val, labels) in vals.into_iter().zip(&parsed.operands) {
            let shape: Vec<Extent> = labels.iter().map(|l| extents[*l].clone()).collect();
            operands.push(self.cast_shape(at, val, &shape)?);
        }
        let elem = operands[0].elem;
        let sum = elem.accumulator();
        let shape: Vec<Extent> = parsed.result.iter().map(|l| extents[*l].clone()).collect();
        let attrs = [("equation", self.ctx.string_attr(equation))];
        let products = self.value(at, Contract, &operands, self.tensors(&shape, sum), &attrs)?;
        self.cast(at, products, elem)
    }

    /// The extent of each label; if extents may differ, a constant or else the first name is taken.
    fn label_extents(&self, at: Site, what: &str, equation: &Equation, vals: &[Val]) -> Traced<Vec<Extent>> {
        let mut found: Vec<Option<(usize, Extent)>> = vec![None; equation.labels.len()];
        for (i, (labels, val)) in equation.operands.iter().zip(vals).enumerate() {
            let shape = self.shape(val);
            if labels.len() != shape.len() {
                let (n, words) = (labels.len(), self.describe(val));
                return Err(self.fail(at, format!("{what} gives operand {i} {n} axes, but it is {words}")));
            }
            for (label, extent) in labels.iter().zip(shape) {
                let Some((first, known)) = &found[*label] else {
                    found[*label] = Some((i, extent));
                    continue;
                };
                let axis = |operand: usize| {
                    equation.operands[operand].iter().position(|l| l == label).unwrap_or_default()
                };
                if same(known, &extent) == Verdict::Refuted {
                    let (a, b) = (shape_words(&self.shape(&vals[*first])), shape_words(&self.shape(val)));
                    // Only for einsum, the equation is in the user's source.
                    let named = match what {
                        "einsum" => format!(" ('{}')", equation.labels[*label]),
                        _ => String::new(),
                    };
                    let message = format!(
                        "{what} cannot contract the shapes {a} and {b}: axis {}{named} of the first has the extent \
                         {known}, axis {} of the second {extent}",
                        axis(*first),
                        axis(i)
                    );
                    return Err(self.fail_about(
                        at,
                        message,
                        &[("the first", &vals[*first]), ("the second", val)],
                    ));
                }
                if known.as_const().is_none() && extent.as_const().is_some() {
                    found[*label] = Some((*first, extent));
                }
            }
        }
        Ok(found.into_iter().map(|e| e.map_or_else(|| Extent::constant(1), |(_, e)| e)).collect())
    }

    /// Operands of a contraction: tensors of one element type.
    pub(crate) fn factors(&self, at: Site, what: &str, pieces: &[Piece]) -> Traced<Vec<Val>> {
        let elem = self.common_elem(at, what, pieces)?;
        let elem = if elem == crate::Elem::Bool { crate::Elem::Int(64) } else { elem };
        let tensor = |piece: &Piece| {
            let val = self.realize(at, piece, elem)?;
            self.tensor_val(at, val)
        };
        pieces.iter().map(tensor).collect()
    }

    fn einsum(&self, at: Site, what: &str, equation: &str, args: Vec<Arg>, repeats: bool) -> Traced<Val> {
        self.outside_compute(|| {
            let pieces = self.pieces(at, args)?;
            let vals = self.factors(at, what, &pieces)?;
            let ranks: Vec<usize> = vals.iter().map(|val| self.shape(val).len()).collect();
            let equation =
                complete(equation, &ranks).map_err(|words| self.fail(at, format!("{what} {words}")))?;
            let parsed: Result<Equation, String> = equation.parse();
            let fits = |parsed: &Equation| parsed.operands.iter().map(Vec::len).eq(ranks.iter().copied());
            match parsed.ok().filter(|parsed| repeats && fits(parsed)) {
                Some(parsed) => {
                    let (equation, vals) = self.without_repeats(at, &parsed, vals)?;
                    self.contract(at, what, &equation, vals)
                }
                None => self.contract(at, what, &equation, vals),
            }
        })
    }

    /// The equation and operands without axes of extent 1 that broadcast along their label.
    fn without_repeats(&self, at: Site, equation: &Equation, vals: Vec<Val>) -> Traced<(String, Vec<Val>)> {
        let is_one = |extent: &Extent| extent.as_const() == Some(1);
        let mut long = vec![false; equation.labels.len()];
        for (labels, val) in equation.operands.iter().zip(&vals) {
            labels.iter().zip(self.shape(val)).for_each(|(l, extent)| long[*l] |= !is_one(&extent));
        }
        let letters = |labels: &[usize]| labels.iter().map(|l| equation.labels[*l]).collect::<String>();
        let (mut names, mut operands) = (Vec::new(), Vec::new());
        for (labels, val) in equation.operands.iter().zip(vals) {
            let shape = self.shape(&val);
            let kept = (0..shape.len()).filter(|axis| !is_one(&shape[*axis]) || !long[labels[*axis]]);
            let (labels, shape): (Vec<usize>, Vec<Extent>) =
                kept.map(|axis| (labels[axis], shape[axis].clone())).unzip();
            names.push(letters(&labels));
            operands.push(self.reshape(at, val, &shape)?);
        }
        Ok((format!("{}->{}", names.join(","), letters(&equation.result)), operands))
    }

    /// NumPy's matmul.
    fn matmul(&self, at: Site, a: Val, b: Val) -> Traced<Val> {
        let (left, right) = (self.shape(&a), self.shape(&b));
        if left.is_empty() || right.is_empty() {
            return Err(self.fail(at, "matmul takes vectors and matrices, not scalars: use *"));
        }
        let (own_a, own_b) = (left.len().min(2), right.len().min(2));
        let (batch_a, batch_b) = (&left[..left.len() - own_a], &right[..right.len() - own_b]);
        let batch = join(batch_a, batch_b).map_err(|_| {
            let (l, r) = (shape_words(&left), shape_words(&right));
            let message = format!("matmul cannot combine the batch axes of the shapes {l} and {r}");
            self.fail_about(at, message, &[("the first", &a), ("the second", &b)])
        })?;
        if batch.len() > 20 {
            return Err(self.fail(at, "matmul takes at most 20 batch axes"));
        }
        let whole = |own: &[Extent]| [&batch[..], own].concat();
        let a =
            if batch_a.is_empty() { a } else { self.broadcast(at, a, &whole(&left[left.len() - own_a..]))? };
        let b = if batch_b.is_empty() {
            b
        } else {
            self.broadcast(at, b, &whole(&right[right.len() - own_b..]))?
        };
        let labels: String = ('a'..='t').take(batch.len()).collect();
        let of = |has: bool| if has { labels.as_str() } else { "" };
        let rows = if own_a == 2 { "x" } else { "" };
        let columns = if own_b == 2 { "y" } else { "" };
        let (in_a, in_b) = (of(!batch_a.is_empty()), of(!batch_b.is_empty()));
        let equation = format!("{in_a}{rows}z,{in_b}z{columns}->{labels}{rows}{columns}");
        self.contract(at, "matmul", &equation, vec![a, b])
    }
}

/// # Products
///
/// Sums of products along axes.
impl Tensor {
    /// The matrix product, as NumPy's `@`: contracts the last axis of this with the last but one (or only)
    /// axis of the other; the axes before them are the batch and broadcast. Two vectors give their inner
    /// product.
    #[track_caller]
    pub fn matmul(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let args = [self.arg(), other.arg()];
        self.made(|shared| {
            shared.outside_compute(|| {
                let pieces = shared.pieces(at, args)?;
                let vals = shared.factors(at, "matmul", &pieces)?;
                let [a, b] = <[Val; 2]>::try_from(vals).map_err(|_| crate::trace::state::Reported)?;
                shared.matmul(at, a, b)
            })
        })
    }

    /// The outer product: the product of each element with each element of another tensor, both flattened to
    /// vectors; the result is a matrix. NumPy's `outer`.
    #[track_caller]
    pub fn outer(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let other = self.operand_like(at, other.arg());
        self.library(at, || {
            let args = vec![self.flatten().arg(), other.flatten().arg()];
            self.made(|shared| shared.einsum(at, "outer", "i,j->ij", args, false))
        })
    }
}

impl Tracer {
    /// The contraction that an equation specifies: `p.einsum("bij,bjk->bik", [&a, &b])`. Labels that the
    /// result lacks are summed over; a label that occurs twice in one operand takes its diagonal. `...` is
    /// all other axes, which broadcast: `"...ij,...jk->...ik"`; an axis of the constant extent 1 broadcasts
    /// along its label. Without `->`, the result has the axes of `...` and then the labels that occur once,
    /// in alphabetical order. NumPy's `einsum`.
    #[track_caller]
    pub fn einsum<R: Operand>(&self, equation: &str, operands: impl IntoIterator<Item = R>) -> Tensor {
        let args: Vec<Arg> = operands.into_iter().map(Operand::arg).collect();
        Tensor::of(&self.shared, self.shared.einsum(Site::caller(), "einsum", equation, args, true))
    }

    /// A contraction; `what` is the name of the user's operation in messages.
    pub(crate) fn contraction(&self, at: Site, what: &str, equation: &str, operands: [&Tensor; 2]) -> Tensor {
        let args = operands.map(Operand::arg).to_vec();
        Tensor::of(&self.shared, self.shared.einsum(at, what, equation, args, false))
    }
}

/// Completes the equation with the result, as NumPy does, and replaces `...` by labels for operands of these
/// ranks.
fn complete(equation: &str, ranks: &[usize]) -> Result<String, String> {
    let text: String = equation.chars().filter(|c| *c != ' ').collect();
    let (inputs, result) = match text.split_once("->") {
        Some((inputs, result)) => (inputs, Some(result)),
        None => (&text[..], None),
    };
    let operands: Vec<&str> = inputs.split(',').collect();
    let hidden_axes = |(labels, rank): (&&str, &usize)| match labels.contains("...") {
        true => rank.saturating_sub(labels.len() - 3),
        false => 0,
    };
    let hidden: Vec<usize> = operands.iter().zip(ranks).map(hidden_axes).collect();
    let most = hidden.iter().copied().max().unwrap_or(0);
    let free: String = ('a'..='z').chain('A'..='Z').filter(|c| !text.contains(*c)).take(most).collect();
    if free.len() < most {
        return Err(format!("has the equation \"{equation}\", where '...' covers more than 52 axes"));
    }
    // The last axes are aligned, as everywhere in broadcasting.
    let open = |(labels, count): (&&str, &usize)| labels.replacen("...", &free[most - count..], 1);
    let inputs: Vec<String> =
        operands.iter().zip(hidden.iter().chain(std::iter::repeat(&0))).map(open).collect();
    let result = match result {
        Some(result) if most > 0 && !result.contains("...") => {
            return Err(format!(
                "has the equation \"{equation}\", whose result needs '...' for the other axes of the \
                 operands: \"->...{result}\""
            ));
        }
        Some(result) => result.replacen("...", &free, 1),
        None => {
            let letters: Vec<char> = text.chars().filter(|c| c.is_ascii_alphabetic()).collect();
            let once = letters.iter().copied().filter(|c| letters.iter().filter(|l| *l == c).count() == 1);
            let mut once: Vec<char> = once.collect();
            once.sort_unstable();
            free.chars().chain(once).collect()
        }
    };
    Ok(format!("{}->{result}", inputs.join(",")))
}

#[cfg(test)]
mod tests {
    use super::complete;

    #[test]
    fn equations_without_result_are_completed() {
        let plain = |equation: &str| complete(equation, &[2, 2]).unwrap();
        assert_eq!(plain("ij,jk"), "ij,jk->ik");
        assert_eq!(plain("ba"), "ba->ab");
        assert_eq!(plain("ii"), "ii->");
        assert_eq!(plain("ij->"), "ij->");
        assert_eq!(plain("i j, j k -> i k"), "ij,jk->ik");
    }

    #[test]
    fn dots_stand_for_the_other_axes() {
        let full = |equation: &str, ranks: &[usize]| complete(equation, ranks).unwrap();
        assert_eq!(full("...ij,...jk->...ik", &[4, 3]), "abij,bjk->abik");
        assert_eq!(full("...ij,jk->...ik", &[2, 2]), "ij,jk->ik");
        assert_eq!(full("c...,c", &[3, 1]), "cab,c->ab");
        assert_eq!(full("...", &[2]), "ab->ab");
        assert!(complete("...i->i", &[2]).unwrap_err().contains("needs '...'"));
        // The contraction reports operands with too few axes.
        assert_eq!(full("...ij->...", &[1]), "ij->");
    }
}
