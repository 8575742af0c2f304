import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  dependentVisit,
  edited,
  envelope,
  fileOf,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import { brief, check } from '#test/fixtures/x12/findings.ts';
import type { OpenLoops } from '#x12/837p/build/open-loops.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { buildClaim, type ClaimParts } from '#x12/837p/builder/build-claim.ts';
import { buildFile } from '#x12/837p/builder/build-file.ts';
import { professionalClaim } from '#x12/837p/model/claim.ts';
import type { WrittenClaim } from '#x12/837p/write/claim-set-writer.ts';
import { type WritableClaim, type WriteClaimsOptions, writeClaims } from '#x12/837p/write/claims.ts';
import { LoopReader } from '#x12/description/loop-reader.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { guide837p } from '#x12/guides/837p.ts';

describe('837P writer', () => {
  function segments(claims: readonly WritableClaim[], options: WriteClaimsOptions = {}): string[] {
    return writeClaims(claims, envelope, { lineEnd: '\n', ...options })
      .toString()
      .trimEnd()
      .split('~\n')
      .map((segment) => segment.replace(/~$/, ''));
  }

  function only(segmentId: string, all: readonly string[]): string[] {
    return all.filter((segment) => segment.startsWith(`${segmentId}*`));
  }

  function numbered(claim: WritableClaim, count: number): WritableClaim[] {
    return Array.from({ length: count }, (_, i) => ({ ...claim, patientControlNumber: `P${i}` }));
  }

  test('writes the segments of a claim in the order of the guide', () => {
    expect(segments([officeVisit])).toEqual([
      'ISA*00*          *00*          *ZZ*12345678       *ZZ*COMEDASSISTPROG*260315*1800*^*00501*000000905*0*P*:',
      'GS*HC*12345678*COMEDASSISTPROG*20260315*1800*17*X*005010X222A1',
      'ST*837*0001*005010X222A1',
      'BHT*0019*00*BATCH-1*20260315*1130*CH',
      'NM1*41*2*GRANARY BILLING*****46*12345678',
      'PER*IC*EDI DESK*TE*3035550100',
      'NM1*40*2*COLORADO MEDICAL ASSISTANCE PROGRAM*****46*COMEDASSISTPROG',
      'HL*1**20*1',
      'PRV*BI*PXC*207Q00000X',
      'NM1*85*2*VALLEY CLINIC*****XX*1234567893',
      'N3*100 CLINIC WAY',
      'N4*DENVER*CO*802031234',
      'REF*EI*841234567',
      'HL*2*1*22*0',
      'SBR*P*18*******MC',
      'NM1*IL*1*MARLOW*TESSA****MI*A123456',
      'N3*12 OAK ST',
      'N4*BOULDER*CO*80302',
      'DMG*D8*19840602*F',
      'NM1*PR*2*COLORADO MEDICAL ASSISTANCE PROGRAM*****PI*CO_TXIX',
      'CLM*PCN-1*175.5***11:B:1*Y*A*Y*Y',
      'HI*ABK:J449*ABF:E119',
      'LX*1',
      'SV1*HC:99213:25*125.5*UN*1***1:2',
      'DTP*472*D8*20260302',
      'REF*6R*L1',
      'LX*2',
      'SV1*HC:94010*50*UN*1***1',
      'DTP*472*D8*20260302',
      'REF*6R*L2',
      'SE*29*0001',
      'GE*1*17',
      'IEA*1*000000905',
    ]);
  });

  test('numbers levels across the set and shares levels of the same parties', () => {
    const { subscriber } = dependentVisit;
    const own = { ...officeVisit, subscriber };
    const sibling = {
      ...dependentVisit,
      patient: { role: 'QC', entityType: '1', ...dependentVisit.patient, firstName: 'ROY' },
    };
    const elsewhere = {
      ...officeVisit,
      billingProvider: { ...officeVisit.billingProvider, id: '1245319599' },
    };
    const levels = only(
      'HL',
      segments([dependentVisit, own, sibling, dependentVisit, officeVisit, elsewhere]),
    );
    expect(levels).toEqual([
      'HL*1**20*1',
      'HL*2*1*22*1',
      'HL*3*2*23*0',
      'HL*4*2*23*0',
      'HL*5*1*22*0',
      'HL*6**20*1',
      'HL*7*6*22*0',
    ]);
  });

  test('begins a new set with another batch id after 5,000 claims', () => {
    const claims = Array.from({ length: 5_001 }, (_, i) => ({
      ...officeVisit,
      subscriber: { ...officeVisit.subscriber, id: `A${100000 + i}` },
      patientControlNumber: `P${i}`,
    }));
    const bytes = writeClaims(claims, envelope);
    const all = bytes.toString().split('~');
    expect(only('ST', all)).toEqual(['0001', '0002'].map((number) => `ST*837*${number}*005010X222A1`));
    expect(only('BHT', all).map((segment) => segment.split('*')[3])).toEqual(['BATCH-1', 'BATCH-1-2']);
    expect(only('GE', all)).toEqual(['GE*2*17']);
    expect(only('CLM', all)).toHaveLength(5_001);
    expect(check(bytes).map(brief)).toEqual([]);
  });

  test('begins a new subscriber or patient level after 100 claims', () => {
    expect(only('HL', segments(numbered(officeVisit, 201)))).toEqual([
      'HL*1**20*1',
      'HL*2*1*22*0',
      'HL*3*1*22*0',
      'HL*4*1*22*0',
    ]);
    expect(only('HL', segments(numbered(dependentVisit, 101)))).toEqual([
      'HL*1**20*1',
      'HL*2*1*22*1',
      'HL*3*2*23*0',
      'HL*4*2*23*0',
    ]);
  });

  test('continues a subscriber in the next set when the set is full', () => {
    const all = segments(numbered(dependentVisit, 5), { claimsPerSet: 2 });
    expect(only('ST', all)).toHaveLength(3);
    expect(only('BHT', all).map((segment) => segment.split('*')[3])).toEqual([
      'BATCH-1',
      'BATCH-1-2',
      'BATCH-1-3',
    ]);
    expect(only('HL', all)).toEqual(
      Array.from({ length: 3 }, () => ['HL*1**20*1', 'HL*2*1*22*1', 'HL*3*2*23*0']).flat(),
    );
    expect([
      ...readClaimsSync(writeClaims(numbered(dependentVisit, 5), envelope, { claimsPerSet: 2 })),
    ]).toHaveLength(5);
  });

  test('writes claims of another transaction into another set', () => {
    const later = { ...officeVisit, transaction: { ...officeVisit.transaction, batchId: 'BATCH-2' } };
    expect(
      only('BHT', segments([officeVisit, later, officeVisit])).map((segment) => segment.split('*')[3]),
    ).toEqual(['BATCH-1', 'BATCH-2', 'BATCH-1']);
  });

  test('chooses delimiters that do not occur in the data', () => {
    const claim = { ...officeVisit, note: { purpose: 'ADD', text: 'A*B:C^D~E' } };
    const bytes = writeClaims([claim], envelope);
    const header = bytes.toString('latin1', 0, 106);
    expect([...'*:^~'].some((mark) => [header[3], header[82], header[104], header[105]].includes(mark))).toBe(
      false,
    );
    expect([...readClaimsSync(bytes)][0]?.note).toEqual({ purpose: 'ADD', text: 'A*B:C^D~E' });
  });

  test('rejects data that holds a given delimiter', () => {
    const claim = { ...officeVisit, note: { purpose: 'ADD', text: 'A*B' } };
    const delimiters = { element: '*', component: ':', repetition: '^', terminator: '~' };
    expect(() => writeClaims([claim], envelope, { delimiters })).toThrow(X12Error);
  });

  test('reports the place of each claim in positions of a 999', () => {
    const written: WrittenClaim[] = [];
    const claims = [officeVisit, { ...dependentVisit, patientControlNumber: 'PCN-2' }];
    const all = segments(claims, { firstSetNumber: 7, onWritten: (claim) => written.push(claim) });
    const inSet = all.slice(2);
    const at = (position: number): string => inSet[position - 1] ?? '';
    expect(written.map(({ set, batchId }) => [set, batchId])).toEqual([
      [7, 'BATCH-1'],
      [7, 'BATCH-1'],
    ]);
    const [first, second] = written;
    expect([at(first?.first ?? 0), at(first?.last ?? 0)]).toEqual([
      'CLM*PCN-1*175.5***11:B:1*Y*A*Y*Y',
      'REF*6R*L2',
    ]);
    expect(
      [second?.billingLevel, second?.subscriberLevel, second?.patientLevel].map((level) => at(level ?? 0)),
    ).toEqual(['HL*1**20*1', 'HL*3*1*22*1', 'HL*4*3*23*0']);
    expect(at(second?.first ?? 0)).toMatch(/^CLM\*PCN-2/);
  });

  test('writes an empty group for no claims', () => {
    expect(segments([]).map((segment) => segment.substring(0, 3))).toEqual(['ISA', 'GS*', 'GE*', 'IEA']);
  });
});

