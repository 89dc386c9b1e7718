//! Random loops that change carried arrays from their own elements: every device gives the interpreter's
//! answer to the bit. `CASES=2000 FIRST=1000` runs a campaign.

use tensorforge::*;
use tf_generate::{Random, Updates, updates};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Two arrays of small integers, and an index that may be outside of both.
fn arguments(program: &Updates, seed: u64) -> Vec<Array> {
    let mut random = Random::new(seed);
    let count = program.extents.iter().product();
    let mut array = || {
        let elements: Vec<i32> = (0..count).map(|_| random.within(-9, 9) as i32).collect();
        Array::from_slice(&program.extents, &elements).unwrap()
    };
    let arrays = [array(), array()];
    let index = Array::from_slice(&[], &[random.within(-2, 9)]).unwrap();
    arrays.into_iter().chain([index]).collect()
}

#[test]
fn updates_of_carried_arrays_answer_the_same_on_every_device() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 30));
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    for seed in first..first + cases {
        let program = updates(seed);
        let args = arguments(&program, seed);
        let answer = |device: &Device| -> Vec<Vec<i32>> {
            let text = &program.text;
            let exe = session
                .compile_text(text, device)
                .unwrap_or_else(|error| panic!("seed {seed} on {device}: {error}\n{text}"));
            let found: Vec<Array> = exe
                .call(args.as_slice())
                .unwrap_or_else(|error| panic!("seed {seed} on {device}: {error}\n{text}"));
            found.iter().map(|array| array.as_slice::<i32>().unwrap().to_vec()).collect()
        };
        let wanted = answer(&Device::interp());
        for device in &devices {
            assert_eq!(answer(device), wanted, "seed {seed} on {device}:\n{}", program.text);
        }
    }
}
