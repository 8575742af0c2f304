import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Answer, functionsOn, type Request } from '../../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../../claims/local-stores.ts';
import { claimBody } from '../claim-body.ts';

export let stores: LocalStores;
export let call: (name: string, request?: Request) => Promise<Answer>;

/** Starts the stores for the tests of one file. */
export function useStores(): void {
  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
    call = functionsOn(stores);
  });
  afterAll(() => stores.stop());
}

export const created = async (pcn: string, more: object = {}) =>
  (await call('create-claim', { body: claimBody(pcn, more) })).body.data;

export const edit = (id: string, content: object, more: object = {}, headers: Record<string, string> = {}) =>
  call('edit-claim', { path: { id }, body: { content, ...more }, headers });

export const shown = async (id: string) => (await call('get-claim', { path: { id } })).body.data;

export const fits = (declaration: { readonly responses: object }, { status, body }: Answer) => {
  const { schema } =
    (declaration.responses as Record<number, { schema: import('zod').ZodType }>)[status] ?? {};
  expect(schema?.parse(body)).toEqual(body);
};
