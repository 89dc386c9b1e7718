//! Passes, pipelines and the pass manager.
