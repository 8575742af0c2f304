import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';

const attributeSchema = z.object({
  DataType: z.string(),
  StringValue: z.string().optional(),
  BinaryValue: z.string().optional(),
});
export type MessageAttributes = Readonly<Record<string, z.infer<typeof attributeSchema>>>;

const messageSchema = z.object({
  id: z.string(),
  queueArn: z.string(),
  body: z.string(),
  attributes: z.record(z.string(), attributeSchema),
  groupId: z.string().optional(),
  /** Milliseconds since 1970. */
  sentAt: z.number(),
  visibleAt: z.number(),
  firstReceivedAt: z.number().optional(),
  receiveCount: z.number(),
  receipt: z.string().optional(),
  /** Queue that the message was in before it became a dead letter. */
  sourceArn: z.string().optional(),
});
export type QueueMessage = z.infer<typeof messageSchema>;

const queueSchema = z.object({
  DelaySeconds: z.coerce.number().default(0),
  VisibilityTimeout: z.coerce.number().default(30),
  MessageRetentionPeriod: z.coerce.number().default(345_600),
  ReceiveMessageWaitTimeSeconds: z.coerce.number().default(0),
  FifoQueue: z.boolean().default(false),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
});

export interface Queue extends z.infer<typeof queueSchema> {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
}

/** The queues of the templates. Messages are on disk before their sender hears of it. */
export class Queues {
  readonly #messages: DurableMap<QueueMessage>;
  readonly #queues: readonly Queue[];
  readonly #arrived = new Set<() => void>();

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

