import type { Erasure } from '#commerce/contacts/contract.ts';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { emailHash } from '#commerce/customer.ts';
import { isWritten } from '#persistence/conflict.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { customerKey } from '../commerce-keys.ts';

/** Removes the records that make a later order one of a returning customer. Those of an order after the request stay. */
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
  }
}
