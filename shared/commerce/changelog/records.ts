import * as z from 'zod';
import { uuid } from '#contract/fields.ts';
import { record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';

const ofPerson = { not: 'belongs to a person' };

/** The newest entry of the changelog that a person has read; none before the first. */
export const markers = record({
  name: 'changelog marker',
  schema: z.object({ last_read_id: uuid }),
  records: 'people',
  pk: 'PERSON#{subject:text}',
  sk: 'CHANGELOG',
  exported: ofPerson,
  person: 'none',
  found: ofPerson,
});

/** Moves the marker forward. The write fails if the marker is there or beyond, so it never moves back. */
export const raiseMarker = (subject: string, id: string): TransactAction => ({
  Update: {
    Key: { ...markers.key({ subject }) },
    UpdateExpression: 'SET last_read_id = :id',
    ConditionExpression: 'attribute_not_exists(last_read_id) OR last_read_id < :id',
    ExpressionAttributeValues: { ':id': id },
  },
});
