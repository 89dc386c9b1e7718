//! Storage of compiled code for later sessions.

/// Stores bytes by keys. Every failure counts as a miss: the code is then compiled again, which is slower but
/// correct.
pub trait CodeStore: Send + Sync + std::fmt::Debug {
    /// The bytes stored for a key, unchanged.
    fn find(&self, key: &[u8]) -> Option<Vec<u8>>;

    /// Stores bytes for a key, if there is room.
    fn keep(&self, key: &[u8], bytes: &[u8]);
}
