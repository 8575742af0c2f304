import { createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const kept = (net: number) => ({
  cancelled: 0,
  discounts: 0,
  refunded: 0,
  tax: 0,
  net,
  received: net,
});

const sales = {
  gross: 13.5,
  ...kept(13.5),
  order_count: 1,
  cancelled_count: 0,
  average_order: 13.5,
};

export const reportExamples: OperationExamples = {
  'get-report': {
    parameters: {
      brand_id: ids.brand,
      start_date: '2026-03-01T00:00:00Z',
      end_date: '2026-03-31T23:59:59Z',
      report_type: 'revenue',
    },
    response: {
      data: {
        report_type: 'revenue',
        brand_id: ids.brand,
        from: '2026-03-01',
        to: '2026-03-31',
        gross: 13.5,
        ...kept(13.5),
        order_count: 1,
        average_order: 13.5,
        days: [{ date: '2026-03-02', gross: 13.5, ...kept(13.5), order_count: 1 }],
      },
    },
  },
  'get-analytics': {
    parameters: {
      figures: 'revenue',
      brand_id: ids.brand,
      from: '2026-03-02',
      to: '2026-03-02',
      interval: 'day',
      limit: 20,
    },
    response: {
      data: {
        figures: 'revenue',
        brand_id: ids.brand,
        time_zone: 'America/Denver',
        currency: 'USD',
        from: '2026-03-02',
        to: '2026-03-02',
        start: '2026-03-02T07:00:00.000Z',
        end: '2026-03-03T07:00:00.000Z',
        interval: 'day',
        ...sales,
        previous: {
          from: '2026-03-01',
          to: '2026-03-01',
          ...{ gross: 12, ...kept(12), order_count: 1, cancelled_count: 0, average_order: 12 },
        },
        growth: { gross: 0.125, net: 0.125, order_count: 0, average_order: 0.125 },
        series: [
          {
            date: '2026-03-02',
            start: '2026-03-02T07:00:00.000Z',
            end: '2026-03-03T07:00:00.000Z',
            ...sales,
          },
        ],
      },
    },
  },
  'record-visits': {
    body: {
      brand_id: ids.brand,
      session_id: '0199a1c9-3c1a-7d52-9e84-5b7f2c0d6a18',
      events: [
        { id: '0199a1c9-3c1b-7a06-8f4d-1e9b3d7c5a20', step: 'visit' },
        { id: '0199a1c9-51f2-7c3b-a6d0-8c2e4f9b7d35', step: 'search' },
      ],
    },
    response: { data: { counted: 2 } },
  },
  'list-activity': {
    parameters: { brand_id: ids.brand, event: 'orderCreated', limit: 50 },
    response: {
      data: [
        {
          id: ids.activity,
          brand_id: ids.brand,
          created_at: createdAt,
          event: 'orderCreated',
          data: { order_id: ids.order, total: 13.5, brand_id: ids.brand },
        },
      ],
      pagination: { next_cursor: 'eyJhZnRlciI6IjAxOTlhMWM0In0', has_more: true },
    },
  },
};
