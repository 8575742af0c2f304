import type { storeSum } from './stored-number.ts';

/**
 * The SET clause that assigns `fields` and adds to the fields in `more`. A field may be a path into maps (`counts.claims`).
 * Undefined fields are not changed. Every name has a placeholder, because many names are reserved words.
 */
export function setClause(
  fields: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, ReturnType<typeof storeSum> | undefined>> = {},
) {
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
