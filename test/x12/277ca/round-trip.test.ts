import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acknowledgmentFile, acknowledgmentOf } from '#test/fixtures/x12/acknowledgment.ts';
import { haveSamples, readSample } from '#test/fixtures/x12/samples.ts';
import { above, handMade } from '#test/fixtures/x12/spec-277ca.ts';
import { sized } from '#test/soak.ts';
import {
  type ClaimStatus,
  claimContent,
  claimNumbers,
  lineStatus,
  type UnscopedStatus,
} from '#x12/277ca/model.ts';
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
import type { RecordSpec } from '#x12/description/field.ts';

const id = fc.stringMatching(/^[A-Z0-9]{2,20}$/);
const date = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const amount = fc.integer({ min: 0, max: 9_999_999_99 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** The last day only of a period of several days. */
const period = fc.uniqueArray(date, { maxLength: 2 }).map((days) => {
  const [serviceDate, serviceDateEnd] = days.toSorted();
  return { serviceDate, serviceDateEnd };
});

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
const number = fc.integer({ min: 0, max: 999 });
const scalars = { text: id, code: id, date, amount, decimal: number, whole: number };
/** Every described element of a record. */
const elementsOf = ({ fields }: RecordSpec<object>): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        field.kind === 'element' ? [[name, maybe<unknown>(scalars[field.scalar.type])]] : [],
      ),
    ),
  );
const line = fc
  .tuple(
    elementsOf(lineStatus),
    fc.record({
      procedureQualifier: fc.constant('HC'),
      procedure: id,
      modifiers: fc.array(fc.stringMatching(/^[A-Z0-9]{2}$/), { maxLength: 4 }),
      charge: amount,
      statuses: fc.array(information, { minLength: 1, maxLength: 2 }),
    }),
  )
  .map(([elements, required]) => ({ ...elements, ...required }));
const withPeriod = <T extends object>(arbitrary: fc.Arbitrary<T>) =>
  fc.tuple(arbitrary, period).map(([value, days]) => ({ ...value, ...days }));

const claimParts = fc.record({
  patient: fc.record({
    lastName: id,
    firstName: maybe(id),
    middleName: maybe(id),
    idQualifier: fc.constant('MI'),
    id,
  }),
  numbers: fc.tuple(elementsOf(claimNumbers), id).map(([numbers, trn02]) => ({ ...numbers, trn02 })),
  statuses: fc.array(information, { minLength: 1, maxLength: 3 }),
  serviceLines: fc.array(withPeriod(line), { maxLength: 3 }),
});
const claim: fc.Arbitrary<StatusDraft> = withPeriod(
  fc.tuple(elementsOf(claimContent), claimParts).map(([elements, parts]) => ({ ...elements, ...parts })),
);
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
      const { billingProvider: provider = { entity: '85', name: '' } } = event.status;
      const last = providers.at(-1);
      if (last?.provider === provider) last.claims.push(event.status);
      else providers.push({ provider, claims: [event.status] });
    }
  }
  if (draft === undefined) throw new Error('no acknowledgment');
  return { ...draft, statuses };
}

/** What a reader returns as it was given to the writer. */
const sent = (draft: StatusDraft): unknown =>
  content(
    Object.fromEntries(
      Object.entries(draft).filter(([name]) => name in claimContent.fields && name !== 'billingProvider'),
    ),
  );

function content(events: unknown): unknown {
  return JSON.parse(
    JSON.stringify(events, (key, value) => (/osition$|^created/.test(key) ? undefined : value)),
  );
}

