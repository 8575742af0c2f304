import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { acknowledgment, acknowledgmentFile, status, stc } from '#test/fixtures/x12/acknowledgment.ts';
import { fileOf, officeVisit } from '#test/fixtures/x12/claim.ts';
import { bytesOf, claimText, isa } from '#test/fixtures/x12/interchange.ts';
import { claim, claim as payment, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { allGuides } from '#test/fixtures/x12/trace.ts';
import { readClaimAcknowledgments } from '#x12/277ca/read-claim-acknowledgments.ts';
import { readRemittances } from '#x12/835/read-remittances.ts';
import { readClaims, readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { X12Document } from '#x12/engine/document.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { compileHandlers } from '#x12/engine/segment-handlers.ts';
import { feed, feedSync, readAll } from '#x12/engine/source.ts';
import { FindingCount, validate, validateSync } from '#x12/engine/validate.ts';
import { type Finding, maskValue } from '#x12/findings/finding.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { codes, codeValidity } from '#x12/guide/code-list.ts';
import { guide837p } from '#x12/guides/837p.ts';

const bytes = bytesOf(claimText());

/** An engine that records the number of each claim. */
function claimNumbers(): { engine: X12Engine; numbers: string[] } {
  const numbers: string[] = [];
  const table = compileHandlers<string[]>(guide837p, {
    segments: { '2300/CLM': (found, segment) => found.push(segment.text(1)) },
  });
  const engine = new X12Engine({ guides: allGuides, listeners: [{ set: () => table.consumer(numbers) }] });
  return { engine, numbers };
}

describe('a source may be', () => {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  }
  test.each([
    ['bytes', () => bytes],
    ['a Node stream', () => Readable.from([bytes.subarray(0, 50), bytes.subarray(50)])],
    ['a stream of text', () => Readable.from([claimText().slice(0, 500), claimText().slice(500)])],
    ['an async iterable', chunks],
    ['an iterable', () => [bytes.subarray(0, 500), bytes.subarray(500)]],
  ])('%s', async (_, source) => {
    const first = claimNumbers();
    expect(await readAll(source(), first.engine)).toBe(bytes.length);
    const second = claimNumbers();
    for await (const _step of feed(source(), second.engine));
    expect([first.numbers, second.numbers]).toEqual([['CLAIM1'], ['CLAIM1']]);
  });

  test('bytes in memory', () => {
    const { engine, numbers } = claimNumbers();
    expect([...feedSync(bytes, engine)]).toHaveLength(2);
    expect(numbers).toEqual(['CLAIM1']);
  });
});

describe('handlers', () => {
  test('are called for loops and the end of a set', () => {
    const handled: string[] = [];
    const table = compileHandlers<string[]>(guide837p, {
      segments: { '2400/SV1': (found, segment) => found.push(segment.component(1, 2)) },
      enter: { '2400': (found, segment) => found.push(`> ${segment.id}`) },
      leave: { '2400': (found) => found.push('<') },
      end: (found, trailer) => found.push(`end ${trailer.count}`),
    });
    const engine = new X12Engine({ guides: allGuides, listeners: [{ set: () => table.consumer(handled) }] });
    engine.write(bytes);
    engine.end();
    expect(handled).toEqual(['> LX', '99213', '<', 'end 23']);
  });

  test('throw for paths that the guide does not have', () => {
    const segments = compileHandlers(guide837p, { segments: { '2300/XYZ': () => undefined } });
    expect(() => segments.consumer(undefined)).toThrow(RangeError);
    const loops = compileHandlers(guide837p, { enter: { '9999': () => undefined } });
    expect(() => loops.consumer(undefined)).toThrow(RangeError);
  });
});

test('passes a set to several listeners', () => {
  const seen: string[] = [];
  const listener = (name: string) => ({
    set: () => ({
      segment: (node: { path: string }) => {
        if (node.path === '2300/CLM') seen.push(`${name} ${node.path}`);
      },
      enter: () => undefined,
      leave: () => undefined,
      end: () => seen.push(`${name} end`),
    }),
  });
  const listeners = [listener('a'), {}, listener('b')];
  const engine = new X12Engine({ guides: allGuides, listeners });
  engine.write(bytes);
  engine.end();
  expect(seen).toEqual(['a 2300/CLM', 'b 2300/CLM', 'a end', 'b end']);
});

test('reads elements as text, numbers, dates and parts', () => {
  const found: unknown[] = [];
  const text = claimText((all) =>
    all.map((one) => (one.startsWith('SV1') ? 'SV1*HC:99213:25*-1.5*UN*2.25***1:2' : one)),
  );
  const table = compileHandlers<unknown[]>(guide837p, {
    segments: {
      '2400/SV1': (values, segment) => {
        values.push(
          [segment.id, segment.elementCount, segment.raw(), segment.length],
          [segment.has(2), segment.has(5), segment.has(99), segment.text(99)],
          [segment.text(1), segment.component(1, 2), segment.component(1, 9), segment.componentCount(7)],
          [segment.is(3, 'UN'), segment.componentIs(1, 1, 'HC'), segment.componentIs(1, 9, '')],
          [segment.cents(2), segment.decimal(4), segment.cents(3), segment.decimal(99)],
          [segment.repetitions(3), segment.repetitions(5), segment.componentCount(5)],
        );
      },
      '2400/DTP-472': (values, segment) =>
        values.push([segment.date(3), segment.endDate(3), segment.date(1)]),
    },
  });
  const engine = new X12Engine({ guides: allGuides, listeners: [{ set: () => table.consumer(found) }] });
  engine.write(bytesOf(text));
  engine.end();
  expect(found).toEqual([
    ['SV1', 7, 'SV1*HC:99213:25*-1.5*UN*2.25***1:2', 34],
    [true, false, false, ''],
    ['HC:99213:25', '99213', '', 2],
    [true, true, true],
    [-150, 2.25, undefined, undefined],
    [['UN'], [], 0],
    ['2025-12-01', undefined, undefined],
  ]);
});

test('masks letters and digits and keeps the shape', () => {
  expect(maskValue('Peña-12 A.b')).toBe('Aaaa-99 A.a');
});

test('checks the dates of codes in a list', () => {
  const entries = new Map([
    ['A', {}],
    ['B', { from: '2024-01-01' }],
    ['C', { to: '2023-12-31' }],
  ]);
  const list = { name: 'dated', entries };
  expect(['A', 'B', 'C', 'D'].map((code) => codeValidity(list, code, '2023-06-01'))).toEqual([
    ...['valid', 'not_yet', 'valid', 'unknown'],
  ]);
  expect(codeValidity(list, 'C', '2024-01-01')).toBe('expired');
  expect(codeValidity(list, 'C')).toBe('valid');
  expect(codeValidity(codes('A'), 'A', '1999-01-01')).toBe('valid');
});

describe('document', () => {
  const other = isa({ separator: '|', component: '>', terminator: '\n' });
  const odd = `\u{feff}${claimText().replaceAll('~\n', '~\r\n   ')}${other}  GS|ZZ|Ä\n\nXYZ|1||\n`;

  test('returns an unchanged file byte for byte', () => {
    const bytes = Buffer.from(odd);
    expect(new X12Document(bytes).bytes().equals(bytes)).toBe(true);
  });

  test('returns each interchange separately', () => {
    const document = new X12Document(Buffer.from(odd));
    expect(document.interchangeCount).toBe(2);
    expect(document.bytes(2).toString()).toBe(odd.slice(odd.indexOf(other)));
    expect(`\u{feff}${document.bytes(1).toString()}${document.bytes(2).toString()}`).toBe(odd);
    expect(() => document.bytes(3)).toThrow(RangeError);
  });

  describe('a changed element', () => {
    const document = () => new X12Document(Buffer.from(odd));
    const placeOf = (id: string) => document().segments.findIndex((segment) => segment.id === id);

    test('changes only its segment', () => {
      const changed = document();
      changed.setElement(placeOf('CLM'), 2, '250.5');
      changed.setElement(placeOf('CLM'), 1, 'OTHER');
      changed.setElement(placeOf('XYZ'), 5, 'Z');
      const expected = odd.replace('CLM*CLAIM1*100*', 'CLM*OTHER*250.5*').replace('XYZ|1||', 'XYZ|1||||Z');
      expect(changed.bytes().toString()).toBe(expected);
    });

    test('keeps the other elements of a Latin-1 segment', () => {
      const text = odd.slice(1).replace('CLM*CLAIM1*', 'CLM*M\u00dcLLER*');
      const changed = new X12Document(Buffer.from(text, 'latin1'));
      const clm = changed.segments.findIndex(({ id }) => id === 'CLM');
      changed.setElement(clm, 2, '250.5');
      expect(changed.bytes().toString('latin1')).toBe(text.replace('LLER*100*', 'LLER*250.5*'));
      expect(() => changed.setElement(clm, 1, '\u0141')).toThrow(X12Error);
    });

    test('throws when it contains a delimiter', () => {
      expect(() => document().setElement(placeOf('CLM'), 1, 'A*B')).toThrow(X12Error);
      expect(() => document().setElement(placeOf('CLM'), 1, 'A~B')).toThrow(X12Error);
      expect(() => document().setElement(placeOf('CLM'), 1, 'A\nB')).toThrow(X12Error);
      expect(() => document().setElement(9_999, 1, 'A')).toThrow(RangeError);
    });
  });

  (haveSamples ? test : test.skip)('returns every public sample byte for byte', () => {
    for (const { file } of samples()) {
      const bytes = readSample(file);
      expect(new X12Document(bytes).bytes().equals(bytes)).toBe(true);
    }
  });
});

const claims = Buffer.from(fileOf(officeVisit));
const payments = remittanceFile(remittanceOf([payment()]));

/** Reads until the end or an error. */
async function read(results: AsyncIterable<unknown>) {
  const before: unknown[] = [];
  try {
    for await (const result of results) before.push(result);
  } catch (error) {
    return { before, error };
  }
  return { before, error: undefined };
}

test('a claim reader names the function that reads a remittance', async () => {
  const { before, error } = await read(readClaims(payments));
  expect(before).toEqual([]);
  expect(error).toMatchObject({
    code: 'other_transaction_set',
    message: 'Transaction set 835 is no 837P; readRemittances reads 005010X221A1',
    byteOffset: payments.indexOf('ST*835'),
  });
});

test.each([
  { kind: '835', results: readRemittances(claims) },
  { kind: '277CA', results: readClaimAcknowledgments(claims) },
])('a reader of $kind refuses claims', async ({ kind, results }) => {
  const { error } = await read(results);
  expect(error).toMatchObject({ code: 'other_transaction_set' });
  expect(error).toMatchObject({ message: expect.stringContaining(`is no ${kind}; readClaims`) });
});

test('the claims before the other set are handed out first', async () => {
  const both = Buffer.concat([claims, Buffer.from('\n'), payments, Buffer.from('\n'), claims]);
  const { before, error } = await read(readClaims([both]));
  expect(before.length).toBeGreaterThan(0);
  expect(error).toMatchObject({ byteOffset: both.indexOf('ST*835') });
});

test('other sets are skipped when that is wanted', () => {
  const both = Buffer.concat([payments, Buffer.from('\n'), claims]);
  expect([...readClaimsSync(both, { otherSets: 'skip' })]).toHaveLength(1);
});

test('the message has nothing of a damaged set header', async () => {
  const file = Buffer.from(
    payments
      .toString()
      .replace('ST*835', 'ST*FERN')
      .replace(/005010X221A1~/, 'OLIVE~'),
  );
  const { error } = await read(readClaims(file));
  expect(error).toMatchObject({ message: 'Transaction set of unknown kind is no 837P' });
});

const now = new Date('2025-03-11');
const provider = { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1234567893' };
const oddStatus = acknowledgment({
  providers: [{ provider, claims: [status({ statuses: [stc('A9', '20')] })] }],
});
const mixed = Buffer.concat([
  remittanceFile(remittanceOf([claim({ paid: 8_100 })])),
  acknowledgmentFile(oddStatus),
]);

describe('validation of a file of several kinds', () => {
  test('reports findings of all sets in file order, with their content', async () => {
    const found: Finding[] = [];
    const content: string[] = [];
    const handlers = {
      remittances: { claim: () => content.push('claim') },
      claimAcknowledgments: { status: () => content.push('status') },
    };
    for await (const finding of validate(pieces(mixed), { now, handlers })) found.push(finding);
    expect(found.map(({ id }) => id)).toEqual(['V121', 'V128']);
    expect(content).toEqual(['claim', 'status']);
    expect([...validateSync(mixed, { now })]).toEqual(found);
  });

  test('masks values without showValues', () => {
    const bytes = Buffer.from(mixed.toString().replace('A9:20', 'K7:20'));
    const value = (showValues: boolean) => [...validateSync(bytes, { now, showValues })].at(-1)?.value;
    expect(value(false)).toBe('A9');
    expect(value(true)).toBe('K7');
  });

  test('masks text in place of a segment id', () => {
    const whole = Buffer.from(mixed.toString().replace('GE*', 'MALLEY JOHN 1980~GE*'));
    const found = (showValues: boolean) =>
      [...validateSync(whole, { now, showValues })].find(({ id }) => id === 'V138');
    expect(found(false)?.segment).toBe('AAAAAA AAAA 9999');
    expect(found(false)?.reference).toContain('AAAAAA AAAA 9999');
    expect(found(true)?.segment).toBe('MALLEY JOHN 1980');
  });

  test('counts findings by severity', () => {
    const count = new FindingCount();
    for (const finding of validateSync(mixed, { now })) count.add(finding);
    expect(count).toMatchObject({ fatal: 0, error: 0, warning: 2, isValid: true });
    const broken = Buffer.from(mixed.toString().replace('SE*', 'SE*9'));
    for (const finding of validateSync(broken, { now })) count.add(finding);
    expect(count.isValid).toBe(false);
  });

  test('throws X12Error for input that is not X12', () => {
    expect(() => [...validateSync(Buffer.from('{"json":true}'), { now })]).toThrow(X12Error);
  });
});

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 77) yield bytes.subarray(at, at + 77);
}
