import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimFile, newNumber } from '../fixtures/claims/claim-input.ts';
import { call, get } from './api-client.ts';
import { until } from './claims-api.ts';
import { freePort, type LocalProcess, newFolder, removeFolder, startLocalProcess } from './local-process.ts';

/** A stack with the concurrent executions that a new AWS account has. */
const executions = 10;
/** Callers that each wait for an answer before the next request; files take two of the executions. */
const callers = 6;
const files = 200;

const folder = newFolder();
let local: LocalProcess;
beforeAll(async () => {
  const flags = ['--concurrency', String(executions)];
  local = await startLocalProcess({ dataFolder: folder, port: await freePort(), flags });
}, 120_000);
afterAll(async () => {
  await local?.stop();
  removeFolder(folder);
});

async function drop(name: string): Promise<void> {
  const { endpoints, buckets } = local.stack;
  const body = claimFile([{ number: newNumber() }]);
  const { status } = await fetch(`${endpoints.s3}/${buckets['x12']}/inbox/${name}`, { method: 'PUT', body });
  expect(status).toBe(200);
}

/** How many files have come to an end. */
async function finished(): Promise<number> {
  const { baseUrl, claimsApiKeys } = local.stack;
  const { body } = await get(`/api/files?limit=200`, { key: claimsApiKeys.auditor, baseUrl });
  return body.data.filter(({ state }: { state: string }) => state === 'applied').length;
}

test(`${files} files at once leave the APIs of a new account their executions`, async () => {
  const { baseUrl, brandId, apiKeys, claimsApiKeys } = local.stack;
  const requests = [
    { path: '/api/inbox/lanes', key: claimsApiKeys.biller },
    { path: `/api/v1/water-logs?brand_id=${brandId}`, key: apiKeys.owner },
    { path: '/api/claims?lane=ready', key: claimsApiKeys.biller },
    { path: '/api/v1/me', key: apiKeys.owner },
  ];
  const statuses = new Map<string, number>();
  let isOver = false;
  const caller = async (first: number) => {
    for (let n = first; !isOver; n++) {
      const { path = '', key = '' } = requests[n % requests.length] ?? {};
      const { status } = await call('GET', path, { key, baseUrl });
      statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1);
      // Below the rate of the usage plans.
      await delay(60);
    }
  };
  for (let n = 0; n < files; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, i) => drop(`drop-${n + i}.x12`)));
  const calling = Array.from({ length: callers }, (_, n) => caller(n));
  let done = 0;
  while (done < files) {
    done = await until('the next file', async () => {
      const count = await finished();
      return count > done && count;
    });
  }
  isOver = true;
  await Promise.all(calling);
  expect([...statuses.keys()]).toEqual(['200']);
}, 300_000);
