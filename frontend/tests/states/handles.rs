//! Generators and small arrays of outer regions, kind of region by kind of region.

use crate::common::{elements, error, run, vector};
use tf_frontend::{Combine, Program, Random, Tensor, Tracer};

fn bits(body: impl FnOnce(&Tracer) -> Tensor) -> Vec<u32> {
    elements::<u32>(&[], body)
}

/// The first draws of a generator.
fn draws(seed: u32, n: usize) -> Vec<u32> {
    bits(|p| {
        let mut random = p.random(seed);
        p.stack((0..n).map(|_| random.bits(())).collect::<Vec<_>>())
    })
}

fn different(found: &[u32]) -> bool {
    let mut sorted = found.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == found.len()
}

#[test]
fn a_loop_carries_a_generator() {
    let wanted = draws(1, 5);
    let counted = bits(|p| {
        let mut random = p.random(1);
        let four = p.for_(0, 4, p.zeros::<u32>([5]), |k, all| all.set_at([k], random.bits(())));
        four.set_at([4], random.bits(()))
    });
    assert_eq!(counted, wanted);
    let conditional = bits(|p| {
        let mut random = p.random(1);
        let start = (p.constant(0i64), p.zeros::<u32>([5]));
        let (_, four) =
            p.while_(start, |(k, _)| k.lt(4), |(k, all)| (&k + 1, all.set_at([&k], random.bits(()))));
        four.set_at([4], random.bits(()))
    });
    assert_eq!(conditional, wanted);
    let left = bits(|p| {
        let mut random = p.random(1);
        let four = p.for_with(0, 100, p.zeros::<u32>([5]), |l, k, all| {
            l.break_if(k.eq(4), &all);
            all.set_at([k], random.bits(()))
        });
        four.set_at([4], random.bits(()))
    });
    assert_eq!(left, wanted);
}

#[test]
fn the_condition_of_a_loop_draws() {
    // It draws once more than the body runs.
    let wanted = draws(1, 6);
    let found = bits(|p| {
        let (mut k, mut random) = (0, p.random(1));
        let mut other = random.clone();
        let state = (p.constant(0i64), p.zeros::<u32>([6]));
        let (_, all) = p.while_(
            state,
            |(k, _)| random.bits(()).ge(0u32) & k.lt(4),
            |(k, all)| (&k + 1, all.set_at([&k], k.to::<u32>())),
        );
        k += 5;
        let all = all.set_at([4], random.bits(()));
        (0..k).for_each(|_| drop(other.bits(())));
        all.set_at([5], other.bits(()))
    });
    assert_eq!(found, [0, 1, 2, 3, wanted[5], wanted[5]]);
}

#[test]
fn branches_draw() {
    let wanted = draws(1, 3);
    let by_if = |drawn_first: bool| {
        elements::<u32>(&[&vector(&[1i32, -1])], move |p| {
            let x = p.input::<i32>("x", [2]);
            let rows = [0, 1].map(|i| {
                let (mut first, mut second) = (p.random(1), p.random(1));
                let both = |r: &mut Random| r.bits(()) ^ r.bits(());
                let value = match drawn_first {
                    true => p.if_(x.at([i]).gt(0), || first.bits(()), || both(&mut second)),
                    false => p.if_(x.at([i]).le(0), || both(&mut second), || first.bits(())),
                };
                p.stack([value, first.bits(()), second.bits(())])
            });
            p.stack_axis(0, rows)
        })
    };
    let rows = [[wanted[0], wanted[1], wanted[0]], [wanted[0] ^ wanted[1], wanted[0], wanted[2]]].concat();
    assert_eq!(by_if(true), rows);
    assert_eq!(by_if(false), rows);
}

