import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FileRecord } from '#claims/files/file.ts';
import { RunSuperseded } from '#claims/files/file-run.ts';
import { processFile } from '#claims/files/process-file.ts';
import { findFile } from '#store/claims/files/files.ts';
import { openInboxFile } from '#store/claims/files/inbox.ts';
import { intakePorts } from '#store/claims/files/intake-ports.ts';
import { intakeSettings } from '#store/claims/responses/intake-settings.ts';
import { compiledCode } from '../../compiled-code.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { contentsIn, everyAuditEntry, everyItem } from '../stored.ts';

const program = fileURLToPath(new URL('./ingest-process.ts', import.meta.url));

/** How a run of the function ended. */
type RunOutcome = { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly error: string };

/** Runs the ingest function on a key in a separate process. */
async function runIngest(
  { environment }: Pick<LocalStores, 'environment'>,
  key: string,
): Promise<RunOutcome> {
  const child = fork(program, [], {
    env: {
      ...process.env,
      ...environment,
      ...compiledCode,
      NODE_OPTIONS: '',
      POWERTOOLS_DEV: 'false',
      AWS_LAMBDA_LOG_LEVEL: 'ERROR',
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const ended = outcomeOf(child);
  child.send(key);
  const outcome = await ended;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return outcome;
}

function outcomeOf(child: ChildProcess): Promise<RunOutcome> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve({ kind: 'failed', error: 'The process ended' }));
    child.once('message', (message: { ended: boolean; error: string }) => {
      resolve(message.ended ? { kind: 'ended' } : { kind: 'failed', error: message.error });
    });
  });
}

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
}, 120_000);

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
