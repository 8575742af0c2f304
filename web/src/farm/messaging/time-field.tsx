import { FieldFrame, type FieldProps } from '#web/components/field-frame.tsx';

/** A field for a time of day, as HH:MM. */
export function TimeField(
  props: FieldProps & { readonly value: string; readonly onChange: (value: string) => void },
) {
  return (
    <FieldFrame {...props}>
      {(attributes) => (
        <input
          {...attributes}
          class="field-control"
          type="time"
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