describe('generated readers of 837P segments', () => {
  const loops = new LoopReader<OpenLoops>(guide837p);
  loops.add('2300', professionalClaim, 'open.claim');
  const { segments, enter } = loops.compile();

  const linesOf = (code: unknown) => String(code).split(/\n\s*/);

  test('names each field of a segment', () => {
    expect(linesOf(segments.get('2300/CR2'))).toEqual([
      '(open, s) => {',
      'const r = open.claim;',
      'r.spinalManipulation = { condition: s.text(8), description: filled(s.text(10)), furtherDescription: filled(s.text(11)) };',
      '}',
    ]);
  });

  test('makes a group when a segment gives it a value', () => {
    expect(linesOf(segments.get('2300/DTP-090')).map((line) => line.replace(/\bv\d+\b/, 'make'))).toEqual([
      '(open, s) => {',
      '{ const value = s.date(3); if (s.is(1, "090") && value !== undefined) (open.claim.dates ??= make()).assumedCare = value; }',
      '{ const value = s.date(3); if (s.is(1, "091") && value !== undefined) (open.claim.dates ??= make()).relinquishedCare = value; }',
      '}',
    ]);
  });

  test('keeps the parties of loops apart', () => {
    expect(segments.get('2310B/NM1')).not.toBe(segments.get('2420A/NM1'));
    expect(enter.get('2310B')).not.toBe(enter.get('2310C'));
  });
});

