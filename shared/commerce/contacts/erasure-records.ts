import { v5 } from 'uuid';
import * as z from 'zod';
import { uuid } from '#contract/fields.ts';
import { Conflict, isWritten } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { record } from '#store/commerce/record.ts';
import { updateItem } from '#store/dynamodb/items.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { orderedFields } from '#store/records/record.ts';
import { type Erasure, erasure, type StoredContact } from './contact-fields.ts';
import { importTexts, textActions } from './import-records.ts';
import { withoutRowsOf } from './import-rows.ts';
import { writtenOf } from './records.ts';

/** Whom an erasure is about. Addresses are in their normal forms. */
export interface ErasedPerson {
  readonly brandId: string;
  readonly erasureId: string;
  readonly contactIds: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

/** A UUID of the erasure for a name, the same in every run. */
const idOf = ({ erasureId }: ErasedPerson, name: string): string =>
  v5(name, Buffer.from(erasureId.replaceAll('-', ''), 'hex'));

/** The id that stands for the person in figures of orders. */
export const customerOfErased = (person: ErasedPerson): string => idOf(person, 'customer');

const texts = z.array(z.string()).readonly();

/** A receipt with the person whom it is about, until the erasure is finished. */
const storedErasure = erasure.extend({
  person: z.object({ contactIds: z.array(uuid).readonly(), emails: texts, phones: texts }).optional(),
});

export const erasures = record({
  name: 'erasure',
  schema: storedErasure,
  of: erasure,
  records: 'erasures',
  pk: 'ERASURE#{brand_id}',
  sk: '{id}',
  unchangedBy: ['status'],
  exported: 'erasures',
  hides: ['person'],
  person: 'receipt',
});

export function newErasure(
  contact: StoredContact,
  { id, now, requestedBy }: { readonly id: string; readonly now: Date; readonly requestedBy: string },
) {
  const addresses = writtenOf(contact);
  const of = (wanted: string) =>
    addresses.flatMap(({ channel, address }) => (channel === wanted ? [address] : []));
  return {
    id,
    brand_id: contact.brand_id,
    status: 'running' as const,
    orders: 0,
    referrals: 0,
    history_entries: 0,
    requested_by: requestedBy,
    requested_at: now.toISOString(),
    person: {
      contactIds: [contact.id, ...contact.merged_ids],
      emails: of('email'),
      phones: of('sms'),
    },
  };
}

/** The receipt as clients see it, without the person. */
export const shownErasure = (stored: Erasure): Erasure => orderedFields(erasure, { ...stored }) as Erasure;

/** Empties the rows of the person in files that are being imported. A run that has read the file before reads it again. */
export async function eraseImports(
  brand_id: string,
  person: Pick<ErasedPerson, 'emails' | 'phones'>,
): Promise<void> {
  for await (const { id, csv } of importTexts.all({ brand_id })) {
    if (csv === undefined) continue;
    const text = withoutRowsOf(csv, person);
    if (text === csv) continue;
    // One that has ended meanwhile has made or changed its contacts, so the contact is read again.
    if (!(await isWritten(transact(commerceTable, textActions({ brand_id, id }, text)))))
      throw new Conflict();
  }
}

/** The action that counts erased records on the receipt, for their transaction. */
export const countErased = (
  { brand_id, id }: Pick<Erasure, 'brand_id' | 'id'>,
  counter: 'orders' | 'referrals' | 'history_entries',
  count = 1,
): TransactAction => ({
  Update: {
    Key: { ...erasures.key({ brand_id, id }) },
    UpdateExpression: 'ADD #counter :count',
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#counter': counter, '#status': 'status' },
    ExpressionAttributeValues: { ':count': count, ':running': 'running' },
  },
});

/** Remembers an earlier e-mail address of the person until the erasure ends. */
export const addErasedEmail = (
  { brandId, erasureId, emails }: ErasedPerson,
  email: string,
): Promise<unknown> =>
  updateItem(commerceTable, erasures.key({ brand_id: brandId, id: erasureId }), {
    UpdateExpression: 'SET person.emails = :emails',
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':emails': [...emails, email], ':running': 'running' },
  });

/** The action that ends an erasure and removes the person from its receipt. */
export const finishAction = ({ brand_id, id }: Erasure, now: Date): TransactAction => ({
  Update: {
    Key: { ...erasures.key({ brand_id, id }) },
    UpdateExpression: 'SET #status = :finished, finished_at = :now REMOVE person',
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':finished': 'finished', ':running': 'running', ':now': now.toISOString() },
  },
});
