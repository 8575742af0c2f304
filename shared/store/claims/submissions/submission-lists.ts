import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Submission, unfinishedStates } from '#claims/submissions/submission.ts';
import type { PageQuery } from '../../dynamodb/query-page.ts';
import { send, type Table } from '../../dynamodb/table.ts';
import { newestPage } from '../claims/index-range.ts';
import { claimsIndexes } from '../keys/key-parts.ts';
import { submissionStatePartition, submissionsPartition } from '../keys/submission-keys.ts';
import { submissionFrom } from './submissions.ts';

export const readSubmissions = (table: Table, page: Pick<PageQuery, 'limit' | 'cursor'>) =>
  newestPage(
    table,
    ['submissions'],
    { index: 'gsi1', partition: submissionsPartition },
    page,
    submissionFrom,
  );

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
