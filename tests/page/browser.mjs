// A real browser; run by itself, this says where it is.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser: `CHROMIUM` in the environment, or where it usually is. */
export const executablePath = (process.env.CHROMIUM ? [process.env.CHROMIUM] : PLACES).find((place) => existsSync(place));

if (process.argv[1] === import.meta.filename) {
  console.log(executablePath ?? 'no Chromium was found');
  process.exitCode = executablePath ? 0 : 1;
}

/** Starts it. */
export function launch() {
  if (!executablePath) throw new Error('Chromium is missing; install it, or say with CHROMIUM where it is');
  return chromium.launch({ executablePath, args: FLAGS });
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
