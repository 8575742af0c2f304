import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changelogEntry } from '#commerce/changelog/contract.ts';
import {
  atomFeed,
  changelogEntries,
  changelogPage,
  entriesAfter,
  latestEntryId,
} from '#commerce/changelog/records.ts';
import { type CommerceService, startCommerceService } from '../functions/commerce-service.ts';
import { invoke, person } from '../functions/invoke.ts';

test('the entries are valid, newest first, each with its own id that sorts by time', () => {
  const ids = changelogEntries.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  for (const entry of changelogEntries) expect(changelogEntry.parse(entry)).toEqual(entry);
});

test('ids stay the same between releases', () => {
  expect(changelogEntries.at(-1)?.id).toBe('01a196fb-1600-7603-b336-f656603ccdbd');
});

test('pages follow each other without gap or repetition', () => {
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const { data, next } = changelogPage(changelogEntries, { after, limit: 2 });
    seen.push(...data.map(({ id }) => id));
    after = next ?? undefined;
  } while (after !== undefined);
  expect(seen).toEqual(changelogEntries.map(({ id }) => id));
});

test('entries after a marker are unread', () => {
  expect(entriesAfter(null)).toEqual(changelogEntries);
  expect(entriesAfter(latestEntryId)).toEqual([]);
  expect(entriesAfter(changelogEntries[1]?.id ?? '')).toEqual(changelogEntries.slice(0, 1));
});

test('the feed escapes its text', () => {
  const [entry] = changelogEntries;
  if (entry === undefined) throw new Error('There are no entries');
  const feed = atomFeed([{ ...entry, title: 'A & B <i>"c"' }], 'https://api.example.com/feed?a=1&b=2');
  expect(feed).toContain('<title>A &amp; B &lt;i&gt;&quot;c&quot;</title>');
  expect(feed).toContain('href="https://api.example.com/feed?a=1&amp;b=2"');
});

describe('endpoints', () => {
  let service: CommerceService;
  beforeAll(async () => {
    service = await startCommerceService();
  });
  afterAll(() => service.stop());

  test('requests at the same time leave the marker at the newest entry, each person has one', async () => {
    const caller = person({});
    const [newest] = changelogEntries;
    const marked = await Promise.all(
      changelogEntries.map(({ id }) =>
        invoke('set-changelog-marker', { caller, body: { last_read_id: id } }),
      ),
    );
    expect(marked.map(({ status }) => status)).toEqual(changelogEntries.map(() => 200));
    const markerOf = async (reader: typeof caller) =>
      (await invoke('get-changelog-marker', { caller: reader })).body.data;
    expect(await markerOf(caller)).toEqual({ last_read_id: newest?.id, unread_count: 0 });
    const other = { last_read_id: null, unread_count: changelogEntries.length };
    expect(await markerOf(person({}))).toEqual(other);
  });

  test('the list and the feed are public and cached', async () => {
    const page = await invoke('list-changelog', { caller: person({}), query: { limit: '1' } });
    expect(page.body.data).toEqual(changelogEntries.slice(0, 1));
    const cursor = page.body.pagination.next_cursor;
    const rest = await invoke('list-changelog', { caller: person({}), query: { cursor } });
    expect(rest.body.data).toEqual(changelogEntries.slice(1));
    expect(page.headers).toMatchObject({ 'Cache-Control': 'public, max-age=300' });
  });
});
