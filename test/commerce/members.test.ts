import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Invitation, maxInvitations } from '#commerce/members/contract.ts';
import { newInvitation } from '#commerce/members/rules.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type CommerceService, newBrand, startCommerceService } from '../functions/commerce-service.ts';
import { type Invocation, invoke, person } from '../functions/invoke.ts';

type Caller = Invocation['caller'];

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

const inviteTo = (
  brand_id: string,
  caller: Caller,
  role = 'manager',
  email = `${randomUUID()}@example.com`,
) => invoke('create-invitation', { caller, body: { brand_id, email, role } });
const accept = (token: string, caller: Caller) => invoke('accept-invitation', { caller, body: { token } });
/** The token in the e-mail of an invitation. */
const tokenOf = async ({ brand_id, id, sent_at }: Invitation): Promise<string> => {
  const { findMessage } = await import('#commerce/messages/records.ts');
  const message = await findMessage(brand_id, `invitation-${id}-${sent_at}`);
  const [token] = /^[\w-]{43}$/m.exec(message?.text ?? '') ?? [];
  if (token === undefined) throw new Error('The e-mail has no token');
  return token;
};
const membersOf = async (brand_id: string, caller: Caller) =>
  (await invoke('list-members', { caller, query: { brand_id } })).body.data;

/** A person who has joined the brand, with the rights of the membership. */
async function joined(brand_id: string, owner: Caller, role: 'owner' | 'manager' | 'viewer') {
  const { body } = await inviteTo(brand_id, owner, role);
  const caller = person({});
  const { status, body: made } = await accept(await tokenOf(body.data), caller);
  expect(status).toBe(201);
  return { id: String(made.data.id), caller: { ...caller, brands: { [brand_id]: role } } };
}

