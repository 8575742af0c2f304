import { normalEmail } from '#commerce/contacts/addresses.ts';
import { type IssuedInvitation, isValid, tokenHash } from '#commerce/members/invitation.ts';
import { invitationMail } from '#commerce/members/invitation-mail.ts';
import { type NewMessage, queueMessage } from '#commerce/messages/records.ts';
import {
  type Invitation,
  invitation as invitationSchema,
  type Member,
  maxInvitations,
} from '#contract/commerce/members.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import {
  allItems,
  fieldsOf,
  getItem,
  type Item,
  insertion,
  itemOf,
  resourceOf,
} from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { invitationKey, invitationsOf, invitationTokenKey } from '../commerce-keys.ts';
import { addMemberActions } from './members.ts';

/** An invitation with the hash of its token, which leads to it. */
export interface StoredInvitation extends Invitation {
  readonly token_hash: string;
}

const fields = fieldsOf(invitationSchema);
export const shownInvitation = (stored: StoredInvitation): Invitation =>
  resourceOf<Invitation>({ ...stored }, fields);
const invitationFrom = (item: Item): StoredInvitation =>
  resourceOf<StoredInvitation>(item, [...fields, 'token_hash']);

export const findInvitation = finder(invitationKey, invitationFrom);

/** What is stored with an invitation that is sent. */
interface Sending {
  readonly message: NewMessage;
  readonly now: Date;
  readonly others: readonly TransactAction[];
}

/** An expired invitation stays in the list for a month. */
const expiry = ({ valid_until }: Invitation) => Math.floor(Date.parse(valid_until) / 1000) + 30 * 86_400;

const tokenItem = ({ brand_id, id, ...rest }: Invitation, hash: string) =>
  itemOf({ ...invitationTokenKey(hash), expires_at: expiry({ brand_id, id, ...rest }) }, { brand_id, id });

const invitationItem = (invitation: Invitation, hash: string) =>
  itemOf(
    { ...invitationKey(invitation.brand_id, invitation.id), expires_at: expiry(invitation) },
    { ...invitation, token_hash: hash },
  );

/** The e-mail that brings the token to the invited person. Each sending has its own. */
export const invitationMessage = (
  issued: IssuedInvitation,
  brandName: string,
  webUrl: string | undefined,
): NewMessage => {
  const { id, brand_id, email, sent_at } = issued.invitation;
  return {
    ...{ id: `invitation-${id}-${sent_at}`, brand_id, channel: 'email', to: email, kind: 'invitation' },
    ...invitationMail(issued, brandName, webUrl),
  };
};

/**
 * Stores a new invitation, its e-mail and `others` in one transaction.
 *
 * @throws ApiError invitation_exists, invitation_limit_reached
 */
export async function insertInvitation(
  table: Table,
  { invitation, token }: IssuedInvitation,
  { message, now, others }: Sending,
): Promise<void> {
  const all = (await allItems(table, invitationsOf(invitation.brand_id))).map(invitationFrom);
  const open = all.filter((one) => isValid(one, now));
  if (open.some(({ email }) => normalEmail(email) === normalEmail(invitation.email)))
    throw new ApiError('invitation_exists');
  if (open.length >= maxInvitations) throw new ApiError('invitation_limit_reached');
  const hash = tokenHash(token);
  await transact(table, [
    insertion(invitationItem(invitation, hash)),
    insertion(tokenItem(invitation, hash)),
    ...queueMessage(message, now),
    ...others,
  ]);
}

/** Stores an invitation with its new token and the e-mail of it. @throws ConditionFailed when it has been accepted, revoked or sent again */
export const replaceInvitation = (
  table: Table,
  before: StoredInvitation,
  { invitation, token }: IssuedInvitation,
  { message, now, others }: Sending,
): Promise<void> => {
  const hash = tokenHash(token);
  return transact(table, [
    { Put: { Item: { ...invitationItem(invitation, hash) }, ...tokenIs(before) } },
    insertion(tokenItem(invitation, hash)),
    { Delete: { Key: { ...invitationTokenKey(before.token_hash) } } },
    ...queueMessage(message, now),
    ...others,
  ]);
};

/** @throws ConditionFailed when the invitation has been accepted, revoked or sent again */
export const removeInvitation = (table: Table, invitation: StoredInvitation): Promise<void> =>
  transact(table, removalActions(invitation));

const removalActions = (invitation: StoredInvitation): readonly TransactAction[] => [
  { Delete: { Key: { ...invitationKey(invitation.brand_id, invitation.id) }, ...tokenIs(invitation) } },
  { Delete: { Key: { ...invitationTokenKey(invitation.token_hash) } } },
];

const tokenIs = ({ token_hash }: StoredInvitation) => ({
  ConditionExpression: 'token_hash = :hash',
  ExpressionAttributeValues: { ':hash': token_hash },
});

/**
 * The valid invitation of a token.
 *
 * @throws ApiError invitation_invalid
 */
export async function invitationOfToken(table: Table, token: string, now: Date): Promise<StoredInvitation> {
  const hash = tokenHash(token);
  const pointer = await getItem(table, invitationTokenKey(hash));
  const invitation =
    pointer && (await findInvitation(table, [String(pointer['brand_id'])], String(pointer['id'])));
  if (invitation === undefined || invitation.token_hash !== hash || !isValid(invitation, now)) {
    throw new ApiError('invitation_invalid');
  }
  return invitation;
}

/**
 * Adds the member and removes the invitation, with `others`, in one transaction.
 *
 * @throws ApiError already_member, member_limit_reached; ConditionFailed when the invitation is used meanwhile
 */
export async function joinBrand(
  table: Table,
  invitation: StoredInvitation,
  member: Member,
  others: readonly TransactAction[],
): Promise<void> {
  const actions = [...addMemberActions(member), ...removalActions(invitation), ...others];
  await transact(table, actions).catch((error: unknown) => {
    const failed = error instanceof ConditionFailed ? error.failures[0]?.index : undefined;
    if (failed === 0) throw new ApiError('already_member', { cause: error });
    if (failed === 1) throw new ApiError('member_limit_reached', { cause: error });
    throw error;
  });
}

export const readInvitations = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Invitation>> =>
  queryPage(table, { list: ['invitations', brandId], limit, cursor, range: invitationsOf(brandId) }, (item) =>
    shownInvitation(invitationFrom(item)),
  );
