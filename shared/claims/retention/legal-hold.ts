import { createHash } from 'node:crypto';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { LegalHold } from '#contract/claims/retention.ts';
import type { Claim } from '../claim/claim.ts';

/** What the open legal holds name. */
export interface HeldNames {
  readonly everything: boolean;
  readonly claims: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  readonly remittances: ReadonlySet<string>;
}

export function heldNames(holds: readonly LegalHold[]): HeldNames {
  const open = holds.filter(({ released_at }) => released_at === undefined);
  const all = (read: (hold: LegalHold) => readonly string[]) => new Set(open.flatMap(read));
  return {
    everything: open.some(({ everything }) => everything),
    claims: all(({ claim_ids }) => claim_ids),
    members: all(({ member_ids }) => member_ids.map(foldedMember)),
    files: all(({ file_ids }) => file_ids),
    remittances: all(({ remittance_ids }) => remittance_ids),
  };
}

/** Member ids are compared without regard to letter case and blanks. */
const foldedMember = (id: string): string => id.replaceAll(/\s/g, '').toUpperCase();

export const isHeldClaim = (
  held: HeldNames,
  { id, member_id, facts = [] }: Pick<Claim, 'id' | 'member_id' | 'facts'>,
): boolean =>
  held.everything ||
  held.claims.has(id) ||
  (member_id !== undefined && held.members.has(foldedMember(member_id))) ||
  facts.some((fact) => 'remittance' in fact && held.remittances.has(fact.remittance));

/** Ids of the records that a claim belongs to, which are held with it. */
export const recordsOfClaim = (claim: Claim): readonly string[] =>
  [
    claim.source.kind === 'file' ? claim.source.file_id : undefined,
    claim.submission_id,
    claim.batch_id,
    claim.remittance_id,
    claim.acknowledged_by_999_id,
    claim.rejected_by_999_id,
    claim.payer_status_by_277ca_id,
    claim.payer_rejected_by_277ca_id,
    ...(claim.facts ?? []).map((fact) =>
      fact.fact === 'answer' ? fact.response : 'remittance' in fact ? fact.remittance : undefined,
    ),
    ...claim.conflicts.map(({ source_id }) => source_id),
  ].flatMap((id) => id ?? []);

/** Ids and counts: the names of members and the reason are not in the audit log. */
export const holdEntry = (
  event_type: string,
  hold: LegalHold,
  actor: string,
  reason: string,
): EntryDraft => ({
  event_type,
  entity_type: 'legal_hold',
  entity_id: hold.id,
  actor,
  payload: {
    claims: hold.claim_ids.length,
    members: hold.member_ids.length,
    files: hold.file_ids.length,
    remittances: hold.remittance_ids.length,
    everything: hold.everything,
    reason_sha256: createHash('sha256').update(reason).digest('hex'),
  },
});
