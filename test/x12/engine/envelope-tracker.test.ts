import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { bytesOf, claimSet, claimText, group, interchange, isa } from '#test/fixtures/x12/interchange.ts';
import { brief, findingsIn, trace } from '#test/fixtures/x12/trace.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { inspectDocument } from '#x12/presentation/inspect.ts';

/** Findings as `id place severity codes`. */
function report(text: string): string[] {
  return trace([bytesOf(text)]).findings.map(
    (finding) => `${brief(finding)} ${finding.severity} ${JSON.stringify(finding.codes ?? {})}`,
  );
}

const oneSet = () => [group([claimSet()])];

test('reports nothing for a file without faults', () => {
  expect(findingsIn(claimText())).toEqual([]);
});

describe('wrong counts and control numbers are findings and do not stop the reading', () => {
  const text = claimText();
  test.each([
    ['SE01', text.replace('SE*23*', 'SE*22*'), 'V007 SE 1 fatal {"set":"4"}'],
    ['SE01 that is not a number', text.replace('SE*23*', 'SE*X*'), 'V007 SE 1 fatal {"set":"4"}'],
    ['SE02', text.replace('SE*23*0001', 'SE*23*0002'), 'V006 SE 2 fatal {"set":"3"}'],
    ['GE01', text.replace('GE*1*1', 'GE*2*1'), 'V008 GE 1 fatal {"group":"5"}'],
    ['GE02', text.replace('GE*1*1', 'GE*1*9'), 'V005 GE 2 fatal {"group":"4"}'],
    ['IEA01', text.replace('IEA*1', 'IEA*0'), 'V008 IEA 1 fatal {"interchange":"021"}'],
    ['IEA02', text.replace('IEA*1*000000001', 'IEA*1*000000002'), 'V004 IEA 2 fatal {"interchange":"001"}'],
    ['a missing SE', text.replace('SE*23*0001~\n', ''), 'V137 SE fatal {"set":"2"}'],
    ['a missing GE', text.replace('GE*1*1~\n', ''), 'V137 GE fatal {"group":"3"}'],
    ['a missing IEA', text.replace('IEA*1*000000001~\n', ''), 'V137 IEA fatal {"interchange":"023"}'],
  ])('%s', (_, changed, expected) => {
    expect(changed).not.toBe(text);
    expect(report(changed)).toContain(expected);
    expect(
      trace([bytesOf(changed + claimText())]).lines.filter((line) => line.startsWith('ST ')),
    ).toHaveLength(2);
  });

  test('ignores leading zeros of a group number', () => {
    expect(findingsIn(text.replace('GE*1*1', 'GE*1*0001'))).toEqual([]);
  });
});

test('reports repeated control numbers', () => {
  const twoSets = interchange([group([claimSet(), claimSet()])]);
  expect(report(twoSets)).toEqual(['V006 ST 2 fatal {"set":"23"}']);
  const twoGroups = interchange([...oneSet(), ...oneSet()]);
  expect(report(twoGroups)).toEqual(['V005 GS 6 fatal {"group":"19"}']);
  expect(report(claimText() + claimText())).toEqual(['V004 ISA 13 fatal {"interchange":"025"}']);
  expect(report(claimText() + claimText().replace('*ZZ*SENDER', '*ZZ*OTHERS'))).toEqual([]);
});

test('leaves the loops of a set without SE and reports the missing trailer', () => {
  const { lines, findings } = trace([bytesOf(claimText().slice(0, -60))]);
  expect(findings.map(brief)).toEqual(['V139 ', 'V137 SE', 'V137 GE', 'V137 IEA']);
  expect(lines.filter((line) => line.startsWith('>'))).toHaveLength(
    lines.filter((line) => line.startsWith('<')).length,
  );
});

