import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { record, secret } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type StoredInvitation, storedInvitation } from './contract.ts';
import { memberCounts } from './member-records.ts';
import { type IssuedInvitation, isValid, requireRoom, storedOf, tokenHash } from './rules.ts';

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
