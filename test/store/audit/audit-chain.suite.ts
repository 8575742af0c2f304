import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import { GroupTooLarge } from '#audit/append/group-commit.ts';
import type { ChainStore, CommitOutcome } from '#audit/append/transaction.ts';
import { NotCanonical } from '#audit/entries/canonical-json.ts';
import { type EntryDraft, emptyHead } from '#audit/entries/chain.ts';
import { continueExport, type PartedFile } from '#audit/export/export-run.ts';
import { verifyExport } from '#audit/export/verify-export.ts';
import { newExport } from '#audit/runs/run-views.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { entryKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { itemAt } from '#store/audit/stored-entries.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import { asyncValues } from '../../audit/export/exported-chain.ts';
import { newMemoryChain, newSigningKey } from '../../audit/memory-chain.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import type { DynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { appendAll, newAuditTable } from './audit-table.ts';

const draft = (entity_id: string, payload: EntryDraft['payload'] = { n: 1 }): EntryDraft => ({
  event_type: 'claim.rejected',
  entity_type: 'claim',
  entity_id,
  actor: 'test',
  payload,
});

const put = (id: string): TransactAction => ({
  Put: { Item: { pk: `WORK#${id}`, sk: 'WORK' }, ConditionExpression: 'attribute_not_exists(pk)' },
});

