import type { OperationExamples } from '../../openapi/document.ts';
import { remittance } from './response-records.ts';

/** Examples of operations on remittances; responses of the local stack to invented claims. */
export const remittancesExamples: OperationExamples = {
  'list-remittances': {
    parameters: { limit: 1 },
    response: {
      data: [remittance],
      pagination: {
        next_cursor:
          'lytOnf82WW8GMjAyNi0xMS0yMlQwNDoyODoyOS4wMDBaIzgyYTBlNGYyLThiZTAtODBmYi1hNTRiLThhNmVjNDZlN2QwNQ',
        has_more: true,
      },
    },
  },
  'get-remittance': {
    parameters: { id: '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05' },
    response: {
      data: {
        ...remittance,
        claims: [
          {
            number: 1,
            patient_control_number: 'RV1006',
            payer_control_number: 'ICN00000000100003',
            status_code: '22',
            status_text: 'reversal of a previous payment',
            charge: -240,
            paid: -240,
            patient_responsibility: 0,
            filing_indicator: 'MC',
            frequency: '1',
            adjustments: [],
            remarks: [],
            service_lines: [
              {
                line: 1,
                billed_line: 1,
                matched_by: 'REF*6R',
                procedure: '99215',
                procedure_qualifier: 'HC',
                modifiers: [],
                charge: -240,
                paid: -240,
                units: 1,
                service_date: '2026-03-15',
                line_control_number: 'RV1006L1',
                adjustments: [],
                remarks: [],
              },
            ],
            match: {
              differs_in: [],
              result: 'matched',
              claim_id: 'b1080329-9084-8748-bb65-5df0a04ee0a1',
              by: 'patient_control_number',
              narrowed_by: [],
            },
            outcome: 'reversed',
            lane: 'pending',
            posted_at: '2026-03-22T04:28:29.000Z',
          },
        ],
        next_cursor: null,
      },
    },
  },
};
