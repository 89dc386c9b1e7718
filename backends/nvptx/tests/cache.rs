//! Machine code in files.

use std::fs;
use tf_device::checksum;
use tf_nvptx::cache::Cache;

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("tf-nvptx-{name}-{}", std::process::id()));
    fs::remove_dir_all(&folder).ok();
    folder
}

#[test]
fn code_is_found_again_for_the_same_text_architecture_and_driver_only() {
    let folder = folder("found");
    let cache = Cache::new(&folder);
    assert_eq!(cache.find(b"ptx", "sm_90", 13000), None);
    cache.keep(b"ptx", "sm_90", 13000, b"code").unwrap();
    assert_eq!(cache.find(b"ptx", "sm_90", 13000).unwrap(), b"code");
    assert_eq!(cache.find(b"ptx ", "sm_90", 13000), None);
    assert_eq!(cache.find(b"ptx", "sm_80", 13000), None);
    assert_eq!(cache.find(b"ptx", "sm_90", 12080), None);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_damaged_file_is_not_used() {
    let folder = folder("damaged");
    let cache = Cache::new(&folder);
    cache.keep(b"ptx", "sm_90", 13000, b"some machine code").unwrap();
    let path = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(cache.find(b"ptx", "sm_90", 13000), None, "byte {at}");
        fs::write(&path, &whole[..at]).unwrap();
        assert_eq!(cache.find(b"ptx", "sm_90", 13000), None, "cut at {at}");
    }
    fs::write(&path, &whole).unwrap();
    assert!(cache.find(b"ptx", "sm_90", 13000).is_some());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn where_parts_end_matters_to_the_checksum() {
    assert_ne!(checksum(&[b"ab", b"c"]), checksum(&[b"a", b"bc"]));
    assert_ne!(checksum(&[b""]), checksum(&[]));
}
