import { expect, test } from '@jest/globals';
import { acknowledgmentFile, acknowledgmentOf, status, stc } from '#test/fixtures/x12/acknowledgment.ts';
import {
  claimStatus,
  deniedStatus,
  dependentRequest,
  failedRequest,
  request,
  requestFile,
  responseFile,
} from '#test/fixtures/x12/claim-status.ts';
import { claim, line, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { inspectDocument, inspectLines } from '#x12/presentation/inspect.ts';
import { Statistics } from '#x12/presentation/statistics.ts';

const requests = requestFile(request(), dependentRequest);
const ncpdp = { category: 'F2', code: '80', codeList: 'RX' };
const responses = responseFile(
  failedRequest({ provider: undefined, trace: 'INQ1' }),
  claimStatus({
    statuses: [{ reasons: [ncpdp], date: '2025-03-01', paymentDate: '2025-03-02', paymentNumber: '99' }],
  }),
  deniedStatus,
);

function presented(bytes: Uint8Array) {
  const options = { showValues: false, wholeClaims: false };
  const [whole, lines, statistics] = [inspectDocument(options), inspectLines(options), new Statistics()];
  const listeners = [...whole.listeners, ...lines.listeners, ...statistics.listeners()];
  const engine = new X12Engine({ guides: allGuides, listeners, validate: false });
  engine.write(bytes);
  engine.end();
  const [set] = JSON.parse(whole.take()).interchanges[0].groups[0].transactions;
  return {
    set,
    lines: lines
      .take()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    statistics: statistics.json(),
  };
}

test('a 276 has a list of requests', () => {
  const { set, lines, statistics } = presented(requests);
  expect(set).toMatchObject({
    set: '276',
    requests: [
      {
        trace: 'T1',
        numbers: { patient_control_number: 'PCN1' },
        service_date: '2025-02-01',
        charge: '125.00',
        subscriber: { last_name: 'FERN', birth_date: '1980-04-02', gender: 'F' },
        reference: 'INQ1',
        payer: { id: 'CO_TXIX' },
      },
      {
        dependent: { first_name: 'MOSS' },
        service_lines: [{ procedure: '99213', charge: '125.00', units: 1 }],
      },
    ],
    complete: true,
  });
  expect(set).not.toHaveProperty('failed_requests');
  expect(lines.map(({ kind, trace }) => [kind, trace])).toEqual([
    ['status_request', 'T1'],
    ['status_request', 'T2'],
  ]);
  expect(statistics).toMatchObject({
    transactions: { '276': 1 },
    status_requests: 2,
    unread_transactions: 0,
  });
});

test('a 277 has statuses and failed requests, and no members of a 277CA', () => {
  const { set, lines, statistics } = presented(responses);
  expect(set).toMatchObject({
    set: '277',
    statuses: [
      {
        category: 'F2',
        disposition: 'denied',
        statuses: [
          {
            reasons: [{ category: 'F2', category_text: 'finalized, denied', code: '80', code_list: 'RX' }],
            payment_date: '2025-03-02',
            payment_number: '99',
          },
        ],
      },
      {
        charge: '125.00',
        paid: '0.00',
        service_lines: [
          { paid: '0.00', line_control_number: 'L1', statuses: [{ reasons: [{ entity: 'QC' }] }] },
        ],
      },
    ],
    failed_requests: [{ level: '21', trace: 'INQ1', disposition: 'error', status: { date: '2025-03-01' } }],
  });
  expect(set.statuses[0].statuses[0].reasons[0]).not.toHaveProperty('text');
  expect(set).not.toHaveProperty('unscoped_statuses');
  expect(lines.map(({ kind }) => kind)).toEqual(['failed_request', 'status_response', 'status_response']);
  expect(statistics).toMatchObject({
    ...{ transactions: { '277': 1 }, status_responses: 2, failed_requests: 1 },
    ...{ claim_statuses: 0, unread_transactions: 0 },
  });
});

test('an 835 has amounts and the texts of codes', () => {
  const remarks = [
    { qualifier: 'HE', value: 'N30' },
    { qualifier: 'RX', value: '65' },
  ];
  const paid = claim({ remarks: ['MA01'], lines: [line({ remarks })] });
  const providerAdjustments = [
    { provider: '1', fiscalPeriod: '2025-12-31', reason: 'WO', reference: 'ICN0', amount: 500 },
  ];
  const { set } = presented(remittanceFile(remittanceOf([paid], { providerAdjustments })));
  expect(set).toMatchObject({
    payment: { amount: '80.00', trace: 'EFT1' },
    balance: { transaction: { difference: '5.00', balanced: false } },
    provider_adjustments: [{ fiscal_period: '2025-12-31', amount: '5.00', text: expect.any(String) }],
  });
  const [service] = set.claims[0].service_lines;
  expect(service).toMatchObject({
    ...{ charge: '100.00', paid: '80.00', units: 1 },
    adjustments: [{ amount: '15.00', text: expect.stringContaining('fee schedule') }, { amount: '5.00' }],
    remarks: [{ qualifier: 'HE', text: expect.any(String) }, { code: '65' }],
  });
  expect(service.remarks[1]).not.toHaveProperty('text');
  expect(set.claims[0].remarks).toEqual([{ code: 'MA01', text: expect.any(String) }]);
});

test('a 277CA has statuses with the texts of their codes', () => {
  const line = { procedureQualifier: 'HC', procedure: '99213', charge: 12_500, serviceDate: '2025-02-01' };
  const numbers = { trn02: 'PCN1', ref_blt: '731' };
  const statuses = [stc('A7', '562', { action: 'U', date: '2025-03-10', amount: 12_500 })];
  const serviceLines = [{ ...line, serviceDateEnd: '2025-02-03', units: 2, prescription: 'RX1', statuses }];
  const { set } = presented(
    acknowledgmentFile(acknowledgmentOf([status({ numbers, statuses, serviceLines })])),
  );
  const shown = {
    reasons: [{ category: 'A7', category_text: expect.any(String), code: '562', text: expect.any(String) }],
    ...{ date: '2025-03-10', action: 'U', amount: '125.00' },
  };
  expect(set.statuses).toMatchObject([{ numbers, statuses: [shown], service_date: '2025-02-01' }]);
  expect(set.statuses[0].service_lines).toEqual([
    {
      ...{ procedure: '99213', procedure_qualifier: 'HC', modifiers: [], charge: '125.00' },
      ...{ service_date: '2025-02-01', statuses: [shown], units: 2, service_date_end: '2025-02-03' },
      prescription: 'RX1',
    },
  ]);
  expect(set.unscoped_statuses).toMatchObject([
    { level: '21', category: 'A1', status: { amount: '125.00' } },
  ]);
  expect(set.totals).toEqual({ rejected: 1, rejected_amount: '125.00' });
});
