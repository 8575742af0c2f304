import type { Erasure } from '#commerce/contacts/contract.ts';
import { type ErasedPerson, pseudonymOf } from '#commerce/contacts/erased-person.ts';
import { emailHash } from '#commerce/customer.ts';
import { cohortKey } from '#commerce/reports/figure-records.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, insertion, recordOf } from '../../dynamodb/items.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { customerKey } from '../commerce-keys.ts';

/** Stores which order was the customer's first one under the pseudonym, so that a rebuild counts it as before. */
export async function keepCustomer(table: Table, person: ErasedPerson, email: string): Promise<void> {
  const known = await getItem(table, customerKey(person.brandId, emailHash(email)));
  if (known === undefined) return;
  const key = customerKey(person.brandId, emailHash(pseudonymOf(person, email)));
  await isWritten(transact(table, [insertion({ ...recordOf(known), ...key })]));
}

/**
 * Removes the records that make a later order one of a returning customer, and the figures that the customer has no longer.
 * Those of an order after the request stay.
 */
export async function eraseCustomers(
  table: Table,
  { brandId, emails }: ErasedPerson,
  { requested_at }: Erasure,
): Promise<void> {
  for (const hash of emails.map(emailHash)) {
    const removal = {
      Key: { ...customerKey(brandId, hash) },
      ConditionExpression: 'attribute_not_exists(pk) OR first_order_at <= :requested',
      ExpressionAttributeValues: { ':requested': requested_at },
    };
    await isWritten(transact(table, [{ Delete: removal }]));
    await removeEmptyFigures(table, brandId, hash);
  }
}

async function removeEmptyFigures(table: Table, brandId: string, hash: string): Promise<void> {
  const key = cohortKey(brandId, hash);
  const figures = await getItem(table, key);
  if (figures === undefined) return;
  const { revision, ...counters } = recordOf<Record<string, unknown>>(figures);
  if (Object.values(counters).some((count) => Number(count) !== 0)) return;
  const removal = {
    Key: { ...key },
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: { ':revision': revision },
  };
  await isWritten(transact(table, [{ Delete: removal }]));
}
