import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Invitation, maxInvitations } from '#contract/commerce/members.ts';
import { type CommerceService, newBrand, startCommerceService } from '../commerce-service.ts';
import { type Invocation, invoke, person } from '../invoke.ts';

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
    const { newInvitation } = await import('#commerce/members/invitation.ts');
    const { insertInvitation, invitationMessage } = await import('#store/commerce/members/invitations.ts');
    const past = new Date(Date.now() - 7 * 86_400_000);
    const old = newInvitation(
      { brand_id, email: 'late@example.com', role: 'viewer' },
      { id: randomUUID(), invitedBy: 'x', now: past, random: crypto.getRandomValues(new Uint8Array(32)) },
    );
    const message = invitationMessage(old, 'Meadow Farm', undefined);
    await insertInvitation(service.table, old, { message, now: past, others: [] });
    expect(await codes(old.token)).toBe('invitation_invalid');
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
    const { newInvitation } = await import('#commerce/members/invitation.ts');
    const { insertInvitation, invitationMessage } = await import('#store/commerce/members/invitations.ts');
    const now = new Date();
    for (let n = 0; n < maxInvitations; n++) {
      const random = crypto.getRandomValues(new Uint8Array(32));
      const input = { brand_id, email: `guest-${n}@example.com`, role: 'viewer' } as const;
      const issued = newInvitation(input, { id: randomUUID(), invitedBy: 'x', now, random });
      const message = invitationMessage(issued, 'Meadow Farm', undefined);
      await insertInvitation(service.table, issued, { message, now, others: [] });
    }
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
    const { findMemberships } = await import('#store/commerce/credentials.ts');
    const { readEntitlement } = await import('#store/commerce/billing/entitlements.ts');
    const places = async () => (await readEntitlement(service.table, brand_id, 'members', new Date())).used;
    const member = await joined(brand_id, caller, 'viewer');
    const roles = () => findMemberships(service.table, member.caller.subject);
    const parameters = { id: member.id };
    const changed = await invoke('update-member', { caller, parameters, body: { role: 'manager' } });
    expect(changed.body.data).toMatchObject({ role: 'manager' });
    expect(await roles()).toEqual([{ brand_id, role: 'manager' }]);
    const other = await newBrand();
    expect((await invoke('remove-member', { caller: other.caller, parameters })).status).toBe(404);
    expect(await places()).toBe(2);
    expect((await invoke('remove-member', { caller, parameters })).status).toBe(204);
    expect(await roles()).toEqual([]);
    expect(await places()).toBe(1);
    expect((await invoke('remove-member', { caller, parameters })).status).toBe(404);
  });
});

