import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '#web/text/texts.ts';
import type { FieldFault } from './field-rules.ts';
import { useCheck, useFault, useRule } from './form.tsx';
import { Icon } from './icons.tsx';
import './fields.css';
import { useElementId } from './element-id.ts';

/** What every field has. */
export interface FieldProps {
  readonly label: string;
  /** The name of the value in the API's request, such as `price.amount`. Errors of the API are shown at this field. */
  readonly name?: string | undefined;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** Says "optional" beside the label. */
  readonly optional?: boolean | undefined;
  /** Why the value cannot be changed. The field can be read and focused. */
  readonly reason?: string | undefined;
  /** Keeps the label for screen readers only, as in a row of a list. */
  readonly labelHidden?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** The attributes that tie a control to its label, hint and error. */
export interface ControlAttributes {
  readonly id: string;
  readonly name: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
  readonly readOnly: boolean;
  readonly autoFocus: boolean | undefined;
}

/** Label, hint and error around a control. */
export function FieldFrame(
  props: FieldProps & {
    /** Paper leaves a field without a value out. */
    readonly value: string | number | undefined;
    /** What the device finds wrong with the value. */
    readonly fault?: FieldFault | undefined;
    readonly children: (attributes: ControlAttributes) => ComponentChildren;
  },
) {
  const id = useElementId();
  const [isLeft, setLeft] = useState(false);
  const rule = useRule(props.name);
  const found = useCheck(props.reason === undefined ? props.fault : undefined, isLeft);
  const sent = useFault(props.name);
  const error = props.error ?? found ?? sent;
  const hint = props.reason ?? props.hint;
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    Boolean,
  );
  const attributes: ControlAttributes = {
    id,
    name: props.name,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-required': (props.required ?? rule.required) ? true : undefined,
    readOnly: props.reason !== undefined,
    autoFocus: props.autoFocus,
  };
  const names = ['field'];
  if (error !== undefined) names.push('field-invalid');
  if (props.value === '' || props.value === undefined) names.push('field-empty');
  return (
    <div class={names.join(' ')} onFocusOut={() => afterPress(() => setLeft(true))}>
      <label class={props.labelHidden ? 'unseen' : 'field-label'} for={id}>
        {props.label}
        {props.optional && <span class="field-optional"> {texts.states.optional}</span>}
      </label>
      {props.children(attributes)}
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`} error={error} />}
    </div>
  );
}

let isPressed = false;
addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), true);

/** A fault that is shown between press and release would move the button that is pressed, and the click would miss it. */
function afterPress(show: () => void): void {
  if (isPressed) addEventListener('pointerup', () => setTimeout(show), { once: true });
  else show();
}

/** The message about a faulty value. */
export function FieldError({ id, error }: { readonly id?: string; readonly error: string }) {
  return (
    <p class="field-error" id={id}>
      <Icon name="danger" small />
      <span>{error}</span>
    </p>
  );
}
