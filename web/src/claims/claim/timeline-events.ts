import type { ClaimDetail, TimelineEntry } from '#claims/claims/claim-fields.ts';
import type { Tone } from '#web/components/badge.tsx';

/** An event of a claim as it is shown. An audit entry and the payment or submission behind it are one event. */
export interface ClaimTimelineEvent {
  readonly entry: TimelineEntry;
  /** The payment of the entry, with its adjustments. */
  readonly payment?: Payment;
}

/** A payment or reversal of the claim. */
export interface Payment {
  readonly remittanceId: string;
  readonly number: number;
  readonly paid: number;
  readonly charge: number;
  readonly patientResponsibility: number;
  readonly outcome: string;
  readonly at: string;
  readonly adjustments: readonly Adjustment[];
}

/** A sum that payer and charge differ by, and why. */
export interface Adjustment {
  readonly group: string;
  readonly reason: string;
  readonly amount: number;
  /** English meaning of the reason; absent for an unknown one. */
  readonly text?: string;
}

/** The events of a claim, newest first. */
export function timelineEvents({ timeline }: ClaimDetail): readonly ClaimTimelineEvent[] {
  const payments = paymentsOf(timeline);
  const shown = new Set<Payment>();
  const events = timeline
    .filter((entry) => entry.event !== 'payment' && !isRepeated(entry, timeline))
    .map((entry): ClaimTimelineEvent => {
      const payment = payments.find(
        ({ remittanceId, number }) => remittanceId === entry['remittance_id'] && number === entry['number'],
      );
      if (payment === undefined) return { entry };
      shown.add(payment);
      return { entry, payment };
    });
  // A payment without an audit entry changed nothing, such as one that is held.
  const others = timeline
    .filter(({ event }) => event === 'payment')
    .map((entry) => ({ entry, payment: paymentOf(entry) }))
    .filter(({ payment }) => ![...shown].some((one) => isSame(one, payment)));
  return [...events, ...others].toSorted((a, b) => (a.entry.at < b.entry.at ? 1 : -1));
}

/** The newest payment that was not reversed; undefined if there is none. */
export function newestPayment(claim: ClaimDetail): Payment | undefined {
  const payments = paymentsOf(claim.timeline).filter(({ outcome }) => outcome !== 'reversed');
  return payments.find(({ remittanceId }) => remittanceId === claim.remittance_id) ?? payments.at(-1);
}

const paymentsOf = (timeline: readonly TimelineEntry[]): readonly Payment[] =>
  timeline.filter(({ event }) => event === 'payment').map(paymentOf);

const isSame = (one: Payment, other: Payment): boolean =>
  one.remittanceId === other.remittanceId && one.number === other.number;

/** The detail of a submission is repeated by its audit entry. */
const isRepeated = ({ event, reference }: TimelineEntry, timeline: readonly TimelineEntry[]): boolean =>
  event === 'submission' && timeline.some((other) => other['submission_id'] === reference);

function paymentOf(entry: TimelineEntry): Payment {
  const adjustments = entry['adjustments'];
  return {
    remittanceId: entry.reference ?? '',
    number: numberOf(entry['number']),
    paid: numberOf(entry['paid']),
    charge: numberOf(entry['charge']),
    patientResponsibility: numberOf(entry['patient_responsibility']),
    outcome: textOf(entry['outcome']),
    at: entry.at,
    adjustments: Array.isArray(adjustments) ? adjustments.map(adjustmentOf) : [],
  };
}

function adjustmentOf(value: unknown): Adjustment {
  const { group, reason, amount, text } = Object(value);
  return {
    group: textOf(group),
    reason: textOf(reason),
    amount: numberOf(amount),
    ...(typeof text === 'string' && { text }),
  };
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const tones: Readonly<Record<string, Tone>> = {
  'claim.paid': 'good',
  'claim.accepted': 'good',
  'batch.acknowledged': 'info',
  'claim.acknowledged': 'info',
  'claim.pending': 'info',
  'clearhouse.submitted': 'info',
  'claim.denied': 'danger',
  'claim.rejected': 'danger',
  'claim.payer_rejected': 'danger',
  'claim.underpaid': 'warning',
  'claim.reversed': 'warning',
  'claim.review': 'warning',
  'claim.overdue': 'warning',
};

/** Tone of an event. */
export const toneOfEvent = (event: string): Tone => tones[event] ?? 'neutral';
