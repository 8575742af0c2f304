import { useEffect, useRef, useState } from 'preact/hooks';
import { useElementId } from './element-id.ts';
import { FieldError, FieldFrame, type FieldProps } from './field-frame.tsx';
import { type FieldRule, faultOfDay, faultOfText } from './field-rules.ts';
import { useFault, useRule } from './form.tsx';
import { Icon } from './icons.tsx';
import './fields.css';

/** Properties of a field that is on or off. */
interface CheckFieldProps extends FieldProps {
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
        <label class={props.labelHidden ? 'check-label check-label-hidden' : 'check-label'} for={id}>
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
interface ChoiceOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why this value cannot be chosen now. */
  readonly reason?: string | undefined;
}

/** Properties of a choice that is all in sight. */
interface ChoiceFieldProps<Value extends string> extends FieldProps {
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

export type { FieldProps } from './field-frame.tsx';
export { FieldRow, Form } from './form.tsx';
export { MoneyField, NumberField } from './number-fields.tsx';

/** Properties of a field for text. */
export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'password' | undefined;
  /** The keyboard of a phone; derived from `type` unless given. */
  readonly inputmode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal' | undefined;
  readonly autocomplete?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  /** Shows the text in the font of code, as for ids. */
  readonly code?: boolean | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  /** How the text is written when the field is left; without blanks at its ends unless given. */
  readonly tidy?: ((text: string) => string) | undefined;
}

/** A field for one line of text. */
export function TextField(props: TextFieldProps) {
  const type = props.type ?? 'text';
  const isWord = type === 'text' && !props.code;
  const rule = { ...typeRules[type], ...useRule(props.name) };
  const fault = faultOfText(props.value, { ...rule, required: props.required ?? rule.required });
  const settle = (text: string) => {
    const tidied = type === 'password' ? text : (props.tidy ?? trimmed)(text);
    if (tidied !== text && props.reason === undefined) props.onChange(tidied);
  };
  return (
    <FieldFrame {...props} fault={fault}>
      {(attributes) => (
        <input
          {...attributes}
          class={props.code ? 'field-control field-code' : 'field-control'}
          type={type}
          inputmode={props.inputmode}
          autocomplete={props.autocomplete ?? 'off'}
          autocapitalize={isWord ? undefined : 'none'}
          spellcheck={isWord ? undefined : false}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
          onBlur={(event) => {
            settle(event.currentTarget.value);
            props.onBlur?.();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle(event.currentTarget.value);
            props.onKeyDown?.(event);
          }}
        />
      )}
    </FieldFrame>
  );
}

const trimmed = (text: string): string => text.trim();

/** What the keyboard of a phone promises already. */
const typeRules: Readonly<Partial<Record<string, FieldRule>>> = { email: { kind: 'email' } };

/** Properties of a field for long text. */
export interface TextAreaFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly placeholder?: string | undefined;
}

/** A field for several lines of text. */
export function TextAreaField(props: TextAreaFieldProps) {
  const rule = useRule(props.name);
  const fault = faultOfText(props.value, { ...rule, required: props.required ?? rule.required });
  return (
    <FieldFrame {...props} fault={fault}>
      {(attributes) => (
        <textarea
          {...attributes}
          class="field-control field-area"
          rows={props.rows ?? 4}
          maxLength={props.maxLength}
          placeholder={props.placeholder}
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

/** One value that can be chosen. */
export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

/** Properties of a field that chooses one of several values. */
export interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
}

/** A field that chooses one of several values. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const choose = (chosen: string) => {
    const option = props.options.find(({ value }) => value === chosen);
    if (option && props.reason === undefined) props.onChange(option.value);
  };
  const isRequired = props.required ?? useRule(props.name).required;
  return (
    <FieldFrame {...props} fault={faultOfText(props.value, { required: isRequired })}>
      {({ readOnly, ...attributes }) => (
        <span class="field-select">
          <select
            {...attributes}
            class="field-control"
            aria-disabled={readOnly ? true : undefined}
            value={props.value}
            onChange={(event) => {
              choose(event.currentTarget.value);
              if (readOnly) event.currentTarget.value = props.value;
            }}
          >
            {props.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" small />
        </span>
      )}
    </FieldFrame>
  );
}

/** Properties of a field for a day, or with `time` for a day and a time. */
export interface DateFieldProps extends FieldProps {
  /** `2026-03-02`, with `time` `2026-03-02T15:04`; '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly time?: boolean | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/**
 * A field for a day. Typing gives a day with each digit of the year, such as 0002-12-05, so the value is taken when the field is left,
 * with Enter, or from the calendar.
 */
export function DateField(props: DateFieldProps) {
  const { value, min, max } = props;
  const rule = useRule(props.name);
  const [draft, setDraft] = useState<{ readonly text: string; readonly isWhole: boolean }>();
  const isTyping = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const shown = draft?.text ?? value;
  const faultOf = (text: string) =>
    faultOfDay(text, { ...rule, required: props.required ?? rule.required }, { min, max });
  const fault = draft?.isWhole === false ? { code: 'date' as const } : faultOf(shown);
  useEffect(() => setDraft(undefined), [value]);
  const take = () => {
    const control = input.current;
    isTyping.current = false;
    if (control === null || props.reason !== undefined) return;
    const isWhole = !control.validity.badInput;
    const text = control.value;
    const found = isWhole ? faultOf(text) : undefined;
    const isTaken = isWhole && (found === undefined || found.code === 'required');
    setDraft(isTaken ? undefined : { text, isWhole });
    if (isTaken && text !== value) props.onChange(text);
  };
  return (
    <FieldFrame {...props} fault={fault}>
      {(attributes) => (
        <input
          {...attributes}
          ref={input}
          class="field-control"
          type={props.time ? 'datetime-local' : 'date'}
          min={min}
          max={max}
          value={shown}
          onInput={(event) => {
            const { value: text, validity } = event.currentTarget;
            if (isTyping.current) setDraft({ text, isWhole: !validity.badInput });
            else take();
          }}
          onBlur={take}
          onKeyDown={({ key }) => {
            if (key === 'Enter') take();
            else if (key !== 'Tab') isTyping.current = true;
          }}
        />
      )}
    </FieldFrame>
  );
}
