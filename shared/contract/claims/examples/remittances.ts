import type { OperationExamples } from '../../openapi/document.ts';

/** Examples of operations on remittances, answers of the local stack to invented claims. */
export const remittancesExamples: OperationExamples = {
  'list-remittances': {
    parameters: {
      limit: 1,
    },
    response: {
      data: [
        {
          id: '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05',
          state: 'applied',
          counts: {
            underpaid: 0,
            other: 0,
            held: 0,
            denied: 0,
            reversed: 1,
            ambiguous: 0,
            unmatched: 0,
            matched: 1,
            paid: 0,
          },
          charge: -240,
          received_at: '2026-03-22T04:28:29.000Z',
          set_control_number: '0002',
          file_id: '08827a66-6cd7-886b-b989-f1cadaeb8d22',
          reversals: [
            {
              reversal: 1,
              net: -240,
            },
          ],
          group_control_number: '6',
          provider_adjustments: [
            {
              provider: '1234567893',
              fiscal_period: '2026-12-31',
              reference: 'TP000000001002',
              reason: 'FB',
              text: 'forwarding balance',
              amount: -240,
            },
          ],
          production_date: '2026-03-21',
          sender: 'COMEDASSISTPROG',
          paid: -240,
          interchange_control_number: '000000006',
          payment: {
            date: '2026-03-21',
            trace: 'TP000000001002',
            amount: 0,
            handling: 'H',
            originator: '1841111111',
            direction: 'C',
            method: 'NON',
          },
          payer: {
            name: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
            id: 'CO_TXIX',
            id_qualifier: 'XV',
          },
          payee: {
            id_qualifier: 'XX',
            tax_id: '841234567',
            id: '1234567893',
            name: 'SAMPLE CLINIC',
          },
          claim_count: 1,
          balance: {
            balanced: true,
            unbalanced_lines: 0,
            transaction: {
              rule: 'sum of CLP04 - PLB = BPR02',
              level: 'transaction',
              computed: 0,
              stated: 0,
              difference: 0,
              terms: [
                {
                  name: 'sum of CLP04',
                  amount: -240,
                },
              ],
            },
            unbalanced_claims: 0,
          },
        },
      ],
      pagination: {
        next_cursor:
          'lytOnf82WW8GMjAyNi0xMS0yMlQwNDoyODoyOS4wMDBaIzgyYTBlNGYyLThiZTAtODBmYi1hNTRiLThhNmVjNDZlN2QwNQ',
        has_more: true,
      },
    },
  },
  'get-remittance': {
    parameters: {
      id: '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05',
    },
    response: {
      data: {
        id: '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05',
        state: 'applied',
        paid: -240,
        interchange_control_number: '000000006',
        set_control_number: '0002',
        received_at: '2026-03-22T04:28:29.000Z',
        sender: 'COMEDASSISTPROG',
        provider_adjustments: [
          {
            reference: 'TP000000001002',
            fiscal_period: '2026-12-31',
            provider: '1234567893',
            reason: 'FB',
            text: 'forwarding balance',
            amount: -240,
          },
        ],
        reversals: [
          {
            reversal: 1,
            net: -240,
          },
        ],
        production_date: '2026-03-21',
        group_control_number: '6',
        counts: {
          ambiguous: 0,
          matched: 1,
          underpaid: 0,
          denied: 0,
          other: 0,
          unmatched: 0,
          paid: 0,
          reversed: 1,
          held: 0,
        },
        file_id: '08827a66-6cd7-886b-b989-f1cadaeb8d22',
        charge: -240,
        payment: {
          trace: 'TP000000001002',
          direction: 'C',
          handling: 'H',
          amount: 0,
          date: '2026-03-21',
          method: 'NON',
          originator: '1841111111',
        },
        payer: {
          id: 'CO_TXIX',
          id_qualifier: 'XV',
          name: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
        },
        payee: {
          id_qualifier: 'XX',
          tax_id: '841234567',
          id: '1234567893',
          name: 'SAMPLE CLINIC',
        },
        claim_count: 1,
        balance: {
          balanced: true,
          transaction: {
            rule: 'sum of CLP04 - PLB = BPR02',
            level: 'transaction',
            computed: 0,
            stated: 0,
            difference: 0,
            terms: [
              {
                name: 'sum of CLP04',
                amount: -240,
              },
            ],
          },
          unbalanced_claims: 0,
          unbalanced_lines: 0,
        },
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
