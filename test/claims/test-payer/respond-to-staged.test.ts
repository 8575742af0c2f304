import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { respondToStagedFile, type TestPayerPorts } from '#claims/test-payer/respond-to-staged.ts';
import { putNewObject } from '#store/s3/x12-bucket.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;
beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const name = 'tp12345678-837P-20260315120000000-1of1.x12';
const text = claimFileText({ claims: [{ pcn: 'OK-1' }] });

/** Ports whose inbox is that of the stores. `puts` are the names of the responses that were sent. */
function ports(handled: Set<string>, puts: string[]): TestPayerPorts {
  return {
    isHandled: async (file) => handled.has(file),
    rememberHandled: async (file) => void handled.add(file),
    findSubmission: async () => undefined,
    read: async () => Buffer.from(text),
    async putInInbox({ name, bytes }) {
      puts.push(name);
      await putNewObject(stores.bucket, `inbox/test-payer/${name}`, bytes, 'application/edi-x12');
    },
    pause: async () => {},
  };
}

test('sends each response once when two runs begin at the same time and the intake is faster than one of them', async () => {
  const [handled, puts] = [new Set<string>(), [] as string[]];
  const first = ports(handled, puts);
  const second: TestPayerPorts = {
    ...first,
    read: async () => {
      await respondToStagedFile(name, first);
      return first.read();
    },
  };
  await respondToStagedFile(name, second);
  expect(puts).toHaveLength(3);
  expect(new Set(puts).size).toBe(3);
});

test('sends the responses that a killed run has not sent', async () => {
  const [handled, puts] = [new Set<string>(), [] as string[]];
  const whole = ports(handled, puts);
  const killed: TestPayerPorts = {
    ...whole,
    putInInbox: (response) =>
      response.kind === '835' ? Promise.reject(new Error('killed')) : whole.putInInbox(response),
  };
  await expect(respondToStagedFile(name, killed)).rejects.toThrow('killed');
  await respondToStagedFile(name, whole);
  await respondToStagedFile(name, whole);
  expect(puts).toHaveLength(3);
  expect(await stores.keys('inbox/test-payer/')).toHaveLength(3);
});

test('leaves a response that is already in the inbox', async () => {
  const key = 'inbox/test-payer/there.x12';
  await stores.put(key, 'first');
  await putNewObject(stores.bucket, key, Buffer.from('second'), 'application/edi-x12');
  expect(await stores.read(key)).toBe('first');
});
