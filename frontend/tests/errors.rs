//! Errors are reported at the user's line, once, with the shapes; nothing panics.

#![allow(clippy::reversed_empty_ranges, reason = "such slices are refused")]

use crate::common::{error, errors};
use tf_frontend::{Combine, Program, Tensor, Tracer, range};
use tf_ir::context::Context;
use tf_ir::registry::Registry;

fn matrix(p: &Tracer) -> Tensor {
    p.input::<f32>("a", (p.dim("n"), 3))
}

refused! {
    shapes_that_never_match: "+", "[n, 3]", "[4]", "3 and 4" => |p| matrix(p) + p.input::<f32>("b", [4]);
    shapes_of_selections: "[n, 3]", "[2]" => |p| matrix(p).gt(0).select(p.zeros::<f32>([2]), 0);
    types_without_a_common_one: "u64", "i8", ".to::<" => |p| p.scalar::<u64>("a") + p.scalar::<i8>("b");
    operators_on_wrong_types: "&", "f32", ".bitcast::<u32>()" => |p| matrix(p) & 1;
    complements_of_floats: "!", "f32" => |p| !matrix(p);
    stacks_of_tensors: "not f32[n, 3]", "stack_axis(axis, …)" => |p| p.stack([matrix(p)]);
    states_of_another_type: "is f32, but has to be i32", ".to::<i32>()" => |p| p.for_(0, 3, 0i32, |_, s| s + 0.5);
    numbers_out_of_range: "300", "u8" => |p| p.input::<u8>("x", [2]) + 300;
    axes_that_are_not_there: "axis 2", "rank is 2", "0 to 1, or -2 to -1" => |p| matrix(p).sum(2);
    selections_along_no_axis: "axis 4", "rank is 2" => |p| matrix(p).top_k(2, 4).0;
    ranks_of_another_shape: "the ranks, i64[2, 4]", "f32[n, 3]" => |p| matrix(p).ranked_at(p.zeros::<i64>([2, 4]), 1);
    axes_named_twice: "axis -1 is given twice" => |p| matrix(p).sum([1, -1]);
    keeping_without_reduction: "reduction" => |p| matrix(p).keep();
    orders_of_too_few_axes: "1 axes", "f32[n, 3]" => |p| matrix(p).permute([0]);
    squeezed_axes_of_other_extents: "axis 1", "[n, 3]" => |p| matrix(p).squeeze(1);
    broadcasts_to_less: "[n, 3]", "[3]" => |p| matrix(p).broadcast_to([3]);
    reshapes_of_another_size: "[2, 3] (6 elements)", "[7] (7 elements)" => |p| p.zeros::<f32>([2, 3]).reshape([7]);
    reshapes_that_are_uncertain: "[n, 3]", "3*n", "with_shape" => |p| matrix(p).reshape([6]);
    reshapes_with_two_open_extents: "-1" => |p| matrix(p).reshape([-1, -1]);
    reshapes_that_leave_a_rest: "[n, 3]", "[2]" => |p| matrix(p).reshape((2, -1));
    stated_shapes_that_are_wrong: "[n, 3]", "[n, 4]" => |p| matrix(p).with_shape((p.dim("n"), 4));
    negative_extents: "negative extent -3" => |p| p.zeros::<f32>([-3]);
    slices_of_too_many_axes: "3 parts", "f32[n, 3]" => |p| matrix(p).slice((0, 0, 0));
    slices_past_the_end: "axis 1", "from 1 to 4", "3" => |p| matrix(p).slice((.., 1..4));
    slices_that_run_backwards: "axis 1 stops at 1", "before its start 2" => |p| matrix(p).slice((.., 2..1));
    slices_with_step_zero: "step 0" => |p| matrix(p).slice([range(0, 1).step(0)]);
    slices_down_past_the_end: "axis 1", "from 3 to 0", "extent is 3" => |p| matrix(p).slice((.., range(3, 0).step(-1)));
    slices_down_that_run_upwards: "axis 1 stops at 2", "after its start 0" => |p| matrix(p).slice((.., range(0, 2).step(-1)));
    scans_of_wrong_types: "not defined on f32" => |p| matrix(p).scan(0, Combine::Xor);
    scans_of_other_shapes: "a scan", "[n, 3]", "[4]" => |p| p.scan(0, (matrix(p), p.zeros::<f32>([4])), (0, 0), |a, _| a).0;
    scans_with_too_few_starts: "2 tensors", "1 start values" => |p| { let a = matrix(p); p.scan(0, (a.clone(), a.exp()), 0, |a, _| a).0 };
    scans_that_change_a_type: "scan of f32", "f64" => |p| p.scan(0, matrix(p), 0, |a, x| (a + x).to::<f64>());
    scans_of_other_counts: "1 tensors", "2 values" => |p| p.scan(0, matrix(p), 0, |a, x| (a, x));
    sorts_by_numbers: "goes before", "bool", "f32" => |p| p.sort(0, matrix(p), |a, b| a - b);
    sorts_of_nothing: "at least one tensor" => |p| { p.sort(0, (), |_, _| true); matrix(p) };
    reductions_of_other_shapes: "a reduction", "[n, 3]", "[4]" => |p| p.reduce(0, (matrix(p), p.zeros::<f32>([4])), (0, 0), |a, _| a).0;
    reductions_with_too_few_starts: "2 tensors", "1 start values" => |p| { let a = matrix(p); p.reduce(0, (a.clone(), a.exp()), 0, |a, _| a).0 };
    reductions_that_change_a_type: "reduction of f32", "f64" => |p| p.reduce(0, matrix(p), 0, |a, x| (a + x).to::<f64>());
    reads_of_empty_local_arrays: "local array", "empty" => |p| p.local(Vec::<Tensor>::new()).get(0) + matrix(p);
    conditions_longer_than_the_axis: "axis 1", "f32[n, 3]", "bool[4]", "longer" => |p| matrix(p).compress(1, p.zeros::<bool>([4]));
    equations_that_drop_other_axes: "einsum", "needs '...'", "->...i" => |p| p.einsum("...i->i", [matrix(p)]);
    diagonals_too_far_away: "64 bits" => |p| p.zeros::<f32>([3]).diag(i64::MIN) + matrix(p).sum(..);
    more_trips_at_a_time_than_there_may_be: "by 1000", "1 to 256" => |p| p.for_unrolled(0, 8, 1, 1000, 0.0f32, |_, x| x + 1.0);
    convolutions_in_groups_that_do_not_fit: "input has 3", "kernel takes 2", "2 groups" => |p| {
        let how = tf_frontend::Convolution { groups: 2, ..Default::default() };
        matrix(p).expand(0).conv_with(p.zeros::<f32>([1, 2, 4]), &how)
    };
    dilations_of_other_count: "1 spatial axes", "2 dilations" => |p| {
        let how = tf_frontend::Convolution { dilations: vec![1, 1], ..Default::default() };
        matrix(p).expand(0).conv_with(p.zeros::<f32>([1, 3, 4]), &how)
    };
    windows_too_large: "window", "2^31" => |p| matrix(p).expand(-1).mean_pool(&[i64::MAX], &[1], tf_frontend::Padding::Valid);
    updates_by_numbers_out_of_range: "300", "u8" => |p| p.zeros::<u8>([3]).set_at([0], 300).sum(..) + matrix(p);
    indices_before_the_start: "index -4 is outside axis 1" => |p| matrix(p).index(1, -4);
    indices_past_the_end: "index 3 is outside axis 1" => |p| matrix(p).index(1, 3);
    extents_that_overflow: "64 bits" => |p| p.zeros::<f32>([p.dim("n") * i64::MAX * i64::MAX - 1, 1.into()]).sum(..) + matrix(p);
    divisions_of_extents_by_zero: "positive divisor, not 0" => |p| p.zeros::<f32>([p.dim("n") / 0]).sum(..) + matrix(p);
    products_of_scalars: "matmul", "*" => |p| p.constant(1.0).matmul(matrix(p));
    products_of_other_extents: "matmul", "[n, 3]", "[4, 2]", "axis 1 of the first has the extent 3, axis 0 of the second 4" =>
        |p| matrix(p).matmul(p.zeros::<f32>([4, 2]));
    equations_of_other_rank: "einsum", "f32[n, 3]" => |p| p.einsum("i->i", [matrix(p)]);
    equations_that_are_malformed: "einsum", "'k'" => |p| p.einsum("ij->k", [matrix(p)]);
    equations_without_operands: "operand" => |p| (matrix(p), p.einsum::<Tensor>("->", []));
    reductions_of_wrong_types: "not defined on f32" => |p| p.fold(0, 3, Combine::Xor, |k| matrix(p).at([k, p.value(0)]));
    folds_of_too_few_ways: "2 values", "3 kinds" => |p| {
        let ways = [Combine::Sum, Combine::Max, Combine::Min];
        p.fold(0, 3, ways, |_| (1.0f32, 2.0f32)).0
    };
    conditions_per_element: "bool[n, 3]", ".select(" => |p| p.if_(matrix(p).gt(0), || 1.0, || 2.0);
    loops_that_change_a_shape: "value 0", "f32[n]", "f32[n, 3]" => |p| p.for_(0, 3, matrix(p), |_, a| a.sum(1));
    loops_that_change_a_type: "value 0", "f64", "f32" => |p| p.for_(0, 3, 0.0f32, |_, a| a.to::<f64>());
    loops_of_other_counts: "1 values", "2" => |p| p.for_(0, 3, (0.0f32, 1.0f32), |_, (a, _)| a).0;
    bounds_that_are_no_integers: "integer", "f32" => |p| p.for_(0, p.scalar::<f32>("n"), 1, |_, a| a);
    whole_tensors_of_points: "inside a compute", ".at(" => |p| {
        let a = matrix(p);
        p.compute([3], |[i]| (&a + i.to::<f32>()).at([0, 0]))
    };
    computes_in_computes: "inside a compute" => |p| p.compute([3], |[i]| p.compute([2], |[j]| &i + j).at([0]));
    subscripts_of_floats: "integer", "f32" => |p| matrix(p).at([p.constant(0.5f32)]);
    too_many_subscripts: "3 indices", "f32[n, 3]" => |p| matrix(p).at([0, 0, 0]);
    computes_without_value: "value for each point" => |p| { p.compute([3], |_| ()); matrix(p) };
    programs_without_result: "result" => |p| { matrix(p); };
    inputs_of_one_name: "'a' exists already" => |p| matrix(p) + matrix(p);
    names_that_are_no_names: "'two words'" => |p| p.zeros::<f32>([p.dim("two words")]);
    extents_that_nobody_gives: "'m'", "inputs" => |p| p.zeros::<f32>([p.dim("m")]);
    constants_of_another_size: "[2, 2]", "3" => |p| p.tensor([2, 2], &[1, 2, 3]);
    joins_of_other_extents: "concat", "[n, 3]", "[n, 2]", "axis 0" => |p| p.concat(0, [matrix(p), p.zeros::<f32>((p.dim("n"), 2))]);
    stacks_of_other_shapes: "stack_axis", "[n, 3]", "[3]" => |p| p.stack_axis(0, [matrix(p), p.zeros::<f32>([3])]);
    products_by_axes_without_names: "dot", "[n, 3]", "[4]", "axis 1 of the first has the extent 3, axis 0 of the second 4" => |p| matrix(p).dot(p.zeros::<f32>(4));
    axes_of_numbers: "axis 0", "a scalar has none" => |p| p.constant(1.0f32).sum(0);
    joins_of_nothing: "at least one" => |p| (matrix(p), p.concat::<Tensor>(0, []));
    rolls_by_fractions: "integer", "f32" => |p| matrix(p).roll(0, p.constant(0.5f32));
    bitcasts_between_widths: "f32 has 32 bits", "u8 has 8" => |p| matrix(p).bitcast::<u8>();
    hashes_of_other_types: "u32", "f32" => |p| matrix(p).pcg();
    questions_about_integers: "is_nan", "i32" => |p| p.constant(1i32).is_nan();
}

