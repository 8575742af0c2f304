import type { AnyField, RecordSpec } from './field.ts';

/** A typed record while it is filled. The reader of a description writes its fields by name. */
export type OpenRecord = Record<string, unknown>;

/** The shared empty list; frozen, so that nothing can append to it. */
export const noItems: never[] = [];
Object.freeze(noItems);

/**
 * Returns a function that makes empty records of a description. Records of a description with `copy` have every field
 * from the start, so that they share a hidden class; other records start with required fields and lists only.
 */
export function emptyRecord<T extends object>(spec: RecordSpec<T>): () => OpenRecord & T {
  const { fields, copy } = spec;
  const all = Object.entries(fields);
  const preset = all.map(([name, field]) => [name, presetOf(field)] as const);
  if (copy === undefined) {
    const set = preset.filter(([, value]) => value !== undefined);
    return () => {
      const made: OpenRecord = {};
      for (const [name, value] of set) made[name] = value;
      // The fields are those that the description of T has.
      return made as OpenRecord & T;
    };
  }
  // V8 gives an object from JSON its fields at once; added one by one they would make a slow dictionary.
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(all.map(([name]) => [name, null]))));
  for (const [name, value] of preset) empty[name] = value;
  return () => copy.call(spec, empty) as OpenRecord & T;
}

function presetOf(field: AnyField): unknown {
  if (field.kind === 'element-list' || field.kind === 'record-list') return noItems;
  if (field.kind === 'element') return field.isRequired ? '' : undefined;
  if (field.kind === 'record' && isComposite(field)) return Object.freeze(emptyRecord(field.record)());
  return undefined;
}

function isComposite(field: AnyField): boolean {
  return field.kind === 'record' && typeof field.place === 'object' && field.place.in === 'composite';
}
