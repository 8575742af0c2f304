import * as z from 'zod';
import { updateItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { controlNumberKey } from '../keys/submission-keys.ts';

const counter = z.object({ last: z.int().positive() });

/**
 * Takes `count` consecutive numbers that no other call gets, and returns the first. Numbers that a process took but did not
 * use are lost, so numbers may have gaps but never repeat.
 */
export async function takeControlNumbers(table: Table, name: string, count: number): Promise<number> {
  const { Attributes } = await updateItem(table, controlNumberKey(name), {
    UpdateExpression: 'ADD #last :count',
    ExpressionAttributeNames: { '#last': 'last' },
    ExpressionAttributeValues: { ':count': count },
    ReturnValues: 'UPDATED_NEW',
  });
  return counter.parse(Attributes).last - count + 1;
}