describe('interchange headers', () => {
  test.each([
    [
      'an unknown sender qualifier',
      isa().replace('*ZZ*SENDER', '*QQ*SENDER'),
      'V141 ISA 5 error {"interchange":"005"}',
    ],
    ['an impossible date', isa().replace('*260115*', '*261315*'), 'V141 ISA 9 error {"interchange":"014"}'],
    ['an old version', isa({ version: '00401' }), 'V003 ISA 12 fatal {"interchange":"017"}'],
    ['a usage indicator', isa({ usage: 'X' }), 'V141 ISA 15 error {"interchange":"020"}'],
    [
      'a U in place of the repetition separator',
      isa({ repetition: 'U' }),
      'V002 ISA 11 warning {"interchange":"016"}',
    ],
    ['equal delimiters', isa({ repetition: ':' }), 'V002 ISA 16 fatal {"interchange":"027"}'],
  ])('%s', (_, header, expected) => {
    expect(report(claimText().replace(isa(), header))).toContain(expected);
  });

  test('are compared with the channel of the file', () => {
    expect(findingsIn(claimText(), { channel: 'test' })).toEqual([]);
    expect(findingsIn(claimText(), { channel: 'production' })).toEqual(['V013 ISA 15']);
  });

  test('without padding are read and reported with before and after', () => {
    const collapsed = isa().replaceAll(/ +/g, '');
    const [finding] = trace([bytesOf(claimText().replace(isa(), collapsed))]).findings.filter(
      ({ repair }) => repair,
    );
    expect(finding).toMatchObject({ id: 'V001', severity: 'fatal', byteOffset: 0, interchange: '000000001' });
    expect(finding?.repair?.before).toBe(collapsed.slice(0, -1));
    expect(finding?.repair?.after).toHaveLength(105);
  });
});

describe('TA1 and service segments between ISA and GS', () => {
  const ta1 = 'TA1*000000007*260115*0930*R*017~';

  test('are read', () => {
    const text = claimText().replace(isa(), `${isa()}ISB*1~ISE*1~${ta1}`);
    const { lines, findings } = trace([bytesOf(text)]);
    expect(findings).toEqual([]);
    expect(lines).toContain(
      `TA1 ${JSON.stringify({ offset: 118, controlNumber: '000000007', date: '2026-01-15', time: '09:30', code: 'R', note: '017' })}`,
    );
  });

  test('alone make an interchange', () => {
    expect(findingsIn(`${isa()}${ta1}IEA*0*000000001~`)).toEqual([]);
    expect(findingsIn(`${isa()}${ta1}IEA*1*000000001~`)).toEqual(['V008 IEA 1']);
  });

  test('report an unknown note', () => {
    expect(findingsIn(`${isa()}TA1*000000007*260115*0930*R*099~IEA*0*000000001~`)).toEqual(['V134 TA1 5']);
  });
});

describe('sets that are not read', () => {
  test('names a 997 and reports no error for it', () => {
    const text = interchange([
      group([['ST*997*0001', 'AK1*HC*1', 'AK9*A*1*1*1', 'SE*4*0001']], {
        functionalId: 'FA',
        version: '005010X230',
      }),
    ]);
    const [finding, ...others] = trace([bytesOf(text)]).findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      id: 'V144',
      severity: 'warning',
      message: 'Transaction set 997 (functional acknowledgment) is not supported; ask the partner for a 999',
    });
    const inspection = inspectDocument({ showValues: false, wholeClaims: false });
    const engine = new X12Engine({ guides: allGuides, listeners: inspection.listeners, validate: false });
    engine.write(bytesOf(text));
    engine.end();
    const { interchanges } = JSON.parse(inspection.take());
    expect(interchanges[0].groups[0].transactions[0]).toMatchObject({
      set: '997',
      name: 'functional acknowledgment',
      read: false,
    });
  });

  test('skips and reports an unsupported set', () => {
    const text = interchange([
      group([['ST*270*0001*005010X279A1', 'BHT*X', 'SE*3*0001'], claimSet(undefined, '0002')]),
    ]);
    const { lines } = trace([bytesOf(text)]);
    expect(report(text)).toEqual(['V144 ST error {"set":"1"}']);
    expect(lines.filter((line) => line.startsWith('ST'))).toHaveLength(2);
  });

  test('reports an unsupported version of a set', () => {
    const text = claimText().replaceAll('005010X222A1', '005010X999');
    expect(report(text)).toEqual(['V003 ST fatal {"set":"I6","group":"2"}']);
  });

  test('reports an accepted older version as a warning', () => {
    const text = claimText().replaceAll('005010X222A1', '005010X222A2');
    expect(report(text)).toEqual(['V003 ST warning {}']);
  });

  test('reports ST03 that differs from GS08, and a set in the wrong group', () => {
    const differs = claimText().replace(
      'GS*HC*SENDER*RECEIVER*20260115*0930*1*X*005010X222A1',
      (gs) => `${gs.slice(0, -2)}`,
    );
    expect(report(differs)).toEqual(['V014 ST 3 error {"set":"19"}']);
    expect(report(claimText().replace('GS*HC', 'GS*HP'))).toEqual(['V146 ST 1 error {"set":"18"}']);
  });
});

