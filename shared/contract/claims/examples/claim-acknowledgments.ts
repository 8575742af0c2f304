import type { OperationExamples } from '../../openapi/document.ts';
import { acknowledgedReason, exampleClaimAcknowledgment } from './response-records.ts';

export const claimAcknowledgmentsExamples: OperationExamples = {
  'list-claim-acknowledgments': {
    parameters: { limit: 1 },
    response: { data: [exampleClaimAcknowledgment], pagination: { next_cursor: null, has_more: false } },
  },
  'get-claim-acknowledgment': {
    parameters: { id: '4872b31b-e852-8156-ab69-77f68890dee1' },
    response: {
      data: {
        ...exampleClaimAcknowledgment,
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
  'parse-claim-acknowledgment': {
    body: {
      content:
        'ISA*00*          *00*          *ZZ*PAYER          *ZZ*CLINIC         *250310*1200*^*00501*000000008*0*T*:~GS*HN*PAYER*CLINIC*20250310*1200*8*X*005010X214~ST*277*0001*005010X214~BHT*0085*08*ACK1*20250310*1200*TH~HL*1**20*1~NM1*PR*2*STATE PAYER*****PI*CO_TXIX~TRN*1*T1~DTP*050*D8*20250309~DTP*009*D8*20250310~HL*2*1*21*1~NM1*41*2*GRANARY*****46*12345678~TRN*2*BATCH1~STC*A1:19:PR*20250310*WQ*125~QTY*AA*1~AMT*YY*125~HL*3*2*19*1~NM1*85*2*CLINIC*****XX*1234567893~TRN*1*0~HL*4*3*PT~NM1*QC*1*FERN*OLIVE****MI*A123456~TRN*2*PCN2~STC*A7:562:85*20250310*U*125~DTP*472*D8*20250201~SVC*HC:99213:25*125*****1~STC*A7:454*20250310*U~REF*FJ*L1~DTP*472*D8*20250201~SE*26*0001~GE*1*8~IEA*1*000000008~',
    },
    response: {
      data: {
        file_id: 'e6d9a188-bfca-829f-ba01-04656e5ed288',
        state: 'applied',
        reasons: [],
        statuses: [
          {
            patient_control_number: 'PCN2',
            category: 'A7',
            status_code: '562',
            entity: '85',
            action: 'U',
            amount: 125,
            service_date: '2025-02-01',
            effective_date: '2025-03-10',
            classification: 'rejected',
            disposition: 'rejected',
            conflict: false,
            numbers: { trn02: 'PCN2' },
            billing_provider: { entity: '85', name: 'CLINIC', id_qualifier: 'XX', id: '1234567893' },
            statuses: [
              {
                date: '2025-03-10',
                action: 'U',
                amount: 125,
                reasons: [
                  {
                    category: 'A7',
                    category_text: 'rejected for invalid information',
                    code: '562',
                    text: 'NPI',
                    entity: '85',
                  },
                ],
              },
            ],
            service_lines: [
              {
                procedure: '99213',
                procedure_qualifier: 'HC',
                modifiers: ['25'],
                charge: 125,
                line_control_number: 'L1',
                service_date: '2025-02-01',
                statuses: [
                  {
                    date: '2025-03-10',
                    action: 'U',
                    reasons: [
                      {
                        category: 'A7',
                        category_text: 'rejected for invalid information',
                        code: '454',
                        text: 'procedure code',
                      },
                    ],
                  },
                ],
              },
            ],
            match: { result: 'unmatched' },
            outcome: 'unmatched',
            tax_id: null,
          },
        ],
        unscoped_statuses: [
          {
            classification: 'accepted',
            level: '21',
            conflict: false,
            trace: 'BATCH1',
            status: { date: '2025-03-10', action: 'WQ', amount: 125, reasons: [acknowledgedReason] },
            disposition: 'accepted',
            about: { name: 'GRANARY', id: '12345678', entity: '41', id_qualifier: '46' },
            totals: { rejected: 1, rejected_amount: 125 },
            category: 'A1',
            status_code: '19',
          },
        ],
        acknowledgments: [
          {
            id: 'f5edd236-b61b-83e2-91b6-798795602df9',
            state: 'applied',
            answered_at: '2025-03-10T12:00:00.000Z',
            file_id: 'e6d9a188-bfca-829f-ba01-04656e5ed288',
            counts: {
              paid: 0,
              ambiguous: 0,
              statuses: 1,
              accepted: 0,
              unscoped: 1,
              matched: 0,
              conflicts: 0,
              fanned_out: 0,
              unmatched: 1,
              rejected: 1,
              unknown: 0,
              pended: 0,
            },
            group_control_number: '8',
            set_control_number: '0001',
            source_trace: 'T1',
            received_at: '2026-03-22T04:30:18.911Z',
            reference: 'ACK1',
            receiver: 'CLINIC',
            received: '2025-03-09',
            batch: 'BATCH1',
            interchange_control_number: '000000008',
            processed: '2025-03-10',
            created: '2025-03-10',
            sender: 'PAYER',
            source: { entity: 'PR', id_qualifier: 'PI', id: 'CO_TXIX', name: 'STATE PAYER' },
            submitter: { id_qualifier: '46', entity: '41', name: 'GRANARY', id: '12345678' },
            totals: { rejected: 1, rejected_amount: 125 },
            batch_ids: [],
            next_cursor: null,
          },
        ],
      },
    },
  },
};
