import { describe, expect, test } from '@jest/globals';
import {
  ambulanceClaim,
  dependentVisit,
  edited,
  fileOf,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { Position } from '#x12/reader/segment.ts';

function read(file: string): ProfessionalClaim[] {
  return [...readClaimsSync(Buffer.from(file, 'latin1'))];
}

function only(file: string): ProfessionalClaim {
  const [claim] = read(file);
  if (claim === undefined) throw new Error('no claim');
  return claim;
}

describe('typed 837P claims', () => {
  test('takes an address from the last of repeated N4 segments', () => {
    const file = fileOf(officeVisit);
    const first = /N4\*[^~]*~/.exec(file)?.[0] ?? '';
    const { billingProvider } = only(file.replace(first, 'N4*OTTAWA*ON*K1A0B1*CA~N4*DENVER*CO*802031234~'));
    expect(first).not.toBe('');
    expect(billingProvider.address).toMatchObject({ city: 'DENVER', state: 'CO', zip: '802031234' });
    expect(billingProvider.address?.country).toBeUndefined();
  });

  test('keeps a segment of a party apart from a misplaced party between them', () => {
    const misplaced = 'NM1*87*2~';
    const file = fileOf(officeVisit).replace(
      /NM1\*PR\*[^~]*~/,
      (name) => `${name}\n${misplaced}\nREF*G2*KA6663~`,
    );
    const { payer } = only(file).subscriber;
    expect(payer?.billingProviderIds).toMatchObject([{ qualifier: 'G2', value: 'KA6663' }]);
  });

  test('reads parties, amounts in cents and dates', () => {
    expect(only(fileOf(dependentVisit))).toMatchObject({
      transaction: {
        interchange: { sender: '12345678', controlNumber: '000000905', usage: 'P' },
        group: { controlNumber: '17', version: '005010X222A1' },
        set: { controlNumber: '0001' },
        batchId: 'BATCH-1',
        date: '2026-03-15',
        submitter: {
          lastName: 'GRANARY BILLING',
          contacts: [{ numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
        },
        receiver: { id: 'COMEDASSISTPROG' },
      },
      billingProvider: {
        id: '1234567893',
        taxId: '841234567',
        taxonomy: '207Q00000X',
        address: { zip: '802031234' },
      },
      subscriber: { id: 'W88812', birthDate: '1984-06-02', groupNumber: 'GRP7', payer: { id: '60054' } },
      patient: { firstName: 'IDA', relationship: '19', birthDate: '2015-01-20', gender: 'F' },
      patientControlNumber: 'PCN-1',
      totalCharge: 17550,
      diagnoses: [
        { qualifier: 'ABK', code: 'J449' },
        { qualifier: 'ABF', code: 'E119' },
      ],
      rendering: { lastName: 'WELBY', id: '1245319599', taxonomy: '207Q00000X' },
      serviceFacility: { address: { line1: '9 HILL RD', city: 'DENVER' } },
      lines: [
        {
          number: 1,
          procedure: { qualifier: 'HC', code: '99213', modifiers: ['25'] },
          charge: 12550,
          unit: 'UN',
          quantity: 1,
          diagnosisPointers: [1, 2],
          serviceDate: '2026-03-02',
          controlNumber: 'L1',
        },
        { number: 2, charge: 5000 },
      ],
    });
  });

  test('reads payments and adjustments of other coverage on claim and lines', () => {
    expect(only(fileOf(secondaryClaim))).toMatchObject({
      otherCoverages: [
        {
          payerSequence: 'P',
          payerPaid: 12050,
          remainingLiability: 2000,
          adjustments: [{ group: 'PR', reason: '1', amount: 2000 }],
          payer: { id: '77001' },
        },
      ],
      lines: [
        {
          adjudications: [
            {
              payerId: '77001',
              paid: 10000,
              adjudicationDate: '2026-03-10',
              adjustments: [{ group: 'CO', amount: 2550 }],
            },
          ],
        },
        { adjudications: [{ paid: 4050 }] },
      ],
    });
  });

  test('keeps the positions of segments in the file', () => {
    const file = fileOf(secondaryClaim, dependentVisit);
    const at = ({ offset }: Position): string => file.substring(offset, file.indexOf('~', offset));
    const [first, second] = read(file);
    const [coverage] = first?.otherCoverages ?? [];
    const places = [
      first?.billingProvider.levelPosition,
      first?.billingProvider.position,
      first?.subscriber.position,
      first?.subscriber.payer?.position,
      first?.position,
      coverage?.position,
      coverage?.payer?.position,
      first?.lines[1]?.position,
      first?.lines[1]?.adjudications[0]?.position,
      second?.patient?.levelPosition,
      second?.rendering?.position,
    ];
    expect(places.map((place) => place && at(place))).toEqual([
      'HL*1**20*1',
      'NM1*85*2*VALLEY CLINIC*****XX*1234567893',
      'NM1*IL*1*MARLOW*TESSA****MI*W88812',
      'NM1*PR*2*PLAINS HEALTH*****PI*60054',
      'CLM*PCN-1*175.5***11:B:1*Y*A*Y*Y',
      'SBR*P*18*G1******CI',
      'NM1*PR*2*FRONT RANGE MUTUAL*****PI*77001',
      'LX*2',
      'SVD*77001*40.5*HC:94010**1',
      'HL*4*3*23*0',
      'NM1*82*1*WELBY*NORA****XX*1245319599',
    ]);
    const inSet = file.substring(file.indexOf('ST*')).split('\n');
    expect(inSet[(first?.position?.index ?? 0) - 1]).toBe('CLM*PCN-1*175.5***11:B:1*Y*A*Y*Y~');
  });

  test('shares the parties above the claims of one subscriber', () => {
    const [first, second] = read(fileOf(officeVisit, { ...officeVisit, patientControlNumber: 'PCN-2' }));
    expect(second?.subscriber).toBe(first?.subscriber);
    expect(second?.billingProvider).toBe(first?.billingProvider);
    expect(second?.transaction).toBe(first?.transaction);
  });

  test('leaves out an unreadable number or date and keeps the claim', () => {
    const claim = only(
      edited(
        fileOf(officeVisit),
        ['*175.5*', '*1.234*'],
        ['D8*20260302', 'D8*20260231'],
        ['*125.5*UN*1*', '*X*UN*Y*'],
      ),
    );
    expect(claim.totalCharge).toBeUndefined();
    expect(claim.lines[0]).toMatchObject({ charge: undefined, quantity: undefined, serviceDate: undefined });
    expect(claim.lines[1]).toMatchObject({ charge: 5000 });
  });

  test('does not merge a claim without CLM into the previous claim', () => {
    const file = fileOf(officeVisit, { ...ambulanceClaim, patientControlNumber: 'PCN-2' });
    const claims = read(edited(file, [/CLM\*PCN-2.*\n/, '']));
    expect(claims.map(({ patientControlNumber, lines }) => [patientControlNumber, lines.length])).toEqual([
      ['PCN-1', 2],
      ['', 2],
    ]);
  });

  test('keeps a range of a single day', () => {
    const claim = only(edited(fileOf(officeVisit), ['D8*20260302', 'RD8*20260302-20260302']));
    expect(claim.lines[0]).toMatchObject({ serviceDate: '2026-03-02', serviceDateEnd: '2026-03-02' });
    expect(claim.lines[1]?.serviceDateEnd).toBeUndefined();
  });
});
