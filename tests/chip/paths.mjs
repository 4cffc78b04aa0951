// Where cargo puts the images.
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const chip = join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'thumbv6m-none-eabi');

/** The release firmware: `FIRMWARE` in the environment, or what `cargo fw` built. */
export const firmware = process.env.FIRMWARE ?? join(chip, 'release/fanorona-board');
/** An image of tests/footprint. */
export const example = (name) => join(chip, 'size/examples', name);
