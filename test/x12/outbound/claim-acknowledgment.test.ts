import { describe, expect, test } from '@jest/globals';
import { answered, brief } from '#test/fixtures/x12/answered.ts';
import { dependentVisit, edited, fileOf, officeVisit, profile } from '#test/fixtures/x12/claim.ts';
import { claimSegments, claimSet, group, interchange, replace } from '#test/fixtures/x12/interchange.ts';
import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { claimStatusCode } from '#x12/codes/claim-status.ts';
import { claimEdits } from '#x12/edits/claim-edits.ts';
import { claimEntities } from '#x12/guides/277ca.ts';
import { maxReasonsOfClaim } from '#x12/outbound/claim-acknowledgment/claim-statuses.ts';
import { statusCodesOf } from '#x12/outbound/claim-acknowledgment/status-codes.ts';

const second = { ...officeVisit, patientControlNumber: 'PCN-2', totalCharge: 17550 };
const otherProvider = {
  ...dependentVisit,
  patientControlNumber: 'PCN-3',
  billingProvider: { ...dependentVisit.billingProvider, lastName: 'VALLEY CLINIC NORTH', id: '1245319599' },
};

describe('the 277CA of a file', () => {
  test('accepts claims that pass all edits, with totals for batch and billing provider', async () => {
    const { of277ca, statuses, findings, events } = await answered(fileOf(officeVisit, second));
    expect(findings).toEqual([]);
    expect(statuses.map(brief)).toEqual(['PCN-1 accepted A2:20', 'PCN-2 accepted A2:20']);
    expect(statuses[0]).toMatchObject({
      classification: 'accepted',
      conflict: false,
      amount: 17550,
      serviceDate: '2026-03-02',
      effectiveDate: '2026-03-15',
      patient: { lastName: 'MARLOW', firstName: 'TESSA', idQualifier: 'MI', id: 'A123456' },
      billingProvider: { name: 'VALLEY CLINIC', idQualifier: 'XX', id: '1234567893' },
    });
    expect(events[0]).toMatchObject({
      acknowledgment: {
        batch: 'BATCH-1',
        source: { entity: 'AY', id: 'COMEDASSISTPROG' },
        receiver: { entity: '41', id: '12345678' },
        totals: { accepted: 2, rejected: undefined, acceptedAmount: 35100 },
      },
    });
    expect(of277ca).toContain('TRN*1*0~STC*A1:19:AY**WQ*351~QTY*QA*2~AMT*YU*351~');
    expect(of277ca).toMatch(/^ISA.*\*ZZ\*COMEDASSISTPROG\*ZZ\*12345678 .*\*000000042\*0\*P\*:~GS\*HN\*/);
  });

  test('names the payer as its source when the payer receives the file itself', async () => {
    const file = fileOf(officeVisit).replace('*PI*CO_TXIX', '*PI*COMEDASSISTPROG');
    expect((await answered(file)).of277ca).toContain('NM1*PR*2*COLORADO MEDICAL ASSISTANCE PROGRAM*');
  });

  test('rejects the claims that fail edits, with status codes and the place, and accepts the others', async () => {
    const file = edited(
      fileOf(officeVisit, second, otherProvider),
      ['CLM*PCN-1*175.5', 'CLM*PCN-1*175'],
      ['HI*ABK:J449', 'HI*ABK:J44.9'],
    );
    const { of999, of277ca, statuses, findings, events } = await answered(file);
    expect(of999).toContain('IK5*A~');
    expect(findings).toEqual([]);
    expect(statuses.map(brief)).toEqual([
      'PCN-1 rejected A7:400 A7:178 A7:254',
      'PCN-2 accepted A2:20',
      'PCN-3 accepted A2:20',
    ]);
    expect(statuses[0]?.statuses.map(({ message }) => message)).toEqual([
      'V053 2300 CLM02 SEGMENT 19 - CLAIM CHARGE DIFFERS FROM THE SUM OF ITS LINES; CORRECT CLM02 OR SV102',
      'V065 2300 HI01-2 SEGMENT 20 - DIAGNOSIS CODE HAS A DOT; SEND IT WITHOUT',
    ]);
    expect(events[0]).toMatchObject({
      acknowledgment: {
        totals: { accepted: 2, rejected: 1, acceptedAmount: 35100, rejectedAmount: 17500 },
      },
    });
    expect(of277ca).toContain('QTY*QA*1~QTY*QC*1~AMT*YU*175.5~AMT*YY*175~');
  });

  test('names the line of a fault, and no value', async () => {
    const file = edited(fileOf(officeVisit), ['HC:94010', 'HC:9401Q']);
    const { statuses, of277ca } = await answered(file);
    expect(statuses[0]?.message).toMatch(
      /^V082 2400 SV101-2 SEGMENT \d+ LINE 2 - PROCEDURE CODE DOES NOT HAVE THE FORM OF CPT OR HCPCS;/,
    );
    expect(of277ca).not.toContain('9401Q');
  });

  test('has only name and member number of a patient', async () => {
    const { of277ca } = await answered(edited(fileOf(dependentVisit), ['ABK:J449', 'ABK:J44.9']));
    expect(of277ca).toContain('NM1*QC*1*MARLOW*IDA****MI*W88812~');
    for (const text of ['20150120', 'OAK', 'BOULDER', 'J44', 'E119', '99213', 'WELBY']) {
      expect([text, of277ca.includes(text)]).toEqual([text, false]);
    }
  });

  test('rejects each claim of a billing provider whose level fails an edit, and no other', async () => {
    const [npi, broken] = ['1234567893', '1234567890'];
    const file = edited(fileOf(officeVisit, second, otherProvider), [`XX*${npi}`, `XX*${broken}`]);
    expect((await answered(file)).statuses.map(brief)).toEqual([
      'PCN-1 rejected A7:562:85',
      'PCN-2 rejected A7:562:85',
      'PCN-3 accepted A2:20',
    ]);
  });

  test('reports payer rules, envelope rules for each claim', async () => {
    const file = fileOf(officeVisit, second).replace(/^GS\*HC\*12345678/m, 'GS*HC*99999999');
    const checks = { now: new Date('2026-03-15T18:00:00Z'), profile };
    const { statuses, findings } = await answered(file, { checks });
    expect(statuses.map(brief)).toEqual(['PCN-1 rejected A3:24:41', 'PCN-2 rejected A3:24:41']);
    expect(findings).toEqual([]);
  });

  test('covers the accepted sets of an interchange and none that the 999 rejects', async () => {
    const set = (name: string, number: string, change = (all: string[]) => all) =>
      claimSet(change([...replace(claimSegments, 'CLM', `CLM*${name}*100***11:B:1*Y*A*Y*Y`)]), number);
    const groups = [
      group([set('A', '0001'), set('B', '0002', (all) => replace(all, 'HI*')), set('C', '0003')]),
      group([set('D', '0001')], { number: '2' }),
    ];
    const rejectedInterchange = group([set('E', '0001')], { number: '3' }).map((segment) =>
      segment.replace('GE*1*3', 'GE*7*3'),
    );
    const { of999, statuses, of277ca, findings } = await answered(
      interchange([...groups, rejectedInterchange]),
    );
    expect(of999.match(/IK5\*\w/g)).toEqual(['IK5*A', 'IK5*R', 'IK5*A', 'IK5*A']);
    expect(statuses.map(({ numbers }) => numbers.trn02)).toEqual(['A', 'C', 'D']);
    expect(of277ca.match(/ST\*277\*\d+/g)).toEqual(['ST*277*0001', 'ST*277*0002', 'ST*277*0003']);
    expect(of277ca.match(/BHT\*0085\*08\*[\d-]+/g)).toEqual([
      'BHT*0085*08*000000042-1',
      'BHT*0085*08*000000042-2',
      'BHT*0085*08*000000042-3',
    ]);
    expect(findings).toEqual([]);
  });

  test('is not written for a rejected interchange or when the 999 rejects everything', async () => {
    const rejectedInterchange = await answered(
      fileOf(officeVisit).replace('IEA*1*000000905', 'IEA*1*000000906'),
    );
    expect([rejectedInterchange.ta1.includes('*R*001~'), rejectedInterchange.of277ca]).toEqual([true, '']);
    const rejectedSet = await answered(edited(fileOf(officeVisit), [/^HI.*\n/m, '']));
    expect([/IK5\*R/.test(rejectedSet.of999), rejectedSet.of277ca]).toEqual([true, '']);
  });

  test('covers each interchange of a file separately', async () => {
    const file = `${fileOf(officeVisit)}${fileOf(second).replaceAll('000000905', '000000906')}`;
    const { of277ca, statuses, findings } = await answered(file);
    expect(of277ca.match(/ISA/g)).toHaveLength(2);
    expect(statuses.map(({ numbers }) => numbers.trn02)).toEqual(['PCN-1', 'PCN-2']);
    expect(findings).toEqual([]);
  });

  test('chooses delimiters that do not occur in its data', async () => {
    const file = fileOf(officeVisit).replaceAll('*', '|').replace('MARLOW|', 'MAR*LOW|');
    const { of277ca, statuses, findings } = await answered(file);
    expect(of277ca.charAt(3)).toBe('|');
    expect(statuses[0]?.patient?.lastName).toBe('MAR*LOW');
    expect(findings).toEqual([]);
  });

  test('counts the omitted reasons of a claim', async () => {
    const lines = Array.from({ length: 50 }, (_, i) => [
      `LX*${i + 1}`,
      'SV1*HC:9921Q*1*UN*1***1',
      'DTP*472*D8*20271201',
    ]).flat();
    const header = replace(claimSegments.slice(0, -3), 'CLM', 'CLM*MANY*49***11:B:1*Y*A*Y*Y');
    const file = interchange([group([claimSet([...header, ...lines])])]);
    const { statuses, of999, findings } = await answered(file);
    expect(of999).toContain('IK5*A~');
    expect(statuses[0]?.statuses).toHaveLength(maxReasonsOfClaim);
    expect(statuses[0]?.message).toMatch(/^1 MORE FINDINGS; V\d+ 2400/);
    expect(findings).toEqual([]);
  });
});

describe('the status code of an edit', () => {
  const ids = [...claimEdits, ...stateRules].map(({ id }) => id);
  test.each(ids)('%s is one of the published codes, about an entity that the guide allows', (id) => {
    for (const segment of ['NM1', 'REF', 'PRV', 'N4']) {
      for (const element of [1, 2, 3, 9]) {
        const codes = statusCodesOf({ id, message: '', loop: '2010AA', segment, element, isIn999: false });
        expect(codes.length).toBeGreaterThan(0);
        expect(codes.length).toBeLessThanOrEqual(3);
        for (const { code, entity } of codes) {
          expect(claimStatusCode.entries.has(code)).toBe(true);
          if (entity !== undefined) expect(claimEntities.split(',')).toContain(entity);
        }
      }
    }
  });

  test('refers to the 999 for a fault that the 999 reports', () => {
    expect(statusCodesOf({ id: 'V064', message: '', isIn999: true })).toEqual([{ code: '684' }]);
  });
});