const now = new Date('2025-03-02T09:00:00Z');
const service = { procedure: '99213', charge: 12_550, date: '2025-02-20', diagnoses: ['J44.9'] };
const parts = {
  billingProvider: {
    npi: '1234567893',
    taxId: '841234567',
    name: 'VALLEY CLINIC',
    address: { line1: '100 CLINIC WAY', city: 'DENVER', state: 'CO', zip: '802031234' },
  },
  subscriber: {
    memberId: 'A123456',
    lastName: 'FERN',
    firstName: 'OLIVE',
    birthDate: '1980-04-01',
    gender: 'F',
    address: { line1: '2 ELM ST', city: 'DENVER', state: 'CO', zip: '80202' },
    payer: { id: '60054', name: 'PLAINS HEALTH' },
  },
  services: [service],
} satisfies ClaimParts;

const file = (...claims: readonly ClaimParts[]) => {
  const { claims: built, envelope } = buildFile({
    submitter: { id: '12345678', name: 'VALLEY BILLING', phone: '3035550100' },
    receiver: { id: '60054', name: 'PLAINS HEALTH' },
    claims: claims.map(buildClaim),
    controlNumber: 7,
    moment: now,
  });
  return writeClaims(built, envelope, { lineEnd: '\n' });
};
const findings = (bytes: Uint8Array) => [...validateSync(bytes, { now })].map(({ id }) => id);

test('three parts make a claim without findings', () => {
  const bytes = file(parts);
  expect(findings(bytes)).toEqual([]);
  const [claim] = readClaimsSync(bytes);
  expect(claim?.patientControlNumber).toMatch(/^[0-9A-F]{20}$/);
  expect(claim).toMatchObject({ totalCharge: 12_550, placeOfService: '11', frequency: '1' });
});

test('a field that is given replaces its default', () => {
  const [claim] = readClaimsSync(file({ ...parts, patientControlNumber: 'PCN1', placeOfService: '02' }));
  expect(claim).toMatchObject({ patientControlNumber: 'PCN1', placeOfService: '02' });
});

test('a provider with a first name is a person, and its social security number can be its tax id', () => {
  const billingProvider = { ...parts.billingProvider, firstName: 'RUTH', taxIdQualifier: 'SY' };
  const bytes = file({ ...parts, billingProvider });
  expect(findings(bytes)).toEqual([]);
  expect(bytes.toString()).toContain('NM1*85*1*VALLEY CLINIC*RUTH*');
});

