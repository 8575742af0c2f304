import { expect, test } from '@jest/globals';
import {
  claimStatus,
  deniedStatus,
  dependentRequest,
  failedRequest,
  request,
  requestFile,
  responseFile,
} from '#test/fixtures/x12/claim-status.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { inspectDocument } from '#x12/presentation/inspect.ts';
import { inspectLines } from '#x12/presentation/inspect-lines.ts';
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