describe('an invitation', () => {
  test('makes the person who has its token a member, once', async () => {
    const { brand_id, caller } = await newBrand();
    const { body, status } = await inviteTo(brand_id, caller);
    expect(status).toBe(201);
    const token = await tokenOf(body.data);
    const listed = await invoke('list-invitations', { caller, query: { brand_id } });
    expect(listed.body.data).toHaveLength(1);
    expect(JSON.stringify([body, listed.body])).not.toContain(token);
    const guests = Array.from({ length: 4 }, () => person({}));
    const answers = await Promise.all(guests.map((guest) => accept(token, guest)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 410, 410, 410]);
    const members = await membersOf(brand_id, caller);
    expect(members.map(({ role }: { role: string }) => role)).toEqual(['owner', 'manager']);
    expect((await invoke('list-invitations', { caller, query: { brand_id } })).body.data).toEqual([]);
    const events = await invoke('list-activity', { caller, query: { brand_id, event: 'membersChanged' } });
    const changes = events.body.data.map(({ data }: { data: { change: string } }) => data.change);
    expect(changes.sort()).toEqual(['invited', 'joined']);
  });

  test('shows its token in its e-mail only, until the e-mail was sent', async () => {
    const { brand_id, caller } = await newBrand();
    const email = `${randomUUID()}@example.com`;
    const request = {
      caller,
      body: { brand_id, email, role: 'viewer' },
      headers: { 'idempotency-key': randomUUID() },
    };
    const [first, second] = [
      await invoke('create-invitation', request),
      await invoke('create-invitation', request),
    ];
    expect(second.body).toEqual(first.body);
    const token = await tokenOf(first.body.data);
    const { changeMessage, findMessage } = await import('#commerce/messages/records.ts');
    const { id, sent_at } = first.body.data;
    const message = await findMessage(brand_id, `invitation-${id}-${sent_at}`);
    if (message === undefined) throw new Error('There is no e-mail');
    expect(message).toMatchObject({ to: email, subject: 'Invitation to Meadow Farm', status: 'queued' });
    expect(await changeMessage(message, { status: 'sent' })).toBe(true);
    const { Items } = await service.table.client.send(new ScanCommand({ TableName: service.table.name }));
    expect(JSON.stringify(Items)).not.toContain(token);
  });

  test('that is revoked, expired, sent again or unknown is 410', async () => {
    const { brand_id, caller } = await newBrand();
    const first = (await inviteTo(brand_id, caller)).body.data;
    const firstToken = await tokenOf(first);
    const again = await invoke('resend-invitation', { caller, parameters: { id: first.id } });
    const guest = person({});
    const codes = async (token: string) => (await accept(token, guest)).body.code;
    expect(await codes(firstToken)).toBe('invitation_invalid');
    const secondToken = await tokenOf(again.body.data);
    const revoke = () => invoke('revoke-invitation', { caller, parameters: { id: first.id } });
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(404);
    expect(await codes(secondToken)).toBe('invitation_invalid');
    expect(await codes('nonsense')).toBe('invitation_invalid');
    const past = new Date(Date.now() - 7 * 86_400_000);
    const old = newInvitation(
      { brand_id, email: 'late@example.com', role: 'viewer' },
      { id: randomUUID(), invitedBy: 'x', now: past, random: crypto.getRandomValues(new Uint8Array(32)) },
    );
    const { insertInvitation } = await import('#commerce/members/records.ts');
    await transact(service.table, await insertInvitation(old, past));
    expect(await codes(old.token)).toBe('invitation_invalid');
  });

  test('of a brand that is closing or closed lets nobody join', async () => {
    const { brands, changeBrand, closeBrand } = await import('#commerce/brands/records.ts');
    const { withDeletion } = await import('#commerce/brands/rules.ts');
    const { brand_id, caller } = await newBrand();
    const token = await tokenOf((await inviteTo(brand_id, caller)).body.data);
    const record = async () => {
      const found = await brands.find({ brand_id });
      if (found === undefined) throw new Error('There is no brand');
      return found;
    };
    const brand = await record();
    const leaving = withDeletion(brand, 0, new Date());
    await transact(service.table, changeBrand(brand, leaving));
    expect((await accept(token, person({}))).body.code).toBe('brand_closing');
    if (leaving.deletion === undefined) throw new Error('The brand stays');
    await closeBrand(service.table, await record(), leaving.deletion, new Date());
    expect((await accept(token, person({}))).body.code).toBe('brand_closing');
    const { members } = await import('#commerce/members/records.ts');
    expect(await Array.fromAsync(members.all({ brand_id }))).toHaveLength(1);
  });

  test('is the only open one of an address, of several at once and beside an expired one', async () => {
    const { brand_id, caller } = await newBrand();
    const email = `${randomUUID()}@example.com`;
    const past = new Date(Date.now() - 8 * 86_400_000);
    const expired = newInvitation(
      { brand_id, email, role: 'viewer' },
      { id: randomUUID(), invitedBy: 'x', now: past, random: crypto.getRandomValues(new Uint8Array(32)) },
    );
    const { insertInvitation } = await import('#commerce/members/records.ts');
    await transact(service.table, await insertInvitation(expired, past));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => inviteTo(brand_id, caller, 'viewer', email)),
    );
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      201,
      ...Array.from({ length: 3 }, () => 'invitation_exists'),
    ]);
    const resent = await invoke('resend-invitation', { caller, parameters: { id: expired.invitation.id } });
    expect(resent.body.code).toBe('invitation_exists');
  });

  test('to an address with an open one, by a manager, or for a member is refused', async () => {
    const { brand_id, caller } = await newBrand();
    await inviteTo(brand_id, caller, 'viewer', 'twice@example.com');
    const twice = await inviteTo(brand_id, caller, 'viewer', 'Twice@example.com');
    expect(twice.body.code).toBe('invitation_exists');
    expect((await inviteTo(brand_id, person({ [brand_id]: 'manager' }))).status).toBe(403);
    const other = await newBrand();
    expect((await inviteTo(brand_id, other.caller)).status).toBe(403);
    const token = await tokenOf((await inviteTo(brand_id, caller)).body.data);
    expect((await accept(token, caller)).body.code).toBe('already_member');
    const key = person({}, { credential: 'api_key' });
    expect((await accept(token, key)).status).toBe(403);
  });

  test('beyond the greatest number of open ones is refused', async () => {
    const { brand_id, caller } = await newBrand();
    for (let n = 0; n < maxInvitations; n++) expect((await inviteTo(brand_id, caller)).status).toBe(201);
    expect((await inviteTo(brand_id, caller)).body.code).toBe('invitation_limit_reached');
  });
});

