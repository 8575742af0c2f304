import { checkEntitlement, freeEntitlement, useEntitlement } from '#commerce/billing/entitlement-records.ts';
import { brands } from '#commerce/brands/records.ts';
import { shareMailbox } from '#commerce/contacts/address-records.ts';
import type * as declared from '#commerce/members/contract.ts';
import {
  addMember,
  changeRole,
  dropMember,
  findMemberBySubject,
  insertInvitation,
  invitationOfToken,
  invitations,
  members,
  removeInvitation,
  replaceInvitation,
  swapRoles,
} from '#commerce/members/records.ts';
import {
  invitationMessage,
  memberOf,
  newInvitation,
  sentAgain,
  shownInvitation,
  tokenBytes,
} from '#commerce/members/rules.ts';
import { messageWork, queueMessage } from '#commerce/messages/records.ts';
import { requireEmailSender, sendersOf } from '#commerce/messages/sending.ts';
import { sendersEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, noContent, ok, okPage } from '#http/reply/replies.ts';

export async function listMembers({ query: { brand_id, ...page } }: Call<typeof declared.listMembers>) {
  const { data, nextCursor } = await members.page({ brand_id }, page);
  return okPage(data, nextCursor);
}

export function updateMember({ resource: member, body: { role } }: Call<typeof declared.updateMember>) {
  if (role === member.role) return ok(member);
  const { brand_id, subject } = member;
  return change(ok({ ...member, role }), ...changeRole(member, role), {
    brand_id,
    activity: { event: 'membersChanged', data: { change: 'role_changed', subject, role } },
  });
}

export async function removeMember({ resource: member, now }: Call<typeof declared.removeMember>) {
  const { brand_id, subject } = member;
  return change(
    noContent(),
    ...dropMember(member),
    ...(await freeEntitlement(seatOf(brand_id, now))),
    { brand_id, activity: { event: 'membersChanged', data: { change: 'removed', subject } } },
    { brand_id, events: [{ type: 'member.left', data: { subject } }] },
  );
}

const seatOf = (brandId: string, now: Date) => ({ brandId, name: 'members', amount: 1, now }) as const;

export async function leaveBrand({ body, principal, now }: Call<typeof declared.leaveBrand>) {
  const { brand_id } = body;
  const { subject } = principal;
  const member = found(await findMemberBySubject(brand_id, subject));
  return change(
    created({ brand_id }, undefined),
    ...dropMember(member),
    ...(await freeEntitlement(seatOf(brand_id, now))),
    { brand_id, activity: { event: 'membersChanged', data: { change: 'left', subject } } },
    { brand_id, events: [{ type: 'member.left', data: { subject } }] },
  );
}

export async function transferOwnership({ body, principal }: Call<typeof declared.transferOwnership>) {
  const { brand_id, member_id } = body;
  const from = found(await findMemberBySubject(brand_id, principal.subject));
  const to = found(await members.find({ brand_id, id: member_id }));
  // The caller may have lost the role since the request was authorized.
  if (from.role !== 'owner' || from.id === to.id) throw new ApiError('forbidden');
  const { subject } = to;
  return change(created({ ...to, role: 'owner' }, undefined), ...swapRoles(from, to), {
    brand_id,
    activity: {
      event: 'membersChanged',
      data: { change: 'ownership_transferred', subject, role: 'owner' },
    },
  });
}

const randomBytes = () => crypto.getRandomValues(new Uint8Array(tokenBytes));

export async function createInvitation({
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.createInvitation>) {
  requireEmailSender(sendersOf(process.env));
  const { brand_id, role } = body;
  const brand = found(await brands.find({ brand_id }));
  await checkEntitlement(seatOf(brand_id, now));
  const issued = newInvitation(body, {
    id: newId(),
    invitedBy: principal.subject,
    now,
    random: randomBytes(),
  });
  return change(
    created(issued.invitation, undefined),
    ...(await insertInvitation(issued, now)),
    ...mailWrites(issued, brand.name, now),
    { brand_id, activity: { event: 'membersChanged', data: { change: 'invited', role } } },
  );
}

function mailWrites(issued: Parameters<typeof invitationMessage>[0], brandName: string, now: Date) {
  const { WEB_URL } = sendersEnvironment.parse(process.env);
  const message = invitationMessage(issued, brandName, WEB_URL);
  return [...queueMessage(message, now), { wakes: messageWork(message), due: now }];
}

export async function listInvitations({
  query: { brand_id, ...page },
}: Call<typeof declared.listInvitations>) {
  const { data, nextCursor } = await invitations.page({ brand_id }, page);
  return okPage(data.map(shownInvitation), nextCursor);
}

export async function resendInvitation({ resource: before, now }: Call<typeof declared.resendInvitation>) {
  requireEmailSender(sendersOf(process.env));
  const brand = found(await brands.find({ brand_id: before.brand_id }));
  const issued = sentAgain(before, { now, random: randomBytes() });
  return change(
    created(issued.invitation, undefined),
    ...(await replaceInvitation(before, issued, now)),
    ...mailWrites(issued, brand.name, now),
  );
}

export const revokeInvitation = ({ resource: invitation }: Call<typeof declared.revokeInvitation>) =>
  change(noContent(), ...removeInvitation(invitation));

export async function acceptInvitation({
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.acceptInvitation>) {
  if (principal.credential !== 'bearer') {
    throw new ApiError('forbidden', { message: 'Use a bearer token to accept an invitation' });
  }
  const invitation = await invitationOfToken(body.token, now);
  const { brand_id, email } = invitation;
  const brand = await brands.find({ brand_id });
  if (brand === undefined || brand.deletion !== undefined) throw new ApiError('brand_closing');
  const member = memberOf(invitation, { id: newId(), subject: principal.subject, now });
  const { subject, role } = member;
  return change(
    created(member, undefined),
    brands.unchanged(brand),
    ...addMember(member),
    ...removeInvitation(invitation),
    ...(await shareMailbox(brand_id, email)),
    ...(await useEntitlement(seatOf(brand_id, now))),
    { brand_id, activity: { event: 'membersChanged', data: { change: 'joined', subject, role } } },
    { brand_id, events: [{ type: 'member.joined', data: { subject, role } }] },
  );
}
