/**
 * Index for each filterable field of an audit entry. Consecutive entries of a transaction with the same actor, event and kind of
 * entity form a run, and the indexes of these fields list the run once, at its first entry. Otherwise each entry would take three
 * more writes, and each index would have one partition that takes all writes.
 */
export const auditIndexes = {
  entity_id: 'by-entity-id',
  actor: 'by-actor',
  event_type: 'by-event-type',
  entity_type: 'by-entity-type',
} as const;

/** Fields whose indexes list runs. */
export const runFields = ['actor', 'event_type', 'entity_type'] as const;
export type RunField = (typeof runFields)[number];

/**
 * The key of each index. A run has a copy of the field, because the field itself would list every entry; verification
 * compares both. Its sort key is the id of the last entry of the run.
 */
export const auditIndexKeys = {
  entity_id: ['entity_id', 'sk'],
  actor: ['run_actor', 'run_end'],
  event_type: ['run_event_type', 'run_end'],
  entity_type: ['run_entity_type', 'run_end'],
} as const satisfies Record<keyof typeof auditIndexes, readonly [partition: string, sort: string]>;
