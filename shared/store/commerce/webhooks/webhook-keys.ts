import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

export const webhookEndpointsOf = (brandId: string): KeyPrefix => ({
  pk: `WEBHOOKS#${brandId}`,
  prefix: 'ENDPOINT#',
});
export const webhookEndpointKey = (brandId: string, id: string): ItemKey => ({
  pk: webhookEndpointsOf(brandId).pk,
  sk: `ENDPOINT#${id}`,
});
/** A deleted endpoint, until its deliveries have expired. */
export const goneEndpointKey = (brandId: string, id: string): ItemKey => ({
  pk: webhookEndpointsOf(brandId).pk,
  sk: `GONE#${id}`,
});
export const webhookCountKey = (brandId: string): ItemKey => ({
  pk: webhookEndpointsOf(brandId).pk,
  sk: 'COUNT',
});

export const webhookSecretsKey = (endpointId: string): ItemKey => ({
  pk: `WEBHOOKSECRET#${endpointId}`,
  sk: 'SECRETS',
});

export const deliveriesOf = (endpointId: string): KeyPrefix => ({
  pk: `WEBHOOKLOG#${endpointId}`,
  prefix: '',
});
export const deliveryKey = (endpointId: string, id: string): ItemKey => ({
  pk: deliveriesOf(endpointId).pk,
  sk: id,
});
export const deliveryStatusPartition = (endpointId: string, status: string) =>
  `WEBHOOKLOG#${endpointId}#${status}`;

/** Deliveries of an endpoint that are still to be sent, in the order of their next attempts. */
export const webhookQueueOf = (endpointId: string): KeyPrefix => ({
  pk: `WEBHOOKDUE#${endpointId}`,
  prefix: '',
});
export const queuedDeliveryKey = (endpointId: string, at: string, id: string): ItemKey => ({
  pk: webhookQueueOf(endpointId).pk,
  sk: `${at}#${id}`,
});
export function queuedDeliveryFrom({ sk }: ItemKey): { readonly at: string; readonly id: string } {
  const [at = '', id = ''] = sk.split('#');
  return { at, id };
}
