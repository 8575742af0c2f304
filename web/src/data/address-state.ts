import { location, navigate } from '#web/app/router.ts';

/**
 * A text that lives in the query string, so that a view can be shared and the back button returns to it. The initial value
 * is not written into the address.
 */
export function useAddressState<Value extends string>(
  name: string,
  initial: Value,
): readonly [Value, (next: Value) => void];
export function useAddressState(name: string, initial: string): readonly [string, (next: string) => void] {
  const { query } = location.value;
  return [
    query.get(name) ?? initial,
    (next) => {
      const { path, query: present } = location.peek();
      const changed = new URLSearchParams(present);
      if (next === initial) changed.delete(name);
      else changed.set(name, next);
      navigate(changed.size > 0 ? `${path}?${changed}` : path, { replace: true });
    },
  ];
}
