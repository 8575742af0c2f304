import type { OperationExamples } from '#contract/openapi/document.ts';

const payerConfiguration = {
  id: 'CO_TXIX',
  name: 'Health First Colorado',
  configs: [
    {
      reading: 'contract',
      overdue_after_hours: 48,
      send_for_received_claims: true,
      payer_id: 'CO_TXIX',
      transaction: '277CA',
    },
  ],
};

export const configurationExamples: OperationExamples = {
  'list-payers': { response: { data: [payerConfiguration] } },
  'get-payer': { parameters: { id: 'CO_TXIX' }, response: { data: payerConfiguration } },
  'list-providers': {
    response: {
      data: [
        {
          npi: '1234567893',
          name: 'VALLEY CLINIC',
          site: 'Denver',
          tax_id: '841234567',
          zip: '802031234',
          taxonomies: ['207Q00000X'],
        },
      ],
    },
  },
  'check-claims-again': {
    response: { data: { checked: 12, changed: 3, skipped: 0, moved: { ready: 3 }, next_cursor: null } },
  },
  'reload-config': {
    response: {
      data: {
        version: 1,
        sha256: '99199d19ada2603fa4f43c29472c060f18747f7789a9c638a76c982903377ddf',
        loaded_at: '2026-03-22T04:27:14.468Z',
        loaded_by: 'migration',
        changes: [],
        change_count: 0,
      },
    },
  },
};
