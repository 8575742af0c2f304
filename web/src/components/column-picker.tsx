import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '#web/text/texts.ts';
import { Button } from './button.tsx';
import type { ColumnChoice } from './column-choice.ts';
import type { Column } from './column-layout.ts';
import { useElementId } from './element-id.ts';
import { CheckField } from './fields.tsx';

/** Chooses which of the hideable columns are shown. */
export function ColumnPicker<T>({
  columns,
  choice,
}: {
  readonly columns: readonly Column<T>[];
  readonly choice: ColumnChoice<T>;
}) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useElementId();
  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector('input')?.focus();
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);
  if (!columns.some(({ hideable }) => hideable)) return null;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the choice inside
    <div class="list-picker" ref={root} onKeyDown={press}>
      <Button
        kind="quiet"
        small
        icon="columns"
        label={texts.list.chooseColumns}
        expanded={isOpen}
        controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <fieldset class="list-picker-choice" id={id}>
          <legend>{texts.list.columns}</legend>
          {columns
            .filter(({ hideable }) => hideable)
            .map((column) => (
              <CheckField
                key={column.id}
                label={column.label}
                value={!choice.hidden.has(column.id)}
                onChange={() => choice.toggle(column.id)}
              />
            ))}
        </fieldset>
      )}
    </div>
  );
}
