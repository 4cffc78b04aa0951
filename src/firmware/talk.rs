//! The console on the serial line.
//!
//! A line is read after the answer to the line before has been sent, so a host that floods the port, or never reads,
//! holds up only itself. Long answers come from a snapshot of the app, so that the app is never locked for long.

use embassy_futures::select::{Either, select};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::Driver;
use embassy_time::{Duration, Ticker, Timer};
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender};
use embassy_usb::driver::EndpointError;
use fanorona_board::app::App;
use fanorona_board::console::input::Input;
use fanorona_board::console::part::Part;
use fanorona_board::console::refusal::Refusal;
use fanorona_board::console::{self, Device, Health};
use fanorona_board::referee::Referee;
use fanorona_board::rules::board::Board;
use fanorona_board::rules::game::Game;
use fanorona_board::rules::options::Rules;
use fanorona_board::store::report::Report;
use fanorona_board::store::shelf::Keeper;
use static_cell::{ConstStaticCell, StaticCell};

use super::shared::SharedApp;
use super::usb::PACKET;
use super::{rtt, supervisor, usb, vault};

type Port<'d> = Driver<'d, USB>;

/// Interval at which the app is polled for events.
const PACE: Duration = Duration::from_millis(20);
/// A port that is opened at this speed, in baud, asks for the boot drive: so do tools that flash boards.
const TOUCH: u32 = 1200;
/// The time that the host has to read the answer before the board leaves for its boot drive.
const FAREWELL: Duration = Duration::from_millis(100);

/// Answers the host, each time that it opens the port.
pub async fn serve<'d>(port: CdcAcmClass<'d, Port<'d>>, app: &SharedApp) -> ! {
    static PART: StaticCell<Part> = StaticCell::new();
    static COPY: ConstStaticCell<App> =
        ConstStaticCell::new(App::new(Referee::blank(Board::Tsivy, Rules::STANDARD)));
    let (sender, mut receiver, control) = port.split_with_control();
    let mut mouth = Mouth {
        sender,
        part: PART.init_with(Part::default),
        copy: COPY.take(),
    };
    loop {
        receiver.wait_connection().await;
        opened(&control).await;
        if usb::speed() == TOUCH {
            supervisor::leave();
        }
        // Whichever ends first: the port is closed or touched, or the cable is gone.
        let session = converse(&mut mouth, &mut receiver, app);
        select(session, closed(&control)).await;
    }
}

/// The app with the chip that it runs on.
struct Chip<'a>(&'a mut App);

impl Device for Chip<'_> {
    fn app(&mut self) -> &mut App {
        self.0
    }

    fn health(&mut self) -> Health<'_> {
        Health {
            uptime: supervisor::uptime(),
            dropped: rtt::dropped(),
            memory: supervisor::memory(),
        }
    }

    fn keep(&mut self, act: &mut dyn FnMut(&mut dyn Keeper, &mut App)) -> bool {
        vault::keep(self.0, act)
    }

    fn news(&mut self) -> Option<Report> {
        vault::news()
    }

    fn leave(&mut self) -> Result<(), Refusal> {
        supervisor::ask_to_leave();
        Ok(())
    }
}

/// A copy of the app: what it is asked changes nothing, and is answered the same again.
struct Snapshot<'a>(&'a mut App);

impl Device for Snapshot<'_> {
    fn app(&mut self) -> &mut App {
        self.0
    }

    fn keep(&mut self, act: &mut dyn FnMut(&mut dyn Keeper, &mut App)) -> bool {
        vault::keep(self.0, act)
    }

    fn look_up(&mut self, act: &mut dyn FnMut(&mut dyn Keeper, &mut Game)) -> bool {
        // Its own game is of no more use.
        self.keep(&mut |keeper, app| act(keeper, app.referee.spare()))
    }
}

/// Waits until the host has opened the port, which DTR tells.
async fn opened(control: &ControlChanged<'_>) {
    while !control.dtr() {
        control.control_changed().await;
    }
}

/// Waits until the host has closed the port, or set the speed that asks for the boot drive.
async fn closed(control: &ControlChanged<'_>) {
    while control.dtr() && usb::speed() != TOUCH {
        control.control_changed().await;
    }
}

/// Reads lines and answers them; sends events in between.
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

/// The port to the host, and the buffer for what is sent.
struct Mouth<'d> {
    sender: Sender<'d, Port<'d>>,
    part: &'static mut Part,
    /// A snapshot of the app.
    copy: &'static mut App,
}

impl Mouth<'_> {
    /// Sends the events that are due.
    async fn tell(&mut self, app: &SharedApp) -> Result<(), EndpointError> {
        self.part.restart(0);
        app.hold(|app| {
            // All events fit: see `SHORT`.
            let _ = console::tell(&mut Chip(app), self.part);
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
            app.hold(|app| {
                // A short answer fits: see `SHORT`.
                let _ = console::answer(&mut Chip(app), line, self.part);
            });
            vault::settle(app);
            self.send().await?;
            if supervisor::is_leaving() {
                Timer::after(FAREWELL).await;
                supervisor::leave();
            }
            return Ok(());
        }
        self.tell(app).await?;
        let copy = &mut *self.copy;
        app.hold(|app| copy.copy(app));
        // Events since then stay in the app and are sent later.
        while copy.event().is_some() {}
        // A snapshot gives the same answer every time, so the whole answer is written again for every part, less what
        // has been sent: an answer may be of any length.
        let mut gone = 0;
        loop {
            self.part.restart(gone);
            let result = console::answer(&mut Snapshot(self.copy), line, self.part);
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
        // A packet that is not full ends a transfer.
        if !text.is_empty() && text.len().is_multiple_of(usize::from(PACKET)) {
            self.sender.write_packet(&[]).await?;
        }
        Ok(())
    }
}
