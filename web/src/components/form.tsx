import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { errorText } from '#web/api/error-text.ts';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { type FieldFault, type FieldRule, type FieldRules, ruleOf } from './field-rules.ts';
import { Icon } from './icons.tsx';
import './form.css';

interface Fault {
  /** The field as `price.amount`, without the place of the input in the request. */
  readonly name: string;
  readonly message: string;
}

interface FormState {
  /** What the API found at the last attempt. */
  readonly faults: readonly Fault[];
  readonly rules: FieldRules;
  /** The person wanted to send the form as it is. */
  readonly isTried: boolean;
  /** Tells whether each field is faulty. */
  readonly checks: Set<() => boolean>;
}

const noForm: FormState = { faults: [], rules: {}, isTried: false, checks: new Set() };
const FormContext = createContext<FormState>(noForm);

/** Properties of a form. */
export interface FormProps {
  /** Called when no field has a fault. */
  readonly onSubmit: () => unknown;
  /** What the contract demands of the fields, by their names: `contractRules('POST /api/v1/stops')`. */
  readonly rules?: FieldRules | undefined;
  /** The error of the last attempt. The details of an API error are shown at the fields with their names. */
  readonly error?: unknown;
  /** Names what a fault without a field is about, such as the product of `items.0.product_id`. */
  readonly labelOf?: ((fault: string) => string | undefined) | undefined;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  /** The buttons at the foot. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A form. When an attempt fails, the first faulty field gets the focus, and the input stays. */
export function Form({ onSubmit, rules = {}, error, labelOf, id, label, actions, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const checks = useRef<FormState['checks']>(new Set()).current;
  const [tries, setTries] = useState(0);
  const faults = faultsOf(error);
  const [homeless, setHomeless] = useState<readonly Fault[]>([]);
  // The fields render after the form, because they learn of the attempt from its context.
  useEffect(() => {
    if (tries > 0) showFault(form.current?.querySelector('[aria-invalid="true"]'));
  }, [tries]);
  useLayoutEffect(() => {
    const fields = form.current;
    if (error === undefined || error === null || fields === null) return;
    setHomeless(faults.filter(({ name }) => fieldOf(fields, name) === null));
    showFault(fields.querySelector('[aria-invalid="true"]') ?? fields.querySelector('.form-error'));
  }, [error]);
  return (
    <form
      class="form"
      ref={form}
      id={id}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isFaulty = [...checks].some((check) => check());
        setTries(isFaulty ? tries + 1 : 0);
        if (!isFaulty) onSubmit();
      }}
    >
      {error !== undefined && error !== null && (
        <FormError error={error} labelOf={labelOf} faults={faults.length} homeless={homeless} />
      )}
      <FormContext.Provider value={{ faults, rules, isTried: tries > 0, checks }}>
        {children}
      </FormContext.Provider>
      {actions !== undefined && <div class="form-actions">{actions}</div>}
    </form>
  );
}

/** Fields side by side, which wrap where there is no room. */
export function FieldRow({ children }: { readonly children: ComponentChildren }) {
  return <div class="field-row">{children}</div>;
}

/** Returns the message of the API for the field with this name in the form around. */
export function useFault(name: string | undefined): string | undefined {
  const { faults } = useContext(FormContext);
  return name === undefined ? undefined : faults.find((fault) => isWithin(fault.name, name))?.message;
}

/** What the form around demands of a field. */
export function useRule(name: string | undefined): FieldRule {
  return ruleOf(useContext(FormContext).rules, name) ?? {};
}

/**
 * Keeps a form with a faulty field from being sent. Returns the words for the fault where it is time to show them: once the field
 * was left, or for an empty field once the person wanted to send the form.
 */
export function useCheck(fault: FieldFault | undefined, isLeft: boolean): string | undefined {
  const { checks, isTried } = useContext(FormContext);
  const current = useRef(fault);
  current.current = fault;
  useLayoutEffect(() => {
    const check = () => current.current !== undefined;
    checks.add(check);
    return () => void checks.delete(check);
  }, [checks]);
  if (fault === undefined || !(isTried || (isLeft && fault.code !== 'required'))) return undefined;
  return faultText(fault);
}

function faultText(fault: FieldFault): string {
  const words = texts.states.fieldFaults;
  if ('limit' in fault) return words[fault.code](formatNumber(fault.limit));
  return 'day' in fault ? words[fault.code](formatDate(fault.day.slice(0, 10))) : words[fault.code];
}

/** Brings a faulty field in sight, with the focus. */
function showFault(faulty: Element | null | undefined): void {
  if (!(faulty instanceof HTMLElement)) return;
  faulty.closest('details')?.setAttribute('open', '');
  faulty.focus({ preventScroll: true });
  faulty.scrollIntoView({ block: 'center' });
}

function FormError(props: {
  readonly error: unknown;
  readonly labelOf: FormProps['labelOf'];
  readonly faults: number;
  readonly homeless: readonly Fault[];
}) {
  const { title, detail, requestId } = errorText(props.error);
  // The error says more than a number of fields if no field is marked.
  const isCounted = props.faults > props.homeless.length;
  return (
    <div class="form-error" role="alert" tabIndex={-1}>
      <Icon name="danger" />
      <div>
        <p class="form-error-title">{isCounted ? texts.states.faults(props.faults) : title}</p>
        {!isCounted && detail !== undefined && <p>{detail}</p>}
        {props.homeless.map((fault) => (
          <p key={fault.name}>{lineOf(fault, props.labelOf)}</p>
        ))}
        <p class="form-error-kept">
          {texts.states.nothingChanged}
          {props.faults === 0 && requestId !== undefined && (
            <>
              {' '}
              {texts.states.requestId} <code>{requestId}</code>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function lineOf({ name, message }: Fault, labelOf: FormProps['labelOf']): string {
  const label = labelOf?.(name) ?? name;
  return label === '' ? message : `${label}: ${message}`;
}

function faultsOf(error: unknown): readonly Fault[] {
  if (!isApiError(error)) return [];
  return error.details.map(({ path, message, code }) => ({
    name: path.slice(1).join('.'),
    message: messageOf(code) || message,
  }));
}

function messageOf(code: string): string | undefined {
  const messages: Readonly<Record<string, string>> = texts.states.faultCodes;
  return messages[code];
}

const isWithin = (name: string, field: string): boolean => name === field || name.startsWith(`${field}.`);

function fieldOf(form: HTMLFormElement, name: string): Element | null {
  const elements = [...form.elements];
  return elements.find((element) => isWithin(name, element.getAttribute('name') ?? '\n')) ?? null;
}
