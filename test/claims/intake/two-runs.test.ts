import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { ChainAppender } from '#audit/append/appender.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import type { FileRecord } from '#claims/files/file.ts';
import { RunSuperseded } from '#claims/files/file-run.ts';
import { openInboxFile } from '#claims/files/inbox-records.ts';
import { ingestObjects } from '#claims/files/ingest-objects.ts';
import { ingestPorts, intakeSettings } from '#claims/files/intake-settings-store.ts';
import { intakePorts } from '#claims/files/intake-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import { findFile } from '#claims/files/records.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { openTable, type Table } from '#store/dynamodb/table.ts';
import { claimFileText } from '../claim-text.ts';
import { runIngest } from '../invoke.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { contentsIn, everyAuditEntry, everyItem, laneFigures } from '../stored.ts';

describe('two runs', () => {
  let stores: LocalStores;

  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
  });
  afterAll(() => stores.stop());

  test('lets one of two simultaneous runs finish a file, and stores nothing twice', async () => {
    const before = await claimCount();
    const claims = Array.from({ length: 200 }, (_, i) => ({ pcn: `RACE${i}` }));
    await stores.put('inbox/race.837', claimFileText({ number: 1000, claims }));
    const runs = [runIngest(stores, 'inbox/race.837'), runIngest(stores, 'inbox/race.837')];
    expect((await Promise.all(runs)).map(({ kind }) => kind)).toEqual(['ended', 'ended']);
    expect((await claimCount()) - before).toBe(200);
    const entries = await everyAuditEntry(stores);
    expect(entries.filter(({ event_type }) => event_type === 'claim.received')).toHaveLength(before + 200);
  });

  test('leaves nothing in the inbox when a delivery with the same content takes the file over', async () => {
    const settings = await intakeSettings(stores);
    const text = claimFileText({ number: 1001, claims: [{ pcn: 'TWIN1' }] });
    await stores.put('inbox/twin-a.837', text);
    const delivery = await openInboxFile(stores.claims, stores.bucket, { key: 'inbox/twin-a.837' });
    if (delivery === undefined) throw new Error('The file is not in the inbox');
    const ports = intakePorts(stores, settings);
    let twin: FileRecord | undefined;
    const overtaken = processFile(delivery, {
      ...ports,
      write: async (change) => {
        twin ??= await stores.drop('twin-b.837', text, settings);
        await ports.write(change);
      },
    });
    await expect(overtaken).rejects.toThrow(RunSuperseded);
    expect(twin).toMatchObject({ state: 'duplicate', duplicate_of: delivery.id });
    expect(await findFile(stores.claims, delivery.id)).toMatchObject({ state: 'applied' });
    expect(await stores.keys('inbox/')).toEqual([]);
  });

  test('returns the result if another run finishes the file first', async () => {
    const settings = await intakeSettings(stores);
    const key = 'inbox/late.837';
    await stores.put(key, claimFileText({ number: 1002, claims: [{ pcn: 'LATE1' }] }));
    const delivery = await openInboxFile(stores.claims, stores.bucket, { key });
    if (delivery === undefined) throw new Error('The file is not in the inbox');
    const ports = intakePorts(stores, settings);
    const late = await processFile(delivery, {
      ...ports,
      files: {
        ...ports.files,
        reserveContent: async (...content) => {
          await stores.process(key, settings);
          return ports.files.reserveContent(...content);
        },
      },
    });
    expect(late).toMatchObject({ id: delivery.id, state: 'applied', counts: { claims: 1 } });
    expect(await stores.keys('inbox/')).toEqual([]);
  });

  async function claimCount(): Promise<number> {
    return contentsIn(await everyItem(stores, 'claims')).length;
  }
});

