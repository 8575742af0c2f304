import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Stack } from './api-client.ts';

const clockSchema = z.object({ now: z.string(), ahead_seconds: z.number(), pending: z.number() });

/**
 * The clock of a stack. Moving it moves the time of the functions, of schedules and of delayed messages. Only a test with its
 * own stack moves it, because other tests expect the time of the machine.
 */
export interface StackClock {
  now(): Promise<Date>;
  /** Moves the clock on and waits until the work that became due has ended. */
  advance(seconds: number): Promise<void>;
  /** Moves the clock on to a time, in steps, and waits after each step. */
  advanceTo(time: Date, stepSeconds?: number): Promise<void>;
  /** Waits until no message and no event is in progress. Delayed messages do not count. */
  settled(): Promise<void>;
}

const daySeconds = 86_400;

export function stackClock({ endpoints }: Pick<Stack, 'endpoints'>): StackClock {
  const url = `${endpoints.other}/local/clock`;
  const read = async (init?: RequestInit) => {
    const response = await fetch(url, init);
    if (!response.ok) throw new Error(`The clock answers ${response.status}: ${await response.text()}`);
    return clockSchema.parse(await response.json());
  };
  const now = async () => new Date((await read()).now);
  const settled = async () => {
    // Twice in a row, because a function sends its messages before its own event ends.
    for (let quiet = 0; quiet < 2; ) {
      quiet = (await read()).pending === 0 ? quiet + 1 : 0;
      await delay(50);
    }
  };
  const advance = async (seconds: number) => {
    const body = JSON.stringify({ advance_seconds: seconds });
    await read({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await settled();
  };
  return {
    now,
    settled,
    advance,
    async advanceTo(time, stepSeconds = daySeconds) {
      for (;;) {
        const left = (time.getTime() - (await now()).getTime()) / 1000;
        if (left <= 0) return;
        await advance(Math.min(left, stepSeconds));
      }
    },
  };
}
