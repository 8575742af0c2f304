import { type Configuration, findPayerConfig } from '#claims/configuration/configuration.ts';
import { jobMarkKey } from '#store/claims/job-marks.ts';
import { idOfTimeKey, timeBounds } from '#store/claims/key-parts.ts';
import { type ClaimsTables, writeChange } from '#store/claims/write-change.ts';
import { getRecord, putItem } from '#store/dynamodb/items.ts';
import { queryPages } from '#store/dynamodb/query-page.ts';
import { lanePartitions } from './claim-keys.ts';
import { batchLookup, claimLookup } from './claim-lookup-records.ts';
import {
  defaultOverduePolicy,
  type LastOverdueCheck,
  type OverduePolicies,
  type OverduePorts,
} from './mark-overdue.ts';

const mark = jobMarkKey('mark-overdue');

export function overduePorts(stores: ClaimsTables, policies: OverduePolicies): OverduePorts {
  const { claims } = stores;
  return {
    claims: claimLookup(claims),
    batches: batchLookup(claims),
    policies,
    readLastCheck: () => getRecord<LastOverdueCheck>(claims, mark),
    writeLastCheck: (check) => putItem(claims, { Item: { ...mark, ...check } }),
    async *readLane(lane, from, to) {
      for (const pk of lanePartitions(lane)) {
        const range = { index: 'gsi1', pk, ...timeBounds(from || undefined, to) } as const;
        for await (const items of queryPages(claims, range, { pageSize: 400 })) {
          yield items.map((item) => idOfTimeKey(String(item['gsi1sk'])));
        }
      }
    },
    write: (change) => writeChange(stores, change),
  };
}

export function overduePolicies(configuration: Configuration): OverduePolicies {
  const hoursOf = (id: string, kind: '999' | '277CA' | '835') =>
    findPayerConfig(configuration, id, kind)?.overdue_after_hours ?? defaultOverduePolicy[kind];
  const byPayer = configuration.payers.map(({ id }) => {
    const policy = { '999': hoursOf(id, '999'), '277CA': hoursOf(id, '277CA'), '835': hoursOf(id, '835') };
    return [id, policy] as const;
  });
  return { usual: defaultOverduePolicy, byPayer: new Map(byPayer) };
}
