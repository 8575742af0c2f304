import type { Delivery, PaymentRecords } from './records.ts';

interface Target {
  readonly url: string;
  readonly secret: string;
}

interface Surroundings {
  /** The present time in milliseconds. */
  now(): number;
  target(): Target;
}

/** Seconds between attempts, as long as Stripe tries: three days. */
const pauses = [5, 60, 600, 3_600, 21_600, 43_200, 86_400, 86_400];

const deliveriesAtOnce = 4;

/** Sends events to the webhook endpoint of the stack, signed, and again until it answers with 2xx. */
export class Deliveries {
  readonly #records: PaymentRecords;
  readonly #surroundings: Surroundings;
  readonly #running = new Map<string, Promise<void>>();
  #stopped = true;

  constructor(records: PaymentRecords, surroundings: Surroundings) {
    this.#records = records;
    this.#surroundings = surroundings;
  }

  /** Events that are due or on their way. */
  get pendingCount(): number {
    return this.#due().length + this.#running.size;
  }

  add(event: { readonly id: string; readonly created: number }): void {
    const next_at = this.#surroundings.now();
    const { id, created } = event;
    this.#records.deliveries.set(id, { id, created, body: JSON.stringify(event), attempts: 0, next_at });
  }

  start(): void {
    this.#stopped = false;
    this.run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running.values());
  }

  /** Begins to send what is due. */
  run(): void {
    if (this.#stopped) return;
    for (const delivery of this.#due()) {
      if (this.#running.size >= deliveriesAtOnce) return;
      const sent = this.#send(delivery).finally(() => {
        this.#running.delete(delivery.id);
        this.run();
      });
      this.#running.set(delivery.id, sent);
    }
  }

  #due(): Delivery[] {
    const now = this.#surroundings.now();
    return [...this.#records.deliveries.values()].filter(
      ({ id, next_at }) => next_at <= now && !this.#running.has(id),
    );
  }

  async #send(delivery: Delivery): Promise<void> {
    const { id, body, attempts } = delivery;
    if (await this.#post(body)) {
      this.#records.deliveries.delete(id);
      return;
    }
    const pause = pauses[attempts];
    if (pause === undefined) this.#records.deliveries.delete(id);
    else {
      const next_at = this.#surroundings.now() + pause * 1000;
      this.#records.deliveries.set(id, { ...delivery, attempts: attempts + 1, next_at });
    }
  }

  async #post(body: string): Promise<boolean> {
    const { url, secret } = this.#surroundings.target();
    const { webhooks } = (await import('stripe')).default;
    const timestamp = Math.floor(this.#surroundings.now() / 1000);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
        },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
