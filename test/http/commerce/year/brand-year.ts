import { randomUUID } from 'node:crypto';
import { issuerKey, signToken } from '#lib/local/identity/tokens.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { type ApiResponse, call, type Stack } from '../../stack/api-client.ts';
import { type StackClock, stackClock } from '../../stack/stack-clock.ts';
import { stackOutbox } from '../../stack/stack-outbox.ts';
import type { WebhookReceiver } from '../webhook-receiver.ts';
import { momentOf, timeZone } from './denver-time.ts';
import { Dice } from './dice.ts';

/** Something that happens in the year, at a time of the brand. */
interface Moment {
  readonly at: Date;
  run(): Promise<void>;
}

interface YearOptions {
  readonly stack: Stack;
  /** Data folder of the stack, with the key that signs tokens. */
  readonly folder: string;
  readonly receiver: WebhookReceiver;
  readonly seed: number;
  readonly orderCount: number;
}

interface Edit {
  readonly order_id: string;
  readonly version: number;
  readonly before: readonly OrderedItem[];
  readonly after: readonly OrderedItem[];
}

interface OrderedItem {
  readonly product_id: string;
  readonly quantity: number;
}

/** Who sends a request: programs with the key of the brand, the owner with a token, or nobody. */
type Sender = 'key' | 'owner' | 'nobody';

/** One brand of one person, from sign-up to the end of its first calendar year. The clock of the stack moves with it. */
export class BrandYear {
  readonly stack: Stack;
  readonly receiver: WebhookReceiver;
  readonly orderCount: number;
  readonly dice: Dice;
  readonly clock: StackClock;
  readonly outbox: ReturnType<typeof stackOutbox>;
  readonly subject = `grower-${randomUUID()}`;
  /** The calendar year; the first one from 2030 on that has not begun. */
  year = 0;
  brandId = '';
  apiKey = '';
  /** Requests that the service refused, by code. */
  readonly refused = new Map<string, number>();
  /** Visits to the shop: their events have no records. */
  readonly visits: { readonly at: string; readonly steps: readonly string[] }[] = [];
  /** Items before and after each edit: the records have the latest only. */
  readonly edits: Edit[] = [];
  /** The first entry of the irrigation log: it may be deleted later. */
  firstWaterLogAt = '';
  /** Addresses that bounced, complained, said no or came with a no: the records hold no addresses. */
  readonly suppressed = { email: new Set<string>(), sms: new Set<string>() };
  readonly #folder: string;
  readonly #moments: Moment[] = [];
  #token = '';

  constructor({ stack, folder, receiver, seed, orderCount }: YearOptions) {
    this.stack = stack;
    this.receiver = receiver;
    this.orderCount = orderCount;
    this.dice = new Dice(seed);
    this.clock = stackClock(stack);
    this.outbox = stackOutbox(stack);
    this.#folder = folder;
  }

  /** Signs up on New Year's Day. */
  async begin(): Promise<void> {
    this.year = Math.max(2030, (await this.clock.now()).getUTCFullYear() + 1);
    await this.clock.settled();
    await this.advanceTo(this.moment('01-01T00:05'));
    const key = await issuerKey(DataFolder.look(this.#folder));
    this.#token = await signToken(key, this.stack.baseUrl, { sub: this.subject }, '12h');
    const brand = { name: 'Year Farm', time_zone: timeZone, stops: 'managed' };
    this.brandId = (await this.done('POST', '/brands', brand, 'owner')).id;
    const keyInput = { brand_id: this.brandId, name: 'Shop', role: 'owner' };
    this.apiKey = (await this.done('POST', '/api-keys', keyInput, 'owner')).secret;
  }

  /** The moment of a wall-clock time of the year, such as `03-10T00:30`. */
  moment(local: string): Date {
    return momentOf(`${this.year}-${local}`);
  }

  at(at: Date, run: () => Promise<void>): void {
    this.#moments.push({ at, run });
  }

  /** Plays all moments in the order of time, also those that moments add. */
  async play(): Promise<void> {
    for (;;) {
      this.#moments.sort((one, other) => one.at.getTime() - other.at.getTime());
      const next = this.#moments.shift();
      if (next === undefined) return;
      await this.advanceTo(next.at);
      await next.run();
    }
  }

  /** Moves the clock in one step. A rule or an hour that it passes runs once. */
  advanceTo(time: Date): Promise<void> {
    return this.clock.advanceTo(time, Number.POSITIVE_INFINITY);
  }

  send(method: string, path: string, body?: unknown, sender: Sender = 'key'): Promise<ApiResponse> {
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
      ...(sender === 'owner' && { authorization: `Bearer ${this.#token}` }),
    };
    const key = sender === 'key' ? this.apiKey : null;
    const options = { baseUrl: this.stack.baseUrl, key, headers, ...(body !== undefined && { body }) };
    return call(method, `/api/v1${path}`, options);
  }

  /** Sends a request that must succeed, and returns its data. */
  async done(method: string, path: string, body?: unknown, sender?: Sender): Promise<ApiResponse['body']> {
    const { status, text, body: reply } = await this.send(method, path, body, sender);
    if (status < 200 || status > 299) throw new Error(`${method} ${path} is ${status}: ${text}`);
    return reply.data;
  }

  /** Sends a request that the rules of the brand may refuse. Returns undefined then. */
  async tried(method: string, path: string, body: unknown): Promise<ApiResponse['body'] | undefined> {
    const { status, text, body: reply } = await this.send(method, path, body);
    if (status >= 200 && status <= 299) return reply.data;
    if (status !== 409 && status !== 422 && status !== 400) {
      throw new Error(`${method} ${path} is ${status}: ${text}`);
    }
    const code = `${method} ${path.replaceAll(/[\da-f-]{36}/g, '{id}')} ${reply.code}`;
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    return undefined;
  }

  /** Every record of a list with a cursor. */
  async all(path: string, sender?: Sender): Promise<ApiResponse['body'][]> {
    const records: ApiResponse['body'][] = [];
    const separator = path.includes('?') ? '&' : '?';
    for (let cursor = ''; ; ) {
      const query = `${separator}limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { status, text, body } = await this.send('GET', `${path}${query}`, undefined, sender);
      if (status !== 200) throw new Error(`GET ${path} is ${status}: ${text}`);
      records.push(...body.data);
      cursor = body.pagination.next_cursor ?? '';
      if (cursor === '') return records;
    }
  }

  get<T = ApiResponse['body']>(path: string, sender?: Sender): Promise<T> {
    return this.done('GET', path, undefined, sender);
  }

  /** A short year has fewer days on which something happens: each moves the clock, and background work follows. */
  get isShort(): boolean {
    return this.orderCount < 200;
  }

  /** The query of lists of the brand. */
  get ofBrand(): string {
    return `brand_id=${this.brandId}`;
  }
}
