import type { Claim } from '#claims/claim/claim.ts';
import type { ReplacementWrite } from '#claims/claim/claim-write.ts';
import type { ReplacementStore } from '#claims/claim/replacement.ts';
import { getItems } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { replacementKey } from '../keys/claim-keys.ts';
import { findClaims } from './claims.ts';

/** Which correction or void of a claim may go out, in the claims table. */
export const replacementStore = (table: Table): ReplacementStore => ({
  findHolders: (targets) => findHolders(table, targets),
});

async function findHolders(table: Table, replaced: readonly string[]): Promise<ReadonlyMap<string, Claim>> {
  const names = [...new Set(replaced)];
  const items = await getItems(table, names.map(replacementKey));
  const holders = new Map(items.map((item) => [String(item['pk']), String(item['claim_id'])]));
  const claims = await findClaims(table, [...holders.values()]);
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  return new Map(
    names.flatMap((name) => {
      const claim = byId.get(holders.get(replacementKey(name).pk) ?? '');
      return claim === undefined ? [] : [[name, claim] as const];
    }),
  );
}

export function replacementAction({
  target,
  claimId,
  holder,
}: Omit<ReplacementWrite, 'kind'>): TransactAction {
  const Item = { ...replacementKey(target), claim_id: claimId };
  return holder === undefined
    ? { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }
    : {
        Put: {
          Item,
          ConditionExpression: 'claim_id = :holder',
          ExpressionAttributeValues: { ':holder': holder.id },
        },
      };
}
