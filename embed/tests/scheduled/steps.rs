//! Random schedules for computes: most of them legal, some not.

use crate::scheduled::program::{Axis, Program};
use tf_generate::Random;

/// The steps for a compute.
pub fn steps(random: &mut Random, program: &Program) -> Vec<String> {
    let tiles = !program.folds.is_empty() && random.chance(60);
    // Some ignore legality.
    let wild = random.chance(12);
    if tiles { tiled(random, program, wild) } else { whole(random, program, wild) }
}

fn pick<T: Clone>(random: &mut Random, items: &[T]) -> Option<T> {
    random.pick(items).cloned()
}

/// `tail = …`, or nothing.
fn tail(random: &mut Random, words: &[&str]) -> String {
    if random.chance(55) {
        format!(", tail = {}", random.pick(words).expect("there are words"))
    } else {
        String::new()
    }
}

/// The choices of lanes, jammed points, and unrolled loops.
#[derive(Default)]
struct Chosen {
    lanes: Vec<&'static str>,
    width: i64,
    jam: Option<(&'static str, i64)>,
}

impl Chosen {
    fn of(random: &mut Random, program: &Program, wild: bool) -> Chosen {
        let (axes, folds) = (names(&program.axes), names(&program.folds));
        let mut chosen =
            Chosen { width: *random.pick(&[2, 4, 8, 8, 16, 16, 32]).unwrap(), ..Chosen::default() };
        if random.chance(75) {
            let inner = folds.last().filter(|_| program.is_open || wild);
            let fold = inner.copied().filter(|_| axes.is_empty() || random.chance(20));
            // Mostly the last axis is vectorized.
            let last = axes.last().copied().filter(|_| random.chance(60));
            chosen.lanes.extend(fold.or(last).or_else(|| pick(random, &axes)));
        }
        let others: Vec<_> =
            axes.iter().copied().filter(|name| wild || !chosen.lanes.contains(name)).collect();
        if random.chance(50) {
            chosen.jam = pick(random, &others).map(|name| (name, random.within(2, 6)));
        }
        chosen
    }

    /// The lengths of the parts of a loop; of a fold, in multiples of this many terms.
    fn sizes(&self, random: &mut Random, name: &str, terms: Option<i64>) -> Vec<i64> {
        let step = match (terms, self.jam) {
            (Some(terms), _) => terms * random.within(1, 8),
            _ if self.lanes.contains(&name) => self.width.min(16) * random.within(1, 2),
            (_, Some((own, points))) if own == name => points * random.within(1, 2),
            _ => random.within(1, 9),
        };
        let outer = random.chance(30).then(|| step * random.within(1, 3));
        outer.into_iter().chain([step]).collect()
    }

    fn steps(&self, random: &mut Random) -> Vec<String> {
        let mut steps = Vec::new();
        for name in &self.lanes {
            let tail = tail(random, &["peel", "overlap", "mask"]);
            steps.push(format!("vectorize({name}, {}{tail})", self.width));
        }
        steps.extend(self.jam.map(|(name, points)| format!("jam({name}, {points})")));
        steps
    }
}

fn names(axes: &[Axis]) -> Vec<&'static str> {
    axes.iter().map(|axis| axis.name).collect()
}

/// Loops over points.
fn whole(random: &mut Random, program: &Program, wild: bool) -> Vec<String> {
    let (mut order, folds) = (names(&program.axes), names(&program.folds));
    let mut steps = Vec::new();
    if random.chance(50) && !order.is_empty() {
        random.shuffle(&mut order);
        let mut all = order.clone();
        if random.chance(40) {
            all.extend(&folds);
            if wild {
                random.shuffle(&mut all);
            }
        }
        steps.push(format!("order({})", all.join(", ")));
    }
    let mut parallel: Vec<&str> = Vec::new();
    if random.chance(55) && !order.is_empty() {
        parallel = order[..random.within(1, order.len() as i64) as usize].to_vec();
        steps.push(format!("parallel({}{})", parallel.join(", "), grain(random)));
    }
    let chosen = Chosen::of(random, program, wild);
    steps.extend(chosen.steps(random));
    let free: Vec<&str> =
        order.iter().chain(&folds).copied().filter(|name| wild || !parallel.contains(name)).collect();
    if random.chance(40)
        && let Some(name) = pick(random, &free)
    {
        let all = program.axes.iter().chain(&program.folds);
        let short =
            all.skip(1).filter(|axis| axis.name == name && axis.is_constant() && axis.length(0) <= 8).count()
                > 0;
        let said = chosen.lanes.contains(&name) || chosen.jam.is_some_and(|(own, _)| own == name);
        let last = folds.contains(&name)
            || order.len() > 1 && program.axes.last().is_some_and(|axis| axis.name == name);
        steps.push(match short && !said && last && random.chance(60) {
            true => format!("unroll({name})"),
            false => format!("unroll({name}, {})", random.within(2, 5)),
        });
    }
    if random.chance(25) {
        let all: Vec<&str> = order.iter().chain(&folds).copied().collect();
        let whole = |name: &&str| steps.contains(&format!("unroll({name})"));
        let all: Vec<&str> = all.into_iter().filter(|name| wild || !whole(name)).collect();
        if let Some(name) = pick(random, &all) {
            steps.push(format!("prefetch({name}, {})", random.within(1, 9)));
        }
    }
    if random.chance(20) {
        steps.push("stream()".to_string());
    }
    steps
}

fn grain(random: &mut Random) -> String {
    if random.chance(50) { format!(", grain = {}", random.within(1, 6)) } else { String::new() }
}