#[test]
fn values_stay_in_their_region() {
    let found = error(|p| {
        let mut leak = None;
        let a = p.compute([3], |[i]| {
            let x = i.to::<f32>() * 2;
            leak = Some(x.clone());
            x
        });
        a + leak.unwrap()
    });
    assert!(found.contains("return it from that body"), "{found}");
}

#[test]
fn values_stay_in_their_program() {
    let mut other = None;
    let kept = Program::trace("g", |p| {
        let x = p.constant(1.0f32);
        other = Some(x.clone());
        x
    });
    assert!(kept.is_ok());
    let other: Tensor = other.unwrap();
    // After its trace has ended, a handle does nothing.
    assert!((&other + 1).is_poisoned());
    let found = error(|p| p.constant(1.0f32) + &other);
    assert!(found.contains("another program"), "{found}");
}

/// The location of each error is the line and column of the call in this file, and both operands are shown
/// with theirs.
#[test]
fn errors_carry_the_users_location() {
    let line = line!();
    let found = errors(|p| {
        let a = p.input::<f32>("a", [3]);
        let b = p.input::<f32>("b", [4]);
        &a * &b
    });
    let problem = &found.problems()[0];
    let (file, at, column) = problem.place.clone().unwrap();
    assert!(file.ends_with("tests/errors.rs"), "{file}");
    assert_eq!((at, column), (line + 4, 9));
    let notes: Vec<(u32, &str)> =
        problem.notes.iter().map(|(p, m)| (p.as_ref().unwrap().1, m.as_str())).collect();
    assert_eq!(
        notes,
        [(line + 2, "the first is the input 'a', f32[3]"), (line + 3, "the second is the input 'b', f32[4]")]
    );
    let text = found.to_string();
    assert!(text.contains(&format!("tests/errors.rs:{}:9: error: * cannot combine", line + 4)), "{text}");
}

