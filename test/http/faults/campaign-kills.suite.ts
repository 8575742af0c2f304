import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { putContacts } from '../commerce/contact-items.ts';
import { call } from '../stack/api-client.ts';
import { stackOutbox } from '../stack/stack-outbox.ts';
import { killAtContacts, killRunsOf, resumedSeconds } from './function-kills.ts';
import type { KillStack } from './kill-stack.ts';

/** A campaign whose sender is killed. */
export function campaignKillsSuite(
  stack: () => KillStack,
  { contacts, kills }: { readonly contacts: number; readonly kills: number },
): void {
  const send = (method: string, path: string, body?: unknown) => {
    const { baseUrl, apiKeys } = stack().running.stack;
    return call(method, path, { baseUrl, key: apiKeys.owner, ...(body !== undefined && { body }) });
  };

  test(`${contacts} contacts get one message each over ${kills} kills of the sender`, async () => {
    const brand_id = stack().running.stack.brandId;
    const outbox = stackOutbox(stack().running.stack);
    const addresses = Array.from({ length: contacts }, (_, n) => `contact-${n}@example.com`);
    const items = addresses.map((email) => ({ email, first_name: 'Ada', tags: ['counted'] }));
    await putContacts(stack().table, brand_id, items);
    await send('PUT', `/api/v1/brands/${brand_id}/messaging`, { postal_address: '1 Creek Road' });
    const segment = await send('POST', '/api/v1/segments', {
      brand_id,
      name: 'Counted',
      filter: { match: 'tag', equals: 'counted' },
    });
    const made = await send('POST', '/api/v1/campaigns', {
      brand_id,
      name: 'Counted',
      subject: 'Hello {{first_name}}',
      content: 'Come by',
      segment_id: segment.body.data.id,
    });
    const { id } = made.body.data;
    // A message takes about five requests.
    const maxContacts = Math.floor((4 * contacts) / kills);
    const killed = killAtContacts({
      ...stack(),
      wanted: kills,
      minContacts: Math.floor(maxContacts / 4),
      maxContacts,
      functions: /"arn":"[^"]*SendMessages/,
    });
    expect((await send('POST', `/api/v1/campaigns/${id}/send`)).status).toBe(200);

    for (let rounds = 0; rounds < 300 && !(await isSent(id)); rounds++) {
      await stack().move(resumedSeconds);
      await delay(300);
    }

    expect(killed()).toBe(kills);
    const { data } = (await send('GET', `/api/v1/campaigns/${id}/statistics`)).body;
    const all = { recipients: contacts, sent: contacts };
    expect(data).toMatchObject({ status: 'sent', ...all, pending: 0, unknown: 0, failed: 0 });
    const reached = await outbox.messages({ campaign: id });
    expect(reached.map(({ to }) => to).sort()).toEqual([...addresses].sort());
  }, 900_000);

  describe('work whose run is killed three times', () => {
    const killThrice = (work: WorkMessage, functions: RegExp) =>
      killRunsOf(work, { ...stack(), times: 3, functions });
    const until = async (path: string, status: string) => {
      for (let round = 0; round < 300; round++) {
        await stack().clock.settled();
        const { data } = (await send('GET', path)).body;
        if (data.status === status) return data;
        await stack().move(resumedSeconds);
        await delay(300);
      }
      throw new Error(`${path} is not ${status}`);
    };

    test('an import of contacts fails with the row and the reason, and keeps what it has imported', async () => {
      const brand_id = stack().running.stack.brandId;
      const rows = Array.from({ length: 2000 }, (_, n) => `Olive ${n},killed-${n}@example.com`);
      const csv = ['name,email', ...rows].join('\n');
      const { id } = (await send('POST', '/api/v1/contact-imports', { brand_id, csv })).body.data;
      await killThrice({ kind: 'import-contacts', key: id }, /"arn":"[^"]*DoWork/);
      const ended = await until(`/api/v1/contact-imports/${id}`, 'failed');
      expect(ended.reason).toMatch(
        new RegExp(
          `stopped several times at row ${ended.created + 1} after the header; import the file again`,
        ),
      );
      expect(ended.created).toBeLessThan(rows.length);
    }, 300_000);

    test('a campaign fails with the reason, and continues when its author sends it again', async () => {
      const { brandId: brand_id } = stack().running.stack;
      const outbox = stackOutbox(stack().running.stack);
      const items = Array.from({ length: 200 }, (_, n) => ({ email: `poison-${n}@example.com` }));
      const contact_ids = await putContacts(stack().table, brand_id, items);
      const fields = { name: 'Poison', subject: 'Poison', content: 'Come by', contact_ids };
      const { id } = (await send('POST', '/api/v1/campaigns', { brand_id, ...fields })).body.data;
      const path = `/api/v1/campaigns/${id}`;
      await send('PUT', `/api/v1/brands/${brand_id}/messaging`, { postal_address: '1 Creek Road' });
      expect((await send('POST', `${path}/send`)).status).toBe(200);
      await killThrice({ kind: 'send-campaign-batch', key: `${id}.0` }, /"arn":"[^"]*SendMessages/);
      expect(await until(path, 'failed')).toMatchObject({ reason: 'interrupted' });
      expect((await send('PATCH', path, { content: 'Other' })).body.code).toBe('campaign_not_editable');
      expect((await send('POST', `${path}/send`)).status).toBe(200);
      await until(path, 'sent');
      const reached = await outbox.messages({ campaign: id });
      expect(reached.map(({ to }) => to).sort()).toEqual(items.map(({ email }) => email).sort());
    }, 240_000);
  });

  async function isSent(id: string): Promise<boolean> {
    await stack().clock.settled();
    return (await send('GET', `/api/v1/campaigns/${id}`)).body.data.status === 'sent';
  }
}
