//! The IR that programs become: its text, which parses again, and its locations.

use tf_frontend::{Numerics, Program, Tensor};
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};

fn step() -> Program {
    let program = Program::trace("step", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", [n, 3.into()]);
        let v = p.input::<f32>("v", [n, 3.into()]);
        let d = x.expand(0) - x.expand(1);
        let r2 = (&d * &d).sum(-1).keep() + 1e-4;
        let f = (d / (&r2 * r2.sqrt())).sum(1);
        let v = v + f * 0.001;
        (x + &v * 0.001, v)
    });
    program.unwrap()
}

#[test]
fn n_body_is_named_ops() {
    let text = "\
module {
  func.func @step(%arg0: tensor<?{n}x3xf32> {tf.name = \"x\"}, %arg1: tensor<?{n}x3xf32> {tf.name = \"v\"}) -> \
     (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>) {
    %0 = tensor.broadcast %arg0 dims = [1, 2] : tensor<?{n}x3xf32> to tensor<1x?{n}x3xf32>
    %1 = tensor.broadcast %arg0 dims = [0, 2] : tensor<?{n}x3xf32> to tensor<?{n}x1x3xf32>
    %2 = tensor.broadcast %0 dims = [0, 1, 2] : tensor<1x?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
    %3 = tensor.broadcast %1 dims = [0, 1, 2] : tensor<?{n}x1x3xf32> to tensor<?{n}x?{n}x3xf32>
    %4 = arith.subf %2, %3 : tensor<?{n}x?{n}x3xf32>
    %5 = arith.mulf %4, %4 : tensor<?{n}x?{n}x3xf32>
    %6 = tensor.reduce add %5 dims = [2] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x?{n}xf32>
    %7 = tensor.broadcast %6 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x1xf32>
    %cst = arith.constant 9.99999974E-5 : f32
    %8 = tensor.splat %cst : tensor<?{n}x?{n}x1xf32>
    %9 = arith.addf %7, %8 : tensor<?{n}x?{n}x1xf32>
    %10 = math.sqrt %9 : tensor<?{n}x?{n}x1xf32>
    %11 = arith.mulf %9, %10 : tensor<?{n}x?{n}x1xf32>
    %12 = tensor.broadcast %11 dims = [0, 1, 2] : tensor<?{n}x?{n}x1xf32> to tensor<?{n}x?{n}x3xf32>
    %13 = arith.divf %4, %12 : tensor<?{n}x?{n}x3xf32>
    %14 = tensor.reduce add %13 dims = [1] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x3xf32>
    %cst_0 = arith.constant 1.000000e-03 : f32
    %15 = tensor.splat %cst_0 : tensor<?{n}x3xf32>
    %16 = arith.mulf %14, %15 : tensor<?{n}x3xf32>
    %17 = arith.addf %arg1, %16 : tensor<?{n}x3xf32>
    %cst_1 = arith.constant 1.000000e-03 : f32
    %18 = tensor.splat %cst_1 : tensor<?{n}x3xf32>
    %19 = arith.mulf %17, %18 : tensor<?{n}x3xf32>
    %20 = arith.addf %arg0, %19 : tensor<?{n}x3xf32>
    return %20, %17 : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>
  }
}
";
    assert_eq!(step().to_text(), text);
}

fn mandelbrot() -> Program {
    let program = Program::trace("mandelbrot", |p| {
        let (h, w) = (p.dim("h"), p.dim("w"));
        let ys = p.input::<f32>("ys", [h]);
        let xs = p.input::<f32>("xs", [w]);
        p.numerics(Numerics::Strict);
        p.compute([h, w], |[i, j]| {
            let (cx, cy) = (xs.at([j]), ys.at([i]));
            let inside = |x: &Tensor, y: &Tensor| (x * x + y * y).le(4.0);
            let (_, _, n) = p.while_(
                (0.0f32, 0.0f32, 0i32),
                |(x, y, n)| inside(&x, &y) & n.lt(128),
                |(x, y, n)| (&x * &x - &y * &y + &cx, 2.0 * x * y + &cy, n + 1),
            );
            n
        })
    });
    program.unwrap()
}

