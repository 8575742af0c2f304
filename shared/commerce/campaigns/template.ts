/** A text with fields such as `{{first_name|friend}}`, read into its parts. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: string; readonly fallback: string | undefined };

export interface TemplateFault {
  /** Characters before the fault. */
  readonly offset: number;
  readonly message: string;
}

/** Fields of every message. `unsubscribe_url` is for e-mail only. */
export const templateFields = [
  'first_name',
  'last_name',
  'name',
  'email',
  'phone',
  'city',
  'brand_name',
  'postal_address',
  'unsubscribe_url',
] as const;

const placeholder = /\\\{\{|\{\{([^{}]*)\}\}|\{\{/g;
const fieldPattern = /^\s*([a-z_]+)\s*(?:\|([\s\S]*))?$/;

/**
 * Reads a template. `\{{` is a literal `{{`. A field may have a default after a bar, which is used for contacts without a
 * value.
 */
export function readTemplate(text: string, fields: readonly string[] = templateFields) {
  const parts: TemplatePart[] = [];
  const faults: TemplateFault[] = [];
  const addText = (added: string) => {
    if (added !== '') parts.push({ kind: 'text', text: added });
  };
  let position = 0;
  for (const match of text.matchAll(placeholder)) {
    const { index: offset, 0: whole, 1: inner } = match;
    addText(text.slice(position, offset));
    position = offset + whole.length;
    if (whole === '\\{{') {
      addText('{{');
      continue;
    }
    const [, field, fallback] = inner === undefined ? [] : (fieldPattern.exec(inner) ?? []);
    if (inner === undefined)
      faults.push({ offset, message: 'A field must end with }}; write \\{{ for braces' });
    else if (field === undefined)
      faults.push({ offset, message: 'A field is a name, or a name, a bar and a default' });
    else if (!fields.includes(field))
      faults.push({ offset, message: `Unknown field ${field}; known are ${fields.join(', ')}` });
    else
      parts.push({ kind: 'field', field, fallback: fallback?.trim() === '' ? undefined : fallback?.trim() });
  }
  addText(text.slice(position));
  return { parts, faults };
}

export type FieldValues = Readonly<Partial<Record<string, string>>>;

/** Names of the fields without a default, each once. */
export const neededFields = (parts: readonly TemplatePart[]): readonly string[] => [
  ...new Set(
    parts.flatMap((part) => (part.kind === 'field' && part.fallback === undefined ? [part.field] : [])),
  ),
];

/** The needed fields for which a contact has no value. A message with such a field is not sent. */
export const missingFields = (needed: readonly string[], values: FieldValues): readonly string[] =>
  needed.filter((field) => !hasValue(values[field]));

/** The text for one contact. `escaped` applies to values and defaults, not to the text of the template. */
export const renderTemplate = (
  parts: readonly TemplatePart[],
  values: FieldValues,
  escaped: (value: string) => string = (value) => value,
): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const value = values[part.field];
      return escaped(hasValue(value) ? value : (part.fallback ?? ''));
    })
    .join('');

const hasValue = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';
