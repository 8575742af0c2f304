import { FieldError, type FieldProps } from './field-frame.tsx';
import { useFault } from './form.tsx';
import './fields.css';
import { useElementId } from './element-id.ts';

/** Properties of a field that is on or off. */
export interface CheckFieldProps extends FieldProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  /** Some of several are on. */
  readonly isMixed?: boolean | undefined;
}

/** A field that is on or off. */
export function CheckField(props: CheckFieldProps) {
  const id = useElementId();
  const error = props.error ?? useFault(props.name);
  const hint = props.reason ?? props.hint;
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    Boolean,
  );
  return (
    <div class="field">
      <div class="check">
        <input
          id={id}
          class="check-box"
          type="checkbox"
          name={props.name}
          checked={props.value}
          indeterminate={props.isMixed}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that the person opened
          autoFocus={props.autoFocus}
          aria-disabled={props.reason !== undefined ? true : undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described.length > 0 ? described.join(' ') : undefined}
          onClick={(event) => {
            if (props.reason !== undefined) event.preventDefault();
          }}
          onChange={(event) => {
            if (props.reason === undefined) props.onChange(event.currentTarget.checked);
          }}
        />
        <label class={props.labelHidden ? 'unseen' : 'check-label'} for={id}>
          {props.label}
        </label>
      </div>
      {hint !== undefined && (
        <p class="field-hint check-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`} error={error} />}
    </div>
  );
}

/** One value of a choice that is all in sight. */
export interface ChoiceOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why this value cannot be chosen now. */
  readonly reason?: string | undefined;
}

/** Properties of a choice that is all in sight. */
export interface ChoiceFieldProps<Value extends string> extends FieldProps {
  readonly value: Value | undefined;
  readonly options: readonly ChoiceOption<Value>[];
  readonly onChange: (value: Value) => void;
  /** Lays the values out side by side. */
  readonly wide?: boolean | undefined;
}

/** A choice of one value, all of which are in sight: for up to six values, with large targets. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const id = useElementId();
  const error = props.error ?? useFault(props.name);
  const described = [error !== undefined && `${id}-error`, props.hint !== undefined && `${id}-hint`].filter(
    Boolean,
  );
  return (
    <fieldset class="field" aria-describedby={described.length > 0 ? described.join(' ') : undefined}>
      <legend class={props.labelHidden ? 'unseen' : 'field-label'}>{props.label}</legend>
      <div class={props.wide ? 'choices choices-wide' : 'choices'}>
        {props.options.map((option) => (
          <label key={option.value} class="choice">
            <input
              type="radio"
              name={props.name ?? id}
              value={option.value}
              checked={option.value === props.value}
              disabled={option.reason !== undefined}
              aria-invalid={error === undefined ? undefined : true}
              onChange={() => props.onChange(option.value)}
            />
            <span>
              {option.label}
              {(option.reason ?? option.hint) !== undefined && (
                <span class="choice-hint">{option.reason ?? option.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {props.hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`} error={error} />}
    </fieldset>
  );
}
