import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fileOf, officeVisit, service, withLines } from '#test/fixtures/x12/claim.ts';
import {
  claimStatus,
  dependentRequest,
  request,
  requestFile,
  responseFile,
} from '#test/fixtures/x12/claim-status.ts';
import {
  candidateOfClaim,
  candidateOfRequest,
  claimStatusMatcher,
  type MatchedStatus,
  type StatusCandidate,
} from '#x12/276-277/claim-status-matcher.ts';
import type { TrackedNumbers } from '#x12/276-277/model.ts';
import { readClaimStatusRequestsSync, readClaimStatusResponsesSync } from '#x12/276-277/read-claim-status.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';

const noNumbers: TrackedNumbers = {
  payerClaimControlNumber: undefined,
  patientControlNumber: undefined,
  clearinghouseNumber: undefined,
  billType: undefined,
  prescription: undefined,
  groupNumber: undefined,
  location: undefined,
  voucher: undefined,
};

function status(
  over: Partial<Omit<MatchedStatus, 'numbers'>> = {},
  numbers: Partial<TrackedNumbers> = {},
): MatchedStatus {
  const dates = { charge: undefined, serviceDate: undefined, serviceDateEnd: undefined };
  return { trace: undefined, ...dates, ...over, numbers: { ...noNumbers, ...numbers } };
}

const february = { charge: 12_500, serviceDate: '2025-02-01', serviceDateEnd: '2025-02-03' };
const march = { charge: 9_000, serviceDate: '2025-03-01', serviceDateEnd: '2025-03-01' };

describe('a status is matched', () => {
  const first: StatusCandidate = {
    trace: 'T1',
    payerClaimControlNumber: 'ICN1',
    patientControlNumber: 'PCN1',
    ...february,
  };
  const second: StatusCandidate = {
    trace: 'T2',
    payerClaimControlNumber: 'ICN2',
    patientControlNumber: 'PCN1',
    ...march,
  };
  const match = claimStatusMatcher([first, second]);

  test('by the trace, whatever its charge', () => {
    expect(match(status({ trace: 'T2', charge: 1 }))).toEqual({
      outcome: 'matched',
      by: 'trace',
      candidate: second,
    });
  });

  test('by the payer claim control number', () => {
    const expected = { outcome: 'matched', by: 'payerClaimControlNumber', candidate: first };
    expect(match(status({ trace: 'T9' }, { payerClaimControlNumber: 'icn1 ' }))).toEqual(expected);
  });

  test('by the patient control number with charge and date', () => {
    const expected = { outcome: 'matched', by: 'patientControlNumber', candidate: second };
    expect(match(status(march, { patientControlNumber: 'PCN1' }))).toEqual(expected);
    expect(match(status({ charge: 9_000 }, { clearinghouseNumber: 'PCN1' }))).toEqual(expected);
    expect(match(status({ serviceDate: '2025-03-01' }, { patientControlNumber: 'PCN1' }))).toEqual(expected);
  });

  test('not by a patient control number alone that two claims have', () => {
    expect(match(status({}, { patientControlNumber: 'PCN1' }))).toEqual({
      outcome: 'ambiguous',
      by: 'patientControlNumber',
      doubt: 'several',
      candidates: [first, second],
    });
  });

  test('not where two numbers name two claims', () => {
    expect(match(status({ trace: 'T1' }, { payerClaimControlNumber: 'ICN2' }))).toEqual({
      outcome: 'ambiguous',
      by: 'trace',
      doubt: 'numbers_disagree',
      candidates: [first, second],
    });
  });

  test('not where the only claim with the number has another charge', () => {
    expect(claimStatusMatcher([first])(status({ charge: 5 }, { patientControlNumber: 'PCN1' }))).toEqual({
      outcome: 'ambiguous',
      by: 'patientControlNumber',
      doubt: 'charge_or_date_differs',
      candidates: [first],
    });
  });

  test('not without a known number', () => {
    expect(match(status({ ...march }))).toEqual({ outcome: 'unmatched' });
    expect(match(status({ trace: 'T3' }, { patientControlNumber: 'PCN9' }))).toEqual({
      outcome: 'unmatched',
    });
  });
});

