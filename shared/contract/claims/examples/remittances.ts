import type { OperationExamples } from '../../openapi/document.ts';
import { exampleRemittance } from './response-records.ts';

export const remittancesExamples: OperationExamples = {
  'list-remittances': {
    parameters: { limit: 1 },
    response: {
      data: [exampleRemittance],
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
        ...exampleRemittance,
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
  'parse-remittance': {
    body: {
      content:
        'ISA*00*          *00*          *ZZ*PAYER          *ZZ*CLINIC         *250310*1200*^*00501*000000007*0*T*:~GS*HP*PAYER*CLINIC*20250310*1200*7*X*005010X221A1~ST*835*0001~BPR*I*160*C*ACH*CCP*01*123456789*DA*11*1512345678**01*987654321*DA*22*20250310~TRN*1*EFT1*1512345678~DTM*405*20250309~N1*PR*STATE PAYER~N3*1 MAIN ST~N4*DENVER*CO*80202~PER*BL**TE*3035550100~N1*PE*CLINIC*XX*1234567893~LX*1~CLP*PCN1*1*100*80*5*MC*ICN1*11*1~NM1*QC*1*FERN*OLIVE****MI*A123456~DTM*232*20250201~SVC*HC:99213*100*80~DTM*472*20250201~CAS*CO*45*15~CAS*PR*2*5~REF*6R*L1~CLP*PCN2*1*200*160*10*MC*ICN2*11*1~NM1*QC*1*FERN*OLIVE****MI*A123456~DTM*232*20250201~SVC*HC:99213*100*80~DTM*472*20250201~CAS*CO*45*15~CAS*PR*2*5~REF*6R*L1~SVC*HC:99213*100*80~DTM*472*20250201~CAS*CO*45*15~CAS*PR*2*5~REF*6R*L2~PLB*1234567893*20251231*WO:ICN0*80~SE*33*0001~GE*1*7~IEA*1*000000007~',
    },
    response: {
      data: {
        file_id: '907a017f-d8a5-8d90-a43a-cf34cf4a5537',
        state: 'applied',
        reasons: [],
        remittances: [
          {
            id: '186e47ad-f3d0-8d6d-9c8b-508fdd2434ca',
            state: 'applied',
            charge: 300,
            provider_adjustments: [
              {
                fiscal_period: '2025-12-31',
                reference: 'ICN0',
                reason: 'WO',
                provider: '1234567893',
                text: 'overpayment recovery',
                amount: 80,
              },
            ],
            reversals: [],
            group_control_number: '7',
            paid: 240,
            counts: {
              denied: 0,
              underpaid: 0,
              ambiguous: 0,
              other: 0,
              paid: 0,
              held: 0,
              unmatched: 2,
              matched: 0,
              reversed: 0,
            },
            interchange_control_number: '000000007',
            production_date: '2025-03-09',
            received_at: '2026-03-22T04:30:20.271Z',
            file_id: '907a017f-d8a5-8d90-a43a-cf34cf4a5537',
            sender: 'PAYER',
            set_control_number: '0001',
            payment: {
              amount: 160,
              originator: '1512345678',
              trace: 'EFT1',
              date: '2025-03-10',
              handling: 'I',
              method: 'ACH',
              direction: 'C',
            },
            payer: { id: '1512345678', name: 'STATE PAYER' },
            payee: { id: '1234567893', name: 'CLINIC', id_qualifier: 'XX' },
            claim_count: 2,
            balance: {
              unbalanced_claims: 0,
              balanced: true,
              transaction: {
                level: 'transaction',
                rule: 'sum of CLP04 - PLB = BPR02',
                computed: 160,
                stated: 160,
                difference: 0,
                terms: [{ name: 'sum of CLP04', amount: 240 }],
              },
              unbalanced_lines: 0,
            },
            claims: [
              {
                number: 1,
                patient_control_number: 'PCN1',
                payer_control_number: 'ICN1',
                status_code: '1',
                status_text: 'processed as primary',
                charge: 100,
                paid: 80,
                patient_responsibility: 5,
                filing_indicator: 'MC',
                frequency: '1',
                service_from: '2025-02-01',
                adjustments: [],
                remarks: [],
                service_lines: [
                  {
                    line: 1,
                    procedure: '99213',
                    procedure_qualifier: 'HC',
                    modifiers: [],
                    charge: 100,
                    paid: 80,
                    units: 1,
                    service_date: '2025-02-01',
                    line_control_number: 'L1',
                    adjustments: [
                      {
                        group: 'CO',
                        reason: '45',
                        amount: 15,
                        text: 'charge above the fee schedule or contract',
                      },
                    ],
                    remarks: [],
                  },
                ],
                match: { result: 'unmatched' },
              },
            ],
            next_cursor: null,
          },
        ],
      },
    },
  },
};
