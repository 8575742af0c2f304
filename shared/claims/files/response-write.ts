import type { BatchAcceptances } from '#claims/claims/batch.ts';
import type { PackedContent } from '#claims/packed-json.ts';
import type {
  StoredEnvelopeAcknowledgment,
  StoredSetAcknowledgment,
  VerdictResult,
} from '../acknowledgments/stored-acknowledgment.ts';
import type {
  StatusCounts,
  StatusResult,
  StoredClaimAcknowledgment,
} from '../claim-acknowledgments/stored-claim-acknowledgment.ts';
import type {
  Posting,
  PostingCounts,
  StoredPayment,
  StoredRemittance,
  UnmatchedPayment,
} from '../remittances/stored-remittance.ts';
import type { UnmatchedItem } from '../unmatched/unmatched-item.ts';

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
      /** Applies an acknowledgment again, to the batch that a person chose. Condition: it is applied, to no batch. */
      readonly kind: 'acknowledgment-reopened';
      readonly acknowledgment: StoredEnvelopeAcknowledgment;
    }
  | {
      /** The batch expects no further acknowledgment of the type. */
      readonly kind: 'batch-acknowledged';
      readonly batchId: string;
      readonly by: '999' | 'TA1';
      readonly acknowledgmentId: string;
    }
  /** Condition: the stored record has the version before. */
  | { readonly kind: 'batch-accepted'; readonly acceptances: BatchAcceptances }
  | {
      /** Condition: the acceptances of the batch still have this version; absent without acceptances. */
      readonly kind: 'batch-acceptances-unchanged';
      readonly batchId: string;
      readonly version: number | undefined;
    }
  | { readonly kind: 'payment'; readonly payment: StoredPayment }
  | {
      readonly kind: 'posting';
      readonly payment: Pick<StoredPayment, 'remittance_id' | 'number'>;
      readonly posting: Posting;
      /** Only in place of a posting that found no claim. */
      readonly ifUnmatched?: true;
    }
  | {
      readonly kind: 'posting-counts';
      readonly remittanceId: string;
      readonly by: Partial<PostingCounts>;
      /** Billing providers of claims to which payments are posted now. */
      readonly billingNpis?: readonly string[];
    }
  | { readonly kind: 'unmatched-payment'; readonly payment: UnmatchedPayment; readonly receivedAt: string }
  | {
      /** Removes an unmatched payment; `isLast` if no other payment waits under its number. */
      readonly kind: 'payment-matched';
      readonly payment: UnmatchedPayment;
      readonly isLast: boolean;
    }
  | {
      /** Results of one stored part of a 277CA. Condition: the part is still `replaces`. */
      readonly kind: 'status-part';
      readonly id: string;
      readonly first: number;
      readonly results: readonly StatusResult[];
      readonly replaces: PackedContent;
    }
  | { readonly kind: 'status-counts'; readonly acknowledgmentId: string; readonly by: Partial<StatusCounts> }
  | {
      /** An item of the unmatched responses. Condition: the stored item has the version `replaces`, if that is given. */
      readonly kind: 'unmatched-item';
      readonly item: UnmatchedItem;
      readonly replaces?: number;
    };
