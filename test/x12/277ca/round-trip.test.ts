import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acknowledgmentFile, acknowledgmentOf } from '#test/fixtures/x12/acknowledgment.ts';
import { haveSamples, readSample } from '#test/fixtures/x12/samples.ts';
import { sized } from '#test/soak.ts';
import {
  type ClaimAcknowledgmentEvent,
  readClaimAcknowledgments,
  readClaimAcknowledgmentsSync,
} from '#x12/277ca/read-claim-acknowledgments.ts';
import type {
  ClaimAcknowledgmentInput,
  ProviderStatusInput,
  StatusDraft,
} from '#x12/277ca/write-claim-acknowledgments.ts';

const id = fc.stringMatching(/^[A-Z0-9]{2,20}$/);
const date = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const amount = fc.integer({ min: 0, max: 9_999_999_99 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const information = fc.record({
  reasons: fc.array(
    fc.record({
      category: fc.constantFrom('A1', 'A2', 'A3', 'A7', 'P1'),
      code: fc.constantFrom('20', '562', '19'),
      entity: maybe(fc.constantFrom('85', 'PR', 'IL')),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  date: maybe(date),
  action: maybe(fc.constantFrom('WQ', 'U')),
  amount: maybe(amount),
  message: maybe(id),
});
const claim: fc.Arbitrary<StatusDraft> = fc.record({
  patient: fc.record({
    lastName: id,
    firstName: maybe(id),
    middleName: maybe(id),
    idQualifier: fc.constant('MI'),
    id,
  }),
  numbers: fc.record({
    trace: id,
    ref1K: maybe(id),
    refEJ: maybe(id),
    refD9: maybe(id),
    billType: maybe(id),
  }),
  statuses: fc.array(information, { minLength: 1, maxLength: 3 }),
  serviceFrom: maybe(date),
  lines: fc.array(
    fc.record({
      qualifier: fc.constant('HC'),
      procedure: id,
      modifiers: fc.array(fc.stringMatching(/^[A-Z0-9]{2}$/), { maxLength: 4 }),
      charge: amount,
      units: maybe(fc.integer({ min: 0, max: 999 })),
      statuses: fc.array(information, { minLength: 1, maxLength: 2 }),
      lineControlNumber: maybe(id),
      prescription: maybe(id),
      serviceFrom: maybe(date),
    }),
    { maxLength: 3 },
  ),
});
const anyAcknowledgment = fc
  .array(claim, { minLength: 1, maxLength: 4 })
  .map((claims) => acknowledgmentOf(claims, { totals: {}, statuses: [] }));

/** Converts read events to writer input. */
function draftOf(events: readonly ClaimAcknowledgmentEvent[]): ClaimAcknowledgmentInput {
  let draft: ClaimAcknowledgmentInput | undefined;
  const providers: (ProviderStatusInput & { claims: StatusDraft[] })[] = [];
  const statuses = [];
  for (const event of events) {
    if (event.kind === 'acknowledgment') {
      const { sourceTrace = '', batch = '' } = event.acknowledgment;
      draft = { ...event.acknowledgment, sourceTrace, batch, providers };
    } else if (event.kind === 'unscoped') {
      statuses.push(event.unscoped.status);
    } else if (event.kind === 'status') {
      const { provider = { entity: '85', name: '' } } = event.status;
      const last = providers.at(-1);
      if (last?.provider === provider) last.claims.push(event.status);
      else providers.push({ provider, claims: [event.status] });
    }
  }
  if (draft === undefined) throw new Error('no acknowledgment');
  return { ...draft, statuses };
}

function content(events: readonly ClaimAcknowledgmentEvent[]): unknown {
  return JSON.parse(
    JSON.stringify(events, (key, value) => (/osition$/.test(key) || key === 'created' ? undefined : value)),
  );
}

describe('277CA round trips', () => {
  test('returns an equal result after read, write and read', () => {
    fc.assert(
      fc.property(anyAcknowledgment, (draft) => {
        const first = [...readClaimAcknowledgmentsSync(acknowledgmentFile(draft))];
        const second = [...readClaimAcknowledgmentsSync(acknowledgmentFile(draftOf(first)))];
        expect(content(second)).toEqual(content(first));
        const numbers = first.flatMap((event) =>
          event.kind === 'status' ? [event.status.numbers.trace] : [],
        );
        expect(numbers).toEqual(draft.providers[0]?.claims.map((one) => one.numbers.trace));
      }),
      { numRuns: sized('random 277CA files', { short: 100, soak: 1_000 }), seed: 277 },
    );
  });

  test('returns an equal result for any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcknowledgment, fc.integer({ min: 1, max: 150 }), async (draft, size) => {
        const bytes = acknowledgmentFile(draft);
        const chunks: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        const events: ClaimAcknowledgmentEvent[] = [];
        for await (const event of readClaimAcknowledgments(chunks)) events.push(event);
        expect(events).toEqual([...readClaimAcknowledgmentsSync(bytes)]);
      }),
      { numRuns: sized('random 277CA files in pieces', { short: 40, soak: 300 }), seed: 277 },
    );
  });

  (haveSamples ? test : test.skip).each([
    'imsweb__x12-parser/x12_277CA_accepted.txt',
    'imsweb__x12-parser/x12_277CA_rejected.txt',
  ])('%s', (file) => {
    const first = [...readClaimAcknowledgmentsSync(readSample(file))];
    const draft = draftOf(first);
    const second = [...readClaimAcknowledgmentsSync(acknowledgmentFile(draft))];
    expect(content(second)).toEqual(content(first));
  });
});
