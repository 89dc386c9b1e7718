use super::error::{
    ConflictError, LayoutFault, MapError, MemberLayoutError, MmaError, NameError, OrderError, ParallelError,
    PlaceStepError, PlacementError, StepError,
};
use super::*;
use crate::tensor::tile_layout::Digit;
use tf_ir::context::Context;

fn schedule(steps: &[(&str, &[&str], Option<i64>)]) -> Result<Schedule, StepError> {
    let step = |(word, loops, number): &(&str, &[&str], Option<i64>)| {
        let names = loops.iter().map(|l| l.to_string()).collect();
        let mut given = Arguments { names, ..Arguments::default() };
        match (*word, number) {
            ("parallel", Some(grain)) => {
                given.named.push(("grain".to_string(), Value::Numbers(vec![*grain])))
            }
            (_, number) => given.numbers.extend(number),
        }
        Step::of(word, given)
    };
    Ok(Schedule::by(Author::User, steps.iter().map(step).collect::<Result<_, _>>()?))
}

/// The error about arguments of another form.
fn form(word: &str) -> StepError {
    Step::spec_of(word).expect("it is a step").form()
}

fn words(names: &[&str]) -> Value {
    Value::Names(names.iter().map(|name| name.to_string()).collect())
}

fn names(axes: &[&str], folds: &[&str]) -> LoopNames {
    let own = |all: &[&str]| all.iter().map(|n| n.to_string()).collect();
    LoopNames { axes: own(axes), folds: own(folds) }
}

#[test]
fn attributes_hold_schedules() {
    let mut registry = tf_ir::registry::Registry::new();
    crate::register_all(&mut registry);
    let ctx = Context::new(registry);
    let mut all = schedule(&[
        ("order", &["j", "i"], None),
        ("parallel", &["j"], Some(8)),
        ("vectorize", &["i"], Some(16)),
    ])
    .expect("valid");
    all.0[2].author = Author::Tuner;
    assert_eq!(all.to_string(), "order(j, i), parallel(j, grain = 8), by tuner: vectorize(i, 16)");
    let attr = all.to_attr(&ctx);
    assert_eq!(Schedule::from_attr(&ctx, attr), Some(all));
    assert_eq!(
        tf_ir::text::attr_to_string(&ctx, attr),
        format!("#tensor.schedule<{}>", "order(j, i), parallel(j, grain = 8), by tuner: vectorize(i, 16)")
    );
    assert_eq!(Schedule::from_attr(&ctx, ctx.unit_attr()), None);
}

#[test]
fn steps_name_their_arguments() {
    let error =
        |word: &str, loops: &[&str], number| schedule(&[(word, loops, number)]).expect_err(word).to_string();
    assert_eq!(
        error("tile", &["i"], None),
        "unknown step 'tile'; known are rfactor, split, time, order, map, parallel, stage, place, join, vectorize, jam, mma, unroll, prefetch, stream"
    );
    assert_eq!(
        error("vectorize", &["i"], None),
        "vectorize takes a loop and an integer, as in vectorize(i, 8)"
    );
    assert_eq!(
        error("vectorize", &["i"], Some(0)),
        "vectorize needs an integer of at least 1 and at most 1024, not 0"
    );
    assert_eq!(error("order", &["i", "i"], None), "order names i twice");
    assert_eq!(error("parallel", &[], None), "parallel takes names of loops, as in parallel(i, grain = 4)");
    assert_eq!(error("order", &["i"], Some(3)), "order takes only names of loops, as in order(j, i)");
}

