import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { claimFileText } from '../claim-text.ts';
import { functionsOn } from '../invoke.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry, laneFigures } from '../stored.ts';
import { type LocalWorkQueue, startWorkQueue } from '../work-queue.ts';

let stores: LocalStores;
let queue: LocalWorkQueue;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
});
afterAll(() => stores.stop());

let ingest: (event: unknown) => Promise<void>;
beforeAll(async () => {
  queue = await startWorkQueue();
  functionsOn({ environment: { ...stores.environment, ...queue.environment } });
  ({ handler: ingest } = await import('../../../functions/claims/files/ingest-file.ts'));
});
afterAll(() => queue.stop());
afterEach(() => {
  while (queue.take() !== undefined);
});

const notificationOf = (key: string) => JSON.stringify({ Records: [{ s3: { object: { key } } }] });

/** The event that the function receives for the message. */
function eventFor(body: string) {
  queue.send(body);
  const taken = queue.take();
  if (taken === undefined) throw new Error('There is no message');
  return taken;
}

test('accepts the test event of S3', async () => {
  const body = JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: '2026-11-21T09:00:00.000Z',
    Bucket: 'x12',
  });
  await ingest(eventFor(body).event);
});

test('fails for an unreadable message without quoting it', async () => {
  const { event } = eventFor('{"patient": "Appleseed');
  await expect(ingest(event)).rejects.toThrow(/^The message is not JSON$/);
});

test.each([
  [1, 60],
  [2, 120],
  [4, 480],
  [9, 900],
])('repeats attempt %i after %i seconds', async (attempt, seconds) => {
  const { event, message } = eventFor('[]');
  const [record] = (event as { Records: { attributes: { ApproximateReceiveCount: string } }[] }).Records;
  if (record) record.attributes.ApproximateReceiveCount = String(attempt);
  const before = Date.now();
  await expect(ingest(event)).rejects.toThrow();
  const visibleAt = queue.visibleAt(message.id);
  expect(visibleAt).toBeGreaterThanOrEqual(before + seconds * 1_000);
  expect(visibleAt).toBeLessThanOrEqual(Date.now() + seconds * 1_000);
});

test('fails with the error of the message if the queue does not respond', async () => {
  const { event } = eventFor('[]');
  const gone = { Records: [{ ...(event as { Records: object[] }).Records[0], receiptHandle: 'gone:gone' }] };
  await expect(ingest(gone)).rejects.toMatchObject({ name: 'ZodError' });
});

test('stores claims once for two simultaneous messages and a later one about the same object', async () => {
  const claims = Array.from({ length: 200 }, (_, i) => ({ pcn: `TWICE${i}`, charge: 1 }));
  await stores.put('inbox/twice.837', claimFileText({ number: 7, claims }));
  const events = [eventFor(notificationOf('inbox/twice.837')), eventFor(notificationOf('inbox/twice.837'))];
  await Promise.all(events.map(({ event }) => ingest(event)));
  await ingest(eventFor(notificationOf('inbox/twice.837')).event);
  expect(await laneFigures(stores)).toEqual({ ready: { count: 200, cents: 20_000 } });
  const entries = await everyAuditEntry(stores);
  expect(entries.filter(({ event_type }) => event_type === 'claim.received')).toHaveLength(200);
  expect(entries.filter(({ event_type }) => event_type === 'file.applied')).toHaveLength(1);
  expect(await stores.keys('inbox/')).toEqual([]);
});
