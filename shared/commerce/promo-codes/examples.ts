import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const lastPage = { next_cursor: null, has_more: false };

const promoRules = {
  description: 'Ten percent in spring',
  kind: 'percent',
  percent: 10,
  first_order_only: false,
  ends_at: '2026-06-01T00:00:00.000Z',
  max_uses: 500,
  max_uses_per_customer: 1,
  is_active: true,
};
const promoCode = {
  id: ids.promoCode,
  brand_id: ids.brand,
  code: 'SPRING',
  ...promoRules,
  use_count: 37,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

export const promoCodeExamples: OperationExamples = {
  'create-promo-code': {
    body: { brand_id: ids.brand, code: 'SPRING', ...promoRules },
    response: { data: { ...promoCode, use_count: 0 } },
  },
  'list-promo-codes': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [promoCode], pagination: lastPage },
  },
  'get-promo-code': { parameters: { id: ids.promoCode }, response: { data: promoCode } },
  'update-promo-code': {
    parameters: { id: ids.promoCode },
    body: { ...promoRules, is_active: false },
    response: { data: { ...promoCode, is_active: false, updated_at: changedAt, version: 2 } },
  },
  'delete-promo-code': { parameters: { id: ids.promoCode } },
};
