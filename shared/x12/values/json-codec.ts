import { formatCents, parseCents } from './money.ts';
import { isoDate } from './number-and-date.ts';

/**
 * Converts typed values to JSON and back. In JSON, field names are snake_case and money is a decimal string. Optional
 * fields that are undefined or empty are left out. Reading collects every fault with its path.
 */
export interface Codec<T> {
  toJson(value: T): unknown;
  /** Returns undefined for invalid JSON, after reporting the faults to `at`. */
  fromJson(json: unknown, at: JsonPlace): T | undefined;
}

/** A fault in a JSON input. */
export interface JsonIssue {
  /** `claims[0].lines[1].charge`. */
  readonly path: string;
  readonly message: string;
}

export class JsonInputError extends Error {
  readonly issues: readonly JsonIssue[];

  constructor(issues: readonly JsonIssue[]) {
    super(issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; '));
    this.name = 'JsonInputError';
    this.issues = issues;
  }
}

/** Reads a JSON value. @throws JsonInputError with every fault */
export function readJson<T>(codec: Codec<T>, json: unknown): T {
  const place = new JsonPlace('', []);
  const value = codec.fromJson(json, place);
  if (place.issues.length > 0 || value === undefined) {
    throw new JsonInputError(place.issues.length > 0 ? place.issues : [{ path: '', message: 'is missing' }]);
  }
  return value;
}

export class JsonPlace {
  readonly path: string;
  readonly issues: JsonIssue[];

  constructor(path: string, issues: JsonIssue[]) {
    this.path = path;
    this.issues = issues;
  }

  at(key: string | number): JsonPlace {
    const separator = typeof key === 'number' ? `[${key}]` : this.path === '' ? key : `.${key}`;
    return new JsonPlace(this.path + separator, this.issues);
  }

  wrong(message: string): undefined {
    this.issues.push({ path: this.path, message });
    return undefined;
  }
}

export const jsonText: Codec<string> = {
  toJson: (value) => value,
  fromJson: (json, at) => (typeof json === 'string' ? json : at.wrong('must be a string')),
};

export const jsonFlag: Codec<boolean> = {
  toJson: (value) => value,
  fromJson: (json, at) => (typeof json === 'boolean' ? json : at.wrong('must be true or false')),
};

export const jsonNumber: Codec<number> = {
  toJson: (value) => value,
  fromJson: (json, at) =>
    typeof json === 'number' && Number.isFinite(json) ? json : at.wrong('must be a number'),
};

/** Integer cents; in JSON a decimal string with two places. JSON numbers are refused, because they may be inexact. */
export const jsonMoney: Codec<number> = {
  toJson: formatCents,
  fromJson: (json, at) =>
    (typeof json === 'string' ? parseCents(json) : undefined) ??
    at.wrong('must be an amount as a string, such as "12.50"'),
};

export const jsonDate: Codec<string> = {
  toJson: (value) => value,
  fromJson: (json, at) => {
    const isDate = typeof json === 'string' && /^\d{4}-\d\d-\d\d$/.test(json);
    return (isDate && isoDate(json.replaceAll('-', ''))) || at.wrong('must be a date, YYYY-MM-DD');
  },
};

export function jsonOneOf<const V extends string>(...values: readonly V[]): Codec<V> {
  return {
    toJson: (value) => value,
    fromJson: (json, at) =>
      values.find((value) => value === json) ?? at.wrong(`must be one of ${values.join(', ')}`),
  };
}

export function jsonList<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    toJson: (values) => values.map(item.toJson),
    fromJson: (json, at) => {
      if (!Array.isArray(json)) return at.wrong('must be a list');
      return json.flatMap((entry: unknown, i) => item.fromJson(entry, at.at(i)) ?? []);
    },
  };
}

/** A field of a record. An absent optional field gets the value of `instead`. */
interface Field<T> {
  readonly codec: Codec<T>;
  readonly isRequired: boolean;
  readonly instead?: T;
}

export function requiredField<T>(codec: Codec<T>): Field<T> {
  return { codec, isRequired: true };
}

export function optionalField<T>(codec: Codec<T>): Field<T | undefined> {
  return {
    codec: {
      toJson: (value) => (value === undefined ? undefined : codec.toJson(value)),
      fromJson: codec.fromJson,
    },
    isRequired: false,
  };
}

export function defaultedField<T>(codec: Codec<T>, instead: T): Field<T> {
  return { codec, isRequired: false, instead };
}

/** A field that exists only in memory. */
export const memoryOnlyField: Field<undefined> = {
  codec: { toJson: () => undefined, fromJson: (_json, at) => at.wrong('is not allowed') },
  isRequired: false,
};

export type CodecFields<T> = { readonly [K in keyof T]-?: Field<T[K]> };

/** An object with exactly these fields. */
export function jsonRecord<T extends object>(fields: CodecFields<T>): Codec<T> {
  const entries = Object.entries<Field<unknown>>(fields).map(([name, field]) => ({
    name,
    key: snakeCase(name),
    field,
  }));
  const keys = new Set(entries.map(({ key }) => key));
  return {
    toJson: (value) => {
      const json: Record<string, unknown> = {};
      for (const { name, key, field } of entries) {
        const part = field.codec.toJson(value[name as keyof T]);
        const isEmpty = part === undefined || (Array.isArray(part) && part.length === 0);
        if (!isEmpty || (field.isRequired && part !== undefined)) json[key] = part;
      }
      return json;
    },
    fromJson: (json, at) => {
      if (typeof json !== 'object' || json === null || Array.isArray(json))
        return at.wrong('must be an object');
      const given = new Map<string, unknown>(Object.entries(json));
      for (const key of given.keys()) if (!keys.has(key)) at.at(key).wrong('is unknown');
      let isComplete = true;
      const value: Record<string, unknown> = {};
      for (const { name, key, field } of entries) {
        const part = given.get(key);
        if (part !== undefined && part !== null) value[name] = field.codec.fromJson(part, at.at(key));
        else if (field.isRequired) at.at(key).wrong('is missing');
        else if (field.instead !== undefined) value[name] = field.instead;
        if (field.isRequired && value[name] === undefined) isComplete = false;
      }
      return isComplete ? (value as T) : undefined;
    },
  };
}

/** The name of a member in JSON. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