  /** By ARN, address or name. */
  find(id: string): Queue | undefined {
    return this.#queues.find(
      ({ arn, url, name }) => arn === id || url === id || name === id.split('/').at(-1),
    );
  }

  send(
    queue: Queue,
    body: string,
    options: {
      readonly attributes?: MessageAttributes;
      readonly delaySeconds?: number;
      readonly groupId?: string;
      /** A message with this id is not added twice. */
      readonly id?: string;
    } = {},
  ): QueueMessage {
    const id = options.id ?? randomUUID();
    const known = this.#messages.get(id);
    if (known !== undefined) return known;
    const now = Date.now();
    const message = {
      id,
      queueArn: queue.arn,
      body,
      attributes: options.attributes ?? {},
      ...(options.groupId !== undefined && { groupId: options.groupId }),
      sentAt: now,
      visibleAt: now + (options.delaySeconds ?? queue.DelaySeconds) * 1_000,
      receiveCount: 0,
    };
    this.#messages.set(message.id, message);
    this.#wakeReceivers();
    return message;
  }

  /** Takes up to `most` visible messages and hides them; those received too often move to the dead-letter queue. */
  receive(queue: Queue, most: number, visibilitySeconds = queue.VisibilityTimeout): readonly QueueMessage[] {
    const taken: QueueMessage[] = [];
    for (const message of this.#visible(queue)) {
      if (taken.length >= most) break;
      const policy = queue.RedrivePolicy;
      if (policy !== undefined && message.receiveCount >= policy.maxReceiveCount) {
        const { deadLetterTargetArn: queueArn } = policy;
        const { receipt: _, ...letter } = message;
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

  /** Calls the listener whenever there may be a message to receive. */
  onArrival(listener: () => void): void {
    this.#arrived.add(listener);
  }

  /** Like receive, but waits for a message to come when there is none. */
  async receiveWaiting(
    queue: Queue,
    most: number,
    waitSeconds: number,
    visibility?: number,
  ): Promise<readonly QueueMessage[]> {
    const until = Date.now() + waitSeconds * 1_000;
    for (;;) {
      const taken = this.receive(queue, most, visibility);
      const left = until - Date.now();
      if (taken.length > 0 || left <= 0) return taken;
      await this.#arrival(Math.min(left, 250));
    }
  }

  /** Deletes a message. A receipt of an earlier receive is ignored: another receiver has the message now. */
  remove(receipt: string): void {
    const message = this.#messages.get(receipt.split(':')[0] ?? '');
    if (message?.receipt === receipt) this.#messages.delete(message.id);
  }

  /** Hides a received message for some seconds from now on; 0 shows it again at once. */
  changeVisibility(receipt: string, seconds: number): boolean {
    const message = this.#messages.get(receipt.split(':')[0] ?? '');
    if (message === undefined || message.receipt !== receipt) return false;
    this.#messages.set(message.id, { ...message, visibleAt: Date.now() + seconds * 1_000 });
    return true;
  }

  /** Shows the messages again whose receivers are gone, as if they had not been received. */
  release(queue: Queue): void {
    const now = Date.now();
    for (const message of this.#of(queue)) {
      if (message.receipt === undefined || message.visibleAt <= now) continue;
      const { receipt: _, ...unreceived } = message;
      const receiveCount = Math.max(0, message.receiveCount - 1);
      this.#messages.set(message.id, { ...unreceived, receiveCount, visibleAt: now });
    }
  }

  /** Queues whose dead letters come to this one. */
  sourcesOf(deadLetters: Queue): readonly Queue[] {
    return this.#queues.filter((queue) => queue.RedrivePolicy?.deadLetterTargetArn === deadLetters.arn);
  }

  /** Moves the dead letters of a queue back to where they came from; returns how many were moved. */
  moveBack(deadLetters: Queue): number {
    const letters = this.#of(deadLetters).filter(({ sourceArn }) => sourceArn !== undefined);
    for (const { sourceArn: queueArn = '', sourceArn: _, receipt: __, ...letter } of letters) {
      const now = Date.now();
      this.#messages.set(letter.id, { ...letter, queueArn, sentAt: now, visibleAt: now, receiveCount: 0 });
    }
    this.#wakeReceivers();
    return letters.length;
  }

  purge(queue: Queue): void {
    for (const message of this.#of(queue)) this.#messages.delete(message.id);
  }

  /** Messages that can be received, that are hidden by a receiver, and that are delayed. */
  counts(queue: Queue): { readonly visible: number; readonly hidden: number; readonly delayed: number } {
    const now = Date.now();
    const all = this.#of(queue);
    const waiting = all.filter(({ visibleAt }) => visibleAt > now);
    const delayed = waiting.filter(({ receipt }) => receipt === undefined).length;
    return { visible: all.length - waiting.length, hidden: waiting.length - delayed, delayed };
  }

  close(): void {
    this.#messages.close();
  }

  /** In the order of the journal, which keeps messages as they were sent: a long queue is not sorted for each receiver. */
  *#visible(queue: Queue): Generator<QueueMessage> {
    const now = Date.now();
    const oldest = now - queue.MessageRetentionPeriod * 1_000;
    const blocked = new Set<string>();
    for (const message of this.#messages.values()) {
      const { queueArn, visibleAt, sentAt, groupId } = message;
      if (queueArn !== queue.arn) continue;
      if (visibleAt > now && groupId !== undefined) blocked.add(groupId);
      const isBlocked = groupId !== undefined && blocked.has(groupId);
      if (visibleAt <= now && sentAt >= oldest && !isBlocked) yield message;
    }
  }

  #of(queue: Queue): readonly QueueMessage[] {
    return [...this.#messages.values()].filter(({ queueArn }) => queueArn === queue.arn);
  }

  #wakeReceivers(): void {
    for (const wake of this.#arrived) wake();
  }

  #arrival(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#arrived.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#arrived.add(done);
    });
  }
}

export function md5Hex(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** The digest of message attributes that SDK clients check (SQS developer guide, "Calculating the MD5"). */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const entries = Object.entries(attributes).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return undefined;
  const hash = createHash('md5');
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const [name, { DataType, StringValue, BinaryValue }] of entries) {
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    hash.update(Buffer.of(BinaryValue === undefined ? 1 : 2));
    add(BinaryValue === undefined ? Buffer.from(StringValue ?? '') : Buffer.from(BinaryValue, 'base64'));
  }
  return hash.digest('hex');
}
