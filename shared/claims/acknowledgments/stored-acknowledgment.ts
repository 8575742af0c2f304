import type { ClaimLane } from '#claims/claims/lifecycle.ts';
import type { BatchLookup, ClaimLookup, ResponseStore, StoredResponse } from '#claims/files/claim-lookup.ts';
import { writtenTime } from '#claims/files/file-time.ts';
import { codeOrMask } from '#claims/files/response-json.ts';
import type {
  ImplementationAcknowledgment,
  TransactionSetResponse,
} from '#x12/999/functional-group-response.ts';
import type { GroupHeader, InterchangeAcknowledgment, InterchangeHeader } from '#x12/engine/consumer.ts';
import { verdictOf } from './acknowledgment-codes.ts';
import type { AcknowledgmentFinding, ClaimVerdict } from './batch-verdicts.ts';
import type { ImplementationAcknowledgmentDetail } from './contract.ts';

export type StoredEnvelopeAcknowledgment =
  | StoredImplementationAcknowledgment
  | StoredInterchangeAcknowledgment;

interface Envelope extends StoredResponse {
  readonly verdict: 'accepted' | 'partial' | 'rejected' | 'unknown';
  /** The batches that it is about; empty when no batch was found. */
  readonly batch_ids: readonly string[];
  readonly match: BatchMatch;
  readonly findings: readonly AcknowledgmentFinding[];
  readonly claim_counts: VerdictCounts;
  /** Results before a person attached it to a batch; its verdicts follow them. */
  readonly attached_after?: number;
}

/** How the batch was found; see {@link BatchChoice}. */
export interface BatchMatch {
  readonly by: 'partners' | 'number' | 'none' | 'other_partners' | 'not_claims' | 'ambiguous' | 'hand';
  /** Other batches with the acknowledged number. */
  readonly candidates: readonly string[];
}

/** One ST of a 999, which acknowledges one functional group. */
export type StoredImplementationAcknowledgment = Envelope &
  ReturnType<typeof implementationAcknowledgmentFacts>;

export const implementationAcknowledgmentFacts = (
  received: ImplementationAcknowledgment,
  group: GroupHeader,
  receivedAt: string,
) => ({
  kind: '999' as const,
  ...interchangeFacts(received.interchange),
  ...writtenTime(group, receivedAt),
  application_sender: group.sender,
  group_control_number: group.controlNumber,
  set_control_number: received.setControlNumber,
  code: received.code,
  verdict: verdictOf(received.code),
  // AK905 to AK909.
  errors: received.errors.map(codeOrMask),
  // AK101 to AK103.
  acknowledged: {
    functional_id: received.functionalId,
    group_control_number: received.controlNumber,
    version: received.version,
  },
  // AK902 to AK904.
  ...(received.included !== undefined && { sets_included: received.included }),
  ...(received.received !== undefined && { sets_received: received.received }),
  ...(received.acceptedCount !== undefined && { sets_accepted: received.acceptedCount }),
});

export type StoredInterchangeAcknowledgment = Envelope & ReturnType<typeof interchangeAcknowledgmentFacts>;

export const interchangeAcknowledgmentFacts = (
  { controlNumber, date, time, code, note }: InterchangeAcknowledgment,
  interchange: InterchangeHeader,
  receivedAt: string,
) => ({
  kind: 'TA1' as const,
  ...interchangeFacts(interchange),
  ...writtenTime(interchange, receivedAt),
  application_sender: interchange.sender,
  code,
  verdict: verdictOfTa1(code),
  acknowledged: { interchange_control_number: controlNumber, date, time },
  note,
});

const interchangeFacts = ({ sender, receiver, controlNumber }: InterchangeHeader) => ({
  sender,
  receiver,
  interchange_control_number: controlNumber,
});

function verdictOfTa1(code: string): 'accepted' | 'rejected' | 'unknown' {
  if (code === 'R') return 'rejected';
  return code === 'A' || code === 'E' ? 'accepted' : 'unknown';
}

/** Claims by their verdicts: `causes` have an error themselves, `superseded` were sent again since. */
export const noVerdicts = { accepted: 0, rejected: 0, causes: 0, unknown: 0, superseded: 0 };

export type VerdictCounts = Readonly<typeof noVerdicts>;

export interface VerdictResult extends ClaimVerdict {
  /** Lane of the claim afterwards. */
  readonly lane?: ClaimLane;
  readonly outcome: ImplementationAcknowledgmentDetail['claims'][number]['outcome'];
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

export interface EnvelopeAcknowledgmentStore extends ResponseStore<StoredEnvelopeAcknowledgment> {
  /** The batches that expect no further acknowledgment of the type. */
  findAcknowledged(batchIds: readonly string[], type: '999' | 'TA1'): Promise<ReadonlySet<string>>;
}

export interface EnvelopeAcknowledgmentPorts {
  readonly acknowledgments: EnvelopeAcknowledgmentStore;
  readonly claims: ClaimLookup;
  readonly batches: BatchLookup;
  /** Whether claims are sent to a receiver with this id. */
  isReceiver(id: string): boolean;
}
