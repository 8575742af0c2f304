import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { errorText } from '#web/api/error-text.ts';
import { texts } from '#web/text/texts.ts';
import { Icon } from './icons.tsx';
import './form.css';

interface Fault {
  /** The field as `price.amount`, without the place of the input in the request. */
  readonly name: string;
  readonly message: string;
}

const FormFaults = createContext<readonly Fault[]>([]);

/** Properties of a form. */
export interface FormProps {
  readonly onSubmit: () => unknown;
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
export function Form({ onSubmit, error, labelOf, id, label, actions, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const faults = faultsOf(error);
  const [homeless, setHomeless] = useState<readonly Fault[]>([]);
  useLayoutEffect(() => {
    const fields = form.current;
    if (error === undefined || error === null || fields === null) return;
    setHomeless(faults.filter(({ name }) => fieldOf(fields, name) === null));
    const faulty = fields.querySelector('[aria-invalid="true"]') ?? fields.querySelector('.form-error');
    if (faulty instanceof HTMLElement) faulty.focus();
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
        onSubmit();
      }}
    >
      {error !== undefined && error !== null && (
        <FormError error={error} labelOf={labelOf} faults={faults.length} homeless={homeless} />
      )}
      <FormFaults.Provider value={faults}>{children}</FormFaults.Provider>
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
  const faults = useContext(FormFaults);
  return name === undefined ? undefined : faults.find((fault) => isWithin(fault.name, name))?.message;
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
