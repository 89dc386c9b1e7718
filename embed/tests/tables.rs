//! Tables that loops fill element by element: against loops of the host, on every device.

use tensorforge::*;

/// Runs a program on every device, checked after each pass.
#[track_caller]
fn run(program: &Program, args: &[Array]) -> Vec<(Device, Vec<Array>)> {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let one = |device: Device| {
        let exe = session.compile(program, &device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let found = exe.call(args).unwrap_or_else(|e| panic!("{device}: {e}"));
        (device, found)
    };
    session.devices().into_iter().map(one).collect()
}

/// Two tables that loops of different kinds read and change at computed indices, under conditions: the
/// longest common subsequence and its predecessors, then a backtrace, which marks its elements.
#[test]
fn two_tables_and_a_walk_back() {
    let program = Program::trace("main", |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let (a, b) = (p.input::<i32>("a", [n]), p.input::<i32>("b", [m]));
        let tables = (p.zeros::<i32>([n + 1, m + 1]), p.zeros::<i32>([n + 1, m + 1]));
        let (lengths, moves) = p.for_(1, n + 1, tables, |i, tables| {
            p.for_(1, m + 1, tables, |j, (lengths, moves)| {
                let equal = a.at([&i - 1]).eq(b.at([&j - 1]));
                let (up, left) = (lengths.at([&i - 1, &j + 0]), lengths.at([&i + 0, &j - 1]));
                p.if_(
                    equal,
                    || {
                        let next = lengths.at([&i - 1, &j - 1]) + 1;
                        (lengths.set_at([&i, &j], next), moves.set_at([&i, &j], 3))
                    },
                    || {
                        let best = up.max(&left);
                        let step = up.ge(&left).select(1, 2);
                        (lengths.set_at([&i, &j], best), moves.set_at([&i, &j], step))
                    },
                )
            })
        });
        let start = (p.value(n), p.value(m), p.zeros::<i32>([n]));
        let (_, _, marks) = p.while_(
            start,
            |(i, j, _)| i.gt(0) & j.gt(0),
            |(i, j, marks)| {
                let step = moves.at([&i, &j]);
                let marks = p.if_(step.eq(3), || marks.set_at([&i - 1], 1), || marks.clone());
                (step.ne(2).select(&i - 1, &i), step.ne(1).select(&j - 1, &j), marks)
            },
        );
        (lengths, marks)
    })
    .unwrap_or_else(|e| panic!("{e}"));
    let word = |n: usize, by: usize| -> Vec<i32> { (0..n).map(|i| ((i * by + i * i) % 5) as i32).collect() };
    let (a, b) = (word(23, 3), word(31, 7));
    let mut lengths = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            lengths[i][j] = match a[i - 1] == b[j - 1] {
                true => lengths[i - 1][j - 1] + 1,
                false => lengths[i - 1][j].max(lengths[i][j - 1]),
            };
        }
    }
    let mut marks = vec![0; a.len()];
    let (mut i, mut j) = (a.len(), b.len());
    while i > 0 && j > 0 {
        if a[i - 1] == b[j - 1] {
            marks[i - 1] = 1;
            (i, j) = (i - 1, j - 1);
        } else if lengths[i - 1][j] >= lengths[i][j - 1] {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    let args = [Array::from_slice(&[a.len()], &a).unwrap(), Array::from_slice(&[b.len()], &b).unwrap()];
    for (device, found) in run(&program, &args) {
        assert_eq!(found[0].as_slice::<i32>().unwrap(), lengths.concat(), "on {device}");
        assert_eq!(found[1].as_slice::<i32>().unwrap(), marks, "on {device}");
    }
}

/// Reads of a table before a change differ from those after it, for any memory layout.
#[test]
fn tables_before_and_after_their_changes() {
    let program = Program::trace("main", |p| {
        let n = p.dim("n");
        let x = p.input::<i32>("x", [n]);
        // Sorted by exchanges; the first element of each round is summed from the old table.
        p.for_(0, n, (x, p.constant(0)), |i, (table, sum)| {
            let sorted = p.for_(&i + 1, n, table.clone(), |j, table| {
                let (a, b) = (table.at([&i]), table.at([&j]));
                p.if_(
                    a.gt(&b),
                    || {
                        let once = table.set_at([&i], &b);
                        // Of the table before the exchange.
                        let once = once.set_at([&j], table.at([&i]));
                        let kept = once.at([&i]);
                        once.set_at([&i], kept)
                    },
                    || table.clone(),
                )
            });
            (sorted, sum * 3 + table.at([&i]))
        })
    })
    .unwrap_or_else(|e| panic!("{e}"));
    let x: Vec<i32> = (0..29).map(|i| (i * 17 + 3) % 29).collect();
    let (mut table, mut sum) = (x.clone(), 0i32);
    for i in 0..x.len() {
        sum = sum.wrapping_mul(3).wrapping_add(table[i]);
        for j in i + 1..x.len() {
            if table[i] > table[j] {
                table.swap(i, j);
            }
        }
    }
    for (device, found) in run(&program, &[Array::from_slice(&[x.len()], &x).unwrap()]) {
        assert_eq!(found[0].as_slice::<i32>().unwrap(), table, "on {device}");
        assert_eq!(found[1].as_slice::<i32>().unwrap(), [sum], "on {device}");
    }
}