describe('277CA round trips', () => {
  test('returns an equal result after read, write and read', () => {
    fc.assert(
      fc.property(anyAcknowledgment, (draft) => {
        const first = [...readClaimAcknowledgmentsSync(acknowledgmentFile(draft))];
        const second = [...readClaimAcknowledgmentsSync(acknowledgmentFile(draftOf(first)))];
        expect(content(second)).toEqual(content(first));
        const read = first.flatMap((event) => (event.kind === 'status' ? [event.status] : []));
        const written = draft.providers[0]?.claims ?? [];
        expect(read.map(sent)).toEqual(written.map(sent));
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

interface Read {
  readonly acknowledgments: number;
  readonly statuses: ClaimStatus[];
  readonly unscoped: UnscopedStatus[];
}

function read(bytes: Uint8Array): Read {
  const events = [...readClaimAcknowledgmentsSync(bytes)];
  return {
    acknowledgments: events.filter(({ kind }) => kind === 'acknowledgment').length,
    statuses: events.flatMap((event) => (event.kind === 'status' ? [event.status] : [])),
    unscoped: events.flatMap((event) => (event.kind === 'unscoped' ? [event.unscoped] : [])),
  };
}

/** Number, class and codes of each status below the billing provider. */
const shown = ({ statuses }: Read) =>
  statuses.map((status) => [
    status.patientControlNumber,
    status.classification,
    status.statuses.map(({ reasons }) => reasons[0]?.category).join(' '),
  ]);

const person = 'NM1*QC*1*FERN*OLIVE****MI*A123456';
const rejection = 'STC*A7:562:85*20260316*U*175.5';
const acceptance = 'STC*A2:20*20260316*WQ*175.5';

describe('a patient-level hierarchy in the shape of the service contract', () => {
  const shapes: Readonly<Record<string, readonly string[]>> = {
    'STC before REF': [person, rejection, 'REF*1K*PCN1', 'REF*EJ*841234567', 'DTP*472*D8*20260302'],
    'REF before STC': [person, 'REF*1K*PCN1', 'REF*EJ*841234567', rejection, 'DTP*472*D8*20260302'],
    'date and REF before STC': [person, 'DTP*472*D8*20260302', 'REF*EJ*841234567', 'REF*1K*PCN1', rejection],
    'NM1 at the end': [rejection, 'REF*1K*PCN1', 'REF*EJ*841234567', 'DTP*472*D8*20260302', person],
    'TRN before NM1': ['TRN*2*PCN1', person, rejection, 'REF*EJ*841234567', 'DTP*472*D8*20260302'],
    'TRN of zeros': [
      'TRN*2*0000',
      person,
      rejection,
      'REF*1K*PCN1',
      'REF*EJ*841234567',
      'DTP*472*D8*20260302',
    ],
    'TRN after STC': [person, rejection, 'TRN*2*PCN1', 'REF*EJ*841234567', 'DTP*472*D8*20260302'],
    'TRN at the end': [person, rejection, 'REF*EJ*841234567', 'DTP*472*D8*20260302', 'TRN*2*PCN1'],
  };

  test.each(
    ['22', 'PT', '23', 'EV', ''].flatMap((level) =>
      Object.entries(shapes).map(([name, segments]) => [level, name, segments] as const),
    ),
  )('HL03 "%s", %s', (level, _, segments) => {
    const found = read(handMade([`HL*4*3*${level}*0`, ...segments]));
    expect(found.statuses).toMatchObject([
      {
        patientControlNumber: 'PCN1',
        taxId: '841234567',
        hierarchy: '4',
        ...{ category: 'A7', statusCode: '562', classification: 'rejected', disposition: 'rejected' },
        ...{ amount: 17_550, serviceDate: '2026-03-02' },
        patient: { lastName: 'FERN', id: 'A123456' },
        billingProvider: { id: '1234567893' },
      },
    ]);
    expect(found.unscoped).toMatchObject([{ level: '21', category: 'A1' }]);
  });

  test('reads several STC of one level as one status, decided by the last', () => {
    const level = ['HL*4*3*22*0', person, rejection, 'REF*1K*PCN1', acceptance];
    expect(shown(read(handMade(level)))).toEqual([['PCN1', 'accepted', 'A7 A2']]);
  });

  test('reads a subscriber level with a number as a status, without one as unscoped', () => {
    const level = ['HL*4*3*22*0', 'NM1*IL*1*FERN*OLIVE****MI*A1', rejection];
    expect(shown(read(handMade([...level, 'REF*1K*PCN1'])))).toEqual([['PCN1', 'rejected', 'A7']]);
    const alone = read(handMade(level));
    expect(alone.statuses).toEqual([]);
    expect(alone.unscoped.at(-1)).toMatchObject({ level: '22', category: 'A7', about: { entity: 'IL' } });
  });

  test('reads a status with zeros for numbers as unscoped', () => {
    const found = read(handMade(['HL*4*3*PT', person, rejection, 'REF*1K*0']));
    expect(found.statuses).toEqual([]);
    expect(found.unscoped.at(-1)).toMatchObject({ level: 'PT', category: 'A7' });
  });

  test('reads a status from lines when only they have an STC', () => {
    const line = ['SVC*HC:99213*125.5', 'STC*A7:454*20260316*U', 'REF*FJ*L1', 'DTP*472*D8*20260302'];
    const found = read(handMade(['HL*4*3*22*0', person, 'REF*1K*PCN1', ...line]));
    expect(found.statuses).toMatchObject([
      {
        patientControlNumber: 'PCN1',
        classification: 'rejected',
        serviceLines: [{ lineControlNumber: 'L1' }],
      },
    ]);
    const nameless = read(handMade(['HL*4*3*22*0', person, ...line]));
    expect(nameless.unscoped.at(-1)).toMatchObject({ level: '22', statusCode: '454' });
  });

  test.each([
    ['STC REF, STC REF', [rejection, 'REF*1K*P1', acceptance, 'REF*1K*P2']],
    ['REF STC, REF STC', ['REF*1K*P1', rejection, 'REF*1K*P2', acceptance]],
    [
      'date STC REF, twice',
      ['DTP*472*D8*20260302', rejection, 'REF*1K*P1', 'DTP*472*D8*20260303', acceptance, 'REF*1K*P2'],
    ],
    ['TRN STC, TRN STC', ['TRN*2*P1', rejection, 'TRN*2*P2', acceptance]],
    ['STC TRN, STC TRN', [rejection, 'TRN*2*P1', acceptance, 'TRN*2*P2']],
    ['STC EJ, STC EJ', [rejection, 'REF*EJ*P1', acceptance, 'REF*EJ*P2']],
    ['NM1 between', [rejection, 'REF*1K*P1', person, acceptance, 'REF*1K*P2']],
  ])('two claims of one hierarchy: %s', (_, segments) => {
    expect(shown(read(handMade(['HL*4*3*22*0', person, ...segments])))).toEqual([
      ['P1', 'rejected', 'A7'],
      ['P2', 'accepted', 'A2'],
    ]);
  });

  test('replaces the first REF*1K by a second one before any STC', () => {
    const level = ['HL*4*3*PT', person, 'TRN*2*P1', 'REF*1K*K1', 'REF*1K*K2', rejection];
    expect(read(handMade(level)).statuses).toMatchObject([{ numbers: { trn02: 'P1', ref_1k: 'K2' } }]);
  });
});

describe('levels without HL', () => {
  const claim = ['HL*4*3*PT', person, 'TRN*2*PCN1', rejection];
  const all = [...above.source, ...above.receiver, ...above.provider, ...claim];

  test.each(['HL*1**20*1', 'HL*2*1*21*1', 'HL*3*2*19*1', 'HL*4*3*PT'])(
    'reads a status without %s',
    (missing) => {
      const found = read(handMade([], { before: all.filter((segment) => segment !== missing) }));
      expect(found.acknowledgments).toBe(1);
      expect(shown(found)).toEqual([['PCN1', 'rejected', 'A7']]);
      expect(found.unscoped).toMatchObject([{ level: '21', category: 'A1', trace: 'BATCH-1' }]);
      expect(found.statuses[0]?.billingProvider?.id).toBe('1234567893');
    },
  );

  test('reads a status without any HL', () => {
    const found = read(handMade([], { before: all.filter((segment) => !segment.startsWith('HL')) }));
    expect(shown(found)).toEqual([['PCN1', 'rejected', 'A7']]);
    expect(found.statuses[0]?.billingProvider?.id).toBe('1234567893');
  });

  test('reads a claim below the receiver without HL and NM1', () => {
    const found = read(handMade(['TRN*2*PCN1', rejection], { before: [...above.source, ...above.receiver] }));
    expect(shown(found)).toEqual([['PCN1', 'rejected', 'A7']]);
  });

  test('reads an STC before the first level and one of the source', () => {
    const before = [acceptance, ...above.source, rejection, ...above.receiver];
    const found = read(handMade([], { before }));
    expect(found.acknowledgments).toBe(1);
    expect(found.unscoped.map(({ level, category }) => [level, category])).toEqual([
      ['', 'A2'],
      ['20', 'A7'],
      ['21', 'A1'],
    ]);
  });
});

describe('every STC is read', () => {
  const segments = [
    ...[...above.source, ...above.receiver, ...above.provider, rejection, 'REF*TJ*841234567'],
    ...['HL*4*3*PT', person, 'TRN*2*P1', acceptance, 'REF*1K*K1', 'DTP*472*D8*20260302'],
    ...['SVC*HC:99213*125.5', 'STC*A7:454*20260316*U', 'REF*FJ*L1'],
    ...[
      'HL*5*3*22*0',
      'NM1*IL*1*FERN*OLIVE****MI*A1',
      rejection,
      'HL*6*5*23',
      person,
      rejection,
      'REF*1K*K2',
    ],
    ...[
      'HL*7**20*1',
      'NM1*AY*2*HOUSE*****46*1',
      'HL*8*7*21*0',
      'NM1*41*2*GRANARY*****46*1',
      'TRN*2*B2',
      rejection,
    ],
  ];
  const sent = segments.filter((segment) => segment.startsWith('STC')).length;

  const count = ({ statuses, unscoped }: Read) =>
    unscoped.length +
    statuses.flatMap((status) => [
      ...status.statuses,
      ...status.serviceLines.flatMap((line) => line.statuses),
    ]).length;

  test('in any order of the segments', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(segments, { minLength: segments.length }), (shuffled) => {
        expect(count(read(handMade([], { before: shuffled })))).toBe(sent);
      }),
      { numRuns: 500, seed: 277 },
    );
  });

  test('with segments dropped, repeated or of another guide', () => {
    const others = ['N1*PR*X', 'CLM*P1*100', 'HL', 'NM1', 'REF', 'STC', 'TRN*2', 'SVC', 'QTY*QA*x', 'LX*1'];
    const some = fc.array(fc.constantFrom(...segments, ...others), { maxLength: 60 });
    fc.assert(
      fc.property(some, (mixed) => {
        const stcs = mixed.filter((segment) => segment.startsWith('STC')).length;
        expect(count(read(handMade([], { before: mixed })))).toBe(stcs);
      }),
      { numRuns: 500, seed: 278 },
    );
  });
});
