import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { ServiceError } from '../control-plane/operation.ts';
import type { RestRoute } from '../control-plane/rest.ts';
import type { DataFolder } from '../state/data-folder.ts';

/** Work that has not ended yet: messages that are visible or received, and running or waiting invocations. */
export type CountWork = () => number;

const advanceSchema = z.union([
  z.strictObject({
    advance_seconds: z
      .number()
      .positive()
      .max(100 * 366 * 86_400),
  }),
  z.strictObject({ now: z.iso.datetime() }),
]);

/**
 * The control endpoint of the clock, at the address of the control plane (`endpoints.other` in local.json):
 * `GET /local/clock` and `POST /local/clock` with `advance_seconds` or `now`. `pending` counts the work in progress, so that a
 * test can wait for the work of a step before the next one.
 */
export function clockRoutes(clock: Clock, countWork: CountWork): readonly RestRoute[] {
  const describe = () => ({
    body: {
      now: new Date(clock.now()).toISOString(),
      ahead_seconds: clock.offset / 1_000,
      pending: countWork(),
    },
  });
  return [
    { method: 'GET', path: '/local/clock', handle: describe },
    {
      method: 'POST',
      path: '/local/clock',
      handle: ({ body }) => {
        const { data } = advanceSchema.safeParse(body);
        if (data === undefined) throw new ServiceError('ValidationException', 'Send advance_seconds or now');
        const step = 'now' in data ? Date.parse(data.now) - clock.now() : data.advance_seconds * 1_000;
        if (step < 0) throw new ServiceError('ValidationException', 'The clock cannot go back');
        clock.advance(step);
        return describe();
      },
    },
  ];
}

/** The time of the stack: the machine's time plus an offset, which survives a restart. The clock never goes back. */
export class Clock {
  /** Functions read the offset here, in milliseconds. */
  readonly file: string;
  #offset: number;
  readonly #listeners: ((milliseconds: number) => void)[] = [];

  constructor(folder: DataFolder) {
    this.file = folder.file('state', 'clock');
    this.#offset = offsetIn(this.file);
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  get offset(): number {
    return this.#offset;
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    // Replaced atomically, because functions may be reading.
    writeFileSync(`${this.file}.new`, String(this.#offset));
    renameSync(`${this.file}.new`, this.file);
    for (const listener of this.#listeners) listener(milliseconds);
  }

  onAdvance(listener: (milliseconds: number) => void): void {
    this.#listeners.push(listener);
  }
}

function offsetIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
