//! A tape: what was done to a game, and after how many of its ticks; and digests of what the game looked like then.
//!
//! As text a tape is entries parted by blanks. An entry is a number and a mark: so many ticks after the entry before, this
//! was done; `3u 0l 12p` is `u` and `l` after tick 3, and `p` after tick 15. What the marks mean is the game's business. In
//! memory it is the very same text: three bytes an entry for a quick player, and no more memory than the file has bytes.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::{Error, Result};

/// A list of entries in the order of their ticks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape {
    text: String,
    len: usize,
    last: u64,
}

/// A place on a tape, between two entries.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    at: usize,
    tick: u64,
}

impl Tape {
    /// The most entries there can be.
    pub const MOST: usize = 10_000_000;
    /// The most bytes there can be, as text.
    pub const MOST_BYTES: usize = 60 << 20;

    /// How many entries there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no entry.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The tick of the last entry; 0 without any.
    #[must_use]
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// As text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Writes an entry behind the others. `mark` is made of lower-case letters and `=`.
    ///
    /// # Errors
    /// [`Error::ResourceLimit`] if the tape is full; it is as before then.
    ///
    /// # Panics
    /// If `tick` is before that of the last entry.
    pub fn push(&mut self, tick: u64, mark: &str) -> Result<()> {
        assert!(tick >= self.last, "entries are in the order of their ticks");
        if self.len == Self::MOST || self.text.len() + mark.len() + 21 > Self::MOST_BYTES {
            return Err(Error::ResourceLimit(format!("commands: got more, expected at most {}", Self::MOST)));
        }
        if self.len > 0 {
            self.text.push(' ');
        }
        match u8::try_from(tick - self.last) {
            // The quick way for the usual case.
            Ok(digit @ 0..=9) => self.text.push(char::from(b'0' + digit)),
            _ => self.text.push_str(&(tick - self.last).to_string()),
        }
        self.text.push_str(mark);
        self.len += 1;
        self.last = tick;
        Ok(())
    }

    /// The entry behind the cursor, as its tick and its mark; moves the cursor on.
    pub fn next(&self, cursor: &mut Cursor) -> Option<(u64, &str)> {
        let word = self.text.get(cursor.at..)?.split(' ').next().filter(|word| !word.is_empty())?;
        cursor.at += word.len() + 1;
        let (after, mark) = take_apart(word)?;
        cursor.tick += after;
        Some((cursor.tick, mark))
    }

    /// All entries, as ticks and marks.
    pub fn entries(&self) -> impl Iterator<Item = (u64, &str)> {
        let mut cursor = Cursor::default();
        std::iter::from_fn(move || self.next(&mut cursor))
    }

    /// The tape of a text, which it keeps.
    ///
    /// # Errors
    /// [`Error::Validation`] names the first entry that is none, or a limit.
    pub fn parse(text: String) -> Result<Self> {
        if text.len() > Self::MOST_BYTES {
            return Err(Error::validation("commands", format_args!("{} bytes", text.len()), Self::MOST_BYTES));
        }
        let (mut len, mut last) = (0, 0_u64);
        if !text.is_empty() {
            for word in text.split(' ') {
                let known = take_apart(word).and_then(|(after, _)| last.checked_add(after));
                last = known.ok_or_else(|| {
                    let got: String = word.chars().take(20).collect();
                    Error::validation("commands", format_args!("{got:?}"), "ticks and a mark, as in 12u")
                })?;
                len += 1;
                if len > Self::MOST {
                    return Err(Error::validation("commands", "more", format_args!("at most {}", Self::MOST)));
                }
            }
        }
        Ok(Self { text, len, last })
    }
}

/// The number and the mark of an entry.
fn take_apart(word: &str) -> Option<(u64, &str)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, mark) = word.split_at(digits);
    let is_mark = !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'=');
    is_mark.then(|| number.parse().ok()).flatten().map(|number| (number, mark))
}

impl Serialize for Tape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Tape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// A running digest: each word that is added changes all that follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// Takes a word in.
    #[inline]
    pub const fn add(&mut self, word: u64) {
        // The finaliser of splitmix64 (Steele, Lea and Flood, 2014), of what there is and what comes.
        let mut mixed = (self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = mixed ^ mixed >> 31;
    }

    /// 16 bits of it. That two differ goes unnoticed once in 65,536 times; but then it shows in the next.
    #[must_use]
    pub const fn short(self) -> u16 {
        (self.0 >> 48) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, Tape};

    #[test]
    fn what_is_written_is_read() {
        let mut tape = Tape::default();
        let entries = [(0, "u"), (0, "l"), (9, "d"), (19, "r"), (1 << 40, "=over")];
        for (tick, mark) in entries {
            tape.push(tick, mark).unwrap();
        }
        assert_eq!(tape.text(), "0u 0l 9d 10r 1099511627757=over");
        assert!(tape.entries().eq(entries));
        assert_eq!((tape.len(), tape.last()), (5, 1 << 40));
        assert_eq!(Tape::parse(tape.text().to_owned()).unwrap(), tape);
        assert_eq!(Tape::parse(String::new()).unwrap(), Tape::default());
        assert_eq!(serde_json::from_str::<Tape>(&serde_json::to_string(&tape).unwrap()).unwrap(), tape);
    }

    #[test]
    fn what_is_no_tape_is_refused_by_its_word() {
        for text in [" ", "u", "3", "3u ", " 3u", "3u  1d", "3U", "-1u", "3u,1d", "18446744073709551615u 1u", "é", "1é"]
        {
            let error = Tape::parse(text.to_owned()).unwrap_err().to_string();
            assert!(error.starts_with("commands: got \""), "{error}");
        }
    }

    #[test]
    fn a_full_tape_says_so() {
        let long = "0u ".repeat(Tape::MOST);
        let error = Tape::parse(format!("{long}0u")).unwrap_err().to_string();
        assert!(error.ends_with("at most 10000000"), "{error}");
        let mut tape = Tape { text: "0u".to_owned(), len: Tape::MOST - 1, last: 0 };
        tape.push(7, "u").unwrap();
        let error = tape.push(7, "u").unwrap_err().to_string();
        assert!(error.ends_with("at most 10000000"), "{error}");
        assert_eq!((tape.text(), tape.len()), ("0u 7u", Tape::MOST));
    }

    /// These values are a promise: files hold them.
    #[test]
    fn golden() {
        let mut digest = Digest::default();
        let shorts = [0, 1, 2, u64::MAX].map(|word| {
            digest.add(word);
            digest.short()
        });
        assert_eq!(shorts, [57_888, 2_228, 24_047, 7_477]);
    }
}
