import {
  changedAt,
  createdAt,
  exampleOrder,
  exampleProduct,
  ids,
} from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const stopFields = {
  name: 'Market square',
  address: '12 Main Street, Longmont',
  notes: 'The green tent beside the fountain',
  hours: [{ weekday: 'saturday', opens: '08:30', closes: '12:00' }],
  cut_off: { days_before: 2, time: '18:00' },
  capacity: 120,
  closed_dates: ['2026-07-04'],
  is_active: true,
};

const stop = {
  id: ids.stop,
  brand_id: ids.brand,
  ...stopFields,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

const total = {
  product_id: ids.product,
  name: exampleProduct.name,
  sku: exampleProduct.sku,
  unit: 'lb',
  unit_quantity: 1,
  weight_grams: 454,
  quantity: 3,
};

/** A test plays them in this order. */
export const stopExamples: OperationExamples = {
  'create-stop': { body: { brand_id: ids.brand, ...stopFields }, response: { data: stop } },
  'list-stops': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [stop], pagination: { next_cursor: null, has_more: false } },
  },
  'get-stop': { parameters: { id: ids.stop }, response: { data: stop } },
  'update-stop': {
    parameters: { id: ids.stop },
    body: { ...stopFields, capacity: 150 },
    response: { data: { ...stop, capacity: 150, updated_at: changedAt, version: 2 } },
  },
  'list-pickup-days': {
    parameters: { id: ids.stop, limit: 1 },
    response: {
      data: [
        {
          date: '2026-03-07',
          hours: [{ opens: '08:30', closes: '12:00' }],
          opens_at: '2026-03-07T15:30:00.000Z',
          cut_off: '2026-03-06T01:00:00.000Z',
          orders: 41,
          capacity: 120,
          is_full: false,
        },
      ],
    },
  },
  'get-pick-list': {
    parameters: {
      brand_id: ids.brand,
      date: '2026-03-07',
      stop_id: ids.stop,
      status: 'confirmed',
      format: 'json',
    },
    response: {
      data: {
        brand_id: ids.brand,
        brand_name: 'Meadow Farm',
        date: '2026-03-07',
        created_at: changedAt,
        order_count: 1,
        packed_count: 0,
        totals: [total],
        stops: [
          {
            stop_id: ids.stop,
            name: stop.name,
            address: stop.address,
            order_count: 1,
            packed_count: 0,
            collect_cents: exampleOrder.collect_cents,
            totals: [total],
            orders: [
              {
                id: ids.order,
                number: exampleOrder.number,
                status: 'confirmed',
                is_packed: false,
                customer_name: exampleOrder.customer_name,
                customer_phone: exampleOrder.customer_phone,
                notes: exampleOrder.notes,
                total: exampleOrder.total,
                payment_state: exampleOrder.payment_state,
                collect_cents: exampleOrder.collect_cents,
                return_cents: exampleOrder.return_cents,
                created_at: createdAt,
                version: 2,
                lines: [total],
              },
            ],
          },
        ],
      },
    },
  },
  'delete-stop': { parameters: { id: ids.stop } },
};
