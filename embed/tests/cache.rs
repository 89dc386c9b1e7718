//! Compiled code in a folder: what another session kept is found, what does not fit or is damaged is not, and places in messages are those of the
//! program at hand.

use std::path::PathBuf;
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
fn another_session_finds_what_one_kept_for_its_device() {
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

/// Keys do not hold lines, so a message must name the line of the program that runs, not of the one that was compiled first.
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