/// What depends on an error adds none; what does not is still looked at.
#[test]
fn all_errors_are_reported_once() {
    let line = line!();
    let found = errors(|p| {
        let a = p.input::<f32>("a", [3]);
        let bad = &a + p.zeros::<f32>([4]);
        let worse = (&bad * 2.0).sum(5).at([0.5]).matmul(&bad).reshape([7]) + bad.extent(9);
        let also = a.sum(7);
        (
            worse,
            p.compute([bad.extent(0)], |[i]| a.at([i]) + also.at([0])),
            bad.is_poisoned().then_some(1).unwrap(),
        )
    });
    let lines: Vec<u32> = found.problems().iter().map(|p| p.place.as_ref().unwrap().1).collect();
    assert_eq!(lines, [line + 3, line + 5], "{found}");
}

/// Errors in closures are found even where the op around them is wrong.
#[test]
fn closures_of_wrong_operations_are_still_traced() {
    let line = line!();
    let found = errors(|p| {
        let a = p.input::<f32>("a", [3]);
        p.compute([-1], |[i]| {
            let x = a.at([i]);
            x.sum(3)
        })
    });
    let lines: Vec<u32> = found.problems().iter().map(|p| p.place.as_ref().unwrap().1).collect();
    assert_eq!(lines, [line + 3, line + 5], "{found}");
}

#[test]
fn loop_exits_are_in_the_loop_body() {
    let found = error(|p| {
        p.loop_(0i32, |l, x| {
            p.if_(x.gt(3), || l.break_if(true, &x), || ());
            x + 1
        })
    });
    assert!(found.contains("not in a body nested in it"), "{found}");
    let found = error(|p| {
        p.loop_(0i32, |l, x| {
            l.break_if(x.gt(3), (&x, 1));
            x + 1
        })
    });
    assert!(found.contains("2 values, but 1 are needed"), "{found}");
    let found = error(|p| {
        let mut bins = p.local_of(3, 1i32);
        bins.set(0, 1.5f32);
        bins.get(0)
    });
    assert!(found.contains("i32") && found.contains("f32"), "{found}");
}

#[test]
fn a_context_without_a_dialect_is_refused() {
    let mut registry = Registry::new();
    tf_dialects::func::register(&mut registry);
    tf_dialects::arith::register(&mut registry);
    let traced = Program::trace_in(&Context::new(registry), "f", |p| p.constant(1));
    assert!(traced.unwrap_err().to_string().contains("the dialect 'math' is not registered"));
}
