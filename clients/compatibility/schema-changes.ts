import { referencedName, type Schema } from './document.ts';

type Components = Readonly<Record<string, Schema>>;

type Changes = (before: Schema, after: Schema, place: string) => readonly string[];

/** Compares schemas of two documents. A place is what the schemas describe, such as `request body`. */
export interface SchemaComparison {
  /** Returns a sentence for each kind of value that a request could have before and cannot have afterwards. */
  readonly request: Changes;
  /** Returns a sentence for each kind of value that a response can have now, unless it is a further member. */
  readonly response: Changes;
}

export function compareSchemas(before: Components, after: Components): SchemaComparison {
  const isSame = samenessOf(before, after);
  return {
    request: (old, now, place) =>
      excluded({ direction: 'request', wide: before, narrow: after, isSame }, old, now, place),
    response: (old, now, place) =>
      excluded({ direction: 'response', wide: after, narrow: before, isSame }, now, old, place),
  };
}

/** Returns whether two schemas are equal, and so are all components that they refer to. Most are, which saves seconds. */
function samenessOf(before: Components, after: Components): Comparison['isSame'] {
  const texts = Object.entries(before).map(([name, schema]) => [name, JSON.stringify(schema)] as const);
  const changed = new Set(
    texts.filter(([name, text]) => text !== JSON.stringify(after[name])).map(([name]) => name),
  );
  const refersToChanged = (text: string) =>
    [...text.matchAll(/"\$ref":"([^"]*)"/g)].some(([, reference = '']) =>
      changed.has(referencedName(reference)),
    );
  for (let size = -1; size < changed.size; ) {
    size = changed.size;
    for (const [name, text] of texts) if (refersToChanged(text)) changed.add(name);
  }
  return (one, other) => {
    const text = JSON.stringify(one);
    return text === JSON.stringify(other) && !refersToChanged(text);
  };
}

interface Comparison {
  readonly direction: 'request' | 'response';
  /** Components of the side whose values the other one has to admit. */
  readonly wide: Components;
  readonly narrow: Components;
  readonly isSame: (one: Schema, other: Schema) => boolean;
  /** Pairs of components around the place, because schemas refer to themselves. */
  readonly around?: readonly string[];
}

function excluded(comparison: Comparison, wide: Schema, narrow: Schema, place: string): readonly string[] {
  if (comparison.isSame(wide, narrow)) return [];
  const admitting = shapesOf(narrow, comparison.narrow);
  return shapesOf(wide, comparison.wide).flatMap((shape) => {
    const candidates = admitting.filter(({ type }) => covers(type, shape.type));
    const at = shape.component ? `${comparison.direction} field ${shape.component}` : place;
    if (candidates.length === 0 && shape.type === 'any')
      return [opened(comparison, at, [...new Set(admitting.map(({ type }) => type))], 'value')];
    if (candidates.length === 0) return [lost(comparison, at, shape.values ?? [shape.type])];
    if (candidates.some(({ type }) => type === 'any')) return [];
    const values = lostValues(comparison, shape, candidates, at);
    return values ?? fewest(candidates, (candidate) => within(comparison, shape, candidate, at));
  });
}

const covers = (type: string, other: string): boolean =>
  type === other || type === 'any' || (type === 'number' && other === 'integer');

/** Compares listed values; undefined if neither side lists any. */
function lostValues(
  comparison: Comparison,
  shape: Shape,
  candidates: readonly Shape[],
  place: string,
): readonly string[] | undefined {
  const open = candidates.some(({ values }) => values === undefined);
  if (shape.values) {
    const admitted = new Set(candidates.flatMap(({ values }) => values ?? []));
    const missing = open ? [] : shape.values.filter((value) => !admitted.has(value));
    return missing.length > 0 ? [lost(comparison, place, missing)] : [];
  }
  if (open) return undefined;
  const listed = candidates.flatMap(({ values }) => values ?? []);
  return [opened(comparison, place, listed, shape.type)];
}

/** An alternative corresponds to the one from which it differs least. */
function fewest(
  candidates: readonly Shape[],
  differences: (candidate: Shape) => readonly string[],
): readonly string[] {
  let least: readonly string[] | undefined;
  for (const candidate of candidates) {
    const found = differences(candidate);
    if (found.length === 0) return found;
    if (least === undefined || found.length < least.length) least = found;
  }
  return least ?? [];
}

function within(comparison: Comparison, wide: Shape, narrow: Shape, place: string): readonly string[] {
  const pair = `${wide.component} ${narrow.component}`;
  const { around = [] } = comparison;
  if (wide.component && around.includes(pair)) return [];
  const inner = { ...comparison, around: [...around, pair] };
  return [
    ...limitChanges(comparison, wide, narrow, place),
    ...memberChanges(inner, wide, narrow, place),
    ...nestedChanges(inner, wide.items, narrow.items, `${place}[]`),
    ...nestedChanges(inner, wide.additionalProperties, narrow.additionalProperties, `${place}.*`),
  ];
}

