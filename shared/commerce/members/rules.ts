import { createHash } from 'node:crypto';
import { ApiError } from '#contract/errors.ts';
import { oneLine } from '#contract/text-forms.ts';
import { normalEmail } from '../contacts/addresses.ts';
import {
  type Invitation,
  type InvitationInput,
  type Member,
  maxInvitations,
  type StoredInvitation,
} from './contract.ts';

const validDays = 7;
export const tokenBytes = 32;

interface Sent {
  readonly now: Date;
  /** {@link tokenBytes} random bytes. */
  readonly random: Uint8Array;
}

export interface IssuedInvitation {
  readonly invitation: Invitation;
  /** Only the e-mail shows it. The stored invitation has its hash. */
  readonly token: string;
}

export function newInvitation(
  { brand_id, email, role }: InvitationInput,
  { id, invitedBy, ...sent }: Sent & { readonly id: string; readonly invitedBy: string },
): IssuedInvitation {
  const created_at = sent.now.toISOString();
  return send({ id, brand_id, email, role, invited_by: invitedBy, created_at }, sent);
}

/** The invitation with a new token, valid for its whole time again. */
export const sentAgain = (
  { sent_at, valid_until, token_hash, ...invitation }: StoredInvitation,
  sent: Sent,
): IssuedInvitation => send(invitation, sent);

function send(
  invitation: Omit<Invitation, 'sent_at' | 'valid_until'>,
  { now, random }: Sent,
): IssuedInvitation {
  const valid_until = new Date(now.getTime() + validDays * 86_400_000).toISOString();
  return {
    invitation: { ...invitation, sent_at: now.toISOString(), valid_until },
    token: Buffer.from(random).toString('base64url'),
  };
}

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const storedOf = ({ invitation, token }: IssuedInvitation): StoredInvitation => ({
  ...invitation,
  token_hash: tokenHash(token),
});

export const shownInvitation = ({ token_hash, ...invitation }: StoredInvitation): Invitation => invitation;

export const isValid = ({ valid_until }: Invitation, now: Date): boolean => valid_until > now.toISOString();

/**
 * Refuses a second open invitation to an address, and one beyond the limit.
 *
 * @throws ApiError invitation_exists, invitation_limit_reached
 */
export function requireRoom(present: readonly Invitation[], { email }: Invitation, now: Date): void {
  const open = present.filter((one) => isValid(one, now));
  if (open.some((one) => normalEmail(one.email) === normalEmail(email)))
    throw new ApiError('invitation_exists');
  if (open.length >= maxInvitations) throw new ApiError('invitation_limit_reached');
}

export const memberOf = (
  { brand_id, role, email }: Invitation,
  { id, subject, now }: { readonly id: string; readonly subject: string; readonly now: Date },
): Member => ({ id, brand_id, subject, role, email, joined_at: now.toISOString() });

/**
 * The e-mail of an invitation, the only place that shows its token. With `webUrl`, the address of the web app, it has a link that
 * accepts. Each sending has its own.
 */
export function invitationMessage(
  { invitation, token }: IssuedInvitation,
  brandName: string,
  webUrl: string | undefined,
) {
  const { id, brand_id, email, role, sent_at, valid_until } = invitation;
  const brand = oneLine(brandName);
  const [day = '', time = ''] = valid_until.split('T');
  return {
    ...({ channel: 'email', kind: 'invitation' } as const),
    ...{ id: `invitation-${id}-${sent_at}`, brand_id, to: email },
    subject: `Invitation to ${brand}`,
    text: [
      `You are invited to join ${brand} as ${role}.`,
      '',
      ...(webUrl === undefined
        ? ['Sign in and accept with this invitation code:']
        : [
            'Open this link, sign in, and you are a member:',
            '',
            `${webUrl}/invitations/accept?token=${token}`,
            '',
            'Or sign in and enter this invitation code:',
          ]),
      '',
      token,
      '',
      `The code is valid until ${day}, ${time.slice(0, 'HH:MM'.length)} UTC, and can be used once.`,
      'Ignore this e-mail if you do not know the sender.',
      '',
    ].join('\n'),
  };
}
