//! Checkpointing plans: the states of a loop to store for the backward pass, and the states to recompute.
//!
//! A loop of `N` iterations is cut into segments, whose first states are stored in the slots of a tape. The
//! backward pass cuts each segment again, and so on: a plan lists the slots of each level. After the last
//! level a segment is one iteration, or a few if the trip count is unknown at compile time. Their states are
//! recomputed from the first state of the segment.

use tf_ir::extent::Extent;
use tf_passes_common::cost::figures::{ALWAYS_STORED, CHECKPOINT_LEVELS, CHECKPOINTS, NUMBERED_CHECKPOINTS};

/// One level of segments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::transforms::autodiff) struct Level {
    /// The slot count.
    pub slots: Extent,
    /// Iterations per segment; `None`: computed at run time, from the slots.
    pub stride: Option<i64>,
}

/// The levels, outermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::transforms::autodiff) struct Plan {
    /// The levels.
    pub levels: Vec<Level>,
    /// After the last level, a segment is one iteration.
    pub exact: bool,
}

/// Knowledge of the trip count.
#[derive(Clone, Debug)]
pub(in crate::transforms::autodiff) enum Count {
    /// A constant.
    Constant(i64),
    /// A symbolic term.
    Term(Extent),
    /// Unknown.
    Unknown,
}

impl Plan {
    /// Stores every state of the loop. A tape has at least one slot.
    fn store(trips: i64) -> Plan {
        let slots = Extent::constant(trips.max(1));
        Plan { levels: vec![Level { slots, stride: Some(1) }], exact: true }
    }

    /// Levels with the same slot count.
    fn cut(trips: i64, levels: u32) -> Plan {
        let slots = root(trips, levels);
        let mut rest = trips;
        let mut found = Vec::new();
        for level in (0..levels).rev() {
            // The iterations that the inner levels cover.
            let stride = rest.min(slots.saturating_pow(level)).max(1);
            let count = (rest + stride - 1) / stride;
            found.push(Level { slots: Extent::constant(count.max(1)), stride: Some(stride) });
            rest = stride;
        }
        Plan { levels: found, exact: true }
    }

    /// Two levels for a trip count that only the run knows.
    fn dynamic(most: Option<&Extent>, slots: i64, levels: usize) -> Plan {
        let slots = Extent::constant(slots);
        let slots = most.and_then(|n| slots.minimum(n).ok()).unwrap_or(slots);
        Plan { levels: vec![Level { slots, stride: None }; levels], exact: false }
    }

    /// The cheapest plan that stores at most `budget` bytes of states of `bytes` bytes each, as far as
    /// possible. Without a budget, or if the size of a state is unknown, the plan stores about twice the
    /// square root of the trip count.
    pub fn choose(count: &Count, bytes: Option<u64>, budget: Option<u64>) -> Plan {
        let limit =
            budget.zip(bytes).map(|(budget, bytes)| i64::try_from(budget / bytes.max(1)).unwrap_or(i64::MAX));
        match (count, limit) {
            (Count::Constant(n), None) if *n <= ALWAYS_STORED => Plan::store(*n),
            (Count::Constant(n), None) => Plan::cut(*n, 2),
            (Count::Constant(n), Some(limit)) => {
                let deepest = 64 - n.max(&1).leading_zeros();
                let plans = (1..=deepest.max(1)).map(|levels| Plan::cut(*n, levels));
                plans
                    .into_iter()
                    .find(|p| p.slot_count().is_some_and(|slot_count| slot_count <= limit))
                    .unwrap_or(
                        // Two slots per level do not fit: recompute everything from the start.
                        match limit {
                            0 => Plan { levels: Vec::new(), exact: *n <= 0 },
                            _ => Plan::dynamic(None, limit, 1),
                        },
                    )
            }
            (Count::Term(n), limit) => match limit {
                Some(limit) => Plan::limited(Some(n), limit),
                None => Plan::dynamic(Some(n), CHECKPOINTS, 2),
            },
            (Count::Unknown, Some(limit)) => Plan::limited(None, limit),
            (Count::Unknown, None) => Plan::dynamic(None, CHECKPOINTS, 2),
        }
    }

