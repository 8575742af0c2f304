import type { Charge, Refusal, Use } from './capacity/limits.ts';
import type { Call } from './handling/call.ts';
import { consumedUnits } from './protocol/consumed-capacity.ts';
import type { Reply } from './protocol/engine.ts';

/** Figures of a proxy since its start. */
export interface FigureReport {
  /** Requests by operation and outcome, such as `TransactWriteItems` and `done` or `TransactionConflict`. */
  readonly requests: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Requests that the SDK sent again. */
  readonly repeatedBySdk: number;
  /** Numbers of TransactWriteItems. One whose response was lost is stored. */
  readonly transactions: { readonly sent: number; readonly stored: number };
  /** Transactions that stored nothing, for each that did. */
  readonly retriesPerTransaction: number;
  /** Sums of units of tables and indexes. */
  readonly uses: readonly Use[];
  /** The partitions with the highest units of one second. */
  readonly hottest: readonly Use[];
  /** Refused charges by table, index and limit. */
  readonly throttles: Readonly<Record<string, number>>;
  /** Requests for which the engine reports other units. */
  readonly differences: readonly string[];
}

/** Number of partitions in a report, and of differences. */
const most = 10;

/** Counts requests, throttles and units. */
export class Figures {
  readonly #requests = new Map<string, Map<string, number>>();
  readonly #throttles = new Map<string, number>();
  readonly #differences: string[] = [];
  #repeatedBySdk = 0;

  count({ operation, headers }: Call, reply: Reply | 'lost'): void {
    const outcomes = this.#requests.get(operation) ?? new Map<string, number>();
    this.#requests.set(operation, outcomes);
    const outcome = reply === 'lost' ? 'lost' : outcomeOf(reply);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (Number(/attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1]) > 1) this.#repeatedBySdk++;
  }

  throttle(refusals: readonly Refusal[]): void {
    for (const { charge, limit } of refusals) {
      const place = `${charge.table}${charge.index === undefined ? '' : `/${charge.index}`} ${charge.kind} ${limit}`;
      this.#throttles.set(place, (this.#throttles.get(place) ?? 0) + 1);
    }
  }

  /** Compares units with those that the engine reports. */
  compare(operation: string, charges: readonly Charge[], reply: Reply): void {
    const text = (units: readonly Pick<Charge, 'table' | 'index' | 'units'>[]): string =>
      [...Map.groupBy(units, ({ table, index }) => `${table}/${index ?? ''}`)]
        .map(([place, group]) => `${place} ${group.reduce((sum, one) => sum + one.units, 0)}`)
        .toSorted()
        .join();
    const reported = consumedUnits(reply).map(({ index, ...one }) => ({
      ...one,
      ...(index !== undefined && { index }),
    }));
    const [ours, theirs] = [text(charges), text(reported)];
    if (ours !== theirs && this.#differences.length < most) {
      this.#differences.push(`${operation}: ${ours}, and ${theirs} by the engine`);
    }
  }

  report(uses: readonly Use[]): FigureReport {
    const transactions = this.#requests.get('TransactWriteItems') ?? new Map<string, number>();
    const stored = (transactions.get('done') ?? 0) + (transactions.get('lost') ?? 0);
    const sent = transactions.values().reduce((sum, count) => sum + count, 0);
    return {
      requests: Object.fromEntries(
        [...this.#requests].map(([operation, outcomes]) => [operation, Object.fromEntries(outcomes)]),
      ),
      repeatedBySdk: this.#repeatedBySdk,
      transactions: { sent, stored },
      retriesPerTransaction: stored === 0 ? 0 : (sent - stored) / stored,
      uses: uses.filter(({ partition }) => partition === undefined),
      hottest: uses
        .filter(({ partition }) => partition !== undefined)
        .toSorted((one, other) => other.peak - one.peak)
        .slice(0, most),
      throttles: Object.fromEntries(this.#throttles),
      differences: this.#differences,
    };
  }
}

/** The error type of a response or the reasons of a cancelled transaction. */
function outcomeOf({ status, body }: Reply): string {
  if (status === 200) return 'done';
  const { __type = '', CancellationReasons = [] } = JSON.parse(body.toString('utf8'));
  const codes = new Set<string>(CancellationReasons.map(({ Code }: { readonly Code: string }) => Code));
  codes.delete('None');
  return codes.size > 0 ? [...codes].toSorted().join(' and ') : String(__type).replace(/^.*#/, '');
}