test('reports missing segments of an empty set in that set', () => {
  const sets = [claimSet(), ['ST*837*0002*005010X222A1', 'SE*2*0002']];
  const file = interchange([group(sets)]);
  const found = [...validateSync(bytesOf(file), { now: new Date('2026-01-20') })];
  const ofSet = found.filter(({ transaction }) => transaction === '0002');
  expect(ofSet.map(({ id }) => id)).toContain('V017');
  const start = file.indexOf('ST*837*0002');
  expect(ofSet.filter(({ byteOffset }) => byteOffset < start)).toEqual([]);
});

describe('missing envelopes', () => {
  const set = claimSet()
    .map((segment) => `${segment}~\n`)
    .join('');

  test('reports both headers of a file that begins at ST', () => {
    const { lines, findings } = trace([bytesOf(set)]);
    expect(findings.map(brief)).toEqual(['V140 ', 'V145 GS']);
    expect(lines.some((line) => line.startsWith('2300/CLM'))).toBe(true);
  });

  test('reports the missing ISA of a second file', () => {
    const text = claimText() + claimText().slice(107);
    expect(findingsIn(text)).toEqual(['V140 ISA']);
  });

  test('reports segments outside all sets', () => {
    expect(findingsIn(`${claimText()}SE*1*1~GE*1*1~IEA*1*1~REF*EI*1~`)).toEqual([
      'V138 SE',
      'V138 GE',
      'V138 IEA',
      'V138 REF',
    ]);
    const between = claimText().replace('GE*1*1', 'REF*EI*1~\nGE*1*1');
    expect(findingsIn(between)).toEqual(['V138 REF']);
  });

  test('reports one fault for a set without ST', () => {
    const text = claimText().replace(/ST\*837[^~]*~\n/, '');
    expect(findingsIn(text)).toEqual(['V138 BHT', 'V138 SE', 'V008 GE 1']);
    const first = text.replace(/IEA/, 'REF*EI*1~\nIEA');
    expect(findingsIn(first)).toEqual(['V138 BHT', 'V138 SE', 'V008 GE 1', 'V138 REF']);
  });
});

test('reports each kind of repair once per interchange', () => {
  const indented = claimText().replaceAll('\n', '\n  ');
  const second = indented.replaceAll('000000001', '000000002');
  expect(findingsIn(indented + second)).toEqual(['V139 ', 'V139 ']);
});

test('reports the encoding of text outside ASCII', () => {
  const findingsIn = (encoding: BufferEncoding) =>
    trace([Buffer.from(claimText().replace('ISAACS', 'PEÑA'), encoding)]).findings.map(
      ({ id, repair, value }) => `${id} ${repair?.after ?? value}`,
    );
  expect(findingsIn('utf8')).toEqual(['V142 utf-8', 'V012 PEÑA']);
  expect(findingsIn('latin1')).toEqual(['V142 latin-1', 'V012 PEÑA']);
});

describe('a finding', () => {
  const text = claimText().replace('A123456', 'A12345\t');

  test('has its place and a masked value', () => {
    const { findings } = trace([bytesOf(text)], { showValues: false });
    expect(findings).toEqual([
      {
        id: 'V012',
        reference: '0001.13.9',
        snip: 1,
        severity: 'error',
        message: 'Character is not in the X12 character set; replace it',
        interchange: '000000001',
        group: '1',
        transaction: '0001',
        loop: '2010BA',
        segment: 'NM1',
        segmentIndex: 13,
        byteOffset: text.indexOf('NM1*IL'),
        element: 9,
        elementRef: '67',
        value: 'A99999\t',
        valueMasked: true,
        codes: { segment: '8', element: '6' },
      },
    ]);
  });

  test('shows the value with showValues', () => {
    expect(trace([bytesOf(text)]).findings[0]?.value).toBe('A12345\t');
  });

  test('below a claim has the number of the claim', () => {
    const { findings } = trace([bytesOf(claimText().replace('SV1*HC:99213*100', 'SV1*HC:99213*1OO'))]);
    expect(findings).toMatchObject([
      { loop: '2400', segment: 'SV1', element: 2, patientControlNumber: 'CLAIM1' },
    ]);
  });
});
