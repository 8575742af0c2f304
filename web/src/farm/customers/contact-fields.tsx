import { FieldRow, TextField, type TextFieldProps } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import type { ContactDraft } from './contact-draft.ts';

/** Fields of a contact. `isShort` leaves out the postal address and the time zone. */
export function ContactFields({
  draft,
  onChange,
  isShort = false,
}: {
  readonly draft: ContactDraft;
  readonly onChange: (draft: ContactDraft) => void;
  readonly isShort?: boolean | undefined;
}) {
  const { fields } = texts.customers;
  const field = (name: keyof ContactDraft, more: Partial<TextFieldProps> = {}) => (
    <TextField
      name={name}
      label={fields[name]}
      value={draft[name]}
      onChange={(value) => onChange({ ...draft, [name]: value })}
      {...more}
    />
  );
  return (
    <>
      {field('name', { autoFocus: true })}
      {!isShort && (
        <FieldRow>
          {field('first_name')}
          {field('last_name')}
        </FieldRow>
      )}
      <FieldRow>
        {field('email', { type: 'email' })}
        {field('phone', { type: 'tel' })}
      </FieldRow>
      {!isShort && (
        <>
          {field('address')}
          <FieldRow>
            {field('postal_code')}
            {field('city')}
          </FieldRow>
          <FieldRow>
            {field('region')}
            {field('country')}
          </FieldRow>
          {field('time_zone', { hint: fields.timeZoneHint, code: true })}
        </>
      )}
      {field('tags', { hint: fields.tagsHint })}
    </>
  );
}
