//! Code that cannot be differentiated or mapped is an error at the user's line.

use crate::common::{error, errors};
use tf_frontend::{Program, Tensor, Tracer};

fn vector(p: &Tracer) -> Tensor {
    p.input::<f32>("x", [p.dim("n")])
}

refused! {
    variables_that_are_no_floats: "value 1", "i32[n]", "only floats" => |p| {
        let k = p.input::<i32>("k", [p.dim("n")]);
        p.grad((vector(p), k), |(x, k)| (x * k).sum(..))
    };
    values_that_are_no_floats: "i64", "cast" => |p| p.grad(vector(p), |x| x.gt(0).sum(..));
    traced_values_that_are_no_floats: "i64", "cast" => |p| { let x = vector(p); x.gt(0).sum(..).grad(&x) };
    nothing_to_differentiate_by: "nothing to differentiate with respect to" => |p| (vector(p), p.grad(Vec::<Tensor>::new(), |_| p.constant(1.0f32))).0;
    numbers_to_differentiate_by: "a constant or an index" => |p| vector(p).sum(..).grad(1.0f32);
    cotangents_of_another_shape: "cotangents", "f32[3]", "f32[4]" => |p| {
        let x = p.input::<f32>("x", [4]);
        p.vjp(x, p.zeros::<f32>([3]), |x| x.sin()).1
    };
    cotangents_that_are_missing: "cotangents", "1 values", "2" => |p| p.vjp(vector(p), 1.0, |x| (x.sin(), x.cos())).1;
    tangents_of_another_shape: "tangents", "f32[3]", "f32[4]" => |p| {
        let x = p.input::<f32>("x", [4]);
        p.jvp(x, p.zeros::<f32>([3]), |x| x.sin()).1
    };
    tensors_in_scalar_code: "in a compute", "f32[n]" => |p| {
        let x = vector(p);
        p.compute([4], |[i]| { let y = x.at([i]); y.grad(&x) })
    };
    gradients_through_open_loops: "loop that is still open", "detach" => |p| {
        let x = vector(p);
        p.for_(0, 3, p.zeros::<f32>([x.extent(0)]), |_, y| { let z = (&y * &x).sum(..); y + z.grad(&x) })
    };
    rules_of_another_shape: "the rule returns", "f32[3]", "f32[4]" => |p| {
        let x = p.input::<f32>("x", [4]);
        p.custom_vjp(x, |x| x.sin(), |_, _, _| p.zeros::<f32>([3]))
    };
    checkpoints_without_values: "needs a value" => |p| {
        let x = vector(p);
        let none: Vec<Tensor> = p.checkpoint(&x, |_| Vec::<Tensor>::new());
        (x, none)
    };
    maps_over_scalars: "f32", "no axes" => |p| p.vmap(p.scalar::<f32>("s"), |s| s * 2.0);
    maps_over_other_extents: "equal extents", "3 and 4" => |p| {
        p.vmap((p.input::<f32>("a", [3]), p.input::<f32>("b", [4])), |(a, b)| a + b)
    };
    maps_in_scalar_code: "compute" => |p| {
        let x = vector(p);
        p.compute([2], |[i]| { let _ = p.vmap(&x, |x| x.sin()); x.at([i]) })
    };
    axes_of_maps: "2 tensors", "1 axes" => |p| {
        let x = vector(p);
        p.vmap_axes((&x, &x), &[0], 0, |(a, b)| a + b)
    };
}

#[test]
fn errors_are_at_the_users_line() {
    let found = errors(|p| {
        let x = p.input::<i32>("x", [3]);
        p.grad(x, |x| x.sum(..))
    });
    let (file, line, _) = found.problems()[0].place.clone().unwrap();
    assert!(file.ends_with("gradients.rs"), "{file}");
    assert_eq!(line, line!() - 4);
}

#[test]
fn values_of_a_region_stay_in_it() {
    let mut leaked = None;
    let found = errors(|p| {
        let x = vector(p);
        let dx = p.grad(&x, |x| {
            leaked = Some(x.clone());
            x.sum(..)
        });
        dx + leaked.take().unwrap()
    });
    assert!(found.problems()[0].message.contains("outside the body"), "{found}");
}

/// The gradient of a traced value holds the code from the variables to it, and no more.
#[test]
fn slices_hold_the_range() {
    let program = Program::trace("f", |p| {
        let x = p.input::<f32>("x", [4]);
        let (a, b) = (x.sin(), x.cos());
        let unrelated = a.exp();
        let y = (&a * &b).sum(..);
        (y.grad(&a), unrelated)
    });
    let text = program.unwrap().to_text();
    let region = text.split("tensor.vjp").nth(1).unwrap().split('}').next().unwrap().to_string();
    assert!(region.contains("arith.mulf") && region.contains("tensor.reduce"), "{text}");
    assert!(!region.contains("math."), "{text}");
}
