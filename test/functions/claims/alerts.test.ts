import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { beginEvaluation, deliveryPorts, evaluationPorts, measure } from '#claims/alerts/alert-store.ts';
import { alertCondition, maxAlertRules } from '#claims/alerts/contract.ts';
import { deliverAlerts } from '#claims/alerts/deliver-alert.ts';
import { readAlertRules, readAlertSecret, readDueAlerts } from '#claims/alerts/records.ts';
import { evaluateRules } from '#claims/alerts/rules.ts';
import { findClaim } from '#claims/claims/records.ts';
import { signedHeaders } from '#commerce/webhooks/delivery.ts';
import { alertSending } from '#store/adapters/alert-channels.ts';
import { updateItem } from '#store/dynamodb/items.ts';
import { moveStoredClaim } from '#test/claims/move-stored-claim.ts';
import { auditOf, everyAuditEntry } from '#test/claims/stored.ts';
import { claimBody } from './claim-body.ts';
import { answer835, call, stores, useStores, x12 } from './responses/service.ts';

useStores();

const admin = { roles: ['admin'] } as const;

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let receiver: Server;
let hook: string;
const received: Received[] = [];
let status = 204;

beforeAll(async () => {
  process.env['LOCAL_WEBHOOK_TARGETS'] = 'loopback';
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(() => {
  receiver.close();
  delete process.env['LOCAL_WEBHOOK_TARGETS'];
});

const input = (over: object = {}) => ({
  name: 'Rejections',
  condition: { kind: 'rejected_claims', lanes: ['rejected'] },
  schedule: { mode: 'immediate' },
  recipients: { webhook_url: hook },
  ...over,
});

const create = async (over: object = {}) => {
  const reply = await call('create-alert-rule', { ...admin, body: input(over) });
  expect([reply.status, reply.body.code]).toEqual([201, undefined]);
  return reply.body.data;
};

const removeAll = async () => {
  for (const { id } of await readAlertRules(stores.claims)) {
    expect((await call('delete-alert-rule', { ...admin, path: { id } })).status).toBe(204);
  }
};

const failures: unknown[] = [];
const evaluate = async (now = new Date()) => {
  const ports = await evaluationPorts(stores, (error) => failures.push(error));
  return evaluateRules({ ...ports, now: () => now }, () => false);
};

const deliver = async (now = new Date()) => {
  const sending = alertSending({
    ...{ senderEmail: undefined, baseUrl: '', targets: { local: true } },
    readSecret: (ruleId) => readAlertSecret(stores.claims, ruleId),
  });
  return deliverAlerts(
    { ...deliveryPorts(stores, sending), now: () => now, pause: async () => {} },
    () => false,
  );
};

const alertsOf = async (rule_id: string) =>
  (await call('list-alerts', { ...admin, query: { rule_id } })).body.data;

const rejectClaim = async (number: string) => {
  const { body } = await call('create-claim', { body: claimBody(number) });
  await moveStoredClaim(stores, body.data.id, 'submitted', { submitted_at: new Date().toISOString() });
  await moveStoredClaim(stores, body.data.id, 'rejected');
  return body.data.id as string;
};

describe('alert rules', () => {
  test('are created, shown, replaced and deleted by administrators', async () => {
    const rule = await create();
    expect(rule.secret).toMatch(/^whsec_/);
    expect(rule.condition).toEqual({ kind: 'rejected_claims', lanes: ['rejected'], hours: 24 });
    const path = { id: rule.id };
    const shown = await call('get-alert-rule', { ...admin, path });
    expect(shown.body.data).not.toHaveProperty('secret');
    expect((await call('list-alert-rules', { roles: ['auditor'] })).text).not.toContain('whsec_');

    const paused = await call('update-alert-rule', { ...admin, path, body: input({ paused: true }) });
    expect(paused.body.data).toMatchObject({ version: 2, paused: true });
    expect(paused.body.data).not.toHaveProperty('secret');
    const stale = { ...admin, path, headers: { 'If-Match': '"1"' }, body: input() };
    expect((await call('update-alert-rule', stale)).status).toBe(412);
    const moved = await call('update-alert-rule', {
      ...{ ...admin, path },
      body: input({ recipients: { webhook_url: `${hook}/2` } }),
    });
    expect(moved.body.data.secret).toMatch(/^whsec_/);
    expect(moved.body.data.secret).not.toBe(rule.secret);
    await call('update-alert-rule', {
      ...admin,
      path,
      body: input({ recipients: { emails: ['a@example.com'] } }),
    });
    expect(await readAlertSecret(stores.claims, rule.id)).toBeUndefined();

    expect((await call('delete-alert-rule', { ...admin, path })).status).toBe(204);
    for (const name of ['get-alert-rule', 'delete-alert-rule', 'test-alert-rule'])
      expect((await call(name, { ...admin, path })).status).toBe(404);
    const entries = await auditOf(stores, rule.id);
    expect(entries.map(({ event_type }) => event_type)).toEqual([
      'alert_rule.created',
      'alert_rule.changed',
      'alert_rule.changed',
      'alert_rule.changed',
      'alert_rule.deleted',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/127\.0\.0\.1|example\.com|Rejections/);
  });

  test.each([
    ['an unknown kind', { condition: { kind: 'other' } }, 'condition'],
    ['a user in the URL', { recipients: { webhook_url: 'https://u:p@example.com/' } }, 'url'],
    ['no recipient', { recipients: { emails: [] } }, 'recipients'],
    ['a private address', { recipients: { webhook_url: 'https://10.0.0.1/' } }, 'url'],
    ['a window of a minute', { schedule: { mode: 'immediate', window_minutes: 1 } }, 'schedule'],
  ])('refuse %s', async (_, over, place) => {
    const reply = await call('create-alert-rule', { ...admin, body: input(over) });
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body.details)).toContain(place);
  });

  test('are changed by one of two administrators who read the same version', async () => {
    const path = { id: (await create()).id };
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        call('update-alert-rule', { ...admin, path, body: input({ name: `Rule ${n}` }) }),
      ),
    );
    const refused = replies.filter(({ status: code }) => code !== 200);
    for (const { status: code, body } of refused) expect([code, body.code]).toEqual([409, 'conflict']);
    const { version } = (await call('get-alert-rule', { ...admin, path })).body.data;
    expect(version).toBe(1 + replies.length - refused.length);
    await removeAll();
  });

  test('are not for billers', async () => {
    expect((await call('create-alert-rule', { body: input() })).status).toBe(403);
    expect((await call('list-alerts')).status).toBe(403);
  });

  test('are limited, and a replay creates none and shows no secret', async () => {
    const headers = { 'Idempotency-Key': 'rule-1' };
    const first = await call('create-alert-rule', { ...admin, headers, body: input() });
    const replay = await call('create-alert-rule', { ...admin, headers, body: input() });
    expect([replay.status, replay.body.data.id]).toEqual([201, first.body.data.id]);
    expect(replay.body.data).not.toHaveProperty('secret');
    await updateItem(
      stores.claims,
      { pk: 'ALERTRULECOUNT', sk: 'COUNT' },
      {
        UpdateExpression: 'SET rule_count = :max',
        ExpressionAttributeValues: { ':max': maxAlertRules },
      },
    );
    const refused = await call('create-alert-rule', { ...admin, body: input() });
    expect([refused.status, refused.body.code]).toEqual([409, 'alert_rule_limit_reached']);
    await updateItem(
      stores.claims,
      { pk: 'ALERTRULECOUNT', sk: 'COUNT' },
      {
        UpdateExpression: 'SET rule_count = :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    );
    await removeAll();
  });
});

describe('alerts', () => {
  test('are raised once by runs that meet, sent once, and signed', async () => {
    const rule = await create();
    expect((await evaluate()).raised).toBe(0);
    const id = await rejectClaim('AL-1');
    const runs = await Promise.all([evaluate(), evaluate(), evaluate()]);
    expect(runs.reduce((sum, { raised }) => sum + raised, 0)).toBe(1);
    const counts = await Promise.all([deliver(), deliver()]);
    expect(counts.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(1);

    const [alert, ...others] = await alertsOf(rule.id);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ count: 1, amount: 100.5, ids: [id], state: 'delivered', test: false });
    expect(received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(headers['webhook-id']).toBe(alert.id);
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(signedHeaders({ id: alert.id, body, at }, [rule.secret])).toMatchObject({
      'webhook-signature': headers['webhook-signature'],
    });
    expect(JSON.parse(body).data).toMatchObject({ count: 1, links: ['/api/claims?lane=rejected'] });
    expect(body).not.toMatch(/SPECIMEN|AL-1|MAL-1|J069/);
    const entries = await auditOf(stores, alert.id);
    expect(entries.map(({ event_type }) => event_type)).toEqual(['alert.raised', 'alert.delivered']);

    await rejectClaim('AL-2');
    expect(await evaluate()).toMatchObject({ evaluated: 0, raised: 0 });
    const nextWindow = new Date(Date.now() + 3_700_000);
    expect(await evaluate(nextWindow)).toMatchObject({ evaluated: 1, raised: 1 });
    expect((await alertsOf(rule.id))[0]).toMatchObject({ count: 2, state: 'pending' });
    await removeAll();
  });

  test('are repeated with the same id and pauses until a receiver takes them', async () => {
    const rule = await create();
    await deliver(new Date(Date.now() + 30_000));
    received.length = 0;
    const tested = await call('test-alert-rule', { ...admin, path: { id: rule.id } });
    expect([tested.status, tested.body.data.test, tested.body.data.state]).toEqual([202, true, 'pending']);
    status = 500;
    expect(await deliver()).toEqual({ delivered: 0, failed: 1 });
    expect(await deliver()).toEqual({ delivered: 0, failed: 0 });
    const path = { id: tested.body.data.id };
    const waiting = (await call('get-alert', { ...admin, path })).body.data;
    expect(waiting.deliveries).toMatchObject([{ state: 'pending', attempts: 1, error: 'status_500' }]);
    status = 204;
    expect(await deliver(new Date(Date.now() + 60_000))).toEqual({ delivered: 1, failed: 0 });
    expect((await call('get-alert', { ...admin, path })).body.data.state).toBe('delivered');
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([path.id]));
    expect(received[0]?.body).toBe(received[1]?.body);
    await removeAll();
  });

  test('of a killed run are sent again after its lease', async () => {
    const rule = await create();
    received.length = 0;
    await call('test-alert-rule', { ...admin, path: { id: rule.id } });
    const killed = deliveryPorts(stores, {
      send: () => Promise.reject(new Error('killed')),
      nextAttempt: () => undefined,
    });
    await expect(deliverAlerts(killed, () => false)).rejects.toThrow('killed');
    expect(await deliver()).toEqual({ delivered: 0, failed: 0 });
    expect(await deliver(new Date(Date.now() + 200_000))).toEqual({ delivered: 1, failed: 0 });
    expect(received).toHaveLength(1);
    await removeAll();
  });

  test('of a deleted rule are given up', async () => {
    const rule = await create();
    received.length = 0;
    const { body } = await call('test-alert-rule', { ...admin, path: { id: rule.id } });
    await removeAll();
    await deliver();
    const { data } = (await call('get-alert', { ...admin, path: { id: body.data.id } })).body;
    expect(data).toMatchObject({ state: 'failed', deliveries: [{ error: 'rule_changed', attempts: 1 }] });
    expect(received).toEqual([]);
    expect(await readDueAlerts(stores.claims, new Date(Date.now() + 1e9))).not.toContain(data.id);
  });

  test('by e-mail wait for a sender of the deployment', async () => {
    const rule = await create({ recipients: { emails: ['a@example.com', 'b@example.com'] } });
    await call('test-alert-rule', { ...admin, path: { id: rule.id } });
    expect(await deliver()).toEqual({ delivered: 0, failed: 2 });
    const [alert] = await alertsOf(rule.id);
    expect(alert.deliveries).toMatchObject([
      { recipient: 'a@example.com', state: 'pending', error: 'sender_not_configured' },
      { recipient: 'b@example.com', state: 'pending', error: 'sender_not_configured' },
    ]);
    await removeAll();
  });

  test('are not raised by a rule that changes meanwhile', async () => {
    await create();
    const ports = await evaluationPorts(stores, (error) => failures.push(error));
    const changing = {
      ...ports,
      async measure(...wanted: Parameters<typeof ports.measure>) {
        const counted = await ports.measure(...wanted);
        await removeAll();
        return counted;
      },
    };
    expect(await evaluateRules(changing, () => false)).toMatchObject({ raised: 0, failed: 0 });
    expect(failures).toEqual([]);
  });

  test('are evaluated by one run in five minutes', async () => {
    const now = new Date();
    const begun = await Promise.all([1, 2, 3].map(() => beginEvaluation(stores.claims, now)));
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await beginEvaluation(stores.claims, new Date(now.getTime() + 240_000))).toBe(false);
    expect(await beginEvaluation(stores.claims, new Date(now.getTime() + 300_000))).toBe(true);
  });
});

