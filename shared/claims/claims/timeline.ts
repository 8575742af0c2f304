import * as z from 'zod';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { outcomeOf, patientShareOf } from '../remittances/judge.ts';
import type { Claim } from './claim.ts';
import type { TimelineEntry } from './claim-fields.ts';
import type { Adjudication } from './facts.ts';
import { totalOf } from './patient-share.ts';
import { summedByCode } from './reasons.ts';

/** A payment of a claim, in more detail than its audit entry. */
interface ClaimEvent {
  readonly at: string;
  readonly kind: 'payment';
  /** Id of the remittance. */
  readonly reference: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * The history of a claim, oldest first: its audit entries, its submissions, which only their entries record, and its events with
 * payments, adjustments and status reasons.
 */
export function timeline(entries: readonly AuditEntry[], events: readonly ClaimEvent[]): TimelineEntry[] {
  const audited = entries.map(({ id, created_at, event_type, actor, payload_json }) => ({
    at: created_at,
    event: event_type,
    actor,
    audit_entry_id: id,
    ...without(readPayload(payload_json), ['at', 'event', 'actor', 'audit_entry_id']),
  }));
  const detailed = events.map(({ at, kind, reference, detail }) => ({
    at,
    event: kind,
    reference,
    ...without({ ...detail }, ['at', 'event', 'reference']),
  }));
  const submitted = entries.flatMap(submissionIn);
  return [...audited, ...submitted, ...detailed].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Entries of the batches of a claim that are about the claim. A claim that a 999 refuses has its own entry. */
export function acceptancesIn(
  ofBatches: readonly AuditEntry[],
  { facts = [] }: Claim,
): readonly AuditEntry[] {
  const own = new Set(facts.flatMap((fact) => (fact.fact === 'answer' ? fact.response : [])));
  return ofBatches.filter(({ payload_json }) => {
    const id = readPayload(payload_json)['acknowledgment_id'];
    return typeof id === 'string' && !own.has(id);
  });
}

/** The submission in the audit entry of a sent claim. */
function submissionIn({ event_type, payload_json }: AuditEntry) {
  if (event_type !== 'clearhouse.submitted') return [];
  const { data } = submissionPayload.safeParse(readPayload(payload_json));
  if (data === undefined) return [];
  const { submission_id, file_name, interchange, group, sent_at } = data;
  const numbers = { interchange_control_number: interchange, group_control_number: group };
  return [{ at: sent_at, event: 'submission', reference: submission_id, file_name, ...numbers }];
}

const submissionPayload = z.object({
  submission_id: z.string(),
  file_name: z.string(),
  interchange: z.string(),
  group: z.string(),
  sent_at: z.string(),
});

function readPayload(text: string): Record<string, unknown> {
  const payload: unknown = JSON.parse(text);
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? { ...payload } : {};
}

/** Removes members that the entry itself has, so that a payload never replaces them. */
const without = (record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The payments that the claim got. */
export function paymentEvents({ facts = [] }: Claim): readonly ClaimEvent[] {
  const withdrawn = new Set(
    facts.flatMap((fact) => (fact.fact === 'decision' ? (fact.withdraws ?? []) : [])),
  );
  return facts.flatMap((fact): readonly ClaimEvent[] => {
    if (fact.fact !== 'adjudication') return [];
    const detail = { ...detailOf(fact), ...(withdrawn.has(fact.key) && { taken_back: true }) };
    return [{ at: fact.received_at, kind: 'payment', reference: fact.remittance, detail }];
  });
}

const detailOf = (fact: Adjudication) => ({
  type: '835',
  number: fact.payment_number,
  status_code: fact.status_code,
  charge: fact.charge / 100,
  paid: fact.paid / 100,
  patient_responsibility: totalOf(patientShareOf(fact)) / 100,
  payer_control_number: fact.payer_number,
  adjustments: adjustmentSums(fact),
  outcome: outcomeOf(fact),
  ...(fact.held !== undefined && { held: fact.held }),
  ...(fact.assigned !== undefined && { by_hand: true }),
});

/** Sums of the adjustments of claim and lines by group and reason. */
const adjustmentSums = ({ lines }: Adjudication) =>
  summedByCode(lines.flatMap(({ adjustments }) => adjustments)).map(({ group, code, amount }) => ({
    ...{ group, reason: code, amount: amount / 100, text: adjustmentReasonText(code) },
  }));
