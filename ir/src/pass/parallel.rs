//! A scoped pool of threads over a list of independent items.

use super::trial::{on_trial, with_trial};
use std::sync::{Mutex, PoisonError};

/// Stack of each worker, bytes: regions nest up to the parser's limit, and passes recurse over them.
const STACK: usize = 16 << 20;

/// Calls `work` for each item on up to `threads` threads, this one included. Each thread has a state, created
/// by `init`; the states are returned, in no particular order. It does without threads that cannot be
/// started.
pub fn for_each<T: Send, S: Send>(
    threads: usize,
    items: &mut [T],
    init: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &mut T) + Sync,
) -> Vec<S> {
    let workers = threads.min(items.len()).max(1);
    let queue = Mutex::new(items.iter_mut());
    let drain = || {
        let mut state = init();
        loop {
            let item = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            match item {
                Some(item) => work(&mut state, item),
                None => return state,
            }
        }
    };
    if workers == 1 {
        return vec![drain()];
    }
    let trial = on_trial();
    let help = || with_trial(trial, drain);
    std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).ok();
        let handles: Vec<_> = (1..workers).map_while(start).collect();
        let mut states = vec![drain()];
        for handle in handles {
            match handle.join() {
                Ok(state) => states.push(state),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        states
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_visited_once_by_any_number_of_threads() {
        for threads in [0, 1, 3, 50] {
            let mut items: Vec<u64> = (0..100).collect();
            let sums = for_each(
                threads,
                &mut items,
                || 0u64,
                |sum, item| {
                    *sum += *item;
                    *item += 1000;
                },
            );
            assert_eq!(sums.iter().sum::<u64>(), 4950);
            assert!(sums.len() <= threads.max(1));
            assert_eq!(items, (1000..1100).collect::<Vec<u64>>());
        }
    }
}
