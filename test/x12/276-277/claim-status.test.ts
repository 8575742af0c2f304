import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import {
  claimStatus,
  deniedStatus,
  dependentRequest,
  failedRequest,
  request,
  requestFile,
  responseFile,
} from '#test/fixtures/x12/claim-status.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import {
  type ClaimStatusResponseEvent,
  readClaimStatusRequestsSync,
  readClaimStatusResponsesSync,
} from '#x12/276-277/read-claim-status.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import { validateSync } from '#x12/engine/validate.ts';

const now = new Date('2025-03-15T12:00:00Z');
const segmentsOf = (bytes: Buffer): string[] => bytes.toString('latin1').split('~').slice(2, -4);
const findings = (bytes: Uint8Array) =>
  [...validateSync(bytes, { now })].map(({ id, loop, segment, element }) => [id, loop, segment, element]);
const edited = (bytes: Buffer, from: string, to: string): Buffer => {
  const text = bytes.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
};
const statusesOf = (events: readonly ClaimStatusResponseEvent[]) =>
  events.flatMap((event) => (event.kind === 'status' ? [event.status] : []));

describe('a 276', () => {
  const file = requestFile(request(), dependentRequest);

  test('has the segments of the guide', () => {
    expect(segmentsOf(file)).toEqual([
      'ST*276*0001*005010X212',
      'BHT*0010*13*INQ1*20250310*1200',
      'HL*1**20*1',
      'NM1*PR*2*STATE PAYER*****PI*CO_TXIX',
      'HL*2*1*21*1',
      'NM1*41*2*CLINIC*****46*TPID1',
      'HL*3*2*19*1',
      'NM1*1P*2*CLINIC*****XX*1234567893',
      'HL*4*3*22*1',
      'DMG*D8*19800402*F',
      'NM1*IL*1*FERN*OLIVE****MI*A123456',
      'TRN*1*T1',
      'REF*EJ*PCN1',
      'AMT*T3*125',
      'DTP*472*D8*20250201',
      'HL*5*4*23',
      'DMG*D8*20150609*M',
      'NM1*QC*1*FERN*MOSS',
      'TRN*1*T2',
      'REF*1K*ICN2',
      'REF*EJ*PCN2',
      'AMT*T3*125',
      'DTP*472*D8*20250201',
      'SVC*HC:99213:25*125*****1',
      'REF*FJ*L1',
      'DTP*472*D8*20250201',
    ]);
  });

  test('is valid', () => {
    expect(findings(file)).toEqual([]);
  });

  test('is read with subscriber and dependent', () => {
    expect([...readClaimStatusRequestsSync(file)]).toMatchObject([
      {
        reference: 'INQ1',
        created: '2025-03-10',
        provider: { id: '1234567893' },
        subscriber: { hierarchy: '4', lastName: 'FERN', birthDate: '1980-04-02', gender: 'F' },
        dependent: undefined,
        trace: 'T1',
        numbers: { patientControlNumber: 'PCN1', payerClaimControlNumber: undefined },
        charge: 12_500,
        serviceDate: '2025-02-01',
        isComplete: true,
      },
      {
        subscriber: { firstName: 'OLIVE' },
        dependent: { hierarchy: '5', firstName: 'MOSS', birthDate: '2015-06-09' },
        serviceLines: [{ procedure: '99213', modifiers: ['25'], units: 1, lineControlNumber: 'L1' }],
      },
    ]);
  });

  test.each([
    ['a missing trace', '~TRN*1*T1', '', ['V130', '2200D', 'TRN', undefined]],
    ['a trace of type 2', 'TRN*1*T1', 'TRN*2*T1', ['V134', '2200D', 'TRN', 1]],
    ['a qualifier of the response', 'REF*EJ*PCN1', 'REF*VV*PCN1', ['V134', '2200D', 'REF', 1]],
    ['a payment on a line', 'SVC*HC:99213:25*125**', 'SVC*HC:99213:25*125*80*', ['V133', '2210E', 'SVC', 3]],
    [
      'a line without a date',
      'REF*FJ*L1~DTP*472*D8*20250201',
      'REF*FJ*L1',
      ['V130', '2210E', 'DTP', undefined],
    ],
  ])('reports %s', (_, from, to, expected) => {
    expect(findings(edited(file, from, to))).toContainEqual(expected);
  });

  test('gets the names of its patients without the HL', () => {
    const broken = edited(edited(file, '~HL*4*3*22*1', ''), '~HL*5*4*23', '');
    expect([...readClaimStatusRequestsSync(broken)]).toMatchObject([
      { trace: 'T1', subscriber: { firstName: 'OLIVE' }, dependent: undefined },
      { trace: 'T2', subscriber: { firstName: 'OLIVE' }, dependent: { firstName: 'MOSS' } },
    ]);
  });
});