#[test]
fn plans_fit_the_loops() {
    let (i, j, k) = (&["i"][..], &["j"][..], &["k"][..]);
    let loops = names(&["i", "j"], &["k", "l"]);
    let plan = |steps: &[(&str, &[&str], Option<i64>)]| schedule(steps).expect("valid").plan(&loops);
    let p = plan(&[
        ("order", &["j", "i", "k"], None),
        ("parallel", j, Some(3)),
        ("vectorize", i, Some(8)),
        ("unroll", k, Some(4)),
    ]);
    let p = p.expect("fits");
    assert_eq!((p.order.as_slice(), p.parallel, p.grain), (&[1, 0][..], 1, Some(3)));
    assert_eq!((p.lanes_of(Loop::Axis(0)), p.lanes_of(Loop::Axis(1))), (Some(8), None));
    assert_eq!((p.unroll_of(Loop::Fold(0)), p.unroll_of(Loop::Axis(0))), (4, 1));
    let error = |steps: &[(&str, &[&str], Option<i64>)]| plan(steps).expect_err("does not fit");
    let text = |steps: &[(&str, &[&str], Option<i64>)]| error(steps).to_string();
    assert_eq!(
        text(&[("vectorize", &["m"], Some(8))]),
        "names the loop 'm', but the loops are i, j, k, l (the attribute 'axis' names a fold)"
    );
    assert_eq!(error(&[("order", i, None)]), OrderError::MissingAxes { count: 1, rank: 2 }.into());
    let outside = OrderError::FoldOutside { fold: "k".to_string(), axis: "i".to_string() };
    assert_eq!(error(&[("order", &["k", "i", "j"], None)]), outside.into());
    assert_eq!(error(&[("parallel", j, None)]), ParallelError::NotOutermost.into());
    assert_eq!(text(&[("jam", k, Some(2))]), "has jam for the fold k: jam takes axes of the box (i, j)");
    assert_eq!(text(&[("vectorize", i, Some(8)), ("jam", i, Some(2))]), "both vectorizes and jams i");
    let two = |first: &str, second: &str| ConflictError::TwoVectors {
        first: first.to_string(),
        second: second.to_string(),
    };
    assert_eq!(error(&[("vectorize", i, Some(8)), ("vectorize", k, Some(8))]), two("i", "k").into());
    assert_eq!(error(&[("vectorize", k, Some(8)), ("vectorize", k, Some(4))]), two("k", "k").into());
    let p = plan(&[("vectorize", k, Some(8)), ("vectorize", &["l"], Some(4))]).expect("fits");
    assert_eq!((p.lanes_of(Loop::Fold(0)), p.lanes_of(Loop::Fold(1))), (Some(8), Some(4)));
}

/// Without a factor, a loop is fully unrolled; only its position in the order may be specified as well.
#[test]
fn whole_loops_are_unrolled_without_a_factor() {
    let loops = names(&["i", "j"], &["k"]);
    let plan = |steps: &[(&str, &[&str], Option<i64>)]| schedule(steps).expect("valid").plan(&loops);
    let all = [("order", &["j", "i"][..], None), ("vectorize", &["i"], Some(8)), ("unroll", &["k"], None)];
    let p = plan(&all).expect("fits");
    assert_eq!((p.whole.as_slice(), p.unroll_of(Loop::Fold(0))), (&[Loop::Fold(0)][..], 1));
    assert_eq!(
        Schedule::by(Author::User, p.steps(&loops)).to_string(),
        "order(j, i), vectorize(i, 8), unroll(k)"
    );
    let error = |steps: &[(&str, &[&str], Option<i64>)]| plan(steps).expect_err("does not fit");
    assert_eq!(
        error(&[("unroll", &["i"], None), ("vectorize", &["i"], Some(8))]).to_string(),
        "unrolls i fully, but has other steps for the loop i"
    );
    let unrolled = |of: &str| ConflictError::Unrolled { of: of.to_string() };
    assert_eq!(error(&[("parallel", &["i"], None), ("unroll", &["i"], None)]), unrolled("i").into());
    assert_eq!(error(&[("jam", &["j"], Some(2)), ("unroll", &["j"], None)]), unrolled("j").into());
    let twice = ConflictError::TwoUnrolls { of: "k".to_string() };
    assert_eq!(error(&[("unroll", &["k"], Some(2)), ("unroll", &["k"], None)]), twice.into());
    assert_eq!(schedule(&[("unroll", &["i", "j"], None)]), Err(form("unroll")));
}

