import { X12Error } from '../findings/x12-error.ts';
import type { FileListener } from './consumer.ts';

/** What a reader of one kind does with a transaction set of another kind. */
export interface OtherSetsOption {
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
export class OtherSets implements FileListener {
  private readonly expected: string;
  private readonly isRefused: boolean;
  private error: X12Error | undefined;

  /** `expected` is the kind that the reader reads, such as 837P. */
  constructor(expected: string, { otherSets = 'refuse' }: OtherSetsOption) {
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
