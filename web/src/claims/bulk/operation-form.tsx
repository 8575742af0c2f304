import { decidedLanes } from '#contract/claims/decided-lanes.ts';
import { CheckField, FieldRow, Form, SelectField, TextField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { type OperationInput, type OperationKind, type ReleaseLane, ruleFields } from './operations.ts';

/** What an operation needs from the person: a reason, a lane, or new values. */
export function OperationForm({
  kind,
  input,
  missing,
  onChange,
  onSubmit,
}: {
  readonly kind: OperationKind;
  readonly input: OperationInput;
  /** The value that the last attempt lacked. */
  readonly missing: 'reason' | 'rule' | undefined;
  readonly onChange: (input: OperationInput) => void;
  readonly onSubmit: () => void;
}) {
  const { lanes } = texts.board;
  const words = texts.board.bulk;
  return (
    <Form onSubmit={onSubmit}>
      <p>{words.explain[kind]}</p>
      {(kind === 'hold' || kind === 'dismiss') && (
        <TextField
          label={words.reason}
          hint={words.reasonHint}
          value={input.reason}
          required={kind === 'dismiss'}
          optional={kind === 'hold'}
          maxLength={200}
          autoFocus
          error={missing === 'reason' ? words.reasonNeeded : undefined}
          onChange={(reason) => onChange({ ...input, reason })}
        />
      )}
      {kind === 'release' && (
        <SelectField<ReleaseLane | ''>
          label={words.lane}
          hint={words.laneHint}
          value={input.lane}
          options={[
            { value: '', label: words.laneUnsent },
            ...decidedLanes.map((value) => ({ value, label: lanes[value] })),
          ]}
          onChange={(lane) => onChange({ ...input, lane })}
        />
      )}
      {kind === 'correct' && (
        <>
          <FieldRow>
            {ruleFields.map((name, index) => (
              <TextField
                key={name}
                label={words.fields[name]}
                value={input.rule[name] ?? ''}
                code={name !== 'payer_name'}
                hint={index === 0 ? words.fieldsHint : undefined}
                error={index === 0 && missing === 'rule' ? words.fieldNeeded : undefined}
                onChange={(value) => onChange({ ...input, rule: { ...input.rule, [name]: value } })}
              />
            ))}
          </FieldRow>
          <CheckField
            label={words.sent}
            value={input.alsoSent}
            onChange={(alsoSent) => onChange({ ...input, alsoSent })}
          />
        </>
      )}
    </Form>
  );
}
