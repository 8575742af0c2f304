import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Table } from '#store/dynamodb/table.ts';
import { call, type Stack } from '../stack/api-client.ts';
import type { StackClock } from '../stack/stack-clock.ts';
import { stackOutbox } from '../stack/stack-outbox.ts';
import { putContacts } from './contact-items.ts';

interface RunningStack {
  readonly stack: Stack;
  readonly clock: StackClock;
  readonly table: Table;
}

interface Options {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}
/** Campaigns by e-mail and SMS, from the draft to the outbox. */
export function campaignsSuite(running: () => RunningStack): void {
  let clock: StackClock;
  let outbox: ReturnType<typeof stackOutbox>;
  let table: Table;
  let brand_id: string;
  beforeAll(() => {
    ({ clock, table } = running());
    outbox = stackOutbox(running().stack);
    brand_id = running().stack.brandId;
  });

  const send = (method: string, path: string, body?: unknown, options: Options = {}) =>
    call(method, path, {
      baseUrl: running().stack.baseUrl,
      key: running().stack.apiKeys.owner,
      ...(body !== undefined && { body }),
      ...options,
    });

  const settings = {
    from_name: 'Meadow & Sons',
    reply_to: 'hello@meadow.example',
    postal_address: '1 Creek Road\nBoulder',
    quiet_hours: { start: '00:00', end: '00:00' },
    test_addresses: ['olive@meadow.example', '+13035550100'],
  };
  const messaging = () => `/api/v1/brands/${brand_id}/messaging`;

  async function newCampaign(fields: object): Promise<string> {
    const made = await send('POST', '/api/v1/campaigns', {
      brand_id,
      name: 'News',
      subject: 'Hello {{first_name|friend}}',
      content: '<p>Come by, {{first_name|friend}}</p>',
      content_type: 'html',
      ...fields,
    });
    expect(made.status).toBe(201);
    return made.body.data.id;
  }

  const act = (id: string, action: string, body?: object, options?: Options) =>
    send('POST', `/api/v1/campaigns/${id}/${action}`, body, options);
  const campaignOf = async (id: string) => (await send('GET', `/api/v1/campaigns/${id}`)).body.data;
  const statisticsOf = async (id: string) =>
    (await send('GET', `/api/v1/campaigns/${id}/statistics`)).body.data;
  const recipientsOf = async (id: string, state = '') =>
    (await send('GET', `/api/v1/campaigns/${id}/recipients?limit=200${state && `&state=${state}`}`)).body
      .data;

  const email = () => `${randomUUID()}@example.com`;
  // Each once: a number that has replied STOP gets no further message.
  let phones = 4000;
  const phone = () => `+1303555${phones++}`;

  /** Sends now and waits for the end. */
  async function sendNow(id: string) {
    expect((await act(id, 'send')).body).toMatchObject({ data: { status: 'sending' } });
    await clock.settled();
    return campaignOf(id);
  }

  describe('before sending', () => {
    test('the settings of a brand are replaced with If-Match, by owners only', async () => {
      const first = await send('GET', messaging());
      expect(first.body.data).toMatchObject({ test_addresses: [], version: 0 });
      expect(
        (await send('PUT', messaging(), settings, { key: running().stack.apiKeys.manager })).status,
      ).toBe(403);
      const replaced = await send('PUT', messaging(), settings, { headers: { 'if-match': '"v0"' } });
      expect(replaced.body.data).toMatchObject({ ...settings, version: 1 });
      expect((await send('PUT', messaging(), settings, { headers: { 'if-match': '"v0"' } })).status).toBe(
        412,
      );
    });

    test('a campaign without audience, or without postal address, is refused with the problems', async () => {
      const id = await newCampaign({});
      const refused = await act(id, 'send');
      expect(refused).toMatchObject({ status: 422, body: { code: 'campaign_not_sendable' } });
      expect(refused.body.details).toMatchObject([{ path: ['campaign', 'segment_id'], code: 'no_audience' }]);
      expect((await act(id, 'schedule', { scheduled_at: '2020-01-01T00:00:00Z' })).status).toBe(400);
    });

    test('a changed campaign has a new version, and its old one is refused', async () => {
      const id = await newCampaign({});
      const patch = (body: object, version: number) =>
        send('PATCH', `/api/v1/campaigns/${id}`, body, { headers: { 'if-match': `"v${version}"` } });
      expect((await patch({ subject: 'New' }, 1)).body.data).toMatchObject({ subject: 'New', version: 2 });
      expect((await patch({ subject: 'Newer' }, 1)).status).toBe(412);
      expect((await patch({ content: '{{wrong}}' }, 2)).body.details[0].path).toEqual(['body', 'content']);
      expect((await act(id, 'cancel')).body.data.status).toBe('cancelled');
      expect((await patch({ subject: 'Newest' }, 3)).body.code).toBe('campaign_not_editable');
      expect((await act(id, 'send')).body.code).toBe('illegal_campaign_transition');
    });

    test('a preview shows the message, and a test goes to test addresses only', async () => {
      const id = await newCampaign({ content: 'Hi {{first_name}}, {{city|here}}' });
      const preview = (await act(id, 'preview', {})).body.data;
      expect(preview).toMatchObject({ subject: 'Hello Olive', missing_fields: [] });
      expect(preview.text).toContain('1 Creek Road');
      expect((await act(id, 'preview', { contact_id: randomUUID() })).status).toBe(404);
      expect((await act(id, 'test', { addresses: ['other@example.com'] })).body.code).toBe(
        'address_not_allowed',
      );
      const tested = await act(id, 'test', { addresses: ['olive@meadow.example'] });
      expect(tested.status).toBe(201);
      await clock.settled();
      const [message] = await outbox.messages({ to: 'olive@meadow.example' });
      expect(message).toMatchObject({
        subject: '[Test] Hello Olive',
        from: '"Meadow & Sons" <messages@granary.example>',
      });
    });
  });

  describe('an e-mail campaign', () => {
    test('reaches each contact once, and counts those left out with their reasons', async () => {
      const withdrawn = { status: 'withdrawn', source: 'test', at: '2026-01-01T00:00:00.000Z' };
      const addresses = Array.from({ length: 3 }, email);
      const ids = await putContacts(table, brand_id, [
        { email: addresses[0], first_name: 'Ada <b>' },
        { email: addresses[1], name: 'Basil Thorn' },
        { email: addresses[2] },
        { email: email(), consent_email: withdrawn },
        { email: email(), consent_email: undefined },
        { phone: phone() },
      ]);
      const id = await newCampaign({
        subject: 'Hello {{first_name}}',
        contact_ids: [...ids, ...ids, randomUUID()],
      });
      const first = await act(id, 'send', undefined, { headers: { 'idempotency-key': 'once' } });
      const replay = await act(id, 'send', undefined, { headers: { 'idempotency-key': 'once' } });
      expect(replay.body).toEqual(first.body);
      expect((await act(id, 'send')).body.code).toBe('illegal_campaign_transition');
      await clock.settled();
      expect(await campaignOf(id)).toMatchObject({ status: 'sent', sent_at: expect.any(String) });
      expect(await statisticsOf(id)).toMatchObject({
        recipients: 3,
        pending: 0,
        sent: 2,
        skipped: { total: 5, no_address: 1, no_consent: 1, withdrawn: 1, missing_field: 1, not_found: 1 },
      });
      expect(await recipientsOf(id, 'skipped')).toEqual([
        { contact_id: ids[2], state: 'skipped', reason: 'missing_field' },
      ]);
      const [message] = await outbox.messages({ to: addresses[0] ?? '' });
      expect(message).toMatchObject({
        subject: 'Hello Ada <b>',
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      });
      expect(message?.html).toContain('Come by, Ada &lt;b&gt;');
      expect(message?.text).toContain('1 Creek Road');
      expect(await outbox.messages({ campaign: id })).toHaveLength(2);
    });

    test('in plain text arrives as it is written, with links, and greets a name with a comma (cases 17, 19, 20)', async () => {
      const to = email();
      const [contact = ''] = await putContacts(table, brand_id, [{ email: to, name: 'Fern, Olive' }]);
      const lines = [
        'Hi {{first_name}},',
        'Olive Fern <olive@meadow.example>',
        '<https://meadow.example/shop> a<b',
        'See https://meadow.example/plums. (Or https://meadow.example/wiki/Plum_(fruit))',
      ];
      const id = await newCampaign({
        content: lines.join('\n'),
        content_type: undefined,
        contact_ids: [contact],
      });
      expect(await sendNow(id)).toMatchObject({ status: 'sent', content_type: 'text' });
      const [message] = await outbox.messages({ to });
      const written = lines.join('\n').replace('{{first_name}}', 'Olive');
      expect(message?.text?.split('\n\n-- \n')[0]).toBe(written);
      const [shown = ''] = message?.html?.split('\n<hr>') ?? [];
      const links = [...shown.matchAll(/<a href="([^"]*)">/g)].map(([, address]) => address);
      expect(links).toEqual([
        'mailto:olive@meadow.example',
        'https://meadow.example/shop',
        'https://meadow.example/plums',
        'https://meadow.example/wiki/Plum_(fruit)',
      ]);
      const read = shown.replaceAll('<br>', '').replaceAll(/<\/?a\b[^>]*>/g, '');
      expect(read.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(written);
    });

    test('starts at its time to the minute, and records campaign.sent', async () => {
      const [contact = ''] = await putContacts(table, brand_id, [{ email: email() }]);
      const at = new Date((await clock.now()).getTime() + 3 * 3600_000);
      const id = await newCampaign({ contact_ids: [contact], scheduled_at: at.toISOString() });
      expect((await campaignOf(id)).status).toBe('scheduled');
      await clock.advanceTo(new Date(at.getTime() - 60_000));
      expect((await campaignOf(id)).status).toBe('scheduled');
      await clock.advance(61);
      const sent = await campaignOf(id);
      expect(sent.status).toBe('sent');
      expect(Date.parse(sent.started_at) - at.getTime()).toBeLessThan(60_000);
      expect(Date.parse(sent.started_at)).toBeGreaterThanOrEqual(at.getTime());
    });

    test('without anybody to send to fails with the reason, and can be sent after a change', async () => {
      const id = await newCampaign({ contact_ids: [randomUUID()] });
      expect(await sendNow(id)).toMatchObject({ status: 'failed', reason: 'no_recipients' });
      const contact_ids = await putContacts(table, brand_id, [{ email: email() }]);
      expect((await send('PATCH', `/api/v1/campaigns/${id}`, { contact_ids })).body.data.status).toBe(
        'draft',
      );
      expect(await sendNow(id)).toMatchObject({ status: 'sent' });
    });

    test('is unsubscribed from with one click, not by following the link', async () => {
      const to = email();
      // The address of a contact of the API leads to the contact, so its consent is withdrawn, too.
      const made = await send('POST', '/api/v1/contacts', { brand_id, email: to });
      const contact_ids = [made.body.data.id];
      const consent = { channel: 'email', status: 'granted', source: 'farm_stand_form' };
      await send('POST', `/api/v1/contacts/${contact_ids[0]}/consents`, consent);
      const id = await newCampaign({ contact_ids });
      await sendNow(id);
      const [message] = await outbox.messages({ to });
      const [, url = ''] = /<(.*)>/.exec(message?.headers['List-Unsubscribe'] ?? '') ?? [];
      expect(message?.html).toContain(url);
      const page = await fetch(url, { headers: { accept: 'text/html' } });
      expect(await page.text()).toContain('<form method="post">');
      expect(await statisticsOf(id)).toMatchObject({ unsubscribed: 0 });
      for (let n = 0; n < 2; n++) {
        const done = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        });
        expect(done.status).toBe(200);
        expect(done.headers.get('content-type')).toContain('text/html');
      }
      expect(await statisticsOf(id)).toMatchObject({ unsubscribed: 1 });
      const next = await newCampaign({ contact_ids });
      expect(await sendNow(next)).toMatchObject({ status: 'failed', reason: 'no_recipients' });
      expect((await statisticsOf(next)).skipped).toMatchObject({ withdrawn: 1 });
      const forged = `${url.slice(0, -2)}AA`;
      expect((await fetch(forged)).status).toBe(404);
      expect((await fetch(forged, { method: 'POST' })).status).toBe(404);
    });

    test('counts bounces and complaints once, and suppresses their addresses', async () => {
      const [bounced, complained, soft] = [email(), email(), email()];
      const contact_ids = await putContacts(table, brand_id, [
        { email: bounced },
        { email: complained },
        { email: soft },
      ]);
      const id = await newCampaign({ contact_ids });
      await sendNow(id);
      const report = async (to: string, ...types: readonly string[]) => {
        const [message] = await outbox.messages({ to });
        if (message === undefined) throw new Error('No message');
        for (const type of types) await outbox.simulate(message, type);
      };
      await report(bounced, 'bounce', 'bounce', 'delivery');
      await report(complained, 'delivery', 'complaint');
      await report(soft, 'soft-bounce');
      await clock.settled();
      expect(await statisticsOf(id)).toMatchObject({ sent: 3, bounced: 2, complained: 1 });
      expect((await recipientsOf(id)).map(({ state }: { state: string }) => state).sort()).toEqual([
        'bounced',
        'bounced',
        'complained',
      ]);
      const next = await newCampaign({ contact_ids });
      await sendNow(next);
      expect(await statisticsOf(next)).toMatchObject({ sent: 1, skipped: { suppressed: 2 } });
    });
  });

  describe('an SMS campaign', () => {
    const smsOf = (contact_ids: readonly string[]) =>
      newCampaign({ type: 'sms', content: 'Pick up today, {{first_name|friend}} 🍓', contact_ids });

    test('counts segments, and a STOP ends messages until a START', async () => {
      const to = '+13035550177';
      const contact_ids = await putContacts(table, brand_id, [{ phone: to, first_name: 'Ada' }]);
      const id = await smsOf(contact_ids);
      await sendNow(id);
      const [message] = await outbox.messages({ to });
      expect(message?.text).toBe('Pick up today, Ada 🍓\nReply STOP to opt out');
      expect(await statisticsOf(id)).toMatchObject({ sent: 1, segments: 1 });
      await outbox.reply(to, 'Stop');
      await clock.settled();
      const stopped = await smsOf(contact_ids);
      expect(await sendNow(stopped)).toMatchObject({ status: 'failed', reason: 'no_recipients' });
      await outbox.reply(to, 'START');
      await clock.settled();
      expect(await sendNow(await smsOf(contact_ids))).toMatchObject({ status: 'sent' });
    });

    test.each([
      ['Please stop', 1],
      ['ALTO', 1],
      ['Thanks for everything.\nUnsubscribe me\n> Reply STOP to opt out', 1],
      ['stop texting me', 0],
    ])('the reply %p ends messages, and %i message confirms it', async (reply, confirmations) => {
      const to = phone();
      const contact_ids = await putContacts(table, brand_id, [{ phone: to }, { phone: to }]);
      await sendNow(await smsOf(contact_ids));
      const replies = ['I will stop by at 5', 'what time does it end?', reply, reply, 'please, please stop'];
      for (const text of replies) {
        await outbox.reply(to, text);
        await clock.settled();
      }
      expect(await sendNow(await smsOf(contact_ids))).toMatchObject({ reason: 'no_recipients' });
      const [latest, ...earlier] = await outbox.messages({ to });
      expect(earlier).toHaveLength(confirmations);
      if (confirmations > 0) expect(latest?.text).toMatch(/^You are unsubscribed/);
      await outbox.reply(to, 'Start, please');
      await clock.settled();
      expect(await sendNow(await smsOf(contact_ids))).toMatchObject({ status: 'sent' });
    });

    test('a STOP after a test message holds for campaigns', async () => {
      const to = settings.test_addresses[1] ?? '';
      const contact_ids = await putContacts(table, brand_id, [{ phone: to }]);
      const id = await smsOf(contact_ids);
      expect((await act(id, 'test', { addresses: [to] })).status).toBe(201);
      await clock.settled();
      await outbox.reply(to, 'no more texts');
      await clock.settled();
      expect(await sendNow(id)).toMatchObject({ reason: 'no_recipients' });
    });

    test('that only names a STOP says how to opt out', async () => {
      const to = phone();
      const contact_ids = await putContacts(table, brand_id, [{ phone: to }]);
      await sendNow(
        await newCampaign({ type: 'sms', content: 'Our farm bus will STOP at Main St today!', contact_ids }),
      );
      const [message] = await outbox.messages({ to });
      expect(message?.text).toBe('Our farm bus will STOP at Main St today!\nReply STOP to opt out');
    });

    test.each(['sms', 'email'] as const)(
      'of type %s reaches an address of several contacts once, in whatever batch they are',
      async (type) => {
        const shared = { phone: phone(), email: email() };
        const others = Array.from({ length: 100 }, (_, n) => ({
          phone: `+1206555${2000 + n}`,
          email: email(),
        }));
        const contact_ids = await putContacts(table, brand_id, [
          { ...shared, phone: shared.phone.replace('+1303', '+1 (303) ') },
          ...others,
          shared,
          { ...shared, email: shared.email.toUpperCase() },
        ]);
        const id = await newCampaign({ type, content: 'Pick up today', contact_ids });
        await sendNow(id);
        expect(await statisticsOf(id)).toMatchObject({ pending: 0, skipped: { same_address: 2 } });
        const to = (await outbox.messages({ campaign: id })).map((message) => message.to.toLowerCase());
        expect(to.length).toBe(new Set(to).size);
        expect(to).toContain(type === 'sms' ? shared.phone : shared.email);
      },
    );

    test('waits for the end of quiet hours, and can be paused, continued and cancelled meanwhile', async () => {
      const hour = async (from: number) =>
        new Date((await clock.now()).getTime() + from * 3600_000).toISOString().slice(11, 16);
      const quiet_hours = { start: await hour(-1), end: await hour(2) };
      expect((await send('PUT', messaging(), { ...settings, quiet_hours })).status).toBe(200);
      const contact_ids = await putContacts(table, brand_id, [{ phone: phone() }]);
      const [later, cancelled] = [await smsOf(contact_ids), await smsOf(contact_ids)];
      expect(await sendNow(later)).toMatchObject({ status: 'sending' });
      expect(await sendNow(cancelled)).toMatchObject({ status: 'sending' });
      expect((await act(later, 'pause')).body.data).toMatchObject({ status: 'paused', reason: 'requested' });
      expect((await act(cancelled, 'cancel')).body.data.status).toBe('cancelled');
      await clock.settled();
      expect(await statisticsOf(cancelled)).toMatchObject({ pending: 0, cancelled: 1, sent: 0 });
      await clock.advance(3 * 3600);
      expect(await campaignOf(later)).toMatchObject({ status: 'paused' });
      expect(await sendNow(later)).toMatchObject({ status: 'sent' });
      expect(await statisticsOf(later)).toMatchObject({ sent: 1 });
      expect(await outbox.messages({ campaign: cancelled })).toEqual([]);
    });
  });

  test('the outbox shows messages without running what they contain', async () => {
    const to = email();
    const contact_ids = await putContacts(table, brand_id, [{ email: to }]);
    const id = await newCampaign({
      contact_ids,
      content: '<p>x</p><script>alert(1)</script>',
      content_type: 'html',
    });
    await sendNow(id);
    const [message] = await outbox.messages({ to });
    const list = await fetch(outbox.url);
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await list.text()).toContain(to);
    const page = await (await fetch(`${outbox.url}/${message?.id}`)).text();
    expect(page).toMatch(/<iframe sandbox="(?!.*allow-scripts)[^"]*" srcdoc=/);
    const link = /&lt;a href=&quot;([^&]*\/unsubscribe\/[\w.-]+)&quot;/.exec(page)?.[1] ?? '';
    expect((await fetch(link, { headers: { accept: 'text/html' } })).status).toBe(200);
    expect(page).not.toContain('<script>');
  });
}
