import type { Finding } from '../findings/finding.ts';
import { X12Error } from '../findings/x12-error.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { FileListener } from './consumer.ts';
import { X12Engine } from './engine.ts';
import { resultsOf, resultsOfSync, type Source } from './source.ts';

/** Options of a reader of one kind of transaction set. */
export interface SetReaderOptions {
  /** Receives faults of envelopes and structure. `validate` also checks elements. */
  readonly onFinding?: (finding: Finding) => void;
  /** `refuse` (default) throws X12Error `other_transaction_set` after the results before it; `skip` reads past it. */
  readonly otherSets?: 'refuse' | 'skip' | undefined;
}

/** Functions that read a set, by ST01. */
const readers: Readonly<Partial<Record<string, string>>> = {
  '837': 'readClaims reads 005010X222A1',
  '835': 'readRemittances reads 005010X221A1',
  '276': 'readClaimStatusRequests reads 005010X212',
  '277': 'readClaimAcknowledgments reads 005010X214, readClaimStatusResponses 005010X212',
  '999': 'transactionListeners reads 005010X231A1',
};

/** Notes the first set of a file that its reader has no guide for. */
class OtherSets implements FileListener {
  private readonly expected: string;
  private readonly isRefused: boolean;
  private error: X12Error | undefined;

  /** `expected` is the kind that the reader reads, such as 837P. */
  constructor(expected: string, { otherSets = 'refuse' }: SetReaderOptions) {
    this.expected = expected;
    this.isRefused = otherSets === 'refuse';
  }

  unreadSet({ set, implementation, offset }: { set: string; implementation: string; offset: number }): void {
    if (!this.isRefused) return;
    // ST01 and ST03 may be any text in a damaged file.
    const kind = /^[0-9]{3}$/.test(set) ? set : 'of unknown kind';
    const version = /^[0-9]{6}[0-9A-Z]{0,6}$/.test(implementation) ? ` (${implementation})` : '';
    const remedy = readers[set] === undefined ? '' : `; ${readers[set]}`;
    const message = `Transaction set ${kind}${version} is no ${this.expected}${remedy}`;
    this.error ??= new X12Error('other_transaction_set', message, offset);
  }

  /** Throws the error of the first such set. Call it after the results so far are handed out. */
  check(): void {
    if (this.error !== undefined) throw this.error;
  }
}

/**
 * Returns functions that read all sets of a guide in constant memory. They throw X12Error for input that is not X12, and at a set
 * of another kind unless `otherSets` is `skip`.
 */
export function setReader<T>(guide: GuideSpec, listen: (add: (result: T) => void) => FileListener) {
  const begin = (options: SetReaderOptions) => {
    const others = new OtherSets(guide.name, options);
    const results: T[] = [];
    const listeners = [listen((result) => results.push(result)), others];
    const { onFinding } = options;
    const engine = new X12Engine({
      ...{ guides: [guide], listeners, validate: false },
      ...(onFinding && { onFinding }),
    });
    return { engine, results, check: () => others.check() };
  };
  return {
    read(source: Source, options: SetReaderOptions = {}): AsyncGenerator<T> {
      const { engine, results, check } = begin(options);
      return resultsOf(source, engine, results, check);
    },
    readSync(bytes: Uint8Array, options: SetReaderOptions = {}): Generator<T> {
      const { engine, results, check } = begin(options);
      return resultsOfSync(bytes, engine, results, check);
    },
  };
}
