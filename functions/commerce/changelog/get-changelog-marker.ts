import { entriesAfter } from '#commerce/changelog/changelog.ts';
import { getChangelogMarker } from '#contract/commerce/changelog.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { readChangelogMarker } from '#store/commerce/changelog-markers.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(getChangelogMarker, async ({ principal }) => {
  const marker = await readChangelogMarker(commerceTable, principal.subject);
  return ok({ last_read_id: marker, unread_count: entriesAfter(marker).length });
});
