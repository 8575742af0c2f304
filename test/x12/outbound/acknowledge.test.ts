import { describe, expect, test } from '@jest/globals';
import {
  bytesOf,
  claimSegments,
  claimSet,
  claimText,
  group,
  interchange,
  isa,
  replace,
} from '#test/fixtures/x12/interchange.ts';
import { allGuides, brief, trace } from '#test/fixtures/x12/trace.ts';
import { transactionListeners } from '#x12/engine/transactions.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { type AcknowledgeOptions, acknowledge } from '#x12/outbound/acknowledge.ts';

const moment = new Date('2026-01-20T10:05:00Z');

async function acknowledged(text: string, options: Partial<AcknowledgeOptions> = {}) {
  const settings = { guides: allGuides, moment, controlNumber: 41, ...options };
  const { files, verdicts } = await acknowledge(bytesOf(text), settings);
  const written = files.map(({ kind, bytes }) => ({
    kind,
    segments: bytes.toString('latin1').split('~').slice(0, -1),
    bytes,
  }));
  return {
    verdicts,
    written,
    of: (kind: string) => written.find((file) => file.kind === kind)?.segments ?? [],
  };
}

/** The 999 of a file, AK1 to AK9. */
async function body(text: string, options: Partial<AcknowledgeOptions> = {}): Promise<string[]> {
  const { of } = await acknowledged(text, options);
  return of('999').filter((segment) => /^(AK|IK|CTX)/.test(segment));
}

const oneClaim = (change: (segments: string[]) => string[]) => claimText(change);

