import type { Member } from '#contract/commerce/members.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { getItem, insertion, itemOf } from '../../dynamodb/items.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { adjustEntitlement } from '../billing/entitlements.ts';
import { memberKey, memberSubjectKey, membershipKey } from '../commerce-keys.ts';
import { countMembers } from './members.ts';

/**
 * Adds the owner of a brand of an earlier version, which had a membership only, to the list of members. Idempotent.
 *
 * @throws Conflict when others kept changing the number of members
 */
export const listEarlierMember = (table: Table, member: Omit<Member, 'role'>): Promise<void> =>
  retryOnConflict(() => listMember(table, member));

async function listMember(table: Table, member: Omit<Member, 'role'>): Promise<void> {
  const { brand_id, subject } = member;
  if (await getItem(table, memberSubjectKey(brand_id, subject))) return;
  const role = (await getItem(table, membershipKey(subject, brand_id)))?.['role'];
  const known = (['owner', 'manager', 'viewer'] as const).find((one) => one === role);
  if (known === undefined) return;
  // The person has the role already, so no limit applies.
  const use = { brandId: brand_id, name: 'members', amount: 1, now: new Date(member.joined_at) } as const;
  await transact(table, [
    insertion({ ...memberSubjectKey(brand_id, subject), member_id: member.id }),
    countMembers(brand_id, { members: 1, owners: known === 'owner' ? 1 : 0 }),
    { Put: { Item: { ...itemOf(memberKey(brand_id, member.id), { ...member, role: known }) } } },
    ...(await adjustEntitlement(table, use)),
  ]);
}
