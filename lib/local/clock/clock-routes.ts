import * as z from 'zod';
import type { RestRoute } from '../control-plane/rest.ts';
import { ServiceError } from '../control-plane/service-error.ts';
import type { Clock } from './clock.ts';

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
