import * as z from 'zod';

/** The event of a notification with the facts of its title, from which a client writes the title in another language. */
export const notificationCause = z.object({
  event: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type NotificationCause = z.output<typeof notificationCause>;
