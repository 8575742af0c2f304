import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, email, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'members');

export const memberRoles = ['owner', 'manager', 'viewer'] as const;

export const memberRole = z.enum(memberRoles);

/** Bounds the list of members; the plan of a brand can allow fewer. */
export const maxMembers = 1000;
export const maxInvitations = 100;

export const member = z
  .object({
    id: uuid,
    brand_id: uuid,
    /** `sub` of the person's tokens. */
    subject: z.string(),
    role: memberRole,
    /** Address of the invitation; absent for the person who created the brand. */
    email: z.string().optional(),
    joined_at: timestamp,
  })
  .meta({ id: 'Member' });
export type Member = z.output<typeof member>;

const invitationInput = z.object({ brand_id: uuid, email: email.max(254), role: memberRole });
export type InvitationInput = z.output<typeof invitationInput>;

export const invitation = z
  .object({
    id: uuid,
    brand_id: uuid,
    email: z.string(),
    role: memberRole,
    invited_by: z.string(),
    created_at: timestamp,
    sent_at: timestamp,
    valid_until: timestamp,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof invitation>;

/** An invitation with the hash of its token, which no response shows. */
export const storedInvitation = invitation.extend({ token_hash: z.string() });
export type StoredInvitation = z.output<typeof storedInvitation>;

const memberId = z.object({ id: uuid.describe('Id of the member') });
const invitationId = z.object({ id: uuid.describe('Id of the invitation') });
const owners = { kind: 'brand', roles: ['owner'], brand: 'held' } as const;
const memberships = { data: 'write', managesCredentials: ['memberships'], limiter: 'api' } as const;

export const listMembers = endpoint('GET', '/api/v1/members', 'list-members', {
  summary: 'List the members of a brand',
  description: 'People whose roles come from the tokens of the identity provider are not listed.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Members, in the order in which they joined', schema: pageOf(member) } },
  errors: ['invalid_cursor'],
});

export const updateMember = endpoint('PATCH', '/api/v1/members/{id}', 'update-member', {
  summary: 'Change the role of a member',
  description: 'The new role is in effect with the next request of the person.',
  access: owners,
  ...memberships,
  writes: [],
  recordsActivity: true,
  parameters: memberId,
  resource: member,
  body: z.object({ role: memberRole }),
  responses: { 200: { description: 'The member', schema: dataOf(member) } },
  errors: ['not_found', 'last_owner', 'conflict'],
});

export const removeMember = endpoint('DELETE', '/api/v1/members/{id}', 'remove-member', {
  summary: 'Remove a member from the brand',
  access: owners,
  ...memberships,
  writes: ['billing', 'activity'],
  whileClosing: true,
  deletes: ['memberships'],
  wakesWorkers: true,
  parameters: memberId,
  resource: member,
  responses: { 204: { description: 'Removed' } },
  errors: ['not_found', 'last_owner', 'conflict'],
});

export const leaveBrand = endpoint('POST', '/api/v1/members/leave', 'leave-brand', {
  summary: 'Leave a brand',
  description: 'The last owner cannot leave. Requires a bearer token.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'body' },
  ...memberships,
  writes: ['billing', 'activity'],
  whileClosing: true,
  deletes: ['memberships'],
  wakesWorkers: true,
  idempotent: true,
  body: z.object({ brand_id: uuid }),
  responses: { 201: { description: 'The brand was left', schema: dataOf(z.object({ brand_id: uuid })) } },
  errors: ['not_found', 'last_owner', 'conflict'],
});

export const transferOwnership = endpoint('POST', '/api/v1/members/transfer', 'transfer-ownership', {
  summary: 'Make another member an owner in your place',
  description: 'The caller, an owner with a bearer token, becomes a manager. Both changes happen together.',
  access: { kind: 'brand', roles: ['owner'], brand: 'body' },
  ...memberships,
  writes: [],
  recordsActivity: true,
  idempotent: true,
  body: z.object({ brand_id: uuid, member_id: uuid }),
  responses: { 201: { description: 'The new owner', schema: dataOf(member) } },
  errors: ['not_found', 'conflict'],
});

export const createInvitation = endpoint('POST', '/api/v1/invitations', 'create-invitation', {
  summary: 'Invite a person to the brand by e-mail',
  description:
    'The e-mail contains a token that is valid for 7 days. Any person with the token can accept the invitation. No response shows it.',
  access: { kind: 'brand', roles: ['owner'], brand: 'body' },
  ...memberships,
  writes: ['messages', 'activity'],
  wakesWorkers: true,
  idempotent: true,
  body: invitationInput,
  responses: { 201: { description: 'The invitation without its token', schema: dataOf(invitation) } },
  errors: [
    'invitation_exists',
    'invitation_limit_reached',
    'payment_required',
    'sender_not_configured',
    'not_found',
    'conflict',
  ],
});

export const listInvitations = endpoint('GET', '/api/v1/invitations', 'list-invitations', {
  summary: 'List the open and expired invitations of a brand, oldest first',
  access: { kind: 'brand', roles: ['owner'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Invitations without their tokens', schema: pageOf(invitation) } },
  errors: ['invalid_cursor'],
});

export const resendInvitation = endpoint('POST', '/api/v1/invitations/{id}/resend', 'resend-invitation', {
  summary: 'Send an invitation again',
  description:
    'The e-mail contains a new token, and the invitation is valid for 7 days again. The earlier token is no longer valid.',
  access: owners,
  ...memberships,
  writes: ['messages'],
  deletes: ['memberships'],
  wakesWorkers: true,
  idempotent: true,
  parameters: invitationId,
  resource: storedInvitation,
  responses: { 201: { description: 'The invitation without its token', schema: dataOf(invitation) } },
  errors: ['invitation_exists', 'invitation_limit_reached', 'not_found', 'sender_not_configured', 'conflict'],
});

export const revokeInvitation = endpoint('DELETE', '/api/v1/invitations/{id}', 'revoke-invitation', {
  summary: 'Revoke an invitation',
  access: owners,
  ...memberships,
  writes: [],
  deletes: ['memberships'],
  parameters: invitationId,
  resource: storedInvitation,
  responses: { 204: { description: 'Revoked' } },
  errors: ['not_found', 'conflict'],
});

export const acceptInvitation = endpoint('POST', '/api/v1/invitations/accept', 'accept-invitation', {
  summary: 'Accept an invitation',
  description: 'Requires a bearer token. The caller becomes a member with the role of the invitation.',
  access: { kind: 'signed-in' },
  ...memberships,
  // The mailbox of a member is marked as shared.
  writes: ['billing', 'activity', 'contacts'],
  readsSecrets: ['address-keys'],
  deletes: ['memberships'],
  wakesWorkers: true,
  idempotent: true,
  unmetered: true,
  body: z.object({ token: z.string().min(1).max(200) }),
  responses: { 201: { description: 'The membership', schema: dataOf(member) } },
  errors: [
    'brand_closing',
    'forbidden',
    'invitation_invalid',
    'already_member',
    'member_limit_reached',
    'payment_required',
    'conflict',
  ],
});
