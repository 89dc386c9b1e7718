//! When the pass manager verifies: what a run says is the same, whenever what is wrong is found.

use crate::pass::{manager, module, run};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::sync::Arc;
use tf_ir::pass::{Event, Instrumentation, PassManager, PassPoint, Token, Verification, on_trial};
use tf_ir::rewrite::{AllowedRules, Fuel};
use tf_ir::text::{PrintOptions, print_module};

/// All that can be seen of a run on six functions.
#[derive(PartialEq, Debug)]
struct Seen {
    ok: bool,
    events: Vec<String>,
    statistics: String,
    changed: Vec<(String, u64, bool)>,
    failed_in: Option<(String, String)>,
    /// The length and a hash of the text.
    module: (usize, u64),
}

fn see(text: &str, verification: Verification, threads: usize) -> Seen {
    let mut module = module(6);
    let mut manager = manager(module.ctx(), text);
    (manager.verification, manager.threads) = (verification, threads);
    let (report, events) = run(&manager, &mut module);
    let rows = report.rows(&manager.pipeline).into_iter();
    let text = print_module(&module, &PrintOptions { generic: true, ..Default::default() });
    Seen {
        ok: report.ok,
        events,
        statistics: report.statistics(&manager.pipeline),
        changed: rows.map(|row| (row.name, row.runs, row.changed)).collect(),
        failed_in: report.failed_in,
        module: (text.len(), FxBuildHasher.hash_one(&text)),
    }
}

/// What is seen with verification after each pass; at the ends, the same is seen by any number of threads.
fn alike(text: &str) -> Seen {
    let each = see(text, Verification::EachPass, 1);
    for threads in [1, 4] {
        assert_eq!(see(text, Verification::AtEnds, threads), each, "{text}, {threads} threads");
    }
    each
}

#[test]
fn the_pass_that_breaks_the_ir_is_named_once() {
    let seen = alike("t.func(test{do=warn},test{do=break},test{do=warn},test{do=keep}),test{do=warn}");
    assert_eq!(seen.failed_in, Some(("test".to_string(), "t.func".to_string())));
    let errors: Vec<&String> = seen.events.iter().filter(|e| e.starts_with("error")).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].ends_with("[the IR is invalid after pass 'test']"), "{errors:?}");
    // In five functions both passes warn, in the broken one the first does.
    assert_eq!(seen.events.len(), 5 * 2 + 1 + 1);
    let runs: Vec<u64> = seen.changed.iter().map(|(_, runs, _)| *runs).collect();
    assert_eq!(runs, [6, 6, 5, 5, 0]);
}

#[test]
fn a_pass_that_panics_on_invalid_ir_is_not_blamed() {
    for text in [
        "t.func(test{do=warn},test{do=break},test{do=warn},test{do=trust})",
        "test{do=warn},test{do=break},test{do=trust}",
        "test,on-module,test{do=break},test{do=trust}",
    ] {
        let seen = alike(text);
        assert!(!seen.ok && seen.events.iter().any(|e| e.contains("expected 2 operands")), "{seen:?}");
        assert!(!seen.events.iter().any(|e| e.contains("panicked")), "{seen:?}");
    }
}

#[test]
fn passes_that_fail_on_valid_ir_report_once() {
    for (what, message) in [
        ("fail", "error: no f3"),
        ("silent", "error: pass 'test' failed"),
        ("panic", "error: pass 'test' panicked: on purpose; this is an error in the pass"),
    ] {
        let seen = alike(&format!("t.func(test{{do=warn}},test{{do=fold}},test{{do={what}}}),test"));
        let found = seen.events.iter().filter(|e| *e == message).count();
        assert_eq!((seen.ok, found, seen.events.len()), (false, 1, 7), "{what}: {seen:?}");
    }
}

#[test]
fn correct_runs_print_the_same() {
    let seen =
        alike("t.func(test{do=warn},test{do=fold}),test,on-module,t.func(test{do=dominance},test{do=warn})");
    assert!(seen.ok && seen.events.len() == 18, "{seen:?}");
}

#[test]
fn bodies_are_looked_at_where_runs_of_passes_end() {
    let ok = |text: &str, verification| see(text, verification, 1).ok;
    let mended = "t.func(test{do=break},test{do=mend})";
    assert!(!ok(mended, Verification::EachPass));
    assert!(ok(mended, Verification::AtEnds));
    for broken in [
        "t.func(test,test{do=break})",
        "t.func(test{do=break})",
        "t.func(test,test{do=break}),t.func(test{do=mend})",
        "t.func(test,test{do=break},test{do=lower},test)",
        "test,test{do=break},t.func(test{do=mend},test)",
    ] {
        assert!(!ok(broken, Verification::EachPass) && !ok(broken, Verification::AtEnds), "{broken}");
        assert!(ok(broken, Verification::Never), "{broken}");
    }
}

struct OnLooker;

impl Instrumentation for OnLooker {
    fn before(&self, _: &PassPoint<'_>, _: &mut dyn FnMut(Event)) -> Token {
        assert!(!on_trial());
        None
    }
}

#[test]
fn a_trial_has_no_listeners() {
    let lookers: [fn(&mut PassManager); 3] = [
        |manager| manager.fuel = Some(Fuel::new(1000)),
        |manager| manager.rules = Arc::new(AllowedRules::default().recorded()),
        |manager| manager.instrumentations.push(Box::new(OnLooker)),
    ];
    for look_on in lookers {
        let mut module = module(6);
        let mut manager = manager(module.ctx(), "t.func(test{do=break},test{do=mend})");
        manager.verification = Verification::AtEnds;
        look_on(&mut manager);
        assert!(!run(&manager, &mut module).0.ok);
    }
}
