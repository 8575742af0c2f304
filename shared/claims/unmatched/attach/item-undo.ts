import { isDeepStrictEqual } from 'node:util';
import type { Claim } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';
import type { ItemUndo } from '../unmatched-item.ts';

/** Fields that every change sets. */
const always = new Set(['version', 'updated_at', 'lane_since']);

/** Describes how a change of a claim is taken back: the fields that it set, with their values before and after. */
export function undoOf(
  { before, after }: ClaimChange,
  more: Omit<ItemUndo, 'claim_id' | 'lane' | 'before' | 'after'>,
): ItemUndo | undefined {
  if (before === undefined) return undefined;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(
    (name) => !always.has(name) && !isDeepStrictEqual(fieldOf(before, name), fieldOf(after, name)),
  );
  return {
    claim_id: after.id,
    lane: after.lane,
    before: Object.fromEntries(changed.map((name) => [name, fieldOf(before, name)])),
    after: Object.fromEntries(changed.map((name) => [name, fieldOf(after, name)])),
    ...more,
  };
}

/** Whether the claim still has every field as the decision left it. */
export const isUnchanged = (claim: Claim, { after }: ItemUndo): boolean =>
  Object.entries(after).every(([name, value]) => isDeepStrictEqual(fieldOf(claim, name), value));

const fieldOf = (claim: Claim, name: string): unknown =>
  new Map<string, unknown>(Object.entries(claim)).get(name) ?? null;
