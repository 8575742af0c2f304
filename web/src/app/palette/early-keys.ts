let text = '';
let listening: AbortController | undefined;

/**
 * Collects what is typed until {@link takeEarlyKeys}, so that neither the page nor the focused field gets it.
 *
 * @param isWanted ends the collection when it returns false
 * @param cancel runs at Escape
 */
export function collectEarlyKeys(isWanted: () => boolean, cancel: () => void): void {
  takeEarlyKeys();
  listening = new AbortController();
  const { signal } = listening;
  const press = (event: KeyboardEvent) => {
    if (!isWanted()) {
      takeEarlyKeys();
      return;
    }
    if (!take(event, cancel)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', press, { capture: true, signal });
}

/** Ends the collection and returns its text. */
export function takeEarlyKeys(): string {
  listening?.abort();
  listening = undefined;
  const taken = text;
  text = '';
  return taken;
}

/** Returns whether the key belongs to the text. */
function take(event: KeyboardEvent, cancel: () => void): boolean {
  const { key } = event;
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
  if (isShortcut || event.isComposing) return false;
  if (key === 'Escape') cancel();
  else if (key === 'Backspace') text = text.slice(0, -1);
  else if ([...key].length === 1) text += key;
  // There is no line yet that Enter could run.
  else return key === 'Enter';
  return true;
}
