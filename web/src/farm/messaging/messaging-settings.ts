import type { MessagingSettings } from '#commerce/messages/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';

/** The messaging settings of the brand; reads nothing if the role of the person may not see them. */
export function useMessagingSettings(maySee: boolean): Query<MessagingSettings> {
  const { id } = useBrand();
  return useQuery(maySee ? 'messaging/settings' : undefined, () =>
    api('GET /api/v1/brands/{brand_id}/messaging', { brand_id: id }),
  );
}
