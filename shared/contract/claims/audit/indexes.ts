/**
 * Index for each filterable field of an audit entry. The partition key is the field itself and not a copy, so the hash of
 * the entry covers it.
 */
export const auditIndexes = {
  entity_id: 'by-entity-id',
  actor: 'by-actor',
  event_type: 'by-event-type',
  entity_type: 'by-entity-type',
} as const;
