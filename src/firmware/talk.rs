//! The console on the serial line.
//!
//! A line is read when the answer to the one before is gone; so a host can flood the port, or never read it, and all
//! it holds up is itself. Long answers come from a copy of the app, so that it is never held for long.

use embassy_futures::select::{Either, select};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::Driver;
use embassy_time::{Duration, Ticker};
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender};
use embassy_usb::driver::EndpointError;
use fanorona_board::app::App;
use fanorona_board::console;
use fanorona_board::console::input::Input;
use fanorona_board::console::part::Part;
use fanorona_board::console::refusal::Refusal;
use static_cell::StaticCell;

use super::panel::SharedApp;
use super::usb::PACKET;

type Port<'d> = Driver<'d, USB>;

/// How often somebody looks whether there is anything to tell.
const PACE: Duration = Duration::from_millis(20);

/// Answers whoever opens the port, one after another.
pub async fn serve<'d>(port: CdcAcmClass<'d, Port<'d>>, app: &SharedApp) -> ! {
    static PART: StaticCell<Part> = StaticCell::new();
    let (sender, mut receiver, control) = port.split_with_control();
    let mut mouth = Mouth {
        sender,
        part: PART.init_with(Part::default),
    };
    loop {
        receiver.wait_connection().await;
        opened(&control).await;
        // Whichever ends first: the port is closed, or the cable is gone.
        let session = converse(&mut mouth, &mut receiver, app);
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
    mouth: &mut Mouth<'d>,
    receiver: &mut Receiver<'d, Port<'d>>,
    app: &SharedApp,
) -> Result<(), EndpointError> {
    let mut input = Input::default();
    let mut packet = [0; PACKET as usize];
    let mut pace = Ticker::every(PACE);
    loop {
        match select(receiver.read_packet(&mut packet), pace.next()).await {
            Either::First(read) => {
                for &byte in &packet[..read?] {
                    if let Some(line) = input.feed(byte) {
                        mouth.answer(line, app).await?;
                    }
                }
            }
            Either::Second(()) => mouth.tell(app).await?,
        }
    }
}

/// What is said, and the way it goes.
struct Mouth<'d> {
    sender: Sender<'d, Port<'d>>,
    part: &'static mut Part,
}

impl Mouth<'_> {
    /// Says what has happened.
    async fn tell(&mut self, app: &SharedApp) -> Result<(), EndpointError> {
        self.part.restart(0);
        app.lock(|app| {
            // It fits: see `SHORT`.
            let _ = console::tell(&mut app.borrow_mut(), self.part);
        });
        self.send().await
    }

    /// Answers a line.
    async fn answer(
        &mut self,
        line: Result<&str, Refusal>,
        app: &SharedApp,
    ) -> Result<(), EndpointError> {
        if !console::is_long(line) {
            self.part.restart(0);
            app.lock(|app| {
                // It fits: see `SHORT`.
                let _ = console::answer(&mut *app.borrow_mut(), line, self.part);
            });
            return self.send().await;
        }
        self.tell(app).await?;
        let mut copy: App = app.lock(|app| app.borrow().clone());
        // What has happened since will be told later.
        while copy.event().is_some() {}
        // A copy gives the same answer every time, so it is put together again for every part, and what is gone is
        // left out: an answer may be as long as it likes.
        let mut gone = 0;
        loop {
            self.part.restart(gone);
            let result = console::answer(&mut copy, line, self.part);
            gone += self.part.text().len();
            self.send().await?;
            if result.is_ok() {
                return Ok(());
            }
        }
    }

    async fn send(&mut self) -> Result<(), EndpointError> {
        let text = self.part.text();
        for packet in text.chunks(usize::from(PACKET)) {
            self.sender.write_packet(packet).await?;
        }
        // A host takes packets for one text until one is not full.
        if !text.is_empty() && text.len().is_multiple_of(usize::from(PACKET)) {
            self.sender.write_packet(&[]).await?;
        }
        Ok(())
    }
}
