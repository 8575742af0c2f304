import * as z from 'zod';
import type { BrandRole } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { count, counter, pointer, record, secret } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import {
  type Member,
  maxMembers,
  member,
  memberRole,
  type StoredInvitation,
  storedInvitation,
} from './contract.ts';
import { type IssuedInvitation, isValid, requireRoom, storedOf, tokenHash } from './rules.ts';

/*
 * Every member has a membership, which the authorizer reads, and a record in the list of the brand. Every write changes both and the
 * counts of the brand, so the counts protect the last owner and the limit also in races.
 */

const ofMembers = { records: 'memberships', pk: 'MEMBERS#{brand_id}', person: 'none' } as const;

/** Members in the order in which they joined. */
export const members = record({
  ...ofMembers,
  name: 'member of a brand',
  schema: member,
  sk: 'MEMBER#{id}',
  unchangedBy: ['role'],
  exported: 'members',
});

/** Leads from a person to the record in the list of members. */
export const memberSubjects = record({
  ...ofMembers,
  name: 'member, by subject',
  schema: z.object({ brand_id: uuid, subject: z.string(), member_id: uuid }),
  sk: 'SUBJECT#{subject:text}',
  unchangedBy: ['member_id'],
  exported: pointer,
});

export const memberCounts = counter({
  ...ofMembers,
  name: 'counts of members',
  sk: 'COUNTS',
  // Every sending of an invitation counts, so that of two at once one is repeated and sees the other.
  counts: ['members', 'owners', 'sendings'],
  exported: count,
});

/** The roles of a person, by brand. */
export const memberships = record({
  name: 'membership',
  schema: z.object({ subject: z.string(), brand_id: uuid, role: memberRole }),
  records: 'memberships',
  pk: 'MEMBER#{subject:text}',
  sk: 'BRAND#{brand_id}',
  unchangedBy: ['role'],
  exported: pointer,
  person: 'none',
  found: [{ by: 'member of a brand', facts: ({ subject }) => ({ subject }) }],
});

/** The memberships of a person. */
export const findMemberships = (subject: string) => Array.fromAsync(memberships.all({ subject }));

const membershipOf = ({ subject, brand_id, role }: Member) => ({ subject, brand_id, role });

/** The record of a person in the list of a brand. */
export async function findMemberBySubject(brand_id: string, subject: string): Promise<Member | undefined> {
  const pointed = await memberSubjects.find({ brand_id, subject });
  return pointed && members.find({ brand_id, id: pointed.member_id });
}

/** The actions that add a member. They are refused for a person who has a role, and at the limit. */
export const addMember = (member: Member): readonly TransactAction[] => [
  memberships.insert(membershipOf(member), { otherwise: 'already_member' }),
  memberCounts.add(
    member,
    { members: 1, owners: ownersOf(member.role) },
    { most: maxMembers, otherwise: 'member_limit_reached' },
  ),
  members.insert(member),
  memberSubjects.put({ brand_id: member.brand_id, subject: member.subject, member_id: member.id }),
];

const ownersOf = (role: BrandRole) => (role === 'owner' ? 1 : 0);

const oneOwnerStays = { least: 1, otherwise: 'last_owner' } as const;

/** The actions that change the role of a member. They are refused for the last owner. */
export function changeRole(member: Member, role: BrandRole): readonly TransactAction[] {
  const owners = ownersOf(role) - ownersOf(member.role);
  return [
    ...(owners === 0 ? [] : [memberCounts.add(member, { owners }, owners < 0 ? oneOwnerStays : {})]),
    ...roleActions(member, role),
  ];
}

/** The actions that make another member an owner in place of one who becomes a manager. */
export const swapRoles = (from: Member, to: Member): readonly TransactAction[] => [
  // An owner more and one less, unless the other was an owner before.
  ...(to.role === 'owner' ? [memberCounts.add(from, { owners: -1 }, { least: 1 })] : []),
  ...roleActions(from, 'manager'),
  ...roleActions(to, 'owner'),
];

const roleActions = (before: Member, role: BrandRole): readonly TransactAction[] => {
  const after = { ...before, role };
  return [members.replace(before, after), memberships.replace(membershipOf(before), membershipOf(after))];
};