describe('a 277 (005010X212)', () => {
  const file = responseFile(claimStatus(), deniedStatus, failedRequest());

  test('is valid', () => {
    expect(findings(file)).toEqual([]);
  });

  test('has the levels, statuses and failed requests', () => {
    const events = [...readClaimStatusResponsesSync(file)];
    expect(events).toMatchObject([
      {
        kind: 'status',
        status: {
          trace: 'T1',
          category: 'F1',
          statusCode: '65',
          disposition: 'paid',
          charge: 12_500,
          paid: 8_000,
          numbers: { payerClaimControlNumber: 'ICN1', patientControlNumber: 'PCN1' },
          serviceDate: '2025-02-01',
          serviceDateEnd: '2025-02-03',
        },
      },
      {
        kind: 'status',
        status: {
          dependent: { firstName: 'MOSS' },
          disposition: 'denied',
          serviceLines: [{ paid: 0, statuses: [{ reasons: [{ code: '88', entity: 'QC' }] }] }],
        },
      },
      {
        kind: 'failed_request',
        failed: { level: '19', provider: { id: '1003000126' }, disposition: 'error' },
      },
    ]);
  });

  test.each([
    ['a status without a date', 'STC*F1:65*20250301', 'STC*F1:65*', ['V132', '2200D', 'STC', 2]],
    ['an unknown category', 'STC*F1:65', 'STC*A9:65', ['V128', '2200D', 'STC', 1]],
    ['an unknown status code', 'STC*F1:65', 'STC*F1:9999', ['V156', '2200D', 'STC', 1]],
    ['a wrong structure code', 'BHT*0010', 'BHT*0085', ['V134', undefined, 'BHT', 1]],
    ['a service provider 85', 'NM1*1P', 'NM1*85', ['V134', '2100C', 'NM1', 1]],
  ])('reports %s', (_, from, to, expected) => {
    expect(findings(edited(file, from, to))).toContainEqual(expected);
  });

  test('names a claim without TRN by its other numbers', () => {
    const broken = edited(file, '~TRN*2*T1', '');
    expect([...readClaimStatusResponsesSync(broken)][0]).toMatchObject({
      status: { trace: undefined, numbers: { payerClaimControlNumber: 'ICN1' }, charge: 12_500 },
    });
    const nameless = edited(edited(broken, '~REF*1K*ICN1', ''), '~REF*EJ*PCN1', '');
    expect([...readClaimStatusResponsesSync(nameless)][0]).toMatchObject({
      failed: { level: '22', status: { reasons: [{ category: 'F1' }] } },
    });
  });

  test('a TRN after the status belongs to the same claim', () => {
    const swapped = edited(edited(file, 'TRN*2*T1~', ''), 'REF*1K*ICN1', 'TRN*2*T1~REF*1K*ICN1');
    const statuses = statusesOf([...readClaimStatusResponsesSync(swapped)]);
    expect(statuses.map(({ trace, category }) => [trace, category])).toEqual([
      ['T1', 'F1'],
      ['T2', 'F2'],
    ]);
  });

  test('a misplaced HL does not end a claim', () => {
    const moved = edited(edited(file, 'HL*1**20*1~', ''), 'REF*EJ*PCN1', 'HL*1**20*1~REF*EJ*PCN1');
    expect(statusesOf([...readClaimStatusResponsesSync(moved)])).toMatchObject([
      { trace: 'T1', numbers: { patientControlNumber: 'PCN1' }, serviceDateEnd: '2025-02-03' },
      { trace: 'T2' },
    ]);
  });

  test('reads a provider 85, which the guide does not have', () => {
    const [event] = readClaimStatusResponsesSync(edited(file, 'NM1*1P', 'NM1*85'));
    expect(event).toMatchObject({ status: { provider: { entity: '85', id: '1234567893' } } });
  });

  test('an NCPDP code is not compared with code source 508', () => {
    expect(findings(edited(file, 'STC*F1:65*', 'STC*F1:M99::RX*'))).toEqual([]);
  });

  test('marks the claim of a torn set as incomplete', () => {
    const torn = file.subarray(0, file.indexOf('REF*EJ*PCN1') + 12);
    expect(statusesOf([...readClaimStatusResponsesSync(torn)])).toMatchObject([
      { trace: 'T1', isComplete: false },
    ]);
  });

  test('a trace of zeros is none', () => {
    const [status] = statusesOf([
      ...readClaimStatusResponsesSync(responseFile(claimStatus({ trace: '000' }))),
    ]);
    expect(status?.trace).toBeUndefined();
  });
});

test('each reader of a 277 refuses the set of the other', () => {
  const file = responseFile(claimStatus());
  expect(() => [...readClaimAcknowledgmentsSync(file)]).toThrow(
    'Transaction set 277 (005010X212) is no 277CA; readClaimAcknowledgments reads 005010X214, readClaimStatusResponses 005010X212',
  );
  expect(() => [...readClaimStatusResponsesSync(requestFile(request()))]).toThrow(
    'Transaction set 276 (005010X212) is no 277; readClaimStatusRequests reads 005010X212',
  );
  expect([...readClaimStatusResponsesSync(requestFile(request()), { otherSets: 'skip' })]).toEqual([]);
});

(haveSamples ? describe : describe.skip)('public samples of the 277', () => {
  const files = samples().filter(({ version }) => version === '005010X212');

  test.each(files.map(({ file }) => [file]))('%s has findings for STC03 and STC12 only', (file) => {
    const errors = [...validateSync(readSample(file), { now })].filter(
      ({ severity }) => severity === 'error',
    );
    const places = errors.map(({ id, segment, element = 0 }) => `${id} ${segment}${element}`);
    expect(new Set(places)).toEqual(new Set(/imsweb/.test(file) ? ['V133 STC3', 'V133 STC12'] : []));
  });

  test('every status names payer, provider and subscriber', () => {
    const all = files.flatMap(({ file }) => statusesOf([...readClaimStatusResponsesSync(readSample(file))]));
    expect(all).toHaveLength(14);
    for (const one of all) {
      expect(one).toMatchObject({ payer: { entity: 'PR' }, provider: { entity: '1P' }, isComplete: true });
      expect(one.subscriber?.id).toBeDefined();
      expect(one.disposition).not.toBe('unknown');
    }
  });
});
