//! Windows on a virtual display: their pixels, and synthetic input through the XTest extension.
//!
//! `./x test --window` starts the display.

mod drawing;
mod ending;
mod input;
mod live_programs;
mod robot;
