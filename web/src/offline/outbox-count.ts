import { signal } from '@preact/signals';

/** Entries of the outbox of the signed-in person that are not sent yet; conflicts and refusals included. */
export const outboxCount = signal(0);

/** Entries that wait for a decision of the person: conflicts and refusals. */
export const outboxAttention = signal(0);
