import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findClaimsByPcn } from '#store/claims/claims/claims.ts';
import { readFindings } from '#store/claims/files/files.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;
let numbers = 100;
/** An unused interchange number. */
const fresh = () => numbers++;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const claimsOf = (pcn: string) => findClaimsByPcn(stores.claims, pcn);

describe('A name or number that its sender used before', () => {
  const findingsOf = async (id: string) =>
    (await readFindings(stores.claims, id)).filter((one) => ['R210', 'V004'].includes(one.id));
  const claimFile = (number: number, pcn: string, sender?: string) =>
    claimFileText({ number, claims: [{ pcn }], ...(sender && { sender }) });

  test('reports a file name and stores the claims', async () => {
    const first = await stores.drop('daily.837', claimFile(fresh(), 'NAME1'));
    expect(await findingsOf(first.id)).toEqual([]);
    // Names do not differ by letter case.
    const again = await stores.drop('Daily.837', claimFile(fresh(), 'NAME2'));
    expect(again).toMatchObject({ state: 'applied', counts: { claims: 1 }, finding_counts: { warning: 1 } });
    expect(await findingsOf(again.id)).toMatchObject([
      { id: 'R210', severity: 'warning', message: expect.stringContaining('file name before') },
    ]);
    const other = await stores.drop('daily.837', claimFile(fresh(), 'NAME3', '87654321'));
    expect(await findingsOf(other.id)).toEqual([]);
  });

  test('reports a file name with the severity of the state rule', async () => {
    const profiles = new Map([['CO_TXIX', coloradoMedicaid]]);
    await stores.drop('state.837', claimFile(fresh(), 'NAME4'), { profiles });
    const again = await stores.drop('state.837', claimFile(fresh(), 'NAME5'), { profiles });
    const [found] = (await findingsOf(again.id)).filter(({ reference }) => reference === 'file');
    expect(found).toMatchObject({ id: 'R210', severity: 'error' });
    expect((await claimsOf('NAME5'))[0]?.lane).toBe('ready');
    const rules = { R210: { enabled: false } };
    const without = new Map([['CO_TXIX', { ...coloradoMedicaid, rules }]]);
    const off = await stores.drop('state.837', claimFile(fresh(), 'NAME6'), { profiles: without });
    expect((await findingsOf(off.id)).filter(({ reference }) => reference === 'file')).toEqual([]);
  });

  test('reports an interchange number with its position and stores the claims', async () => {
    const number = fresh();
    await stores.drop('number-1.837', claimFile(number, 'ISA1'));
    const file = await stores.drop('number-2.837', claimFile(number, 'ISA2'));
    expect(file).toMatchObject({ state: 'applied', counts: { claims: 1 } });
    expect(await findingsOf(file.id)).toMatchObject([
      { id: 'V004', severity: 'warning', segment: 'ISA', element: 13, byte_offset: 0 },
    ]);
    const other = await stores.drop('number-3.837', claimFile(number, 'ISA3', '87654321'));
    expect(await findingsOf(other.id)).toEqual([]);
  });

  test('does not count the name and number of a quarantined file', async () => {
    const number = fresh();
    const text = claimFile(number, 'ISA4');
    await stores.drop('fixed.837', text.replace(/SE\*\d+/, 'SE*99'));
    const fixed = await stores.drop('fixed.837', text);
    expect(fixed.state).toBe('applied');
    expect(await findingsOf(fixed.id)).toEqual([]);
  });

  test('reports nothing for another object under the same key', async () => {
    const file = await stores.drop('once.837', claimFile(fresh(), 'ONCE1'));
    await stores.drop('once.837', claimFile(fresh(), 'ONCE2'));
    expect(await findingsOf(file.id)).toEqual([]);
  });
});
