import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const input = {
  brand_id: ids.brand,
  name: 'First strawberries',
  subject: 'The first strawberries are here',
  content: 'Order by Thursday and pick up on Saturday.',
  content_type: 'text',
  type: 'email',
  segment_id: ids.segment,
  contact_ids: [ids.customer],
  scheduled_at: '2026-05-14T06:30:00.000Z',
};

const campaign = {
  id: ids.campaign,
  ...input,
  status: 'scheduled',
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

const parameters = { id: ids.campaign };
const moved = (fields: object) => ({
  data: { ...campaign, ...fields, updated_at: changedAt, version: 2 },
});
const sending = { status: 'sending', started_at: changedAt };

export const campaignExamples: OperationExamples = {
  'create-campaign': { body: input, response: { data: campaign } },
  'list-campaigns': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [campaign], pagination: { next_cursor: null, has_more: false } },
  },
  'get-campaign': { parameters, response: { data: campaign } },
  'update-campaign': {
    parameters,
    body: { subject: 'Hello {{first_name|friend}}, the first strawberries are here' },
    response: moved({ subject: 'Hello {{first_name|friend}}, the first strawberries are here' }),
  },
  'send-campaign': { parameters, response: moved(sending) },
  'schedule-campaign': {
    parameters,
    body: { scheduled_at: '2026-05-15T06:30:00.000Z' },
    response: moved({ scheduled_at: '2026-05-15T06:30:00.000Z' }),
  },
  'pause-campaign': { parameters, response: moved({ status: 'paused', reason: 'requested' }) },
  'cancel-campaign': { parameters, response: moved({ status: 'cancelled' }) },
  'resend-unknown': { parameters, response: moved(sending) },
  'test-campaign': {
    parameters,
    body: { addresses: ['olive.fern@example.com'] },
    response: { data: { messages: [{ id: `test:${ids.activity}`, address: 'olive.fern@example.com' }] } },
  },
  'preview-campaign': {
    parameters,
    body: {},
    response: {
      data: {
        type: 'email',
        subject: campaign.subject,
        html: 'Order by Thursday and pick up on Saturday.',
        text: 'Order by Thursday and pick up on Saturday.',
        missing_fields: [],
        problems: [{ path: ['messaging', 'postal_address'], message: 'Set the postal address of the brand' }],
      },
    },
  },
  'get-campaign-statistics': {
    parameters,
    response: {
      data: {
        campaign_id: ids.campaign,
        status: 'sent',
        audience_complete: true,
        recipients: 412,
        pending: 0,
        sent: 410,
        unknown: 0,
        failed: 1,
        cancelled: 0,
        skipped: {
          total: 21,
          no_address: 4,
          no_consent: 15,
          withdrawn: 1,
          suppressed: 0,
          not_found: 0,
          missing_field: 1,
          too_long: 0,
          same_address: 0,
        },
        delivered: 405,
        bounced: 3,
        complained: 0,
        unsubscribed: 2,
        segments: 0,
      },
    },
  },
  'list-recipients': {
    parameters: { ...parameters, state: 'bounced', limit: 50 },
    response: {
      data: [{ contact_id: ids.customer, state: 'bounced', reason: 'permanent', sent_at: changedAt }],
      pagination: { next_cursor: null, has_more: false },
    },
  },
};