describe('API keys', () => {
  const create = (caller: Caller, body: object) => invoke('create-api-key', { caller, body });
  const authorize = async (secret: string, now: Date) => {
    const { brandCallers } = await import('#auth/brand-callers.ts');
    const { secretHash } = await import('#auth/identify.ts');
    const { findApiKeyCredential } = await import('#store/commerce/credentials.ts');
    const { keyUses } = await import('#store/commerce/key-uses.ts');
    const noteUse = keyUses(service.table, (error) => expect(error).toBeUndefined());
    const callers = brandCallers(
      {
        findApiKey: (hash) => findApiKeyCredential(service.table, hash),
        findMemberships: async () => [],
        findLeavingBrands: async () => new Map(),
        noteUse: (key) => noteUse(key, now),
      },
      undefined,
      () => now,
    );
    return callers.holderOf(secretHash(secret));
  };
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test('expire, and show when they were last used, to the hour', async () => {
    const { brand_id, caller } = await newBrand();
    const key = { brand_id, name: 'Till', role: 'viewer' };
    const past = await create(caller, { ...key, expires_at: '2020-01-01T00:00:00Z' });
    expect(past.body.details[0].path).toEqual(['body', 'expires_at']);
    const made = (await create(caller, { ...key, expires_at: later(5).toISOString() })).body.data;
    const used = async () =>
      (await invoke('list-api-keys', { caller, query: { brand_id } })).body.data[0].last_used_at;
    expect(await used()).toBeUndefined();
    const first = later(1);
    expect(await authorize(made.secret, first)).toMatchObject({ brands: { [brand_id]: 'viewer' } });
    await authorize(made.secret, later(1.9));
    expect(await used()).toBe(first.toISOString());
    const third = later(2.1);
    await authorize(made.secret, third);
    expect(await used()).toBe(third.toISOString());
    expect(await authorize(made.secret, later(5))).toBeUndefined();
  });

  test('keep their earlier secret for the overlap of a rotation; a revocation ends both', async () => {
    const { brand_id, caller } = await newBrand();
    const made = (await create(caller, { brand_id, name: 'Till', role: 'viewer' })).body.data;
    const rotate = (overlap_hours: number) =>
      invoke('rotate-api-key', { caller, parameters: { id: made.id }, body: { overlap_hours } });
    const second = (await rotate(24)).body.data;
    expect(second).toMatchObject({ id: made.id, earlier_secret_expires_at: expect.any(String) });
    const works = async (secret: string, hours: number) =>
      (await authorize(secret, later(hours))) !== undefined;
    expect([await works(made.secret, 23), await works(made.secret, 25)]).toEqual([true, false]);
    expect(await works(second.secret, 1000)).toBe(true);
    const third = (await rotate(24)).body.data;
    expect([await works(made.secret, 0), await works(second.secret, 0)]).toEqual([false, true]);
    const revoked = await invoke('revoke-api-key', { caller, parameters: { id: made.id } });
    expect(revoked.status).toBe(204);
    expect([await works(second.secret, 0), await works(third.secret, 0)]).toEqual([false, false]);
    expect((await rotate(0)).body.code).toBe('key_revoked');
    const answers = (await create(caller, { brand_id, name: 'Shop', role: 'viewer' })).body.data;
    const races = await Promise.all(
      Array.from({ length: 3 }, () =>
        invoke('rotate-api-key', { caller, parameters: { id: answers.id }, body: { overlap_hours: 0 } }),
      ),
    );
    const secrets = races.map(({ body }) => body.data.secret);
    const working = await Promise.all(secrets.map((secret) => works(secret, 0)));
    expect(working.filter(Boolean)).toHaveLength(1);
  });

  test('with scopes permit what role and scopes both permit', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    const unknown = await create(caller, {
      brand_id,
      name: 'x',
      role: 'owner',
      scopes: ['orders:read', 'barn:read'],
    });
    expect(unknown.body.details[0].path).toEqual(['body', 'scopes', 1]);
    const scopes = ['orders:read', 'api_keys:write'];
    const made = (await create(caller, { brand_id, name: 'x', role: 'owner', scopes })).body.data;
    expect(made.scopes).toEqual(scopes);
    const scoped = await authorize(made.secret, new Date());
    if (scoped === undefined) throw new Error('The key does not work');
    expect((await invoke('list-orders', { caller: scoped, query: { brand_id } })).status).toBe(200);
    const order = { brand_id, items: [{ product_id: randomUUID(), quantity: 1, price: 1 }] };
    const refused = await invoke('create-order', { caller: scoped, body: order });
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    expect(refused.body.error).toBe('This API key needs the scope orders:write');
    expect((await invoke('list-products', { caller: scoped, query: { brand_id } })).status).toBe(403);
    expect((await invoke('get-caller', { caller: scoped })).status).toBe(200);
    const wider = await create(scoped, { brand_id, name: 'y', role: 'owner' });
    expect(wider.body.code).toBe('insufficient_scope');
    const narrower = { brand_id, name: 'y', role: 'owner', scopes: ['orders:read'] };
    expect((await create(scoped, narrower)).status).toBe(201);
  });
});
