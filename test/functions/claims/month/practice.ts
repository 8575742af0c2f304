import { type Answer, functionsOn, type Request } from '../../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../../claims/local-stores.ts';
import { type LocalWorkQueue, startWorkQueue } from '../../../claims/work-queue.ts';
import { Dice } from '../../../http/commerce/year/dice.ts';

type Json = ReturnType<typeof JSON.parse>;

/** The service of one practice, and what its staff and payers did in the month. */
export class Practice {
  readonly stores: LocalStores;
  readonly dice: Dice;
  /** Texts of the 835s in the order of their arrival. */
  readonly remittances: string[] = [];
  /** Names and texts of all files in the order of their arrival. */
  readonly received: { readonly name: string; readonly text: string }[] = [];
  readonly #queue: LocalWorkQueue;
  readonly #call: (name: string, request?: Request) => Promise<Answer>;
  #files = 0;

  private constructor(stores: LocalStores, queue: LocalWorkQueue, seed: number) {
    this.stores = stores;
    this.#queue = queue;
    this.dice = new Dice(seed);
    const runQueue = queue.environment['WORK_QUEUE'] ?? '';
    this.#call = functionsOn({
      environment: { ...stores.environment, ...queue.environment, BULK_RUN_QUEUE: runQueue },
    });
  }

  static async open(seed: number): Promise<Practice> {
    const stores = await startLocalStores({ migrated: true });
    return new Practice(stores, await startWorkQueue(), seed);
  }

  async close(): Promise<void> {
    await this.#queue.stop();
    await this.stores.stop();
  }

  readonly call = (name: string, request: Request = {}): Promise<Answer> => this.#call(name, request);

  /** The data of a reply that must be a success. */
  async done(name: string, request: Request = {}): Promise<Json> {
    const { status, body } = await this.#call(name, request);
    if (status >= 300) throw new Error(`${name} replied ${status}: ${JSON.stringify(body)}`);
    return body.data;
  }

  /** Every item of a list, page by page. */
  async all(name: string, query: Readonly<Record<string, string>> = {}): Promise<readonly Json[]> {
    const found: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await this.#call(name, {
        query: { limit: '100', ...query, ...(cursor !== '' && { cursor }) },
      });
      if (status !== 200) throw new Error(`${name} replied ${status}: ${JSON.stringify(body)}`);
      found.push(...body.data);
      cursor = body.pagination.next_cursor;
    }
    return found;
  }

  /** Puts a file into the inbox, and runs the function that S3 starts. */
  async receive(name: string, bytes: Uint8Array | string): Promise<void> {
    this.received.push({ name, text: Buffer.from(bytes).toString('latin1') });
    const key = `inbox/${++this.#files}-${name}`;
    await this.stores.put(key, bytes);
    const { handler } = await import('../../../../functions/claims/work/ingest-file.ts');
    await handler({ Records: [{ s3: { object: { key } } }] } as never);
  }

  /** Runs a bulk operation to its end. */
  async bulk(operation: object, selection: object): Promise<Json> {
    const { id } = await this.done('start-bulk-run', { body: { operation, selection } });
    const { handler } = await import('../../../../functions/claims/work/carry-on-bulk-run.ts');
    for (let taken = this.#queue.take(); taken !== undefined; taken = this.#queue.take()) {
      await handler(taken.event);
    }
    const run = await this.done('get-bulk-run', { path: { id } });
    if (run.state !== 'done') throw new Error(`The bulk run is ${run.state}`);
    return run;
  }
}