#[test]
fn steps_that_do_not_fit_leave_the_others() {
    let mut all = schedule(&[
        ("vectorize", &["i"], Some(8)),
        ("vectorize", &["k"], Some(8)),
        ("unroll", &["k"], Some(2)),
    ])
    .expect("valid");
    let refused: Vec<(Decision, PlanError)> = all.settle(&names(&["i"], &["k"]), |_| Ok(()));
    assert_eq!(all.to_string(), "vectorize(i, 8), unroll(k, 2)");
    let two = ConflictError::TwoVectors { first: "i".to_string(), second: "k".to_string() };
    assert_eq!(refused[0].1, two.into());
}

#[test]
fn default_names_are_letters() {
    let given = LoopNames::default_of(3, 2);
    assert_eq!((given.axes.join(" "), given.folds.join(" ")), ("i j k".to_string(), "l m".to_string()));
    let given = LoopNames::default_of(1, 2);
    assert_eq!((given.axes.join(" "), given.folds.join(" ")), ("i".to_string(), "k l".to_string()));
    assert_eq!(given.like("k"), "k_1");
}

#[test]
fn maps_are_checked() {
    let (of, error) = (
        |loops: &[&str], n| schedule(&[("map", loops, n)]),
        |loops: &[&str], n| schedule(&[("map", loops, n)]).expect_err("no such map"),
    );
    assert_eq!(of(&["i", "grid"], None).expect("valid").to_string(), "map(i, grid)");
    assert_eq!(of(&["k", "block"], Some(64)).expect("valid").to_string(), "map(k, block, 64)");
    assert_eq!(error(&["i"], None), form("map"));
    assert_eq!(error(&["k", "block"], Some(40)), StepError::PartialWarp { threads: 40 });
    assert_eq!(error(&["k", "warp"], Some(32)), StepError::WarpThreads);
    let plan = |steps: &[(&str, &[&str], Option<i64>)]| {
        schedule(steps).expect("valid").plan(&names(&["i", "j"], &["k"]))
    };
    let both = plan(&[("map", &["i", "j", "grid"], Some(64)), ("map", &["k", "warp"], None)]).expect("valid");
    assert_eq!((both.parallel, both.grid, both.side_by_side(Loop::Fold(0))), (2, Some(64), 32));
    assert_eq!(both.steps(&names(&["i", "j"], &["k"])).len(), 2);
    let refused = |steps: &[(&str, &[&str], Option<i64>)]| plan(steps).expect_err("refused");
    let fold = "k".to_string();
    assert_eq!(refused(&[("map", &["k", "grid"], None)]), MapError::FoldToGrid { fold }.into());
    let outer = MapError::NotInnermost { axis: "i".to_string(), place: Place::Block };
    assert_eq!(refused(&[("map", &["i", "block"], None)]), outer.into());
    assert_eq!(refused(&[("map", &["j", "grid"], None)]), MapError::NotOutermost.into());
}

