//! Spelling suggestions ("did you mean"): the nearest of the known names.

/// The candidate with the smallest edit distance to `name`, if it is near enough; for ties, the first in
/// alphabetical order.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return None;
    }
    let limit = (name.len() / 3).clamp(1, 4);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.len().abs_diff(name.len()) > limit || candidate == name {
            continue;
        }
        let distance = edit_distance(name, candidate);
        if distance <= limit && best.is_none_or(|b| (distance, candidate) < b) {
            best = Some((distance, candidate));
        }
    }
    best.map(|b| b.1)
}

/// `; did you mean 'x'?` or nothing.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, candidates).map_or(String::new(), |found| format!("; did you mean '{found}'?"))
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let substituted = last[j] + usize::from(a[i] != b[j]);
            let mut cost = substituted.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_nearest_name() {
        let names = ["arith.addi", "arith.addf", "arith.muli"];
        assert_eq!(nearest("arith.adi", names), Some("arith.addi"));
        assert_eq!(nearest("arith.addd", names), Some("arith.addf"));
        assert_eq!(nearest("arith.mlui", names), Some("arith.muli"));
        assert_eq!(nearest("tensor.compute", names), None);
    }

    #[test]
    fn distance_counts_swaps_once() {
        assert_eq!(edit_distance("abcd", "abdc"), 1);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
