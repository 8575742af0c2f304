import type { ReplacementWrite } from '#claims/claim/claim-write.ts';
import type { ReplacementStore } from '#claims/claim/replacement.ts';
import { getItems, insertion } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { replacementKey } from '../keys/claim-keys.ts';
import { findClaims } from './claims.ts';

export const replacementStore = (table: Table): ReplacementStore => ({
  async findHolders(targets) {
    const unique = [...new Set(targets)];
    const items = await getItems(table, unique.map(replacementKey));
    const holders = new Map(items.map((item) => [String(item['pk']), String(item['claim_id'])]));
    const claims = await findClaims(table, [...holders.values()]);
    const byId = new Map(claims.map((claim) => [claim.id, claim]));
    return new Map(
      unique.flatMap((target) => {
        const claim = byId.get(holders.get(replacementKey(target).pk) ?? '');
        return claim === undefined ? [] : [[target, claim] as const];
      }),
    );
  },
});

/** Condition: `holder` still has the right; without a holder, that no claim has it. */
export function replacementAction({
  target,
  claimId,
  holder,
}: Omit<ReplacementWrite, 'kind'>): TransactAction {
  const Item = { ...replacementKey(target), claim_id: claimId };
  if (holder === undefined) return insertion(Item);
  return {
    Put: {
      Item,
      ConditionExpression: 'claim_id = :holder',
      ExpressionAttributeValues: { ':holder': holder.id },
    },
  };
}