#[test]
fn both_branches_start_with_the_previous_state() {
    let found = elements::<f32>(&[&vector(&[1.0f32, 2.0, 3.0])], |p| {
        let x = p.input::<f32>("x", [3]);
        p.compute([3], |[i]| {
            let mut a = p.local([0.0f32, 0.0]);
            let mut b = a.clone();
            // Each branch changes an array, and reads the array that the other one changes.
            let x = x.at([i]);
            let read = p.if_(
                x.gt(1.5),
                || {
                    a.set(0, &x);
                    b.add(1, 1.0);
                    a.get(0) + a.get(1)
                },
                || p.constant(5.0f32),
            );
            p.stack([a.get(0), b.get(1), read])
        })
    });
    assert_eq!(found, [0.0, 0.0, 5.0, 2.0, 1.0, 2.0, 3.0, 1.0, 3.0]);
}

#[test]
fn a_branch_reads_changes_of_the_previous_branch() {
    use std::cell::RefCell;
    for last_writes in [false, true] {
        let found = elements::<f32>(&[&vector(&[0i32, 1, 2])], move |p| {
            let x = p.input::<i32>("x", [3]);
            p.compute([3], |[i]| {
                let a = RefCell::new(p.local([10.0f32, 20.0]));
                let value = p.switch(x.at([i]), 3, |branch| match branch == usize::from(last_writes) * 2 {
                    true => {
                        a.borrow_mut().set(1, 7.0);
                        a.borrow().get(1)
                    }
                    false => a.borrow().get(1),
                });
                let after = a.borrow().get(1);
                p.stack([value, after])
            })
        });
        let wanted = [7.0, 7.0, 20.0, 20.0, 20.0, 20.0];
        let wanted: Vec<f32> = if last_writes { wanted.into_iter().rev().collect() } else { wanted.to_vec() };
        assert_eq!(found, wanted);
    }
}

#[test]
fn a_loop_carries_changed_arrays() {
    let found = elements::<f32>(&[&vector(&[1.0f32, 2.0])], |p| {
        let x = p.input::<f32>("x", [2]);
        p.compute([2], |[i]| {
            let mut sums = p.local([0.0f32, 0.0, 100.0]);
            let total = p.for_(0, 3, 0.0f32, |k, total| {
                sums.add(&k % 2, x.at([&i]));
                total + sums.get(0) + sums.get(2)
            });
            p.stack([total, sums.get(0), sums.get(1)])
        })
    });
    assert_eq!(found, [304.0, 2.0, 1.0, 308.0, 4.0, 2.0]);
}

#[test]
fn read_only_values_are_not_carried() {
    let text = |carried: bool| {
        let program = Program::trace("f", |p| {
            let x = p.input::<f32>("x", [p.dim("n")]);
            p.compute([x.extent(0)], |[i]| {
                let mut a = p.local([x.at([&i]), x.at([&i + 1])]);
                p.for_(0, 3, 0.0f32, |k, sum| {
                    if carried {
                        a.set(1, &sum);
                    }
                    sum + a.get(k)
                })
            })
        });
        program.unwrap().to_text()
    };
    let loops = |text: String| text.lines().find(|line| line.contains("loop.for")).unwrap().to_string();
    let (reads, writes) = (loops(text(false)), loops(text(true)));
    assert_eq!(reads.matches("f32").count(), 1, "{reads}");
    assert_eq!(writes.matches("f32").count(), 2, "{writes}");
}

