import type { AuditEntry } from '#claims/audit/contract.ts';
import { texts } from '#web/text/texts.ts';

/** The event in words; an unknown one by its name. */
export function eventName(event: string): string {
  const known: Readonly<Record<string, string>> = texts.audit.events;
  return known[event] ?? event;
}

/** The kind of record in words; an unknown one by its name. */
export function entityName(entity: string): string {
  const known: Readonly<Record<string, string>> = texts.audit.entities;
  return known[entity] ?? entity;
}

/** Returns the end of a long id, because the ids of one time begin alike. */
export const shortId = (id: string): string => (id.length > 16 ? id.slice(-12) : id);

const pages: Readonly<Record<string, (id: string) => string>> = {
  claim: (id) => `/claims/claim/${id}`,
  file: (id) => `/claims/files/${id}`,
  remittance: (id) => `/claims/remittances/${id}`,
  unmatched_item: (id) => `/claims/unmatched/${id}`,
  submission: (id) => `/claims/submissions?id=${id}`,
  retention: () => '/claims/retention',
  legal_hold: () => '/claims/retention',
  purge: () => '/claims/retention',
  configuration: () => '/claims/configuration',
  api_key: () => '/claims/configuration',
  alert: () => '/claims/alerts',
  alert_rule: () => '/claims/alerts',
};

/** The page of the record that an entry is about; undefined if it has none. */
export const recordPage = ({ entity_type, entity_id }: AuditEntry): string | undefined =>
  pages[entity_type]?.(encodeURIComponent(entity_id));
