import { createHash, randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalWorkQueue, startWorkQueue } from '../../claims/work-queue.ts';
import { anOrder, type CommerceService, newBrand, startCommerceService } from '../commerce-service.ts';
import { invoke } from '../invoke.ts';
import { leased, workRun } from './contact-calls.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let service: CommerceService;
let queue: LocalWorkQueue;
beforeAll(async () => {
  queue = await startWorkQueue();
  Object.assign(process.env, queue.environment);
  service = await startCommerceService();
});
afterAll(async () => {
  await service.stop();
  await queue.stop();
});

describe('the erasure of a person', () => {
  test('leaves no string of the person in the table, and the sums of reports as they were', async () => {
    const own = await newBrand({ catalog: 'external' });
    const whole = { caller: own.caller };
    const mark = randomUUID();
    const strings = [
      `erased-${mark}@example.com`,
      `other-${mark}@example.com`,
      `Name ${mark}`,
      `Lane ${mark}`,
      `Note ${mark}`,
    ];
    const [email = '', second = '', name, customer_address, notes] = strings;
    const order = (fields: object) =>
      invoke('create-order', { ...whole, body: anOrder(own.brand_id, { customer_name: name, ...fields }) });
    const first = await order({
      customer_email: email,
      customer_address,
      notes,
      customer_phone: '303 555 7744',
    });
    const contact_id = first.body.data.contact_id;
    const parameters = { id: contact_id };
    const duplicate = await order({ customer_email: second });
    const stranger = await order({ customer_email: 'stranger@example.com', customer_name: 'Stranger' });
    const code = { brand_id: own.brand_id, code: `CODE-${mark}` };
    await invoke('create-referral-code', { ...whole, body: code });
    const referral = { brand_id: own.brand_id, referred_email: email, referral_code: code.code };
    expect((await invoke('redeem-referral', { ...whole, body: referral })).status).toBe(201);
    await invoke('create-contact-note', { ...whole, parameters, body: { text: notes } });
    const merge = { duplicate_id: duplicate.body.data.contact_id };
    expect((await invoke('merge-contacts', { ...whole, parameters, body: merge })).status).toBe(201);

    const exported = await invoke('export-contact', { ...whole, parameters, query: {} });
    for (const text of strings) expect(JSON.stringify(exported.body)).toContain(text);
    const kinds = exported.body.data.map(({ kind }: { kind: string }) => kind);
    expect([...new Set(kinds)].sort()).toEqual(['contact', 'history', 'order', 'other_address', 'referral']);

    const today = new Date().toISOString();
    const range = { brand_id: own.brand_id, start_date: today, end_date: today };
    const reports = () =>
      Promise.all(
        ['orders', 'revenue', 'customers', 'products'].map(
          async (report_type) =>
            (await invoke('get-report', { ...whole, query: { ...range, report_type } })).body,
        ),
      );
    const before = await reports();

    const begun = await invoke('erase-contact', { ...whole, parameters });
    expect(begun.status).toBe(202);
    expect((await invoke('get-contact', { ...whole, parameters })).status).toBe(404);
    const fresh = await order({ customer_email: email, customer_name: 'Somebody' });
    expect(fresh.body.data.contact_id).not.toBe(contact_id);
    await invoke('update-order-status', {
      ...whole,
      parameters: { id: fresh.body.data.id },
      body: { status: 'cancelled' },
    });

    const { erasePeopleHandlers } = await import('../../../functions/commerce/work/erase-people.ts');
    const erasure_id = begun.body.data.id;
    const work = leased('erase-person', erasure_id, { brand_id: own.brand_id, erasure_id });
    const erase = (isTimeUp?: () => boolean) => erasePeopleHandlers['erase-person'](work, workRun(isTimeUp));
    for (let calls = 1; ; calls++) {
      let left = calls;
      if ((await erase(() => left-- <= 0)) === 'done') break;
    }
    expect(await erase()).toBe('done');

    const receipt = await invoke('get-erasure', { ...whole, parameters: { id: erasure_id } });
    expect(receipt.body.data).toMatchObject({ status: 'finished', orders: 2, referrals: 1 });
    const kept = await invoke('get-order', { ...whole, parameters: { id: first.body.data.id } });
    expect(kept.body.data).toMatchObject({ total: 0.3, items: first.body.data.items });
    const untouched = await invoke('get-order', { ...whole, parameters: { id: stranger.body.data.id } });
    expect(untouched.body.data).toEqual(stranger.body.data);
    const after = await reports();
    expect(after.slice(3)).toEqual(before.slice(3));
    expect(after[1].data.net).toBe(before[1].data.net);
    expect(after[2].data.new_customers).toBe(before[2].data.new_customers);

    const stored = await everything();
    const freshContact = fresh.body.data.contact_id;
    for (const text of strings.slice(1)) expect(stored.filter((item) => item.includes(text))).toEqual([]);
    // The later order of the same address is one of a new person.
    const withEmail = stored.filter((item) => item.toLowerCase().includes(email));
    expect(withEmail.every((item) => item.includes(freshContact) || item.includes(fresh.body.data.id))).toBe(
      true,
    );
    expect(stored.filter((item) => item.includes(sha256(second)))).toEqual([]);
    const activity = await invoke('list-activity', { ...whole, query: { brand_id: own.brand_id } });
    const events = activity.body.data.map(({ event }: { event: string }) => event);
    expect(events).toEqual(expect.arrayContaining(['personalDataExported', 'personalDataErased']));
  });
});

