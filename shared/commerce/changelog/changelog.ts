import type { ChangelogEntry } from '#contract/commerce/changelog.ts';
import { derivedId } from '#persistence/derived-id.ts';
import { changelogTexts } from './entries.ts';

/** All entries with their ids, newest first. Ids sort by time, so a reader's marker is one id. */
export const changelogEntries: readonly ChangelogEntry[] = changelogTexts.map((entry) => ({
  id: derivedId(`changelog ${entry.version} ${entry.title}`, new Date(entry.published_at)),
  ...entry,
}));

/** Id of the newest entry. */
export const latestEntryId = changelogEntries[0]?.id ?? '';

/** Entries after the marker, newest first. */
export const entriesAfter = (
  marker: string | null,
  entries: readonly ChangelogEntry[] = changelogEntries,
): readonly ChangelogEntry[] => entries.filter(({ id }) => marker === null || id > marker);

/** The entries that follow the entry `after` in the list. */
export function changelogPage(
  entries: readonly ChangelogEntry[],
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): { readonly data: readonly ChangelogEntry[]; readonly next: string | null } {
  const rest = after === undefined ? entries : entries.filter(({ id }) => id < after);
  const data = rest.slice(0, limit);
  return { data, next: rest.length > limit ? (data.at(-1)?.id ?? null) : null };
}
