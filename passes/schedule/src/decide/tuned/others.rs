//! Selects the alternatives that are measured next to a chosen schedule.

use tf_dialects::tensor::schedule::Plan;
use tf_passes_common::cost::figures::{DRAWN_CHANGES, DRAWN_TRIES};

/// The alternatives to a chosen schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Its direct neighbours: each differs in one property.
    Neighbours,
    /// Up to `count` random legal schedules, each a few such changes away. Equal seeds give equal ones.
    Drawn {
        /// The largest count.
        count: usize,
        /// The seed of the random sequence.
        seed: u64,
    },
}

impl Others {
    /// The legal alternatives to a plan.
    pub(super) fn of(
        self,
        chosen: &Plan,
        neighbours: impl Fn(&Plan) -> Vec<Plan>,
        may: impl Fn(&Plan) -> bool,
    ) -> Vec<Plan> {
        let Others::Drawn { count, seed } = self else {
            return neighbours(chosen).into_iter().filter(|plan| may(plan)).collect();
        };
        let mut random = Random(seed);
        let mut found: Vec<Plan> = Vec::new();
        for _ in 0..count.saturating_mul(DRAWN_TRIES) {
            if found.len() == count {
                break;
            }
            let mut plan = chosen.clone();
            for _ in 0..=random.below(DRAWN_CHANGES) {
                let mut around = neighbours(&plan);
                if around.is_empty() {
                    break;
                }
                let next = around.swap_remove(random.below(around.len() as u64) as usize);
                if may(&next) {
                    plan = next;
                }
            }
            if plan != *chosen && !found.contains(&plan) {
                found.push(plan);
            }
        }
        found
    }
}

/// The SplitMix64 generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::tuned;

    #[test]
    fn drawn_schedules_are_many_and_the_same_for_a_seed() {
        let chosen = Plan::sequential(3);
        let neighbours = |plan: &Plan| tuned::neighbours(plan, (3, 1));
        let drawn = |seed| Others::Drawn { count: 64, seed }.of(&chosen, neighbours, |_| true);
        let one = drawn(7);
        assert_eq!(one.len(), 64);
        assert!(!one.contains(&chosen));
        assert_eq!(one, drawn(7));
        assert_ne!(one, drawn(8));
        // Some are further away than one change.
        let beside = Others::Neighbours.of(&chosen, neighbours, |_| true);
        assert!(one.iter().filter(|plan| !beside.contains(plan)).count() > 16);
        assert!(Others::Drawn { count: 64, seed: 7 }.of(&chosen, neighbours, |_| false).is_empty());
    }
}
