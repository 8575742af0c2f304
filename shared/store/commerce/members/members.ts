import { type Member, maxMembers, member as memberSchema } from '#contract/commerce/members.ts';
import type { BrandRole } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { fieldsOf, getItem, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { memberCountsKey, memberKey, memberSubjectKey, membershipKey, membersOf } from '../commerce-keys.ts';

/**
 * Every member has a membership, which the authorizer reads, and a record in the list of the brand. Every write changes both
 * and the counts of the brand, so the counts protect the last owner and the limit also in races.
 */

const fields = fieldsOf(memberSchema);
const memberFrom = (item: Item): Member => resourceOf<Member>(item, fields);

export const findMember = finder(memberKey, memberFrom);

/** Members in the order in which they joined. */
export const readMembers = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Member>> =>
  queryPage(table, { list: ['members', brandId], limit, cursor, range: membersOf(brandId) }, memberFrom);

/** The record of a person in the list of a brand. */
export async function findMemberBySubject(
  table: Table,
  brandId: string,
  subject: string,
): Promise<Member | undefined> {
  const id = (await getItem(table, memberSubjectKey(brandId, subject)))?.['member_id'];
  return typeof id === 'string' ? findMember(table, [brandId], id) : undefined;
}

/** Actions that add a member. The first one fails for a person who has a role, the second one at the limit. */
export const addMemberActions = (member: Member): readonly TransactAction[] => [
  insertion(
    itemOf(membershipKey(member.subject, member.brand_id), {
      brand_id: member.brand_id,
      role: member.role,
    }),
  ),
  countMembers(member.brand_id, { members: 1, owners: member.role === 'owner' ? 1 : 0 }),
  ...listedMember(member),
];

const listedMember = (member: Member): readonly TransactAction[] => [
  { Put: { Item: { ...itemOf(memberKey(member.brand_id, member.id), member) } } },
  { Put: { Item: { ...memberSubjectKey(member.brand_id, member.subject), member_id: member.id } } },
];

/**
 * Changes the role of a member, and stores `others`, in one transaction.
 *
 * @throws ApiError last_owner; ConditionFailed when the role has changed meanwhile
 */
export const changeRole = (
  table: Table,
  member: Member,
  role: BrandRole,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    countMembers(member.brand_id, { members: 0, owners: ownersOf(role) - ownersOf(member.role) }),
    ...roleActions(member, role),
    ...others,
  ]).catch(refuseLastOwner);

const ownersOf = (role: BrandRole) => (role === 'owner' ? 1 : 0);

/** @throws ConditionFailed when one of the roles has changed meanwhile */
export const swapRoles = (
  table: Table,
  {
    from,
    to,
    others,
  }: {
    readonly from: Member;
    readonly to: Member;
    readonly others: readonly TransactAction[];
  },
): Promise<void> =>
  transact(table, [
    // An owner more and one less, unless the other was an owner before.
    countMembers(from.brand_id, { members: 0, owners: -ownersOf(to.role) }),
    ...roleActions(from, 'manager'),
    ...roleActions(to, 'owner'),
    ...others,
  ]);

/**
 * Removes a member and stores `others`, in one transaction.
 *
 * @throws ApiError last_owner; ConditionFailed when the role has changed meanwhile
 */
export const dropMember = (table: Table, member: Member, others: readonly TransactAction[]): Promise<void> =>
  transact(table, [
    countMembers(member.brand_id, { members: -1, owners: -ownersOf(member.role) }),
    { Delete: { Key: { ...memberKey(member.brand_id, member.id) }, ...roleIs(member.role) } },
    { Delete: { Key: { ...memberSubjectKey(member.brand_id, member.subject) } } },
    { Delete: { Key: { ...membershipKey(member.subject, member.brand_id) } } },
    ...others,
  ]).catch(refuseLastOwner);

const roleActions = (member: Member, role: BrandRole): readonly TransactAction[] => [
  setRole(memberKey(member.brand_id, member.id), member.role, role),
  setRole(membershipKey(member.subject, member.brand_id), member.role, role),
];

const setRole = (
  key: { readonly pk: string; readonly sk: string },
  before: BrandRole,
  after: BrandRole,
): TransactAction => {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = roleIs(before);
  return {
    Update: {
      Key: { ...key },
      UpdateExpression: 'SET #role = :after',
      ConditionExpression,
      ExpressionAttributeNames,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':after': after },
    },
  };
};

const roleIs = (role: BrandRole) => ({
  ConditionExpression: '#role = :role',
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':role': role },
});

/** One owner must stay, and a brand has at most {@link maxMembers}. */
function countMembers(
  brandId: string,
  { members, owners }: { readonly members: number; readonly owners: number },
): TransactAction {
  const condition =
    owners < 0 ? 'owners > :one' : members > 0 ? 'attribute_not_exists(pk) OR members < :maximum' : undefined;
  return {
    Update: {
      Key: { ...memberCountsKey(brandId) },
      UpdateExpression: 'ADD members :members, owners :owners',
      ...(condition !== undefined && { ConditionExpression: condition }),
      ExpressionAttributeValues: {
        ':members': members,
        ':owners': owners,
        ...(owners < 0 && { ':one': 1 }),
        ...(owners >= 0 && members > 0 && { ':maximum': maxMembers }),
      },
    },
  };
}

function refuseLastOwner(error: unknown): never {
  const refused = error instanceof ConditionFailed && error.failures[0]?.index === 0;
  throw refused ? new ApiError('last_owner', { cause: error }) : error;
}
