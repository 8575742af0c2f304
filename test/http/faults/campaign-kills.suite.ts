import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { putContacts } from '../commerce/contact-items.ts';
import { call } from '../stack/api-client.ts';
import { stackOutbox } from '../stack/stack-outbox.ts';
import { killAtContacts } from './function-kills.ts';
import type { KillStack } from './kill-stack.ts';

/** A killed run is continued within this time. */
const resumedSeconds = 61;

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

  async function isSent(id: string): Promise<boolean> {
    await stack().clock.settled();
    return (await send('GET', `/api/v1/campaigns/${id}`)).body.data.status === 'sent';
  }
}
