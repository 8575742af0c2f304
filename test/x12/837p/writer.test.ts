import { describe, expect, test } from '@jest/globals';
import { dependentVisit, envelope, officeVisit } from '#test/fixtures/x12/claim.ts';
import { brief, check } from '#test/fixtures/x12/findings.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import type { WrittenClaim } from '#x12/837p/write/claim-set-writer.ts';
import { type WritableClaim, type WriteClaimsOptions, writeClaims } from '#x12/837p/write/claims.ts';
import { X12Error } from '#x12/findings/x12-error.ts';

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

describe('837P writer', () => {
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
