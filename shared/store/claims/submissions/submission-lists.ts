import { type Submission, unfinishedStates } from '#claims/submissions/submission.ts';
import { inRange, queryOnce } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { submissionStatePartition, submissionsPartition } from '../keys/submission-keys.ts';
import { submissionFrom } from './submissions.ts';

export const readSubmissions = (table: Table, { limit, cursor }: PageRequest) => {
  const range = { index: 'gsi1', pk: submissionsPartition, newestFirst: true } as const;
  return queryPage(table, { list: ['submissions'], limit, cursor, range }, submissionFrom);
};

/** Returns unfinished submissions, oldest first of each state; eventually consistent. */
export async function findUnfinishedSubmissions(table: Table): Promise<readonly Submission[]> {
  const pages = await Promise.all(unfinishedStates.map((state) => inState(table, state)));
  return pages.flat();
}

async function inState(table: Table, state: Submission['state']): Promise<readonly Submission[]> {
  const range = inRange({ pk: submissionStatePartition(state), prefix: '' }, {}, 'gsi2');
  const { Items = [] } = await queryOnce(table, { ...range, IndexName: 'gsi2', Limit: 100 });
  return Items.map(submissionFrom);
}
