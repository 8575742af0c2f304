import { changelogEntries, changelogPage } from '#commerce/changelog/changelog.ts';
import { listChangelog } from '#contract/commerce/changelog.ts';
import { okPage, plainEndpoint, publicFor } from '#http/endpoint/plain-endpoint.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

const list = ['changelog'];

export const handler = plainEndpoint(listChangelog, ({ query: { limit, cursor } }) => {
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const { data, next } = changelogPage(changelogEntries, { after, limit });
  return publicFor(300, okPage(data, next === null ? null : encodeCursor(list, next)));
});
