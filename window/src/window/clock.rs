//! When frames begin, and how long they take.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Frames per second where the display does not tell.
const USUAL: f64 = 60.0;
/// Frames in a mean.
const KEPT: usize = 60;

/// The clock of a frame loop.
#[derive(Debug)]
pub(super) struct Clock {
    /// The rate that was asked for.
    rate: Option<f64>,
    is_live: bool,
    first: Option<Instant>,
    /// When the frame after the current one begins.
    due: Option<Instant>,
    /// When the current frame began.
    began: Option<Instant>,
    last: Option<Instant>,
    /// Seconds between the beginnings of frames.
    gaps: VecDeque<f64>,
    /// Seconds of the frames' own work.
    works: VecDeque<f64>,
}

impl Clock {
    pub(super) fn live(rate: Option<f64>) -> Clock {
        let (gaps, works) = (VecDeque::new(), VecDeque::new());
        Clock { rate, is_live: true, first: None, due: None, began: None, last: None, gaps, works }
    }

    pub(super) fn headless(rate: f64) -> Clock {
        Clock { is_live: false, ..Clock::live(Some(rate)) }
    }

    fn period(&self, refresh: Option<f64>) -> Duration {
        let rate = self.rate.or(refresh).unwrap_or(USUAL);
        if self.is_live { Duration::from_secs_f64((1.0 / rate).clamp(0.0, 3600.0)) } else { Duration::ZERO }
    }

    /// When the next frame begins.
    pub(super) fn due(&self, refresh: Option<f64>) -> Instant {
        // A display that became faster in between.
        let soonest = self.last.map(|last| last + self.period(refresh));
        match (self.due, soonest) {
            (Some(due), Some(soonest)) => due.min(soonest),
            _ => Instant::now(),
        }
    }

    pub(super) fn is_running(&self) -> bool {
        self.began.is_some()
    }

    /// A frame begins.
    pub(super) fn start(&mut self, refresh: Option<f64>) {
        let now = Instant::now();
        self.first.get_or_insert(now);
        if let Some(last) = self.last {
            keep(&mut self.gaps, (now - last).as_secs_f64());
        }
        // The next one is a period after the one before was due, unless that is over: lost time stays lost.
        let period = self.period(refresh);
        let due = self.due.unwrap_or(now) + period;
        self.due = Some(if due < now { now } else { due });
        (self.began, self.last) = (Some(now), Some(now));
    }

    /// Its work is done.
    pub(super) fn stop(&mut self) {
        if let Some(began) = self.began.take() {
            keep(&mut self.works, began.elapsed().as_secs_f64());
        }
    }

    pub(super) fn seconds(&self, frame: u64) -> f64 {
        if self.is_live {
            self.first.map_or(0.0, |first| first.elapsed().as_secs_f64())
        } else {
            frame as f64 / self.rate.unwrap_or(USUAL)
        }
    }

    /// Frames per second; 0 before there are two.
    pub(super) fn rate(&self) -> f64 {
        let mean = mean(&self.gaps);
        if mean > 0.0 { 1.0 / mean } else { 0.0 }
    }

    /// Seconds of a frame's work.
    pub(super) fn work(&self) -> f64 {
        mean(&self.works)
    }

    pub(super) fn status(&self) -> String {
        format!("{:.0} fps {:.1} ms", self.rate(), self.work() * 1e3)
    }
}

fn keep(values: &mut VecDeque<f64>, value: f64) {
    if values.len() == KEPT {
        values.pop_front();
    }
    values.push_back(value);
}

fn mean(values: &VecDeque<f64>) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_frames_do_not_make_the_next_ones_hurry() {
        let mut clock = Clock::live(Some(100.0));
        clock.start(None);
        std::thread::sleep(Duration::from_millis(35));
        clock.stop();
        assert!(clock.due(None) <= Instant::now());
        clock.start(None);
        let wait = clock.due(None).saturating_duration_since(Instant::now());
        assert!(wait <= Duration::from_millis(10));
        assert!(clock.work() >= 0.035 && clock.rate() <= 30.0, "{clock:?}");
    }

    #[test]
    fn without_a_display_time_goes_by_frames() {
        let mut clock = Clock::headless(25.0);
        for _ in 0..3 {
            assert!(clock.due(None) <= Instant::now());
            clock.start(None);
            clock.stop();
        }
        assert_eq!(clock.seconds(50), 2.0);
    }

    #[test]
    fn a_display_gives_the_rate_unless_one_is_asked_for() {
        assert_eq!(Clock::live(None).period(Some(144.0)), Duration::from_secs_f64(1.0 / 144.0));
        assert_eq!(Clock::live(None).period(None), Duration::from_secs_f64(1.0 / 60.0));
        assert_eq!(Clock::live(Some(30.0)).period(Some(144.0)), Duration::from_secs_f64(1.0 / 30.0));
        assert_eq!(Clock::live(Some(f64::INFINITY)).period(None), Duration::ZERO);
    }
}
