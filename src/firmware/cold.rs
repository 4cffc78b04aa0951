//! Futures that may wait for the flash.

use core::future::poll_fn;
use core::pin::{Pin, pin};
use core::task::{Context, Poll};

/// Waits for a future, whose code stays in flash: of a task, only this runs from RAM.
pub async fn cold<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    poll_fn(|context| poll(future.as_mut(), context)).await
}

/// Not inlined: the polls of all tasks are moved into RAM.
#[inline(never)]
fn poll<F: Future>(future: Pin<&mut F>, context: &mut Context) -> Poll<F::Output> {
    future.poll(context)
}