describe('announced twice', () => {
  let stores: LocalStores;
  /** The claims table as a second run over a file sees it while the first one changes the record of the file. */
  let busy: Table;
  const refused = new Map<string, number>();

  /** More than the SDK's own attempts. */
  const conflicts = 7;

  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
    busy = openTable(stores.claims.name);
    // DynamoDB responds like this during a transaction on the item. The engine here runs one request after the other.
    busy.client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const { Item, Key } = singleRequest.parse(args.input);
          const isRecord = /^FILE#/.test((Item ?? Key)?.pk.S ?? '') && (Item ?? Key)?.sk.S === 'FILE';
          const count = refused.get(commandName) ?? 0;
          if (!isRecord || commandName === 'GetItemCommand' || count === conflicts) return next(args);
          refused.set(commandName, count + 1);
          throw new TransactionConflictException({ message: 'Conflict', $metadata: { httpStatusCode: 400 } });
        },
      { step: 'deserialize', name: 'conflicts' },
    );
  });
  afterAll(async () => {
    busy.client.destroy();
    await stores.stop();
  });

  test('waits to receive a file, and to take it over, until no transaction holds its record', async () => {
    const key = 'inbox/announced-twice.837';
    await stores.put(key, claimFileText({ number: 1, claims: [{ pcn: 'ANNOUNCED1' }] }));
    const delivery = await openInboxFile(busy, stores.bucket, { key });
    if (delivery === undefined) throw new Error('The file is not in the inbox');
    const settings = await intakeSettings(stores);
    const record = await processFile(delivery, intakePorts({ ...stores, claims: busy }, settings));
    expect(record).toMatchObject({ state: 'applied', counts: { claims: 1 } });
    expect([...refused]).toEqual([
      ['PutItemCommand', conflicts],
      ['UpdateItemCommand', conflicts],
    ]);
  });

  const stringValue = z.object({ S: z.string() });
  const keyValues = z.object({ pk: stringValue, sk: stringValue });
  const singleRequest = z.object({ Item: keyValues.optional(), Key: keyValues.optional() });
});

describe('busy chain', () => {
  let stores: LocalStores;
  let name = 0;

  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
  });
  afterAll(() => stores.stop());

  const claimsOfFile = 200;

  /** A file of the inbox, and the numbers of claims and entries before it is processed. */
  let place: { readonly key: string };
  let before: { readonly claims: number; readonly entries: number };

  beforeEach(async () => {
    place = { key: `inbox/busy-${++name}.837` };
    const claims = Array.from({ length: claimsOfFile }, (_, n) => ({ pcn: `BUSY${name}-${n}` }));
    await stores.put(place.key, claimFileText({ number: name, claims }));
    before = await stored();
  });

  async function stored() {
    const entries = await everyAuditEntry(stores);
    return {
      claims: (await laneFigures(stores))['ready']?.count ?? 0,
      entries: entries.filter(({ event_type }) => event_type === 'claim.received').length,
    };
  }

  /** One run over the file. `wins` decides whether an attempt at the head of the chain wins the race for it. */
  async function ingest(wins: (attempt: number) => boolean, isTimeUp?: () => boolean) {
    const store = chainStore(stores.auditTable, stores.claims, 'main');
    let attempt = 0;
    const audit = new ChainAppender(
      {
        ...store,
        commit: async (transaction) =>
          wins(attempt++) ? store.commit(transaction) : ({ kind: 'head-moved' } as const),
      },
      { deadline: 0 },
    );
    const interruptions: Error[] = [];
    const left = await ingestObjects([place], ingestPorts({ ...stores, audit }, isTimeUp), {
      onFile: () => {},
      onInterruption: (_, failure) => interruptions.push(failure),
    });
    return { left, interruptions };
  }

  async function expectStoredOnce(): Promise<void> {
    expect(await stores.keys('inbox/')).toEqual([]);
    expect(await stored()).toEqual({
      claims: before.claims + claimsOfFile,
      entries: before.entries + claimsOfFile,
    });
    expect(await verifyChain(chainSource(stores.auditTable, 'main'), { witness: new Map() })).toMatchObject({
      ok: true,
    });
  }

  test('a run waits for the head of the chain as long as the function has time', async () => {
    const { left, interruptions } = await ingest(
      (attempt) => attempt % 3 === 2,
      () => false,
    );
    expect([left, interruptions]).toEqual([[], []]);
    await expectStoredOnce();
  });

  test('a run that loses the head after progress leaves the rest to the next one', async () => {
    let runs = 0;
    for (let left: readonly unknown[] = [place]; left.length > 0; runs++) {
      const run = await ingest((attempt) => attempt < 2);
      expect(run.interruptions).toHaveLength(run.left.length);
      left = run.left;
    }
    // More than the five attempts of a message.
    expect(runs).toBeGreaterThan(5);
    await expectStoredOnce();
  });

  test('a run without progress fails', async () => {
    await expect(ingest(() => false)).rejects.toThrow(StoreRejection);
    expect(await stored()).toEqual(before);
    const { left } = await ingest(() => true);
    expect(left).toEqual([]);
    await expectStoredOnce();
  });
});
