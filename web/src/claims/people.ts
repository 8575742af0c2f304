import type { ClaimsPerson } from '#claims/follow-up/contract.ts';
import { api } from '#web/api/api.ts';
import { sharedData } from '#web/data/query.ts';
import { session } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { shortId } from './audit/names.ts';

/** The people who work with claims, by name, while they are rendered; none until they are read. */
export const knownPeople = (): readonly ClaimsPerson[] =>
  sharedData('people', () => api('GET /api/people')) ?? [];

/** The author of a change in words. */
export function actorName(actor: string): string {
  const words = texts.audit.actors;
  if (actor === session.value?.person.id) return words.you;
  const [kind = '', ...rest] = actor.split(':');
  const name = rest.join(':');
  if (kind === 'key' && name !== '') return words.key(shortId(name));
  if (kind === 'file' && name !== '') return words.file(shortId(name));
  if (kind === 'system' && name !== '') return words.system(name);
  if (kind === 'operator') return [words.operator, name].filter(Boolean).join(' ');
  return knownPeople().find(({ subject }) => subject === actor)?.name ?? actor;
}
