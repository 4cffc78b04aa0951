//! The console on the serial line.
//!
//! A line is read when the answer to the one before is gone; so a host can flood the port, or never read it, and all
//! it holds up is itself. Long answers come from a copy of the app, so that it is never held for long.

use core::fmt;

use embassy_futures::select::{Either, select};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::Driver;
use embassy_time::{Duration, Ticker};
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender};
use embassy_usb::driver::EndpointError;
use fanorona_board::console;
use fanorona_board::console::input::Input;
use fanorona_board::console::refusal::Refusal;
use heapless::Vec;

use super::game::{SharedTable, Table};
use super::usb::PACKET;

type Port<'d> = Driver<'d, USB>;

/// How often somebody looks whether there is anything to tell.
const PACE: Duration = Duration::from_millis(20);
/// The part of an answer that is put together at a time: more than all events that can wait, at their longest, and a
/// short answer.
const PART: usize = 4096;

/// Answers whoever opens the port, one after another.
pub async fn serve<'d>(port: CdcAcmClass<'d, Port<'d>>, table: &SharedTable) -> ! {
    let (mut sender, mut receiver, control) = port.split_with_control();
    loop {
        receiver.wait_connection().await;
        opened(&control).await;
        // Whichever ends first: the port is closed, or the cable is gone.
        let session = converse(&mut sender, &mut receiver, table);
        select(session, closed(&control)).await;
    }
}

/// Waits until somebody listens, as DTR tells.
async fn opened(control: &ControlChanged<'_>) {
    while !control.dtr() {
        control.control_changed().await;
    }
}

async fn closed(control: &ControlChanged<'_>) {
    while control.dtr() {
        control.control_changed().await;
    }
}

/// Reads lines, answers them, and tells in between what happens.
async fn converse<'d>(
    sender: &mut Sender<'d, Port<'d>>,
    receiver: &mut Receiver<'d, Port<'d>>,
    table: &SharedTable,
) -> Result<(), EndpointError> {
    let mut input = Input::default();
    let mut packet = [0; PACKET as usize];
    let mut pace = Ticker::every(PACE);
    loop {
        match select(receiver.read_packet(&mut packet), pace.next()).await {
            Either::First(read) => {
                for &byte in &packet[..read?] {
                    if let Some(line) = input.feed(byte) {
                        answer(line, sender, table).await?;
                    }
                }
            }
            Either::Second(()) => tell(sender, table).await?,
        }
    }
}

/// Sends what has happened.
async fn tell<'d>(
    sender: &mut Sender<'d, Port<'d>>,
    table: &SharedTable,
) -> Result<(), EndpointError> {
    let mut part = Part::default();
    table.lock(|table| {
        // All events that can wait fit.
        let _ = console::tell(&mut table.borrow_mut().app, &mut part);
    });
    part.send(sender).await
}

async fn answer<'d>(
    line: Result<&str, Refusal>,
    sender: &mut Sender<'d, Port<'d>>,
    table: &SharedTable,
) -> Result<(), EndpointError> {
    if !console::is_long(line) {
        let mut part = Part::default();
        table.lock(|table| {
            // So does such an answer.
            let _ = console::answer(&mut *table.borrow_mut(), line, &mut part);
        });
        return part.send(sender).await;
    }
    tell(sender, table).await?;
    let mut copy: Table = table.lock(|table| table.borrow().clone());
    // What has happened since will be told later.
    while copy.app.event().is_some() {}
    // A copy gives the same answer every time, so it is put together again for every part, and what is gone is left
    // out: an answer may be as long as it likes.
    let mut gone = 0;
    loop {
        let mut part = Part::after(gone);
        let result = console::answer(&mut copy, line, &mut part);
        gone += part.text.len();
        part.send(sender).await?;
        if result.is_ok() {
            return Ok(());
        }
    }
}

/// A part of a text: what is behind a number of bytes, as far as it fits.
#[derive(Default)]
struct Part {
    skip: usize,
    text: Vec<u8, PART>,
}

impl Part {
    fn after(skip: usize) -> Self {
        Self {
            skip,
            text: Vec::new(),
        }
    }

    async fn send<'d>(&self, sender: &mut Sender<'d, Port<'d>>) -> Result<(), EndpointError> {
        for packet in self.text.chunks(usize::from(PACKET)) {
            sender.write_packet(packet).await?;
        }
        // A host takes packets for one text until one is not full.
        if !self.text.is_empty() && self.text.len().is_multiple_of(usize::from(PACKET)) {
            sender.write_packet(&[]).await?;
        }
        Ok(())
    }
}

/// Fails when no more fits.
impl fmt::Write for Part {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let behind = text.as_bytes().get(self.skip..).unwrap_or(&[]);
        self.skip = self.skip.saturating_sub(text.len());
        let room = self.text.capacity() - self.text.len();
        let fits = behind.len().min(room);
        let _ = self.text.extend_from_slice(&behind[..fits]);
        if fits < behind.len() {
            return Err(fmt::Error);
        }
        Ok(())
    }
}
