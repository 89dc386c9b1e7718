//! Close choices: among candidates of nearly the least price, the one that loses least on other processors.
//!
//! A price knows a machine to a few percent only, and processors of one instruction set differ in the time of
//! a byte. Between candidates whose prices differ by less than that, the one that is never much slower is the
//! better choice: the same code also runs elsewhere, and the description of this machine may be wrong.

use super::figures::SAME_PRICE;
use tf_dialects::target::{Family, Target};

/// The cheapest candidate and its price, with close choices decided by their largest loss on the processors
/// that can run the code; `None` without candidates. Of candidates with equal loss, the cheaper one is
/// chosen, then the first one.
pub fn cheapest<C>(
    candidates: impl IntoIterator<Item = C>,
    target: &Target,
    mut price: impl FnMut(&C, &Target) -> f64,
) -> Option<(C, f64)> {
    let priced = candidates.into_iter().map(|candidate| {
        let here = price(&candidate, target);
        (candidate, here)
    });
    let mut close: Vec<(C, f64)> = priced.collect();
    close.sort_by(|a, b| a.1.total_cmp(&b.1));
    let least = close.first()?.1;
    close.retain(|(_, here)| *here <= SAME_PRICE * least);
    if close.len() < 2 {
        return close.into_iter().next();
    }
    let mut losses = vec![1.0; close.len()];
    for machine in others(target) {
        let prices: Vec<f64> = close.iter().map(|(candidate, _)| price(candidate, &machine)).collect();
        let least = prices.iter().copied().fold(f64::INFINITY, f64::min);
        for (loss, price) in losses.iter_mut().zip(prices) {
            *loss = f64::max(*loss, price / least);
        }
    }
    let all = close.into_iter().zip(losses);
    all.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(chosen, _)| chosen)
}

/// The machines of the families that can run the code of a target, with its instruction set and cores.
fn others(target: &Target) -> Vec<Target> {
    let mut machines: Vec<Target> = Vec::new();
    for family in Family::all() {
        let machine = family.target(target.cores);
        let same_code = Target {
            l1_bytes: machine.l1_bytes,
            l2_bytes: machine.l2_bytes,
            caches: machine.caches,
            rates: family.rates(target.vector_bits),
            ..*target
        };
        if machine.vector_bits >= target.vector_bits && !machines.contains(&same_code) {
            machines.push(same_code);
        }
    }
    machines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A candidate with operations and bytes that move between memory and cores.
    struct Costs {
        name: &'static str,
        operations: f64,
        bytes: f64,
    }

    fn chosen(candidates: [Costs; 3]) -> &'static str {
        let price = |costs: &Costs, on: &Target| costs.operations + costs.bytes * on.rates.memory_byte;
        cheapest(candidates, &Target::reference(), price).expect("a candidate").0.name
    }

    #[test]
    fn close_choices_lose_least_elsewhere() {
        let here = Target::reference().rates.memory_byte;
        let few_bytes = Costs { name: "few bytes", operations: 1000.0, bytes: 0.0 };
        let many_bytes = |name, cost: f64| Costs { name, operations: 0.0, bytes: cost / here };
        // Bytes cost more elsewhere.
        let close = many_bytes("close", 990.0);
        assert_eq!(chosen([close, few_bytes, many_bytes("dear", 2000.0)]), "few bytes");
    }

    #[test]
    fn clear_choices_are_made_here() {
        let here = Target::reference().rates.memory_byte;
        let few_bytes = Costs { name: "few bytes", operations: 1000.0, bytes: 0.0 };
        let many_bytes = |name, cost: f64| Costs { name, operations: 0.0, bytes: cost / here };
        let clear = many_bytes("clear", 500.0);
        assert_eq!(chosen([few_bytes, clear, many_bytes("dear", 2000.0)]), "clear");
    }

    #[test]
    fn machines_run_the_code() {
        assert!(others(&Target::reference()).len() > 1);
        assert!(cheapest(Vec::<i32>::new(), &Target::reference(), |_, _| 1.0).is_none());
    }
}
