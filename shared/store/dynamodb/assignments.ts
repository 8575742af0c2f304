import type { storeSum } from './stored-number.ts';

/** Parts of an update: what its expression says of the fields, and the names and values that it uses. */
export interface SetClause {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The SET clause that gives these fields their values and adds to those in `more`. A field may be a path into maps
 * (`counts.claims`); fields that are undefined stay as they are. Every name is replaced, since many are reserved.
 */
export function setClause(
  fields: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, ReturnType<typeof storeSum> | undefined>> = {},
): SetClause {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const pathOf = (field: string) =>
    field
      .split('.')
      .map((part) => {
        names[`#${part}`] = part;
        return `#${part}`;
      })
      .join('.');
  const placeholder = (value: unknown) => {
    const name = `:v${Object.keys(values).length}`;
    values[name] = value;
    return name;
  };
  const sets = Object.entries(fields).filter(([, value]) => value !== undefined);
  const adds = Object.entries(more).filter(([, value]) => value !== undefined && value !== 0);
  const clauses = [
    ...sets.map(([field, value]) => `${pathOf(field)} = ${placeholder(value)}`),
    ...adds.map(([field, value]) => `${pathOf(field)} = ${pathOf(field)} + ${placeholder(value)}`),
  ];
  return { expression: `SET ${clauses.join(', ')}`, names, values };
}
