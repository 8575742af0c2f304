import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type ApiResponse, call } from '../stack/api-client.ts';
import { killAtContacts } from './function-kills.ts';
import type { KillStack } from './kill-stack.ts';

/** Changes of a stop while their functions are killed at any request to the table, also between the commit and the answer. */
export function changeKillsSuite(stack: () => KillStack, { kills }: { readonly kills: number }): void {
  const send = async (
    method: string,
    path: string,
    options: Parameters<typeof call>[2] = {},
  ): Promise<ApiResponse | undefined> => {
    const { baseUrl, apiKeys } = stack().running.stack;
    return Promise.race([
      call(method, path, { baseUrl, key: apiKeys.owner, ...options }),
      delay(60_000, undefined, { ref: false }),
    ]).catch(() => undefined);
  };

  /** Sends requests, each with another name, until a function is killed in one. Returns the name. */
  async function sendUntilKilled(functions: RegExp, request: (name: string) => Promise<unknown>) {
    const happened = killAtContacts({ ...stack(), wanted: 1, maxContacts: 4, functions });
    for (;;) {
      const name = randomUUID();
      await request(name);
      if (happened() > 0) return name;
    }
  }

  test(`a stop and its stored reply exist both or not at all over ${kills} kills`, async () => {
    const { brandId: brand_id } = stack().running.stack;
    for (let kill = 0; kill < kills; kill++) {
      const create = (name: string) =>
        send('POST', '/api/v1/stops', {
          headers: { 'idempotency-key': name },
          body: { brand_id, name, hours: [{ weekday: 'saturday', opens: '08:00', closes: '12:00' }] },
        });
      const name = await sendUntilKilled(/"arn":"[^"]*CreateStop/, create);
      let made = await create(name);
      while (made?.status !== 201) {
        expect([made?.status, made?.body.code]).toEqual([409, 'idempotency_in_flight']);
        await stack().move(31);
        made = await create(name);
      }
      expect((await create(name))?.body).toEqual(made.body);
      const listed = await send('GET', `/api/v1/stops?brand_id=${brand_id}&limit=200`);
      const own = listed?.body.data.filter((one: { name: string }) => one.name === name);
      expect(own).toEqual([made.body.data]);
    }
  }, 300_000);

  test(`a version of a stop is stored once over ${kills} kills`, async () => {
    const { brandId: brand_id } = stack().running.stack;
    const hours = [{ weekday: 'saturday', opens: '08:00', closes: '12:00' }];
    const made = await send('POST', '/api/v1/stops', { body: { brand_id, name: 'Barn', hours } });
    const path = `/api/v1/stops/${made?.body.data.id}`;
    const present = async () => (await send('GET', path))?.body.data;
    for (let kill = 0; kill < kills; kill++) {
      let seen = await present();
      const replace = (name: string) =>
        send('PUT', path, { headers: { 'if-match': `"v${seen.version}"` }, body: { name, hours } });
      const name = await sendUntilKilled(/"arn":"[^"]*UpdateStop/, async (next) => {
        seen = await present();
        return replace(next);
      });
      const after = await present();
      const isStored = after.version === seen.version + 1;
      expect(after).toEqual(
        isStored ? { ...seen, name, version: after.version, updated_at: after.updated_at } : seen,
      );
      expect((await replace(name))?.status).toBe(isStored ? 412 : 200);
      expect(await present()).toMatchObject({ name, version: seen.version + 1 });
    }
  }, 300_000);
}
