import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { normalEmail } from './contacts/addresses.ts';

/** SHA-256 (hex) of the address, for keys that must not show it. */
export const emailHash = (email: string): string =>
  createHash('sha256').update(normalEmail(email)).digest('hex');

/** What identifies the customer of an order in figures; undefined for an order without a customer. */
export const customerHash = ({
  customer_email,
  erased_customer_id,
}: {
  readonly customer_email?: string | undefined;
  readonly erased_customer_id?: string | undefined;
}): string | undefined => {
  const identity = customer_email ?? erased_customer_id;
  return identity === undefined ? undefined : emailHash(identity);
};

/** Id of the person with this address, the same every time: a UUID of version 5 in the namespace of the brand. */
export const personId = (brandId: string, email: string): string =>
  v5(normalEmail(email), Buffer.from(brandId.replaceAll('-', ''), 'hex'));
