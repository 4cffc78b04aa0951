// Where cargo puts the images.
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const chip = join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'thumbv6m-none-eabi');

/** The release firmware: `FIRMWARE` in the environment, or what `cargo fw` built. */
export const firmware = process.env.FIRMWARE ?? join(chip, 'release/fanorona-board');
/** The two images whose difference is the footprint. */
export const footprint = join(chip, 'size/examples/footprint');
export const baseline = join(chip, 'size/examples/baseline');
