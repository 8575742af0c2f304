import type { TransactionSetResponse } from '#x12/999/functional-group-response.ts';
import type { ClaimLane } from '../../claim/lifecycle.ts';
import type { StoredResponse } from '../engine/stored-response.ts';
import type { AcknowledgmentFinding, ClaimVerdict } from './batch-verdicts.ts';

/** A 999 set or a TA1 as it is stored. */
export type StoredEnvelopeAcknowledgment =
  | StoredImplementationAcknowledgment
  | StoredInterchangeAcknowledgment;

interface Envelope extends StoredResponse {
  /** ISA06, ISA08 and ISA13 of the acknowledgment itself. */
  readonly sender: string;
  readonly receiver: string;
  readonly interchange_control_number: string;
  /** Code as sent: AK901 or TA104. */
  readonly code: string;
  readonly verdict: 'accepted' | 'partial' | 'rejected' | 'unknown';
  /** The batches that it is about; empty when no batch was found. */
  readonly batch_ids: readonly string[];
  readonly match: BatchMatch;
  readonly findings: readonly AcknowledgmentFinding[];
  readonly claim_counts: VerdictCounts;
}

/** How the batch was found; see {@link BatchChoice}. */
export interface BatchMatch {
  /** `number` occurs only in records of earlier versions, which did not compare the partners. */
  readonly by: 'partners' | 'number' | 'none' | 'other_partners' | 'not_claims' | 'ambiguous';
  /** Other batches with the acknowledged number. */
  readonly candidates: readonly string[];
}

/** One ST of a 999, which acknowledges one functional group. */
export interface StoredImplementationAcknowledgment extends Envelope {
  readonly kind: '999';
  /** GS06 and ST02 of the 999 itself. */
  readonly group_control_number: string;
  readonly set_control_number: string;
  /** AK101 to AK103. */
  readonly acknowledged: {
    readonly functional_id: string;
    readonly group_control_number: string;
    readonly version: string;
  };
  /** AK905 to AK909. */
  readonly errors: readonly string[];
  /** AK902 to AK904. */
  readonly sets_included?: number;
  readonly sets_received?: number;
  readonly sets_accepted?: number;
}

export interface StoredInterchangeAcknowledgment extends Envelope {
  readonly kind: 'TA1';
  /** TA101 to TA103. */
  readonly acknowledged: {
    readonly interchange_control_number: string;
    readonly date: string;
    readonly time: string;
  };
  /** TA105. */
  readonly note: string;
}

/** Claims by their verdicts: `causes` are rejected for an error of their own, `superseded` were sent again since. */
export const noVerdicts = { accepted: 0, rejected: 0, causes: 0, unknown: 0, superseded: 0 };

export type VerdictCounts = Readonly<typeof noVerdicts>;

/** The effect of a 999 or TA1 on one claim. */
export interface VerdictResult extends ClaimVerdict {
  /** Lane of the claim afterwards. */
  readonly lane?: ClaimLane;
  /** `superseded`: the claim was sent again since. */
  readonly outcome: 'moved' | 'noted' | 'superseded' | 'unchanged' | 'missing';
}

const maxSegmentErrors = 200;
const maxElementErrors = 20;

/** A set of a 999, without bad values (IK404) and names in CTX, which may be patient data. */
export type StoredSetAcknowledgment = ReturnType<typeof storedSetAcknowledgment>;

export const storedSetAcknowledgment = (set: TransactionSetResponse) => ({
  set: set.set,
  set_control_number: set.controlNumber,
  code: set.code,
  accepted: set.accepted,
  errors: set.errors,
  segments: set.segments.slice(0, maxSegmentErrors).map((error) => {
    const number = error.businessUnit.find(({ name }) => name === 'CLM01')?.value;
    return {
      segment: error.segment,
      position: error.position,
      loop: error.loop,
      code: error.code,
      ...(number !== undefined && { patient_control_number: number }),
      elements: error.elements.slice(0, maxElementErrors).map((element) => ({
        element: element.element,
        ...(element.component !== undefined && { component: element.component }),
        ...(element.repetition !== undefined && { repetition: element.repetition }),
        data_element: element.ref,
        code: element.code,
      })),
    };
  }),
  segment_count: set.segments.length,
});
