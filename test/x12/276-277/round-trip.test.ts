import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { payerEnvelope } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { sized } from '#test/soak.ts';
import {
  readClaimStatusRequests,
  readClaimStatusRequestsSync,
  readClaimStatusResponses,
  readClaimStatusResponsesSync,
} from '#x12/276-277/read-claim-status.ts';
import {
  type ClaimStatusRequestInput,
  type ClaimStatusResponseInput,
  writeClaimStatusRequests,
  writeClaimStatusResponses,
} from '#x12/276-277/write-claim-status.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { X12Error } from '#x12/findings/x12-error.ts';

const numRuns = sized('random 276 and 277 files', { short: 60, soak: 500 });
const now = new Date('2041-01-01T00:00:00Z');
const id = fc.stringMatching(/^[A-Z1-9][A-Z0-9]{1,19}$/);
const date = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const amount = fc.integer({ min: 0, max: 9_999_999_99 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const person = {
  lastName: id,
  firstName: maybe(id),
  middleName: maybe(id),
  suffix: maybe(fc.constant('JR')),
};
const parties = {
  reference: fc.constantFrom('INQ1', 'INQ2'),
  payer: fc.record({
    entity: fc.constant('PR'),
    name: fc.constantFrom('P1', 'P2'),
    idQualifier: fc.constant('PI'),
    id: fc.constant('PAYER'),
  }),
  receiver: fc.record({ entity: fc.constant('41'), name: id, idQualifier: fc.constant('46'), id }),
  provider: fc.record({
    entity: fc.constant('1P'),
    name: fc.constantFrom('CLINIC', 'HOSPITAL'),
    firstName: maybe(fc.constant('A')),
    idQualifier: fc.constant('XX'),
    id: fc.constant('1234567893'),
  }),
};
const subscriber = { ...person, idQualifier: fc.constant('MI'), id: fc.constantFrom('M1', 'M2') };
const service = {
  procedureQualifier: fc.constant('HC'),
  procedure: id,
  modifiers: fc.array(fc.stringMatching(/^[A-Z0-9]{2}$/), { maxLength: 4 }),
  charge: amount,
  revenueCode: maybe(fc.constant('0450')),
  units: fc.integer({ min: 1, max: 999 }),
  lineControlNumber: maybe(id),
  serviceDate: date,
};
const numbers = {
  payerClaimControlNumber: maybe(id),
  patientControlNumber: maybe(id),
  clearinghouseNumber: maybe(id),
  billType: maybe(fc.constant('111')),
  prescription: maybe(id),
};
const birth = { birthDate: date, gender: maybe(fc.constantFrom('F', 'M')) };

const request: fc.Arbitrary<ClaimStatusRequestInput> = fc.record({
  ...parties,
  subscriber: fc.record({ ...subscriber, birthDate: maybe(date) }),
  dependent: maybe(fc.record({ ...person, ...birth })),
  trace: id,
  numbers: fc.record({ ...numbers, groupNumber: maybe(id), location: maybe(id) }),
  charge: maybe(amount),
  serviceDate: maybe(date),
  serviceLines: fc.array(fc.record(service), { maxLength: 3 }),
});

const reason = fc.record({
  category: fc.constantFrom('A1', 'F1', 'F2', 'P1', 'R4', 'D0'),
  code: fc.constantFrom('20', '65', '88'),
  entity: maybe(fc.constantFrom('85', 'QC')),
  codeList: maybe(fc.constant('RX')),
});
const status = fc.record({ reasons: fc.array(reason, { minLength: 1, maxLength: 3 }), date });
const payment = {
  amount: maybe(amount),
  paid: maybe(amount),
  adjudicated: maybe(date),
  paymentDate: maybe(date),
  paymentNumber: maybe(id),
};
const claimStatus = fc.record({
  reasons: fc.array(reason, { minLength: 1, maxLength: 3 }),
  date,
  ...payment,
});

const response: fc.Arbitrary<ClaimStatusResponseInput> = fc.oneof(
  fc.record({
    kind: fc.constant('status'),
    status: fc.record({
      ...parties,
      subscriber: fc.record(subscriber),
      dependent: maybe(fc.record(person)),
      trace: id,
      statuses: fc.array(claimStatus, { minLength: 1, maxLength: 3 }),
      numbers: fc.record({ ...numbers, voucher: maybe(id) }),
      serviceDate: maybe(date),
      serviceLines: fc.array(
        fc.record({ ...service, paid: amount, statuses: fc.array(status, { minLength: 1, maxLength: 2 }) }),
        { maxLength: 3 },
      ),
    }),
  }),
  fc.record({
    kind: fc.constant('failed_request'),
    failed: fc.record({ ...parties, provider: maybe(parties.provider), trace: id, status }),
  }),
);

const requestFile = (parts: readonly ClaimStatusRequestInput[]) =>
  writeClaimStatusRequests(parts, payerEnvelope);
const responseFile = (parts: readonly ClaimStatusResponseInput[]) =>
  writeClaimStatusResponses(parts, payerEnvelope);

/** Returns read values without what the writer chooses. */
function content(value: unknown): unknown {
  const chosen = /^(position|created|hierarchy)$/;
  return JSON.parse(JSON.stringify(value, (key, part) => (chosen.test(key) ? undefined : part)));
}

/** Returns the part that a writer takes from a part that a reader yields. */
function inputOf<T>(read: unknown): T {
  return read as T;
}

describe('276 round trips', () => {
  const requests = fc.array(request, { minLength: 1, maxLength: 5 });

  test('read returns what write was given', () => {
    fc.assert(
      fc.property(requests, (drafts) => {
        const read = [...readClaimStatusRequestsSync(requestFile(drafts))];
        expect(content(read)).toMatchObject(content(drafts) as object);
        const again = [...readClaimStatusRequestsSync(requestFile(inputOf(read)))];
        expect(content(again)).toEqual(content(read));
      }),
      { numRuns, seed: 276 },
    );
  });

  test('a written file is valid', () => {
    fc.assert(
      fc.property(requests, (drafts) => {
        const found = [...validateSync(requestFile(drafts), { now })];
        expect(found.map(({ id: edit, loop, segment }) => [edit, loop, segment])).toEqual([]);
      }),
      { numRuns, seed: 276 },
    );
  });

  test('any chunks give the same requests', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 150 }), async (drafts, size) => {
        const bytes = requestFile(drafts);
        const read = [];
        for await (const one of readClaimStatusRequests(chunks(bytes, size))) read.push(one);
        expect(read).toEqual([...readClaimStatusRequestsSync(bytes)]);
      }),
      { numRuns, seed: 276 },
    );
  });
});