#[test]
fn members_are_placed_in_the_loops_of_a_group() {
    let step = |members: &[&str], at: Option<&str>, keep: Option<&str>| {
        let named = [("at", at), ("keep", keep)].into_iter();
        let named = named.filter_map(|(name, own)| Some((name.to_string(), words(&[own?])))).collect();
        let names = members.iter().map(|m| m.to_string()).collect();
        Step::of("place", Arguments { names, named, ..Arguments::default() })
    };
    let split = Step::Split(steps::Split { target: "i".to_string(), sizes: vec![16, 4], tail: None });
    let names = names(&["i"], &[]);
    let plan = |steps: Vec<Step>| Schedule::by(Author::User, steps).plan(&names);
    for (placed, text) in [
        (step(&["s", "t"], Some("i.1"), Some("i.0")), "place(s, t, at = i.1, keep = i.0)"),
        (step(&["s"], Some("i.0"), Some("root")), "place(s, at = i.0, keep = root)"),
        (step(&["s", "inline"], None, None), "place(s, inline)"),
        (step(&["s", "root"], None, None), "place(s, root)"),
    ] {
        let placed = placed.expect(text);
        assert_eq!(placed.to_string(), text);
        let made = plan(vec![split.clone(), placed]).expect(text);
        let again = Schedule::by(Author::User, made.steps(&names)).plan(&names);
        assert_eq!(again, Ok(made), "{text}");
    }
    let error = |members: &[&str], at, keep| step(members, at, keep).expect_err("no place");
    assert_eq!(error(&["s"], None, None), form("place"));
    let outside = PlaceStepError::KeepOutside { at: "root".to_string() };
    assert_eq!(error(&["s", "root"], None, Some("i.0")), outside.into());
    let part = PlaceStepError::NotAMember { name: "s.0".to_string() };
    assert_eq!(error(&["s.0"], Some("i.0"), None), part.into());
    let place = |at| step(&["s"], Some(at), None).expect("it is a step");
    assert_eq!(plan(vec![place("i.0")]), Err(PlacementError::NoTiles.into()));
    let twice = plan(vec![split.clone(), place("i.0"), place("i.1")]);
    assert_eq!(twice, Err(PlacementError::Twice { member: "s".to_string() }.into()));
    let known = vec!["i.0".to_string(), "i.1".to_string()];
    let inside = NameError::OverTiles { name: "i.2".to_string(), known };
    assert_eq!(plan(vec![split, place("i.2")]), Err(inside.into()));
    let (names, named) = (vec!["i".to_string()], vec![("keep".to_string(), words(&["i"]))]);
    let others = StepError::NoOption { step: "parallel", option: "keep".to_string(), others: vec!["place"] };
    assert_eq!(Step::of("parallel", Arguments { names, named, ..Arguments::default() }), Err(others));
}

/// Placement options are parsed, and plans keep them.
#[test]
fn members_are_computed_and_buffered_by_mode() {
    let layout = |text: &str| MemberLayout::parse(text);
    let panels = layout("(k, i) -> (i floordiv 6, k, i mod 6)").expect("it is a layout");
    assert_eq!(panels.to_string(), "(k, i) -> (i floordiv 6, k, i mod 6)");
    let around = panels.around("h").expect("it has no axis h");
    assert_eq!(around.to_string(), "(h, k, i) -> (h, i floordiv 6, k, i mod 6)");
    let twice = |error| matches!(error, MemberLayoutError::Map { fault: LayoutFault::AxisTwice, .. });
    assert!(panels.around("k").is_err_and(twice));
    let own = [(1, Digit::Quotient(6)), (0, Digit::Whole), (1, Digit::Remainder(6))];
    let axes = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    assert_eq!(panels.digits("s", &axes(&["k", "i"])), Ok(own.to_vec()));
    let other = panels.digits("s", &axes(&["k", "j"])).expect_err("it has other axes");
    assert_eq!(
        other.to_string(),
        "has the layout (k, i) -> (i floordiv 6, k, i mod 6) for s, whose axes are (k, j): a layout names exactly these axes"
    );
    for (text, why) in [
        ("(i, k) -> (i", "but needs a map such as (i, k) -> (k, i)"),
        ("(i) -> (i) and", "unexpected 'and' at its end"),
        ("(i) -> (2 * i)", "that has an unsupported expression as result #0"),
        (
            "(i) -> (i floordiv 2097152, i mod 2097152)",
            "that divides an index by 2097152, which is more than 1048576",
        ),
    ] {
        assert!(
            layout(text).is_err_and(|error| error.to_string().contains(why)),
            "{text}: {:?}",
            layout(text)
        );
    }
}

