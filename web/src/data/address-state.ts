import { location, navigate, stepBack, stepName } from '#web/app/router.ts';

/**
 * A text that lives in the query string, so that a view can be shared and a reload keeps it. The initial value is not written into
 * the address.
 */
export function useAddressState<Value extends string>(
  name: string,
  initial: Value,
): readonly [Value, (next: Value) => void];
export function useAddressState(name: string, initial: string): readonly [string, (next: string) => void] {
  const { query } = location.value;
  return [
    query.get(name) ?? initial,
    (next) => navigate(addressWith({ [name]: next === initial ? '' : next }), { replace: true }),
  ];
}

/** What lies open beside the content of a page, named by the address. */
export interface AddressPanel {
  /** The key of the record that is shown. */
  readonly shown: string | undefined;
  /** Opening is a step, so that the back button closes the panel. The next record of an open panel takes the place of the last. */
  readonly show: (key: string) => void;
  readonly close: () => void;
  /** The address that shows a record. */
  readonly addressOf: (key: string) => string;
}

/** A panel that the query string opens. */
export function useAddressPanel(name: string): AddressPanel {
  const shown = location.value.query.get(name) || undefined;
  return {
    shown,
    show: (key) => {
      const isOpen = (location.peek().query.get(name) || undefined) !== undefined;
      navigate(addressWith({ [name]: key }), isOpen ? { replace: true } : { step: name });
    },
    close: () => {
      if (!location.peek().query.has(name)) return;
      if (stepName() === name) stepBack();
      else navigate(addressWith({ [name]: '' }), { replace: true });
    },
    addressOf: (key) => addressWith({ [name]: key }),
  };
}

/** The steps of a panel to the record before and after, among the rows of its list. */
export interface PanelSteps {
  readonly onClose: () => void;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

/** Returns how the panel leaves its record. A record that is not among the rows has no neighbors. */
export function panelSteps<T>(
  panel: AddressPanel,
  rows: readonly T[],
  rowKey: (row: T) => string,
): PanelSteps {
  const place = rows.findIndex((row) => rowKey(row) === panel.shown);
  const stepTo = (row: T | undefined) => row && (() => panel.show(rowKey(row)));
  return {
    onClose: panel.close,
    onPrevious: place < 0 ? undefined : stepTo(rows[place - 1]),
    onNext: place < 0 ? undefined : stepTo(rows[place + 1]),
  };
}

/** The present address with some texts of its query changed; '' leaves one out. */
export function addressWith(changes: Readonly<Record<string, string>>): string {
  const { path, query } = location.peek();
  const changed = new URLSearchParams(query);
  for (const [name, text] of Object.entries(changes)) {
    if (text === '') changed.delete(name);
    else changed.set(name, text);
  }
  return changed.size > 0 ? `${path}?${changed}` : path;
}
