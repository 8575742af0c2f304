import { useEffect, useState } from 'preact/hooks';
import { formatAmount } from '#web/text/format.ts';
import { locale } from '#web/text/language.ts';
import { texts } from '#web/text/texts.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { type FieldRule, faultOfNumber } from './field-rules.ts';
import { useRule } from './form.tsx';
import { Icon } from './icons.tsx';
import { numberText } from './number-text.ts';

/** Properties of a field for a number. */
export interface NumberFieldProps extends FieldProps {
  readonly value: number | undefined;
  /** Called when the field is left, with Enter and by the steps; with undefined if the field is empty, never for what has a fault. */
  readonly onChange: (value: number | undefined) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** What the buttons and the arrow keys add; 1 unless given. */
  readonly step?: number | undefined;
  /** Decimals that are kept; those of `step` unless given. */
  readonly digits?: number | undefined;
  /** Shown behind the number, such as "gal". */
  readonly unit?: string | undefined;
  /** Leaves the buttons out. */
  readonly plain?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}

/** A field for a number, with buttons that step it. */
export function NumberField(props: NumberFieldProps) {
  return <NumberControl {...props} />;
}

/** Properties of a field for an amount of money. */
export interface MoneyFieldProps extends Omit<NumberFieldProps, 'unit'> {
  /** An amount in whole units, as the API states it: 12.5. */
  readonly value: number | undefined;
  readonly currency: string;
}

/** A field for an amount of money, with the sign of its currency. */
export function MoneyField({ currency, ...props }: MoneyFieldProps) {
  const digits = new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions();
  return (
    <NumberControl plain digits={digits.maximumFractionDigits} {...props} prefix={signOf(currency)} isFixed />
  );
}

function NumberControl(props: NumberFieldProps & { readonly prefix?: string; readonly isFixed?: boolean }) {
  const { value, step = 1, prefix, unit, plain = false, isFixed = false } = props;
  const digits = props.digits ?? decimalsOf(step);
  const rule = limitsOf(props, useRule(props.name), isFixed ? digits : 0);
  const { min, max } = rule;
  const write = (number: number | undefined) => numbers.write(number, isFixed ? digits : undefined);
  const [text, setText] = useState(() => write(value));
  useEffect(() => {
    if (numbers.read(text) !== value) setText(write(value));
  }, [value]);
  const entered = numbers.read(text);
  const isUnreadable = entered === undefined && text.trim() !== '';
  const fault = isUnreadable ? { code: 'number' as const } : faultOfNumber(entered, rule);
  const limit = (number: number) => Math.min(max ?? Infinity, Math.max(min ?? -Infinity, number));
  const stepBy = (steps: number) => {
    if (props.reason !== undefined) return;
    const next = limit(Number(((entered ?? value ?? 0) + steps * step).toFixed(digits)));
    setText(write(next));
    props.onChange(next);
  };
  /** Gives the number away, an amount of money with the decimals that are shown. What has a fault stays as it was typed. */
  const settle = () => {
    if (fault !== undefined || props.reason !== undefined) return;
    const settled = entered === undefined || !isFixed ? entered : Number(entered.toFixed(digits));
    setText(write(settled));
    if (settled !== value) props.onChange(settled);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      stepBy(event.key === 'ArrowUp' ? 1 : -1);
    }
    if (event.key === 'Enter') settle();
    props.onKeyDown?.(event);
  };
  return (
    <FieldFrame {...props} value={text} fault={fault}>
      {(attributes) => (
        <span class="field-number">
          {!plain && (
            <StepButton {...props} by={-1} onStep={stepBy} isAtLimit={value !== undefined && value === min} />
          )}
          <span class="field-affixed">
            {prefix !== undefined && <span class="field-affix">{prefix}</span>}
            <input
              {...attributes}
              class={prefix === undefined ? 'field-control' : 'field-control field-prefixed'}
              inputmode={digits > 0 ? 'decimal' : 'numeric'}
              autocomplete="off"
              placeholder={props.placeholder}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
              onKeyDown={press}
              onBlur={() => {
                settle();
                props.onBlur?.();
              }}
            />
            {unit !== undefined && <span class="field-affix field-unit">{unit}</span>}
          </span>
          {!plain && (
            <StepButton {...props} by={1} onStep={stepBy} isAtLimit={value !== undefined && value === max} />
          )}
        </span>
      )}
    </FieldFrame>
  );
}

function StepButton(props: {
  readonly by: 1 | -1;
  readonly label: string;
  readonly isAtLimit: boolean;
  readonly onStep: (by: number) => void;
}) {
  const name = props.by > 0 ? texts.states.increase : texts.states.decrease;
  return (
    <button
      type="button"
      class="field-step"
      aria-label={name(props.label)}
      aria-disabled={props.isAtLimit ? true : undefined}
      onClick={() => props.onStep(props.by)}
    >
      <Icon name={props.by > 0 ? 'plus' : 'minus'} />
    </button>
  );
}

/** The rule of a number. The contract states amounts in cents, and people enter whole units. */
function limitsOf(props: NumberFieldProps, rule: FieldRule, decimals: number): FieldRule {
  const cents = decimals > 0 && /(^|[._])cents$/.test(props.name ?? '') ? 10 ** decimals : 1;
  const scaled = (limit: number | undefined) => (limit === undefined ? undefined : limit / cents);
  return {
    required: props.required ?? rule.required,
    kind: decimals > 0 ? undefined : rule.kind,
    min: props.min ?? scaled(rule.min),
    max: props.max ?? scaled(rule.max),
    above: scaled(rule.above),
    below: scaled(rule.below),
  };
}

const numbers = numberText(locale);

const decimalsOf = (step: number): number => String(step).split('.')[1]?.length ?? 0;

const signOf = (currency: string): string => formatAmount(0, currency).replaceAll(/[\d.,\s\u00a0]/g, '');
