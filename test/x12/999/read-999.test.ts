import { describe, expect, test } from '@jest/globals';
import { bytesOf, group, interchange } from '#test/fixtures/x12/interchange.ts';
import { haveSamples, readSample } from '#test/fixtures/x12/samples.ts';
import { allGuides, brief, trace } from '#test/fixtures/x12/trace.ts';
import type {
  FunctionalGroupResponse,
  ImplementationAcknowledgment,
} from '#x12/999/functional-group-response.ts';
import { listenForImplementationAcknowledgments } from '#x12/999/read-999.ts';
import {
  implementationAcknowledgmentVersion,
  writeGroupEnd,
  writeGroupStart,
  writeSet,
} from '#x12/999/write-999.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { X12Writer } from '#x12/writer/writer.ts';

function read(bytes: Uint8Array): ImplementationAcknowledgment[] {
  const found: ImplementationAcknowledgment[] = [];
  const engine = new X12Engine({
    guides: allGuides,
    listeners: [listenForImplementationAcknowledgments((one) => found.push(one))],
  });
  engine.write(bytes);
  engine.end();
  return found;
}

const segments = [
  'AK1*HC*17*005010X222A1',
  'AK2*837*0001*005010X222A1',
  'IK5*A',
  'AK2*837*0002',
  'IK3*CLM*22*2300*8',
  'CTX*SITUATIONAL TRIGGER*CLM*22*2300*5:3*1325',
  'CTX*CLM01:PCN-1',
  'IK4*5:3:1*1325*7*Z',
  'CTX*SITUATIONAL TRIGGER*HI*23',
  'IK3*REF*57*2300*3',
  'IK5*R*5*I5',
  'AK9*P*2*2*1*1',
];

function text(body: readonly string[]): string {
  const set = ['ST*999*0001*005010X231A1', ...body, `SE*${body.length + 2}*0001`];
  return interchange([group([set], { functionalId: 'FA', version: '005010X231A1' })]);
}

const context = { component: undefined, element: undefined, loop: '', ref: '', repetition: undefined };

const expected: FunctionalGroupResponse = {
  functionalId: 'HC',
  controlNumber: '17',
  version: '005010X222A1',
  code: 'P',
  accepted: false,
  errors: ['1'],
  included: 2,
  received: 2,
  acceptedCount: 1,
  sets: [
    {
      set: '837',
      controlNumber: '0001',
      implementation: '005010X222A1',
      code: 'A',
      accepted: true,
      errors: [],
      segments: [],
    },
    {
      set: '837',
      controlNumber: '0002',
      implementation: '',
      code: 'R',
      accepted: false,
      errors: ['5', 'I5'],
      segments: [
        {
          segment: 'CLM',
          position: 22,
          loop: '2300',
          code: '8',
          reference: '0002.22',
          triggers: [
            { ...context, segment: 'CLM', position: 22, loop: '2300', element: 5, component: 3, ref: '1325' },
          ],
          businessUnit: [{ name: 'CLM01', value: 'PCN-1' }],
          elements: [
            {
              element: 5,
              component: 3,
              repetition: 1,
              ref: '1325',
              code: '7',
              value: 'Z',
              reference: '0002.22.5-3.1',
              triggers: [{ ...context, segment: 'HI', position: 23 }],
            },
          ],
        },
        {
          segment: 'REF',
          position: 57,
          loop: '2300',
          code: '3',
          reference: '0002.57',
          triggers: [],
          businessUnit: [],
          elements: [],
        },
      ],
    },
  ],
};

test('reads a 999 with groups, sets, segment and element errors and their contexts', () => {
  expect(trace([bytesOf(text(segments))]).findings.map(brief)).toEqual([]);
  const [found] = read(bytesOf(text(segments)));
  expect(found).toMatchObject({ ...expected, setControlNumber: '0001' });
  expect(found?.interchange.sender).toBe('SENDER');
});

test('reads back what it wrote', () => {
  const writer = new X12Writer();
  const moment = new Date('2026-01-20T10:05:00Z');
  const parties = { sender: 'A1', receiver: 'B1', moment, controlNumber: 3 };
  writer.interchange({ ...parties, senderQualifier: 'ZZ', receiverQualifier: 'ZZ', usage: 'T' });
  writer.group({ ...parties, functionalId: 'FA', version: '005010X231A1' });
  writer.set('999', 1, implementationAcknowledgmentVersion);
  writeGroupStart(writer, expected);
  for (const set of expected.sets) writeSet(writer, set);
  writeGroupEnd(writer, expected);
  writer.endSet();
  writer.endGroup();
  writer.endInterchange();
  const bytes = writer.bytes();
  expect(trace([bytes]).findings).toEqual([]);
  expect(read(bytes)).toMatchObject([expected]);
});

describe('V125', () => {
  const ids = (body: readonly string[]) => {
    const found: string[] = [];
    const engine = new X12Engine({
      guides: allGuides,
      listeners: [listenForImplementationAcknowledgments(() => undefined)],
      onFinding: ({ id }) => found.push(id),
    });
    engine.write(bytesOf(text(body)));
    engine.end();
    return found;
  };

  test('reports counts that contradict the sets', () => {
    expect(ids([...segments.slice(0, -1), 'AK9*P*2*2*2'])).toEqual(['V125']);
    expect(ids([...segments.slice(0, -1), 'AK9*P*3*3*0'])).toEqual(['V125']);
  });

  test('accepts counts of a list that is not complete', () => {
    expect(ids([...segments.slice(0, -1), 'AK9*P*3*3*2'])).toEqual([]);
    expect(ids(['AK1*HC*17*005010X222A1', 'AK9*A*5*5*5'])).toEqual([]);
  });
});

test('returns a truncated 999', () => {
  const [found] = read(bytesOf(text(segments).slice(0, 330)));
  expect(found).toMatchObject({ controlNumber: '17', code: '', accepted: false });
  expect(found?.sets.map((set) => set.code)).toEqual(['A', '']);
});

(haveSamples ? describe : describe.skip)('public samples', () => {
  test.each([
    ['Project-Herophilus__Project-Herophilus-Assets/999 Sample (Accepted).txt', 'A', ['A']],
    ['Project-Herophilus__Project-Herophilus-Assets/999 Sample (Rejected).txt', 'R', ['R']],
    ['imsweb__x12-parser/x12_999_accepted.txt', 'A', ['A']],
    ['imsweb__x12-parser/x12_999_rejected.txt', 'R', ['R']],
    ['xlate__staedi/simple999.edi', 'P', ['A', 'R', 'R']],
    ['azoner__pyx12/834_eol_in_element.expected-ack.x12', 'R', ['R']],
  ])('%s', (file, code, sets) => {
    const [found] = read(readSample(file));
    expect(found?.code).toBe(code);
    expect(found?.sets.map((set) => set.code)).toEqual(sets);
  });

  test('names the segments in error', () => {
    const [found] = read(readSample('xlate__staedi/simple999.edi'));
    const errors = found?.sets.flatMap((set) =>
      set.segments.map(({ reference, code }) => `${reference} ${code}`),
    );
    expect(errors).toEqual(['0002.22 8', '0003.57 3']);
  });
});
