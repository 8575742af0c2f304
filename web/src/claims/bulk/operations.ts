import type { BulkOperation, BulkRule } from '#claims/bulk/contract.ts';
import type { decidedLanes } from '#contract/claims/state-names.ts';
import type { ClaimLane } from '#web/claims/lane/lanes.ts';

/** The name of an operation on many claims that has a preview. Follow-up and notes have a dialog of their own. */
export type OperationKind = Exclude<BulkOperation['kind'], 'follow_up' | 'note'>;

const operations: Readonly<Partial<Record<ClaimLane, readonly OperationKind[]>>> = {
  draft: ['correct', 'dismiss'],
  review: ['release', 'correct', 'dismiss'],
  held: ['unhold', 'correct', 'dismiss'],
  ready: ['hold', 'correct'],
  rejected: ['resend', 'correct', 'dismiss'],
  payer_rejected: ['correct', 'dismiss'],
  denied: ['correct', 'dismiss'],
  underpaid: ['correct', 'dismiss'],
  dismissed: ['restore'],
};

/** Operations that apply to claims of a lane, the frequent one first. */
export const operationsOf = (lane: ClaimLane): readonly OperationKind[] => operations[lane] ?? [];

const inverses: Readonly<Partial<Record<OperationKind, BulkOperation>>> = {
  hold: { kind: 'unhold' },
  unhold: { kind: 'hold' },
  dismiss: { kind: 'restore' },
};

/** What takes an operation back; undefined for one that a person takes back claim by claim. */
export const inverseOf = (kind: OperationKind): BulkOperation | undefined => inverses[kind];

/** A lane that a person may choose for a claim that was sent. */
export type ReleaseLane = (typeof decidedLanes)[number];

/** The fields that `correct` sets, in the order of the form. */
export const ruleFields = [
  'payer_id',
  'payer_name',
  'claim_filing',
  'place_of_service',
  'billing_taxonomy',
  'rendering_npi',
] as const satisfies readonly (keyof BulkRule)[];

/** What a person entered for an operation. */
export interface OperationInput {
  readonly reason: string;
  readonly lane: ReleaseLane | '';
  readonly rule: Readonly<Partial<Record<(typeof ruleFields)[number], string>>>;
  readonly alsoSent: boolean;
}

/** Nothing entered yet. */
export const emptyInput: OperationInput = { reason: '', lane: '', rule: {}, alsoSent: false };

/** The operation for the API; `reason` or `rule` names the field that is missing. */
export function operationOf(
  kind: OperationKind,
  { reason, lane, rule, alsoSent }: OperationInput,
): BulkOperation | { readonly missing: 'reason' | 'rule' } {
  const words = reason.trim();
  switch (kind) {
    case 'release':
      return { kind, ...(lane !== '' && { lane }) };
    case 'hold':
      return { kind, ...(words !== '' && { reason: words }) };
    case 'dismiss':
      return words === '' ? { missing: 'reason' } : { kind, reason: words };
    case 'correct': {
      const given = Object.entries(rule).filter(([, value]) => value.trim() !== '');
      if (given.length === 0) return { missing: 'rule' };
      const set: BulkRule = Object.fromEntries(given.map(([name, value]) => [name, value.trim()]));
      return { kind, set, ...(alsoSent && { sent: 'correct' as const }) };
    }
    default:
      return { kind };
  }
}