/// Plans and attributes keep the options of placements, and `by = all` is checked against parallel loops.
#[test]
fn manners_are_part_of_placements() {
    let names = names(&["i", "j"], &[]);
    let panels = MemberLayout::parse("(k, i) -> (i floordiv 6, k, i mod 6)").expect("it is a layout");
    let place = |at: &str, manner: Manner| {
        Step::Place(steps::Place { members: vec!["s".to_string()], at: at.to_string(), keep: None, manner })
    };
    let all = Manner { by: Some(By::All), space: Some(Space::L2), layout: Some(panels), copies: Some(1) };
    let steps = |parallel: &[&str], place: Step| {
        let split =
            |of: &str| Step::Split(steps::Split { target: of.to_string(), sizes: vec![16, 4], tail: None });
        let axes = parallel.iter().map(|name| name.to_string()).collect();
        let mut steps = vec![
            split("i"),
            split("j"),
            Step::Order(steps::Order { loops: ["i.0", "j.0", "i.1", "j.1"].map(str::to_string).to_vec() }),
        ];
        steps.extend((!parallel.is_empty()).then_some(Step::Parallel(steps::Parallel { axes, grain: None })));
        steps.push(place.checked().expect("it may be said"));
        Schedule::by(Author::User, steps)
    };
    let schedule = steps(&[], place("i.0", all.clone()));
    let plan = schedule.plan(&names).expect("it fits");
    assert_eq!(Schedule::by(Author::User, plan.steps(&names)), schedule);
    let mut registry = tf_ir::registry::Registry::new();
    crate::register_all(&mut registry);
    let context = Context::new(registry);
    let attr = schedule.to_attr(&context);
    assert_eq!(Schedule::from_attr(&context, attr), Some(schedule));
    // The iterations of j.0 are parallel: all threads are available only outside it.
    for (at, is_free) in [("i.0", true), ("j.0", false), ("i.1", false)] {
        let tiles = steps(&["j.0"], place(at, all.clone()))
            .plan(&names)
            .expect("it fits")
            .tiles
            .expect("it splits loops");
        assert_eq!(tiles.placements[0].check_threads(&tiles, &names).is_ok(), is_free, "{at}");
    }
    let each = Manner { by: Some(By::Each), ..all.clone() };
    let tiles =
        steps(&["j.0"], place("i.1", each)).plan(&names).expect("it fits").tiles.expect("it splits loops");
    assert_eq!(tiles.placements[0].check_threads(&tiles, &names), Ok(()));
    let error = |at: &str, manner: Manner| place(at, manner).checked().expect_err("it may not be said");
    let members = vec!["s".to_string()];
    assert_eq!(error("inline", all), PlaceStepError::InlinedOptions { members: members.clone() }.into());
    let copies = |copies: i64| Manner { copies: Some(copies), ..Manner::default() };
    let range = StepError::Range { of: "copies", value: 3, most: Some(2) };
    assert_eq!(error("i.0", copies(3)), range);
    assert_eq!(error("root", copies(2)), PlaceStepError::RootAhead { members }.into());
    assert!(place("i.0", copies(2)).checked().is_ok());
}

#[test]
fn time_may_set_the_rows_per_step() {
    let of = |numbers: &[i64]| {
        let names = vec!["i".to_string()];
        Step::of("time", Arguments { names, numbers: numbers.to_vec(), ..Arguments::default() })
    };
    assert_eq!(of(&[8, 512, 4]).map(|step| step.to_string()), Ok("time(i, [8, 512, 4])".to_string()));
    assert_eq!(of(&[8, 64]).map(|step| step.to_string()), Ok("time(i, [8, 64])".to_string()));
    assert_eq!(of(&[8, 64, 3]), Err(StepError::Band { points: 64, rows: 3 }));
    assert_eq!(of(&[8]), Err(form("time")));
}

