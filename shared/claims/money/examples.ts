import type { OperationExamples } from '#contract/openapi/document.ts';

const remittanceId = '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05';
const lineId = '5d0c9e63-02b1-8b5c-9f0e-6a9d3a1c7b21';
const fileId = '0f7a1d52-7c35-8d0a-b6c4-1f5f2f0a9e10';

const exampleDeposit = {
  remittance_id: remittanceId,
  version: 2,
  state: 'expected',
  date: '2026-03-22',
  amount: 175.5,
  method: 'ACH',
  trace: 'EFT0000000017',
  payer_id: 'CO_TXIX',
  payer_name: 'STATE MEDICAID',
  payee_id: '1245319599',
  received_at: '2026-03-22T04:28:29.000Z',
};

const openLine = {
  id: lineId,
  version: 2,
  state: 'unmatched',
  account: 'Operating',
  date: '2026-03-23',
  amount: 175,
  trace: 'EFT0000000018',
  description: 'HCCLAIMPMT',
  file_id: fileId,
  line: 2,
  imported_at: '2026-03-24T08:00:00.000Z',
  remittance_ids: [],
};

const matchedLine = {
  ...openLine,
  version: 3,
  state: 'amount_differs',
  remittance_ids: [remittanceId],
  matched_by: 'hand',
  difference: -0.5,
  reason: 'The bank kept a fee',
  decided_by: 'key:01a2033d-513e-7612-ac57-0ad37cf2e0e0',
  decided_at: '2026-03-24T09:00:00.000Z',
};

const exampleFile = {
  id: fileId,
  account: 'Operating',
  imported_at: '2026-03-24T08:00:00.000Z',
  imported_by: 'key:01a2033d-513e-7612-ac57-0ad37cf2e0e0',
  complete: true,
  lines: 2,
  new_lines: 1,
  known_lines: 0,
  bad_lines: 1,
  faults: [{ line: 3, column: 'date', message: 'Not a date of the expected form' }],
};

const byReason = { deductible: 50, coinsurance: 12.5, copay: 25, other: 0 };
const lastPage = { next_cursor: null, has_more: false };
const zero = { count: 0, amount: 0 };

export const moneyExamples: OperationExamples = {
  'import-bank-file': {
    parameters: { account: 'Operating', trace_column: 'Reference' },
    body: {
      csv: 'Date,Amount,Reference,Description\n2026-03-23,175.00,EFT0000000018,HCCLAIMPMT\nlater,1.00,,\n',
    },
    response: { data: exampleFile },
  },
  'list-bank-files': { response: { data: [exampleFile], pagination: lastPage } },
  'list-bank-lines': {
    parameters: { state: 'unmatched' },
    response: { data: [openLine], pagination: lastPage },
  },
  'get-bank-line': {
    parameters: { id: lineId },
    response: { data: { ...openLine, candidates: [{ deposit: exampleDeposit, why: ['date'] }] } },
  },
  'match-bank-line': {
    parameters: { id: lineId },
    body: { remittance_ids: [remittanceId], reason: 'The bank kept a fee' },
    response: { data: matchedLine },
  },
  'unmatch-bank-line': {
    parameters: { id: lineId },
    body: { reason: 'Belongs to another payer' },
    response: { data: { ...openLine, version: 4, reason: 'Belongs to another payer' } },
  },
  'get-reconciliation': {
    response: {
      data: {
        bank_lines: {
          new: zero,
          unmatched: { count: 1, amount: 175 },
          several_candidates: zero,
          amount_differs: zero,
          matched: { count: 41, amount: 60_410.25 },
        },
        deposits: {
          new: zero,
          expected: { count: 1, amount: 175.5 },
          amount_differs: zero,
          matched: { count: 41, amount: 60_410.25 },
          not_expected: { count: 2, amount: 0 },
        },
      },
    },
  },
  'list-deposits': {
    parameters: { state: 'expected' },
    response: { data: [exampleDeposit], pagination: lastPage },
  },
  'list-provider-balances': {
    response: {
      data: [
        {
          payer_id: 'CO_TXIX',
          payer_name: 'STATE MEDICAID',
          provider: '1245319599',
          balance: -70,
          forwarding_balance: 75.5,
          withheld: 1,
          recouped: 5,
          interest: -0.5,
          other: 0,
          by_reason: { FB: -75.5, WO: 5, L6: -0.5, E3: 1 },
          entries: 2,
          updated_at: '2026-03-22T04:28:29.000Z',
        },
      ],
      pagination: lastPage,
    },
  },
  'list-ledger': {
    parameters: { payer_id: 'CO_TXIX', provider: '1245319599' },
    response: {
      data: [
        {
          payer_id: 'CO_TXIX',
          provider: '1245319599',
          remittance_id: remittanceId,
          trace: 'EFT0000000017',
          date: '2026-03-22',
          posted_at: '2026-03-22T04:28:29.000Z',
          balanced: true,
          amount: -175.5,
          balance: -175.5,
          adjustments: [
            {
              reason: 'FB',
              text: 'forwarding balance',
              kind: 'forwarding_balance',
              reference: 'ICN00000000100003',
              fiscal_period: '2026-12-31',
              amount: -175.5,
            },
          ],
        },
      ],
      pagination: lastPage,
    },
  },
  'list-patient-responsibility': {
    response: {
      data: [
        {
          claim_id: 'b1080329-9084-8748-bb65-5df0a04ee0a1',
          patient_control_number: 'PD1001',
          payer_id: 'CO_TXIX',
          billing_npi: '1245319599',
          service_from: '2026-03-15',
          patient_responsibility: 87.5,
          by_reason: byReason,
        },
      ],
      pagination: lastPage,
    },
  },
  'get-patient-responsibility': {
    parameters: { payer_id: 'CO_TXIX' },
    response: { data: { claims: 1, patient_responsibility: 87.5, by_reason: byReason } },
  },
  'get-aging': {
    response: {
      data: [
        {
          lane: 'submitted',
          payer_id: 'CO_TXIX',
          ages: {
            '0_30': { count: 120, amount: 21_060 },
            '31_60': { count: 4, amount: 702 },
            '61_90': zero,
            '91_120': zero,
            '121_plus': zero,
          },
          total: { count: 124, amount: 21_762 },
        },
      ],
    },
  },
  'get-denials': {
    response: {
      data: [
        {
          payer_id: 'CO_TXIX',
          group: 'CO',
          reason: '50',
          text: 'not medically necessary',
          claims: 12,
          amount: 2106,
          open_amount: 2106,
        },
      ],
    },
  },
  'get-days-to-pay': {
    response: {
      data: [
        {
          payer_id: 'CO_TXIX',
          claims: 800,
          average_days: 16.4,
          classes: {
            '0_7': 10,
            '8_14': 300,
            '15_30': 460,
            '31_45': 20,
            '46_60': 6,
            '61_90': 3,
            '91_plus': 1,
          },
        },
      ],
    },
  },
  'get-clean-claims': {
    response: { data: [{ payer_id: 'CO_TXIX', sent: 1000, clean: 942, rate: 0.942 }] },
  },
};
