import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Configuration, findPayerConfig } from '#claims/configuration/configuration.ts';
import {
  defaultOverduePolicy,
  type LastOverdueCheck,
  type OverduePolicies,
  type OverduePorts,
} from '#claims/overdue/mark-overdue.ts';
import { getItem, recordOf } from '../../dynamodb/items.ts';
import { send } from '../../dynamodb/table.ts';
import { lanePartition } from '../keys/claim-keys.ts';
import { idOfTimeKey } from '../keys/key-parts.ts';
import { jobMarkKey } from '../keys/submission-keys.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';
import { claimLookup } from './claim-lookup.ts';
import { readIndex } from './index-range.ts';

const job = 'mark-overdue';
const pageSize = 400;

export function overduePorts(stores: ClaimsTables, policies: OverduePolicies): OverduePorts {
  const { claims } = stores;
  return {
    claims: claimLookup(claims),
    policies,
    readLastCheck: async () => {
      const item = await getItem(claims, jobMarkKey(job));
      return item && recordOf<LastOverdueCheck>(item);
    },
    writeLastCheck: async (mark) => {
      const Item = { ...jobMarkKey(job), ...mark };
      await send(claims.client.send(new PutCommand({ TableName: claims.name, Item })));
    },
    async *readLane(lane, from, to) {
      let ids: string[] = [];
      const items = readIndex(claims, {
        index: 'gsi1',
        partition: lanePartition(lane),
        ...(from !== '' && { from }),
        to: `${to}~`,
        order: 'oldest first',
        pageSize,
      });
      for await (const item of items) {
        ids.push(idOfTimeKey(String(item['gsi1sk'])));
        if (ids.length < pageSize) continue;
        yield ids;
        ids = [];
      }
      yield ids;
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
