import { readFileSync } from 'node:fs';

/**
 * The current time of the service. In the local runtime a file may move it, so that tests live through a year in minutes.
 * No template sets the variable `LOCAL_CLOCK_FILE`, so a deployed function has the time of its machine.
 */
export function currentTime(): Date {
  const file = process.env['LOCAL_CLOCK_FILE'];
  return new Date(Date.now() + (file === undefined ? 0 : offsetIn(file)));
}

/** Milliseconds ahead of the machine's clock. A missing file means that nobody has moved the clock. */
function offsetIn(file: string): number {
  try {
    const offset = Number(readFileSync(file, 'utf8'));
    return Number.isFinite(offset) ? offset : 0;
  } catch {
    return 0;
  }
}
