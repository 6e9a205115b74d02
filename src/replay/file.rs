//! Text as bytes, plain or compressed, within a limit.

use std::io::{Read, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::core::{Error, Result};

/// The most bytes of text: 64 MiB.
pub const MOST_BYTES: usize = 64 << 20;

/// How text becomes bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As it is.
    Plain,
    /// Compressed.
    Gzip,
}

impl Packing {
    /// Gzip for a name that ends in `.gz`.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let is_gzip = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
        if is_gzip { Self::Gzip } else { Self::Plain }
    }
}

/// Text as bytes. The same text gives the same bytes, whenever it is packed.
///
/// # Errors
/// [`Error::Replay`], which memory never gives a reason for.
pub fn pack(text: String, packing: Packing) -> Result<Vec<u8>> {
    match packing {
        Packing::Plain => Ok(text.into_bytes()),
        Packing::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).map_err(|error| broken(&error))
        }
    }
}

/// The text of bytes, packed or not: gzip is known by its first two bytes.
///
/// # Errors
/// [`Error::Replay`] for more than [`MOST_BYTES`] of text, for what is no UTF-8, for a broken archive, and for bytes that
/// cannot be read.
pub fn unpack(mut bytes: impl Read) -> Result<String> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    let mut start = Vec::new();
    bytes.by_ref().take(2).read_to_end(&mut start).map_err(|error| broken(&error))?;
    let is_gzip = start == GZIP;
    let whole = start.as_slice().chain(bytes);
    let mut text = Vec::new();
    let limit = MOST_BYTES as u64 + 1;
    let read = if is_gzip {
        MultiGzDecoder::new(whole).take(limit).read_to_end(&mut text)
    } else {
        whole.take(limit).read_to_end(&mut text)
    };
    read.map_err(|error| broken(&error))?;
    if text.len() > MOST_BYTES {
        return Err(Error::Replay(format!("replay: got more than {MOST_BYTES} bytes of text, expected at most that")));
    }
    String::from_utf8(text).map_err(|error| broken(&error))
}

fn broken(error: &dyn std::error::Error) -> Error {
    Error::Replay(format!("replay: it cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, Packing, pack, unpack};
    use std::path::Path;

    #[test]
    fn what_is_packed_is_unpacked() {
        for packing in [Packing::Plain, Packing::Gzip] {
            let bytes = pack("{\"a\": 1}\n".to_owned(), packing).unwrap();
            assert_eq!(unpack(&bytes[..]).unwrap(), "{\"a\": 1}\n");
        }
        assert_eq!(unpack(&b""[..]).unwrap(), "");
        assert_eq!(Packing::of(Path::new("a/b.json.GZ")), Packing::Gzip);
        assert_eq!(Packing::of(Path::new("gz")), Packing::Plain);
    }

    #[test]
    fn broken_archives_and_bombs_are_refused() {
        let good = pack("x".repeat(10_000), Packing::Gzip).unwrap();
        let mut flipped = good.clone();
        flipped[20] ^= 0xff;
        for bytes in [&good[..good.len() / 2], &good[..2], &flipped, b"\xff\xfe"] {
            let error = unpack(bytes).unwrap_err().to_string();
            assert!(error.starts_with("replay: "), "{error}");
        }
        let bomb = pack("0".repeat(MOST_BYTES + 1), Packing::Gzip).unwrap();
        assert!(bomb.len() < MOST_BYTES / 500);
        assert!(unpack(&bomb[..]).unwrap_err().to_string().contains("at most"));
        // Archives in a row count together.
        let row = pack("0".repeat(MOST_BYTES / 2), Packing::Gzip).unwrap().repeat(3);
        assert!(unpack(&row[..]).is_err());
        assert!(unpack(std::io::repeat(b' ')).is_err());
    }
}
