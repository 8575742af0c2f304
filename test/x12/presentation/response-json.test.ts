import { describe, expect, test } from '@jest/globals';
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
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import { lineEquation } from '#x12/835/balance.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import {
  statusInformationJson,
  statusLineJson,
  statusNumbersJson,
  statusTotalsJson,
  unscopedPartsJson,
} from '#x12/presentation/claim-status-parts.ts';
import { inspectDocument } from '#x12/presentation/inspect.ts';
import { inspectLines } from '#x12/presentation/inspect-lines.ts';
import {
  adjustmentJson,
  equationJson,
  paymentJson,
  providerAdjustmentJson,
  remarkJson,
  servicePaymentJson,
  serviceRemarkJson,
} from '#x12/presentation/remittance-parts.ts';
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

const decimal = (cents: number): number => cents / 100;
const stored = (cents: number): number => cents;

describe('parts of a remittance', () => {
  const [, payment] = [...readRemittancesSync(remittanceFile(remittanceOf([claim({ lines: [line()] })])))];
  if (payment?.kind !== 'claim') throw new Error('no claim payment');
  const [service] = payment.claim.lines;
  if (service === undefined) throw new Error('no service line');

  test("render amounts in the caller's format", () => {
    expect(paymentJson(payment.remittance.payment, stored)).toMatchObject({ amount: 8_000, trace: 'EFT1' });
    expect(servicePaymentJson(service, decimal)).toMatchObject({ charge: 100, paid: 80, units: 1 });
    expect(equationJson(lineEquation(service, payment.claim), decimal)).toMatchObject({
      terms: [{ name: 'SVC02', amount: 100 }, { amount: -15 }, { amount: -5 }],
      difference: 0,
    });
  });

  test('have the texts of codes', () => {
    const adjustment = { group: 'CO', reason: '45', amount: 1_500, quantity: undefined };
    expect(adjustmentJson(adjustment, decimal)).toMatchObject({
      amount: 15,
      text: expect.stringContaining('fee schedule'),
    });
    expect(remarkJson('N30').text).toEqual(expect.any(String));
    expect(serviceRemarkJson({ qualifier: 'HE', value: 'N30' }).text).toEqual(expect.any(String));
    expect(serviceRemarkJson({ qualifier: 'RX', value: '65' }).text).toBeUndefined();
    const recovery = { provider: '1', fiscalPeriod: undefined, reason: 'WO', reference: 'ICN0', amount: 5 };
    const position = { index: 1, offset: 0 };
    expect(providerAdjustmentJson({ ...recovery, position }, stored)).toMatchObject({
      amount: 5,
      text: expect.any(String),
    });
  });
});

describe('parts of a claim acknowledgment', () => {
  const events = [
    ...readClaimAcknowledgmentsSync(
      acknowledgmentFile(acknowledgmentOf([status({ statuses: [stc('A7', '562', { action: 'U' })] })])),
    ),
  ];

  test("have amounts in the caller's format and the texts of codes", () => {
    const [found] = events.flatMap((event) => (event.kind === 'status' ? [event.status] : []));
    const [information] = found?.statuses ?? [];
    if (found === undefined || information === undefined) throw new Error('no status');
    expect(statusNumbersJson(found)).toMatchObject({ trn02: found.numbers.trace });
    expect(statusInformationJson(information, decimal)).toMatchObject({
      amount: (information.amount ?? 0) / 100,
      reasons: [{ category: 'A7', category_text: expect.any(String), code: '562', text: expect.any(String) }],
    });
    for (const one of found.lines) expect(statusLineJson(one, stored)).toMatchObject({ charge: one.charge });
  });

  test('have totals and unscoped statuses', () => {
    const [unscoped] = events.flatMap((event) => (event.kind === 'unscoped' ? [event.unscoped] : []));
    if (unscoped === undefined) throw new Error('no unscoped status');
    expect(unscopedPartsJson(unscoped, stored)).toMatchObject({ level: '21', category: 'A1' });
    expect(statusTotalsJson({ ...unscoped.totals, acceptedAmount: 1_250 }, decimal).accepted_amount).toBe(
      12.5,
    );
  });
});
