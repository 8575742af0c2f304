import { createHash } from 'node:crypto';
import type { Invitation, InvitationInput, Member } from '#contract/commerce/members.ts';

const validDays = 7;
export const tokenBytes = 32;

interface Sent {
  readonly now: Date;
  /** {@link tokenBytes} random bytes. */
  readonly random: Uint8Array;
}

export interface IssuedInvitation {
  readonly invitation: Invitation;
  /** Only the e-mail shows it. The invitation keeps its hash. */
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
  { sent_at, valid_until, ...invitation }: Invitation,
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

export const isValid = ({ valid_until }: Invitation, now: Date): boolean => valid_until > now.toISOString();

export const memberOf = (
  { brand_id, role, email }: Invitation,
  { id, subject, now }: { readonly id: string; readonly subject: string; readonly now: Date },
): Member => ({ id, brand_id, subject, role, email, joined_at: now.toISOString() });