test('a patient who is not the subscriber has a level below the subscriber', () => {
  const patient = {
    ...{ role: 'QC', entityType: '1', lastName: 'FERN', firstName: 'IVY', relationship: '19' },
    ...{ birthDate: '2015-05-05', gender: 'F', address: parts.subscriber.address },
  };
  const bytes = file({ ...parts, patient });
  expect(findings(bytes)).toEqual([]);
  expect(bytes.toString()).toContain('SBR*P********ZZ~');
});

test('claims of one provider and one subscriber share their levels, in whatever order they come', () => {
  const other = { ...parts, subscriber: { ...parts.subscriber, memberId: 'B7', firstName: 'MAX' } };
  const named = (one: ClaimParts, patientControlNumber: string) => ({ ...one, patientControlNumber });
  const text = file(named(parts, 'A1'), named(other, 'B1'), named(parts, 'A2')).toString();
  expect(text.match(/^HL\*/gm)).toHaveLength(3);
  expect(text.match(/^CLM\*\w+/gm)).toEqual(['CLM*A1', 'CLM*A2', 'CLM*B1']);
});

test('the sum, the diagnoses and their pointers follow from the services', () => {
  const codes = fc.uniqueArray(fc.constantFrom('J449', 'E119', 'I10', 'R05', 'J069'), {
    minLength: 1,
    maxLength: 4,
  });
  const services = fc.array(fc.record({ charge: fc.integer({ min: 1, max: 99_999_999 }), codes }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(services, (drafts) => {
      const [first, ...others] = drafts.map(({ charge, codes: diagnoses }) => ({
        ...service,
        charge,
        diagnoses,
      }));
      if (first === undefined) return;
      const [claim] = readClaimsSync(file({ ...parts, services: [first, ...others] }));
      expect(claim?.totalCharge).toBe(drafts.reduce((sum, { charge }) => sum + charge, 0));
      const pointed = claim?.lines.map(({ diagnosisPointers }) =>
        diagnosisPointers.map((pointer) => claim.diagnoses[pointer - 1]?.code),
      );
      expect(pointed).toEqual(drafts.map((draft) => draft.codes));
    }),
    { numRuns: 50 },
  );
});

test.each([
  { diagnoses: [], message: 'Service 99213 has 0 diagnoses; give it 1 to 4' },
  { diagnoses: ['A1', 'A2', 'A3', 'A4', 'A5'], message: 'Service 99213 has 5 diagnoses; give it 1 to 4' },
])('a service with $diagnoses is refused', ({ diagnoses, message }) => {
  const refused = () => buildClaim({ ...parts, services: [{ ...service, diagnoses }] });
  expect(refused).toThrow(expect.objectContaining({ code: 'not_writable', message }));
});

test('more than twelve diagnoses of a claim are refused', () => {
  const lines = Array.from({ length: 13 }, (_, n) => ({ ...service, diagnoses: [`J${100 + n}`] }));
  expect(() => buildClaim({ ...parts, services: [service, ...lines] })).toThrow('divide the services');
});

/** Segment text and element of each V106, in order. */
function places(...cas: readonly string[]): string[] {
  const file = edited(fileOf(secondaryClaim), [/^(SBR\*P.*\n)(?:CAS.*\n)*/m, `$1${cas.join('~\n')}~\n`]);
  return check(file)
    .filter(({ id, loop }) => id === 'V106' && loop === '2320')
    .map(({ byteOffset, element, value }) => {
      const segment = file.slice(byteOffset, file.indexOf('~', byteOffset));
      return `${segment} ${element} ${value}`;
    });
}

test('reports an unknown reason at its own CAS and element', () => {
  expect(places('CAS*CO*45*10', 'CAS*PR*1*5**ZZZ9*5')).toEqual(['CAS*PR*1*5**ZZZ9*5 5 ZZZ9']);
  expect(places('CAS*CO*45*10*****ZZZ9*5')).toContain('CAS*CO*45*10*****ZZZ9*5 8 ZZZ9');
});

test('reports a repeated group at the CAS that repeats it', () => {
  expect(places('CAS*CO*45*10', 'CAS*PR*1*5', 'CAS*CO*96*1')).toEqual(['CAS*CO*96*1 1 CO']);
});