#[test]
fn points_have_distinct_indices() {
    let after = draws(1, 2)[1];
    let found = run(&[], |p| {
        let mut all = Vec::new();
        let mut case = |make: &dyn Fn(&mut Random) -> Tensor| {
            let mut random = p.random(1);
            let made = make(&mut random).flatten();
            all.push((made, random.bits(())));
        };
        case(&|random| p.compute([2, 3], |[_, _]| random.bits(())));
        case(&|random| {
            let [made] = p.scatter([6], [(p.zeros::<u32>([6]), Combine::Sum)], |[i], [target]| {
                target.put([i], random.bits(()));
            });
            made
        });
        case(&|random| {
            p.compute([6], |[i]| p.fold(0, 6, Combine::Sum, |k| k.eq(&i).select(random.bits(()), 0u32)))
        });
        // A point draws several times.
        case(&|random| {
            p.compute([2], |[_]| {
                let start = p.stack([random.bits(()), random.bits(())]).at([0]);
                let numbers = (0..2).map(|_| random.bits(()));
                p.stack([start].into_iter().chain(numbers).collect::<Vec<_>>())
            })
        });
        all
    });
    for pair in found.chunks(2) {
        let numbers: Vec<u32> = pair[0].scalars().map(|s| s.bits() as u32).collect();
        assert!(different(&numbers) && numbers.len() == 6, "{numbers:?}");
        assert_eq!(pair[1].scalars().next().unwrap().bits() as u32, after);
    }
}

#[test]
fn forks_keep_their_random_state() {
    let found = bits(|p| {
        let random = p.random(1);
        let once = p.stack((0..3).map(|i| random.fork(i).bits(())).collect::<Vec<_>>());
        let points = p.compute([3], |[i]| random.fork(i).bits(()));
        // A fork in a loop is one of the state there, which points have in common.
        let looped = p.compute([3], |[i]| p.for_(0, 1, 0u32, |_, x| x + random.fork(&i).bits(())));
        p.stack_axis(0, [once, points, looped])
    });
    assert_eq!(found[..3], found[3..6]);
    assert_eq!(found[..3], found[6..]);
    assert!(different(&found[..3]));
    // A point that also draws has other values than its fork.
    let both = bits(|p| {
        let mut random = p.random(1);
        p.compute([3], |[i]| p.stack([random.fork(&i).bits(()), random.bits(())]))
    });
    assert!(different(&both));
    assert_eq!([both[0], both[2], both[4]], found[..3]);
}

#[test]
fn points_change_copies() {
    let found = elements::<f32>(&[&vector(&[1.0f32, 2.0, 3.0])], |p| {
        let x = p.input::<f32>("x", [3]);
        let mut a = p.local([1.0f32, 2.0]);
        let sums = p.compute([3], |[i]| {
            a.set(0, x.at([&i]));
            a.get(0) + a.get(1)
        });
        // Rewritten elements are known again.
        a.set(0, 4.0);
        sums + a.get(0) + a.get(1)
    });
    assert_eq!(found, [9.0, 10.0, 11.0]);
}

#[test]
fn an_array_outside_of_scalar_code_holds_rank_0_tensors() {
    let found = elements::<f32>(&[&vector(&[1.0f32, 2.0, 3.0])], |p| {
        let x = p.input::<f32>("x", [3]);
        let mut a = p.local([0.0f32, 0.0]);
        a.set(1, x.sum(..));
        let i = p.for_(0, 2, 0i64, |k, _| {
            a.add(k.to::<i64>(), 1.0);
            k.to::<i64>()
        });
        p.stack([a.get(0), a.get(&i), a.get(i - 1)])
    });
    assert_eq!(found, [1.0, 7.0, 1.0]);
}

/// The sum over three iterations of `body` of an array that begins with x.
fn derived(p: &Tracer, body: impl Fn(&mut tf_frontend::Local, &Tensor) -> Tensor) -> Tensor {
    let x = p.input::<f32>("x", [3]);
    p.compute([3], |[i]| {
        let x = x.at([i]);
        let mut a = p.local([x.clone()]);
        p.for_(0, 3, 0.0f32, |_, sum| sum + body(&mut a, &x))
    })
}

