import { useState } from 'preact/hooks';

let last = 0;

/**
 * An id for an element of the component, the only one of the page. `useId` of Preact counts in each root, so that a dialog, which has
 * a separate root, had the id of a heading behind it and was read with its name.
 */
export function useElementId(): string {
  const [id] = useState(() => `e${++last}`);
  return id;
}
