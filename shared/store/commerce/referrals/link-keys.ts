import { randomBytes } from 'node:crypto';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, type ItemKey, putItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { linkSigningKey, visitorSaltKey } from './program-keys.ts';

const secretBytes = 32;

/** Salts are deleted soon after their day, and with them the way back from a hash to an address. */
const saltSeconds = 2 * 24 * 3600;

const cached = new Map<string, string>();

/** The key that signs short links. Made at the first use, never changed. */
export const linkSigningSecret = async (table: Table): Promise<Buffer> =>
  Buffer.from(await secretAt(table, linkSigningKey, {}), 'base64');

/** The salt of the visitors of a day. */
export const visitorSalt = (table: Table, now: Date): Promise<string> =>
  secretAt(table, visitorSaltKey(now.toISOString().slice(0, 10)), {
    expires_at: Math.floor(now.getTime() / 1000) + saltSeconds,
  });

/** A stored secret; the first caller makes it. */
async function secretAt(table: Table, key: ItemKey, fields: object): Promise<string> {
  const name = `${table.name}#${key.pk}#${key.sk}`;
  const known = cached.get(name);
  if (known !== undefined) return known;
  const found = (await getItem(table, key))?.['secret'];
  if (typeof found === 'string') {
    cached.set(name, found);
    return found;
  }
  const secret = randomBytes(secretBytes).toString('base64');
  await isWritten(
    putItem(table, { Item: { ...key, ...fields, secret }, ConditionExpression: 'attribute_not_exists(pk)' }),
  );
  return secretAt(table, key, fields);
}
