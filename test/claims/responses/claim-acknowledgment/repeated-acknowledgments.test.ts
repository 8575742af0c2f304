import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { stc } from '../../../fixtures/x12/acknowledgment.ts';
import { everyAuditEntry, laneFigures } from '../../stored.ts';
import { dropCutOff } from '../engine/cut-off.ts';
import { send, visit } from '../engine/sent-batch.ts';
import {
  answersOf,
  current,
  drop,
  events,
  settings,
  statusesOf,
  stores,
  useStores,
} from './acknowledgment-runs.ts';
import { answering, file277, newestNumber, rejection, status } from './payer-statuses.ts';

useStores();

describe('a repeated or long 277CA', () => {
  test('applies two statuses of one claim in their order', async () => {
    const sent = await send(stores, [visit('W-1')]);
    const pending = status('W-1', { statuses: [stc('A9', '1')] });
    await drop(file277([answering([status('W-1'), pending, rejection('W-1')])]));
    const claim = (await current(sent))['W-1'];
    expect(claim).toMatchObject({ lane: 'payer_rejected', version: 5 });
    expect((await events(claim)).slice(2)).toEqual([
      'claim.accepted',
      'claim.pending',
      'claim.payer_rejected',
    ]);
  });

  test('changes nothing in another file, and is applied with other statuses', async () => {
    const sent = await send(stores, [visit('I-1'), visit('I-2')]);
    const bytes = file277([answering([rejection('I-1')])]);
    await drop(bytes);
    const before = await current(sent);
    const again = await drop(Buffer.from(bytes.toString().replaceAll('~', '~\n')));
    expect(again.state).toBe('applied');
    expect(await answersOf(again.id)).toMatchObject([{ state: 'applied', counts: { matched: 1 } }]);
    expect(await current(sent)).toEqual(before);
    const other = await drop(Buffer.from(bytes.toString().replace('TRN*2*I-1', 'TRN*2*I-2')));
    expect(other).toMatchObject({ state: 'applied', reasons: [] });
    const [earlier] = await answersOf(again.id);
    expect(await answersOf(other.id)).toMatchObject([{ same_numbers_as: earlier?.id }]);
    expect((await current(sent))['I-2']?.lane).toBe('payer_rejected');
  });

  test('changes nothing in another envelope', async () => {
    const sent = await send(stores, [visit('ENV-1')]);
    const bytes = file277([answering([rejection('ENV-1')])]);
    const first = await drop(bytes);
    const before = await current(sent);
    const text = bytes.toString();
    const interchange = /~IEA\*1\*(\d+)/.exec(text)?.[1] ?? '';
    const again = await drop(Buffer.from(text.replaceAll(interchange, '000777001')));
    expect(await answersOf(again.id)).toEqual(await answersOf(first.id));
    expect(await current(sent)).toEqual(before);
    const later = text
      .replaceAll(interchange, '000777002')
      .replace(/(BHT\*0085\*08\*\w+\*\d+\*)\d+/, '$12359');
    await drop(Buffer.from(later));
    expect((await events((await current(sent))['ENV-1'])).slice(-2)).toEqual([
      'claim.payer_rejected',
      'claim.payer_rejected',
    ]);
  });

  test('loses no rejection that is added under the same numbers', async () => {
    const sent = await send(stores, [visit('MORE-1'), visit('MORE-2')]);
    const totals = { totals: { rejected: 2 } };
    await drop(file277([answering([rejection('MORE-1')], totals)]));
    const more = answering([rejection('MORE-1'), rejection('MORE-2')], totals);
    const file = await drop(file277([more], undefined, newestNumber()));
    expect(file).toMatchObject({ state: 'applied', reasons: [] });
    expect((await current(sent))['MORE-2']?.lane).toBe('payer_rejected');
  });

  test('applies statuses with more lines than an item can hold', async () => {
    const sent = await send(stores, [visit('MANY-1'), visit('MANY-2'), visit('MANY-3')]);
    const linesOf = (count: number) =>
      Array.from({ length: count }, () => ({
        procedureQualifier: 'HC',
        procedure: '99213',
        charge: 12_550,
        statuses: [stc('A7', '454', { amount: undefined, message: randomBytes(130).toString('hex') })],
        lineControlNumber: randomBytes(15).toString('hex'),
        serviceDate: '2026-03-02',
      }));
    const others = Array.from({ length: 12 }, (_, n) =>
      rejection(`MANY-X${n}`, { serviceLines: linesOf(99) }),
    );
    const file = await drop(
      file277([
        answering([
          rejection('MANY-1'),
          ...others,
          rejection('MANY-2', { serviceLines: linesOf(3000) }),
          rejection('MANY-3'),
        ]),
      ]),
    );
    expect(file).toMatchObject({ state: 'applied', counts: { matched: 3, unmatched: 12 } });
    expect(Object.values(await current(sent)).map(({ lane }) => lane)).toEqual([
      'payer_rejected',
      'payer_rejected',
      'payer_rejected',
    ]);
    const stored = await statusesOf(file.id);
    expect(stored.map(({ service_lines }) => service_lines.length)).toEqual([
      0,
      ...others.map(() => 99),
      0,
      0,
    ]);
  });

  test('applies every status once when the run is cut off after each write', async () => {
    const drafts = Array.from({ length: 50 }, (_, n) => visit(`CUT-${n}`));
    const sent = await send(stores, drafts);
    const before = await laneFigures(stores);
    const statuses = drafts.map(({ patientControlNumber }, n) =>
      n % 2 === 0 ? rejection(patientControlNumber) : status(patientControlNumber),
    );
    const runs = await dropCutOff(stores, 'cut.277', file277([answering(statuses)]), settings());
    expect(runs).toBeGreaterThan(4);
    const ids = new Set(sent.claims.map(({ id }) => id));
    const entries = (await everyAuditEntry(stores)).filter(({ entity_id }) => ids.has(entity_id));
    const count = (type: string) => entries.filter(({ event_type }) => event_type === type).length;
    expect([count('claim.payer_rejected'), count('claim.accepted')]).toEqual([25, 25]);
    const after = await laneFigures(stores);
    expect((after['payer_rejected']?.count ?? 0) - (before['payer_rejected']?.count ?? 0)).toBe(25);
    expect((after['submitted']?.count ?? 0) - (before['submitted']?.count ?? 0)).toBe(-50);
  });
});
