import { lazilyEmpty, type OpenRecord } from '../../description/generated-code.ts';
import type { OpenRecords } from '../../description/loop-reader.ts';
import type { SetContext } from '../../engine/consumer.ts';
import { compiledGuide } from '../../guide/compile.ts';
import { guide837p } from '../../guides/837p.ts';
import type { Position, Segment } from '../../reader/segment.ts';
import { type ProfessionalClaim, professionalClaim, type Transaction, transaction } from '../model/claim.ts';
import {
  type BillingProvider,
  billingProvider,
  type Patient,
  patient,
  type Subscriber,
  subscriber,
} from '../model/party.ts';

const makeTransaction = lazilyEmpty(transaction);
const makeBillingProvider = lazilyEmpty(billingProvider);
const makeSubscriber = lazilyEmpty(subscriber);
const makePatient = lazilyEmpty(patient);
const makeClaim = lazilyEmpty(professionalClaim);

/**
 * The records that are open while the segments of one 837P come in. Loops of a damaged set may come without the loop
 * they belong to. The record of that loop is then made, and a stray line is added to a claim that nobody receives.
 */
export class OpenLoops implements OpenRecords {
  readonly context: SetContext;
  readonly onClaim: (claim: ProfessionalClaim) => void;
  readonly transaction: OpenRecord & Transaction;
  billingProvider: OpenRecord & BillingProvider = makeBillingProvider();
  subscriber: OpenRecord & Subscriber = makeSubscriber();
  patient: (OpenRecord & Patient) | undefined = undefined;
  claim: OpenRecord & ProfessionalClaim;
  readonly records: (OpenRecord | undefined)[];

  constructor(context: SetContext, onClaim: (claim: ProfessionalClaim) => void) {
    this.context = context;
    this.onClaim = onClaim;
    this.records = Array.from({ length: compiledGuide(guide837p).loops.size + 1 }, () => undefined);
    const { interchange, group, set } = context;
    this.transaction = Object.assign(makeTransaction(), { interchange, group, set });
    this.claim = this.newClaim();
  }

  /** The record of an open loop. */
  openRecord(loop: string): OpenRecord | undefined {
    return this.records[compiledGuide(guide837p).loops.get(loop)?.number ?? 0];
  }

  openBillingProvider(segment: Segment): void {
    this.billingProvider = atLevel(makeBillingProvider(), segment);
    this.subscriber = makeSubscriber();
    this.patient = undefined;
  }

  openSubscriber(segment: Segment): void {
    this.subscriber = atLevel(makeSubscriber(), segment);
    this.patient = undefined;
  }

  openPatient(segment: Segment): void {
    this.patient = atLevel(makePatient(), segment);
  }

  /** The patient of loop 2010CA, made when loop 2000C is missing. */
  get patientRecord(): OpenRecord & Patient {
    this.patient ??= makePatient();
    return this.patient;
  }

  openClaim(segment: Segment): void {
    this.claim = this.newClaim(segment.position());
  }

  private newClaim(position?: Position): OpenRecord & ProfessionalClaim {
    const claim = makeClaim(position);
    const open: OpenRecord = claim;
    open['transaction'] = this.transaction;
    open['billingProvider'] = this.billingProvider;
    open['subscriber'] = this.subscriber;
    open['patient'] = this.patient;
    return claim;
  }
}

/** Passes on the open claim at the end of its loop. */
export function handOut({ claim, onClaim }: OpenLoops, isComplete: boolean): void {
  const open: OpenRecord = claim;
  open['isComplete'] = isComplete;
  onClaim(claim);
}

/** Notes where the loop of a record begins. */
export function notePosition(record: OpenRecord, segment: Segment): void {
  record['position'] = segment.position();
}

function atLevel<R extends OpenRecord>(record: R, segment: Segment): R {
  const open: OpenRecord = record;
  open['levelPosition'] = segment.position();
  return record;
}
