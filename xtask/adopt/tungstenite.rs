//! Text messages that a client receives.

use std::io::Cursor;
use tungstenite::protocol::{Role, WebSocket};
use tungstenite::{Error, Message};

pub fn document(pieces: &[String]) -> Vec<u8> {
    let mut server = WebSocket::from_raw_socket(Cursor::new(Vec::new()), Role::Server, None);
    for piece in pieces {
        server.write(Message::text(piece)).expect("room");
    }
    server.flush().expect("room");
    server.get_ref().get_ref().clone()
}

pub fn run(document: &[u8]) -> usize {
    let stream = Cursor::new(document.to_vec());
    let mut client = WebSocket::from_raw_socket(stream, Role::Client, None);
    let mut length = 0;
    loop {
        match client.read() {
            Ok(message) => length += message.len(),
            Err(Error::Protocol(_) | Error::ConnectionClosed | Error::Io(_)) => return length,
            Err(error) => panic!("{error}"),
        }
    }
}
