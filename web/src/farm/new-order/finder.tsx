import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import '#web/components/fields.css';
import './new-order.css';
import { useElementId } from '#web/components/element-id.ts';

/** One result of a finder. */
interface Found {
  readonly key: string;
  readonly label: string;
  readonly detail?: ComponentChildren;
  /** Shown, but cannot be chosen. */
  readonly isBlocked?: boolean;
}

/**
 * A text field with the results below it. Arrow keys move through the results, Enter chooses, and the text is cleared for
 * the next one.
 */
export function Finder({
  label,
  hint,
  text,
  onText,
  results,
  onChoose,
  none,
  autoFocus = false,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly results: readonly Found[];
  readonly onChoose: (key: string) => void;
  /** Said when a text has no result. */
  readonly none: string;
  readonly autoFocus?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const id = useElementId();
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, []);
  const isShown = isOpen && (results.length > 0 || text.trim() !== '');
  const place = Math.min(active, results.length - 1);
  const choose = (found: Found | undefined) => {
    if (!found || found.isBlocked) return;
    onChoose(found.key);
    onText('');
    setActive(0);
    setOpen(false);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((place + step + results.length) % Math.max(1, results.length));
    } else if (event.key === 'Enter' && isShown) {
      event.preventDefault();
      choose(results[place]);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div class="finder" onFocusOut={(event) => closeOutside(event, () => setOpen(false))}>
      <label class="field-label" for={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        class="field-control"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        // biome-ignore lint/a11y/noAutofocus: the person opened the form to fill it in
        autoFocus={autoFocus}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && results.length > 0 ? `${id}-${place}` : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={text}
        onInput={(event) => {
          onText(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={press}
      />
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div
        class="finder-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isShown || results.length === 0}
      >
        {results.map((found, index) => (
          <div
            key={found.key}
            id={`${id}-${index}`}
            class="finder-option"
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            aria-disabled={found.isBlocked === true}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(found)}
            onKeyDown={press}
          >
            <span class="finder-name">{found.label}</span>
            {found.detail !== undefined && <span class="finder-detail">{found.detail}</span>}
          </div>
        ))}
      </div>
      <p class={isShown && results.length === 0 ? 'finder-none' : 'unseen'} role="status">
        {isShown && results.length === 0 ? none : ''}
      </p>
    </div>
  );
}

function closeOutside(event: FocusEvent, close: () => void): void {
  const { currentTarget, relatedTarget } = event;
  if (currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
    return;
  close();
}