describe('a measure', () => {
  const counted = (condition: object, now = new Date()) =>
    measure(stores.claims, alertCondition.parse(condition), now);
  const day = 86_400_000;

  test('counts rejected claims of a payer within the period', async () => {
    const id = await rejectClaim('ME-1');
    const all = await counted({ kind: 'rejected_claims', payer_id: '60054' });
    expect(all.ids).toContain(id);
    expect(all.cents).toBe(all.count * 10_050);
    expect((await counted({ kind: 'rejected_claims', payer_id: 'NOBODY' })).count).toBe(0);
    expect((await counted({ kind: 'rejected_claims', hours: 1 }, new Date(Date.now() + day))).count).toBe(0);
  });

  test('counts overdue claims', async () => {
    const { body } = await call('create-claim', { body: claimBody('ME-2') });
    await moveStoredClaim(stores, body.data.id, 'submitted', { submitted_at: new Date().toISOString() });
    await moveStoredClaim(stores, body.data.id, 'overdue');
    expect((await findClaim(stores.claims, body.data.id))?.lane).toBe('overdue');
    expect(await counted({ kind: 'overdue_claims' })).toMatchObject({ count: 1, cents: 10_050 });
  });

  test('counts files in quarantine', async () => {
    await stores.drop('broken.txt', 'not X12');
    expect(await counted({ kind: 'quarantined_files' })).toMatchObject({
      count: 1,
      ids: [expect.any(String)],
    });
  });

  test('counts unmatched items and deposits that wait too long', async () => {
    expect((await call('parse-remittance', x12(answer835('NOBODY')))).status).toBe(200);
    const future = new Date(Date.now() + 10 * day);
    expect((await counted({ kind: 'unmatched_items' })).count).toBe(0);
    expect((await counted({ kind: 'unmatched_items', item_kind: 'payment' }, future)).count).toBe(1);
    expect((await counted({ kind: 'unmatched_items', item_kind: 'status' }, future)).count).toBe(0);
    expect(await counted({ kind: 'unreconciled_deposits' }, future)).toMatchObject({
      count: 1,
      cents: 17_550,
    });
  });

  test('finds nothing at a clearinghouse that works', async () => {
    expect(await counted({ kind: 'clearinghouse' })).toEqual({
      count: 0,
      cents: 0,
      ids: [],
      isTruncated: false,
    });
  });
});

test('the audit log names no recipient and no patient', async () => {
  const entries = (await everyAuditEntry(stores)).filter(({ event_type }) => event_type.startsWith('alert'));
  expect(entries.length).toBeGreaterThan(5);
  expect(JSON.stringify(entries)).not.toMatch(/example\.com|127\.0\.0\.1|SPECIMEN/);
});
