import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SegmentFilter } from '#commerce/segments/contract.ts';
import { newId } from '#persistence/new-id.ts';
import { sized } from '../../soak.ts';
import { type CommerceService, newBrand, startCommerceService } from '../commerce-service.ts';
import { invoke } from '../invoke.ts';
import { contactCalls } from './contact-calls.ts';

/** Contacts of the audience. One page examines 1,000. */
const size = sized('contacts of an audience', { short: 1_200, soak: 10_000, variable: 'AUDIENCE_CONTACTS' });

let service: CommerceService;
let calls: Awaited<ReturnType<typeof contactCalls>>;
beforeAll(async () => {
  service = await startCommerceService();
  calls = await contactCalls();
});
afterAll(() => service.stop());

describe('a segment', () => {
  test('selects the same contacts in list, count and send', async () => {
    const own = await newBrand({ catalog: 'external' });
    const whole = { caller: own.caller };
    for (let n = 0; n < 30; n++) {
      const tags = [n % 2 ? 'odd' : 'even', ...(n % 3 ? [] : ['third'])];
      const body = { brand_id: own.brand_id, email: `${n}@example.com`, tags };
      const { body: made } = await invoke('create-contact', { ...whole, body });
      if (n % 5 === 0) continue;
      const consent = { channel: 'email', status: 'granted', source: 'form' };
      await invoke('record-consent', { ...whole, parameters: { id: made.data.id }, body: consent });
    }
    const filter: SegmentFilter = {
      match: 'all',
      filters: [
        { match: 'tag', equals: 'odd' },
        { match: 'not', filter: { match: 'tag', equals: 'third' } },
      ],
    };
    const made = await invoke('create-segment', {
      ...whole,
      body: { brand_id: own.brand_id, name: 's', filter },
    });
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '4', ...(cursor && { cursor }) };
      const page = await invoke('list-segment-contacts', {
        ...whole,
        parameters: { id: made.body.data.id },
        query,
      });
      listed.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.pagination.next_cursor ?? undefined;
    } while (cursor);
    const preview = await invoke('preview-segment', { ...whole, body: { brand_id: own.brand_id, filter } });
    expect(preview.body.data).toMatchObject({ examined: 30, matched: 10, reachable: { email: 8, sms: 0 } });
    const { readAudience } = await import('#store/commerce/contacts/audience.ts');
    const query = { brandId: own.brand_id, source: { segment: filter }, channel: 'email', limit: 3 } as const;
    const startedAt = new Date().toISOString();
    const sent: string[] = [];
    let skipped = 0;
    let after: string | undefined;
    do {
      const page = await readAudience(service.table, { ...query, startedAt, after });
      sent.push(...page.recipients.map(({ contact }) => contact.id));
      skipped += page.skipped.no_consent;
      after = page.next;
    } while (after !== undefined);
    expect([listed.length, sent.length, skipped]).toEqual([10, 8, 2]);
    expect(new Set(sent).size).toBe(8);
    expect(sent.every((id) => listed.includes(id))).toBe(true);
    const named = {
      brandId: own.brand_id,
      source: { contactIds: [...listed, randomUUID()] },
      channel: 'email',
    } as const;
    expect((await readAudience(service.table, { ...named, startedAt })).recipients).toHaveLength(8);
  });

  test('is replaced with If-Match and deleted', async () => {
    const { brand_id, caller, byId } = calls;
    const filter = { match: 'tag', equals: 'a' };
    const made = await invoke('create-segment', { caller, body: { brand_id, name: 'A', filter } });
    const { id } = made.body.data;
    const replace = (version: string) =>
      invoke('update-segment', {
        ...byId(id),
        body: { name: 'B', filter },
        headers: { 'if-match': version },
      });
    expect((await replace('"v1"')).body.data).toMatchObject({ name: 'B', version: 2 });
    expect((await replace('"v1"')).status).toBe(412);
    expect((await invoke('delete-segment', byId(id))).status).toBe(204);
    expect((await invoke('get-segment', byId(id))).status).toBe(404);
  });
});

test('an audience of many contacts is read in bounded pages, each contact once', async () => {
  const { readAudience } = await import('#store/commerce/contacts/audience.ts');
  const { contactItem } = await import('#store/commerce/contacts/contact-items.ts');
  const { withConsent, newContact } = await import('#commerce/contacts/contact.ts');
  const brand_id = randomUUID();
  const now = new Date();
  const consent = { status: 'granted', source: 'form', at: now.toISOString() } as const;
  const people = Array.from({ length: size }, (_, n) => {
    const input = { brand_id, email: `p${n}@example.com`, tags: n % 10 ? [] : ['tenth'] };
    return withConsent(newContact(input, 'import', { id: newId(now), now }), 'email', consent, now);
  });
  const { name, client } = service.table;
  for (let n = 0; n < people.length; n += 25) {
    const writes = people.slice(n, n + 25).map((one) => ({ PutRequest: { Item: { ...contactItem(one) } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: writes } }));
  }
  const startedAt = new Date().toISOString();
  const source = { segment: { match: 'tag', equals: 'tenth' } } as const;
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const query = { brandId: brand_id, source, channel: 'email', startedAt, limit: 500, after } as const;
    const page = await readAudience(service.table, query);
    pages.push(page.recipients.map(({ contact }) => contact.id));
    after = page.next;
  } while (after !== undefined);
  const tenth = people.filter(({ tags }) => tags.length > 0).map(({ id }) => id);
  expect(pages.flat()).toEqual(tenth.sort());
  expect(pages.length).toBeGreaterThanOrEqual(Math.ceil(size / 1000));
});
