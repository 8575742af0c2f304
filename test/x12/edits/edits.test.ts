import { describe, expect, test } from '@jest/globals';
import {
  bytesOf,
  claimSet,
  claimText,
  group,
  interchange,
  isa,
  replace,
} from '#test/fixtures/x12/interchange.ts';
import { trace } from '#test/fixtures/x12/trace.ts';
import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { editCatalog } from '#x12/edits/catalog.ts';
import { syntaxEdits } from '#x12/edits/syntax-edits.ts';
import type { EngineOptions } from '#x12/engine/engine.ts';
import { editList } from '#x12/presentation/edit-list.ts';

test('every edit and state rule has one row in the list of edits', () => {
  const rows = [...editList().matchAll(/^\| ([VR]\d{3}) \|/gm)].map(([, id]) => id);
  expect(rows.sort()).toEqual([...editCatalog.keys(), ...stateRules.map(({ id }) => id)].sort());
});

const claim = (start: string, ...by: string[]) => claimText((all) => replace(all, start, ...by));
const after = (start: string, ...added: string[]) =>
  claimText((all) => all.flatMap((one) => (one.startsWith(start) ? [one, ...added] : [one])));
const text = claimText();
const status = (hl: string) => [
  ...['ST*277*0001*005010X214', 'BHT*0085*08*A1*20260115*0930*TH', 'HL*1**20*1', 'NM1*PR*2*PAYER*****PI*P1'],
  ...[
    'TRN*1*T1',
    'DTP*050*D8*20260114',
    'DTP*009*D8*20260115',
    'HL*2*1*21*1',
    'NM1*41*2*CLINIC*****46*12345678',
  ],
  ...['TRN*2*B1', 'STC*A1:19:PR*20260115*WQ*100', 'HL*3*2*19*1', 'NM1*85*2*CLINIC*****XX*1234567893', hl],
  ...[
    'NM1*QC*1*DOE*JOHN****MI*M1',
    'TRN*2*P1',
    'STC*A2:20*20260115*WQ*100',
    'DTP*472*D8*20260110',
    'SE*19*0001',
  ],
];
const statusFile = (hl: string) =>
  interchange([group([status(hl)], { functionalId: 'HN', version: '005010X214' })]);

/** Files that trigger exactly one edit. */
const cases: Readonly<Record<string, readonly [text: string, options?: Partial<EngineOptions>]>> = {
  V001: [text.replace(isa(), isa().replaceAll(/ +/g, ''))],
  V002: [text.replace(isa(), isa({ repetition: ':' }))],
  V003: [text.replaceAll('005010X222A1', '005010X999')],
  V004: [text.replace('IEA*1*000000001', 'IEA*1*000000002')],
  V005: [text.replace('GE*1*1', 'GE*1*2')],
  V006: [text.replace('SE*23*0001', 'SE*23*0002')],
  V007: [text.replace('SE*23', 'SE*22')],
  V008: [text.replace('GE*1*1', 'GE*2*1')],
  V009: [after('HI', 'ZZZ*1')],
  V010: [after('CLM', `NTE*ADD*${'A'.repeat(81)}`)],
  V011: [after('SBR', 'PAT*****D8')],
  V012: [after('CLM', 'NTE*ADD*A\tB')],
  V013: [text, { channel: 'production' }],
  V014: [text.replace('*X*005010X222A1', '*X*005010X222')],
  V015: [claim('HL*2', 'HL*3*1*22*0')],
  V016: [claim('HL*2', 'HL*2*1*22*1')],
  V017: [claim('LX')],
  V018: [claim('BHT', 'BHT*0018*00*BATCH1*20260115*0930*CH')],
  V130: [claim('NM1*IL')],
  V131: [after('NM1*PR', 'NM1*PR*2*OTHER*****PI*P2')],
  V132: [claim('NM1*PR', 'NM1*PR*2******PI*P1')],
  V133: [claim('N4*DENVER*CO*80203', 'N4*DENVER*CO*80203**X')],
  V134: [after('CLM', 'NTE*ZZZ*TEXT')],
  V135: [after('CLM', 'DTP*090*D8*20251301')],
  V136: [claim('LX', 'LX*1*2')],
  V137: [text.replace('IEA*1*000000001~\n', '')],
  V138: [text.replace('GE*1*1', 'REF*EI*1~\nGE*1*1')],
  V139: [`\u{feff}${text}`],
  V140: [text.slice(107)],
  V141: [text.replace(isa(), isa().replace('*ZZ*SENDER', '*QQ*SENDER'))],
  V142: [text.replace(isa(), `${isa()}ISB*é~`)],
  V143: [
    after('CLM', `NTE*ADD*${'A'.repeat(3_000)}`).replace('SE*24', 'SE*23'),
    { limits: { maxSegmentBytes: 2_000 } },
  ],
  V144: [interchange([group([['ST*270*0001*005010X279A1', 'SE*2*0001']])])],
  V145: [`${isa()}${claimSet().join('~')}~IEA*1*000000001~`],
  V146: [text.replace('GS*HC', 'GS*HP')],
  V149: [`From: clearinghouse\nSubject: VISA*claims\n\n${text}`],
  V147: [statusFile('HL*4*3*22')],
};

function idsOf(file: string, options: Partial<EngineOptions> = {}): string[] {
  return [...new Set(trace([bytesOf(file)], options).findings.map(({ id }) => id))];
}

describe('edits of envelopes and syntax', () => {
  test.each(Object.entries(cases))('%s', (id, [file, options]) => {
    expect(idsOf(file, options)).toEqual([id]);
  });

  test('reports nothing for a file without faults', () => {
    expect(idsOf(text)).toEqual([]);
    expect(idsOf(statusFile('HL*4*3*PT'))).toEqual([]);
  });

  test('reports a control number of a certificate of medical necessity, which has none', () => {
    const idsWith = (certificate: string) => idsOf(after('SV1', certificate));
    expect(idsWith('PWK*CT*AB')).toEqual([]);
    expect(idsWith('PWK*CT*AB***AC*CMN7')).toEqual(['V133']);
  });

  test('has a case for every edit except batch history and oversized claims', () => {
    const ids = syntaxEdits.map(({ id }) => id).filter((id) => id !== 'V019' && id !== 'V148');
    expect(Object.keys(cases).sort()).toEqual(ids.sort());
  });
});
