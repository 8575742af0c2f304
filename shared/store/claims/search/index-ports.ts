import * as z from 'zod';
import { chunksOf } from '#claims/chunks.ts';
import type { Claim } from '#claims/claim/claim.ts';
import { unpackContent } from '#claims/claim/claim-content.ts';
import { shownName } from '#claims/claim/new-claim.ts';
import type { IndexPorts } from '#claims/search/index-earlier-claims.ts';
import type { SearchKey } from '#claims/search/keyed-hashes.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { getItems, nameOfKey } from '../../dynamodb/items.ts';
import { mergedItems } from '../../dynamodb/merged-items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { findContents } from '../claims/claim-contents.ts';
import { findClaims } from '../claims/claims.ts';
import { claimKey } from '../keys/claim-keys.ts';
import { receivedPartitions } from '../keys/search-keys.ts';
import { readIndexState, writeIndexState } from './index-state.ts';
import { entryItems, maxEntries } from './search-actions.ts';
import type { ReadSearchKey } from './search-key.ts';

/** Claims between two records of the progress. */
const pageSize = 200;
/** Claims of one transaction: each has its entries and a condition or its new field. */
const claimsPerWrite = Math.floor(100 / (maxEntries + 1));

export function indexPorts(table: Table, readSearchKey: ReadSearchKey, isTimeUp: () => boolean): IndexPorts {
  return {
    readState: () => readIndexState(table),
    writeState: (state) => writeIndexState(table, state),
    async *readReceived(after) {
      const range = { index: 'gsi2', pks: receivedPartitions(undefined) } as const;
      let page: { readonly id: string; readonly position: string }[] = [];
      for await (const item of mergedItems(table, range, { after: after || undefined, pageSize })) {
        page.push({ id: String(item['claim_id']), position: String(item['gsi2sk']) });
        if (page.length < pageSize) continue;
        yield pageOf(page);
        page = [];
      }
      if (page.length > 0) yield pageOf(page);
    },
    async indexClaims(ids) {
      const key = await readSearchKey();
      let indexed = 0;
      for (const some of chunksOf(ids, claimsPerWrite)) {
        indexed += await retryOnConflict(() => indexSome(table, key, some));
      }
      return indexed;
    },
    isTimeUp,
  };
}

const pageOf = (listed: readonly { readonly id: string; readonly position: string }[]) => ({
  ids: listed.map(({ id }) => id),
  position: listed.at(-1)?.position ?? '',
});

/** Stores the entries of claims without them, on condition that no claim changes meanwhile. */
async function indexSome(table: Table, key: SearchKey, ids: readonly string[]): Promise<number> {
  const stored = await findClaims(table, ids);
  const claims = await withMemberNames(table, stored);
  const items = new Map(claims.map((claim) => [claim.id, entryItems(claim, key)]));
  const keys = [...items.values()].flat().map(({ pk, sk }) => ({ pk, sk }));
  const known = new Set((await getItems(table, keys, ['pk', 'sk'])).map(nameOfKey));
  const missing = claims.filter(({ id }) => items.get(id)?.some((item) => !known.has(nameOfKey(item))));
  const actions = missing.flatMap((claim): TransactAction[] => [
    unchanged(claim),
    ...(items.get(claim.id) ?? []).map((Item): TransactAction => ({ Put: { Item } })),
  ]);
  if (actions.length > 0) await transact(table, actions);
  return missing.length;
}

/** Condition: the claim still has this version. Stores the name of its subscriber, which earlier releases left out. */
function unchanged({ id, version, member_name }: Claim): TransactAction {
  const Key = { ...claimKey(id) };
  const condition = { Key, ConditionExpression: 'version = :version' };
  if (member_name === undefined) {
    return { ConditionCheck: { ...condition, ExpressionAttributeValues: { ':version': version } } };
  }
  return {
    Update: {
      ...condition,
      UpdateExpression: 'SET member_name = :name',
      ExpressionAttributeValues: { ':version': version, ':name': member_name },
    },
  };
}

const people = z.object({
  patient: z.looseObject({}).optional(),
  subscriber: z.looseObject({
    last_name: z.string().optional(),
    first_name: z.string().optional(),
  }),
});

/** The claims with the names of subscribers who are not the patients. */
async function withMemberNames(table: Table, claims: readonly Claim[]): Promise<readonly Claim[]> {
  const unnamed = claims.filter(({ member_name }) => member_name === undefined);
  const contents = await findContents(table, unnamed);
  const names = new Map(
    [...contents].flatMap(([id, packed]) => {
      const { data } = people.safeParse(unpackContent(packed).claim);
      if (data?.patient === undefined) return [];
      const name = shownName(data.subscriber.last_name, data.subscriber.first_name);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
  return claims.map((claim) => {
    const member_name = names.get(claim.id);
    return member_name === undefined ? claim : { ...claim, member_name };
  });
}
