//! Shows use on an embedded target: no operating system, no allocator, buffers of a fixed size.
//!
//! ```text
//! cargo run --no-default-features --features convert --example embedded
//! ```
//!
//! USB descriptors are UTF-16LE, an old display uses Latin-1, and messages arrive over a serial
//! line in pieces. (This program prints on a host what a device would send.)

use utflane::stream::{Status, Transcoder};
use utflane::{
    Latin1, TranscodeError, Utf8, Utf16Le, from_utf8, transcode, transcode_lossy, utf16,
};

/// The text of a string descriptor (length, type, text in UTF-16), converted at compile time.
const PRODUCT: &str = "Größenmesser µ1";
const PRODUCT_UNITS: &[u16] = utf16!(PRODUCT);

/// Columns of the display.
const COLUMNS: usize = 16;

/// Returns a line for the display: the text up to the width of the display, with `?` for characters
/// that Latin-1 lacks.
fn line(text: &str) -> [u8; COLUMNS] {
    let mut line = [b' '; COLUMNS];
    // Text that does not fit is no error here. The buffer after the text is unspecified.
    let written = transcode_lossy::<Utf8, Latin1>(text.as_bytes(), &mut line)
        .unwrap_or_else(|full| full.written());
    line[written..].fill(b' ');
    line
}

/// Converts the name in a descriptor from another device, into the buffer `name`.
fn read_name<'a>(descriptor: &[u8], name: &'a mut [u8]) -> Result<&'a str, TranscodeError> {
    let text = descriptor.get(2..).unwrap_or_default();
    let written = transcode::<Utf16Le, Utf8>(text, name)?;
    Ok(from_utf8(&name[..written]).expect("a conversion to UTF-8 writes UTF-8"))
}

/// Converts UTF-8 from the serial line to UTF-16LE for `send`, with 64 bytes of memory.
fn pass_on<'a>(pieces: impl Iterator<Item = &'a [u8]>, mut send: impl FnMut(&[u8])) {
    let mut transcoder = Transcoder::<Utf8, Utf16Le>::new();
    let mut buffer = [0; 64];
    for mut piece in pieces {
        loop {
            let step = transcoder.transcode_lossy(piece, &mut buffer);
            send(&buffer[..step.written]);
            piece = &piece[step.read..];
            if step.status == Status::InputEmpty {
                break;
            }
        }
    }
    let end = transcoder.finish_lossy(&mut buffer);
    send(&buffer[..end.written]);
}

fn main() {
    println!("{PRODUCT_UNITS:04X?}");
    println!("{:?}", line("Länge: 5 µm ≈ 0").escape_ascii().to_string());
    let mut name = [0; 24];
    println!("{:?}", read_name(b"\x08\x03H\0i\0!\0", &mut name));
    pass_on("5 µm".as_bytes().chunks(2), |bytes| {
        println!("{bytes:02X?}")
    });
}

#[test]
fn a_device_has_the_same_text_as_a_host() {
    assert!(PRODUCT_UNITS.iter().copied().eq(PRODUCT.encode_utf16()));
    assert_eq!(&line("Länge: 5 µm ≈ 0"), b"L\xE4nge: 5 \xB5m ? 0 ");
    assert_eq!(
        &line("Größenmesser, der lang ist"),
        b"Gr\xF6\xDFenmesser, de"
    );

    let mut name = [b'.'; 8];
    assert_eq!(read_name(b"\x08\x03H\0i\0\xE9\0", &mut name), Ok("Hié"));
    assert_eq!(
        read_name(b"\x06\x03H\0\0\xDC", &mut name)
            .unwrap_err()
            .read(),
        2
    );
    assert!(read_name(b"\x16\x03a\0b\0c\0d\0e\0f\0g\0h\0i\0", &mut name).is_err());

    let text = "Temperatur: 20 °C, größer als gestern, und morgen noch mehr 😀".repeat(3);
    for len in 1..20 {
        let mut sent: Vec<u8> = Vec::new();
        pass_on(text.as_bytes().chunks(len), |bytes| sent.extend(bytes));
        let expected: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(sent, expected);
    }
}