/// Loops over tiles.
fn tiled(random: &mut Random, program: &Program, wild: bool) -> Vec<String> {
    let mut chosen = Chosen::of(random, program, wild);
    // Mostly computes with folds are tiled.
    chosen.lanes.retain(|name| !names(&program.folds).contains(name));
    let terms = match program.is_narrow() && random.chance(80) {
        true if program.elem == "i8" && random.chance(60) => 4,
        true => 2,
        false => 1,
    };
    let (mut steps, mut parts) = (Vec::new(), Vec::new());
    let mut overlaps = false;
    let cuts = (program.is_open || wild) && random.chance(50);
    for (axis, is_fold) in
        program.axes.iter().map(|axis| (axis, false)).chain(program.folds.iter().map(|fold| (fold, true)))
    {
        let wanted = match is_fold {
            true => cuts && (!axis.is_constant() || random.chance(75)),
            false => !axis.is_constant() && !wild || random.chance(75),
        };
        if !wanted {
            continue;
        }
        let sizes = chosen.sizes(random, axis.name, is_fold.then_some(terms));
        let text: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let words: &[&str] =
            if (is_fold || cuts) && !wild { &["peel", "pad"] } else { &["peel", "overlap", "pad"] };
        let tail = if random.chance(50) { tail(random, words) } else { String::new() };
        overlaps |= tail.contains("overlap");
        steps.push(format!("split({}, [{}]{tail})", axis.name, text.join(", ")));
        parts.extend((0..sizes.len()).map(|number| (axis.name, number, is_fold)));
    }
    if parts.is_empty() {
        return chosen.steps(random);
    }
    let order = ordered(random, &mut parts);
    steps.push(format!("order({})", order.join(", ")));
    let parallel = shared(random, &parts, &order);
    if !parallel.is_empty() {
        steps.push(format!("parallel({}{})", parallel.join(", "), grain(random)));
    }
    let staged = stages(random, program, &parts, &order, (terms > 1, overlaps && !wild));
    let both = staged.len() == program.staged().len();
    steps.extend(staged);
    steps.extend(chosen.steps(random));
    if terms > 1 && (both || wild) {
        let fold = pick(random, &names(&program.folds)).expect("there is a fold");
        steps.push(format!("mma({fold}, {terms})"));
    }
    steps.extend(unrolled(random, program, (&order, &parallel)));
    if random.chance(10) {
        steps.push(format!("prefetch({}, {})", program.folds[0].name, random.within(1, 4)));
    }
    steps
}

/// Parts of loops in any order in which those of a loop are inside of each other.
fn ordered(random: &mut Random, parts: &mut [(&'static str, usize, bool)]) -> Vec<String> {
    random.shuffle(parts);
    for at in 0..parts.len() {
        for later in at + 1..parts.len() {
            if parts[at].0 == parts[later].0 && parts[at].1 > parts[later].1 {
                parts.swap(at, later);
            }
        }
    }
    parts.iter().map(|(name, number, _)| format!("{name}.{number}")).collect()
}

/// Loops over tiles that threads share: first parts of axes that follow each other.
fn shared(random: &mut Random, parts: &[(&str, usize, bool)], order: &[String]) -> Vec<String> {
    let may = |at: usize| parts[at].1 == 0 && !parts[at].2;
    let firsts: Vec<usize> = (0..parts.len()).filter(|at| may(*at)).collect();
    let Some(first) = pick(random, &firsts).filter(|_| random.chance(60)) else { return Vec::new() };
    let run = (first..parts.len()).take_while(|at| may(*at)).count() as i64;
    order[first..first + random.within(1, run) as usize].to_vec()
}

/// Tiles of operands.
fn stages(
    random: &mut Random,
    program: &Program,
    parts: &[(&str, usize, bool)],
    order: &[String],
    (all, inside): (bool, bool),
) -> Vec<String> {
    let mut steps = Vec::new();
    for loops in program.staged() {
        if !all && random.chance(45) {
            continue;
        }
        // A tile has constant extents: loops of unknown lengths are around it.
        let around = |name: &str| parts.iter().position(|part| part.0 == name && part.1 == 0);
        let unknown: Vec<&str> = program.unknown().into_iter().filter(|name| loops.contains(name)).collect();
        let places: Option<Vec<usize>> = unknown.into_iter().map(around).collect();
        let wild = random.chance(4);
        let Some(least) = places.map(|places| places.into_iter().max()).or(wild.then_some(None)) else {
            continue;
        };
        let split: Vec<&str> = loops.iter().copied().filter(|name| around(name).is_some()).collect();
        let panels = pick(random, &split).filter(|_| random.chance(70));
        let panels = panels.map_or_else(String::new, |name| format!(", panels = {name}"));
        // What overlaps is staged inside of all loops.
        let may = if inside { &order[order.len() - 1..] } else { &order[least.unwrap_or(0)..] };
        let place = pick(random, may).filter(|_| inside || least.is_some() || random.chance(85));
        let place = place.map_or_else(String::new, |part| format!(", at = {part}"));
        steps.push(format!("stage({}{place}{panels})", loops.join(", ")));
    }
    steps
}

/// Loops over tiles, or loops of a tile, some of them unrolled.
fn unrolled(
    random: &mut Random,
    program: &Program,
    (order, parallel): (&[String], &[String]),
) -> Vec<String> {
    let mut steps = Vec::new();
    let free: Vec<String> = order.iter().filter(|part| !parallel.contains(part)).cloned().collect();
    if random.chance(25)
        && let Some(part) = pick(random, &free)
    {
        steps.push(format!("unroll({part}, {})", random.within(2, 3)));
    }
    if random.chance(25) {
        let fold = pick(random, &names(&program.folds)).expect("there is a fold");
        steps.push(format!("unroll({fold}, {})", random.within(2, 4)));
    }
    steps
}
