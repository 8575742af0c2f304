import { describe, expect, test } from '@jest/globals';
import type { WritableClaim } from '#x12/837p/write/claims.ts';
import { everyAuditEntry, laneFigures } from '../../stored.ts';
import { dropCutOff } from '../engine/cut-off.ts';
import { send, visit } from '../engine/sent-batch.ts';
import { adjusted, file835, payment, remit } from './payer-remittances.ts';
import {
  current,
  drop,
  heldRun,
  postingsOf,
  remittancesOf,
  settings,
  stores,
  useStores,
} from './remittance-runs.ts';

useStores();

describe('an 835 that is read several times', () => {
  test('changes nothing in another file, and is posted with other claims', async () => {
    const sent = await send(stores, [visit('I-1'), visit('I-2')]);
    const bytes = file835(remit([payment('I-1')]));
    const first = await stores.drop('one.835', bytes, settings());
    const before = await current(sent);
    const again = await stores.drop(
      'again.835',
      Buffer.from(bytes.toString().replaceAll('~', '~\n')),
      settings(),
    );
    expect(again.state).toBe('applied');
    expect(await remittancesOf(again.id)).toEqual(await remittancesOf(first.id));
    const other = Buffer.from(bytes.toString().replace('CLP*I-1*', 'CLP*I-2*'));
    const posted = await stores.drop('other.835', other, settings());
    expect(posted).toMatchObject({ state: 'applied', reasons: [] });
    const [earlier] = await remittancesOf(first.id);
    expect(await remittancesOf(posted.id)).toMatchObject([{ same_numbers_as: earlier?.id }]);
    expect(await current(sent)).toEqual({ ...before, 'I-2': expect.objectContaining({ paid: 17_550 }) });
  });

  test('waits for a person if all its payments are known under another number', async () => {
    const sent = await send(stores, [visit('RE-1'), visit('RE-2'), visit('RE-3')]);
    const paid = [payment('RE-1'), payment('RE-2')];
    await drop(remit(paid));
    const before = await current(sent);
    const again = await drop(remit(paid, { date: '2026-04-20' }));
    expect(await remittancesOf(again.id)).toMatchObject([{ possible_reissue: true, counts: { held: 2 } }]);
    expect(await postingsOf(again.id)).toMatchObject([
      { held: 'possible_reissue' },
      { held: 'possible_reissue' },
    ]);
    expect(await current(sent)).toEqual(before);
    const more = await drop(remit([...paid, payment('RE-3')], { date: '2026-04-21' }));
    expect(await remittancesOf(more.id)).toMatchObject([{ counts: { held: 0, matched: 3 } }]);
  });

  test('is posted if it repeats a refusal', async () => {
    await send(stores, [visit('NO-1')]);
    const refused = [
      payment('NO-1', [], { paid: 0, lines: [], adjustments: adjusted(['CO', '50', 17_550]) }),
    ];
    await drop(remit(refused));
    const again = await drop(remit(refused, { date: '2026-04-20' }));
    expect(await remittancesOf(again.id)).toMatchObject([{ counts: { held: 0, denied: 1 } }]);
  });

  test('posts every payment once when two files are cut off at different places', async () => {
    const numbers = Array.from({ length: 175 }, (_, n) => `CUT2-${String(n).padStart(3, '0')}`);
    const sent = await send(
      stores,
      numbers.map((one) => visit(one)),
    );
    const draft = remit(numbers.map((one) => payment(one)));
    // The first run posts claims 1 to 40 and then 41 to 160, before the second posts 41 to 175.
    const first = await heldRun(draft, 7001, [1, 4]);
    await first.holds[0];
    const second = await heldRun(draft, 7002, [0]);
    await second.holds[0];
    first.release(0);
    await first.holds[1];
    second.release(0);
    await second.done;
    first.release(1);
    await first.done;
    const claims = Object.values(await current(sent));
    expect(new Set(claims.map(({ paid }) => paid))).toEqual(new Set([17_550]));
    const [remittance] = await remittancesOf((await second.done).id);
    expect(remittance).toMatchObject({ state: 'applied', counts: { matched: 175, paid: 175 } });
  });

  test('posts nothing for an estimate, and leaves a forwarded claim pending', async () => {
    const sent = await send(stores, [visit('J-1'), visit('J-2')]);
    await drop(
      remit([
        payment('J-1', [], {
          statusCode: '25',
          paid: 0,
          lines: [],
          adjustments: adjusted(['CO', '101', 17_550]),
        }),
        payment('J-2', [], {
          statusCode: '23',
          paid: 0,
          lines: [],
          adjustments: adjusted(['OA', '109', 17_550]),
        }),
      ]),
    );
    const claims = await current(sent);
    expect(claims['J-1']).toMatchObject({ lane: 'submitted' });
    expect(claims['J-1']?.paid).toBeUndefined();
    expect(claims['J-2']).toMatchObject({ lane: 'pending' });
  });

  test('posts every payment once when the run is cut off after each write', async () => {
    const drafts: WritableClaim[] = Array.from({ length: 30 }, (_, n) => visit(`CUT-${n}`));
    const sent = await send(stores, drafts);
    const before = await laneFigures(stores);
    const payments = drafts.map(({ patientControlNumber }) => payment(patientControlNumber));
    const unknown = [payment('CUT-NONE')];
    const bytes = file835(remit([...payments.slice(0, 20), ...unknown]), remit(payments.slice(20)));
    const runs = await dropCutOff(stores, 'cut.835', bytes, settings());
    expect(runs).toBeGreaterThan(8);
    const claims = Object.values(await current(sent));
    expect(new Set(claims.map(({ lane, paid }) => `${lane} ${paid}`))).toEqual(new Set(['paid 17550']));
    const ids = new Set(claims.map(({ id }) => id));
    const entries = (await everyAuditEntry(stores)).filter(
      ({ event_type, entity_id }) => event_type === 'claim.paid' && ids.has(entity_id),
    );
    expect(entries).toHaveLength(30);
    expect(((await laneFigures(stores))['paid']?.count ?? 0) - (before['paid']?.count ?? 0)).toBe(30);
    const file = (await everyAuditEntry(stores)).findLast(({ event_type }) => event_type === 'file.applied');
    const remittances = await remittancesOf(file?.entity_id ?? '');
    const counts = remittances.map(({ counts: { matched, unmatched } }) => [matched, unmatched]);
    expect(counts.toSorted()).toEqual([
      [10, 0],
      [20, 1],
    ]);
  });
});
