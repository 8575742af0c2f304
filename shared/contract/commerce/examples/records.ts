/** Ids and records of the examples: a fictitious farm, its products and its customers. */
export const ids = {
  brand: '0199a1c0-5d2e-7b10-8c3a-2f6d1e9b4a70',
  product: '0199a1c1-0b7f-7f42-9d55-6a0c3b8e1d24',
  import: '0199a1c2-3c1d-7e5b-a4f7-1b8d6e2c9f03',
  image: '0199a1c1-1d42-7c93-8b16-4e7f0a2d5c38',
  variant: '0199a1c1-0b80-7a15-8f3e-5d2c7b9e4a61',
  order: '0199a1c4-7e3a-7c08-b1f6-90d2a4c5e813',
  campaign: '0199a1c5-2d94-7a6b-8e17-3c5f0b9d7a46',
  waterLog: '0199a1c6-4410-7d3e-a2c9-58e1f7b06d39',
  referral: '0199a1c7-19b5-7e71-9f04-7d3a6c2e8b15',
  referralCode: '0199a1c7-0a2c-7b94-8d60-1e5f9c4b7a32',
  payment: '0199a1c4-8f21-7d35-9c47-2b6e0a8d5f91',
  refund: '0199a1c4-9b02-7e16-8a53-5d7c1f3e6b28',
  promoCode: '5a3e8c1d-7b90-5f24-8e61-c4d2a9b70f13',
  adjustment: '0199a1c3-2d6b-7a84-9e10-8f5b4c7d3a62',
  apiKey: '0199a1c8-63d7-7f15-b3a8-4c9e0d2f6b71',
  activity: '0199a1c4-7e3b-7190-8a4d-c60f2b9e5d87',
  customer: '8a0f6c1e-2b7d-5e94-9c35-d1f4a7b0e628',
  stop: '3d5c9f12-6a4e-4b87-a0d1-7e2f8c9b5a46',
  segment: 'c47a1e90-8b3d-4f26-95e8-0d6b2a7f3c51',
  field: '5b2e8d47-1f6c-4a09-b7d3-9e0c4f8a6d12',
} as const;

export const createdAt = '2026-03-02T15:04:05.120Z';
export const changedAt = '2026-03-02T17:30:00.000Z';

export const exampleBrand = {
  id: ids.brand,
  name: 'Meadow Farm',
  catalog: 'managed',
  prices: 'trust',
  stops: 'managed',
  time_zone: 'America/Denver',
  currency: 'USD',
  locale: 'en-US',
  plan: 'farm',
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

export const exampleProduct = {
  id: ids.product,
  brand_id: ids.brand,
  name: 'Heirloom tomatoes',
  description: 'Mixed colors, picked the day before pickup',
  category: 'Vegetables',
  sku: 'TOM-1',
  barcode: '4006381333931',
  price: 4.5,
  unit: 'lb',
  unit_quantity: 1,
  weight_grams: 454,
  tax_category: 'food',
  variants: [
    {
      id: ids.variant,
      name: 'Box of ten pounds',
      sku: 'TOM-10',
      price: 39,
      unit_quantity: 10,
      weight_grams: 4540,
      is_active: true,
    },
  ],
  is_active: true,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

const orderFields = {
  brand_id: ids.brand,
  customer_email: 'olive.fern@example.com',
  customer_name: 'Olive Fern',
  customer_phone: '+1 303-555-0142',
  items: [{ product_id: ids.product, quantity: 3, price: 4.5, fulfillment: 'pickup' }],
  fulfillment: 'pickup',
  stop_id: ids.stop,
  pickup_date: '2026-03-07',
  promo_code: 'SPRING',
  notes: 'Please pack in paper bags',
};

export const exampleOrderInput = orderFields;

export const exampleOrder = {
  id: ids.order,
  ...orderFields,
  items: [
    {
      product_id: ids.product,
      quantity: 3,
      price: 4.5,
      fulfillment: 'pickup',
      fulfillment_given: true,
      delivery: 'pickup',
      discount_cents: 135,
      tax_cents: 61,
      sold: {
        name: exampleProduct.name,
        sku: exampleProduct.sku,
        unit: exampleProduct.unit,
        unit_quantity: exampleProduct.unit_quantity,
        weight_grams: exampleProduct.weight_grams,
        tax_category: exampleProduct.tax_category,
      },
    },
  ],
  fulfillment_given: true,
  delivery: 'pickup',
  stop_name: 'Market square',
  status: 'pending',
  total: 13.5,
  currency: 'USD',
  subtotal_cents: 1350,
  discount_cents: 135,
  shipping_cents: 0,
  tax_cents: 61,
  credit_cents: 0,
  total_cents: 1350,
  amount_due_cents: 1276,
  amount_due: 12.76,
  taxes_included: false,
  discount_lines: [{ label: 'SPRING', amount_cents: 135, source: 'promo_code' }],
  shipping_lines: [],
  tax_lines: [{ label: 'County tax', amount_cents: 61, source: 'brand', rate_percent: 5 }],
  payment_state: 'unpaid',
  authorized_cents: 0,
  paid_cents: 0,
  refunded_cents: 0,
  allowed_cents: 0,
  allowed_goods_cents: 0,
  allowed_shipping_cents: 0,
  collect_cents: 1276,
  return_cents: 0,
  promotion: {
    id: '5a3e8c1d-7b90-5f24-8e61-c4d2a9b70f13',
    code: 'SPRING',
    issue: '2026-02-20T09:00:00.000Z',
    free_shipping: false,
    discount_cents: 135,
  },
  stock: { state: 'reserved', lines: [{ product_id: ids.product, quantity: 3 }] },
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

export const exampleWaterLogInput = {
  brand_id: ids.brand,
  field_id: ids.field,
  field_name: 'North field',
  gallons: 420,
  duration_minutes: 45,
  water_method: 'drip',
  notes: 'Valve 3 drips',
  logged_at: '2026-03-02T11:00:00.000Z',
};

export const exampleWaterLog = {
  id: ids.waterLog,
  ...exampleWaterLogInput,
  created_at: createdAt,
  version: 1,
};

export const exampleApiKey = {
  id: ids.apiKey,
  brand_id: ids.brand,
  name: 'Farm stand till',
  role: 'manager',
  prefix: 'gk_live_4f7a',
  created_at: createdAt,
};
