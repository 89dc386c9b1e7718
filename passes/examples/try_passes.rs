//! Runs function passes on a file and prints the result: `try_passes FILE PASS,PASS…`.
#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).expect("a file");
    let ctx = common::context();
    let mut module = common::parse(&ctx, &text);
    common::run(&ctx, &mut module, &args[2]);
    println!("{}", common::print(&module));
}
