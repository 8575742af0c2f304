import type { IncomingHttpHeaders } from 'node:http';
import type { Limits } from '../capacity/limits.ts';
import type { Figures } from '../figures.ts';
import type { Engine } from '../protocol/engine.ts';
import type { ItemsInFlight } from '../protocol/items-in-flight.ts';
import type { KnownTables } from '../units/known-tables.ts';

/** A request of a client. */
export interface Call {
  /** Such as PutItem. */
  readonly operation: string;
  readonly headers: IncomingHttpHeaders;
  /** The request with ReturnConsumedCapacity: INDEXES. */
  readonly body: Buffer;
  readonly input: unknown;
}

/** What the handling of a request works with. */
export interface Ports {
  readonly engine: Engine;
  readonly tables: KnownTables;
  readonly limits: Limits;
  readonly inFlight: ItemsInFlight;
  readonly figures: Figures;
  /** State of the transactions with these tokens. */
  readonly tokens: Map<string, 'in flight' | 'stored'>;
  /** Waits for one half of the duration of the call: once before the engine, once after it. */
  pause(): Promise<void>;
}

const metered = /^((Put|Update|Delete|Get|BatchWrite|BatchGet)Item|Transact(Write|Get)Items|Query|Scan)$/;

export function callOf(headers: IncomingHttpHeaders, body: Buffer): Call {
  const operation = String(headers['x-amz-target']).replace(/^.*\./, '');
  const input = JSON.parse(body.toString('utf8') || '{}');
  if (!metered.test(operation)) return { operation, headers, body, input };
  return { operation, headers, body: withCapacity(body, input), input };
}

function withCapacity(body: Buffer, input: object): Buffer {
  const member = '"ReturnConsumedCapacity":"INDEXES"';
  if ('ReturnConsumedCapacity' in input)
    return Buffer.from(JSON.stringify({ ...input, ReturnConsumedCapacity: 'INDEXES' }));
  const text = body.toString('utf8').trimEnd();
  return Buffer.from(`${text.slice(0, -1)},${member}}`);
}
