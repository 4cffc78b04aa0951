//! The strip of lights: one of two drivers, behind one trait.

#[cfg(not(feature = "ws2812-pio"))]
mod dma;
#[cfg(feature = "ws2812-pio")]
mod spinning;

#[cfg(not(feature = "ws2812-pio"))]
pub use dma::Strip;
#[cfg(feature = "ws2812-pio")]
pub use spinning::Strip;
