//! Passes report whether they changed anything: unchanged IR is not verified again.

use super::valid;
use crate::common::{context, parse, print, run};
use tf_dialects::tensor::Access;
use tf_dialects::tensor::bounds::is_proved_inside;
use tf_ir::body::Body;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::pass::{PassManager, PassRegistry, Pipeline, unified_diff};
use tf_ir::walk::preorder;

const PROGRAMS: u64 = 80;
/// The pass manager's error for a pass with a wrong report, in builds with debug assertions.
const DISHONEST: &str = "it changed the IR but reported no change";

/// The passes of a pipeline one by one, each as a pipeline.
fn single(pipeline: &str) -> Vec<String> {
    let (mut steps, mut inside) = (Vec::new(), false);
    for part in pipeline.split(',') {
        inside |= part.starts_with("func.func(");
        let name = part.trim_start_matches("func.func(").trim_end_matches(')');
        steps.push(if inside { format!("func.func({name})") } else { name.to_string() });
        inside &= !part.ends_with(')');
    }
    steps
}

/// Runs a pass; returns whether it reports a change.
fn says_changed(
    ctx: &Context,
    registry: &PassRegistry,
    module: &mut Body,
    step: &str,
) -> Result<bool, String> {
    let pipeline = Pipeline::parse(ctx, registry, Module::NAME, step, "step").expect("the step is a pass");
    let manager = PassManager::new(pipeline);
    let mut said = Vec::new();
    let report = manager.run(module, &mut |event| said.push(format!("{event:?}")));
    let changed = report.rows(&manager.pipeline).iter().any(|row| row.changed);
    if report.ok { Ok(changed) } else { Err(format!("{said:?}")) }
}

#[test]
fn passes_report_changes() {
    let mut registry = PassRegistry::new();
    tf_passes::register_all(&mut registry);
    let steps = single(&tf_passes::pipelines::cpu());
    let (mut unchanged, mut wrong) = (0, Vec::new());
    for seed in 0..PROGRAMS {
        let ctx = context();
        let Some(mut module) = valid(&ctx, seed) else { continue };
        let mut before = print(&module);
        for step in &steps {
            let says = says_changed(&ctx, &registry, &mut module, step);
            let after = print(&module);
            // Passes that fail for another reason are the subject of other tests.
            if says.as_ref().is_err_and(|errors| !errors.contains(DISHONEST)) {
                break;
            }
            if says != Ok(before != after) {
                wrong.push(format!(
                    "seed {seed}: {step}: {says:?}\n{}",
                    unified_diff(&before, &after, "before", "after")
                ));
            }
            if says.is_err() {
                break;
            }
            unchanged += u64::from(says == Ok(false));
            before = after;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(unchanged > PROGRAMS, "passes often find nothing to do");
}

/// Whether each access of a module is proved to be inside.
fn proofs(module: &Body) -> Vec<bool> {
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let accesses = |body: &Body| {
        let accesses = preorder(body).into_iter().filter(|op| Access::of(body.op(*op)).is_some());
        accesses.map(|op| is_proved_inside(body.op(op))).collect::<Vec<_>>()
    };
    functions.flat_map(accesses).collect()
}

/// Contexts cache proofs: earlier queries do not change later ones.
#[test]
fn proofs_do_not_depend_on_earlier_queries() {
    let (shared, mut asked) = (context(), 0);
    for seed in 0..4 * PROGRAMS {
        let Some(mut module) = valid(&shared, seed) else { continue };
        run(&shared, &mut module, "tensor-decompose,choose-fusion,apply-fusion");
        let alone = parse(&context(), &print(&module));
        let found = proofs(&module);
        asked += found.len() as u64;
        assert_eq!(found, proofs(&alone), "seed {seed}:\n{}", print(&module));
    }
    assert!(asked > 10 * PROGRAMS, "only {asked} accesses");
}

#[test]
fn pipelines_are_taken_apart() {
    let steps = single("a,func.func(b,c{x=y}),d");
    assert_eq!(steps, ["a", "func.func(b)", "func.func(c{x=y})", "d"]);
}
