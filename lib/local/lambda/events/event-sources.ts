import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { md5Hex, type QueueMessage, type Queues } from '../../sqs/queues.ts';
import type { InvocationOutcome } from '../instances/instance.ts';
import { isThrottled } from '../instances/pool.ts';
import type { EventSource } from './event-source-config.ts';

/** How often to poll for messages that have become visible again. */
const pollMilliseconds = 250;
/** Wait before a throttled invocation is repeated; the batch stays hidden meanwhile. */
const throttleMilliseconds = 200;
/** How long a stop waits for running batches. */
const stopMilliseconds = 3_000;

interface EventSourcesOptions {
  readonly queues: Queues;
  readonly region: string;
  /** Maximum number of batches of one function at a time where the template sets no lower limit. */
  readonly concurrency: number;
  /** Waits before the second, third … attempt; on AWS a message is hidden for its visibility timeout. */
  readonly retryMilliseconds: readonly number[];
  readonly log: (line: string) => void;
}

/**
 * Lambda's pollers: they receive messages, invoke the functions with them and delete processed messages. The next
 * runtime receives the messages again that a kill interrupted.
 */
export class EventSources {
  readonly #sources: readonly EventSource[];
  readonly #options: EventSourcesOptions;
  readonly #running = new Map<EventSource, number>();
  #state: 'waiting' | 'working' | 'draining' | 'closed' = 'waiting';
  #timer: NodeJS.Timeout | undefined;

  constructor(sources: readonly EventSource[], options: EventSourcesOptions) {
    this.#sources = sources;
    this.#options = options;
  }

  /** Starts with the messages that an earlier runtime left. */
  start(): void {
    const { queues } = this.#options;
    this.#state = 'working';
    for (const { queue } of this.#sources) queues.release(queue);
    queues.onMessage(() => this.#workAll());
    this.#timer = setInterval(() => this.#workAll(), pollMilliseconds);
    this.#workAll();
  }

  /** Receives no more messages and lets running batches end for a moment. */
  async stop(): Promise<void> {
    this.#state = 'draining';
    clearInterval(this.#timer);
    const deadline = Date.now() + stopMilliseconds;
    while (this.#running.values().some((count) => count > 0) && Date.now() < deadline) await delay(20);
    this.#state = 'closed';
  }

  #workAll(): void {
    for (const source of this.#sources) this.#work(source);
  }

  #work(source: EventSource): void {
    const { queues, concurrency } = this.#options;
    const limit = Math.min(source.maxConcurrency ?? concurrency, concurrency);
    while (this.#state === 'working') {
      const running = this.#running.get(source) ?? 0;
      if (running >= limit) return;
      const messages = queues.receive(source.queue, source.batchSize);
      if (messages.length === 0) return;
      this.#running.set(source, running + 1);
      void this.#run(source, messages);
    }
  }

  async #run(source: EventSource, messages: readonly QueueMessage[]): Promise<void> {
    const { queues, region } = this.#options;
    const event = JSON.stringify({ Records: messages.map((message) => recordOf(message, region)) });
    const outcome = await this.#invoke(source, event);
    if (this.#state === 'closed') return;
    this.#running.set(source, (this.#running.get(source) ?? 1) - 1);
    if (outcome === undefined) return;
    const failed = failedOf(messages, outcome, source);
    for (const message of messages) {
      if (failed.has(message.id)) this.#retry(source, message);
      else queues.remove(message.receipt ?? '');
    }
    this.#work(source);
  }

  /** Repeats a throttled invocation, which does not count as an attempt. */
  async #invoke({ pool }: EventSource, event: string): Promise<InvocationOutcome | undefined> {
    while (this.#state === 'working') {
      const outcome = await pool.invoke(event);
      if (!isThrottled(outcome)) return outcome;
      await delay(throttleMilliseconds);
    }
    return undefined;
  }

  #retry({ pool, queue }: EventSource, { receipt = '', receiveCount }: QueueMessage): void {
    const { queues, retryMilliseconds, log } = this.#options;
    const wait = retryMilliseconds[receiveCount - 1] ?? retryMilliseconds.at(-1) ?? 0;
    queues.changeVisibility(receipt, wait / 1_000);
    const policy = queue.RedrivePolicy;
    if (policy === undefined || receiveCount < policy.maxReceiveCount) return;
    const deadLetters = queues.find(policy.deadLetterTargetArn)?.name ?? policy.deadLetterTargetArn;
    log(`${pool.config.name}: gave up a message after ${receiveCount} attempts; it moves to ${deadLetters}.`);
  }
}

/** Builds the record of a message in Lambda's event (developer guide, "Using Lambda with Amazon SQS"). */
function recordOf(message: QueueMessage, awsRegion: string): object {
  return {
    messageId: message.id,
    receiptHandle: message.receipt,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receiveCount),
      SentTimestamp: String(message.sentAt),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
    },
    messageAttributes: {},
    md5OfBody: md5Hex(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN: message.queueArn,
    awsRegion,
  };
}

const responseSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullable();

/** Returns the ids of the failed messages. A response that names other messages fails the whole batch. */
function failedOf(
  messages: readonly QueueMessage[],
  outcome: InvocationOutcome,
  { reportsFailures }: EventSource,
): ReadonlySet<string> {
  const all = new Set(messages.map(({ id }) => id));
  if (!outcome.ok) return all;
  if (!reportsFailures) return new Set();
  const response = responseSchema.safeParse(outcome.payload === '' ? null : JSON.parse(outcome.payload));
  if (!response.success) return all;
  const ids = new Set((response.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
  return [...ids].every((id) => all.has(id)) ? ids : all;
}
