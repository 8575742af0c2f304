import { expect, test } from '@jest/globals';
import {
  atomFeed,
  changelogEntries,
  changelogPage,
  entriesAfter,
  latestEntryId,
} from '#commerce/changelog/changelog.ts';
import { changelogEntry } from '#contract/commerce/changelog.ts';

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