test('the erasure of a person reaches every part of the service, and nobody else', async () => {
  const { brand_id, caller } = await newBrand({ catalog: 'external', stops: 'external' });
  const call = async (name: string, request: object, status = 201) => {
    const outcome = await invoke(name, { caller, ...request });
    if (outcome.status !== status) throw new Error(`${name}: ${JSON.stringify(outcome.body)}`);
    return outcome.body?.data;
  };
  const mark = randomUUID().slice(0, 8);
  const word = `zyx${mark}`;
  const email = `${word}@example.com`;
  const earlier = `former-${word}@example.com`;
  const phone = '+13035557788';
  const other = { customer_email: 'oona@example.com', customer_name: 'Oona', notes: 'Gate' };
  await call('update-order-settings', { parameters: { brand_id }, body: { promotions: 'on' } }, 200);
  const promo = { brand_id, code: 'TWICE', kind: 'percent', percent: 10, max_uses_per_customer: 2 };
  await call('create-promo-code', { body: promo });
  const reward = { reward: { kind: 'amount', amount_cents: 500 }, expires_days: 30 };
  await call('update-referral-settings', { parameters: { brand_id }, body: reward }, 200);
  await call('create-webhook-endpoint', { body: { brand_id, url: 'https://hooks.example.com/x' } });

  // Orders with every text, a payment, a refund, a promo code and a cancellation.
  const order = (fields: object) => call('create-order', { body: anOrder(brand_id, fields) });
  const texts = { customer_name: `Name ${word}`, customer_address: `Lane ${word}`, notes: `Note ${word}` };
  const first = await order({ ...texts, customer_email: email, customer_phone: phone, promo_code: 'TWICE' });
  const id = first.contact_id;
  const ofOrder = { parameters: { id: first.id } };
  const payment = { amount_cents: 20, method: 'check', reference: `Check ${word}`, note: `Pay ${word}` };
  await call('create-order-payment', { ...ofOrder, body: payment });
  const refund = { amount_cents: 20, method: 'cash', reason: `Refund ${word}` };
  await call('create-order-refund', { ...ofOrder, body: refund });
  const cancel = { status: 'cancelled', reason: `Cancel ${word}` };
  await call('update-order-status', { ...ofOrder, body: cancel }, 200);
  const kept = await order({
    ...texts,
    customer_email: `first-${earlier}`,
    customer_phone: '+13035557789',
    promo_code: 'TWICE',
  });
  // The addresses that the duplicate had before.
  const moved = { email: earlier, phone: '+13035557790' };
  await call('update-contact', { parameters: { id: kept.contact_id }, body: moved }, 200);
  const merge = { duplicate_id: kept.contact_id };
  await call('merge-contacts', { parameters: { id }, body: merge });
  const stranger = await order({ ...other, customer_phone: '+13035550001', promo_code: 'TWICE' });

  // The person has referred somebody, has credit, and was referred.
  const codeOf = (customer_email: string, customer_phone?: string) =>
    call('create-customer-code', {
      body: { brand_id, customer_email, ...(customer_phone && { customer_phone }) },
    });
  const refer = (referral_code: string, referred_email: string) =>
    call('redeem-referral', { body: { brand_id, referral_code, referred_email } });
  const [own, others] = [await codeOf(email, phone), await codeOf(other.customer_email)];
  const { newId } = await import('#persistence/new-id.ts');
  const { settleReward } = await import('#commerce/referrals/work.ts');
  for (const [code, friend] of [
    [own.code, 'friend@example.com'],
    [others.code, email],
  ] as const) {
    await refer(code, friend);
    const made = await order({ customer_email: friend });
    for (const status of ['confirmed', 'ready', 'completed']) {
      await call('update-order-status', { parameters: { id: made.id }, body: { status } }, 200);
    }
    await settleReward(brand_id, made.id, { now: new Date(), newId });
  }

  // Messages, text messages, a note, a consent, a running import, and deliveries of events.
  const { queueMessage, recordSmsThread } = await import('#commerce/messages/records.ts');
  const { transact } = await import('#store/dynamodb/table.ts');
  const { createDeliveries } = await import('#commerce/webhooks/work.ts');
  for (const [channel, to] of [
    ['email', email],
    ['sms', phone],
  ] as const) {
    const message = { id: `m-${channel}`, brand_id, channel, to, kind: 'receipt', text: `Text ${word}` };
    await transact(service.table, queueMessage(message, new Date()));
  }
  await recordSmsThread(phone, brand_id, 'key', new Date());
  const data = { id: newId(), referral_code: others.code, referred_user_id: id, created_at: '' };
  const created_at = new Date().toISOString();
  const event = { id: newId(), brand_id, type: 'referral.completed' as const, created_at, data };
  expect(await createDeliveries([event], new Date())).toHaveLength(1);
  await call('create-contact-note', { parameters: { id }, body: { text: `Remark ${word}` } });
  const csv = `name,email,phone\r\nPia,pia@example.com,\r\nName ${word},${email},${phone}\r\n`;
  const imported = await call('create-contact-import', { body: { brand_id, csv, consent_source: 'x' } }, 202);

  const figures = () =>
    Promise.all(
      ['revenue', 'customers', 'cohorts', 'products'].map((kind) => {
        const today = new Date().toISOString().slice(0, 10);
        const query = { brand_id, from: `${today.slice(0, 7)}-01`, to: today };
        return call('get-analytics', { parameters: { figures: kind }, query }, 200);
      }),
    );
  const before = await figures();
  const { rebuildFigures } = await import('#commerce/reports/work.ts');
  const nothing = { orders: 0, customers: 0, water: 0 };
  expect(await rebuildFigures(service.table, brand_id)).toEqual(nothing);
  const traces = [word, ...[phone, email, earlier].flatMap((one) => [one, sha256(one)])];
  for (const trace of [word, phone, sha256(email)]) {
    expect((await everything()).some((item) => item.includes(trace))).toBe(true);
  }
  const ofStranger = async () =>
    (await everything()).filter((item) => item.includes(stranger.id) || item.includes('oona')).toSorted();
  const untouched = await ofStranger();

  const { id: erasure_id } = await call('erase-contact', { parameters: { id } }, 202);
  // The import that waited, and runs before the erasure, does not make the contact again.
  const { importContacts } = await import('#commerce/contacts/import-work.ts');
  const payload = { brand_id, import_id: imported.id };
  expect(await importContacts(leased('import-contacts', imported.id, payload), workRun())).toBe('done');
  const done = await call('get-contact-import', { parameters: { id: imported.id } }, 200);
  expect(done).toMatchObject({ status: 'finished', created: 1, failed: 1 });
  const { erasePeopleHandlers } = await import('../../../functions/commerce/work/erase-people.ts');
  const work = leased('erase-person', erasure_id, { brand_id, erasure_id });
  for (let calls = 2; ; calls += 3) {
    let left = calls;
    if (
      (await erasePeopleHandlers['erase-person'](
        work,
        workRun(() => left-- <= 0),
      )) === 'done'
    )
      break;
  }
  const stored = (await everything()).filter((item) => !/"pk":"(OUTBOX|IDEMPOTENCY|SUPPRESSED)#/.test(item));
  for (const trace of traces) expect(stored.filter((item) => item.includes(trace))).toEqual([]);
  const pointers = stored.filter((item) => /"sk":"(ADDRESS|MAILBOX)#/.test(item));
  for (const one of [id, kept.contact_id]) expect(pointers.filter((item) => item.includes(one))).toEqual([]);
  expect(await ofStranger()).toEqual(untouched);
  expect(await figures()).toEqual(before);
  expect(await rebuildFigures(service.table, brand_id)).toEqual(nothing);
  const history = await call('list-order-changes', { ...ofOrder, query: {} }, 200);
  expect(history.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['erased', 'status_changed', 'refunded', 'paid'],
  ]);
  expect((await everything()).filter((item) => item.includes(email) && !item.includes('OUTBOX#'))).toEqual(
    [],
  );
});

/** Every item of the table as text. */
async function everything(): Promise<readonly string[]> {
  const items: string[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const scan = new ScanCommand({
      TableName: service.table.name,
      ExclusiveStartKey: start,
      ConsistentRead: true,
    });
    const { Items = [], LastEvaluatedKey } = await service.table.client.send(scan);
    items.push(...Items.map((item) => JSON.stringify(item, inOrder)));
    start = LastEvaluatedKey;
  } while (start);
  return items;
}

/** Members in one order, because DynamoDB does not keep theirs. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
