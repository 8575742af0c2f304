import { expect, test } from '@jest/globals';
import { cloudFormationRoutes } from '#lib/local/cloudformation/describe-stacks.ts';
import { claimsPlaces } from '#store/claims/places.ts';
import { placeOf } from '#store/records/place.ts';
import { operatorInProcess } from '../../../bin/operator/process.ts';
import { everyItem } from '../../../claims/stored.ts';
import { startApiGateway } from '../../../store/adapters/api-gateway.ts';
import { everything, verifyBoth } from '../everything.ts';
import type { Facts } from './play-month.ts';
import { cohortItems, type RawItem } from './raw-records.ts';

/** The chain, the rebuild of figures, and at last a purge of everything. Runs after the other suites. */
export function upkeepSuite(facts: Facts): void {
  const stores = () => facts().desk.practice.stores;

  test('the audit chain verifies online and offline, without patients in it', async () => {
    const { raw, desk } = facts();
    expect(await verifyBoth(stores())).toEqual({ online: true, offline: true, entries: raw.audit.length });
    const log = JSON.stringify(raw.audit);
    for (const { person } of desk.bills) {
      for (const text of [person.last, person.member]) expect(log).not.toContain(text);
    }
    for (const text of ['J069', 'Waits for the referral', 'Entered twice', 'Fee of the bank']) {
      expect(log).not.toContain(text);
    }
  });

  test('operator rebuild-claim-figures finds nothing to repair, and repairs what is wrong', async () => {
    const { raw, desk } = facts();
    const outputs = {
      EnvironmentName: 'test',
      ClaimsTableName: stores().claims.name,
      AuditTableName: stores().auditTable.name,
    };
    const find = (name: string) =>
      name === 'Granary-Claims'
        ? { name, status: 'CREATE_COMPLETE', outputs: new Map(Object.entries(outputs)) }
        : undefined;
    const gateway = await startApiGateway((routes) => [...cloudFormationRoutes(find), ...routes]);
    const rebuild = async () => {
      const AWS_ENDPOINT_URL = process.env['AWS_ENDPOINT_URL_API_GATEWAY'] ?? '';
      const { code, out, error } = await operatorInProcess(['rebuild-claim-figures', '--json'], {
        ...stores().environment,
        AWS_ENDPOINT_URL,
      });
      expect({ code, error }).toEqual({ code: 0, error: '' });
      return JSON.parse(out);
    };
    try {
      const before = await cohortItems(desk.practice);
      expect(await rebuild()).toEqual({ claims: raw.claims.length, repaired: 0 });
      expect(await cohortItems(desk.practice)).toEqual(before);
      await spoil(stores(), before);
      expect(await rebuild()).toMatchObject({ repaired: 1 });
      // A repair leaves out figures of zero.
      const figures = ({ revision, ...rest }: RawItem) =>
        Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== 0));
      expect((await cohortItems(desk.practice)).map(figures)).toEqual(before.map(figures));
    } finally {
      gateway.stop();
      delete process.env['AWS_ENDPOINT_URL'];
    }
  });

  test('a purge of everything leaves no claim in table and bucket, and the chain verifiable', async () => {
    const { desk, raw } = facts();
    const { practice } = desk;
    const admin = { roles: ['admin'] } as const;
    await practice.done('set-retention', { ...admin, body: { retention_days: 0, allow_short: true } });
    const { id } = await practice.done('start-purge', { ...admin, body: {} });
    const { handler } = await import('../../../../functions/claims/work/purge-records.ts');
    const read = () => practice.done('get-purge', { ...admin, path: { id } });
    let purge = await read();
    for (; purge.state !== 'done'; purge = await read()) {
      await handler({}, { getRemainingTimeInMillis: () => 600_000 });
    }
    expect(purge).toMatchObject({ held: 0, purged: { claims: raw.claims.length, files: raw.files.length } });
    const left = await everything(stores());
    const people = [...desk.bills, ...desk.twins].flatMap(({ number, person }) => [
      number,
      person.member,
      person.last,
    ]);
    const traces = new Set([...people, ...raw.claims.map((claim) => claim.id)]);
    const mentioning = [...left].filter(([place, text]) => {
      // The ids of its audit entries, which stay.
      if (place.startsWith('CLAIMENTRIES#')) return false;
      const words = `${place} ${text}`.match(/[\w-]+/g) ?? [];
      return words.some((word) => traces.has(word));
    });
    expect(mentioning).toEqual([]);
    const stored = await everyItem(stores(), 'claims');
    const remaining = stored.filter((item) => placeOf(claimsPlaces, item)?.leaves === 'purge');
    const kinds = remaining.map((item) => placeOf(claimsPlaces, item)?.name);
    // The lines of the bank have days that are still to come.
    expect([...new Set(kinds)].toSorted()).toEqual([
      'bank line',
      'bank line by a text that may be a trace',
      'bank line by amount',
    ]);
    const lanes = await practice.done('list-lanes');
    for (const lane of lanes) expect(lane).toMatchObject({ count: 0, amount: 0 });
    expect(await practice.done('get-aging')).toEqual([]);
    const { online, offline } = await verifyBoth(stores());
    expect([online, offline]).toEqual([true, true]);
  }, 900_000);
}

/** Makes one figure wrong. */
async function spoil(
  { claims }: ReturnType<Facts>['desk']['practice']['stores'],
  cohorts: readonly RawItem[],
) {
  const { pk, sk } = cohorts[0] ?? {};
  const { updateItem } = await import('#store/dynamodb/items.ts');
  const values = { ':more': 17 };
  await updateItem(
    claims,
    { pk, sk },
    { UpdateExpression: 'ADD c_paid :more', ExpressionAttributeValues: values },
  );
}
