import { texts } from '#web/text/texts.ts';
import { Notice } from './notice.tsx';

/** A value that another person has stored in a field which this person has changed too. Without a text only the field is named. */
export interface OtherValue {
  readonly label: string;
  readonly text: string | undefined;
}

/** Says that another person was first, and shows what saving replaces. */
export function ConflictNotice({ values }: { readonly values: readonly OtherValue[] }) {
  const { title, kept, replaces, empty } = texts.states.conflict;
  return (
    <Notice tone="warning" title={title} isNew>
      <p>{values.length === 0 ? kept : replaces}</p>
      {values.length > 0 && (
        <ul>
          {values.map(({ label, text }) => (
            <li key={label}>{text === undefined ? label : `${label}: ${text === '' ? empty : text}`}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
