//! Autotuning: measures neighbours of the chosen schedules and keeps the fastest.

use crate::call::executable::Executable;
use crate::compile::OnDevice;
use crate::error::Error;
use crate::session::Session;
use crate::session::device::{Device, Kind};
use crate::tuning::schedules::Schedules;
use std::any::Any;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tf_cpu::unit::place;
use tf_dialects::tensor::schedule::Schedule;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{Event, Instrumentation, PassPoint, Token};
use tf_ir::text::attr_to_string;
use tf_passes::schedule::decide::tuned::{Others, Point, Site, group_sites, keys, sites};

/// The maximum count of tuned computes, the slowest by the cost model first.
const MOST_SITES: usize = 12;
/// The maximum count of schedules measured around one schedule.
const MOST_TRIALS: usize = 24;
/// The maximum count of search steps from a faster schedule to its neighbours.
const MOST_ROUNDS: usize = 2;
/// A schedule is accepted if its time is at most this fraction, in two measurements.
const FASTER: f64 = 0.97;
/// The maximum count of candidates measured a second time, until one is confirmed.
const MOST_CONFIRMED: usize = 4;
/// The minimum and maximum count of alternating runs of two programs, and their total time.
const RUNS: (u32, u32) = (3, 200);
const TIME: Duration = Duration::from_millis(60);
/// No further calls follow if the first one takes this many times as long as the other program's.
const FAR_SLOWER: u32 = 4;
/// The total time of the runs that confirm a candidate.
const LONG_TIME: Duration = Duration::from_millis(500);

/// The result of tuning. `Display` shows the gains, and with `{:#}` each measured schedule.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The schedules of the session with the faster ones that were found.
    pub schedules: Schedules,
    /// The tuned computes, in order.
    pub computes: Vec<TunedCompute>,
}

/// A compute whose schedules were measured.
#[derive(Clone, Debug)]
pub struct TunedCompute {
    /// Its key in the text of schedules.
    pub key: String,
    /// Its source location: `file:line:column`; empty if unknown.
    pub place: String,
    /// A description of its iteration domain and its folds.
    pub shape: String,
    /// The schedule chosen without measuring.
    pub chosen: Trial,
    /// Its neighbours, with their measurements.
    pub trials: Vec<Trial>,
    /// The fastest, if it is not the chosen one.
    pub best: Option<Trial>,
}

/// A measured schedule.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The schedule; loops without names in the program have their default names.
    pub schedule: String,
    /// The price by the cost model, in additions of one lane by one thread.
    pub price: f64,
    /// The time of a call, relative to a call with the chosen schedule.
    pub ratio: f64,
}

impl TunedCompute {
    /// Spearman's rank correlation of prices and times: 1 if the cost model ranks all schedules correctly, 0
    /// if it knows nothing, −1 if it ranks them in reverse. `None` for fewer than three schedules, or if all
    /// prices or all times are equal.
    pub fn rank_correlation(&self) -> Option<f64> {
        let all: Vec<&Trial> = std::iter::once(&self.chosen).chain(&self.trials).collect();
        let prices: Vec<f64> = all.iter().map(|trial| trial.price).collect();
        let times: Vec<f64> = all.iter().map(|trial| trial.ratio).collect();
        (all.len() >= 3).then(|| correlation(&ranks(&prices), &ranks(&times))).flatten()
    }
}

/// The ranks of values; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
    let equal = |value: f64| values.iter().filter(|other| **other == value).count() as f64;
    values.iter().map(|value| below(*value) + (equal(*value) - 1.0) / 2.0).collect()
}

/// Pearson's correlation of two lists.
fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let (ma, mb) = (mean(a), mean(b));
    let spread = |list: &[f64], m: f64| list.iter().map(|x| (x - m) * (x - m)).sum::<f64>();
    let both: f64 = a.iter().zip(b).map(|(x, y)| (x - ma) * (y - mb)).sum();
    let size = (spread(a, ma) * spread(b, mb)).sqrt();
    (size > 0.0).then(|| both / size)
}

