//! Pictures of arrays, recordings, and windows with a frame loop.
//!
//! ```no_run
//! use tensorforge_window::{Look, Map, Window};
//! # fn step(u: tensorforge::Array, _: f64) -> tensorforge::Array { u }
//! # let mut u = tensorforge::Array::from_slice(&[64, 64], &[0.0f32; 4096])?;
//! let mut window = Window::builder("wave").size(512, 512).record("wave.mp4").open()?;
//! while window.next_frame()? {
//!     let speed = window.slider("speed", 1.0, 0.0, 4.0);
//!     u = step(u, speed);
//!     window.show(&u, &Look::map(Map::Magma).between(-1.0, 1.0))?;
//! }
//! window.finish()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Look`] maps elements to colours, [`Picture`] has them, [`files`] reads and writes pictures, and
//! [`Plot`] draws lines. [`Builder::headless`] runs the same loop without a display, for a given count of
//! frames.
//!
//! Windows on a display need the feature `live`, which builds winit and softbuffer; everything else
//! is built without. A separate thread runs all windows of a process, so they follow the mouse while a
//! program computes.

pub mod files;
pub mod record;

mod draw;
mod error;
mod input;
#[cfg(feature = "live")]
mod live;
mod panel;
mod pictures;
mod window;

pub use draw::plot::{Plot, with_bar};
pub use error::Error;
pub use input::{Button, Event, Input};
pub use panel::{Value, Widget};
pub use pictures::Picture;
pub use pictures::fit::Fit;
pub use pictures::look::{Encoding, Look};
pub use pictures::maps::Map;
pub use window::{Builder, Window};

/// The code of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guides/window.md")]
struct Guide;
