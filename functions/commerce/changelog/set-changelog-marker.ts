import { changelogEntries, entriesAfter } from '#commerce/changelog/changelog.ts';
import { setChangelogMarker } from '#contract/commerce/changelog.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { raiseChangelogMarker } from '#store/commerce/changelog-markers.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(setChangelogMarker, async ({ body, principal }) => {
  const { id } = found(changelogEntries.find((entry) => entry.id === body.last_read_id));
  const marker = await raiseChangelogMarker(commerceTable, principal.subject, id);
  return ok({ last_read_id: marker, unread_count: entriesAfter(marker).length });
});
