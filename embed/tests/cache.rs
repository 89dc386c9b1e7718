//! Compiled code in a folder: entries of another session are found, unfit or damaged ones are not, and
//! locations in messages are those of the current program.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tensorforge::*;

/// A folder that is gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("tf-cache-{}-{name}", std::process::id())))
    }

    fn session(&self) -> Session {
        Session::builder().cache_dir(&self.0).threads(1).build().unwrap()
    }

    fn files(&self) -> Vec<PathBuf> {
        std::fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

const TWICE: &str = "func.func @f(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = arith.addf %x, %x : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}";

fn twice(session: &Session, device: Device) -> Vec<f32> {
    let program = session.compile_text(TWICE, device).unwrap_or_else(|e| panic!("{e}"));
    let y: Array = program.call(Array::from_slice(&[3], &[1.0f32, 2.0, 3.0]).unwrap()).unwrap();
    y.as_slice::<f32>().unwrap().to_vec()
}

fn used(session: &Session) -> (u64, u64) {
    (session.cache_use().found, session.cache_use().kept)
}

#[test]
fn sessions_share_the_cache_of_a_device() {
    let folder = Folder::new("another");
    let (first, second, third) = (folder.session(), folder.session(), folder.session());
    assert_eq!(twice(&first, Device::cpu()), [2.0, 4.0, 6.0]);
    assert_eq!(twice(&second, Device::cpu()), [2.0, 4.0, 6.0]);
    let (_, units) = used(&first);
    assert!(units > 0);
    assert_eq!((used(&first), used(&second)), ((0, units), (units, 0)));
    assert_eq!(twice(&third, Device::cpu().with_level(Level::V2)), [2.0, 4.0, 6.0]);
    assert_eq!(used(&third).0, 0);
}

#[test]
fn damage_costs_time_and_nothing_else() {
    let folder = Folder::new("damage");
    twice(&folder.session(), Device::cpu());
    for file in folder.files() {
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() - bytes.len() / 4;
        bytes[middle] ^= 0x40;
        std::fs::write(&file, bytes).unwrap();
    }
    let session = folder.session();
    assert_eq!(twice(&session, Device::cpu()), [2.0, 4.0, 6.0]);
    assert_eq!(used(&session).0, 0);
    let after = folder.session();
    twice(&after, Device::cpu());
    assert_eq!(used(&after).1, 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_no_error() {
    let session = Session::builder().cache_dir("/proc/none/such").threads(1).build().unwrap();
    assert_eq!(twice(&session, Device::cpu()), [2.0, 4.0, 6.0]);
    assert_eq!(used(&session), (0, 0));
}

/// Keys do not hold lines, so a message must name the line of the program that runs, not of the one that was
/// compiled first.
#[test]
fn found_code_names_the_lines_of_its_program() {
    let folder = Folder::new("lines");
    let text = "func.func @f(%x: tensor<4xf32>, %i: index) -> tensor<f32> {
      %y = tensor.compute () in [] {
        %a = tensor.at %x[%i] trap : tensor<4xf32>
        tensor.yield %a : f32
      } : tensor<f32>
      return %y : tensor<f32>
    }";
    let x = Array::from_slice(&[4], &[1.0f32; 4]).unwrap();
    for (before, line) in [("", ":3:"), ("\n\n\n", ":6:")] {
        let session = folder.session();
        let program = session.compile_text(&format!("{before}{text}"), Device::cpu()).unwrap();
        let error = program.call::<Array>((&x, 9i64)).unwrap_err().to_string();
        assert!(error.contains(line), "{error}");
        assert_eq!(used(&session).0 > 0, line == ":6:", "{error}");
    }
}

/// Twice as much, added up: a nest or two, and memory between them.
const SUM: &str = "func.func @f(%x: tensor<?{n}xf32>) -> tensor<f32> {
  %twice = arith.addf %x, %x : tensor<?{n}xf32>
  tensor.print \"x is {}\" %x : tensor<?{n}xf32>
  %sum = tensor.reduce add %twice dims = [0] : tensor<?{n}xf32> to tensor<f32>
  return %sum : tensor<f32>
}";

fn phases(program: &Executable) -> Vec<&str> {
    program.phases().iter().map(|(name, _)| name.as_str()).collect()
}

fn ran_passes(program: &Executable) -> bool {
    let (pipeline, lowered) = (phases(program).contains(&"pipeline"), phases(program).contains(&"lowered"));
    assert_ne!(pipeline, lowered, "{:?}", phases(program));
    pipeline
}

#[test]
fn no_pass_runs_on_a_program_that_comes_again() {
    let folder = Folder::new("passes");
    let x = Array::from_slice(&[3], &[1.0f32, 2.0, 3.0]).unwrap();
    for device in [Device::cpu(), Device::simt_compiled()] {
        let compiled = [(); 2].map(|()| folder.session().compile_text(SUM, &device).unwrap());
        assert_eq!(compiled.each_ref().map(ran_passes), [true, false], "{device}");
        let [first, second] = compiled.each_ref().map(|program| {
            let sum: Array = program.call(&x).unwrap();
            (sum.as_slice::<f32>().unwrap().to_vec(), program.explain().functions, program.to_string())
        });
        assert_eq!(first, second, "{device}");
        assert_eq!(first.0, [12.0]);
    }
}

/// It computes its extents, so it is compiled as several functions.
#[test]
fn programs_in_stages_that_come_again_run_and_print() {
    let folder = Folder::new("stages");
    let program = Program::trace("lengths", |p| {
        let n = p.scalar::<i64>("n");
        p.print("n is {}", [&n]);
        let zeros = p.zeros::<f32>([p.dim_of("k", &n - 3)]);
        &zeros + 1
    });
    let program = program.unwrap();
    for again in [false, true] {
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let (saying, builder) = (said.clone(), Session::builder().cache_dir(&folder.0).threads(1));
        let printer = Printer::new(move |printed| saying.lock().unwrap().push(printed.text.to_string()));
        let session = builder.printer(printer).build().unwrap();
        let compiled = session.compile(&program, Device::cpu()).unwrap();
        assert_eq!(ran_passes(&compiled), !again);
        let ones: Array = compiled.call(5i64).unwrap();
        assert_eq!(
            (ones.as_slice::<f32>().unwrap(), &said.lock().unwrap()[..]),
            (&[1.0f32; 2][..], &["n is 5".to_string()][..])
        );
        let error = compiled.call::<Array>(2i64).unwrap_err().to_string();
        assert!(error.contains("extent k") && error.contains("tests/cache.rs:"), "{error}");
    }
}

#[test]
fn passes_rerun_after_any_changed_query() {
    let folder = Folder::new("another-way");
    let build = |builder: SessionBuilder| builder.cache_dir(&folder.0).threads(1).build().unwrap();
    let compile = |session: Session, text: &str, device: Device| session.compile_text(text, device).unwrap();
    assert!(ran_passes(&compile(folder.session(), SUM, Device::cpu())));
    assert!(!ran_passes(&compile(folder.session(), SUM, Device::cpu())));
    let other_lines = format!("\n{SUM}");
    let calibration = Calibration::parse("mine", "tensorforge calibration 1\nfar = 4.5").unwrap();
    let others: [(&str, Session, &str, Device); 7] = [
        ("lines", folder.session(), &other_lines, Device::cpu()),
        ("level", folder.session(), SUM, Device::cpu().with_level(Level::V2)),
        ("pipeline", folder.session(), SUM, Device::cpu().with_pipeline(pipelines::cpu_reference())),
        ("traps", build(Session::builder().nan_traps(true)), SUM, Device::cpu()),
        ("checks", build(Session::builder().checked(true)), SUM, Device::cpu()),
        ("profile", build(Session::builder().profile(true)), SUM, Device::cpu()),
        ("rates", build(Session::builder().calibration(calibration)), SUM, Device::cpu()),
    ];
    for (what, session, text, device) in others {
        assert!(ran_passes(&compile(session, text, device)), "{what}");
    }
}

/// The code of passes and dialects of others may change while the library's stays; who wants each pass
/// verified wants it to run.
#[test]
fn passes_run_again_where_they_are_verified_or_of_others() {
    let folder = Folder::new("others");
    for _ in 0..2 {
        for builder in [Session::builder().verify_each(true), Session::builder().extended(|_, _| {})] {
            let session = builder.cache_dir(&folder.0).threads(1).build().unwrap();
            assert!(ran_passes(&session.compile_text(SUM, Device::cpu()).unwrap()));
        }
    }
}
