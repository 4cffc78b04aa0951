//! The frame around the work to be measured.
use core::arch::asm;
use core::hint::black_box;
use core::panic::PanicInfo;
use core::ptr;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

// Linked for its vector table and boot stage, without which the image does not link.
use embassy_rp as _;

/// No instruction of these images and no small number: unlikely as a word of work's own.
const PAINT: u32 = 0xc5a9_3b71;

/// For the host to read at the breakpoint: the worst stack in bytes, the stack there was, what `work` answered.
// SAFETY: nothing else in the image has this name.
#[unsafe(no_mangle)]
static RESULT: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];

unsafe extern "C" {
    /// Where the stack ends: the linker puts this symbol behind the last static variable.
    static mut _stack_end: u32;
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let end = &raw mut _stack_end;
    let top = paint(end);
    // Through a pointer that the optimiser cannot see through: the work's frame is then its own, below the paint.
    let answer = black_box::<fn() -> u32>(crate::work)();
    let worst = top - lowest_use(end, top);
    // The index is unknown to the compiler, so the code of a panic stands in both images.
    for (i, figure) in [worst, top - end as u32, answer].into_iter().enumerate() {
        RESULT[black_box(i)].store(figure, Relaxed);
    }
    loop {
        cortex_m::asm::bkpt();
    }
}

/// Fills the stack from its end up to where it stands now, and tells where that is.
#[inline]
fn paint(end: *mut u32) -> u32 {
    let top: u32;
    // SAFETY: everything between the last static variable and the stack pointer is free. In assembly,
    // because a loop in Rust may keep its variables where it paints.
    unsafe {
        asm!(
            "mov {top}, sp",
            "b 3f",
            "2: str {paint}, [{at}]",
            "adds {at}, #4",
            "3: cmp {at}, {top}",
            "blo 2b",
            at = inout(reg) end => _,
            paint = in(reg) PAINT,
            top = out(reg) top,
        );
    }
    top
}

/// The lowest word of the stack that has lost its paint.
#[inline]
fn lowest_use(end: *mut u32, top: u32) -> u32 {
    let mut at = end;
    // SAFETY: every word below `top` was painted, so it may be read; volatile, because the compiler knows of no such writes.
    while (at as u32) < top && unsafe { ptr::read_volatile(at) } == PAINT {
        at = at.wrapping_add(1);
    }
    at as u32
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    // Nothing is printed: the formatting would cost more than what is measured.
    cortex_m::asm::udf()
}