describe('the last owner', () => {
  const leave = (brand_id: string, caller: Caller) => invoke('leave-brand', { caller, body: { brand_id } });

  test('stays, also when two owners leave at once', async () => {
    const { brand_id, caller } = await newBrand();
    expect((await leave(brand_id, caller)).body.code).toBe('last_owner');
    const second = await joined(brand_id, caller, 'owner');
    const answers = await Promise.all([leave(brand_id, caller), leave(brand_id, second.caller)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_owner');
    const staying = answers[0]?.status === 409 ? caller : second.caller;
    expect(await membersOf(brand_id, staying)).toEqual([expect.objectContaining({ role: 'owner' })]);
  });

  test('cannot be demoted or removed; two owners cannot demote each other at once', async () => {
    const { brand_id, caller } = await newBrand();
    const [own] = await membersOf(brand_id, caller);
    const demote = (id: string, by: Caller) =>
      invoke('update-member', { caller: by, parameters: { id }, body: { role: 'viewer' } });
    expect((await demote(own.id, caller)).body.code).toBe('last_owner');
    const remove = await invoke('remove-member', { caller, parameters: { id: own.id } });
    expect(remove.body.code).toBe('last_owner');
    const second = await joined(brand_id, caller, 'owner');
    const answers = await Promise.all([demote(second.id, caller), demote(own.id, second.caller)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('can transfer the ownership and then leave', async () => {
    const { brand_id, caller } = await newBrand();
    const heir = await joined(brand_id, caller, 'viewer');
    const transfer = { caller, body: { brand_id, member_id: heir.id } };
    expect((await invoke('transfer-ownership', transfer)).body.data).toMatchObject({ role: 'owner' });
    expect((await invoke('transfer-ownership', transfer)).status).toBe(403);
    const manager = { ...caller, brands: { [brand_id]: 'manager' as const } };
    expect((await leave(brand_id, manager)).status).toBe(201);
    expect((await leave(brand_id, manager)).status).toBe(404);
    const owner = { ...heir.caller, brands: { [brand_id]: 'owner' as const } };
    expect(await membersOf(brand_id, owner)).toEqual([
      expect.objectContaining({ id: heir.id, role: 'owner' }),
    ]);
    expect((await leave(brand_id, owner)).body.code).toBe('last_owner');
  });
});

describe('members', () => {
  test('get another role and lose it; the authorizer sees both at once', async () => {
    const { brand_id, caller } = await newBrand();
    const { findMemberships } = await import('#commerce/members/records.ts');
    const { readEntitlement } = await import('#commerce/billing/entitlement-records.ts');
    const places = async () => (await readEntitlement(brand_id, 'members', new Date())).used;
    const member = await joined(brand_id, caller, 'viewer');
    const roles = () => findMemberships(member.caller.subject);
    const parameters = { id: member.id };
    const changed = await invoke('update-member', { caller, parameters, body: { role: 'manager' } });
    expect(changed.body.data).toMatchObject({ role: 'manager' });
    expect(await roles()).toEqual([{ subject: member.caller.subject, brand_id, role: 'manager' }]);
    const other = await newBrand();
    expect((await invoke('remove-member', { caller: other.caller, parameters })).status).toBe(404);
    expect(await places()).toBe(2);
    expect((await invoke('remove-member', { caller, parameters })).status).toBe(204);
    expect(await roles()).toEqual([]);
    expect(await places()).toBe(1);
    expect((await invoke('remove-member', { caller, parameters })).status).toBe(404);
  });
});