export function auditChainSuite(ofEngine: () => DynamoEngine): void {
  let audit: Table;
  let work: Table;
  let store: ChainStore<TransactAction>;
  const outcomes: CommitOutcome['kind'][] = [];

  beforeEach(async () => {
    audit = await newAuditTable(ofEngine());
    work = await newCommerceTable(ofEngine());
    store = chainStore(audit, work, 'main');
    outcomes.length = 0;
  });

  const appender = (options = {}) =>
    new ChainAppender(store, { observe: (outcome) => outcomes.push(outcome), ...options });
  const verify = () => verifyChain(chainSource(audit, 'main'), { witness: new Map() });
  const exists = async (id: string) => {
    const key = { pk: `WORK#${id}`, sk: 'WORK' };
    const { Item } = await work.client.send(new GetCommand({ TableName: work.name, Key: key }));
    return Item !== undefined;
  };

  test('a range that begins after its end is exported and verified without entries', async () => {
    await appender().append([draft('a'), draft('b'), draft('c')]);
    const source = chainSource(audit, 'main');
    const { pem, ...signer } = newSigningKey();
    const subject = { ...newMemoryChain(0), source, signer };
    for (const [from, to] of [
      [3, 2],
      [9, 12],
    ] as const) {
      const head = await source.head();
      const run = newExport({ id: 'run', now: new Date(), from, to, head });
      let text = '';
      const file: PartedFile = {
        begin: async () => 'upload',
        put: async (_run, _upload, _part, written) => {
          text += written;
        },
        finish: async () => {},
      };
      const surroundings = { save: async () => {}, outOfTime: () => false, now: () => new Date() };
      expect(await continueExport(subject, file, run, surroundings)).toMatchObject({
        state: 'done',
        entries: 0,
      });
      const lines = text.trimEnd().split('\n').values();
      expect(await verifyExport(asyncValues(lines), { publicKey: pem })).toMatchObject({
        ok: true,
        checked: 0,
      });
    }
  });

  test('entry and business item are one write', async () => {
    const [entry] = await appender().append([draft('a')], [put('a')]);
    expect(entry).toMatchObject({
      id: 1,
      entity_id: 'a',
      payload_json: '{"n":1}',
      prev_hash: '0'.repeat(64),
    });
    expect(await exists('a')).toBe(true);
    expect(await verify()).toMatchObject({ ok: true, checked: 1, head: { sequence: 1, hash: entry?.hash } });
  });

  test('stores exactly the entry, its keys, the token of its transaction and the marks of its run', async () => {
    const [entry] = await appender().append([draft('a')]);
    const Key = entryKey('main', 1);
    const { Item } = await audit.client.send(new GetCommand({ TableName: audit.name, Key }));
    expect(Item).toEqual({
      ...Key,
      ...entry,
      transaction: expect.any(String),
      run_end: Key.sk,
      run_actor: 'test',
      run_event_type: 'claim.rejected',
      run_entity_type: 'claim',
    });
  });

  describe('entries whose ids an item lists', () => {
    const entities = Array.from({ length: 90 }, (_, n) => `${n}`);
    const key = (id: string) => ({ pk: `WORK#${id}`, sk: 'WORK' });
    const listedOf = async (id: string) => (await getItem(work, key(id)))?.['entries'];
    const create = (id: string): TransactAction => ({ Put: { Item: key(id) }, listsEntriesOf: id });
    const change = (id: string): TransactAction => ({
      Update: {
        Key: key(id),
        UpdateExpression: 'SET #n = :n REMOVE earlier',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#n': 'n' },
        ExpressionAttributeValues: { ':n': 1 },
      },
      listsEntriesOf: id,
    });

    test('share an item, are verified, and are in the list of each', async () => {
      const drafts = entities.map((id) => draft(id));
      const created = await appender().append(drafts, entities.map(create));
      const changed = await appender().append([...drafts, draft('0')], entities.map(change));
      expect(outcomes).toEqual(['committed', 'committed']);
      expect((await itemAt(audit, 'main', 90))?.['id']).toBe(1);
      for (const [n, id] of entities.entries()) {
        const own = [created[n]?.id, changed[n]?.id, ...(n === 0 ? [181] : [])];
        expect(await listedOf(id)).toEqual(new Set(own));
      }
      expect(await verify()).toMatchObject({ ok: true, checked: 181 });
    });

    test('keep an item of their own where no item lists them', async () => {
      await appender().append([draft('0'), draft('other'), draft('1')], [create('0'), create('1')]);
      const items = await Promise.all([1, 2, 3].map((id) => itemAt(audit, 'main', id)));
      expect(items.map((item) => [item?.['id'], item?.['following'] !== undefined])).toEqual([
        [1, false],
        [2, true],
        [2, true],
      ]);
    });

    test('leave the list as it is when the condition of their group fails', async () => {
      await appender().append([draft('0')], [create('0')]);
      await expect(appender().append([draft('0'), draft('1')], [change('0'), change('1')])).rejects.toThrow(
        ConditionFailed,
      );
      expect(await listedOf('0')).toEqual(new Set([1]));
    });

    test('are absent from an item that is written without an entry', async () => {
      await transact(work, [create('0')]);
      await transact(work, [change('0')]);
      expect(await getItem(work, key('0'))).toEqual({ ...key('0'), n: 1 });
    });

    test('of many groups share a transaction as far as their items fit', async () => {
      const writer = appender();
      await Promise.all(entities.map((id) => writer.append([draft(id)], [create(id)])));
      // Each group counts one item for its entry, because another group may follow that has none.
      expect(outcomes).toEqual(['committed', 'committed']);
      expect(await verify()).toMatchObject({ ok: true, checked: 90 });
    });
  });

  test('concurrent groups share transactions and keep their order', async () => {
    const groups = Array.from({ length: 120 }, (_, n) => ({
      entries: [draft(`${n}`)],
      actions: [put(`${n}`)],
    }));
    const results = await appendAll(appender(), groups);
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    expect(ids.map(({ id, entity_id }) => [id, entity_id])).toEqual(groups.map((_, n) => [n + 1, `${n}`]));
    // 49 groups of two actions beside the head fill a transaction of 100.
    expect(outcomes).toEqual(['committed', 'committed', 'committed']);
    expect(await verify()).toMatchObject({ ok: true, checked: 120 });
  });

  test('a group stays together, and is refused when no transaction can hold it', async () => {
    const entries = Array.from({ length: 60 }, (_, n) => draft(`${n}`));
    await appendAll(appender(), [
      { entries, actions: [] },
      { entries, actions: [] },
    ]);
    expect(outcomes).toEqual(['committed', 'committed']);
    await expect(appender().append([...entries, ...entries])).rejects.toThrow(GroupTooLarge);
    const large = Array.from({ length: 15 }, (_, n) => draft(`${n}`, { text: 'x'.repeat(250_000) }));
    await expect(appender().append(large)).rejects.toThrow(GroupTooLarge);
    await expect(appender().append([], [put('a')])).rejects.toThrow(RangeError);
  });

  test('a group with 3 MB of packed content is one transaction', async () => {
    const actions = Array.from({ length: 8 }, (_, n): TransactAction => {
      return { Put: { Item: { pk: `WORK#${n}`, sk: 'WORK', content: randomBytes(375_000) } } };
    });
    await appender().append([draft('large')], actions);
    expect(outcomes).toEqual(['committed']);
  });

  test('large payloads are spread over transactions of 4 MB', async () => {
    const groups = Array.from({ length: 20 }, (_, n) => ({
      entries: [draft(`${n}`, { text: 'x'.repeat(250_000) })],
      actions: [],
    }));
    await appendAll(appender(), groups);
    expect(outcomes).toEqual(['committed', 'committed']);
    expect(await verify()).toMatchObject({ ok: true, checked: 20 });
  });

  test('a failed condition fails only its own group', async () => {
    await appender().append([draft('taken')], [put('taken')]);
    const check: TransactAction = {
      ConditionCheck: { Key: { pk: 'WORK#none', sk: 'WORK' }, ConditionExpression: 'attribute_exists(pk)' },
    };
    const results = await appendAll(appender(), [
      { entries: [draft('1')], actions: [put('1')] },
      { entries: [draft('2')], actions: [put('2'), put('taken')] },
      { entries: [draft('3')], actions: [check] },
      { entries: [draft('4')], actions: [put('4')] },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: new ConditionFailed([{ index: 1 }]) });
    expect(results[2]).toMatchObject({ reason: new ConditionFailed([{ index: 0 }]) });
    expect(results[1]).toMatchObject({ reason: { failures: [{ index: 1 }] } });
    expect([await exists('1'), await exists('2'), await exists('4')]).toEqual([true, false, true]);
    expect(await verify()).toMatchObject({ ok: true, checked: 3 });
  });

  test('a group that the store refuses outright fails alone', async () => {
    const invalid: TransactAction = { Put: { Item: { pk: 'WORK#x', sk: 7 } } };
    const results = await appendAll(appender(), [
      { entries: [draft('1')], actions: [put('1')] },
      { entries: [draft('2')], actions: [invalid] },
      { entries: [draft('3')], actions: [put('3')] },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: expect.any(StoreRejection) });
    expect(await verify()).toMatchObject({ ok: true, checked: 2 });
  });

  test('groups that change one item run one after the other, in order', async () => {
    const set = (value: number, before?: number): TransactAction => ({
      Update: {
        Key: { pk: 'WORK#one', sk: 'WORK' },
        UpdateExpression: 'SET #value = :value',
        ConditionExpression: before === undefined ? 'attribute_not_exists(pk)' : '#value = :before',
        ExpressionAttributeNames: { '#value': 'value' },
        ExpressionAttributeValues: {
          ':value': value,
          ...(before === undefined ? {} : { ':before': before }),
        },
      },
    });
    const results = await appendAll(appender(), [
      { entries: [draft('one')], actions: [set(1)] },
      { entries: [draft('one')], actions: [set(2, 1)] },
      { entries: [draft('one')], actions: [set(3, 2)] },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });

  test('a draft that has no canonical form changes nothing', async () => {
    await expect(appender().append([draft('a'), draft('b\u001f')], [put('a')])).rejects.toThrow(NotCanonical);
    expect(await exists('a')).toBe(false);
    expect(await store.readHead()).toEqual(emptyHead);
  });

  test('concurrent writers lose and repeat nothing', async () => {
    // Writers on a slow engine take turns, and none gives up here.
    const writers = Array.from({ length: 8 }, () => appender({ deadline: 100_000 }));
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let n = 0; n < 10; n++) await writer.append([draft(`${w}-${n}`)], [put(`${w}-${n}`)]);
      }),
    );
    expect(outcomes).toContain('head-moved');
    expect(await verify()).toMatchObject({ ok: true, checked: 80 });
  });

  test('a writer that never wins gives up at its deadline with the reason', async () => {
    const losing: ChainStore<TransactAction> = { ...store, commit: async () => ({ kind: 'head-moved' }) };
    const writer = new ChainAppender(losing, { deadline: 50 });
    await expect(writer.append([draft('a')])).rejects.toThrow(
      'The data store is busy with conflicting writes',
    );
  });

  test('a writer with time left outlasts its deadline, and gives up when its time is up', async () => {
    let left = 6;
    const losing: ChainStore<TransactAction> = {
      ...store,
      commit: async (transaction) => (left-- > 0 ? { kind: 'contended' } : store.commit(transaction)),
    };
    const writer = new ChainAppender(losing, { deadline: 0, pause: async () => {} });
    await expect(writer.append([draft('a')], [put('a')], { isTimeUp: () => left < 4 })).rejects.toThrow(
      StoreRejection,
    );
    expect(await exists('a')).toBe(false);
    await writer.append([draft('a')], [put('a')], { isTimeUp: () => false });
    expect(await verify()).toMatchObject({ ok: true, checked: 1 });
  });

  test('a chain that continues beyond its head accepts no entry', async () => {
    await appender().append([draft('a')]);
    const Item = { ...entryKey('main', 2), forged: true };
    await audit.client.send(new PutCommand({ TableName: audit.name, Item }));
    await expect(appender().append([draft('b')])).rejects.toThrow(
      'The audit chain continues beyond its head',
    );
  });
}
