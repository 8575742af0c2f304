import { deterministicId } from '#claims/deterministic-id.ts';
import type { Criterion } from '#claims/remittances/evidence.ts';
import type { UnmatchedDecisionReason } from './contract.ts';

type UnmatchedKind = 'payment' | 'status' | 'acknowledgment';

type UnmatchedState = 'open' | 'resolved' | 'dismissed';

/**
 * Why an item needs a person.
 *
 * - `unmatched`: no claim or batch fits. `ambiguous`: several fit.
 * - `other_partners`: batches have the acknowledged number, but were exchanged between other partners.
 * - `claim_unbalanced`, `transaction_unbalanced`: the payment matches and is held, because it or its remittance does not add up.
 * - `possible_reissue`: the payments of the remittance are known under another number, or in other words under its own.
 * - `too_long`: the payment is too long to be stored, so it can only be dismissed.
 */
export type UnmatchedReason =
  | 'unmatched'
  | 'ambiguous'
  | 'other_partners'
  | 'claim_unbalanced'
  | 'transaction_unbalanced'
  | 'possible_reissue'
  | 'too_long';

/** Codes instead of text, because audit entries must not contain health information and cannot be removed. */
export type DecisionReason = UnmatchedDecisionReason;

/** Who settled an item and how. `by` is a person, or `file:<id>` for an item that a later file resolved. */
export interface ItemDecision {
  readonly at: string;
  readonly by: string;
  readonly action: 'attached' | 'matched' | 'dismissed' | 'taken_back';
  readonly reason?: DecisionReason;
  /** Free text, kept outside the audit log. */
  readonly note?: string;
  readonly claim_id?: string;
  readonly batch_id?: string;
  /** Response that resolved the item. */
  readonly response_id?: string;
}

/** Facts of the response by which a person recognizes it. Amounts are integer cents. */
export interface ItemFacts {
  readonly patient_control_number?: string;
  /** All numbers of a status that may be the patient control number. */
  readonly numbers?: readonly string[];
  readonly payer_control_number?: string;
  /** Name and id of the payer, or the sender of an acknowledgment. */
  readonly payer_name?: string;
  readonly payer_id?: string;
  /** CLP02, category and status code, or AK901 and TA104. */
  readonly code?: string;
  readonly charge?: number;
  readonly paid?: number;
  readonly service_from?: string;
  readonly service_to?: string;
  readonly billing_npi?: string;
  readonly tax_id?: string;
  readonly member_id?: string;
  readonly patient_name?: string;
  /** Acknowledged control number. */
  readonly control_number?: string;
}

/** What taking back a decision needs. */
export interface ItemUndo {
  /** The facts that the decision added to claims. */
  readonly facts: readonly { readonly claim_id: string; readonly keys: readonly string[] }[];
  /** The claim to which the response was attached. */
  readonly claim_id?: string;
  /** Posting or status result before the decision. */
  readonly result_before?: unknown;
  /** Counts of the response that moved with the decision. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** A response, or a part of one, that needs a person. `version` is the condition of each change. */
export interface UnmatchedItem {
  readonly id: string;
  readonly version: number;
  readonly kind: UnmatchedKind;
  readonly reason: UnmatchedReason;
  readonly state: UnmatchedState;
  readonly response: '835' | '277CA' | '999' | 'TA1';
  readonly response_id: string;
  readonly file_id: string;
  /** Payment: its number in the remittance, from 1. Status: its place in the 277CA, from 0. Acknowledgment: 0. */
  readonly number: number;
  readonly received_at: string;
  readonly updated_at: string;
  readonly facts: ItemFacts;
  /** Of an unmatched payment whose number a claim has: what speaks against that claim. */
  readonly failed?: readonly Criterion[];
  /** The held payment's claim, or the claims that fit equally well. */
  readonly claim_ids: readonly string[];
  /** Batches with the acknowledged number. */
  readonly batch_ids: readonly string[];
  /** Newest last; only the newest of many. */
  readonly decisions: readonly ItemDecision[];
  readonly undo?: ItemUndo;
}

/** An item has the same id however often its response is processed. */
export const unmatchedItemId = (responseId: string, number: number): string =>
  deterministicId('unmatched', responseId, number);

const maxDecisions = 20;
/** Claims that an item names; an ambiguous response changes no more than these. */
export const maxItemClaims = 24;

export function decided(
  item: UnmatchedItem,
  state: UnmatchedState,
  decision: ItemDecision,
  undo?: ItemUndo,
): UnmatchedItem {
  const { undo: _, ...rest } = item;
  return {
    ...rest,
    version: item.version + 1,
    state,
    updated_at: decision.at,
    decisions: [...item.decisions, decision].slice(-maxDecisions),
    ...(undo && { undo }),
  };
}

/** Whether a person settled the item and the decision can be taken back: a dismissal, or the attachment of one claim. */
export function canTakeBack({ state, decisions, undo, kind }: UnmatchedItem): boolean {
  const last = decisions.at(-1)?.action;
  if (state === 'dismissed') return last === 'dismissed';
  return state === 'resolved' && last === 'attached' && kind !== 'acknowledgment' && undo !== undefined;
}