describe('the 999', () => {
  test('accepts a file without faults and goes to its sender', async () => {
    const { written, of } = await acknowledged(claimText());
    expect(written.map(({ kind }) => kind)).toEqual(['999']);
    expect(of('999')).toEqual([
      'ISA*00*          *00*          *ZZ*RECEIVER       *ZZ*SENDER         *260120*1005*^*00501*000000041*0*T*:',
      'GS*FA*RECEIVER*SENDER*20260120*1005*41*X*005010X231A1',
      'ST*999*0001*005010X231A1',
      'AK1*HC*1*005010X222A1',
      'AK2*837*0001*005010X222A1',
      'IK5*A',
      'AK9*A*1*1*1',
      'SE*6*0001',
      'GE*1*41',
      'IEA*1*000000041',
    ]);
  });

  test('names segment, position, loop and claim of each error', async () => {
    expect(await body(oneClaim((all) => replace(all, 'HI*ABK')))).toEqual([
      'AK1*HC*1*005010X222A1',
      'AK2*837*0001*005010X222A1',
      'IK3*HI*19*2300*3',
      'CTX*CLM01:CLAIM1',
      'IK5*R*5',
      'AK9*R*1*1*0',
    ]);
  });

  test('merges the element errors of a segment and copies their values', async () => {
    const text = oneClaim((all) => replace(all, 'CLM', 'CLM*CLAIM1*1OO***11:B:1*Y*Q*Y*Y'));
    expect((await body(text)).slice(2, -2)).toEqual([
      'IK3*CLM*18*2300*8',
      'CTX*CLM01:CLAIM1',
      'IK4*2*782*6*1OO',
      'IK4*7*1359*7*Q',
    ]);
    expect(await body(text, { showValues: false })).toContain('IK4*2*782*6*9AA');
  });

  test('names the trigger of a missing element', async () => {
    const text = oneClaim((all) => replace(all, 'PER', 'PER*IC*BILLING*TE*3035550100*EM'));
    expect((await body(text)).slice(2, -2)).toEqual([
      'IK3*PER*4*1000*8',
      'IK4*6*364*2',
      'CTX*SITUATIONAL TRIGGER*PER*4*1000*5*365',
    ]);
  });

  test('reports errors in file order', async () => {
    const text = oneClaim((all) =>
      replace(replace(all, 'N4*DENVER*CO*802031234'), 'SV1', 'SV1*HC:99213*X*UN*1***1'),
    );
    const positions = (await body(text))
      .filter((one) => one.startsWith('IK3'))
      .map((one) => one.split('*')[2]);
    expect(positions).toEqual(['9', '20']);
  });

  test('rejects one set and accepts the other: P', async () => {
    const bad = claimSet(replace(claimSegments, 'HI*ABK'), '0002');
    const lines = await body(interchange([group([claimSet(), bad])]));
    expect(lines.filter((one) => /^(IK5|AK9)/.test(one))).toEqual(['IK5*A', 'IK5*R*5', 'AK9*P*2*2*1']);
  });

  test('accepts with errors noted for warnings: E', async () => {
    const text = oneClaim((all) => replace(all, 'CLM', 'CLM*claim1*100***11:B:1*Y*A*Y*Y'));
    const lines = await body(text, { listeners: transactionListeners({}, { now: moment }) });
    expect(lines.slice(2)).toEqual([
      'IK3*CLM*18*2300*8',
      'CTX*CLM01:claim1',
      'IK4*1*1028*I12*claim1',
      'IK5*E*5',
      'AK9*E*1*1*1',
    ]);
  });

  test('omits findings that the 277CA reports', async () => {
    const text = oneClaim((all) => replace(all, 'CLM', 'CLM*CLAIM1*200***00:B:6*Y*A*Y*Y'));
    const lines = await body(text, { listeners: transactionListeners({}, { now: moment }) });
    expect(lines.slice(2)).toEqual(['IK5*A', 'AK9*A*1*1*1']);
  });

  test.each([
    ['a wrong SE01', claimText().replace('SE*23', 'SE*9'), ['IK5*R*4', 'AK9*R*1*1*0']],
    ['a missing SE', claimText().replace('SE*23*0001~\n', ''), ['IK5*R*2', 'AK9*R*1*1*0']],
    ['a wrong GE01', claimText().replace('GE*1*1', 'GE*7*1'), ['AK9*R*7*1*0*5']],
    ['a wrong GE02', claimText().replace('GE*1*1', 'GE*1*3'), ['AK9*R*1*1*0*4']],
    ['a missing GE', claimText().replace('GE*1*1~\n', ''), ['AK9*R*0*1*0*3']],
    ['an unknown version', claimText().replaceAll('X222A1', 'X999'), ['AK9*R*1*1*0*2']],
    [
      'an ST02 that repeats',
      interchange([group([claimSet(), claimSet()])]),
      ['IK5*A', 'IK5*R*23', 'AK9*P*2*2*1'],
    ],
    [
      'an ST03 that differs',
      claimText().replace('ST*837*0001*005010X222A1', 'ST*837*0001*005010X222'),
      ['IK5*R*19', 'AK9*R*1*1*0'],
    ],
  ])('of %s', async (_, text, expected) => {
    expect((await body(text)).filter((one) => /^(IK5|AK9)/.test(one))).toEqual(expected);
  });

  test('responds to each group with one set', async () => {
    const two = interchange([group([claimSet()]), group([claimSet()], { number: '2' })]);
    const { of } = await acknowledged(two);
    expect(of('999').filter((one) => /^(ST|AK1|GE)/.test(one))).toEqual([
      ...[
        'ST*999*0001*005010X231A1',
        'AK1*HC*1*005010X222A1',
        'ST*999*0002*005010X231A1',
        'AK1*HC*2*005010X222A1',
      ],
      'GE*2*41',
    ]);
  });

  test('is not written for a received 999', async () => {
    const { of } = await acknowledged(claimText());
    const { written } = await acknowledged(`${of('999').join('~')}~`);
    expect(written).toEqual([]);
  });

  test('has no set version for an 835', async () => {
    const set = ['ST*835*0001', 'BPR*I*1*C*CHK************20260101', 'SE*3*0001'];
    const text = interchange([group([set], { functionalId: 'HP', version: '005010X221A1' })]);
    const lines = await body(text);
    expect(lines.slice(0, 2)).toEqual(['AK1*HP*1*005010X221A1', 'AK2*835*0001']);
  });

  test('fits bad values into the lengths of a 999', async () => {
    const text = oneClaim((all) => replace(all, 'HI*ABK', 'NM31*X', `HI*ABK:${'9'.repeat(200)}`, '*X'));
    const { written } = await acknowledged(text);
    for (const { bytes } of written) expect(trace([bytes]).findings.map(brief)).toEqual([]);
    expect(await body(text)).toContain('IK3*NM3*19*2300*1');
    expect(await body(text)).toContain('IK3*UNK*21*2300*1');
  });

  test('limits counts to six digits', async () => {
    const counts = await body(claimText().replace('GE*1*', 'GE*12345678*'));
    expect(counts.at(-1)).toBe('AK9*R*999999*1*0*5');
  });

  test('is written when bad values contain every usual separator', async () => {
    const { written } = await acknowledged(claimText().replace('BHT*0019*00', 'BHT*:9><;*00'));
    const [file] = written;
    expect(file?.bytes.toString()).toContain(':9><;');
    expect(trace([file?.bytes ?? Buffer.alloc(0)]).findings.map(brief)).toEqual([]);
  });

  test('has no trailing blank after cutting a text', async () => {
    const text = claimText().replace('20260115*0930*1*X*005010X222A1', '20260115*0930*1*X*005010X222A 1');
    const { written } = await acknowledged(text);
    for (const { bytes } of written) expect(trace([bytes]).findings.map(brief)).toEqual([]);
  });

  test('chooses delimiters that occur in no copied value', async () => {
    const other = isa({ separator: '|', component: '>', repetition: '!', terminator: '\n' });
    const text = claimText()
      .replace(`${isa()}\n`, '')
      .replaceAll('*', '|')
      .replaceAll(':', '>')
      .replaceAll('~\n', '\n');
    const { written } = await acknowledged(`${other}${text.replace('A123456', 'A*:~^\t6')}`);
    const [file] = written;
    expect(file?.bytes.toString()).toContain('A*:~^?6');
    expect(trace([file?.bytes ?? bytesOf('')]).findings).toEqual([]);
  });
});