function memberChanges(comparison: Comparison, wide: Shape, narrow: Shape, place: string): readonly string[] {
  const { direction } = comparison;
  const { properties: ofWide = {}, required: alwaysInWide = [] } = wide;
  const { properties: ofNarrow = {}, required: alwaysInNarrow = [] } = narrow;
  const [before, after] = direction === 'request' ? [ofWide, ofNarrow] : [ofNarrow, ofWide];
  const isClosed =
    direction === 'request' && narrow.additionalProperties === false && isOpen(wide.additionalProperties);
  const removed = Object.keys(before).filter((name) => !(name in after));
  const demanded = [...new Set(alwaysInNarrow)].filter(
    (name) => !alwaysInWide.includes(name) && !removed.includes(name),
  );
  return [
    ...(isClosed ? [`${place} no longer accepts further members`] : []),
    ...removed.map((name) => `${memberPlace(place, name)} is removed`),
    ...demanded.map(
      (name) =>
        `${memberPlace(place, name)} ${direction === 'request' ? 'is now required' : 'can now be missing'}`,
    ),
    ...Object.entries(ofWide).flatMap(([name, schema]) =>
      nestedChanges(comparison, schema, ofNarrow[name], memberPlace(place, name)),
    ),
  ];
}

const isOpen = (further: boolean | Schema | undefined): boolean =>
  further === true || typeof further === 'object';

/** `request body` → `request field name`, `request field lines[]` → `request field lines[].name` */
const memberPlace = (place: string, name: string): string =>
  place.endsWith(' body') ? `${place.replace(/body$/, 'field')} ${name}` : `${place}.${name}`;

function nestedChanges(
  comparison: Comparison,
  wide: boolean | Schema | undefined,
  narrow: boolean | Schema | undefined,
  place: string,
): readonly string[] {
  if (typeof wide !== 'object' || typeof narrow !== 'object') return [];
  return excluded(comparison, wide, narrow, place);
}

const lowerLimits = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'] as const;
const upperLimits = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'] as const;

/** Wider limits of a response do not break its readers, another format does. */
function limitChanges(
  { direction }: Comparison,
  wide: Shape,
  narrow: Shape,
  place: string,
): readonly string[] {
  const [before, after] = direction === 'request' ? [wide, narrow] : [narrow, wide];
  const format =
    narrow.format !== undefined && narrow.format !== wide.format
      ? [`${place}: format is now ${after.format ?? 'free'} instead of ${before.format ?? 'free'}`]
      : [];
  if (direction === 'response') return format;
  const limits = [
    ...lowerLimits.filter((name) => (narrow[name] ?? -Infinity) > (wide[name] ?? -Infinity)),
    ...upperLimits.filter((name) => (narrow[name] ?? Infinity) < (wide[name] ?? Infinity)),
    ...(['pattern', 'multipleOf'] as const).filter(
      (name) => narrow[name] !== undefined && narrow[name] !== wide[name],
    ),
  ];
  return [...format, ...limits.map((name) => `${place}: ${name} is now ${narrow[name]}`)];
}

const lost = ({ direction }: Comparison, place: string, values: readonly unknown[]): string =>
  `${place} ${direction === 'request' ? 'no longer accepts' : 'can now be'} ${listing(values)}`;

/** The side with more values admits all of a kind, the other one lists some. */
const opened = (
  { direction }: Comparison,
  place: string,
  listed: readonly unknown[],
  kind: string,
): string =>
  direction === 'request'
    ? `${place} now accepts only ${listing(listed)}`
    : `${place} can now be any ${kind}`;

const listing = (values: readonly unknown[]): string => values.map(String).join(', ');

/** One alternative of a schema: a single type without references and combinations. */
interface Shape extends Omit<Schema, 'type' | 'enum'> {
  /** `any` admits every value. */
  readonly type: string;
  /** The values that it admits; undefined for all of the type. */
  readonly values: readonly unknown[] | undefined;
  /** The component that it comes from. */
  readonly component: string | undefined;
}

/** Returns the alternatives of a schema, so that `type: [string, null]`, `anyOf` and references compare alike. */
const shapesOf = (schema: Schema, components: Components): readonly Shape[] =>
  flattened(schema, components).flatMap(({ component, ...flat }) => ofEachType(flat, component));

interface Flat extends Schema {
  readonly component?: string | undefined;
}

/** Resolves the references and combinations at the top of a schema. */
function flattened(schema: Schema, components: Components): readonly Flat[] {
  const { $ref, anyOf, oneOf, allOf = [], ...own } = schema;
  if ($ref !== undefined) {
    const component = referencedName($ref);
    return flattened(components[component] ?? {}, components).map((flat) => ({ component, ...flat }));
  }
  const options = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap((option) => flattened(option, components));
  const parts = [
    ...(options.length > 0 ? [options] : []),
    ...allOf.map((part) => flattened(part, components)),
  ];
  return parts.reduce<readonly Flat[]>(
    (found, part) => found.flatMap((one) => part.map((other) => both(one, other))),
    [own],
  );
}

/** Returns the schema of the values that two schemas admit. */
function both(one: Flat, other: Flat): Flat {
  return {
    ...one,
    ...other,
    type: other.type ?? one.type,
    enum: other.enum ?? one.enum,
    properties: one.properties || other.properties ? { ...one.properties, ...other.properties } : undefined,
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}

function ofEachType(
  { type, enum: listed, ...rest }: Schema,
  component: string | undefined,
): readonly Shape[] {
  const values = rest.const === undefined ? listed : [rest.const];
  const types = [
    type ?? (values ? [...new Set(values.map(typeOfValue))] : rest.properties ? 'object' : 'any'),
  ].flat();
  return types.map((one) => ({
    ...rest,
    type: one,
    values: values?.filter((value) => types.length === 1 || typeOfValue(value) === one),
    component,
  }));
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