impl Session {
    /// Measures neighbours of the schedules of a program's computes, one compute after the other, and returns
    /// the faster ones. The count of measurements is bounded; each alternates whole calls of the program with
    /// calls of the best version so far. `call` makes one call, with arguments of realistic size. All
    /// schedules give the same results, except for the rounding of sums with free order. Only for the device
    /// `cpu`; large programs take minutes.
    ///
    /// ```no_run
    /// # use tensorforge::*;
    /// let session = Session::new()?;
    /// let text = "func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    ///     %y = math.sin %x : tensor<64x64xf32>
    ///     return %y : tensor<64x64xf32>
    /// }";
    /// let module = session.parse("f", text)?;
    /// let x = Array::zeros(DType::F32, &[64, 64])?;
    /// let tuned = session.tune(&module, Device::cpu(), |exe| exe.call::<Array>(&x).map(drop))?;
    /// std::fs::write("f.schedules", tuned.schedules.to_string())?;
    /// let faster = Session::builder().schedules(Schedules::read("f.schedules")?).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::compile_module`]; errors of `call`; [`Error::Schedules`] on another device.
    pub fn tune(
        &self,
        module: &Body,
        device: impl OnDevice,
        call: impl FnMut(&Executable) -> Result<(), Error>,
    ) -> Result<Tuned, Error> {
        self.tune_among(module, device, Others::Neighbours, call)
    }

    /// As [`Session::tune`], with up to `count` schedules of each compute drawn at random from its whole
    /// schedule space, expensive ones included. This measures how well prices rank all schedules, and whether
    /// a distant schedule is faster. Equal seeds draw equal schedules.
    ///
    /// # Errors
    /// As [`Session::tune`].
    pub fn tune_at_random(
        &self,
        module: &Body,
        device: impl OnDevice,
        (count, seed): (usize, u64),
        call: impl FnMut(&Executable) -> Result<(), Error>,
    ) -> Result<Tuned, Error> {
        self.tune_among(module, device, Others::Drawn { count, seed }, call)
    }

    fn tune_among(
        &self,
        module: &Body,
        device: impl OnDevice,
        others: Others,
        mut call: impl FnMut(&Executable) -> Result<(), Error>,
    ) -> Result<Tuned, Error> {
        let device = device.as_device();
        if device.kind() != Kind::Cpu || device.has_own_pipeline() {
            let why = "schedules are measured for the device cpu with its own passes";
            return Err(Error::Schedules(why.to_string()));
        }
        let mut search = Search {
            session: self,
            module,
            device,
            others,
            machine: self.machine(device),
            best: self.build_with(module, device, self.schedules())?,
            schedules: self.schedules().clone(),
        };
        // If the program itself fails with its arguments, that is an error; if it fails with a trial
        // schedule, it is not.
        call(&search.best)?;
        let (mut done, mut computes) = (HashSet::new(), Vec::new());
        while done.len() < MOST_SITES {
            // Computes after tile loops depend on the schedules chosen for those loops.
            let site = search.sites()?.into_iter().find(|site| !done.contains(&site.key));
            let Some(site) = site else { break };
            done.insert(site.key.clone());
            computes.push(search.compute(site, &mut call)?);
        }
        Ok(Tuned { schedules: search.schedules, computes })
    }
}

/// The state of the search.
struct Search<'a> {
    session: &'a Session,
    module: &'a Body,
    device: &'a Device,
    others: Others,
    /// The name of the machine in the text of schedules.
    machine: String,
    /// The program with the best schedules so far.
    best: Executable,
    schedules: Schedules,
}

/// Makes one call.
type Call<'c> = dyn FnMut(&Executable) -> Result<(), Error> + 'c;

