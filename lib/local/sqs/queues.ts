import { createHash, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';

const messageSchema = z.object({
  id: z.string(),
  queueArn: z.string(),
  body: z.string(),
  /** Milliseconds since 1970. */
  sentAt: z.number(),
  visibleAt: z.number(),
  firstReceivedAt: z.number().optional(),
  receiveCount: z.number(),
  receipt: z.string().optional(),
  /** The queue that the message was in before it became a dead letter. */
  sourceArn: z.string().optional(),
});
export type QueueMessage = z.infer<typeof messageSchema>;

const queueSchema = z.object({
  DelaySeconds: z.literal(0, 'the local runtime does not support delays').optional(),
  FifoQueue: z.literal(false, 'the local runtime does not support FIFO queues').optional(),
  VisibilityTimeout: z.coerce.number().default(30),
  MessageRetentionPeriod: z.coerce.number().default(345_600),
  ReceiveMessageWaitTimeSeconds: z.coerce.number().default(0),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
});

export interface Queue extends z.infer<typeof queueSchema> {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
}

/** The queues of the templates. A message is on disk before its sender gets a response. */
export class Queues {
  readonly #messages: DurableMap<QueueMessage>;
  readonly #queues: readonly Queue[];
  readonly #arrivals = new EventEmitter().setMaxListeners(0);

  constructor(deployment: Deployment, folder: DataFolder) {
    this.#messages = DurableMap.open(folder.file('state', 'queue-messages.ndjson'), messageSchema);
    this.#queues = deployment.resources('AWS::SQS::Queue').map((resource) => ({
      ...resource.read(queueSchema),
      name: resource.attribute('QueueName'),
      arn: resource.attribute('Arn'),
      url: resource.ref,
    }));
  }

  all(): readonly Queue[] {
    return this.#queues;
  }

  find(id: string): Queue | undefined {
    return this.#queues.find(
      ({ arn, url, name }) => arn === id || url === id || name === id.split('/').at(-1),
    );
  }

  /** Adds a message, visible after a delay. An `id` makes the call idempotent. */
  send(queue: Queue, body: string, id: string = randomUUID(), delaySeconds = 0): QueueMessage {
    const known = this.#messages.get(id);
    if (known !== undefined) return known;
    const now = Date.now();
    const visibleAt = now + delaySeconds * 1_000;
    const message = { id, queueArn: queue.arn, body, sentAt: now, visibleAt, receiveCount: 0 };
    this.#messages.set(id, message);
    this.#arrivals.emit('message');
    return message;
  }

  /** Takes up to `max` visible messages and hides them; messages received too often move to the dead-letter queue. */
  receive(queue: Queue, max: number, visibilitySeconds = queue.VisibilityTimeout): readonly QueueMessage[] {
    const taken: QueueMessage[] = [];
    for (const message of this.#visible(queue)) {
      if (taken.length >= max) break;
      const policy = queue.RedrivePolicy;
      if (policy !== undefined && message.receiveCount >= policy.maxReceiveCount) {
        const { receipt: _, ...letter } = message;
        const { deadLetterTargetArn: queueArn } = policy;
        this.#messages.set(message.id, { ...letter, queueArn, sourceArn: queue.arn, receiveCount: 0 });
        continue;
      }
      const received = {
        ...message,
        receiveCount: message.receiveCount + 1,
        firstReceivedAt: message.firstReceivedAt ?? Date.now(),
        visibleAt: Date.now() + visibilitySeconds * 1_000,
        receipt: `${message.id}:${randomUUID()}`,
      };
      this.#messages.set(message.id, received);
      taken.push(received);
    }
    return taken;
  }

  onMessage(listener: () => void): void {
    this.#arrivals.on('message', listener);
  }

  /** Receives like {@link receive}, but waits for a message when there is none. */
  async receiveWaiting(
    queue: Queue,
    max: number,
    waitSeconds: number,
    visibilitySeconds?: number,
  ): Promise<readonly QueueMessage[]> {
    const deadline = Date.now() + waitSeconds * 1_000;
    for (;;) {
      const taken = this.receive(queue, max, visibilitySeconds);
      const left = deadline - Date.now();
      if (taken.length > 0 || left <= 0) return taken;
      const signal = AbortSignal.timeout(Math.min(left, 250));
      await once(this.#arrivals, 'message', { signal }).catch(() => {});
    }
  }

  /** Deletes a message. Ignores the receipt of an earlier receive, because another receiver has the message now. */
  remove(receipt: string): void {
    const message = this.#received(receipt);
    if (message !== undefined) this.#messages.delete(message.id);
  }

  /** Hides a received message for some seconds from now on; 0 shows it again. False for an outdated receipt. */
  changeVisibility(receipt: string, seconds: number): boolean {
    const message = this.#received(receipt);
    if (message === undefined) return false;
    this.#messages.set(message.id, { ...message, visibleAt: Date.now() + seconds * 1_000 });
    return true;
  }

  /** Messages of queues with a consumer that are visible or received, and thus not delayed. */
  countActive(): number {
    const now = Date.now();
    const consumed = new Set(this.#queues.filter(({ RedrivePolicy }) => RedrivePolicy).map(({ arn }) => arn));
    const isActive = ({ queueArn, visibleAt, receiveCount }: QueueMessage) =>
      consumed.has(queueArn) && (visibleAt <= now || receiveCount > 0);
    return [...this.#messages.values()].filter(isActive).length;
  }

  /** Shows delayed messages that no receiver has had yet, because the clock has moved past their delay. */
  endDelays(milliseconds: number): void {
    for (const message of this.#messages.values()) {
      if (message.receiveCount > 0) continue;
      this.#messages.set(message.id, { ...message, visibleAt: message.visibleAt - milliseconds });
    }
    this.#arrivals.emit('message');
  }

  /** Undoes the receives whose receivers ended with an earlier runtime. */
  release(queue: Queue): void {
    const now = Date.now();
    for (const message of this.#of(queue)) {
      if (message.receipt === undefined || message.visibleAt <= now) continue;
      const { receipt: _, ...unreceived } = message;
      const receiveCount = Math.max(0, message.receiveCount - 1);
      this.#messages.set(message.id, { ...unreceived, receiveCount, visibleAt: now });
    }
  }

  sourcesOf(deadLetters: Queue): readonly Queue[] {
    return this.#queues.filter((queue) => queue.RedrivePolicy?.deadLetterTargetArn === deadLetters.arn);
  }

  /** Moves the dead letters of a queue back to their source queues and returns their number. */
  moveBack(deadLetters: Queue): number {
    const letters = this.#of(deadLetters).filter(({ sourceArn }) => sourceArn !== undefined);
    for (const { sourceArn: queueArn = '', receipt: _, ...letter } of letters) {
      const now = Date.now();
      this.#messages.set(letter.id, { ...letter, queueArn, sentAt: now, visibleAt: now, receiveCount: 0 });
    }
    this.#arrivals.emit('message');
    return letters.length;
  }

  purge(queue: Queue): void {
    for (const message of this.#of(queue)) this.#messages.delete(message.id);
  }

  counts(queue: Queue): { readonly visible: number; readonly hidden: number } {
    const now = Date.now();
    const all = this.#of(queue);
    const hidden = all.filter(({ visibleAt }) => visibleAt > now).length;
    return { visible: all.length - hidden, hidden };
  }

  close(): void {
    this.#messages.close();
  }

  /** Yields messages in the order of sending, without sorting a long queue for each receive. */
  *#visible(queue: Queue): Generator<QueueMessage> {
    const now = Date.now();
    const oldest = now - queue.MessageRetentionPeriod * 1_000;
    for (const message of this.#messages.values()) {
      const { queueArn, visibleAt, sentAt } = message;
      if (queueArn === queue.arn && visibleAt <= now && sentAt >= oldest) yield message;
    }
  }

  #of(queue: Queue): readonly QueueMessage[] {
    return [...this.#messages.values()].filter(({ queueArn }) => queueArn === queue.arn);
  }

  #received(receipt: string): QueueMessage | undefined {
    const message = this.#messages.get(receipt.split(':')[0] ?? '');
    return message?.receipt === receipt ? message : undefined;
  }
}

export function md5Hex(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
