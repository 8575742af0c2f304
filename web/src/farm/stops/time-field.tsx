import { FieldFrame, type FieldProps } from '#web/components/field-frame.tsx';

/** A field for a time of day, `15:30`. */
export function TimeField({
  value,
  onChange,
  ...frame
}: FieldProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <FieldFrame {...frame} value={value}>
      {(attributes) => (
        <input
          {...attributes}
          class="field-control"
          type="time"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
