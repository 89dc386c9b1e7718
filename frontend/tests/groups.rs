//! Groups and schedules: their text, and refusals at the user's line.

use crate::common::{elements, error, errors, vector};
use tf_frontend::{Among, At, By, Program, Schedule, Space, Tail, Tensor, Tracer};

fn rows(p: &Tracer) -> Tensor {
    p.input::<f32>("x", (p.dim("n"), p.dim("m")))
}

/// Two passes of a blur; the first is buffered in a window.
fn blurred(p: &Tracer, schedule: &Schedule) -> Tensor {
    let (n, m) = (p.dim("n"), p.dim("m"));
    let x = rows(p);
    p.group("blur", ["i"], schedule, |g| {
        let along = p.compute((n, m), |[i, j]| x.at([i.clone(), &j - 1]) + x.at([i, j]));
        let along = g.member("along", ["i", "j"], &along);
        p.compute((n, m), |[i, j]| along.at([&i - 1, j.clone()]) + along.at([i, j]))
    })
}

fn windows() -> Schedule {
    let bands = Schedule::new().split("i", [256, 4]).order(["i.0", "i.1"]).parallel(["i.0"]);
    bands.place(["along"], At::Window { at: "i.1", keep: "i.0" })
}

#[test]
fn a_group_is_an_op_with_names_and_a_schedule() {
    let program = Program::trace("f", |p| blurred(p, &windows())).unwrap_or_else(|e| panic!("{e}"));
    let text = program.to_text();
    let group = "%0 = tensor.group attributes {axes = [\"i\"], label = \"blur\", schedule = #tensor.schedule<split(i, [256, 4]), \
                 order(i.0, i.1), parallel(i.0), place(along, at = i.1, keep = i.0)>} {";
    assert!(text.contains(group), "{text}");
    assert!(
        text.contains(
            "tensor.compute (%i, %j) in [n, m] attributes {axes = [\"i\", \"j\"], member = \"along\"} {"
        ),
        "{text}"
    );
    assert!(text.contains("tensor.compute (%i_0, %j_1) in [n, m] {"), "the last has no name: {text}");
    assert!(text.contains("} : tensor<?{n}x?{m}xf32>\n    return %0"), "{text}");
}

