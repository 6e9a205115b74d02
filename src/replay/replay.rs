//! A recorded game, and its text.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::file::MOST_BYTES;
use crate::core::{Error, Result, Tape};

/// The version of the text that is written. No other is read yet.
pub const VERSION: u64 = 1;
/// The most ticks of a replay.
pub const MOST_TICKS: u64 = 10_000_000;
const FORMAT: &str = "tickgrid replay";

/// What a game was made of, so that it can be made again.
pub trait Setup: Serialize + DeserializeOwned {
    /// What the game is called.
    const GAME: &'static str;

    /// Whether a game can be made of it, without making one.
    ///
    /// # Errors
    /// [`Error::Validation`] names what does not fit.
    fn check(&self) -> Result<()>;

    /// Whether the game has a command of this mark.
    fn has_command(mark: &str) -> bool;
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay<S> {
    /// What it was made of.
    pub setup: S,
    /// What was done to it, and after which tick.
    pub tape: Tape,
    /// How many ticks it has.
    pub ticks: u64,
    /// A digest of the beginning, and one a tick.
    pub digests: Vec<u16>,
}

/// What says which reader a text is for; the rest is looked at later.
#[derive(Deserialize)]
#[serde(expecting = "a replay")]
struct Header {
    format: String,
    version: u64,
    game: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "S: DeserializeOwned")]
struct Text<S> {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u64,
    #[serde(rename = "game")]
    _game: String,
    setup: S,
    commands: Tape,
    ticks: u64,
    digests: String,
}

impl<S: Setup> Replay<S> {
    /// As JSON, a line a field.
    ///
    /// # Errors
    /// [`Error::Replay`] if it is too long to be read again.
    pub fn to_json(&self) -> Result<String> {
        let bytes: Vec<u8> = self.digests.iter().flat_map(|digest| digest.to_le_bytes()).collect();
        let setup = serde_json::to_string(&self.setup)
            .map_err(|error| Error::Replay(format!("replay: it cannot be written: {error}")))?;
        let mut text = String::new();
        let written = write!(
            text,
            "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION},\n  \"game\": \"{}\",\n  \"setup\": {setup},\n  \
             \"commands\": \"{}\",\n  \"ticks\": {},\n  \"digests\": \"{}\"\n}}\n",
            S::GAME,
            self.tape.text(),
            self.ticks,
            BASE64_STANDARD.encode(bytes),
        );
        debug_assert!(written.is_ok(), "memory takes what is written");
        if text.len() > MOST_BYTES {
            let got = text.len();
            return Err(Error::Replay(format!("replay: got {got} bytes of text, expected at most {MOST_BYTES}")));
        }
        Ok(text)
    }

    /// From JSON.
    ///
    /// # Errors
    /// [`Error::Replay`] names what is wrong: the version, the game, a field, a number that does not fit the others.
    pub fn from_json(text: &str) -> Result<Self> {
        let unreadable = |error| Error::Replay(format!("replay: it cannot be read: {error}"));
        if text.len() > MOST_BYTES {
            return Err(Error::Replay(format!("replay: got {} bytes, expected at most {MOST_BYTES}", text.len())));
        }
        let header: Header = serde_json::from_str(text).map_err(unreadable)?;
        for (field, got, expected) in [("format", &header.format, FORMAT), ("game", &header.game, S::GAME)] {
            if got != expected {
                let got = start_of(got);
                return Err(Error::Replay(format!("{field}: got {got:?}, expected {expected:?}")));
            }
        }
        if header.version != VERSION {
            let got = header.version;
            let hint = if got > VERSION { "; a newer tickgrid has written it" } else { "" };
            return Err(Error::Replay(format!("version: got {got}, expected {VERSION}{hint}")));
        }
        let Text { setup, commands, ticks, digests, .. } = serde_json::from_str::<Text<S>>(text).map_err(unreadable)?;
        let bytes = BASE64_STANDARD.decode(digests);
        let bytes = bytes.map_err(|error| Error::Replay(format!("digests: {error}, expected base64")))?;
        let pairs = bytes.chunks_exact(2);
        let digests: Vec<u16> = pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let replay = Self { setup, tape: commands, ticks, digests };
        replay.check(bytes.len())?;
        Ok(replay)
    }

    fn check(&self, bytes: usize) -> Result<()> {
        if self.ticks > MOST_TICKS {
            return Err(Error::Replay(format!("ticks: got {}, expected at most {MOST_TICKS}", self.ticks)));
        }
        if bytes as u64 != 2 * (self.ticks + 1) {
            let expected = 2 * (self.ticks + 1);
            return Err(Error::Replay(format!("digests: got {bytes} bytes, expected two a tick, and two: {expected}")));
        }
        if self.tape.last() > self.ticks {
            let got = self.tape.last();
            return Err(Error::Replay(format!("commands: got one after tick {got}, expected ticks to {}", self.ticks)));
        }
        if let Some((tick, mark)) = self.tape.entries().find(|(_, mark)| !S::has_command(mark)) {
            let got = start_of(mark);
            return Err(Error::Replay(format!("commands: got {got:?} after tick {tick}, expected one there is")));
        }
        self.setup.check().map_err(|error| Error::Replay(format!("setup: {error}")))
    }
}

/// As much of a text as an error can show.
fn start_of(text: &str) -> String {
    text.chars().take(40).collect()
}