test('a response matches the requests of a 276', () => {
  const requests = [...readClaimStatusRequestsSync(requestFile(request(), dependentRequest))];
  const match = claimStatusMatcher(requests.map((one) => ({ ...candidateOfRequest(one), request: one })));
  const [event] = readClaimStatusResponsesSync(responseFile(claimStatus({ trace: 'T2', numbers: {} })));
  if (event?.kind !== 'status') throw new Error('The file has no status');
  expect(match(event.status)).toMatchObject({
    outcome: 'matched',
    by: 'trace',
    candidate: { request: requests[1] },
  });
});

test('a claim is a candidate with charge and service dates', () => {
  const [claim] = readClaimsSync(Buffer.from(fileOf(officeVisit), 'latin1'));
  if (claim === undefined) throw new Error('The file has no claim');
  expect(candidateOfClaim(claim)).toEqual({
    patientControlNumber: 'PCN-1',
    charge: 17_550,
    serviceDate: claim.lines[0]?.serviceDate,
    serviceDateEnd: claim.lines[0]?.serviceDate,
  });
  expect(claim.lines[0]?.serviceDate).toMatch(/^2/);
});

test('a claim is served until the end of its last period', () => {
  const period = { ...service('99213', 4000), serviceDate: '2026-03-02', serviceDateEnd: '2026-03-05' };
  const [claim] = readClaimsSync(Buffer.from(fileOf(withLines(officeVisit, period)), 'latin1'));
  if (claim === undefined) throw new Error('The file has no claim');
  expect(candidateOfClaim(claim)).toMatchObject({ serviceDate: '2026-03-02', serviceDateEnd: '2026-03-05' });
});

describe('for any candidates', () => {
  const number = fc.constantFrom('A', 'B', 'C', undefined);
  const day = fc.constantFrom('2025-02-01', '2025-02-02', undefined);
  const candidate: fc.Arbitrary<StatusCandidate> = fc.record({
    trace: number,
    payerClaimControlNumber: number,
    patientControlNumber: number,
    charge: fc.constantFrom(100, 200, undefined),
    serviceDate: day,
  });
  const anyStatus = fc
    .tuple(candidate, number)
    .map(
      ([
        { trace, charge, serviceDate, payerClaimControlNumber, patientControlNumber },
        clearinghouseNumber,
      ]) =>
        status(
          { trace, charge, serviceDate },
          { payerClaimControlNumber, patientControlNumber, clearinghouseNumber },
        ),
    );

  test('a matched candidate has the number, and no other candidate fits as well', () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 6 }), anyStatus, (candidates, one) => {
        const match = claimStatusMatcher(candidates)(one);
        if (match.outcome !== 'matched') return;
        const values = { ...one.numbers, trace: one.trace };
        const alternatives = match.by === 'patientControlNumber' ? [one.numbers.clearinghouseNumber] : [];
        expect([values[match.by], ...alternatives]).toContain(match.candidate[match.by]);
        const twin = claimStatusMatcher([...candidates, { ...match.candidate }])(one);
        expect(twin.outcome).toBe('ambiguous');
      }),
      { numRuns: 2_000, seed: 276 },
    );
  });

  test('the order of the candidates changes nothing', () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 6 }), anyStatus, (candidates, one) => {
        const forward = claimStatusMatcher(candidates)(one);
        const backward = claimStatusMatcher(candidates.toReversed())(one);
        expect(backward.outcome).toBe(forward.outcome);
        if (forward.outcome === 'matched' && backward.outcome === 'matched') {
          expect(backward.candidate).toBe(forward.candidate);
        }
      }),
      { numRuns: 2_000, seed: 277 },
    );
  });
});
