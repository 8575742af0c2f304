import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Table } from '#store/dynamodb/table.ts';
import { call, type Stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';
import type { StackClock } from '../stack/stack-clock.ts';
import { putContacts } from './contact-items.ts';

interface RunningStack {
  readonly stack: Stack;
  readonly clock: StackClock;
  readonly table: Table;
  readonly dataFolder: string;
}

/** Brands that share the workers: the small work of one is done while the large work of another still runs. */
export function turnsSuite(running: () => RunningStack): void {
  type Api = (method: string, path: string, body?: unknown) => ReturnType<typeof call>;
  interface Brand {
    readonly id: string;
    readonly api: Api;
  }
  let busy: Brand;
  let other: Brand;

  beforeAll(async () => {
    [busy, other] = [await newBrand('Busy Farm'), await newBrand('Quiet Farm')];
  });
  // The rest of the large work, which no later test has to wait for.
  afterAll(() => running().clock.settled(), 900_000);

  async function newBrand(name: string): Promise<Brand> {
    const { stack, dataFolder } = running();
    const { baseUrl } = stack;
    const token = await bearer(
      { sub: `owner-${randomUUID()}`, granary_operator: true },
      { dataFolder, baseUrl },
    );
    const api: Api = (method, path, body) =>
      call(method, `/api/v1${path}`, {
        baseUrl,
        key: null,
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { body }),
      });
    const { id } = (await api('POST', '/brands', { name })).body.data;
    await api('PUT', `/brands/${id}`, { name, plan: 'enterprise' });
    await api('PUT', `/brands/${id}/messaging`, { postal_address: '1 Creek Road' });
    return { id, api };
  }

  async function started(brand: Brand, path: string, body: object): Promise<string> {
    const made = await brand.api('POST', path, { brand_id: brand.id, ...body });
    expect([201, 202]).toContain(made.status);
    return made.body.data.id;
  }

  const rows = (count: number) =>
    ['name,email', ...Array.from({ length: count }, (_, n) => `Olive ${n},${randomUUID()}@example.com`)].join(
      '\n',
    );
  const imports = (brand: Brand, count: number) => started(brand, '/contact-imports', { csv: rows(count) });

  async function contacts(brand: Brand, count: number): Promise<string> {
    const name = randomUUID();
    const people = Array.from({ length: count }, () => ({
      email: `${randomUUID()}@example.com`,
      tags: [name],
    }));
    await putContacts(running().table, brand.id, people);
    return started(brand, '/segments', { name, filter: { match: 'tag', equals: name } });
  }

  async function campaign(brand: Brand, fields: object): Promise<string> {
    const id = await started(brand, '/campaigns', {
      name: 'News',
      subject: 'News',
      content: 'Plums',
      ...fields,
    });
    expect((await brand.api('POST', `/campaigns/${id}/send`)).status).toBe(200);
    return id;
  }

  async function untilStatus(brand: Brand, path: string, status: string): Promise<void> {
    while ((await statusOf(brand, path)) !== status) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  const statusOf = async (brand: Brand, path: string) => (await brand.api('GET', path)).body.data.status;

  test('one mail beside two campaigns to 4,000 contacts of another brand', async () => {
    const segments = [await contacts(busy, 4000), await contacts(other, 1)];
    const [everyone, one] = segments;
    const large = [
      await campaign(busy, { segment_id: everyone }),
      await campaign(busy, { segment_id: everyone }),
    ];
    const small = await campaign(other, { segment_id: one });
    await untilStatus(other, `/campaigns/${small}`, 'sent');
    expect(await statusOf(busy, `/campaigns/${large[1]}`)).toBe('sending');
    await Promise.all(large.map((id) => busy.api('POST', `/campaigns/${id}/cancel`)));
  });

  test('three contacts beside four imports of 1,000 of another brand', async () => {
    const large = await Promise.all(Array.from({ length: 4 }, () => imports(busy, 1000)));
    const small = await imports(other, 3);
    await untilStatus(other, `/contact-imports/${small}`, 'finished');
    expect(await statusOf(busy, `/contact-imports/${large[3]}`)).toBe('running');
  });
}
