import { eventTypeList } from '#contract/commerce/event-types.ts';
import { listEventTypes } from '#contract/commerce/webhooks.ts';
import { okBare, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

const body = { data: eventTypeList() };

export const handler = plainEndpoint(listEventTypes, () => okBare(body));
