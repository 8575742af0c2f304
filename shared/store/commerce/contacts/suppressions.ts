import { v5 } from 'uuid';
import { normalAddress } from '#commerce/contacts/addresses.ts';
import {
  type Channel,
  type Suppression,
  suppression as suppressionSchema,
} from '#commerce/contacts/contract.ts';
import { fieldsOf, getItem, getItems, type Item, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { suppressionKey, suppressionsOf } from './contact-keys.ts';

/** Id of a suppression of an address. */
export const suppressionId = (brandId: string, channel: Channel, address: string): string =>
  v5(`${channel}:${normalAddress(channel, address)}`, Buffer.from(brandId.replaceAll('-', ''), 'hex'));

interface SuppressedAddress {
  readonly brandId: string;
  readonly channel: Channel;
  readonly address: string;
  readonly reason: Suppression['reason'];
  readonly now: Date;
}

export const suppressionOf = (address: SuppressedAddress): Suppression => ({
  id: suppressionId(address.brandId, address.channel, address.address),
  brand_id: address.brandId,
  channel: address.channel,
  reason: address.reason,
  created_at: address.now.toISOString(),
});

/** The action that suppresses an address. A later reason replaces an earlier one. */
export function suppressionAction(address: SuppressedAddress): TransactAction {
  const suppression = suppressionOf(address);
  return { Put: { Item: itemOf(suppressionKey(address.brandId, suppression.id), suppression) } };
}

/** The action that allows messages to an address again. */
export const liftSuppressionAction = (brandId: string, channel: Channel, address: string): TransactAction =>
  liftAction(brandId, suppressionId(brandId, channel, address));

export const liftAction = (brandId: string, id: string): TransactAction => ({
  Delete: { Key: { ...suppressionKey(brandId, id) } },
});

export const isSuppressed = async (
  table: Table,
  brandId: string,
  channel: Channel,
  address: string,
): Promise<boolean> =>
  (await getItem(table, suppressionKey(brandId, suppressionId(brandId, channel, address)))) !== undefined;

/** The addresses among these that are suppressed. */
export async function suppressedAmong(
  table: Table,
  brandId: string,
  channel: Channel,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const byId = Map.groupBy(addresses, (address) => suppressionId(brandId, channel, address));
  const found = await getItems(
    table,
    [...byId.keys()].map((id) => suppressionKey(brandId, id)),
    ['id'],
  );
  return new Set(found.flatMap(({ id }) => byId.get(String(id)) ?? []));
}

export const readSuppressions = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Suppression>> =>
  queryPage(
    table,
    { list: ['suppressions', brandId], limit, cursor, range: suppressionsOf(brandId) },
    suppressionFrom,
  );

export const suppressionFrom = (item: Item): Suppression => resourceOf<Suppression>(item, suppressionFields);
const suppressionFields = fieldsOf(suppressionSchema);

export const findSuppression = finder(suppressionKey, suppressionFrom);

/** The suppressions of these addresses. */
export async function findSuppressions(
  table: Table,
  brandId: string,
  { email, phone }: { readonly email: string | undefined; readonly phone: string | undefined },
): Promise<readonly Suppression[]> {
  const ids = [
    ...(email === undefined ? [] : [suppressionId(brandId, 'email', email)]),
    ...(phone === undefined ? [] : [suppressionId(brandId, 'sms', phone)]),
  ];
  return (
    await getItems(
      table,
      ids.map((id) => suppressionKey(brandId, id)),
    )
  ).map(suppressionFrom);
}
