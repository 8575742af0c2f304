import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Submission, unfinishedStates } from '#claims/submissions/submission.ts';
import { queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { send, type Table } from '../../dynamodb/table.ts';
import { claimsIndexes } from '../keys/key-parts.ts';
import { submissionStatePartition, submissionsPartition } from '../keys/submission-keys.ts';
import { submissionFrom } from './submissions.ts';

export function readSubmissions(
  table: Table,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<StoredPage<Submission>> {
  return queryPage(
    table,
    {
      list: ['submissions'],
      limit,
      cursor,
      range: { pk: submissionsPartition, prefix: '', index: 'gsi1', newestFirst: true },
    },
    submissionFrom,
  );
}

/** Returns unfinished submissions, oldest first of each state; eventually consistent. */
export async function findUnfinishedSubmissions(table: Table): Promise<readonly Submission[]> {
  const pages = await Promise.all(unfinishedStates.map((state) => inState(table, state)));
  return pages.flat();
}

async function inState(table: Table, state: Submission['state']): Promise<readonly Submission[]> {
  const { Items = [] } = await send(
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: claimsIndexes.second,
        KeyConditionExpression: 'gsi2pk = :state',
        ExpressionAttributeValues: { ':state': submissionStatePartition(state) },
        Limit: 100,
      }),
    ),
  );
  return Items.map(submissionFrom);
}