    /// At a point of a comprehension: few slots per level, since the states are scalars.
    pub fn of_scalars(count: &Count) -> Plan {
        match count {
            Count::Constant(n) if *n <= NUMBERED_CHECKPOINTS => Plan::store(*n),
            Count::Constant(n) => {
                let plans = (2..=CHECKPOINT_LEVELS).map(|levels| Plan::cut(*n, levels));
                let few = |p: &Plan| {
                    p.levels.iter().all(|l| l.slots.as_const().is_some_and(|s| s <= NUMBERED_CHECKPOINTS))
                };
                plans
                    .into_iter()
                    .find(few)
                    .unwrap_or_else(|| Plan::dynamic(None, NUMBERED_CHECKPOINTS, CHECKPOINT_LEVELS as usize))
            }
            _ => Plan::dynamic(None, NUMBERED_CHECKPOINTS, CHECKPOINT_LEVELS as usize),
        }
    }

    /// For an unknown trip count, at most `limit` states.
    fn limited(most: Option<&Extent>, limit: i64) -> Plan {
        match limit {
            0 => Plan { levels: Vec::new(), exact: false },
            1..=3 => Plan::dynamic(most, limit, 1),
            _ => Plan::dynamic(most, (limit / 2).min(CHECKPOINTS * CHECKPOINTS), 2),
        }
    }

    /// The total slot count, if it is constant.
    pub fn slot_count(&self) -> Option<i64> {
        self.levels.iter().map(|l| l.slots.as_const()).try_fold(0i64, |sum, n| sum.checked_add(n?))
    }
}

/// The least integer whose `k`-th power is at least `n`.
fn root(n: i64, k: u32) -> i64 {
    let (mut low, mut high) = (1i64, n.max(1));
    while low < high {
        let middle = low + (high - low) / 2;
        if middle.checked_pow(k).is_none_or(|p| p >= n) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(plan: &Plan) -> Vec<i64> {
        plan.levels.iter().map(|l| l.slots.as_const().unwrap()).collect()
    }

    #[test]
    fn roots() {
        for n in 1..200 {
            for k in 1..5 {
                let r = root(n, k);
                assert!(r.pow(k) >= n && (r == 1 || (r - 1).pow(k) < n), "{n} {k} {r}");
            }
        }
    }

    #[test]
    fn without_a_budget_states_grow_as_the_root() {
        let slot_count = |n| Plan::choose(&Count::Constant(n), None, None).slot_count().unwrap();
        assert_eq!((slot_count(9), slot_count(16)), (9, 16));
        assert_eq!((slot_count(250), slot_count(1000), slot_count(4000)), (32, 64, 127));
    }

    #[test]
    fn with_a_budget_the_cheapest_plan_that_fits() {
        let plan = |budget| Plan::choose(&Count::Constant(1000), Some(8), Some(budget));
        assert_eq!(slots(&plan(8000)), [1000]);
        assert_eq!(plan(7999).levels.len(), 2);
        assert_eq!(slots(&plan(8 * 30)), [10, 10, 10]);
        assert!(plan(8 * 12).levels.is_empty() || plan(8 * 12).slot_count().unwrap() <= 20);
        assert!(plan(0).levels.is_empty());
    }

    #[test]
    fn segments_cover_all_iterations() {
        for n in 0..300 {
            for levels in 1..6 {
                let plan = Plan::cut(n, levels);
                let mut rest = n;
                for level in &plan.levels {
                    let stride = level.stride.unwrap();
                    assert!(level.slots.as_const().unwrap() * stride >= rest, "{n} {levels}");
                    rest = rest.min(stride);
                }
                assert!(rest <= 1);
            }
        }
    }
}
