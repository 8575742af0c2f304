import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { unpackContent } from '#claims/claim/claim-content.ts';
import type { SubmittableClaims } from '#claims/submissions/ports.ts';
import { getItems } from '../../dynamodb/items.ts';
import { send, type Table } from '../../dynamodb/table.ts';
import { claimFrom, findClaims } from '../claims/claims.ts';
import { claimContentKey, lanePartition } from '../keys/claim-keys.ts';
import { claimsIndexes } from '../keys/key-parts.ts';

export function submittableClaims(table: Table): SubmittableClaims {
  return {
    find: (ids) => findClaims(table, ids),
    async contents(ids) {
      const items = await getItems(table, ids.map(claimContentKey));
      return new Map(
        items.map((item) => [
          String(item['pk']).slice('CLAIM#'.length),
          unpackContent(String(item['content'])),
        ]),
      );
    },
    async *ready(payerId) {
      let start: Record<string, unknown> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await send(
          table.client.send(
            new QueryCommand({
              TableName: table.name,
              IndexName: claimsIndexes.first,
              KeyConditionExpression: 'gsi1pk = :lane',
              FilterExpression: 'payer_id = :payer',
              ExpressionAttributeValues: { ':lane': lanePartition('ready'), ':payer': payerId },
              ExclusiveStartKey: start,
            }),
          ),
        );
        yield Items.map(claimFrom);
        start = LastEvaluatedKey;
      } while (start !== undefined);
    },
  };
}
