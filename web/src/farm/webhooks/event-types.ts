import type { ApiInput } from '#web/api/api.ts';

/** An event that an endpoint can subscribe to. */
export type EventType = NonNullable<ApiInput<'POST /api/v1/webhook-endpoints'>['event_types']>[number];

/** Test events are sent to an endpoint by hand, and nobody subscribes to them. */
export const isSubscribable = (type: string): type is EventType => type !== 'webhook_endpoint.test';
