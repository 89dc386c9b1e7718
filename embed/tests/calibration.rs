//! Calibrations: loops are chosen by the rates of the file, answers stay, and damaged files are refused with
//! their line.

use tensorforge::{Array, Calibration, Device, Error, Family, Level, Rates, Session};

const TEXT: &str = "func.func @f(%a: tensor<300x500xf32>) -> (tensor<300x500xf32>, tensor<500xf32>) {
  %b = tensor.compute (%i, %j) in [300, 500] {
    %x = tensor.at %a[%i, %j] : tensor<300x500xf32>
    %y = arith.mulf %x, %x : f32
    tensor.yield %y : f32
  } : tensor<300x500xf32>
  %s = tensor.reduce add %b dims = [0] fastmath<reassoc> : tensor<300x500xf32> to tensor<500xf32>
  return %b, %s : tensor<300x500xf32>, tensor<500xf32>
}";

fn expensive_bytes() -> Calibration {
    Calibration(Rates { l2_byte: 2.5, l3_byte: 5.0, memory_byte: 20.0, ..Rates::USUAL })
}

/// The loops that a session chooses.
fn schedules(session: &Session) -> Vec<String> {
    let module = session.parse("f", TEXT).expect("the text is right");
    let stages = session.stages(&module, &Device::cpu().with_level(Level::baseline())).expect("it compiles");
    let lines = stages.iter().flat_map(|(_, text)| text.lines());
    lines.filter(|line| line.contains("#tensor.schedule")).map(str::to_string).collect()
}

#[test]
fn loops_are_chosen_by_the_rates_of_the_session() {
    let described = || crate::sessions::builder().machine(Family::REFERENCE, 2);
    let usual = described().build().expect("a session needs nothing");
    let same = described().calibration(Calibration(Rates::USUAL)).build().expect("it is a session");
    let dear = described().calibration(expensive_bytes()).build().expect("it is a session");
    assert_eq!(schedules(&usual), schedules(&same));
    assert_ne!(schedules(&usual), schedules(&dear));
}

#[test]
fn answers_are_those_of_the_interpreter() {
    let session = crate::sessions::builder().calibration(expensive_bytes()).build().expect("it is a session");
    let numbers: Vec<f32> = (0..150_000).map(|i| ((i * 7919) % 101) as f32).collect();
    let a = Array::from_slice(&[300, 500], &numbers).expect("as many numbers as elements");
    let run = |device: Device| -> (Array, Array) {
        session.compile_text(TEXT, device).expect("it compiles").call((&a,)).expect("it runs")
    };
    // Integers below 2^24: no order of a sum changes a bit.
    assert!(run(Device::cpu()) == run(Device::interp()));
}

#[test]
fn invalid_calibrations_are_refused() {
    let of = |found: Result<Calibration, Error>| match found {
        Err(Error::Calibration(why)) => why,
        other => panic!("{other:?}"),
    };
    let wrong = of(Calibration::parse("mine", "tensorforge calibration 1\nfar = 0"));
    assert_eq!(wrong, "mine:2: 'far' needs a finite value above 0, not '0'");
    let missing = of(Calibration::read("/none/of/these"));
    assert!(missing.starts_with("cannot read '/none/of/these'"), "{missing}");
    let text = expensive_bytes().to_string();
    assert_eq!(Calibration::parse("mine", &text).expect("what is written can be read"), expensive_bytes());
}