impl Search<'_> {
    /// The computes of the current program, slowest by the cost model first.
    fn sites(&self) -> Result<Vec<Site>, Error> {
        let watcher = Watcher { others: self.others, found: Arc::default() };
        self.session.watch_schedules(
            (self.module, self.device),
            &self.schedules,
            Box::new(watcher.clone()),
        )?;
        let mut found = std::mem::take(&mut *watcher.found());
        found.sort_by(|a, b| b.chosen.price.total_cmp(&a.chosen.price).then(a.key.cmp(&b.key)));
        found.dedup_by(|a, b| a.key == b.key);
        found.retain(|site| !site.others.is_empty());
        Ok(found)
    }

    /// Measures the neighbours of a compute's schedule, then the neighbours of faster ones.
    fn compute(&mut self, mut site: Site, call: &mut Call<'_>) -> Result<TunedCompute, Error> {
        let text =
            |schedule: &Schedule| attr_to_string(self.module.ctx(), schedule.to_attr(self.module.ctx()));
        let chosen = Trial { schedule: text(&site.chosen.schedule), price: site.chosen.price, ratio: 1.0 };
        let place = place(self.module.ctx(), site.loc);
        let mut found = TunedCompute {
            key: site.key.clone(),
            place,
            shape: site.shape.clone(),
            chosen,
            trials: Vec::new(),
            best: None,
        };
        let mut so_far = 1.0;
        let rounds = if self.others == Others::Neighbours { MOST_ROUNDS } else { 1 };
        for _ in 0..rounds {
            let Some(better) = self.around(&site, so_far, (&mut found, call))? else { break };
            so_far = better.ratio;
            found.best = Some(better);
            let again = self.sites()?.into_iter().find(|other| other.key == site.key);
            let Some(again) = again else { break };
            site = again;
        }
        Ok(found)
    }

    /// Measures the neighbours of a schedule whose time relative to the chosen one is `so_far`, and returns
    /// the fastest, if it is faster.
    fn around(
        &mut self,
        site: &Site,
        so_far: f64,
        (found, call): (&mut TunedCompute, &mut Call<'_>),
    ) -> Result<Option<Trial>, Error> {
        let ctx = self.module.ctx();
        let mut others: Vec<_> = site
            .others
            .iter()
            .map(|other| (attr_to_string(ctx, other.schedule.to_attr(ctx)), other.price))
            .filter(|(text, _)| *text != found.chosen.schedule)
            .filter(|(text, _)| found.trials.iter().all(|known| known.schedule != *text))
            .collect();
        others.sort_by(|a, b| a.1.total_cmp(&b.1));
        if self.others == Others::Neighbours {
            others.truncate(MOST_TRIALS);
        }
        let mut fastest: Vec<(Trial, Schedules, Executable)> = Vec::new();
        for (schedule, price) in others {
            let mut schedules = self.schedules.clone();
            schedules.insert(&self.machine, &site.key, schedule.clone());
            let program = self.session.build_with(self.module, self.device, &schedules)?;
            // A trial that fails, for example by a time limit, is not a candidate; the program itself has
            // run.
            let Ok(measured) = ratio(&program, &self.best, TIME, call) else { continue };
            let trial = Trial { schedule, price, ratio: so_far * measured };
            found.trials.push(trial.clone());
            if trial.ratio <= FASTER * so_far {
                fastest.push((trial, schedules, program));
                fastest.sort_by(|a, b| a.0.ratio.total_cmp(&b.0.ratio));
                fastest.truncate(MOST_CONFIRMED);
            }
        }
        // The minimum of many measurements is biased: it must be faster in a second measurement.
        for (mut trial, schedules, program) in fastest {
            let Ok(again) = ratio(&program, &self.best, LONG_TIME, call) else { continue };
            trial.ratio = trial.ratio.max(so_far * again);
            let known = found.trials.iter_mut().find(|known| known.schedule == trial.schedule);
            known.into_iter().for_each(|known| known.ratio = trial.ratio);
            if again <= FASTER {
                (self.schedules, self.best) = (schedules, program);
                return Ok(Some(trial));
            }
        }
        Ok(None)
    }
}

