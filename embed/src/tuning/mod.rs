//! Measuring and tuning: explanations, profiles, calibrations and schedules.

mod calibrate;
pub(crate) mod calibration;
pub(crate) mod explain;
pub(crate) mod profile;
pub(crate) mod schedules;
pub(crate) mod tune;
