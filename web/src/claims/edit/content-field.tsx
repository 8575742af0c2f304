import { useState } from 'preact/hooks';
import { DateField, MoneyField, NumberField, SelectField, TextField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { codeMeaning } from '../code/field-name.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { isList, type Json, type JsonObject, textAt, valueAt, withValue } from './content-tree.ts';
import type { EditField } from './edit-fields.ts';
import type { FieldFinding } from './finding-field.ts';

/** A field of the edit form, with the value of the content at its path. Errors of PATCH with this path are shown at it. */
export function ContentField({
  field: { path, kind, label, hint, tidy },
  content,
  finding,
  onChange,
}: {
  readonly field: EditField;
  readonly content: JsonObject;
  /** What an edit of the claim says about this value. */
  readonly finding: FieldFinding | undefined;
  readonly onChange: (content: JsonObject) => void;
}) {
  const write = (value: Json | undefined) => onChange(withValue(content, path, value));
  const text = textAt(content, path);
  const meaning = codeMeaning(String(path.at(-1)), text, useX12Texts());
  const note = finding?.isError === false ? finding.message : (meaning ?? hint);
  const common = {
    label,
    name: ['content', ...path].join('.'),
    ...(note !== undefined && { hint: note }),
    ...(finding?.isError === true && { error: finding.message }),
  };
  switch (kind) {
    case 'date':
      return (
        <DateField {...common} value={text} onChange={(value) => write(value === '' ? undefined : value)} />
      );
    case 'money':
      return <MoneyField {...common} currency="USD" min={0} value={numberOf(text)} onChange={write} />;
    case 'number':
      return <NumberField {...common} min={0} digits={3} value={numberOf(text)} onChange={write} />;
    case 'gender':
      return <CodeSelect {...common} value={text} names={texts.claim.edit.genders} onChange={write} />;
    case 'unit':
      return <CodeSelect {...common} value={text} names={texts.claim.edit.units} onChange={write} />;
    case 'words':
    case 'places':
      return (
        <ListField
          {...common}
          value={listText(valueAt(content, path))}
          onChange={(items) =>
            write(items.length === 0 ? undefined : kind === 'places' ? items.map(placeOf) : items)
          }
        />
      );
    default:
      return (
        <TextField
          {...common}
          code={kind === 'code'}
          tidy={tidy}
          value={text}
          onChange={(value) => write(value === '' ? undefined : value)}
        />
      );
  }
}

interface Common {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly error?: string;
}

/** A choice of a code by its meaning. A code that is none of the known ones stays a choice. */
function CodeSelect({
  names,
  value,
  onChange,
  ...common
}: Common & {
  readonly names: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const known = Object.entries(names).map(([code, name]) => ({ value: code, label: `${name} (${code})` }));
  const own = value === '' || value in names ? [] : [{ value, label: value }];
  return (
    <SelectField
      {...common}
      value={value}
      options={[{ value: '', label: texts.claim.edit.notSet }, ...known, ...own]}
      onChange={(code) => onChange(code === '' ? undefined : code)}
    />
  );
}

/** Several short values in one field, parted by blanks or commas. The text stays as typed, with a blank at its end, too. */
function ListField({
  value,
  onChange,
  ...common
}: Common & { readonly value: string; readonly onChange: (items: readonly string[]) => void }) {
  const [text, setText] = useState(value);
  const shown = itemsOf(text).join(' ') === value ? text : value;
  const type = (typed: string) => {
    setText(typed);
    onChange(itemsOf(typed));
  };
  return <TextField {...common} code value={shown} onChange={type} />;
}

const itemsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((item) => item !== '');

/** A place as a number. Other text stays, so that the service names it as the fault. */
const placeOf = (item: string): Json => (/^\d+$/.test(item) ? Number(item) : item);

const listText = (value: Json | undefined): string => (isList(value) ? value.join(' ') : '');

const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));
