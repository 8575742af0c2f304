import type {
  EnvelopeAcknowledgmentStore,
  StoredEnvelopeAcknowledgment,
} from '#claims/acknowledgments/stored-acknowledgment.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { type BatchLookup, type ClaimLookup, isUsableNumber } from '#claims/files/claim-lookup.ts';
import { type BatchCandidate, rankBatches } from './rank-batches.ts';
import { type ClaimCandidate, rankClaims } from './rank-claims.ts';
import type { UnmatchedItem } from './unmatched-item.ts';

export interface CandidatePorts {
  readonly claims: ClaimLookup;
  readonly batches: BatchLookup;
  readonly acknowledgments: EnvelopeAcknowledgmentStore;
  /** Batches that a 277CA acknowledges. */
  findAcknowledgedBatches(acknowledgmentId: string): Promise<readonly string[]>;
  /** Some claims with this charge, newest first, of the provider if it is known; eventually consistent. */
  findByCharge(cents: number, billingNpi: string | undefined): Promise<readonly Claim[]>;
  /** Some claims received from the day on, of the provider if it is known; bounded. */
  findReceived(from: string, billingNpi: string | undefined): Promise<readonly Claim[]>;
}

/** The claims that a payment or status may be about, ranked: those that it names, and those with the same facts. */
export async function findClaimCandidates(
  ports: CandidatePorts,
  { kind, facts, claim_ids, response_id, received_at }: UnmatchedItem,
): Promise<readonly ClaimCandidate[]> {
  const { patient_control_number, payer_control_number: payerNumber, service_from, billing_npi } = facts;
  const charge = Math.abs(facts.charge ?? 0);
  const numbers = (facts.numbers ?? [patient_control_number]).filter(isUsableNumber);
  const [named, numbered, byPayer, byCharge, received, batchIds] = await Promise.all([
    ports.claims.findClaims(claim_ids),
    numbers.length > 0 ? ports.claims.findByNumbers([{ numbers }]) : [],
    isUsableNumber(payerNumber) ? ports.claims.findByPayerControl(payerNumber) : [],
    charge > 0 ? ports.findByCharge(charge, billing_npi) : [],
    ports.findReceived(service_from ?? daysBefore(received_at), billing_npi),
    kind === 'status' ? ports.findAcknowledgedBatches(response_id) : [],
  ]);
  const byNumber = numbered.flatMap((found) => [...found.values()].flat());
  return rankClaims(facts, [...named, ...byNumber, ...byPayer, ...byCharge, ...received], { batchIds });
}

/** Most claims have their remittance within this time. */
const usualDays = 120;

const daysBefore = (receivedAt: string): string =>
  new Date(Date.parse(receivedAt) - usualDays * 86_400_000).toISOString().slice(0, 10);

/** The batches that a 999 or TA1 may be about, ranked. */
export async function findBatchCandidates(
  { batches, acknowledgments }: Pick<CandidatePorts, 'batches' | 'acknowledgments'>,
  item: Pick<UnmatchedItem, 'response_id'>,
): Promise<readonly BatchCandidate[]> {
  const stored = await acknowledgments.find(item.response_id);
  if (stored === undefined) return [];
  const found = await batchesOf(batches, stored);
  const ids = found.map(({ id }) => id);
  const known = await acknowledgments.findAcknowledged(ids, stored.kind);
  // The sender and receiver of the group are not stored; most partners use those of the interchange.
  const parties = { sender: stored.sender, receiver: stored.receiver };
  return rankBatches({ interchange: parties, group: parties }, found, known);
}

/** Batches with the acknowledged number, of any trading partner. */
function batchesOf(batches: BatchLookup, stored: StoredEnvelopeAcknowledgment) {
  if (stored.kind === 'TA1') return batches.findByInterchange(stored.acknowledged.interchange_control_number);
  return batches.findByGroup(stored.acknowledged.group_control_number);
}
