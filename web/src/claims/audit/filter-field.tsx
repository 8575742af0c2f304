import { useEffect, useState } from 'preact/hooks';
import { TextField } from '#web/components/fields.tsx';

/** A filter for a whole id, which applies on Enter or when the field is left, not with each key. */
export function FilterField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(props.value);
  useEffect(() => setText(props.value), [props.value]);
  const apply = () => props.onChange(text.trim());
  return (
    <TextField
      label={props.label}
      code
      value={text}
      onChange={setText}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
    />
  );
}
