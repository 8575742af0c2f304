import type * as declared from '#commerce/changelog/contract.ts';
import {
  atomFeed,
  changelogEntries,
  changelogPage,
  entriesAfter,
  markers,
  raiseMarker,
} from '#commerce/changelog/records.ts';
import { found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import type { PlainCall } from '#http/endpoint/plain-endpoint.ts';
import { ok, okPage, okText, publicFor } from '#http/reply/replies.ts';
import { baseUrl } from '#http/request/public-address.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

const latestEntries = 50;

export function listChangelog({ query: { limit, cursor } }: PlainCall<typeof declared.listChangelog>) {
  const list = ['changelog'];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const { data, next } = changelogPage(changelogEntries, { after, limit });
  return publicFor(300, okPage(data, next === null ? null : encodeCursor(list, next)));
}

export function changelogFeed(call: PlainCall<typeof declared.changelogFeed>) {
  const address = `${baseUrl(call)}${call.endpoint.path}`;
  const feed = atomFeed(changelogEntries.slice(0, latestEntries), address);
  return publicFor(300, okText('application/atom+xml', feed));
}

const markerReply = (last_read_id: string | null) =>
  ok({ last_read_id, unread_count: entriesAfter(last_read_id).length });

export async function getChangelogMarker({ principal }: Call<typeof declared.getChangelogMarker>) {
  return markerReply((await markers.find(principal))?.last_read_id ?? null);
}

export async function setChangelogMarker({ body, principal }: Call<typeof declared.setChangelogMarker>) {
  const { id } = found(changelogEntries.find((entry) => entry.id === body.last_read_id));
  const marker = await markers.find(principal);
  if (marker !== undefined && marker.last_read_id >= id) return markerReply(marker.last_read_id);
  return change(markerReply(id), raiseMarker(principal.subject, id));
}