describe('277 round trips', () => {
  const responses = fc.array(response, { minLength: 1, maxLength: 5 });

  test('read returns what write was given', () => {
    fc.assert(
      fc.property(responses, (drafts) => {
        const read = [...readClaimStatusResponsesSync(responseFile(drafts))];
        expect(content(read)).toMatchObject(content(drafts) as object);
        const again = [...readClaimStatusResponsesSync(responseFile(inputOf(read)))];
        expect(content(again)).toEqual(content(read));
      }),
      { numRuns, seed: 277 },
    );
  });

  test('the structure of a written file is valid', () => {
    fc.assert(
      fc.property(responses, (drafts) => {
        const found = [...validateSync(responseFile(drafts), { now })];
        const structural = found.filter(({ id: edit }) => !/^V(128|156)$/.test(edit));
        expect(structural.map(({ id: edit, loop, segment }) => [edit, loop, segment])).toEqual([]);
      }),
      { numRuns, seed: 277 },
    );
  });

  test('any chunks give the same events', async () => {
    await fc.assert(
      fc.asyncProperty(responses, fc.integer({ min: 1, max: 150 }), async (drafts, size) => {
        const bytes = responseFile(drafts);
        const read = [];
        for await (const one of readClaimStatusResponses(chunks(bytes, size))) read.push(one);
        expect(read).toEqual([...readClaimStatusResponsesSync(bytes)]);
      }),
      { numRuns, seed: 277 },
    );
  });

  (haveSamples ? test : test.skip)('every public sample is equal after read, write and read', () => {
    for (const { file } of samples().filter(({ version }) => version === '005010X212')) {
      const read = [...readClaimStatusResponsesSync(readSample(file))];
      const again = [...readClaimStatusResponsesSync(responseFile(inputOf(read)))];
      expect([file, content(again)]).toEqual([file, content(read)]);
    }
  });
});

describe('damaged files', () => {
  const files = fc.oneof(
    fc.array(request, { minLength: 1, maxLength: 3 }).map((drafts) => requestFile(drafts)),
    fc.array(response, { minLength: 1, maxLength: 3 }).map((drafts) => responseFile(drafts)),
  );

  /** Removes, repeats or swaps segments after the header. */
  const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom('remove', 'repeat', 'swap')), {
    minLength: 1,
    maxLength: 4,
  });

  test('are read to the end, and every claim has a number', () => {
    fc.assert(
      fc.property(files, damage, (bytes, changes) => {
        const segments = bytes.toString('latin1').split('~');
        for (const [place, change] of changes) {
          const at = 3 + (place % Math.max(1, segments.length - 4));
          const one = segments[at] ?? '';
          if (change === 'remove') segments.splice(at, 1);
          else if (change === 'repeat') segments.splice(at, 0, one);
          else segments.splice(at, 2, segments[at + 1] ?? '', one);
        }
        const broken = Buffer.from(segments.join('~'), 'latin1');
        const options = { otherSets: 'skip' } as const;
        const read = () => [
          ...readClaimStatusRequestsSync(broken, options),
          ...readClaimStatusResponsesSync(broken, options),
        ];
        const traces = segments.filter((segment) => /^TRN\*/.test(segment)).length;
        const events = unlessNotX12(read) ?? [];
        const claims = events.flatMap((one) =>
          'kind' in one ? (one.kind === 'status' ? [one.status] : []) : [one],
        );
        expect(claims.filter(({ trace }) => trace !== undefined).length).toBeLessThanOrEqual(traces);
        for (const { trace, numbers: own } of claims) {
          expect([trace, ...Object.values(own)].some((number) => number !== undefined)).toBe(true);
        }
        unlessNotX12(() => [...validateSync(broken, { now })]);
      }),
      { numRuns: 2 * numRuns, seed: 212 },
    );
  });
});

function unlessNotX12<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof X12Error) return undefined;
    throw error;
  }
}

function* chunks(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
