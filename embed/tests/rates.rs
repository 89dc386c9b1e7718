//! Rates of a processor choose loops, never bits: sums are cut into blocks by shapes and instruction sets, so
//! an answer does not depend on the machine that happens to run the program.

use tensorforge::*;
use tf_generate::Random;

/// Calibrations of machines whose bytes are almost free, usual, and expensive.
fn calibrations() -> [(&'static str, Calibration); 3] {
    let bytes = |factor: f64| {
        let Rates { l2_byte, l3_byte, memory_byte, .. } = Rates::USUAL;
        Rates {
            l2_byte: l2_byte * factor,
            l3_byte: l3_byte * factor,
            memory_byte: memory_byte * factor,
            ..Rates::USUAL
        }
    };
    let slow = Rates { jump: 3.0, far: 8.0, page_lookup: 20.0, fork_join: 120_000.0, ..bytes(5.0) };
    let fast = Rates { jump: 1.0, far: 1.5, page_lookup: 1.0, fork_join: 2_000.0, ..bytes(0.02) };
    [("free bytes", fast), ("usual", Rates::USUAL), ("expensive bytes", slow)]
        .map(|(name, rates)| (name, Calibration(rates)))
}

type Build = fn(&Tracer, &Tensor, &Tensor, &Tensor) -> Tensor;

/// A program of two square matrices and a row.
struct Case {
    name: &'static str,
    build: Build,
}

const CASES: [Case; 14] = [
    Case { name: "product", build: |_, a, b, _| a.matmul(b) },
    Case { name: "product and epilogue", build: |_, a, b, x| (a.matmul(b) + x).tanh() },
    Case { name: "product of a product", build: |_, a, b, _| a.matmul(b).matmul(a) },
    Case { name: "softmax", build: |_, a, _, _| a.softmax(1) },
    Case { name: "attention", build: |_, a, b, _| (a.matmul(b.t()) * 0.05f32).softmax(1).matmul(b) },
    Case {
        name: "layer norm",
        build: |_, a, _, x| (a - a.mean(1).keep()) / (a.var(1).keep() + 1e-5f32).sqrt() * x,
    },
    Case { name: "sum of all", build: |_, a, b, _| (a * b).sum(..) },
    Case { name: "sums of columns", build: |_, a, b, _| (a * b + a).sum(0) },
    Case { name: "row times matrix", build: |_, a, _, x| x.matmul(a) },
    Case { name: "matrix times row", build: |_, a, _, x| a.matmul(x) },
    Case {
        name: "distances",
        build: |_, a, _, x| {
            let far = x.unsqueeze(0) - x.unsqueeze(1);
            (far.clone() / (&far * &far + 0.01f32)).sum(1) + a.sum(0)
        },
    },
    Case { name: "loss", build: |_, a, b, x| ((a.matmul(b) + x).relu() - a).square().mean(..) },
    Case {
        name: "gradient of a layer",
        build: |p, a, b, x| p.grad(b, |b| ((a.matmul(b) + x).tanh() - a).square().mean(..)),
    },
    Case { name: "largest and its sum", build: |_, a, b, _| (a.amax(1).keep() * b).sum(1) },
];

fn answer(case: &Case, side: usize, calibration: Calibration, level: Level) -> (Vec<u32>, String) {
    let program = Program::trace("main", |p| {
        let a = p.input::<f32>("a", [side, side]);
        let b = p.input::<f32>("b", [side, side]);
        let x = p.input::<f32>("x", [side]);
        (case.build)(p, &a, &b, &x)
    });
    let program = program.unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let session = crate::sessions::builder()
        .machine(Family::REFERENCE, 2)
        .threads(2)
        .calibration(calibration)
        .build()
        .expect("it is a session");
    let text = program.to_text();
    let device = Device::cpu().with_level(level);
    let module = session.parse(case.name, &text).expect("programs print right");
    let stages = session.stages(&module, &device).expect("it compiles");
    let schedules = stages.iter().flat_map(|(_, text)| text.lines());
    let schedules: String = schedules.filter(|line| line.contains("#tensor.schedule")).collect();
    let mut random = Random::new(side as u64);
    let mut array = |shape: &[usize]| {
        let length = shape.iter().product();
        let values: Vec<f32> =
            (0..length).map(|_| random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0).collect();
        Array::from_slice(shape, &values).expect("as many values as elements")
    };
    let args = [array(&[side, side]), array(&[side, side]), array(&[side])];
    let exe = session.compile_text(&text, device).expect("it compiles");
    let found: Vec<Array> = exe.call(args.as_slice()).expect("it runs");
    let bits = found[0].as_slice::<f32>().expect("they are f32").iter().map(|x| x.to_bits()).collect();
    (bits, schedules)
}

#[test]
fn rates_change_loops_and_no_bit() {
    let (mut others, mut wrong) = (0, Vec::new());
    for level in Level::tested() {
        for (case, side) in CASES.iter().flat_map(|case| [96, 320].map(|side| (case, side))) {
            let answers =
                calibrations().map(|(name, calibration)| (name, answer(case, side, calibration, level)));
            let [_, (_, (usual, schedules)), _] = &answers;
            for (name, (bits, chosen)) in &answers {
                let differ = bits.iter().zip(usual).filter(|(a, b)| a != b).count();
                if differ > 0 {
                    let all = usual.len();
                    let what = format!("{} of side {side} at {level}, {name}", case.name);
                    wrong.push(format!("{what}: {differ} of {all} elements\n{schedules}\n{chosen}"));
                }
                others += usize::from(chosen != schedules);
            }
        }
    }
    assert!(wrong.is_empty(), "rates change bits:\n{}", wrong.join("\n"));
    // Without different loops there would be nothing to see.
    assert!(others > 20, "{others} programs got other loops");
}
