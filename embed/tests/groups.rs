//! Computes that share loops: attention and its gradient, and sums of rows and columns, on machine code
//! against the interpreter, with equal bits for any number of threads.

use tensorforge::*;

/// Elements in [-1, 1) with a long period.
pub(crate) fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// The results of `main`, one after the other.
pub(crate) fn run(text: &str, device: Device, threads: usize, args: &[Array]) -> Vec<Vec<f32>> {
    let session = crate::sessions::builder().threads(threads).build().unwrap();
    let exe = session.compile_text(text, device).unwrap_or_else(|e| panic!("{e}"));
    let results: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{e}"));
    results.iter().map(|result| result.as_slice::<f32>().unwrap().to_vec()).collect()
}

/// Machine code gives the interpreter's results within a tolerance, and the same bits on one thread and on
/// three.
pub(crate) fn check(text: &str, args: &[Array], tolerance: f32) {
    let one = run(text, Device::cpu(), 1, args);
    let exact = run(text, Device::interp(), 1, args);
    for (result, (found, wanted)) in one.iter().zip(&exact).enumerate() {
        let worst = found.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(worst <= tolerance && found.len() == wanted.len(), "result {result} is off by {worst}");
    }
    let three = run(text, Device::cpu(), 3, args);
    let same = one.iter().flatten().zip(three.iter().flatten()).all(|(a, b)| a.to_bits() == b.to_bits());
    assert!(same, "threads change bits");
}

/// Attention as programs write it: scores, their softmax along columns, and the sums that it weighs.
pub(crate) fn attention(heads: usize, rows: usize, columns: usize) -> String {
    let (q, k) = (format!("tensor<{heads}x{rows}x8xf32>"), format!("tensor<{heads}x{columns}x8xf32>"));
    let (s, m) = (format!("tensor<{heads}x{rows}x{columns}xf32>"), format!("tensor<{heads}x{rows}xf32>"));
    format!(
        "func.func @attention(%q: {q}, %k: {k}, %v: {k}) -> {q} {{
           %s = tensor.contract \"hic,hjc->hij\" %q, %k : ({q}, {k}) -> {s}
           %m = tensor.reduce maximumf %s dims = [2] : {s} to {m}
           %mb = tensor.broadcast %m dims = [0, 1] : {m} to {s}
           %d = arith.subf %s, %mb : {s}
           %e = math.exp %d : {s}
           %l = tensor.reduce add %e dims = [2] : {s} to {m}
           %lb = tensor.broadcast %l dims = [0, 1] : {m} to {s}
           %p = arith.divf %e, %lb : {s}
           %o = tensor.contract \"hij,hjc->hic\" %p, %v : ({s}, {k}) -> {q}
           return %o : {q}
         }}"
    )
}

pub(crate) fn array(shape: &[usize], seed: u64) -> Array {
    Array::from_slice(shape, &numbers(shape.iter().product(), seed)).unwrap()
}

/// 3 x 131 x 517 scores are more than stays in a cache, and 131 and 517 are multiples of nothing.
#[test]
fn attention_over_odd_extents() {
    let text = attention(3, 131, 517).replace("@attention", "@main");
    let args = [array(&[3, 131, 8], 1), array(&[3, 517, 8], 2), array(&[3, 517, 8], 3)];
    check(&text, &args, 1e-4);
}

#[test]
fn the_gradient_of_attention() {
    let (q, k) = ("tensor<3x131x8xf32>", "tensor<3x517x8xf32>");
    let text = format!(
        "{}
         func.func @main(%q: {q}, %k: {k}, %v: {k}, %g: {q}) -> ({q}, {k}, {k}) {{
           %o, %a, %b, %c = tensor.vjp (%x = %q, %y = %k, %z = %v) seed(%g) : ({q}, {k}, {k}) -> ({q}) {{
             %r = func.call @attention(%x, %y, %z) : ({q}, {k}, {k}) -> {q}
             tensor.yield %r : {q}
           }}
           return %a, %b, %c : {q}, {k}, {k}
         }}",
        attention(3, 131, 517).replace("func.func @", "func.func private @")
    );
    let args =
        [array(&[3, 131, 8], 1), array(&[3, 517, 8], 2), array(&[3, 517, 8], 3), array(&[3, 131, 8], 4)];
    check(&text, &args, 2e-4);
}

