import { changeOf } from '#claims/change.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { type ClaimChange, type ClaimPatch, moveClaim } from '#claims/claims/claim-change.ts';
import {
  type AdjudicatedLine,
  type Adjudication,
  type Answer,
  claimId,
  factKey,
  type KeptFact,
} from '#claims/claims/facts.ts';
import { foldChain } from '#claims/claims/fold-chain.ts';
import { type Trigger, transitions } from '#claims/claims/lifecycle.ts';
import { findChain, findClaim } from '#claims/claims/records.ts';
import { writeChange } from '#store/claims/write-change.ts';
import type { LocalStores } from './local-stores.ts';

/** What others do to a claim: the clearinghouse takes it, and payers answer. */
export type Happening =
  | 'submitted'
  | 'accepted'
  | 'pended'
  | 'payer_rejected'
  | 'rejected'
  | 'questioned'
  | 'overdue'
  | 'paid'
  | 'denied'
  | 'unprocessable';

interface HappeningFacts extends ClaimPatch {
  readonly payer_control_number?: string;
  readonly rejected_as?: 'cause' | 'collateral';
}

/** The changes of a chain to one of whose claims something happened. */
export function happened(
  claim: Claim,
  what: Happening,
  { payer_control_number: number = '', rejected_as, rejected_by_999_id, ...patch }: HappeningFacts = {},
  chain: readonly Claim[] = [claim],
): readonly ClaimChange[] {
  const now = new Date();
  const sent_at = patch.submitted_at ?? now.toISOString();
  const sending: ClaimPatch = {
    submission_id: claim.submission_id ?? crypto.randomUUID(),
    submitted_at: sent_at,
    sent: [
      ...(claim.sent ?? []).filter((one) => one.sent_at !== undefined),
      { sent_at, batch: patch.batch_id ?? crypto.randomUUID() },
    ],
    ...patch,
  };
  const added = {
    claim: claim.id,
    facts:
      what === 'submitted'
        ? []
        : [factOf(claim, what, { number, rejected_as, response: rejected_by_999_id, now })],
    patch: what === 'submitted' ? sending : patch,
    entry: () => ({ type: what === 'submitted' ? 'clearhouse.submitted' : `claim.${what}` }),
  };
  return foldChain(chain, [added], { actor: 'test', now }).changes;
}

function factOf(
  claim: Claim,
  what: Exclude<Happening, 'submitted'>,
  by: {
    readonly number: string;
    readonly rejected_as?: 'cause' | 'collateral' | undefined;
    readonly response: string | undefined;
    readonly now: Date;
  },
): KeptFact {
  const { id, sent = [] } = claim;
  const batch = sent.at(-1)?.batch;
  const at = by.now.toISOString();
  const shared = { key: factKey(crypto.randomUUID()), claim: claimId(id) };
  const response = by.response ?? crypto.randomUUID();
  switch (what) {
    case 'questioned':
      return { ...shared, fact: 'doubt', at, about: 'ambiguous', source_id: response, text: 'Test' };
    case 'overdue':
      return { ...shared, fact: 'late', n: sent.length, expects: '999' };
    case 'paid':
    case 'denied':
    case 'unprocessable':
      return adjudication(claim, what, { ...shared, ...by, response });
    default: {
      const verdict: Answer['verdict'] =
        what === 'accepted' ? 'accepted' : what === 'pended' ? 'pended' : 'rejected';
      return {
        ...{ ...shared, fact: 'answer', response, from: what === 'rejected' ? '999' : '277CA', verdict },
        ...{ sender: 'PAYER', written_on: at.slice(0, 10), written_at: at, received_at: at, answered_at: at },
        ...{ code: verdict === 'rejected' ? 'A7:562' : 'A2:20', reasons: [] },
        // Two submissions of one second are told apart by the batch that the answer names.
        ...(batch !== undefined && { batch }),
        ...(by.rejected_as && { cause: by.rejected_as }),
        ...(by.number !== '' && { payer_number: by.number }),
      };
    }
  }
}

function adjudication(
  claim: Pick<Claim, 'patient_control_number' | 'total_charge' | 'frequency'>,
  what: 'paid' | 'denied' | 'unprocessable',
  by: Pick<Adjudication, 'key' | 'claim'> & {
    readonly number: string;
    readonly now: Date;
    readonly response: string;
  },
): Adjudication {
  const at = by.now.toISOString();
  const day = at.slice(0, 10);
  const charge = claim.total_charge;
  const paid = what === 'paid' ? charge : 0;
  const denied = what === 'paid' ? [] : [{ group: 'CO', code: '50', amount: charge }];
  const remarks = what === 'unprocessable' ? ['MA130'] : [];
  const outcome: AdjudicatedLine['outcome'] = what === 'paid' ? what : 'denied';
  const line = {
    ...{ line: 'all', charge, paid, agreed: 0, adjustments: denied, remarks, denied, not_covered: false },
    ...{ patient: { deductible: 0, coinsurance: 0, copay: 0, other: 0 }, outcome },
  } as const;
  return {
    ...{ fact: 'adjudication', key: by.key, claim: by.claim, remittance: by.response, payment_number: 1 },
    ...{ received_at: at, number: claim.patient_control_number, trace: by.response, paid_on: day },
    ...{ written_on: day, payer: { id: 'PAYER', originator: '1' }, payer_number: by.number, level: 1 },
    ...{ kind: 'decision', status_code: '1', charge, paid, codes: [], lines: [line] },
    ...{ unknown_codes: [], unclassified_codes: [] },
    // CLP09: of two payments of one day nothing else shows which one is for the correction.
    ...(claim.frequency === '7' && { frequency: claim.frequency }),
  };
}

const isTrigger = (what: string): what is Trigger => Object.hasOwn(transitions, what);

/** Moves a stored claim, as a person, a submission or a response does. */
export async function moveStoredClaim(
  stores: Pick<LocalStores, 'claims' | 'audit' | 'readSearchKey'>,
  id: string,
  what: Trigger | Happening,
  patch: HappeningFacts = {},
): Promise<void> {
  const claim = await findClaim(stores.claims, id);
  if (claim === undefined) return;
  const facts = { actor: 'test', now: new Date() };
  const changes = isTrigger(what)
    ? [moveClaim(claim, what, facts, patch) ?? []].flat()
    : happened(claim, what, patch, await findChain(stores.claims, claim));
  if (changes.length > 0) await writeChange(stores, changeOf(changes));
}

/** Marks a claim as paid under the payer's number, as a remittance does. */
export async function payStoredClaim(
  stores: Pick<LocalStores, 'claims' | 'audit' | 'readSearchKey'>,
  id: string,
  payer_control_number: string,
): Promise<void> {
  await moveStoredClaim(stores, id, 'submitted');
  await moveStoredClaim(stores, id, 'paid', { payer_control_number });
}