/// Named ops keep their member names until they become computes.
#[test]
fn named_ops_have_their_name() {
    let program = Program::trace("f", |p| {
        let x = rows(p);
        let rows = Schedule::new().split("i", [32]);
        p.group("norm", ["i"], &rows, |g| {
            let sums = g.member_with("sums", (["i"], ["k"]), &Schedule::new().vectorize("k", 16), &x.sum(-1));
            g.member("y", ["i", "j"], &(&x / sums.keep()))
        })
    });
    let text = program.unwrap_or_else(|e| panic!("{e}")).to_text();
    for part in [
        "tensor.reduce add",
        "tf.axes = [\"i\"], tf.folds = [\"k\"], tf.member = \"sums\", tf.schedule = #tensor.schedule<vectorize(k, 16)>",
        "tf.axes = [\"i\", \"j\"], tf.member = \"y\"",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn all_steps_have_their_text() {
    let all = Schedule::new()
        .split("i", [8, 4])
        .split_with("j", [16], Tail::Peel)
        .order(["i.0", "j.0", "i.1"])
        .parallel(["i.0"])
        .stage(["j", "k"], Some("j.0"), Some("j"))
        .place(["a", "b"], At::Inline)
        .place(["c"], At::Root)
        .place(["d"], At::Trip("i.1"))
        .place(["e"], At::Window { at: "i.1", keep: "root" })
        .place(
            ["f", "g"],
            At::Trip("i.1")
                .by(By::All)
                .within(Space::L2)
                .layout("(i, k) -> (i floordiv 6, k, i mod 6)")
                .copies(2),
        )
        .place(["h"], At::Root.layout("(i, k) -> (k, i)").by(By::Each))
        .join("j", ["m", "l"])
        .join_folds("k", ["l"], 4096)
        .time("i", 4, 64)
        .time_in_rows("i", 4, 64, 8)
        .parallel_by(["i"], 8)
        .vectorize("j", 16)
        .vectorize_with("j", 16, Tail::Overlap)
        .jam("i", 4)
        .unroll("k", 2)
        .unroll_all("c")
        .prefetch("k", 8)
        .stream()
        .map(["i", "j"], Among::Grid, Some(128))
        .map(["k"], Among::Warp, None);
    let text = "split(i, [8, 4]), split(j, [16], tail = peel), order(i.0, j.0, i.1), parallel(i.0), stage(j, k, at = j.0, panels = j), \
                place(a, b, inline), place(c, root), place(d, at = i.1), place(e, at = i.1, keep = root), \
                place(f, g, at = i.1, by = all, in = l2, layout = (i, k) -> (i floordiv 6, k, i mod 6), copies = 2), \
                place(h, root, by = each, layout = (i, k) -> (k, i)), join(j: m, l), join(k: l, 4096), \
                time(i, [4, 64]), time(i, [4, 64, 8]), parallel(i, grain = 8), vectorize(j, 16), vectorize(j, 16, tail = overlap), jam(i, 4), \
                unroll(k, 2), unroll(c), prefetch(k, 8), stream(), map(i, j, grid, 128), map(k, warp)";
    assert_eq!(all.to_string(), text);
    assert_eq!(all.wrong(), None);
    assert_eq!(Schedule::text(&format!(" #tensor.schedule<{text}>")).to_string(), text);
    assert!(Schedule::new().split("i", [6, 4]).wrong().unwrap().contains("not a multiple of 4"));
}

/// A schedule may be given as text, as the tuner prints it: the program is the same.
#[test]
fn schedules_come_as_text() {
    let of = |schedule: &Schedule| {
        Program::trace("f", |p| blurred(p, schedule)).unwrap_or_else(|e| panic!("{e}")).to_text()
    };
    assert_eq!(of(&windows()), of(&Schedule::text(&windows().to_string())));
    let tuned = of(&Schedule::text("#tensor.schedule<by tuner: split(i, [8])>"));
    assert!(tuned.contains("schedule = #tensor.schedule<by tuner: split(i, [8])>"), "{tuned}");
}

#[test]
fn the_interpreter_runs_the_members() {
    let x = vector(&[1.0f32, 2.0, 3.0]);
    let found = elements::<f32>(&[&x], |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.group("sum", ["i"], &Schedule::new().split("i", [2]), |g| g.member("y", ["i"], &(&x + 1.0)) * 2.0)
    });
    assert_eq!(found, [4.0, 6.0, 8.0]);
}

/// A group of a matrix and its rows' sums.
fn summed(p: &Tracer, loops: [&str; 1], schedule: Schedule) -> Tensor {
    let x = rows(p);
    p.group("rows", loops, &schedule, |g| {
        let e = g.member("e", ["i", "j"], &x.exp());
        g.member("sums", ["i"], &e.sum(-1))
    })
}

refused! {
    loops_that_no_member_has: "the group 'rows' shares the loop 'q'", "no member has an axis" => |p| summed(p, ["q"], Schedule::new().split("q", [4]));
    steps_for_unknown_loops: "the schedule of the group 'rows' names the loop 'j', but the loops are i" => |p| summed(p, ["i"], Schedule::new().split("j", [4]));
    parts_that_do_not_fit: "split of i has tiles of 6, which is not a multiple of 4" => |p| summed(p, ["i"], Schedule::new().split("i", [6, 4]));
    lengths_out_of_range: "at least 1", "not 0" => |p| summed(p, ["i"], Schedule::new().split("i", [0]));
    unknown_parts: "i.3" => |p| summed(p, ["i"], Schedule::new().split("i", [4]).order(["i.3"]));
    places_of_unknown_members: "places 'f', which is not a member", "e, sums" => |p| summed(p, ["i"], Schedule::new().split("i", [4]).place(["f"], At::Root));
    joins_of_unknown_members: "joins 'f', which is not a member" => |p| summed(p, ["i"], Schedule::new().split("i", [4]).join("i", ["sums", "f"]));
    places_in_loops_that_are_not_there: "names 'i.1'" => |p| summed(p, ["i"], Schedule::new().split("i", [4]).place(["e"], At::Trip("i.1")));
    windows_around_the_wrong_loop: "keeps e in root, which is not the loop directly around i.1" => |p| {
        summed(p, ["i"], Schedule::new().split("i", [8, 4]).place(["e"], At::Window { at: "i.1", keep: "root" }))
    };
    layouts_that_are_none: "place has a layout (i, j) -> (i + j) that has an unsupported expression as result #0" => |p| {
        summed(p, ["i"], Schedule::new().split("i", [4]).place(["e"], At::Trip("i.0").layout("(i, j) -> (i + j)")))
    };
    layouts_of_other_axes: "has the layout (i, k) -> (k, i) for e, whose axes are (i, j)" => |p| {
        summed(p, ["i"], Schedule::new().split("i", [4]).place(["e"], At::Root.layout("(i, k) -> (k, i)")))
    };
    all_threads_where_each_is_at_work: "computes e by all threads in i.0, but each thread runs other iterations of the parallel loop i.0" => |p| {
        summed(p, ["i"], Schedule::new().split("i", [4]).parallel(["i.0"]).place(["e"], At::Trip("i.0").by(By::All)))
    };
    steps_that_are_for_members: "write other steps in the members' schedules" => |p| summed(p, ["i"], Schedule::new().split("i", [4]).vectorize("i", 8));
    loops_without_trips: "splits no loop" => |p| summed(p, ["i"], Schedule::new().parallel(["i"]));
    texts_that_are_none: "'split(i' is not a schedule" => |p| summed(p, ["i"], Schedule::text("split(i"));
    texts_of_unknown_steps: "unknown step 'fold'" => |p| summed(p, ["i"], Schedule::text("fold(i, 4)"));
    places_in_loops_of_others: "computes c in the loop i.0, which is not one of its axes" => |p| {
        let x = rows(p);
        p.group("g", ["i"], &Schedule::new().split("i", [4]).place(["c"], At::Trip("i.0")), |g| {
            let c = g.member("c", ["j"], &x.sum(0));
            g.member("y", ["i", "j"], &(&x + c))
        })
    };
    too_few_names_of_axes: "1 axes are named (i), but the tensor has 2" => |p| {
        let x = rows(p);
        p.group("g", ["i"], &Schedule::new().split("i", [4]), |g| g.member("e", ["i"], &x.exp()))
    };
    names_that_are_none: "'i j' cannot name a loop" => |p| rows(p).exp().scheduled(["i j", "k"], &Schedule::new());
    names_that_stand_twice: "two loops have the name 'i'" => |p| rows(p).exp().scheduled(["i", "i"], &Schedule::new());
    members_of_the_same_name: "the member 'e' exists already" => |p| {
        let x = rows(p);
        p.group("g", ["i"], &Schedule::new().split("i", [4]), |g| {
            let e = g.member("e", ["i", "j"], &x.exp());
            g.member("e", ["i", "j"], &e.sin())
        })
    };
    members_from_outside: "'e' cannot be a member of the group: it is not computed in the group's body" => |p| {
        let e = rows(p).exp();
        p.group("g", ["i"], &Schedule::new().split("i", [4]), |g| g.member("e", ["i", "j"], &e))
    };
    members_that_are_inputs: "cannot name the loops of f32[n, m]: no operation of the program computes it" => |p| rows(p).scheduled(["i", "j"], &Schedule::new());
    members_that_are_sorted: "element by element" => |p| {
        let x = rows(p);
        p.group("g", ["i"], &Schedule::new().split("i", [4]), |g| g.member("e", ["i", "j"], &x.sort(-1)))
    };
    groups_in_computes: "a group cannot be in a compute" => |p| p.compute([p.dim_given("n")], |[i]| {
        p.group("g", ["i"], &Schedule::new().split("i", [4]), |_| i.clone())
    });
    groups_of_nothing: "a group needs a result" => |p| {
        let x = rows(p);
        p.group("g", ["i"], &Schedule::new().split("i", [4]), |_| ());
        x
    };
    values_that_leave_a_group: "a value is used outside the body that created it" => |p| {
        let (x, mut kept) = (rows(p), None);
        let y = p.group("g", ["i"], &Schedule::new().split("i", [4]), |g| {
            let e = g.member("e", ["i", "j"], &x.exp());
            kept = Some(e.clone());
            e + 1.0
        });
        y + kept.unwrap()
    };
}

/// An error in a step is reported at the line of the step.
#[test]
fn errors_have_the_line_of_the_step() {
    let line = line!() + 2;
    let found = errors(|p| {
        let wrong = Schedule::new().split("i", [4]).parallel(["j.0"]);
        summed(p, ["i"], wrong)
    });
    let place = found.problems()[0].place.clone().expect("it is in this file");
    assert!(place.0.ends_with("groups.rs") && place.1 == line, "{found}");
}
