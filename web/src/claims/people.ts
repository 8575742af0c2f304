import type { ClaimsPerson } from '#claims/follow-up/contract.ts';
import { api } from '#web/api/api.ts';
import { sharedData } from '#web/data/query.ts';

/** The people who work with claims, by name, while they are rendered; none until they are read. */
export const knownPeople = (): readonly ClaimsPerson[] =>
  sharedData('people', () => api('GET /api/people')) ?? [];
