import type { MessagingSettings } from '#clients/typescript/src/commerce/schemas.ts';
import { commerce } from '#web/api/commerce-client.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';

/** The messaging settings of the brand; reads nothing if the role of the person may not see them. */
export function useMessagingSettings(maySee: boolean): Query<MessagingSettings> {
  const { id } = useBrand();
  return useQuery(maySee ? 'messaging/settings' : undefined, () =>
    commerce.messaging.getSettings({ brand_id: id }),
  );
}
