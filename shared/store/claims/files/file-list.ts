import type { FileRecord, FileState } from '#claims/files/file.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import type { StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { readIndex, timeBounds } from '../claims/index-range.ts';
import { fileStatePartition, filesPartition } from '../keys/file-keys.ts';
import { fileFrom } from './files.ts';

/** Which files, and which page of them; times are included. */
export interface FileListQuery {
  readonly state?: FileState | undefined;
  readonly received_from?: string | undefined;
  readonly received_to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of files, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export async function queryFiles(table: Table, query: FileListQuery): Promise<StoredPage<FileRecord>> {
  const { state, received_from, received_to, limit, cursor } = query;
  const list = ['files', state, received_from, received_to];
  const index = state === undefined ? 'gsi1' : 'gsi2';
  const files: FileRecord[] = [];
  let position = '';
  const items = readIndex(table, {
    index,
    partition: state === undefined ? filesPartition : fileStatePartition(state),
    ...timeBounds(received_from, received_to),
    order: 'newest first',
    pageSize: limit + 1,
    after: cursor === undefined ? undefined : decodeCursor(list, cursor),
  });
  for await (const item of items) {
    if (files.length === limit) return { data: files, nextCursor: encodeCursor(list, position) };
    files.push(fileFrom(item));
    position = String(item[`${index}sk`]);
  }
  return { data: files, nextCursor: null };
}

/** Files that are looked through for one object; older ones are found by the list. */
const lookedThrough = 500;

/** The newest file that was made of an object of the inbox, among the last that came. */
export async function findFileOfObject(table: Table, objectKey: string): Promise<FileRecord | undefined> {
  let looked = 0;
  const items = readIndex(table, {
    index: 'gsi1',
    partition: filesPartition,
    order: 'newest first',
    pageSize: 100,
  });
  for await (const item of items) {
    const file = fileFrom(item);
    if (file.object_key === objectKey) return file;
    if (++looked === lookedThrough) return undefined;
  }
  return undefined;
}
