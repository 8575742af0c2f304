import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { leaveOut } from '#test/soak.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { claimBody } from '../claim-body.ts';
import { Practice } from '../month/practice.ts';
import { filesOf, havePublished, publishedClaims } from './published.ts';

if (!havePublished) leaveOut('formalities of responses', 'the folder of the cases is not on this machine');
const cases = havePublished ? describe : describe.skip;

/** The only file of a case. */
const caseFile = (number: number): string => filesOf(number)[0]?.text ?? '';

type Json = ReturnType<typeof JSON.parse>;

cases('formalities of responses', () => {
  let practice: Practice;

  beforeAll(async () => {
    practice = await Practice.open(30);
    await practice.receive('claims.x12', publishedClaims());
  });
  afterAll(() => practice.close());

  async function claimOf(number: string): Promise<Json> {
    const [found] = await practice.all('list-claims', { patient_control_number: number });
    return practice.done('get-claim', { path: { id: found.id } });
  }

  async function send(number: string): Promise<Json> {
    const { id } = await claimOf(number);
    const { submissions } = await practice.done('submit-claims', { body: { claim_ids: [id] } });
    return submissions[0];
  }

  /** Drops a file into the inbox and returns its record. */
  async function drop(name: string, text: string): Promise<Json> {
    await practice.receive(name, text);
    return (await practice.all('list-files')).find((file) => file.name.endsWith(name));
  }

  async function findingsOf(file: Json): Promise<readonly string[]> {
    const { findings } = await practice.done('get-file', { path: { id: file.id } });
    return findings.map(({ id, severity }: Json) => `${id} ${severity}`);
  }

  /** Sends the claim of a case and drops the payer's file. */
  async function answered(number: number, change: (text: string) => string = (text) => text) {
    const { group_control_number: group, interchange_control_number: own } = await send(`SI${number}A`);
    const text = caseFile(number)
      .replace('AK1*HC*1*', `AK1*HC*${group}*`)
      .replace('TA1*000000001', `TA1*${own}`);
    return { file: await drop(`${number}.x12`, change(text)), claim: await claimOf(`SI${number}A`) };
  }

  /** The text of the file with the claim for the next payer. */
  async function secondaryFile(number: number): Promise<readonly string[]> {
    const { claim } = await answered(number);
    const subscriber = {
      ...{ last_name: 'FERN', first_name: 'OLIVE', id: 'SUP123', entity_type: '1', id_qualifier: 'MI' },
      ...{ relationship: '18', claim_filing: 'CI', birth_date: '1980-04-01', gender: 'F' },
      address: { line1: '1 ELM STREET', city: 'DENVER', state: 'CO', zip: '80203' },
      payer: { last_name: 'SUPPLEMENT CO', id: '60054', id_qualifier: 'PI' },
    };
    const made = await practice.done('create-secondary-claim', {
      path: { id: claim.id },
      body: { subscriber },
    });
    expect(made.findings.filter(({ severity }: Json) => severity === 'error')).toEqual([]);
    await practice.done('release-claim', { path: { id: made.id }, body: {} });
    const { file_name } = await send(`SI${number}A-S`);
    const key = (await practice.stores.keys('staging/')).find((one) => one.endsWith(file_name)) ?? '';
    return (await practice.stores.read(key)).split('~');
  }

  /** The segments of the other payer's decision: loop 2320 on the claim, 2430 on each line. */
  function decisions(segments: readonly string[]) {
    const from = segments.findIndex((segment) => segment.startsWith('SBR*P'));
    const parts = segments.slice(from).join('~').split('~LX*');
    return parts.map((part) => part.split('~').filter((one) => /^(AMT\*EAF|DTP\*573|SVD)/.test(one)));
  }

  test('26: the remaining liability stands on the line', async () => {
    const [claim = [], line = []] = decisions(await secondaryFile(26));
    expect(claim).toEqual([]);
    expect(line).toEqual(['SVD*60054*80*HC:99213**1', 'DTP*573*D8*20261124', 'AMT*EAF*20']);
  });

  test('27: the remaining liability stands on each line', async () => {
    const [claim, ...lines] = decisions(await secondaryFile(27));
    expect(claim).toEqual([]);
    expect(lines.map((line) => line.at(-1))).toEqual(['AMT*EAF*30', 'AMT*EAF*10']);
  });

  test('28: a bundled line names its line', async () => {
    const [, first = [], second = []] = decisions(await secondaryFile(28));
    expect(first[0]).toBe('SVD*60054*100*HC:80050**1');
    expect(second[0]).toBe('SVD*60054*0*HC:80050**0*1');
  });

  test.each([
    [29, 'AMT', 'EAF'],
    [30, 'DTP', '573'],
  ])('%i: a decision at both levels is reported at its %s', (number, segment, qualifier) => {
    const text = caseFile(number);
    const found = [...validateSync(Buffer.from(text), { now: new Date('2026-11-27'), sample: true })];
    const [finding, ...others] = found.filter(({ severity }) => severity === 'error');
    expect([finding?.id, finding?.segment, others]).toEqual(['V110', segment, []]);
    expect(text.slice(finding?.byteOffset)).toMatch(new RegExp(`^${segment}\\*${qualifier}\\*`));
  });

  test.each([
    [31, 'SI31A', 'SI31B'],
    [32, 'SI32B', 'SI32A'],
  ])(
    '%i: one claim beside another of a subscriber has no fault of the other',
    async (number, right, wrong) => {
      await drop(`${number}.x12`, caseFile(number));
      const errorsOf = ({ findings }: Json) => findings.filter(({ severity }: Json) => severity === 'error');
      const sound = await claimOf(right);
      expect([sound.lane, errorsOf(sound)]).toEqual(['ready', []]);
      expect(errorsOf(await claimOf(wrong))).toMatchObject([{ id: 'V033', segment: 'SBR', element: 2 }]);
    },
  );

  test('40: a TA1 alone with a group count of 1 is applied', async () => {
    const { file, claim } = await answered(40);
    expect([file.state, file.reasons]).toEqual(['applied', []]);
    expect(claim).toMatchObject({ lane: 'rejected', rejected_reason: expect.stringContaining('018') });
    expect(await findingsOf(file)).toEqual(['V008 warning']);
  });

  test.each([
    [41, 'V007 warning'],
    [42, 'V004 warning'],
  ])('%i: a rejection in a carrier with a wrong trailer is applied and noted', async (number, noted) => {
    const { file, claim } = await answered(number);
    expect([file.state, file.reasons, claim.lane]).toEqual(['applied', [], 'payer_rejected']);
    expect(await findingsOf(file)).toContain(noted);
  });

  test.each([
    [43, 'GS02'],
    [44, undefined],
    [45, 'ISA08'],
    [46, 'ISA06'],
  ])('%i: a 999 is applied, and notes another %s', async (number, element) => {
    const { file, claim } = await answered(number);
    expect([file.state, claim.lane]).toEqual(['applied', 'rejected']);
    const { data } = (await practice.call('list-implementation-acknowledgments')).body;
    const { match, findings } = data.find((one: Json) => one.file_id === file.id);
    expect(match.by).toBe(element === undefined ? 'partners' : 'number');
    const messages = findings.map(({ message }: Json) => message).join();
    expect(messages).toEqual(
      element === undefined ? '' : expect.stringMatching(`^${element} is not as sent`),
    );
  });

  test('49: a notification with an amount is no deposit', async () => {
    const { claim } = await answered(49);
    const deposits = await practice.all('list-deposits');
    const deposit = deposits.find(({ remittance_id }) => remittance_id === claim.remittance_id);
    expect(deposit).toMatchObject({ state: 'not_expected', amount: 100 });
  });

  test('50: a cent of a code for reporting leaves a line paid', async () => {
    const { claim } = await answered(50);
    expect(claim).toMatchObject({ lane: 'paid', paid: 100 });
    expect(claim).not.toHaveProperty('denial_reasons');
  });

  test('51: an answer to a status request is named as one, in the inbox and as a request', async () => {
    const message =
      'Guide 005010X212 is the response to a claim status request (276), not the 277CA; the set was not read';
    const { file, claim } = await answered(51);
    expect(file).toMatchObject({ state: 'quarantined', reasons: [{ code: 'V003', message }] });
    expect(claim.lane).toBe('submitted');
    const text = caseFile(51).replaceAll('000051004', '000051005');
    const reply = await practice.call('parse-claim-acknowledgment', {
      ...{ text, headers: { 'Content-Type': 'text/plain' } },
    });
    expect(reply).toMatchObject({ status: 422, body: { code: 'wrong_file_kind', details: [{ message }] } });
  });

  test('52: blanks before the terminators are skipped', async () => {
    const { file, claim } = await answered(52);
    expect([file.state, file.reasons, claim.lane]).toEqual(['applied', [], 'paid']);
    expect(await findingsOf(file)).toEqual(['V139 information']);
  });
  test('a separator in one name leaves the separators of the file, and is reported', async () => {
    const bodies = [claimBody('SI60A', { note: { text: 'SEEN AT 10:30' } }), claimBody('SI60B')];
    Object.assign(bodies[0]?.subscriber ?? {}, { last_name: "O*NEIL~'" });
    const ids: string[] = [];
    for (const body of bodies) ids.push((await practice.done('create-claim', { body })).id);
    const claim = await practice.done('get-claim', { path: { id: ids[0] ?? '' } });
    expect(claim).toMatchObject({ lane: 'ready', content: { subscriber: { last_name: "O*NEIL~'" } } });
    const places = claim.findings.map(({ id, segment, severity }: Json) => `${id} ${segment} ${severity}`);
    expect(places).toEqual(['V112 NM1 warning', 'V112 NTE warning']);
    const { submissions } = await practice.done('submit-claims', { body: { claim_ids: ids } });
    const key = (await practice.stores.keys('staging/')).find((one) =>
      one.endsWith(submissions[0].file_name),
    );
    const text = await practice.stores.read(key ?? '');
    expect([text[3], text[82], text[104], text[105]]).toEqual(['*', '^', ':', '~']);
    expect(text).toContain("~NM1*IL*1*O NEIL '*PAT****MI*MSI60A~");
    expect(text).toContain('~NTE*ADD*SEEN AT 10.30~');
  });

  let files = 0;
  /** The rejection of a claim, without its fault and with numbers of its own. */
  const statusFile = (number: string) =>
    caseFile(41)
      .replace('SI41A', number)
      .replace('SE*99', 'SE*20')
      .replaceAll('A41002', `A${++files}`)
      .replaceAll('000041005', String(files).padStart(9, '0'));

  /** Deviations of 277CA files that senders write; the references beside the cases list them. */
  const deviations: readonly (readonly [name: string, (text: string) => string])[] = [
    ['another component separator', (text) => text.replaceAll(':', '|')],
    ['line ends and indentation', (text) => text.replaceAll('~', '~\r\n  ')],
    ['a byte order mark and a banner', (text) => `\u{feff}REPORT OF TODAY\r\n${text}`],
    ['HL04 at the patient', (text) => text.replace('HL*4*3*PT', 'HL*4*3*PT*0')],
    ['no trace of the provider', (text) => text.replace('TRN*1*0~', '').replace('SE*20', 'SE*19')],
    ['no service date', (text) => text.replace(/DTP\*472[^~]*~/, '').replace('SE*20', 'SE*19')],
    [
      'hundredths of a second in GS05, and no day of processing',
      (text) =>
        text
          .replace(/(GS\*HN\*\w+\*\w+\*\d+\*)\d+/, '$114001299')
          .replace(/DTP\*050[^~]*~DTP\*009[^~]*~/, '')
          .replace('SE*20', 'SE*18'),
    ],
    ['an empty STC02', (text) => text.replace('33:IL*20261127*', '33:IL**')],
    ['no STC03', (text) => text.replace('33:IL*20261127*U*', '33:IL*20261127**')],
    ['a masked member number', (text) => text.replace('MI*M1~', 'MI*XXXXX1234~')],
    ['a claim number in other letter case', (text) => text.replace('TRN*2*SI', 'TRN*2*si')],
    [
      'trailing blanks in elements',
      (text) => text.replace(/(TRN\*2\*SI\w+|STC\*A7:33:IL|005010X214|\*20261127\*U)(?=[*~])/g, '$1  '),
    ],
    [
      'a line without a service date of the claim',
      (text) =>
        text
          .replace(/DTP\*472[^~]*~/, 'SVC*HC:99213*125*****1~STC*A7:453*20261127*U~')
          .replace('SE*20', 'SE*21'),
    ],
    ['another SE02', (text) => text.replace('SE*20*0001', 'SE*20*0002')],
    ['another GE01', (text) => text.replace('GE*1*', 'GE*2*')],
    ['another GE02', (text) => text.replace(/GE\*1\*\d+/, 'GE*1*7')],
    ['another IEA01', (text) => text.replace('IEA*1*', 'IEA*3*')],
    ['no IEA', (text) => text.replace(/IEA.*/, '')],
    ['neither GE nor IEA', (text) => text.replace(/GE\*.*/, '')],
    ['no GS and no GE', (text) => text.replace(/GS\*[^~]*~/, '').replace(/GE\*[^~]*~/, '')],
    ['an ISA without padding', (text) => text.replace(/ISA[^~]*/, (isa) => isa.replace(/ +(?=\*)/g, ''))],
    ['a short ISA13', (text) => text.replace(/0000\d{5}\*0\*T/, '77*0*T')],
    ['ISA12 of the earlier version', (text) => text.replace('*^*00501*', '*U*00401*')],
    ['a TA1 before the group', (text) => text.replace('~GS*', '~TA1*000009999*261127*0800*A*000~GS*')],
    ['no ST03', (text) => text.replace('ST*277*0001*005010X214', 'ST*277*0001')],
    ['a later errata version', (text) => text.replaceAll('005010X214', '005010X214E2')],
  ];
  const waiting = [
    ...Array.from({ length: 25 }, (_, n) => `SI${String(n + 1).padStart(2, '0')}A`),
    ...[
      'SI33A',
      'SI34A',
      'SI35A',
      'SI36A',
      'SI36B',
      'SI36C',
      'SI37A',
      'SI38A',
      'SI39A',
      'SI39B',
      'SI47A',
      'SI48A',
    ],
  ];
  const takeClaim = (): string => waiting.shift() ?? '';

  test.each(deviations)('a 277CA with %s rejects its claim', async (name, change) => {
    const number = takeClaim();
    await send(number);
    const text = statusFile(number);
    const changed = change(text);
    expect(changed).not.toBe(text);
    const file = await drop(`deviation ${name}.277`, changed);
    expect([file.state, file.reasons, (await claimOf(number)).lane]).toEqual([
      'applied',
      [],
      'payer_rejected',
    ]);
  });

  test('a rejection with wrong counts is applied beside claims, whose envelope must be right', async () => {
    const number = takeClaim();
    await send(number);
    const wrong = statusFile(number)
      .replace('SE*20', 'SE*99')
      .replace(/IEA\*1\*\d+/, 'IEA*2*000000002');
    const claims = caseFile(29).replaceAll('000029004', '000029104').replaceAll('SI29A', 'SI29X');
    const file = await drop('both.x12', `${claims.replace('SE*35', 'SE*34')}\n${wrong}`);
    expect(file).toMatchObject({
      state: 'partly_applied',
      reasons: [{ code: 'V007', interchange: '000029104' }],
    });
    expect((await claimOf(number)).lane).toBe('payer_rejected');
    expect(await practice.all('list-claims', { patient_control_number: 'SI29X' })).toEqual([]);
  });

  test('a 277CA with several sets, and several claims of a patient, rejects each claim', async () => {
    const numbers = [takeClaim(), takeClaim(), takeClaim()] as const;
    for (const number of numbers) await send(number);
    const [first, second, third] = numbers;
    const both = statusFile(first).replace(
      /(TRN\*2\*SI[\s\S]*?)(?=SE\*)/,
      (one) => one + one.replace(first, second),
    );
    const set = /ST\*277[\s\S]*?SE\*\d+\*0001~/.exec(both)?.[0] ?? '';
    const next = set
      .replaceAll('*0001', '*0002')
      .replace(first, third)
      .replace(/\bA\d+\b/, 'B1');
    await drop('several.277', both.replace(set, set + next).replace('GE*1', 'GE*2'));
    for (const number of numbers) expect((await claimOf(number)).lane).toBe('payer_rejected');
  });

  const groupDeviations: readonly (readonly [name: string, (text: string) => string])[] = [
    ['a set number without zeros', (text) => text.replace('AK2*837*0001', 'AK2*837*1')],
    ['the earlier version', (text) => text.replaceAll('005010X231A1', '005010X231')],
    ['no ST03', (text) => text.replace('ST*999*0001*005010X231A1', 'ST*999*0001')],
    ['an empty loop', (text) => text.replace('*2300*8', '**8')],
    [
      'a wrong SE01 and IEA02',
      (text) => text.replace('SE*8', 'SE*3').replace(/IEA\*1\*\d+/, 'IEA*1*000000001'),
    ],
    ['other counts', (text) => text.replace('AK9*R*1*1*0', 'AK9*R*2*2*1')],
    ['no set', (text) => text.replace(/AK2.*IK5\*R\*5~/, '').replace('SE*8', 'SE*4')],
  ];
  test.each(groupDeviations)('a 999 with %s rejects its claim', async (name, change) => {
    const number = takeClaim();
    const { group_control_number: group } = await send(number);
    const text = caseFile(43).replace('CLHAPP', '60054').replace('AK1*HC*1*', `AK1*HC*${group}*`);
    const changed = change(text);
    expect(changed).not.toBe(text);
    const file = await drop(`deviation ${name}.999`, changed);
    expect([file.state, file.reasons, (await claimOf(number)).lane]).toEqual(['applied', [], 'rejected']);
  });
});
