import { useRef, useState } from 'preact/hooks';
import { errorText } from '#web/api/error-text.ts';
import { toast } from '#web/components/toasts.tsx';

/** A change that a person starts. `error` is that of the last run, for the form that shows it. */
export interface Action<Values extends readonly unknown[], Result> {
  /** Runs the change. Resolves to undefined if it failed, or if it runs already. */
  run(...values: Values): Promise<Result | undefined>;
  readonly isRunning: boolean;
  readonly error: unknown;
}

/**
 * Runs a change once at a time, and shows its success (`done`) or its failure in a toast. `shows` returns true for a failure that
 * the caller shows in the page.
 */
export function useAction<Values extends readonly unknown[], Result>(
  run: (...values: Values) => Promise<Result>,
  { done, shows }: { readonly done?: string; readonly shows?: (error: unknown) => boolean } = {},
): Action<Values, Result> {
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({
    isRunning: false,
    error: undefined,
  });
  const isBusy = useRef(false);
  return {
    ...state,
    run: async (...values) => {
      if (isBusy.current) return undefined;
      isBusy.current = true;
      setState({ isRunning: true, error: undefined });
      try {
        const result = await run(...values);
        setState({ isRunning: false, error: undefined });
        if (done !== undefined) toast({ text: done });
        return result;
      } catch (error) {
        setState({ isRunning: false, error });
        if (shows?.(error)) return undefined;
        const { title, detail } = errorText(error);
        toast({ text: detail === undefined ? title : `${title}. ${detail}`, tone: 'danger' });
        return undefined;
      } finally {
        isBusy.current = false;
      }
    },
  };
}
