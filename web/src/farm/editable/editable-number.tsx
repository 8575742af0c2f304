import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { locale } from '#web/text/language.ts';
import { texts } from '#web/text/texts.ts';
import './editable-number.css';

/**
 * A number that is changed where it stands. Enter or leaving the field saves, Escape restores. The shown value stays the new
 * one while `onSave` runs, and returns to the old one if `onSave` rejects.
 */
export function EditableNumber({
  label,
  value,
  decimals,
  prefix = '',
  isLocked = false,
  onSave,
}: {
  /** Names the field for screen readers, such as "Price of Raw honey". */
  readonly label: string;
  readonly value: number | undefined;
  readonly decimals: number;
  readonly prefix?: string | undefined;
  readonly isLocked?: boolean | undefined;
  readonly onSave: (value: number) => Promise<unknown>;
}) {
  const [draft, setDraft] = useState<string>();
  const [hasFocus, setFocus] = useState(false);
  const isLeaving = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  const shown = value === undefined ? '' : written(value, decimals);
  const read = value === undefined ? '' : `${prefix}${written(value, decimals, true)}`;
  const entered = draft === undefined ? undefined : numberOf(draft, decimals);
  const isWrong = draft !== undefined && draft.trim() !== '' && entered === undefined;

  // Another text in the field ends the selection, and what is typed at once would be added to it.
  useLayoutEffect(() => {
    if (hasFocus) input.current?.select();
  }, [hasFocus]);

  const save = async () => {
    if (entered === undefined || entered === value) {
      if (!isWrong) setDraft(undefined);
      return;
    }
    setDraft(written(entered, decimals));
    // A refused change has a toast already; the field shows the value that still holds.
    await onSave(entered).catch(() => {});
    setDraft(undefined);
  };
  const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLInputElement>) => {
    // The list around the field handles keys too.
    event.stopPropagation();
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key !== 'Escape') return;
    isLeaving.current = true;
    setDraft(undefined);
    event.currentTarget.blur();
  };
  const onBlur = () => {
    setFocus(false);
    if (!isLeaving.current) void save();
    isLeaving.current = false;
  };

  if (isLocked) return <span>{shown === '' ? texts.products.noPrice : read}</span>;
  return (
    <span
      class={[
        'editable-number',
        decimals === 0 && 'editable-number-whole',
        isWrong && 'editable-number-wrong',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <input
        ref={input}
        aria-label={label}
        aria-invalid={isWrong}
        title={isWrong ? texts.products.invalidNumber : undefined}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={draft ?? (hasFocus ? shown : read)}
        onClick={(event) => event.stopPropagation()}
        onFocus={() => {
          setFocus(true);
          isTyped.current = false;
          // A press of the mouse sets the cursor after the focus.
          requestAnimationFrame(() => isTyped.current || input.current?.select());
        }}
        onInput={(event) => {
          isTyped.current = true;
          setDraft(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
    </span>
  );
}

/** A field with the focus has no separators between thousands, because a comma is also read as the decimal point. */
const written = (value: number, decimals: number, useGrouping = false): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 2),
    useGrouping,
  }).format(value);

/** Reads a number of 0 or more with a decimal point or comma; undefined for any other text. */
function numberOf(text: string, decimals: number): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  const pattern = decimals === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,8}(\\.\\d{0,${decimals}})?$`);
  return pattern.test(trimmed) ? Number(trimmed) : undefined;
}
