//! Copies of aligned memory, several words at a time.
//!
//! The compiler asks for these by name wherever a value is copied that is too large for a few instructions. Those that it
//! brings along copy word by word, which takes half as long again.

use core::arch::naked_asm;

/// Copies `bytes` bytes; both places are aligned to four, or to eight, which is the same here.
///
/// # Safety
/// As with any copy: both places are valid, and do not overlap.
#[unsafe(naked)]
#[unsafe(no_mangle)]
unsafe extern "C" fn __aeabi_memcpy4(to: *mut u32, from: *const u32, bytes: usize) {
    naked_asm!(
        ".global __aeabi_memcpy8",
        ".type __aeabi_memcpy8, %function",
        ".thumb_func",
        "__aeabi_memcpy8:",
        // Four words at a time,
        "subs r2, #16",
        "blo 2f",
        "push {{r4, r5, r6}}",
        "1:",
        "ldm r1!, {{r3, r4, r5, r6}}",
        "stm r0!, {{r3, r4, r5, r6}}",
        "subs r2, #16",
        "bhs 1b",
        "pop {{r4, r5, r6}}",
        // word by word,
        "2:",
        "adds r2, #12",
        "bmi 4f",
        "3:",
        "ldm r1!, {{r3}}",
        "stm r0!, {{r3}}",
        "subs r2, #4",
        "bpl 3b",
        // and the bytes that are left, from the last on.
        "4:",
        "adds r2, #4",
        "beq 6f",
        "5:",
        "subs r2, #1",
        "ldrb r3, [r1, r2]",
        "strb r3, [r0, r2]",
        "bne 5b",
        "6:",
        "bx lr",
    )
}