/// A schedule that is written: the rows of a tensor in chunks of 8, with a remainder for 37; the reader of
/// the sums of columns is after the loop.
#[test]
fn rows_and_columns_in_one_pass() {
    let text = "
      func.func @main(%x: tensor<?{n}x64xf32>, %g: tensor<?{n}x64xf32>) -> (tensor<?{n}x64xf32>, tensor<64xf32>) {
        %y, %c = tensor.group attributes {axes = [\"i\"], schedule = #tensor.schedule<split(i, [8]), order(i.0)>} {
          %r = tensor.compute (%i) in [n] attributes {axes = [\"i\"]} {
            %f = tensor.fold (%k) = 0 to 64 add fastmath<reassoc> {
              %a = tensor.at %x[%i, %k] : tensor<?{n}x64xf32>
              tensor.yield %a : f32
            } : f32
            tensor.yield %f : f32
          } : tensor<?{n}xf32>
          %y = tensor.compute (%i, %j) in [n, 64] attributes {axes = [\"i\", \"j\"]} {
            %a = tensor.at %r[%i] : tensor<?{n}xf32>
            %b = tensor.at %g[%i, %j] : tensor<?{n}x64xf32>
            %z = arith.mulf %a, %b : f32
            tensor.yield %z : f32
          } : tensor<?{n}x64xf32>
          %c = tensor.compute (%j) in [64] attributes {axes = [\"j\"]} {
            %f = tensor.fold (%i) = 0 to n add fastmath<reassoc> attributes {axis = \"i\"} {
              %a = tensor.at %y[%i, %j] : tensor<?{n}x64xf32>
              tensor.yield %a : f32
            } : f32
            tensor.yield %f : f32
          } : tensor<64xf32>
          %d = tensor.compute (%j) in [64] attributes {axes = [\"j\"]} {
            %a = tensor.at %c[%j] : tensor<64xf32>
            %b = arith.addf %a, %a : f32
            tensor.yield %b : f32
          } : tensor<64xf32>
          tensor.yield %y, %d : tensor<?{n}x64xf32>, tensor<64xf32>
        } : tensor<?{n}x64xf32>, tensor<64xf32>
        return %y, %c : tensor<?{n}x64xf32>, tensor<64xf32>
      }";
    for n in [0, 1, 37, 64] {
        check(text, &[array(&[n, 64], 1), array(&[n, 64], 2)], 1e-3);
    }
}

/// The gradient of a normalisation: the gradients of its rows, and sums over all rows for scale and shift, in
/// chunks of 16 rows that threads share. 70 leaves a remainder of both chunks and tiles.
#[test]
fn a_normalisations_gradient_by_several_threads() {
    let text = "
      func.func @main(%x: tensor<?{n}x48xf32>, %g: tensor<?{n}x48xf32>, %w: tensor<48xf32>)
          -> (tensor<?{n}x48xf32>, tensor<48xf32>, tensor<48xf32>) {
        %dx, %dw, %db = tensor.group attributes {axes = [\"i\"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), parallel(i.0)>} {
          %r = tensor.compute (%i) in [n] attributes {axes = [\"i\"]} {
            %f = tensor.fold (%k) = 0 to 48 add fastmath<reassoc> {
              %a = tensor.at %x[%i, %k] : tensor<?{n}x48xf32>
              %b = tensor.at %g[%i, %k] : tensor<?{n}x48xf32>
              %c = arith.mulf %a, %b : f32
              tensor.yield %c : f32
            } : f32
            tensor.yield %f : f32
          } : tensor<?{n}xf32>
          %dx = tensor.compute (%i, %j) in [n, 48] attributes {axes = [\"i\", \"j\"]} {
            %a = tensor.at %r[%i] : tensor<?{n}xf32>
            %b = tensor.at %x[%i, %j] : tensor<?{n}x48xf32>
            %c = tensor.at %w[%j] : tensor<48xf32>
            %d = arith.mulf %a, %b : f32
            %e = arith.subf %c, %d : f32
            tensor.yield %e : f32
          } : tensor<?{n}x48xf32>
          %dw, %db = tensor.compute (%j) in [48] attributes {axes = [\"j\"]} {
            %f = tensor.fold (%i) = 0 to n add fastmath<reassoc> attributes {axis = \"i\"} {
              %a = tensor.at %dx[%i, %j] : tensor<?{n}x48xf32>
              %b = tensor.at %x[%i, %j] : tensor<?{n}x48xf32>
              %c = arith.mulf %a, %b : f32
              tensor.yield %c : f32
            } : f32
            %h = tensor.fold (%i) = 0 to n maximumf attributes {axis = \"i\"} {
              %a = tensor.at %g[%i, %j] : tensor<?{n}x48xf32>
              tensor.yield %a : f32
            } : f32
            tensor.yield %f, %h : f32, f32
          } : tensor<48xf32>, tensor<48xf32>
          tensor.yield %dx, %dw, %db : tensor<?{n}x48xf32>, tensor<48xf32>, tensor<48xf32>
        } : tensor<?{n}x48xf32>, tensor<48xf32>, tensor<48xf32>
        return %dx, %dw, %db : tensor<?{n}x48xf32>, tensor<48xf32>, tensor<48xf32>
      }";
    for n in [1, 15, 16, 70, 128] {
        check(text, &[array(&[n, 48], 1), array(&[n, 48], 2), array(&[48], 3)], 1e-3);
    }
}

/// The same formed by its price: threads share 4,096 rows in chunks.
#[test]
fn sums_of_many_rows_are_shared_by_threads() {
    let (m, v) = ("tensor<4096x256xf32>", "tensor<4096xf32>");
    let text = format!(
        "func.func @main(%x: {m}, %g: {m}) -> ({m}, tensor<256xf32>) {{
           %p = arith.mulf %x, %g : {m}
           %r = tensor.reduce add %p dims = [1] : {m} to {v}
           %b = tensor.broadcast %r dims = [0] : {v} to {m}
           %y = arith.mulf %b, %x : {m}
           %c = tensor.reduce add %y dims = [0] : {m} to tensor<256xf32>
           return %y, %c : {m}, tensor<256xf32>
         }}"
    );
    check(&text, &[array(&[4096, 256], 1), array(&[4096, 256], 2)], 0.5);
}

/// Two blurs of the rows and columns of a batch, one after the other, whose edges are the nearest elements,
/// or a constant; the program schedules the passes between.
fn blurs(shape: [usize; 3], outside: &Outside, wishes: [&str; 3]) -> Program {
    let wished = |x: Tensor, wish: &str| match wish {
        "bands" => x.in_bands(),
        "window" => x.in_window(),
        "stored" => x.stored(),
        _ => x,
    };
    let program = Program::trace("main", |p| {
        let x = p.input::<f32>("x", shape);
        let [b, n, m] = shape;
        let along = |x: &Tensor| {
            p.compute((b, n, m), |[h, i, j]| {
                let at = |by: i32| x.at_with([h.clone(), i.clone(), &j + by], outside);
                at(-2) * 0.25 + at(0) * 0.5 + at(1) * 0.25
            })
        };
        let across = |x: &Tensor| {
            p.compute((b, n, m), |[h, i, j]| {
                let at = |by: i32| x.at_with([h.clone(), &i + by, j.clone()], outside);
                at(-1) * 0.25 + at(0) * 0.5 + at(2) * 0.25
            })
        };
        let first = wished(along(&x), wishes[0]);
        let second = wished(across(&first), wishes[1]);
        let third = wished(along(&second), wishes[2]);
        across(&third)
    });
    program.unwrap_or_else(|e| panic!("{e}"))
}

/// The elements of the result of a program of blurs.
fn blurred(program: &Program, device: Device, threads: usize, x: &Array) -> Vec<f32> {
    let session = crate::sessions::builder().threads(threads).build().unwrap();
    let exe = session.compile(program, device).unwrap_or_else(|e| panic!("{e}"));
    let result: Array = exe.call(x).unwrap_or_else(|e| panic!("{e}"));
    result.as_slice::<f32>().unwrap().to_vec()
}

/// Chains of stencils, however the program wants them to run, give the same on each device, and the same bits
/// on any number of threads.
#[test]
fn chains_of_stencils_on_each_device() {
    let shape = [2, 37, 45];
    let x = array(&shape, 5);
    for outside in [Outside::Clamp, Outside::Wrap, Outside::fill(0.5)] {
        let exact = blurred(&blurs(shape, &outside, [""; 3]), Device::interp(), 1, &x);
        for wishes in
            [[""; 3], ["bands"; 3], ["window"; 3], ["window", "bands", "window"], ["stored", "", "window"]]
        {
            let program = blurs(shape, &outside, wishes);
            let one = blurred(&program, Device::cpu(), 1, &x);
            assert_eq!(one, blurred(&program, Device::cpu(), 3, &x), "threads change bits: {wishes:?}");
            for (device, found) in [
                ("cpu", one),
                ("simt", blurred(&program, Device::simt(), 1, &x)),
                ("simt-compiled", blurred(&program, Device::simt_compiled(), 1, &x)),
            ] {
                let worst = found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(
                    worst <= 1e-5 && found.len() == exact.len(),
                    "{device} is off by {worst}: {wishes:?}"
                );
            }
        }
    }
}

/// Larger than a cache, of lengths that are known at run time only: the price forms the groups.
#[test]
fn large_chains_of_stencils() {
    let t = "tensor<?{n}x?{m}xf32>";
    let pass = |name: &str, from: &str, place: [&str; 2]| {
        format!(
            "%{name} = tensor.compute (%i, %j) in [n, m] {{
               %a = tensor.at %{from}[{}] clamp : {t}
               %b = tensor.at %{from}[{}] clamp : {t}
               %c = arith.addf %a, %b : f32
               %d = arith.mulf %c, %h : f32
               tensor.yield %d : f32
             }} : {t}\n",
            place[0], place[1]
        )
    };
    let (along, across) = (["%i, %j - 1", "%i, %j + 2"], ["%i - 2, %j", "%i + 1, %j"]);
    let text = format!(
        "func.func @main(%x: {t}) -> ({t}, {t}) {{ %h = arith.constant 0.5 : f32\n{}{}{}{}return %q, %s : {t}, {t} }}",
        pass("p", "x", along),
        pass("q", "p", across),
        pass("r", "q", along),
        pass("s", "r", across),
    );
    check(&text, &[array(&[701, 433], 6)], 1e-6);
}
