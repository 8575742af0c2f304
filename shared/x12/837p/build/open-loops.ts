import type { SetContext } from '../../engine/consumer.ts';
import type { Segment } from '../../reader/segment.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import { ClaimRecord, TransactionRecord } from '../model/claim-records.ts';
import { AdjudicationRecord, CoverageRecord } from '../model/coverage-records.ts';
import { DrugRecord, FormRecord, LineRecord } from '../model/line-records.ts';
import {
  BillingProviderRecord,
  PartyRecord,
  type PatientRecord,
  SubscriberRecord,
} from '../model/party-records.ts';

/**
 * What is open while the segments of one 837P come in. The loops of a damaged set may come without what they belong
 * to, so every place is filled from the start: a stray line then lands in a claim that is never handed out.
 */
export class OpenLoops {
  readonly context: SetContext;
  readonly onClaim: (claim: ProfessionalClaim) => void;
  transaction = new TransactionRecord();
  billingProvider = new BillingProviderRecord();
  subscriber = new SubscriberRecord();
  patient: PatientRecord | undefined = undefined;
  claim: ClaimRecord;
  line = new LineRecord();
  coverage = new CoverageRecord();
  adjudication = new AdjudicationRecord();
  drug = new DrugRecord();
  form = new FormRecord();
  /** Of the innermost NM1 loop. */
  party = new PartyRecord();

  constructor(context: SetContext, onClaim: (claim: ProfessionalClaim) => void) {
    this.context = context;
    this.onClaim = onClaim;
    this.transaction.interchange = context.interchange;
    this.transaction.group = context.group;
    this.transaction.set = context.set;
    this.claim = this.newClaim();
  }

  newClaim(): ClaimRecord {
    return new ClaimRecord(this.transaction, this.billingProvider, this.subscriber, this.patient);
  }
}

export type Handler = (builder: OpenLoops, segment: Segment) => void;
export type Handlers = Readonly<Record<string, Handler>>;

/** The element as text, undefined when it is absent or empty. */
export function text(segment: Segment, element: number): string | undefined {
  return segment.has(element) ? segment.text(element) : undefined;
}

export function component(segment: Segment, element: number, part: number): string | undefined {
  const value = segment.component(element, part);
  return value === '' ? undefined : value;
}
