import { expect } from '@jest/globals';
import { newId } from '#persistence/new-id.ts';
import type { WorkRun } from '#work/run-work.ts';
import { anOrder, newBrand } from '../commerce-service.ts';
import { type Invocation, invoke } from '../invoke.ts';

/** Calls about the contacts of a new brand, by its owner. */
export async function contactCalls() {
  const { brand_id, caller } = await newBrand({ catalog: 'external' });
  const byId = (id: string): Invocation => ({ caller, parameters: { id } });
  const made = async (name: string, body: object) => {
    const { status, body: reply } = await invoke(name, { caller, body });
    expect(status).toBe(201);
    return reply.data;
  };
  return {
    brand_id,
    caller,
    byId,
    create: (fields: object) => made('create-contact', { brand_id, ...fields }),
    place: (fields: object) => made('create-order', anOrder(brand_id, fields)),
    read: async (id: string) => (await invoke('get-contact', byId(id))).body.data,
    search: async (query: Record<string, string>) =>
      (await invoke('list-contacts', { caller, query: { brand_id, ...query } })).body.data,
  };
}

/** The surroundings of a run that has to end when `isTimeUp` says so. */
export const workRun = (isTimeUp: () => boolean = () => false): WorkRun => ({
  now: () => new Date(),
  newId: () => newId(),
  hasLease: () => true,
  isTimeUp,
  remainingMilliseconds: () => 60_000,
});

/** Work under a lease. */
export const leased = <Kind extends string, Payload>(kind: Kind, key: string, payload: Payload) => ({
  kind,
  key,
  payload,
  due: new Date(),
  attempt: 1,
  lease: { run: 'r', version: 'v' },
});
