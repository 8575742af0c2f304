import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { leaveOut } from '#test/soak.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { Practice } from './month/practice.ts';

/** Files of payers and billing systems next to the repository; CASES.md there has the source of each outcome. */
const folder = resolve(import.meta.dirname, '../../../../shared/cases/claims');
const haveCases = existsSync(folder);
if (!haveCases) leaveOut('cases of claims', 'the folder of the cases is not on this machine');
const cases = haveCases ? describe : describe.skip;

/** The only file of a case. */
function caseFile(number: number): string {
  const own = readdirSync(folder).find((name) => Number.parseInt(name, 10) === number) ?? '';
  const [file = ''] = readdirSync(resolve(folder, own));
  return readFileSync(resolve(folder, own, file), 'latin1');
}

type Json = ReturnType<typeof JSON.parse>;

cases('Claims', () => {
  let practice: Practice;

  beforeAll(async () => {
    practice = await Practice.open(30);
    await practice.receive('claims.x12', readFileSync(resolve(folder, 'claims.x12')));
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
});
