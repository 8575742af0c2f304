/**
 * Index by each filterable field of an audit entry. The field of the entry is the partition key itself, and the
 * table's sort key the sort key: no copy of a field can be bent without the hash telling.
 */
export const auditIndexes = {
  entity_id: 'by-entity-id',
  actor: 'by-actor',
  event_type: 'by-event-type',
  entity_type: 'by-entity-type',
} as const;
