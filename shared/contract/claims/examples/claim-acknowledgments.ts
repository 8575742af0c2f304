import type { OperationExamples } from '../../openapi/document.ts';
import { claimAcknowledgment } from './response-records.ts';

/** Examples of operations on 277CA acknowledgments; responses of the local stack to invented claims. */
export const claimAcknowledgmentsExamples: OperationExamples = {
  'list-claim-acknowledgments': {
    parameters: { limit: 1 },
    response: { data: [claimAcknowledgment], pagination: { next_cursor: null, has_more: false } },
  },
  'get-claim-acknowledgment': {
    parameters: { id: '4872b31b-e852-8156-ab69-77f68890dee1' },
    response: {
      data: {
        ...claimAcknowledgment,
        statuses: [
          {
            patient_control_number: 'DN1004',
            category: 'A2',
            status_code: '20',
            action: 'WQ',
            amount: 75,
            service_date: '2026-03-15',
            effective_date: '2026-03-21',
            classification: 'accepted',
            disposition: 'accepted',
            conflict: false,
            payer_control_number: 'ICN00000000100001',
            numbers: { trn02: 'DN1004', ref_1k: 'ICN00000000100001' },
            billing_provider: { entity: '85', name: 'SAMPLE CLINIC', id_qualifier: 'XX', id: '1234567893' },
            statuses: [
              {
                date: '2026-03-21',
                action: 'WQ',
                amount: 75,
                reasons: [
                  {
                    category: 'A2',
                    category_text: 'accepted into adjudication',
                    code: '20',
                    text: 'accepted for processing',
                  },
                ],
              },
            ],
            service_lines: [],
            match: {
              result: 'matched',
              claim_id: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844',
              by: 'TRN02',
              narrowed_by: [],
              differs_in: [],
            },
            outcome: 'noted',
            lane: 'accepted',
            tax_id: null,
          },
        ],
        next_cursor: null,
      },
    },
  },
};