/** The actions that remove a member. They are refused for the last owner. */
export const dropMember = (member: Member): readonly TransactAction[] => [
  memberCounts.add(
    member,
    { members: -1, owners: -ownersOf(member.role) },
    member.role === 'owner' ? oneOwnerStays : {},
  ),
  members.remove(member),
  memberSubjects.remove({ brand_id: member.brand_id, subject: member.subject, member_id: member.id }),
  memberships.remove(membershipOf(member)),
];

const keptMilliseconds = 30 * 86_400_000;

/** An expired invitation stays in the list for a month. */
const expires = ({ valid_until }: { readonly valid_until: string }) =>
  new Date(Date.parse(valid_until) + keptMilliseconds);

export const invitations = record({
  name: 'invitation',
  schema: storedInvitation,
  records: 'memberships',
  pk: 'INVITATIONS#{brand_id}',
  sk: '{id}',
  unchangedBy: ['token_hash'],
  expires,
  exported: 'invitations',
  hides: ['token_hash'],
  person: 'none',
});

/** Leads from a token to its invitation. */
export const invitationTokens = record({
  name: 'invitation, by token',
  schema: z.object({ token_hash: z.string(), brand_id: uuid, id: uuid, valid_until: timestamp }),
  records: 'memberships',
  pk: 'INVITATION#{token_hash}',
  sk: 'INVITATION',
  expires,
  exported: secret,
  person: 'none',
  found: [{ by: 'invitation', facts: ({ token_hash }) => ({ token_hash }) }],
});

const tokenOf = ({ token_hash, brand_id, id, valid_until }: StoredInvitation) => ({
  token_hash,
  brand_id,
  id,
  valid_until,
});

/**
 * The actions that store a new invitation. They fail if another one was sent meanwhile.
 *
 * @throws ApiError invitation_exists, invitation_limit_reached
 */
export async function insertInvitation(
  issued: IssuedInvitation,
  now: Date,
): Promise<readonly TransactAction[]> {
  const after = storedOf(issued);
  return [await sending(issued, now), invitations.insert(after), invitationTokens.insert(tokenOf(after))];
}

/**
 * The actions that store an invitation with its new token. They fail if it was accepted or revoked, or one was sent meanwhile.
 *
 * @throws ApiError invitation_exists, invitation_limit_reached
 */
export async function replaceInvitation(
  before: StoredInvitation,
  issued: IssuedInvitation,
  now: Date,
): Promise<readonly TransactAction[]> {
  const after = storedOf(issued);
  return [
    await sending(issued, now),
    invitations.replace(before, after),
    invitationTokens.insert(tokenOf(after)),
    tokenRemoval(before),
  ];
}

/** Counts a sending for which there is room. The write fails if another one was counted meanwhile. */
async function sending({ invitation }: IssuedInvitation, now: Date): Promise<TransactAction> {
  const { brand_id, id } = invitation;
  const next = (await memberCounts.find({ brand_id })).sendings + 1;
  const others = (await Array.fromAsync(invitations.all({ brand_id }))).filter((one) => one.id !== id);
  requireRoom(others, invitation, now);
  return memberCounts.add({ brand_id }, { sendings: 1 }, { least: next, most: next });
}

/** The actions that remove an invitation. They fail if it was accepted, revoked or sent again meanwhile. */
export const removeInvitation = (invitation: StoredInvitation): readonly TransactAction[] => [
  invitations.remove(invitation),
  tokenRemoval(invitation),
];

/** Unconditional, because the token may have expired before its invitation. */
const tokenRemoval = ({ token_hash }: StoredInvitation): TransactAction => ({
  Delete: { Key: { ...invitationTokens.key({ token_hash }) } },
});

/**
 * The valid invitation of a token.
 *
 * @throws ApiError invitation_invalid
 */
export async function invitationOfToken(token: string, now: Date): Promise<StoredInvitation> {
  const token_hash = tokenHash(token);
  const pointed = await invitationTokens.find({ token_hash });
  const invitation = pointed && (await invitations.find(pointed));
  if (invitation?.token_hash !== token_hash || !isValid(invitation, now)) {
    throw new ApiError('invitation_invalid');
  }
  return invitation;
}
