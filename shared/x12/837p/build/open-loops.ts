import type { SetContext } from '../../engine/consumer.ts';
import type { Position, Segment } from '../../reader/segment.ts';
import { type ProfessionalClaim, professionalClaim, type Transaction, transaction } from '../model/claim.ts';
import type { Adjustment } from '../model/other-coverage.ts';
import {
  type BillingProvider,
  billingProvider,
  type Patient,
  patient,
  type Subscriber,
  subscriber,
} from '../model/party.ts';
import { lazilyEmpty, type OpenRecord } from './generated-code.ts';

const slots = new Map<string, number>();

/**
 * The slot of {@link OpenLoops} that holds the open record of a loop. Each loop has its own, because in a damaged set a
 * segment may follow another party's loop.
 */
export function slotOf(loop: string): number {
  const slot = slots.get(loop) ?? slots.size;
  slots.set(loop, slot);
  return slot;
}

const makeTransaction = lazilyEmpty(transaction);
const makeBillingProvider = lazilyEmpty(billingProvider);
const makeSubscriber = lazilyEmpty(subscriber);
const makePatient = lazilyEmpty(patient);
const makeClaim = lazilyEmpty(professionalClaim);
const coverageSlot = slotOf('2320');
const adjudicationSlot = slotOf('2430');

/**
 * The records that are open while the segments of one 837P come in. Loops of a damaged set may come without the loop
 * they belong to. The record of that loop is then made, and a stray line is added to a claim that nobody receives.
 */
export class OpenLoops {
  readonly context: SetContext;
  readonly onClaim: (claim: ProfessionalClaim) => void;
  readonly transaction: OpenRecord & Transaction;
  billingProvider: OpenRecord & BillingProvider = makeBillingProvider();
  subscriber: OpenRecord & Subscriber = makeSubscriber();
  patient: (OpenRecord & Patient) | undefined = undefined;
  claim: OpenRecord & ProfessionalClaim;
  /** Records of loops, by slot. */
  readonly records: (OpenRecord | undefined)[] = Array.from(slots, () => undefined);

  constructor(context: SetContext, onClaim: (claim: ProfessionalClaim) => void) {
    this.context = context;
    this.onClaim = onClaim;
    const { interchange, group, set } = context;
    this.transaction = Object.assign(makeTransaction(), { interchange, group, set });
    this.claim = this.newClaim();
  }

  /** Adjustments of the open loop 2320 or 2430. */
  adjustmentsOf(loop: '2320' | '2430'): readonly Adjustment[] {
    const record = this.records[loop === '2320' ? coverageSlot : adjudicationSlot];
    // The descriptions of both loops have these adjustments.
    return (record?.['adjustments'] ?? []) as readonly Adjustment[];
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
