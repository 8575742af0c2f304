import type { FileRecord } from '#claims/files/file.ts';
import type { listFiles } from '#contract/claims/files.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { allItems } from '../../dynamodb/items.ts';
import { queryItems, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { fileResponsesOf, fileStatePartition, filesPartition } from '../keys/file-keys.ts';
import { timeBounds } from '../keys/key-parts.ts';
import { fileFrom } from './files.ts';

/** Times are inclusive. */
export type FileListQuery = ValidInput<typeof listFiles>['query'];

/**
 * Lists files, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export function queryFiles(table: Table, query: FileListQuery): Promise<StoredPage<FileRecord>> {
  const { limit, cursor, state, received_from, received_to } = query;
  const part =
    state === undefined
      ? ({ index: 'gsi1', pk: filesPartition } as const)
      : ({ index: 'gsi2', pk: fileStatePartition(state) } as const);
  const list = ['files', state, received_from, received_to];
  const range = { ...part, ...timeBounds(received_from, received_to), newestFirst: true };
  return queryPage(table, { list, limit, cursor, range }, fileFrom);
}

/** Newest files that are examined for one object. */
const maxExamined = 500;

/** Finds the newest file of an object in the inbox, among the latest files. */
export async function findFileOfObject(table: Table, objectKey: string): Promise<FileRecord | undefined> {
  let examined = 0;
  const range = { index: 'gsi1', pk: filesPartition, newestFirst: true } as const;
  for await (const item of queryItems(table, range, { pageSize: 100 })) {
    const file = fileFrom(item);
    if (file.object_key === objectKey) return file;
    if (++examined === maxExamined) return undefined;
  }
  return undefined;
}

/** Ids of the responses of one kind in a file, including repeated responses. */
export async function listFileResponses(
  table: Table,
  fileId: string,
  kind: '999' | 'TA1' | '277CA' | '835',
): Promise<readonly string[]> {
  const items = await allItems(table, fileResponsesOf(fileId, kind));
  return items.map((item) => String(item['answer_id']));
}
