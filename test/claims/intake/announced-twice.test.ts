import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { processFile } from '#claims/files/process-file.ts';
import { openInboxFile } from '#store/claims/files/inbox.ts';
import { intakePorts } from '#store/claims/files/intake-ports.ts';
import { intakeSettings } from '#store/claims/responses/intake-settings.ts';
import { openTable, type Table } from '#store/dynamodb/table.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

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
}, 60_000);

const stringValue = z.object({ S: z.string() });
const keyValues = z.object({ pk: stringValue, sk: stringValue });
const singleRequest = z.object({ Item: keyValues.optional(), Key: keyValues.optional() });
