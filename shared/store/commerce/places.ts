import { apiKeys, keySecrets, keyUses } from '#commerce/api-keys/records.ts';
import { entitlementPlaces } from '#commerce/billing/entitlement-records.ts';
import { billingPlaces } from '#commerce/billing/records.ts';
import { brandExports, progressOfExports, runningExports } from '#commerce/brands/export-records.ts';
import { brands } from '#commerce/brands/records.ts';
import { campaignPlaces } from '#commerce/campaigns/recipient-records.ts';
import { markers as changelogMarkers } from '#commerce/changelog/records.ts';
import { addresses, addressKeys, mailboxes } from '#commerce/contacts/address-records.ts';
import { erasures } from '#commerce/contacts/erasure-records.ts';
import { history } from '#commerce/contacts/history-records.ts';
import { imports, importTexts } from '#commerce/contacts/import-records.ts';
import { ledger } from '#commerce/contacts/ledger-records.ts';
import { contacts, mergedContacts } from '#commerce/contacts/records.ts';
import {
  invitations,
  invitationTokens,
  memberCounts,
  memberSubjects,
  members,
  memberships,
} from '#commerce/members/records.ts';
import { messagePlaces } from '#commerce/messages/records.ts';
import { notificationPlaces } from '#commerce/notifications/records.ts';
import { onboardingPlaces } from '#commerce/onboarding/records.ts';
import { orderPlaces } from '#commerce/orders/records.ts';
import { importPlaces, productPlaces } from '#commerce/products/records.ts';
import { promoCodePlaces } from '#commerce/promo-codes/records.ts';
import { creditPlaces } from '#commerce/referrals/credit-records.ts';
import { linkPlaces } from '#commerce/referrals/link-records.ts';
import { programPlaces } from '#commerce/referrals/records.ts';
import { reportPlaces } from '#commerce/reports/records.ts';
import { segments } from '#commerce/segments/records.ts';
import { stockPlaces } from '#commerce/stock/records.ts';
import { stopPlaces } from '#commerce/stops/records.ts';
import { meterPlaces } from '#commerce/water/meter-records.ts';
import { waterPlaces } from '#commerce/water/records.ts';
import { waterLogPlaces } from '#commerce/water-logs/records.ts';
import { webhookPlaces } from '#commerce/webhooks/records.ts';
import { type CommercePlace, internal, place, staying } from './record.ts';
import { duePartitions, outboxOf, outboxShards } from './work/outbox.ts';

const expiring = 'expires within two days';

/** Every item of the commerce table has its place here. A test looks for items that have none. */
export const commercePlaces: readonly CommercePlace[] = [
  ...messagePlaces,
  ...stopPlaces,
  ...productPlaces,
  ...importPlaces,
  ...stockPlaces,
  ...orderPlaces,
  ...promoCodePlaces,
  ...reportPlaces,
  ...[addressKeys, addresses, mailboxes, contacts, mergedContacts, history, ledger],
  ...[imports, importTexts, erasures],
  ...programPlaces,
  ...linkPlaces,
  ...creditPlaces,
  ...billingPlaces,
  ...entitlementPlaces,
  ...waterLogPlaces,
  ...waterPlaces,
  ...meterPlaces,

  ...[brands, brandExports, runningExports, progressOfExports],
  ...[memberships, members, memberSubjects, memberCounts, invitations, invitationTokens],
  ...[apiKeys, keySecrets, keyUses],

  place('outbox', 'outbox', 'OUTBOX#{shard}', '{id}', internal, {
    found: {
      in: Array.from({ length: outboxShards }, (_, shard) => outboxOf(shard)),
      isOf: (brandId, { events }) => String(events).includes(`"brand_id":${JSON.stringify(brandId)}`),
    },
  }),
  place('due work', 'work', 'WORK#{kind}#{key:text}', 'WORK', internal, {
    found: {
      in: duePartitions.map((pk) => ({ pk, index: 'gsi2' })),
      // The deletion itself is work of the brand, and ends by itself.
      isOf: (brandId, { kind, payload }) => Object(payload).brand_id === brandId && kind !== 'delete-brand',
    },
  }),
  place('turns of a brand', 'work', 'WORK#turn#{brand_id}#{number}', 'TURN', internal, {
    found: { not: 'expires' },
  }),
  ...webhookPlaces,

  ...onboardingPlaces,
  ...notificationPlaces,

  ...campaignPlaces,

  segments,

  // They expire before a brand can be deleted (lib/settings: deletionWaitDays), or hold none of it.
  changelogMarkers,
  staying('reply', 'idempotency', 'IDEMPOTENCY#{scope}#{hash}', 'IDEMPOTENCY', expiring),
  staying('window of calls', 'rate-windows', 'RATE#{limiter}#{caller}#{start}', 'RATE', expiring),
];
