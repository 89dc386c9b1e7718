//! Einsum equations: `"ij,jk->ik"`.

use std::str::FromStr;

/// The axes of operands and result that labels identify.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    /// The labels, in order of first occurrence.
    pub labels: Vec<char>,
    /// For each operand, the label of each axis, as a position in [`Equation::labels`].
    pub operands: Vec<Vec<usize>>,
    /// The label of each result axis.
    pub result: Vec<usize>,
}

impl Equation {
    /// The labels that are summed over, in order of first occurrence.
    pub fn summed(&self) -> Vec<usize> {
        (0..self.labels.len()).filter(|label| !self.result.contains(label)).collect()
    }
}

impl FromStr for Equation {
    type Err = String;

    fn from_str(text: &str) -> Result<Equation, String> {
        let Some((inputs, result)) = text.split_once("->") else {
            return Err(format!("has the equation \"{text}\", which lacks '->': write it as \"ij,jk->ik\""));
        };
        let mut labels: Vec<char> = Vec::new();
        let mut operands = Vec::new();
        for input in inputs.split(',') {
            let mut axes = Vec::new();
            for label in input.chars().filter(|c| *c != ' ') {
                check_letter(text, label)?;
                let position = labels.iter().position(|l| *l == label).unwrap_or_else(|| {
                    labels.push(label);
                    labels.len() - 1
                });
                axes.push(position);
            }
            operands.push(axes);
        }
        let mut axes = Vec::new();
        for label in result.chars().filter(|c| *c != ' ') {
            check_letter(text, label)?;
            let Some(position) = labels.iter().position(|l| *l == label) else {
                return Err(format!(
                    "has the equation \"{text}\" with the result label '{label}', which is in no operand"
                ));
            };
            if axes.contains(&position) {
                return Err(format!("has the equation \"{text}\" with the result label '{label}' twice"));
            }
            axes.push(position);
        }
        Ok(Equation { labels, operands, result: axes })
    }
}

fn check_letter(text: &str, label: char) -> Result<(), String> {
    if label.is_ascii_alphabetic() {
        return Ok(());
    }
    Err(format!("has the equation \"{text}\" with the label '{label}': labels are letters"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_numbered_in_order() {
        let e: Equation = "bij, bjk -> bik".parse().unwrap();
        assert_eq!(e.labels, ['b', 'i', 'j', 'k']);
        assert_eq!(e.operands, [vec![0, 1, 2], vec![0, 2, 3]]);
        assert_eq!(e.result, [0, 1, 3]);
        assert_eq!(e.summed(), [2]);
        let trace: Equation = "ii->".parse().unwrap();
        assert_eq!((trace.operands, trace.result), (vec![vec![0, 0]], vec![]));
        let outer: Equation = "i,->i".parse().unwrap();
        assert_eq!(outer.operands, [vec![0], vec![]]);
    }

    #[test]
    fn malformed_equations_are_refused_with_the_reason() {
        for (text, reason) in [
            ("ij,jk", "lacks '->'"),
            ("i1->i", "the label '1': labels are letters"),
            ("ij->ik", "the result label 'k', which is in no operand"),
            ("ij->ii", "label 'i' twice"),
            ("ij->i.", "the label '.': labels are letters"),
        ] {
            let error = text.parse::<Equation>().unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