refused! {
    a_derivative_before_the_loop_changes_what_it_depends_on:
        "cannot differentiate in a loop", "add it to the loop's state" => |p| derived(p, |a, x| {
            let d = a.get(0).square().grad(x);
            a.add(0, 1.0);
            d
        });
    a_derivative_after_the_loop_has_changed_what_it_depends_on:
        "cannot differentiate in a loop", "add it to the loop's state" => |p| derived(p, |a, x| {
            a.add(0, 1.0);
            a.get(0).square().grad(x)
        });
    a_copy_that_is_read_outside: "a local array cannot be read here", "changed a copy of it" => |p| {
        let mut a = p.local([1.0f32, 2.0]);
        let y = p.compute([3], |[_]| { a.set(0, 5.0); a.get(0) });
        y + a.get(0)
    };
    a_copy_that_is_read_in_the_next_run: "a local array cannot be read here", "changed a copy of it" => |p| {
        let mut a = p.local([1.0f32, 2.0]);
        p.for_(0, 3, p.zeros::<f32>([4]), |_, y| {
            y + a.get(0) + p.compute([4], |[_]| { a.set(0, 5.0); a.get(0) })
        })
    };
    a_copy_of_a_fold: "a local array cannot be read here", "changed a copy of it" => |p| {
        p.compute([4], |[_]| {
            let mut a = p.local([1.0f32]);
            let sum = p.sum(0, 3, |_| { a.add(0, 1.0); a.get(0) });
            sum + a.get(0)
        })
    };
    a_generator_of_the_program_in_a_kernel: "a kernel cannot use a generator of the program" => |p| {
        let mut random = p.random(1);
        p.kernel(1, 32, |k| {
            let y = k.write::<u32>([32]);
            y.set(k.thread_id(0), random.bits(()));
            y
        })
    };
    a_generator_outside_of_its_closure: "a generator is used outside the body" => |p| {
        let mut kept = None;
        p.for_(0, 3, p.constant(0u32), |_, x| { kept = Some(p.random(1)); x });
        kept.expect("the closure is run").bits(())
    };
    a_tensor_is_drawn_in_scalar_code: "a random tensor cannot be drawn in scalar code" => |p| {
        let mut random = p.random(1);
        p.compute([3], |[i]| random.bits([3]).at([i]))
    };
    a_scan_has_no_index: "in code without an index" => |p| {
        let mut random = p.random(1);
        p.scan(0, p.zeros::<f32>([3]), 0.0, |s, x| s + x + random.uniform::<f32>(()))
    };
    an_element_is_one_value: "an element of a local array is one value" => |p| {
        let mut a = p.local([1.0f32]);
        a.set(0, p.zeros::<f32>([3]));
        a.get(0)
    };
}

#[test]
fn messages_name_the_lines() {
    let lines = std::cell::Cell::new((0, 0));
    let found = crate::common::errors(|p| {
        lines.set((line!() + 1, line!() + 3));
        let mut a = p.local([1.0f32]);
        let y = p.compute([3], |[_]| {
            a.set(0, 5.0);
            a.get(0)
        });
        y + a.get(0)
    });
    let text = found.to_string();
    let (made, changed) = lines.get();
    for line in [made, changed] {
        assert!(text.contains(&format!("handles.rs:{line}")), "{line} is not in:\n{text}");
    }
    assert_eq!(error(|p| p.random(1.5f32).bits(())), "a seed is one integer, not f32");
}

#[test]
fn a_kernel_has_separate_handles() {
    let found = run(&[], |p| {
        p.kernel(1, 32, |k| {
            let y = k.write::<f32>([32]);
            let (mut a, i) = (k.local([1.0f32, 2.0]), k.thread_id(0));
            k.when(i.lt(2), || a.set(0, 10.0));
            k.when(i.lt(1), || a.set(1, 5.0));
            k.for_(0, 2, 0.0f32, |_, s| {
                a.add(1, 100.0);
                s
            });
            y.set(&i, a.get(0) + a.get(1));
            y
        })
    });
    let found: Vec<f32> = found[0].as_slice::<f32>().unwrap().to_vec();
    assert_eq!(found[..4], [215.0, 212.0, 203.0, 203.0]);
}
