import type { Segment } from '../reader/segment.ts';
import type { ElementValue } from '../writer/writer.ts';

/**
 * The language in which the loops and segments of a message are described. One description of a record gives its type,
 * its reader, its writer, its JSON and the schema of the HTTP contract.
 */

/** What an element holds. `amount` is integer cents, `date` an ISO date; lengths bound the JSON of the API. */
export interface Scalar<T> {
  readonly type: 'text' | 'code' | 'date' | 'amount' | 'decimal' | 'whole';
  readonly min: number;
  readonly max: number;
  readonly sample?: Sample<T>;
}

/** Never set: carries a type. In a member, because a caller's compiler drops `undefined` from an optional field. */
interface Sample<T> {
  readonly value: T;
}

const scalar = <T>(type: Scalar<T>['type'], max = 0, min = 1): Scalar<T> => ({ type, min, max });

export const text = (max: number): Scalar<string> => scalar('text', max);
/** Letters and digits. */
export const code = (max: number): Scalar<string> => scalar('code', max);
export const whole = (min: number, max: number): Scalar<number> => scalar('whole', max, min);
export const date: Scalar<string> = scalar('date');
export const amount: Scalar<number> = scalar('amount');
export const decimal: Scalar<number> = scalar('decimal');

/** ISO date as CCYYMMDD. */
export const compactDay = (day: string): string => day.replaceAll('-', '');

/** Where a value is sent. `segment` is a key of the guide's loop, `CLM` or `REF-G1`, or a path, `2000A/PRV`. */
export interface Place {
  readonly segment: string;
  readonly element: number;
  /** From 1; 0 for a simple element. */
  readonly component: number;
  /** Value of the first element that selects this field, where the guide has one segment for several qualifiers. */
  readonly when?: string;
  /** Sent in the element or component before this one whenever the value is. */
  readonly qualifier?: string;
}

interface FieldOptions<D = unknown> extends Partial<Pick<Place, 'when' | 'qualifier'>> {
  /** Description in the API's schema. */
  readonly about?: string;
  /** Value when JSON leaves the field out. */
  readonly default?: D;
  /** Value of an empty element, which is left empty again. Without it a number that is required reads as 0. */
  readonly implied?: D;
  /** The JSON of the API requires the field, although a file may lack it. */
  readonly isRequiredInApi?: boolean;
}

interface FieldBase extends Omit<FieldOptions, 'when' | 'qualifier'> {
  /** The typed value always has the field: an empty text means a missing element. */
  readonly isRequired: boolean;
}

/** One element. */
export interface ElementField extends FieldBase {
  readonly kind: 'element';
  readonly scalar: Scalar<unknown>;
  /** Absent where the segments of the record's `custom` handlers hold the value. */
  readonly place: Place | undefined;
}

/** A list of simple values: consecutive elements, consecutive components, or one per segment. */
export interface ElementListField extends FieldBase {
  readonly kind: 'element-list';
  readonly scalar: Scalar<unknown>;
  readonly max: number;
  readonly place:
    | (Place & { readonly last: number; readonly of: 'elements' | 'components' | 'segments' })
    | undefined;
}

/** A record inside of a record. */
export interface RecordField extends FieldBase {
  readonly kind: 'record';
  readonly record: RecordSpec<object>;
  /** `group`: its fields have places in segments of the same loop. */
  readonly place: SegmentPlace | CompositePlace | ElementsPlace | LoopPlace | 'group' | undefined;
}

export interface RecordListField extends FieldBase {
  readonly kind: 'record-list';
  readonly record: RecordSpec<object>;
  readonly max: number;
  readonly place: SegmentPlace | CompositePlace | ElementsPlace | LoopPlace | undefined;
}

export interface SegmentPlace {
  readonly in: 'segment';
  /** A key, or a segment id for all segments of that id which no other field names. */
  readonly segment: string;
}

export interface CompositePlace {
  readonly in: 'composite';
  readonly segment: string;
  readonly element: number;
  /** The elements of a list; without them all elements of the segment. */
  readonly elements?: readonly number[];
}

/** Consecutive elements. The fields of the record have their numbers within them. */
export interface ElementsPlace {
  readonly in: 'elements';
  readonly segment: string;
  readonly element: number;
  /** First elements of the records of a list. */
  readonly elements: readonly number[];
}

export interface LoopPlace {
  readonly in: 'loop';
  readonly loops: readonly string[];
  /** NM101 and NM108 that the place implies, so that JSON may leave them out. */
  readonly usual?: UsualParty;
}

export interface UsualParty {
  readonly role: string;
  readonly idQualifier?: string;
}

/** Known in memory only: positions and what was noticed while reading. */
interface MemoryField extends FieldBase {
  readonly kind: 'memory';
}

export type AnyField = ElementField | ElementListField | RecordField | RecordListField | MemoryField;
export type Field<T> = AnyField & { readonly sample?: Sample<T> };
export type Fields = Readonly<Record<string, AnyField>>;

/** Segments that a table cannot describe, with their reader and writer. Written at the place of the first key. */
export interface CustomSegment<T> {
  readonly keys: readonly string[];
  /** Lists that are empty are shared and frozen: replace them before adding. */
  read(record: Filling<T>, segment: Segment): void;
  /** @param index place of the record in its list */
  write(record: Partial<T>, writer: SegmentWriter, index: number): void;
}

/** The part of a writer that takes segments. */
export interface SegmentWriter {
  segment(id: string, ...elements: readonly ElementValue[]): void;
}

export type Filling<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K];
};

/** Elements with one constant value: segment id or key, element, component or 0, value. */
export type FixedElement = readonly [segment: string, element: number, component: number, value: string];

interface RecordOptions<T> {
  readonly custom?: readonly CustomSegment<T>[];
  readonly fixed?: readonly FixedElement[];
  /** The record is that of an NM1 loop. */
  readonly isParty?: boolean;
  /** Some of its loops have fewer segments than the description; the fields of a missing segment are not sent. */
  readonly mayExceedLoop?: boolean;
  /** Of a party that has one place. */
  readonly usual?: UsualParty;
  /** Field with the place of the record in its list, from 1, until a segment gives another number. */
  readonly numberedBy?: string;
  /** Name of the schema in the OpenAPI document. */
  readonly schemaId?: string;
}

export interface RecordSpec<T> extends RecordOptions<T> {
  readonly fields: Fields;
}

type TypeOfField<F> = F extends { readonly sample?: { readonly value: infer T } } ? T : never;
type OptionalKeys<F> = { [K in keyof F]: undefined extends TypeOfField<F[K]> ? K : never }[keyof F];

/** The type that fields describe. */
export type Described<F> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: TypeOfField<F[K]> } & {
  readonly [K in OptionalKeys<F>]?: TypeOfField<F[K]>;
};

export function record<T extends object>(fields: FieldsOf<T>, options: RecordOptions<T> = {}): RecordSpec<T> {
  return { fields, ...options };
}

type FieldsOf<T> = { readonly [K in keyof T]-?: AnyField };
