import { type Allowance, limitOf } from '#commerce/billing/entitlements.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { encodedText } from '../../records/key-pattern.ts';
import { findMemberships } from '../credentials.ts';
import { countedIn, readAllowance } from './entitlements.ts';

/** Brands of one person whose subscriptions are read. */
const maxRead = 50;

/**
 * The action that counts a new brand of a person, for the transaction that creates it. The largest subscription among the
 * brands that the person owns decides how many there may be. Without a subscription there is no limit.
 *
 * @throws ApiError payment_required
 */
export async function countOwnedBrand(
  table: Table,
  subject: string,
  now: Date,
): Promise<readonly TransactAction[]> {
  const owned = (await findMemberships(table, subject)).filter(({ role }) => role === 'owner');
  const allowances = await Promise.all(
    owned.slice(0, maxRead).map(({ brand_id }) => readAllowance(table, brand_id, now)),
  );
  const [largest] = allowances.filter(({ kind }) => kind !== 'unlimited').sort(byBrands);
  if (largest === undefined) return [];
  const use = { name: 'brands', amount: 1, now, count: async () => owned.length } as const;
  return countedIn(table, `PERSON#${encodedText(subject)}`, largest, use);
}

const byBrands = (one: Allowance, other: Allowance) =>
  (limitOf(other, 'brands') ?? 0) - (limitOf(one, 'brands') ?? 0);
