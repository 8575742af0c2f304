import { existsSync } from 'node:fs';

/** Programs of Chromium, in the order in which they are tried. `CHROMIUM` names another one. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Returns the path of the installed browser; undefined where there is none, so that its tests are left out. */
export const chromiumPath = (): string | undefined =>
  [process.env['CHROMIUM'] ?? '', ...places].find((place) => place !== '' && existsSync(place));
