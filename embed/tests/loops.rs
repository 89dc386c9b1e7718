//! Counted loops at the ends of their ranges: steps that are computed, short index types, bounds near the
//! largest integer.

use tensorforge::*;

/// The trip counts of a loop per device; `None` if the call stopped because of a step.
fn trips(text: &str, args: &[Array]) -> Vec<(Device, Option<Vec<i64>>)> {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    let run = |device: Device| {
        let exe = session
            .compile_text(text, &device)
            .unwrap_or_else(|error| panic!("on {device}: {error}\n{text}"));
        let found = match exe.call::<Vec<Array>>(args) {
            Ok(found) => Some(found[0].as_slice::<i64>().unwrap().to_vec()),
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("step") && !error.contains("out of bounds"), "on {device}: {error}");
                None
            }
        };
        (device, found)
    };
    devices.into_iter().map(run).collect()
}

fn numbers(values: &[i64]) -> Array {
    Array::from_slice(&[values.len()], values).unwrap()
}

/// A loop in a compute whose bounds and step are elements of tensors, in an index type: how often it runs.
fn in_compute(ty: &str) -> String {
    let read = |name: &str| {
        let cast = match ty {
            "i64" => String::new(),
            "index" => format!("%{name} = arith.index_cast %{name}0 : i64 to index"),
            _ => format!("%{name} = arith.trunci %{name}0 : i64 to {ty}"),
        };
        let value = if ty == "i64" { name.to_string() } else { format!("{name}0") };
        format!("%{value} = tensor.at %{name}s[%i] : tensor<?{{n}}xi64>\n{cast}\n")
    };
    let (lo, hi, step) = (read("lo"), read("hi"), read("step"));
    let kind = if ty == "index" { String::new() } else { format!(" : {ty}") };
    format!(
        "func.func @main(%los: tensor<?{{n}}xi64>, %his: tensor<?{{n}}xi64>, %steps: tensor<?{{n}}xi64>) -> tensor<?{{n}}xi64> {{
          %c = tensor.compute (%i) in [n] {{
            {lo}{hi}{step}
            %zero = arith.constant 0 : i64
            %one = arith.constant 1 : i64
            %t = loop.for %k = %lo to %hi step %step iter_args(%a = %zero) -> (i64){kind} {{
              %b = arith.addi %a, %one : i64
              loop.yield %b : i64
            }}
            tensor.yield %t : i64
          }} : tensor<?{{n}}xi64>
          return %c : tensor<?{{n}}xi64>
        }}"
    )
}

#[test]
fn computed_steps_count_as_integers_do() {
    let max = i64::MAX;
    for n in [1, 40] {
        let (mut los, mut his, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        let cases = [
            (0, 10, 3, 4),
            (5, 5, 2, 0),
            (7, 3, 1, 0),
            (-4, 4, 4, 2),
            (max - 3, max, 2, 2),
            (-9, 100, max, 1),
        ];
        let mut wanted = Vec::new();
        for i in 0..n {
            let (lo, hi, step, trips) = cases[i % cases.len()];
            los.push(lo);
            his.push(hi);
            steps.push(step);
            wanted.push(trips);
        }
        for ty in ["index", "i64"] {
            for (device, found) in trips(&in_compute(ty), &[numbers(&los), numbers(&his), numbers(&steps)]) {
                assert_eq!(found.as_ref(), Some(&wanted), "{ty} on {device}");
            }
        }
    }
}

/// The index of a short type may not leave it in the last iteration.
#[test]
fn short_index_types_do_not_wrap_around() {
    let (los, his, steps) = (numbers(&[-128, 0, 120]), numbers(&[127, 127, 127]), numbers(&[1, 2, 100]));
    for (device, found) in trips(&in_compute("i8"), &[los, his, steps]) {
        assert_eq!(found, Some(vec![255, 64, 1]), "{device}");
    }
    let text = "func.func @main(%x: tensor<1xi64>) -> tensor<1xi64> {
      %lo = arith.constant -100 : i8
      %hi = arith.constant 127 : i8
      %two = arith.constant 2 : i8
      %r = loop.for %k = %lo to %hi step %two iter_args(%a = %x) -> (tensor<1xi64>) : i8 {
        %b = tensor.compute (%i) in [1] {
          %v = tensor.at %a[%i] : tensor<1xi64>
          %w = arith.extsi %k : i8 to i64
          %s = arith.addi %v, %w : i64
          tensor.yield %s : i64
        } : tensor<1xi64>
        loop.yield %b : tensor<1xi64>
      }
      return %r : tensor<1xi64>
    }";
    for (device, found) in trips(text, &[numbers(&[0])]) {
        assert_eq!(found, Some(vec![(0..114).map(|k| 2 * k - 100).sum()]), "{device}");
    }
}

/// A step below 1 ends the call, wherever the loop is, and even if it would not run.
#[test]
fn steps_below_one_stop_the_call() {
    for step in [0, -1, i64::MIN] {
        for ty in ["index", "i64"] {
            let (los, his) = (numbers(&[0, 0, 3]), numbers(&[10, 10, 2]));
            for (device, found) in trips(&in_compute(ty), &[los, his, numbers(&[1, 2, step])]) {
                assert_eq!(found, None, "{ty} on {device}");
            }
        }
        let text = "func.func @main(%x: tensor<1xi64>, %s: tensor<1xi64>) -> tensor<1xi64> {
          %zero = arith.constant 0 : index
          %ten = arith.constant 10 : index
          %at = tensor.at %s[%zero] clamp : tensor<1xi64>
          %step = arith.index_cast %at : i64 to index
          %r = loop.for %k = %zero to %ten step %step iter_args(%a = %x) -> (tensor<1xi64>) {
            %b = arith.addi %a, %a : tensor<1xi64>
            loop.yield %b : tensor<1xi64>
          }
          return %r : tensor<1xi64>
        }";
        for (device, found) in trips(text, &[numbers(&[1]), numbers(&[step])]) {
            assert_eq!(found, None, "{step} on {device}");
        }
    }
}
