import { inRange, queryAll } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { fileResponsesOf } from '../keys/file-keys.ts';

/** Ids of the answers of one kind that a file brought, whether it was the first to bring them or not. */
export async function listFileResponses(
  table: Table,
  fileId: string,
  kind: '999' | 'TA1' | '277CA' | '835',
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const items of queryAll(table, inRange(fileResponsesOf(fileId, kind)))) {
    ids.push(...items.map((item) => String(item['answer_id'])));
  }
  return ids;
}