#[test]
fn loop_tails_follow_the_schedule() {
    let of = |word: &str, numbers: &[i64], tail: &str| {
        let (names, named) = (vec!["i".to_string()], vec![("tail".to_string(), words(&[tail]))]);
        Step::of(word, Arguments { names, numbers: numbers.to_vec(), named, ..Arguments::default() })
    };
    let names = names(&["i", "j"], &["k"]);
    for (step, text) in [
        (of("vectorize", &[8], "peel"), "vectorize(i, 8, tail = peel)"),
        (of("vectorize", &[8], "overlap"), "vectorize(i, 8, tail = overlap)"),
        (of("vectorize", &[8], "mask"), "vectorize(i, 8, tail = mask)"),
    ] {
        let step = step.expect(text);
        assert_eq!(step.to_string(), text);
        let made = Schedule::by(Author::User, vec![step.clone()]).plan(&names).expect(text);
        assert!(matches!(&step, Step::Vectorize(own) if own.tail == made.tail_of(Loop::Axis(0))));
        assert_eq!(made.steps(&names), vec![step]);
    }
    let split = of("split", &[12, 4], "overlap").expect("valid");
    assert_eq!(split.to_string(), "split(i, [12, 4], tail = overlap)");
    let made = Schedule::by(Author::User, vec![split.clone()]).plan(&names).expect("valid");
    assert_eq!(made.steps(&names)[0], split);
    let error = |word, numbers: &[i64], tail| of(word, numbers, tail).expect_err("no end");
    assert_eq!(
        error("vectorize", &[8], "pad").to_string(),
        "vectorize has tail = pad, but lanes past the end have no memory to access: use peel, overlap, mask"
    );
    assert_eq!(
        error("split", &[8], "mask").to_string(),
        "split has tail = mask, but a tile has no lanes to mask: use peel, overlap, pad"
    );
    assert_eq!(error("jam", &[8], "peel").to_string(), "jam takes no 'tail'; only split and vectorize do");
    assert_eq!(
        error("vectorize", &[8], "none").to_string(),
        "vectorize has tail = none; known are peel, overlap, mask"
    );
}

#[test]
fn steps_name_the_last_part_of_a_loop_or_the_loop() {
    let step = |word: &str, target: &str, numbers: &[i64]| {
        let (names, numbers) = (vec![target.to_string()], numbers.to_vec());
        Step::of(word, Arguments { names, numbers, ..Arguments::default() }).expect("valid")
    };
    let names = names(&["i", "j"], &["k"]);
    let plan = |steps: &[Step]| Schedule::by(Author::User, steps.to_vec()).plan(&names);
    let split = step("split", "k", &[16]);
    let last = plan(&[split.clone(), step("unroll", "k.1", &[4])]).expect("valid");
    assert_eq!(last, plan(&[split.clone(), step("unroll", "k", &[4])]).expect("valid"));
    let outer = plan(&[split.clone(), step("unroll", "k.0", &[2])]).expect("valid");
    assert!(outer.unroll.is_empty() && outer.tiles.as_ref().is_some_and(|tiles| tiles.unroll.len() == 1));
    assert_eq!(plan(&outer.steps(&names)), Ok(outer));
    let error = |steps: &[Step]| plan(steps).expect_err("it does not fit").to_string();
    assert_eq!(
        error(&[step("unroll", "k.1", &[4])]),
        "names 'k.1', which is not a loop of a tile: it is not split"
    );
    assert_eq!(
        error(&[split.clone(), step("vectorize", "k.0", &[4])]),
        "names 'k.0', which is not a loop of a tile: its last part is k.1"
    );
    let twice = plan(&[split, step("unroll", "k.0", &[2]), step("unroll", "k.0", &[4])]);
    assert_eq!(twice, Err(ConflictError::TwoUnrolls { of: "k.0".to_string() }.into()));
}

#[test]
fn stores_and_reads_may_have_hints() {
    let of = |word: &str, loops: &[&str], numbers: &[i64]| {
        let names = loops.iter().map(|name| name.to_string()).collect();
        Step::of(word, Arguments { names, numbers: numbers.to_vec(), ..Arguments::default() })
    };
    let names = names(&["i"], &["k"]);
    let both = vec![of("prefetch", &["k"], &[8]).expect("valid"), of("stream", &[], &[]).expect("valid")];
    let schedule = Schedule::by(Author::User, both.clone());
    assert_eq!(schedule.to_string(), "prefetch(k, 8), stream()");
    let plan = schedule.plan(&names).expect("valid");
    assert!(plan.stream && plan.ahead_of(Loop::Fold(0)) == Some(8) && plan.steps(&names) == both);
    assert_eq!(of("stream", &["i"], &[]), Err(form("stream")));
    assert_eq!(of("prefetch", &["k"], &[]), Err(form("prefetch")));
    let split = of("split", &["i"], &[4]).expect("valid");
    let tiles = Schedule::by(Author::User, vec![split, both[1].clone()]).plan(&names);
    assert_eq!(tiles, Err(ConflictError::StreamOfTiles.into()));
}