#[test]
fn texts_parse_to_the_same_value() {
    for program in [step(), mandelbrot()] {
        let text = program.to_text();
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        let ctx = Context::new(registry);
        let parsed = parse_module(&ctx, "traced.mlir", &text, &ParseOptions::default());
        let parsed = parsed.unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(print_module(&parsed.body, &PrintOptions::default()), text);
    }
}

fn walk(body: &Body, op: Op, visit: &mut dyn FnMut(&Body, Op)) {
    visit(body, op);
    for region in body.regions(op) {
        for block in body.blocks(region) {
            body.ops(block).for_each(|op| walk(body, op, visit));
        }
    }
    if let Some(child) = body.child(op) {
        walk(child, child.root(), visit);
    }
}

/// Every op leads back to a line of this file, in the closure that made it.
#[test]
fn every_op_has_the_users_location() {
    let program = mandelbrot();
    let ctx = program.context();
    let (mut count, mut lines) = (0, Vec::new());
    walk(program.module(), program.module().root(), &mut |body, op| {
        let (file, line, column) = body.loc(op).anchor(ctx).expect("a place");
        assert!(ctx.text(file).ends_with("tests/text.rs") && column > 0);
        count += 1;
        lines.push(line);
    });
    assert!(count > 25, "{count}");
    let (first, last) = (*lines.iter().min().unwrap(), *lines.iter().max().unwrap());
    assert!(last - first <= 16 && lines.contains(&(first + 7)), "{lines:?}");
}

/// Functions of several ops pass the user's location on to all of them.
#[test]
fn composed_functions_have_the_users_location() {
    let first = line!();
    let program = Program::trace("composed", |p| {
        let n = p.dim("n");
        let (x, k) = (p.input::<f32>("x", (n, n)), p.input::<i32>("k", [n]));
        let angles =
            (x.sign().clamp(-1, 1), x.smoothstep(0, 1), x.lerp(1, 0.5), x.fract(), x.step(0.5), x.recip());
        let whole =
            (k.modulo(3), k.floor_div(2), k.to::<u32>().pcg().reverse_bits(), !&k, -&k, k.pow(2), x.pow(-3));
        let moved =
            (x.slice((1..2, ..)), x.index(0, 1), x.roll(0, 1), x.pad(1, 1, 1, 0), p.concat(0, [&x, &x]));
        let reduced =
            (x.mean(0), x.norm(1).keep(), x.argmax(0), x.any(..), x.matmul(&x), x.einsum_of(p), x.at([&k]));
        let made = (
            p.full([n], 1.0),
            p.zeros::<i8>([n]),
            p.indices([n, n]),
            p.iota::<f32>([n], 0),
            p.tensor([1], &[1u8]),
        );
        let looped =
            p.for_(0, n, (x.clone(), 0), |i, (x, s)| (p.if_(i.lt(3), || &x + 1, || x.clone()), s + 1));
        (angles, whole, moved, reduced, made, looped, p.fold(0, n, tf_frontend::Combine::Sum, |i| k.at([i])))
    });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let (ctx, last) = (program.context(), line!());
    walk(program.module(), program.module().root(), &mut |body, op| {
        let name = &body.info(op).name;
        let (file, line, _) = body.loc(op).anchor(ctx).expect("a place");
        assert!(ctx.text(file).ends_with("tests/text.rs"), "{name} is from {}:{line}", ctx.text(file));
        assert!((first..last).contains(&line), "{name} is from line {line}");
    });
}

trait Einsum {
    #[track_caller]
    fn einsum_of(&self, p: &tf_frontend::Tracer) -> Tensor;
}

impl Einsum for Tensor {
    #[track_caller]
    fn einsum_of(&self, p: &tf_frontend::Tracer) -> Tensor {
        p.einsum("ij,ij->i", [self, self])
    }
}
