import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '#web/text/texts.ts';
import { Icon } from './icons.tsx';
import './search-field.css';

/** Properties of a search field. */
export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called 150 ms after the last key, and at once on Enter or when the text is cleared. */
  readonly onChange: (value: string) => void;
  readonly onEnter?: ((value: string) => void) | undefined;
  readonly placeholder?: string | undefined;
}

/** A search field. The key `/` focuses it, Escape clears it. */
export function SearchField({ label, value, onChange, onEnter, placeholder }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  const send = (next: string, delay: number) => {
    clearTimeout(timer.current);
    if (delay === 0) onChange(next);
    else timer.current = setTimeout(() => onChange(next), delay);
  };
  const clear = () => {
    setText('');
    send('', 0);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      send(text, 0);
      onEnter?.(text);
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      event.stopPropagation();
      clear();
    } else if (event.key === 'Escape') input.current?.blur();
  };
  return (
    <search class="search-field">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        class="search-input"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder ?? label}
        enterkeyhint="search"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          send(event.currentTarget.value, 150);
        }}
        onKeyDown={press}
      />
      {text === '' ? (
        <span class="search-key" aria-hidden="true">
          /
        </span>
      ) : (
        <button type="button" class="search-clear" aria-label={texts.list.clearSearch} onClick={clear}>
          <Icon name="close" small />
        </button>
      )}
    </search>
  );
}

/** Whether a key pressed at this target is text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}
