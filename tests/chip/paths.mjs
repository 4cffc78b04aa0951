// Where cargo puts the images.
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
const chip = join(target, 'thumbv6m-none-eabi/chip');

/** The firmware: `FIRMWARE` in the environment, or what `cargo fw` built. */
export const firmware = process.env.FIRMWARE ?? join(chip, 'fanorona-board');
/** The host program, as `cargo build --release` builds it. */
export const program = join(target, 'release/fanorona-board');
/** An image of tests/footprint. */
export const example = (name) => join(chip, 'examples', name);
/** What the robot did, for the image to do the same. */
export const transcripts = process.env.TRANSCRIPTS ?? join(target, 'robot');
/** An image for another board or with another driver, where tests/run puts it. */
export const variant = (name) => join(target, 'images', name);
