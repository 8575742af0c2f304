import { apiKeyExamples } from '#commerce/api-keys/examples.ts';
import { billingExamples } from '#commerce/billing/examples.ts';
import { brandExamples } from '#commerce/brands/examples.ts';
import { campaignExamples } from '#commerce/campaigns/examples.ts';
import { changelogExamples } from '#commerce/changelog/examples.ts';
import { contactExamples } from '#commerce/contacts/examples.ts';
import { memberExamples } from '#commerce/members/examples.ts';
import { messageExamples } from '#commerce/messages/examples.ts';
import { notificationExamples } from '#commerce/notifications/examples.ts';
import { onboardingExamples } from '#commerce/onboarding/examples.ts';
import { orderExamples } from '#commerce/orders/examples.ts';
import { productExamples } from '#commerce/products/examples.ts';
import { promoCodeExamples } from '#commerce/promo-codes/examples.ts';
import { referralExamples } from '#commerce/referrals/examples.ts';
import { reportExamples } from '#commerce/reports/examples.ts';
import { segmentExamples } from '#commerce/segments/examples.ts';
import { stockExamples } from '#commerce/stock/examples.ts';
import { stopExamples } from '#commerce/stops/examples.ts';
import { waterExamples } from '#commerce/water/examples.ts';
import { waterLogExamples } from '#commerce/water-logs/examples.ts';
import { webhookExamples } from '#commerce/webhooks/examples.ts';
import type { OperationExamples } from '../../openapi/document.ts';
import * as records from './records.ts';

const { ids, createdAt } = records;

export const commerceExamples: OperationExamples = {
  health: {
    response: { status: 'healthy', timestamp: createdAt, version: '1.0.0', environment: 'production' },
  },
  openapi: { response: { openapi: '3.1.0' } },
  'get-caller': {
    response: {
      data: {
        subject: `key:${ids.apiKey}`,
        credential: 'api_key',
        operator: false,
        brands: { [ids.brand]: 'manager' },
      },
    },
  },
  ...orderExamples,
  ...promoCodeExamples,
  ...stockExamples,
  ...productExamples,
  ...waterLogExamples,
  ...brandExamples,
  ...apiKeyExamples,
  ...stopExamples,
  ...reportExamples,
  ...referralExamples,
  ...waterExamples,
  ...onboardingExamples,
  ...changelogExamples,
  ...notificationExamples,
  ...campaignExamples,
  ...messageExamples,
  ...webhookExamples,
  ...contactExamples,
  ...segmentExamples,
  ...memberExamples,
  ...billingExamples,
};
