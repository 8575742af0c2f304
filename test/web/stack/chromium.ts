import { existsSync } from 'node:fs';

/** Programs of Chromium, in the order in which they are tried: the one without windows needs less. `CHROMIUM` names another. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the path of the installed browser; undefined where there is none, so that its tests are left out. */
export const chromiumPath = (): string | undefined =>
  [process.env['CHROMIUM'] ?? '', ...places].find((place) => place !== '' && existsSync(place));
