import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';

const messageSchema = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  /** RFC 3339. */
  at: z.string(),
  from: z.string(),
  to: z.string(),
  reply_to: z.array(z.string()).optional(),
  subject: z.string().optional(),
  html: z.string().optional(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
});
export type OutboxMessage = z.infer<typeof messageSchema>;

/** Messages that functions sent. A message is on disk before its sender gets a response. */
export class Outbox {
  readonly #messages: DurableMap<OutboxMessage>;
  readonly #optedOut: DurableMap<string>;
  /** By the tag `message_id`. */
  readonly #byTag = new Map<string, OutboxMessage>();
  readonly #now: () => number;

  constructor(folder: DataFolder, now: () => number) {
    this.#messages = DurableMap.open(folder.file('state', 'outbox.ndjson'), messageSchema);
    this.#optedOut = DurableMap.open(folder.file('state', 'opted-out-phones.ndjson'), z.string());
    this.#now = now;
    for (const message of this.#messages.values()) this.#index(message);
  }

  /**
   * Stores a message. A message whose tag `message_id` is known is ignored, and the first one is returned, so a sender that was
   * killed before it got the response can repeat the request. AWS has no such protection.
   */
  add(message: Omit<OutboxMessage, 'id' | 'at'>): {
    readonly message: OutboxMessage;
    readonly isNew: boolean;
  } {
    const known = this.#byTag.get(message.tags['message_id'] ?? '');
    if (known !== undefined) return { message: known, isNew: false };
    const added = { id: randomUUID(), at: new Date(this.#now()).toISOString(), ...message };
    this.#messages.set(added.id, added);
    this.#index(added);
    return { message: added, isNew: true };
  }

  get(id: string): OutboxMessage | undefined {
    return this.#messages.get(id);
  }

  get size(): number {
    return this.#messages.size;
  }

  /** Messages with these properties, newest first. */
  list({
    to,
    campaign,
    limit,
  }: {
    readonly to?: string;
    readonly campaign?: string;
    readonly limit: number;
  }) {
    const all = [...this.#messages.values()].filter(
      (message) =>
        (to === undefined || message.to === to) &&
        (campaign === undefined || message.tags['campaign_id'] === campaign),
    );
    return all.slice(-limit).reverse();
  }

  /** A phone that has replied STOP gets no messages, as from a number of AWS. */
  setOptedOut(phone: string, optedOut: boolean): void {
    if (optedOut) this.#optedOut.set(phone, new Date(this.#now()).toISOString());
    else this.#optedOut.delete(phone);
  }

  isOptedOut(phone: string): boolean {
    return this.#optedOut.has(phone);
  }

  close(): void {
    this.#messages.close();
    this.#optedOut.close();
  }

  #index(message: OutboxMessage): void {
    const tag = message.tags['message_id'];
    if (tag !== undefined) this.#byTag.set(tag, message);
  }
}
