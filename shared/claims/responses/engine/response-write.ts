import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '../claim-acknowledgment/stored-acknowledgment.ts';
import type {
  StoredEnvelopeAcknowledgment,
  StoredSetAcknowledgment,
  VerdictResult,
} from '../implementation-acknowledgment/stored-acknowledgment.ts';
import type {
  Posting,
  PostingCounts,
  StoredPayment,
  StoredRemittance,
  UnmatchedPayment,
} from '../remittance/stored-remittance.ts';

export type ResponseRecord = StoredEnvelopeAcknowledgment | StoredClaimAcknowledgment | StoredRemittance;

export type ResponseWrite =
  | {
      readonly kind: 'response';
      readonly response: ResponseRecord;
      /** Condition: the stored record has this progress; if absent, no record exists. */
      readonly replaces?: { readonly applied: number } | { readonly stored: number };
    }
  | {
      /** Lists the response among those of the file. */
      readonly kind: 'response-of-file';
      readonly fileId: string;
      readonly response: Pick<ResponseRecord, 'id' | 'kind'>;
    }
  | {
      /** Results of an acknowledgment; `first` counts over all of them. */
      readonly kind: 'acknowledgment-results';
      readonly id: string;
      readonly first: number;
      readonly results: readonly VerdictResult[] | readonly StatusResult[];
    }
  | {
      /** Some of the sets of a 999; `n` counts the items. */
      readonly kind: 'acknowledged-sets';
      readonly id: string;
      readonly n: number;
      readonly sets: readonly StoredSetAcknowledgment[];
    }
  | {
      /** The batch expects no further acknowledgment of the type. */
      readonly kind: 'batch-acknowledged';
      readonly batchId: string;
      readonly by: '999' | 'TA1';
      readonly acknowledgmentId: string;
    }
  | { readonly kind: 'payment'; readonly payment: StoredPayment }
  | {
      readonly kind: 'posting';
      readonly payment: Pick<StoredPayment, 'remittance_id' | 'number'>;
      readonly posting: Posting;
      /** Only in place of a posting that found no claim. */
      readonly ifUnmatched?: true;
    }
  | { readonly kind: 'posting-counts'; readonly remittanceId: string; readonly by: Partial<PostingCounts> }
  | { readonly kind: 'unmatched-payment'; readonly payment: UnmatchedPayment; readonly receivedAt: string }
  | {
      /** The payment waits no longer for its claim; `isLast` when no other payment waits under its number. */
      readonly kind: 'payment-matched';
      readonly payment: UnmatchedPayment;
      readonly isLast: boolean;
    };
