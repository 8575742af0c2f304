import * as apiKeys from '#commerce/api-keys/contract.ts';
import * as billing from '#commerce/billing/contract.ts';
import * as brands from '#commerce/brands/contract.ts';
import * as campaigns from '#commerce/campaigns/contract.ts';
import * as changelog from '#commerce/changelog/contract.ts';
import * as contacts from '#commerce/contacts/contract.ts';
import * as members from '#commerce/members/contract.ts';
import * as messages from '#commerce/messages/contract.ts';
import * as notifications from '#commerce/notifications/contract.ts';
import * as onboarding from '#commerce/onboarding/contract.ts';
import * as orders from '#commerce/orders/contract.ts';
import * as products from '#commerce/products/contract.ts';
import * as promoCodes from '#commerce/promo-codes/contract.ts';
import * as referrals from '#commerce/referrals/contract.ts';
import * as reports from '#commerce/reports/contract.ts';
import * as segments from '#commerce/segments/contract.ts';
import * as stock from '#commerce/stock/contract.ts';
import * as stops from '#commerce/stops/contract.ts';
import * as water from '#commerce/water/contract.ts';
import * as waterLogs from '#commerce/water-logs/contract.ts';
import * as webhooks from '#commerce/webhooks/contract.ts';
import { type EndpointDeclaration, endpointsIn } from '../endpoint.ts';
import { getCaller, health, openapi } from './service.ts';

const declared = [
  health,
  openapi,
  getCaller,
  ...endpointsIn(orders),
  ...endpointsIn(promoCodes),
  ...endpointsIn(stock),
  ...endpointsIn(products),
  ...endpointsIn(stops),
  ...endpointsIn(campaigns),
  ...endpointsIn(messages),
  ...endpointsIn(waterLogs),
  ...endpointsIn(water),
  ...endpointsIn(reports),
  ...endpointsIn(referrals),
  ...endpointsIn(brands),
  ...endpointsIn(apiKeys),
  ...endpointsIn(changelog),
  ...endpointsIn(onboarding),
  ...endpointsIn(notifications),
  ...endpointsIn(webhooks),
  ...endpointsIn(contacts),
  ...endpointsIn(segments),
  ...endpointsIn(members),
  ...endpointsIn(billing),
] as const;

export const commerceEndpoints: readonly EndpointDeclaration[] = declared;

/** The declarations with their literal types. */
export type CommerceEndpoint = (typeof declared)[number];
