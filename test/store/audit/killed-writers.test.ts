import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { compiledCode } from '../../compiled-code.ts';
import { sized } from '../../soak.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newAuditTable } from './audit-table.ts';

const processes = sized('processes of five writers each, while random ones are killed', {
  short: 2,
  soak: 10,
});
const writersEach = 5;
const entriesWanted = processes * sized('entries of each process', { short: 100, soak: 500 });
const killsWanted = processes / 2 + 1;

const script = fileURLToPath(new URL('audit-writer.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'granary-audit-'));
const journal = join(folder, 'acknowledged');
const running = new Set<ChildProcess>();
let engine: DynamoEngine;
beforeAll(async () => {
  engine = await startDynamoEngine();
});
afterAll(async () => {
  for (const writer of running) writer.kill('SIGKILL');
  await engine.stop();
  rmSync(folder, { recursive: true });
});

test('writers append entries while random ones are killed: no gap, no duplicate, nothing acknowledged lost', async () => {
  const audit = await newAuditTable(engine);
  const work = await newCommerceTable(engine);
  const source = chainSource(audit, 'main');
  writeFileSync(journal, '');

  let kills = 0;
  for (let started = 0; started < processes; started++) startWriters(`p${started}`, audit, work);
  while (((await source.head())?.sequence ?? 0) < entriesWanted || kills < killsWanted) {
    await delay(Math.random() * 1500);
    const victim = [...running][Math.floor(Math.random() * running.size)];
    if (!victim) continue;
    await kill(victim);
    kills += 1;
    startWriters(`k${kills}`, audit, work);
  }
  await Promise.all([...running].map(kill));

  const verification = await verifyChain(source, { witness: new Map() });
  expect(verification).toMatchObject({ ok: true, complete: true });
  expect(verification.checked).toBeGreaterThanOrEqual(entriesWanted);

  const entries = new Map<number, AuditEntry>();
  for await (const page of source.rows(1, verification.to)) {
    for (const { id, entry } of page) if (id && entry) entries.set(id, entry);
  }
  expect(entries.size).toBe(verification.checked);

  const acknowledged = readFileSync(journal, 'utf8').trim().split('\n');
  expect(acknowledged.length).toBeGreaterThan(entriesWanted / 2);
  for (const line of acknowledged) {
    const [id, entityId] = line.split(' ');
    expect(entries.get(Number(id))?.entity_id).toBe(entityId);
  }

  const recorded = [...entries.values()].map(({ entity_id }) => entity_id).sort();
  expect(new Set(recorded).size).toBe(recorded.length);
  expect(await workDone(work)).toEqual(recorded);
}, 600_000);

function startWriters(name: string, audit: Table, work: Table): void {
  const writers = spawn(
    process.execPath,
    [script, audit.name, work.name, name, String(writersEach), journal],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...compiledCode, NODE_OPTIONS: '' } },
  );
  running.add(writers);
}

async function kill(writers: ChildProcess): Promise<void> {
  running.delete(writers);
  // A process that ended by itself has failed and logged the reason.
  expect(writers.exitCode).toBeNull();
  const ended = once(writers, 'exit');
  writers.kill('SIGKILL');
  await ended;
}

/** Ids of all business items. */
async function workDone(work: Table): Promise<string[]> {
  const ids: string[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await work.client.send(
      new QueryCommand({
        TableName: work.name,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :work',
        ExpressionAttributeValues: { ':work': 'WORK' },
        ExclusiveStartKey: start,
      }),
    );
    ids.push(...Items.map(({ gsi1sk }) => String(gsi1sk)));
    start = LastEvaluatedKey;
  } while (start);
  return ids.sort();
}
