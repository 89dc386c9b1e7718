//! Measuring and choosing: what became of a program, where its time goes, and which schedule is fastest.

mod calibrate;
pub(crate) mod calibration;
pub(crate) mod explain;
pub(crate) mod profile;
pub(crate) mod schedules;
pub(crate) mod tune;