/// The time of a program relative to another one: the ratio of their minimum times over alternating calls.
fn ratio(
    program: &Executable,
    other: &Executable,
    most: Duration,
    call: &mut Call<'_>,
) -> Result<f64, Error> {
    let mut time = |exe: &Executable| {
        let start = Instant::now();
        call(exe).map(|()| start.elapsed())
    };
    // The first calls warm the caches; they also detect a far slower program.
    let (first, others) = (time(program)?, time(other)?);
    if first > most && first > others * FAR_SLOWER {
        return Ok(first.as_secs_f64() / others.as_secs_f64().max(1e-9));
    }
    let (mut own, mut others, start) = (Duration::MAX, Duration::MAX, Instant::now());
    for run in 0..RUNS.1 {
        if run >= RUNS.0 && start.elapsed() > most {
            break;
        }
        own = own.min(time(program)?);
        others = others.min(time(other)?);
    }
    Ok(own.as_secs_f64() / others.as_secs_f64().max(1e-9))
}

/// Collects the computes and groups for which passes choose schedules.
#[derive(Clone)]
struct Watcher {
    /// The neighbours to collect for each schedule.
    others: Others,
    found: Arc<Mutex<Vec<Site>>>,
}

/// The keys of computes without a schedule before a pass.
type Keys = Vec<(Op, String)>;

impl Instrumentation for Watcher {
    fn before(&self, at: &PassPoint<'_>, _emit: &mut dyn FnMut(Event)) -> Token {
        let point =
            Point::ALL.into_iter().find(|point| tf_passes::pass_at(*point).name == at.step.info.name)?;
        if point == Point::Groups {
            self.found().extend(group_sites(at.body, self.others));
            return None;
        }
        Some(Box::new(keys(at.body, point)) as Box<dyn Any + Send>)
    }

    fn after(&self, at: &PassPoint<'_>, token: Token, _emit: &mut dyn FnMut(Event)) {
        let Some(keys) = token.and_then(|token| token.downcast::<Keys>().ok()) else { return };
        let found = sites(at.body, &keys, self.others);
        self.found().extend(found);
    }
}

impl Watcher {
    fn found(&self) -> MutexGuard<'_, Vec<Site>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for Tuned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for compute in &self.computes {
            let place = if compute.place.is_empty() { "" } else { "  from " };
            write!(f, "{} over {}{place}{}: ", compute.key, compute.shape, compute.place)?;
            let count = compute.trials.len();
            match &compute.best {
                Some(best) => {
                    writeln!(f, "{:.1} % of the time, best of {count} schedules", 100.0 * best.ratio)?;
                    writeln!(f, "  {} instead of {}", best.schedule, compute.chosen.schedule)?;
                }
                None => writeln!(f, "none of {count} schedules is faster")?,
            }
            if !f.alternate() {
                continue;
            }
            match compute.rank_correlation() {
                Some(rank) => writeln!(f, "  price and time: rank correlation {rank:.2}")?,
                None => writeln!(f, "  price and time: no rank correlation")?,
            }
            let mut all: Vec<&Trial> = std::iter::once(&compute.chosen).chain(&compute.trials).collect();
            all.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
            for trial in all {
                writeln!(
                    f,
                    "  {:6.1} %  price {:.3e}  {}",
                    100.0 * trial.ratio,
                    trial.price,
                    trial.schedule
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compute(pairs: &[(f64, f64)]) -> TunedCompute {
        let trial =
            |(price, ratio): &(f64, f64)| Trial { schedule: String::new(), price: *price, ratio: *ratio };
        TunedCompute {
            key: String::new(),
            place: String::new(),
            shape: String::new(),
            chosen: trial(&pairs[0]),
            trials: pairs[1..].iter().map(trial).collect(),
            best: None,
        }
    }

    #[test]
    fn ranks_agree_as_far_as_they_do() {
        let of = |pairs: &[(f64, f64)]| compute(pairs).rank_correlation();
        assert_eq!(of(&[(1.0, 0.2), (5.0, 0.3), (9.0, 7.0)]), Some(1.0));
        assert_eq!(of(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
        // Ties share their rank: 0, 1.5, 1.5 against 0, 1, 2.
        let tied = of(&[(1.0, 1.0), (2.0, 2.0), (2.0, 3.0)]).unwrap();
        assert!((tied - 0.75f64.sqrt()).abs() < 1e-12, "{tied}");
        assert_eq!(of(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(of(&[(1.0, 1.0), (2.0, 2.0)]), None);
    }
}