describe('the TA1', () => {
  test('is written when ISA14 requests it', async () => {
    const text = claimText().replace(isa(), isa({ wantsTa1: '1' }));
    const { of, written } = await acknowledged(text);
    expect(written.map(({ kind }) => kind)).toEqual(['TA1', '999']);
    expect(of('TA1').slice(1)).toEqual(['TA1*000000001*260115*0930*A*000', 'IEA*0*000000041']);
    expect((await acknowledged(text, { ta1: 'never' })).written.map(({ kind }) => kind)).toEqual(['999']);
    expect((await acknowledged(claimText(), { ta1: 'always' })).written.map(({ kind }) => kind)).toEqual([
      'TA1',
      '999',
    ]);
  });

  test.each([
    ['an IEA02 that differs', claimText().replace('IEA*1*000000001', 'IEA*1*000000009'), 'R*001'],
    ['an IEA01 that is wrong', claimText().replace('IEA*1', 'IEA*3'), 'R*021'],
    ['a truncated file', claimText().slice(0, -20), 'R*023'],
    ['an unknown version', claimText().replace(isa(), isa({ version: '00401' })), 'R*017'],
    ['a U as repetition separator', claimText().replace(isa(), isa({ repetition: 'U' })), 'E*016'],
  ])('of %s', async (_, text, expected) => {
    const { of, written } = await acknowledged(text);
    expect(of('TA1')[1]).toBe(`TA1*000000001*260115*0930*${expected}`);
    // The TA1 rejects the interchange, so there is no 999.
    expect(written.map(({ kind }) => kind)).toEqual(expected.startsWith('R') ? ['TA1'] : ['TA1', '999']);
  });

  test.each([
    ['is never written', claimText().replace('IEA*1*000000001', 'IEA*1*000000009'), { ta1: 'never' }],
    ['has no header', claimText().replace(`${isa()}\n`, ''), {}],
  ] as const)('that %s is rejected by the 999 alone', async (_, text, options) => {
    const { of, written } = await acknowledged(text, options);
    expect(written.map(({ kind }) => kind)).toEqual(['999']);
    expect(of('999').filter((one) => /^(AK2|IK5|AK9)/.test(one))).toEqual(['AK9*R*1*1*0']);
  });

  test('reports a repeated interchange control number', async () => {
    const { written, verdicts } = await acknowledged(claimText() + claimText());
    expect(written.map(({ kind }) => kind)).toEqual(['999', 'TA1']);
    expect(verdicts.map(({ code, note }) => `${code} ${note}`)).toEqual(['A 000', 'R 025']);
  });
});

test('throws X12Error for input that is not X12', async () => {
  await expect(acknowledged('hello')).rejects.toThrow(X12Error);
});
