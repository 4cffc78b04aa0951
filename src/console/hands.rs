//! Hands that obey the console: the orders for them, and what they can do.

use crate::console::Device;
use crate::console::arguments::Arguments;
use crate::console::command::Command;
use crate::console::refusal::Refusal;
use crate::point::{Point, PointSet};
use crate::rules::notation::number;
use crate::time::Millis;

/// How long hands wait after they have moved a stone, unless the command says otherwise.
const AFTER_STONE: Millis = Millis(300);
/// How long hands press the button, unless the command says otherwise.
const PRESS: Millis = Millis(100);
/// How long hands wait after they have moved all stones: enough for a game to start.
const AFTER_STONES: Millis = Millis(1000);

/// Hands that obey commands, and a clock that advances only by [`Hands::tick`].
pub trait Hands: Device {
    /// The points on which stones stand.
    fn stones(&self) -> PointSet;
    /// Puts stones on these points and no others.
    fn put(&mut self, stones: PointSet);
    /// Lets a millisecond go by.
    fn tick(&mut self);
    /// Presses the button, or lets it go.
    fn press(&mut self, pressed: bool);
    /// Breaks a reed, or mends it.
    fn stick(&mut self, point: Point, reed: Reed);
    /// Switches the power off and on; the stones stay.
    fn cut(&mut self);
}

/// What a reed does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reed {
    /// It follows its stone.
    Well,
    /// It stays open.
    Open,
    /// It stays closed.
    Closed,
}

impl Reed {
    fn find(word: &str) -> Option<Self> {
        match word {
            "well" => Some(Self::Well),
            "open" => Some(Self::Open),
            "closed" => Some(Self::Closed),
            _ => None,
        }
    }
}

/// What hands are to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Put the start position up.
    Setup,
    /// Take all stones off.
    Clear,
    /// Take a stone off.
    Lift(Point),
    /// Put a stone down.
    Place(Point),
    /// Nothing.
    Wait,
    /// Press the button for this long.
    Press(Millis),
    /// Break a reed, or mend it.
    Reed(Point, Reed),
    /// Switch the power off and on.
    Cut,
}

/// An order for hands: what they do, and how long they wait afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// What the hands do.
    pub deed: Deed,
    /// How long the hands wait afterwards.
    pub then: Millis,
}

impl Order {
    /// Parses a command for hands, which may wait for `longest` at most; none if the command is not for hands.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub fn read(arguments: Arguments, longest: Millis) -> Result<Option<Self>, Refusal> {
        let all = |deed| {
            let [] = arguments.words()?;
            let then = AFTER_STONES;
            Ok(Some(Self { deed, then }))
        };
        let one = |deed: fn(Point) -> Deed| {
            let [point, span] = arguments.words()?;
            let point = point.ok_or(arguments.misuse())?;
            let point = Point::find(point).ok_or(Refusal::NoPoint)?;
            let then = span.map_or(Ok(AFTER_STONE), |span| millis(span, longest))?;
            let deed = deed(point);
            Ok(Some(Self { deed, then }))
        };
        match arguments.command {
            Command::Setup => all(Deed::Setup),
            Command::Clear => all(Deed::Clear),
            Command::Cut => all(Deed::Cut),
            Command::Lift => one(Deed::Lift),
            Command::Place => one(Deed::Place),
            Command::Wait => {
                let [span] = arguments.words()?;
                let deed = Deed::Wait;
                let then = millis(span.ok_or(arguments.misuse())?, longest)?;
                Ok(Some(Self { deed, then }))
            }
            Command::Press => {
                let [span] = arguments.words()?;
                let span = span.map_or(Ok(PRESS), |span| millis(span, longest))?;
                let deed = Deed::Press(span);
                let then = AFTER_STONE;
                Ok(Some(Self { deed, then }))
            }
            Command::Reed => {
                let [point, reed] = arguments.words()?;
                let point = Point::find(point.ok_or(arguments.misuse())?);
                let point = point.ok_or(Refusal::NoPoint)?;
                let reed = reed.and_then(Reed::find).ok_or(arguments.misuse())?;
                let deed = Deed::Reed(point, reed);
                let then = AFTER_STONE;
                Ok(Some(Self { deed, then }))
            }
            _ => Ok(None),
        }
    }
}

fn millis(word: &str, longest: Millis) -> Result<Millis, Refusal> {
    let span = number(word).map(Millis);
    span.filter(|&span| span <= longest)
        .ok_or(Refusal::NoTime(longest))
}
