//! Measured schedules: all of them answer the same, stored ones are read back, and damaged files are refused.

use tensorforge::{Array, Device, Error, Schedules, Session};

/// Sums of products, in integers: every schedule gives the same bits. A wide product and code on its rows.
const TEXT: &str =
    "func.func @f(%a: tensor<24x40xi32>, %b: tensor<40x36xi32>) -> (tensor<24x36xi32>, tensor<24xi32>) {
  %c = tensor.compute (%i, %j) in [24, 36] {
    %s = tensor.fold (%k) = 0 to 40 add {
      %x = tensor.at %a[%i, %k] : tensor<24x40xi32>
      %y = tensor.at %b[%k, %j] : tensor<40x36xi32>
      %z = arith.muli %x, %y : i32
      tensor.yield %z : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<24x36xi32>
  %m = tensor.compute (%i) in [24] {
    %s = tensor.fold (%k) = 0 to 36 maxsi {
      %x = tensor.at %c[%i, %k] : tensor<24x36xi32>
      tensor.yield %x : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<24xi32>
  return %c, %m : tensor<24x36xi32>, tensor<24xi32>
}";

fn arrays() -> (Array, Array) {
    let of = |extents: &[usize]| {
        let count = extents.iter().product::<usize>() as i32;
        let numbers: Vec<i32> = (0..count).map(|i| (i * 7919) % 101 - 50).collect();
        Array::from_slice(extents, &numbers).expect("as many numbers as elements")
    };
    (of(&[24, 40]), of(&[40, 36]))
}

#[test]
fn every_schedule_that_is_measured_answers_as_the_interpreter() {
    let (a, b) = arrays();
    let session = Session::new().expect("a session needs nothing");
    let module = session.parse("f", TEXT).expect("the text is right");
    let interp = session.compile_module(&module, Device::interp()).expect("it compiles");
    let expected: (Array, Array) = interp.call((&a, &b)).expect("it runs");
    let mut programs = 0;
    let tuned = session.tune(&module, Device::cpu(), |program| {
        programs += 1;
        let found: (Array, Array) = program.call((&a, &b))?;
        assert!(found == expected, "a schedule changes the answer");
        Ok(())
    });
    let tuned = tuned.expect("it is measured");
    assert!(!tuned.computes.is_empty());
    assert!(tuned.computes.iter().any(|compute| compute.trials.len() >= 5), "{tuned:#}");
    assert!(programs > 100, "{programs}");
    for compute in &tuned.computes {
        if let Some(best) = &compute.best {
            assert!(best.ratio < 1.0 && compute.trials.iter().any(|trial| trial.schedule == best.schedule));
        }
    }
    let text = tuned.schedules.to_string();
    let read = Schedules::parse("found", &text).expect("what is written can be read");
    assert_eq!(read, tuned.schedules);
    let again = Session::builder().schedules(read).build().expect("a session needs nothing");
    let found: (Array, Array) =
        again.compile_text(TEXT, Device::cpu()).expect("it compiles").call((&a, &b)).expect("it runs");
    assert!(found == expected);
}

/// Groups are measured, too: tile sizes, windows. Two blurs of integers, more than stays in a cache: every
/// schedule gives the same bits.
#[test]
fn schedules_of_groups_are_measured() {
    let pass = |name: &str, from: &str, place: &str| {
        format!(
            "%{name} = tensor.compute (%i, %j) in [900, 700] {{
               %a = tensor.at %{from}[%i, %j] : tensor<900x700xi32>
               %b = tensor.at %{from}[{place}] clamp : tensor<900x700xi32>
               %c = arith.addi %a, %b : i32
               tensor.yield %c : i32
             }} : tensor<900x700xi32>\n"
        )
    };
    let passes = [("p", "x", "%i, %j + 2"), ("q", "p", "%i - 3, %j"), ("r", "q", "%i + 3, %j")];
    let passes: String = passes.iter().map(|(name, from, place)| pass(name, from, place)).collect();
    let text = format!(
        "func.func @f(%x: tensor<900x700xi32>) -> tensor<900x700xi32> {{ {passes} return %r : tensor<900x700xi32> }}"
    );
    let numbers: Vec<i32> = (0..900 * 700).map(|i| (i % 9973) * 7919 % 101 - 50).collect();
    let x = Array::from_slice(&[900, 700], &numbers).expect("as many numbers as elements");
    let session = Session::new().expect("a session needs nothing");
    let (module, program_text) = (session.parse("f", &text).expect("the text is right"), text);
    let interp = session.compile_module(&module, Device::interp()).expect("it compiles");
    let expected: Array = interp.call(&x).expect("it runs");
    let tuned = session.tune(&module, Device::cpu(), |program| {
        let found: Array = program.call(&x)?;
        assert!(found == expected, "a schedule changes the answer");
        Ok(())
    });
    let tuned = tuned.expect("it is measured");
    let group = tuned.computes.iter().find(|compute| compute.key.starts_with("groups_"));
    let group = group.unwrap_or_else(|| panic!("no group was measured\n{tuned:#}"));
    assert!(group.trials.iter().any(|trial| trial.schedule.contains("keep = ")), "{tuned:#}");
    // The pass takes the schedule of a text, regardless of the fastest one, and names members by position.
    let trial = group.trials.iter().find(|trial| trial.schedule.contains("keep = ")).expect("there is one");
    let machine = session_machine(&session);
    let told = |schedule: &str| {
        let text = format!("tensorforge schedules 1\n{machine}\n{} {schedule}\n", group.key);
        let told = Session::builder().schedules(Schedules::parse("told", &text).expect("it can be read"));
        told.build().expect("a session needs nothing").compile_text(&program_text, Device::cpu())
    };
    let program = told(&trial.schedule).expect("it compiles");
    assert!(program.warnings().is_empty(), "{:?}", program.warnings());
    let found: Array = program.call(&x).expect("it runs");
    assert!(found == expected);
    let program = told("#tensor.schedule<split(i, [8]), order(i.0), place(m0, at = i.0, keep = i.0)>");
    let program = program.expect("it compiles");
    let [warning] = program.warnings() else { panic!("{:?}", program.warnings()) };
    assert!(
        warning.contains("the measured schedule of this group is left out: the schedule keeps m0"),
        "{warning}"
    );
}

/// The pass that chooses schedules takes that of the text.
#[test]
fn a_schedule_from_a_text_is_the_one_that_is_taken() {
    let session = Session::new().expect("a session needs nothing");
    let module = session.parse("f", TEXT).expect("the text is right");
    let (a, b) = arrays();
    let tuned =
        session.tune(&module, Device::cpu(), |program| program.call::<(Array, Array)>((&a, &b)).map(drop));
    let tuned = tuned.expect("it is measured");
    let product = &tuned.computes[0];
    // Half of the lanes, regardless of the fastest choice.
    let trial = product.trials.iter().find(|trial| trial.schedule.contains("vectorize(j, 8)"));
    let trial = trial.unwrap_or_else(|| product.trials.last().expect("something was measured"));
    // As a person writes it: integers without their type.
    let machine = session_machine(&session).replace(" : i64", "");
    let text = format!("tensorforge schedules 1\n{machine}\n{} {}\n", product.key, trial.schedule);
    let told = Session::builder().schedules(Schedules::parse("told", &text).expect("it can be read"));
    let told = told.build().expect("a session needs nothing");
    let stages =
        told.stages(&told.parse("f", TEXT).expect("the text is right"), &Device::cpu()).expect("it runs");
    let (_, scheduled) = stages.iter().find(|(pass, _)| pass == "schedule").expect("it chooses");
    let steps = trial.schedule.trim_start_matches("#tensor.schedule<").trim_end_matches('>');
    assert!(scheduled.contains(steps), "{steps} is not in\n{scheduled}");
    assert!(told.compile_text(TEXT, Device::cpu()).expect("it compiles").warnings().is_empty());

    let text =
        format!("tensorforge schedules 1\n{machine}\n{} #tensor.schedule<vectorize(q, 8)>\n", product.key);
    let folder = std::env::temp_dir().join(format!("tf-tuning-warnings-{}", std::process::id()));
    // Warnings of passes are repeated for cached programs, too.
    for phase in ["pipeline", "lowered"] {
        let schedules = Schedules::parse("told", &text).expect("it can be read");
        let told = Session::builder().schedules(schedules).cache_dir(&folder);
        let told = told.build().expect("a session needs nothing");
        let told = told.compile_text(TEXT, Device::cpu()).expect("it compiles");
        assert_eq!(told.phases()[0].0, phase);
        let [warning] = told.warnings() else { panic!("{:?}", told.warnings()) };
        assert!(
            warning.contains(
                "the measured schedule of this compute is left out: the schedule names the loop 'q'"
            ),
            "{warning}"
        );
    }
    drop(std::fs::remove_dir_all(folder));
}

/// Who writes a file takes in what others have written in the meantime.
#[test]
fn changes_apply_to_earlier_schedules() {
    let of = |entries: &[(char, u32)]| {
        let lines = entries.iter().map(|(key, width)| {
            format!("loops_{} #tensor.schedule<vectorize(j, {width})>\n", key.to_string().repeat(16))
        });
        let text = format!("tensorforge schedules 1\nmachine {{cores = 2}}\n{}", lines.collect::<String>());
        Schedules::parse("text", &text).expect("it can be read")
    };
    let (before, after) = (of(&[('a', 4), ('b', 4)]), of(&[('a', 8), ('b', 4), ('c', 2)]));
    let newest = of(&[('b', 16), ('d', 4)]);
    assert_eq!(newest.with_changes(&before, &after), of(&[('a', 8), ('b', 16), ('c', 2), ('d', 4)]));
}

/// The line of this machine, as a session writes it.
fn session_machine(session: &Session) -> String {
    let machine = tensorforge::Machine::host().to_attr(session.context());
    format!("machine {}", tensorforge::ir::text::attr_to_string(session.context(), machine))
}

#[test]
fn invalid_schedule_files_are_refused_with_their_line() {
    let refused = |text: &str| match Schedules::parse("found", text) {
        Err(Error::Schedules(why)) => why,
        other => panic!("{text}: {other:?}"),
    };
    let head = "tensorforge schedules 1\nmachine {}\n";
    let key = "loops_0123456789abcdef";
    assert!(
        refused("tensorforge schedules 1\nmachine two cores\n")
            .starts_with("found:2: 'two cores' is not a machine")
    );
    assert!(refused("").starts_with("found:1: a file of schedules begins with"));
    assert!(refused("tensorforge schedules 2\n").starts_with("found:1: "));
    assert!(
        refused(&format!("tensorforge schedules 1\n{key} #tensor.schedule<>"))
            .starts_with("found:2: a line 'machine")
    );
    assert!(refused(&format!("{head}// a comment\n\n{key}")).starts_with("found:5: "));
    assert!(refused(&format!("{head}{key} #tensor.schedule<vectorize(j, 16)")).starts_with("found:3: "));
    assert!(refused(&format!("{head}{key} 17 : i32")).contains("'17 : i32' is not a schedule"));
    assert!(refused(&format!("{head}loops_0123456789abcdeg #tensor.schedule<>")).contains("is not a key"));
    let twice = format!("{head}{key} #tensor.schedule<>\n{key} #tensor.schedule<>");
    assert!(refused(&twice).starts_with("found:4: loops_0123456789abcdef has a schedule twice"));
    assert!(Schedules::parse("found", head).expect("it holds none").is_empty());
}

#[test]
fn other_devices_are_not_measured() {
    let session = Session::new().expect("a session needs nothing");
    let module = session.parse("f", TEXT).expect("the text is right");
    let refused = session.tune(&module, Device::interp(), |_| Ok(()));
    assert!(matches!(refused, Err(Error::Schedules(_))), "{refused:?}");
}