#[test]
fn terms_are_added_up_by_one_instruction() {
    let split = |target: &str, size| {
        Step::Split(steps::Split { target: target.to_string(), sizes: vec![size], tail: None })
    };
    let mma =
        |target: &str, number| schedule(&[("mma", &[target], Some(number))]).map(|all| all.0[0].step.clone());
    let names = names(&["i", "j"], &["k", "l"]);
    let plan = |steps: Vec<Step>| Schedule::by(Author::User, steps).plan(&names);
    assert_eq!(mma("k", 3), Err(form("mma")));
    let [pairs, quads, other, axis] =
        [("k", 2), ("k", 4), ("l", 2), ("i", 2)].map(|(target, number)| mma(target, number).expect("valid"));
    let made = plan(vec![split("k", 64), quads.clone()]).expect("fits");
    assert_eq!(made.mma, Some((Loop::Fold(0), 4)));
    let text = Schedule::by(Author::User, made.steps(&names)).to_string();
    assert_eq!(text, "split(k, [64]), order(k.0), mma(k, 4)");
    let error = |steps: Vec<Step>| plan(steps).expect_err("refused");
    let (i, k, l) = ("i".to_string(), "k".to_string(), "l".to_string());
    assert_eq!(error(vec![split("i", 8), axis]), NameError::Axis { step: "mma", axis: i }.into());
    assert_eq!(error(vec![pairs.clone()]), MmaError::NoSplit { fold: k.clone() }.into());
    let both = MmaError::TwoFolds { first: k.clone(), second: l };
    assert_eq!(error(vec![split("k", 64), pairs.clone(), other]), both.into());
    let uneven = "has mma(k, 4), but splits k into tiles of 6, which is not a multiple";
    assert_eq!(error(vec![split("k", 6), quads]).to_string(), uneven);
    let lanes = Step::Vectorize(steps::Vectorize { target: "k".to_string(), width: 8, tail: None });
    assert_eq!(error(vec![split("i", 8), lanes, pairs]), MmaError::Vectorized { fold: k }.into());
}

#[test]
fn folds_are_reduced_in_chunks() {
    let rfactor = |target: &str, length| {
        schedule(&[("rfactor", &[target], Some(length))]).map(|all| all.0[0].step.clone())
    };
    let names = names(&["i"], &["k", "l"]);
    let plan = |steps: Vec<Step>| Schedule::by(Author::User, steps).plan(&names);
    let both = vec![rfactor("k", 4096).expect("valid"), rfactor("l", 16).expect("valid")];
    let made = plan(both.clone()).expect("fits");
    assert_eq!(made.rfactors, [(0, 4096), (1, 16)]);
    assert_eq!(made.steps(&names), both);
    let range = StepError::Range { of: "rfactor", value: 0, most: Some(MAX_CHUNK) };
    assert_eq!(rfactor("k", 0), Err(range));
    let axis = NameError::Axis { step: "rfactor", axis: "i".to_string() };
    assert_eq!(plan(vec![rfactor("i", 4).expect("valid")]), Err(axis.into()));
    let twice = ConflictError::TwoFactors { of: "k".to_string() };
    assert_eq!(plan([&both[..], &both[..1]].concat()), Err(twice.into()));
    let whole = Step::Unroll(steps::Unroll { target: "k".to_string(), factor: None });
    let unrolled = ConflictError::Unrolled { of: "k".to_string() };
    assert_eq!(plan(vec![both[0].clone(), whole]), Err(unrolled.into()));
}

/// Each form is one that text gives back: as many values as arguments, and the keyword in its description.
#[test]
fn forms_describe_their_steps() {
    for spec in Step::SPECS {
        let found = Step::SPECS.iter().filter(|other| other.word == spec.word).count();
        assert_eq!(found, 1, "{} is declared once", spec.word);
        let example = format!("{}(", spec.word);
        assert!(spec.takes.contains(&example) || spec.args.is_empty(), "{} has an example", spec.word);
        assert!(spec.summary.ends_with('.'), "{} is described by a sentence", spec.word);
    }
}
