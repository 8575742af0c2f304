import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { call, get, post, put, stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';

const signedIn = async (sub = `tourist-${randomUUID()}`, brands?: Readonly<Record<string, string>>) => ({
  key: null,
  headers: {
    authorization: `Bearer ${await bearer({ sub, ...(brands && { granary_brands: brands }) })}`,
  },
});

test('steps complete with their records, and each person skips and dismisses alone', async () => {
  const owner = await signedIn();
  const brand = (await post('/api/v1/brands', { name: 'Tour', catalog: 'external' }, owner)).body.data.id;
  const colleague = await signedIn(undefined, { [brand]: 'viewer' });
  const tour = async (of: typeof owner) => (await get(`/api/v1/onboarding?brand_id=${brand}`, of)).body.data;
  expect(await tour(owner)).toMatchObject({ progress_percent: 0, next_step: 'brand_profile' });

  await post('/api/v1/products', { brand_id: brand, name: 'Kale' }, owner);
  await post('/api/v1/water-logs', { brand_id: brand, gallons: 5 }, owner);
  expect(await tour(owner)).toMatchObject({ progress_percent: 33, completed_count: 2 });

  const skipped = await put(
    '/api/v1/onboarding/steps/first_campaign',
    { brand_id: brand, skipped: true },
    colleague,
  );
  expect(skipped.status).toBe(200);
  expect(skipped.body.data).toMatchObject({ progress_percent: 50, completed_count: 2 });
  expect(await tour(owner)).toMatchObject({ progress_percent: 33 });

  const dismissed = await put('/api/v1/onboarding', { brand_id: brand, dismissed: true }, owner);
  expect(dismissed.body.data.status).toBe('dismissed');
  expect((await tour(colleague)).status).toBe('in_progress');
  const resumed = await put('/api/v1/onboarding', { brand_id: brand, dismissed: false }, owner);
  expect(resumed.body.data).toMatchObject({ status: 'in_progress', next_step: 'brand_profile' });
});

test('an unknown step is 400, and a brand of others is 403', async () => {
  const body = { brand_id: stack.brandId, skipped: true };
  expect((await put('/api/v1/onboarding/steps/first_dance', body)).status).toBe(400);
  const other = { key: stack.apiKeys.otherBrand };
  expect((await put('/api/v1/onboarding/steps/first_order', body, other)).status).toBe(403);
  expect((await get(`/api/v1/onboarding?brand_id=${stack.brandId}`, other)).status).toBe(403);
});

test('the changelog is public, paged, cached with an ETag, and an Atom feed', async () => {
  const page = await get('/api/v1/changelog?limit=2', { key: null });
  expect(page.status).toBe(200);
  expect(page.body.data).toHaveLength(2);
  expect(page.headers.get('cache-control')).toBe('public, max-age=300');
  expect(page.headers.get('link')).toContain('cursor=');
  const next = await get(`/api/v1/changelog?limit=2&cursor=${page.body.pagination.next_cursor}`, {
    key: null,
  });
  expect(next.body.data[0].id < page.body.data[1].id).toBe(true);
  const tag = page.headers.get('etag') ?? '';
  const unchanged = await get('/api/v1/changelog?limit=2', { key: null, headers: { 'if-none-match': tag } });
  expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  expect((await get('/api/v1/changelog?cursor=bm9uc2Vuc2U', { key: null })).status).toBe(400);

  const feed = await get('/api/v1/changelog.atom', { key: null });
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(feed.text).toContain(page.body.data[0].title);
  const refused = await get('/api/v1/changelog.atom', { key: null, headers: { accept: 'application/json' } });
  expect(refused.status).toBe(406);
  expect((await call('HEAD', '/api/v1/changelog.atom', { key: null })).text).toBe('');
});

test('each person has a marker in the changelog, which never moves back', async () => {
  const reader = await signedIn();
  const [newest, second] = (await get('/api/v1/changelog', { key: null })).body.data;
  const before = (await get('/api/v1/changelog/marker', reader)).body.data;
  expect(before).toEqual({ last_read_id: null, unread_count: expect.any(Number) });
  const marked = await put('/api/v1/changelog/marker', { last_read_id: newest.id }, reader);
  expect(marked.body.data).toEqual({ last_read_id: newest.id, unread_count: 0 });
  const back = await put('/api/v1/changelog/marker', { last_read_id: second.id }, reader);
  expect(back.body.data.last_read_id).toBe(newest.id);
  expect((await put('/api/v1/changelog/marker', { last_read_id: randomUUID() }, reader)).status).toBe(404);
  expect((await get('/api/v1/changelog/marker', { key: null })).status).toBe(401);
});
