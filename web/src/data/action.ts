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
 * Runs a change once at a time, and shows its success (`done`) in a toast. Its failure is shown in a toast, too, unless the page reads
 * `error`: then a form or a notice shows it.
 */
export function useAction<Values extends readonly unknown[], Result>(
  run: (...values: Values) => Promise<Result>,
  { done }: { readonly done?: string } = {},
): Action<Values, Result> {
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({
    isRunning: false,
    error: undefined,
  });
  const isBusy = useRef(false);
  const isShown = useRef(false);
  return {
    isRunning: state.isRunning,
    get error() {
      isShown.current = true;
      return state.error;
    },
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
        if (isShown.current) return undefined;
        const { title, detail } = errorText(error);
        toast({ text: detail === undefined ? title : `${title}. ${detail}`, tone: 'danger' });
        return undefined;
      } finally {
        isBusy.current = false;
      }
    },
  };
}
