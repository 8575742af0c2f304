import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorText } from '#web/api/error-text.ts';
import { navigate } from '#web/app/router.ts';
import { isOutage } from '#web/data/outage.ts';
import { texts } from '#web/text/texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Button } from './button.tsx';
import { type ColumnChoice, useColumnChoice } from './column-choice.ts';
import { type Column, cardPlaces, templateOf } from './column-layout.ts';
import { useElementId } from './element-id.ts';
import { CheckField } from './fields.tsx';
import { Icon } from './icons.tsx';
import { ListHead } from './list-head.tsx';
import { handleListKey, useEntryKeys } from './list-keys.ts';
import { type ListProps, useOrder } from './list-props.ts';
import { Row } from './list-row.tsx';
import { useSelectionChanges } from './list-selection.ts';
import { maxPrinted, type ShownRows, useRowRange, useWidth } from './list-window.ts';
import { Failure } from './states.tsx';

/** The rows of a list that has some, with its head, keys, selection and bulk bar. */
export function Rows<T>(props: ListProps<T>) {
  const { label, columns, rowKey, rowLabel = rowKey, selection, hasMore = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const keysId = useElementId();
  const width = useWidth(root);
  const isCard = width > 0 && width < 560;
  const choice = useColumnChoice(columns, isCard ? 0 : width, selection !== undefined);
  const isComplete = !hasMore && props.onOrder === undefined;
  const { rows, order, setOrder } = useOrder(props.rows, columns, isComplete);
  const height = isCard ? cardHeight(choice.shown) : 40;
  const { range, reach } = useRowRange(body, rows.length, height);
  const { at, setActive, focusRow, go } = useActiveRow(body, rows.length, reach);
  const changes = useSelectionChanges(selection, {
    count: rows.length,
    keyAt: (place) => rows[place] && rowKey(rows[place]),
  });
  const canOpen = [props.onOpen, props.panel, props.pageOf].some((way) => way !== undefined);
  const addressOf = (row: T) => props.pageOf?.(row) ?? props.panel?.addressOf(rowKey(row));

  useEntryKeys(body, () => go(at));
  useMore(props, range.end, rows.length);

  const open = (place: number, isPage: boolean) => {
    const row = rows[place];
    if (row === undefined) return;
    props.onOpen?.(row);
    const page = props.pageOf?.(row);
    if (props.panel && !(isPage && page !== undefined)) props.panel.show(rowKey(row));
    else if (page !== undefined) navigate(page);
  };
  const openTab = (place: number | undefined) => {
    const row = place === undefined ? undefined : rows[place];
    const address = row && addressOf(row);
    if (address !== undefined) window.open(address, '_blank', 'noopener');
  };
  const press = (event: JSX.TargetedKeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-place], .list-link')) return;
    const pageRows = () => Math.max(1, Math.floor(window.innerHeight / height) - 3);
    if (handleListKey(event, { active: at, count: rows.length, pageRows, go, open, changes })) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const click = (event: JSX.TargetedMouseEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place === undefined || !(event.target instanceof Element)) return;
    setActive(place);
    if (event.target.closest('.list-select')) {
      const row = rows[place];
      // The checkbox has changed by itself already, which is wrong for a row that stays selected.
      if (event.shiftKey && row !== undefined && selection?.selected.has(rowKey(row))) event.preventDefault();
      if (event.shiftKey) changes?.extend(place);
      else changes?.toggle(place);
      focusRow(place);
    } else if (!hasOwnClick(event.target) && !hasSelectedText()) {
      const isLink = event.target.closest('.list-link') !== null;
      if (event.ctrlKey || event.metaKey) {
        if (!isLink) openTab(place);
      } else if (!isLink || !(event.shiftKey || event.altKey)) {
        event.preventDefault();
        focusRow(place);
        open(place, false);
      }
    }
  };
  const clickMiddle = (event: JSX.TargetedMouseEvent<HTMLElement>) => {
    if (event.button !== 1 || !(event.target instanceof Element)) return;
    if (event.target.closest('.list-link, .list-select') === null && !hasOwnClick(event.target))
      openTab(placeOf(event.target));
  };

  const places = placesIn(range, at);
  const count = selection?.selected.size ?? 0;
  return (
    <div
      class={`list ${isCard ? 'list-cards' : ''} ${selection ? 'list-selectable' : ''}`}
      ref={root}
      style={{
        '--list-columns': templateOf(choice.shown),
        '--list-row': `${height}px`,
      }}
    >
      <p class="unseen" id={keysId}>
        {texts.list.keys}
      </p>
      {!isCard && <ColumnPicker columns={columns} choice={choice} />}
      {/* biome-ignore lint/a11y/useSemanticElements: rows are virtual, so the list is no table */}
      <div
        role="grid"
        class="list-grid"
        aria-label={label}
        aria-describedby={keysId}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-colcount={choice.shown.length + (selection ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
      >
        <ListHead
          columns={choice.shown}
          isCard={isCard}
          order={props.order ?? order}
          onOrder={props.onOrder ?? (isComplete ? setOrder : undefined)}
          selected={selection && (count === 0 ? 'none' : count >= rows.length ? 'all' : 'some')}
          onSelectAll={() => changes?.toggleAll()}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div
          class="list-body"
          role="rowgroup"
          ref={body}
          style={{ '--list-height': `${rows.length * height}px` }}
          onKeyDown={press}
          onClick={click}
          onAuxClick={clickMiddle}
          onFocusIn={(event) => setActive(placeOf(event.target) ?? at)}
        >
          {places.map((place) => {
            const row = rows[place];
            if (row === undefined) return null;
            const key = rowKey(row);
            return (
              <Row
                key={key}
                row={row}
                place={place}
                columns={choice.shown}
                widths={choice.widths}
                height={height}
                isCard={isCard}
                isActive={place === at}
                isOpen={key === props.panel?.shown}
                canOpen={canOpen}
                href={canOpen ? addressOf(row) : undefined}
                isSelected={selection?.selected.has(key)}
                label={rowLabel(row)}
              />
            );
          })}
        </div>
      </div>
      {props.error !== undefined && <FailedRows {...props} />}
      {hasMore && props.error === undefined && (
        <div class="list-more">
          <Button kind="quiet" busy={props.isLoading} onClick={() => void props.onMore?.()}>
            {texts.list.loadMore}
          </Button>
        </div>
      )}
      {(hasMore || rows.length > maxPrinted) && (
        <p class="print-only">{texts.list.printed(Math.min(rows.length, maxPrinted))}</p>
      )}
      <p class="unseen" role="status">
        {hasMore ? texts.list.loaded(rows.length) : texts.list.rows(rows.length)}
      </p>
      {count > 0 && props.bulkActions && changes && (
        <BulkBar count={count} actions={props.bulkActions} onClear={() => changes.clear()} />
      )}
    </div>
  );
}

/** Why there are no more rows. An outage is a quiet line, because the rows above are what the person reads. */
function FailedRows<T>({ error, hasMore, onMore, onRetry }: ListProps<T>) {
  if (!isOutage(error)) return <Failure error={error} onRetry={retryOf(onRetry)} />;
  const retry = hasMore ? onMore : onRetry;
  return (
    <div class="list-more list-failed" role="status">
      <Icon name="warning" small />
      {errorText(error).title}
      {retry && (
        <Button kind="quiet" small icon="refresh" onClick={() => void retry()}>
          {texts.states.retry}
        </Button>
      )}
    </div>
  );
}

/** Asks for more rows once the last ones are near the screen. */
function useMore<T>({ hasMore, isLoading, error, onMore }: ListProps<T>, end: number, count: number): void {
  const asked = useRef(-1);
  useEffect(() => {
    if (!hasMore || isLoading || error !== undefined || end < count - 10 || asked.current === count) return;
    asked.current = count;
    onMore?.();
  }, [hasMore, isLoading, error, end, count]);
}

/** The places to render. The active row stays, because the focus may be on it. */
function placesIn({ first, end, left }: ShownRows, active: number): readonly number[] {
  const places = Array.from({ length: end - first }, (_, offset) => first + offset);
  if (left !== undefined) {
    const before = Array.from({ length: left.end - left.first }, (_, offset) => left.first + offset);
    if (left.first < first) places.unshift(...before);
    else places.push(...before);
  }
  if (active < 0 || places.includes(active)) return places;
  return active < (places[0] ?? 0) ? [active, ...places] : [...places, active];
}

/** Whether a click on this element has a meaning of its own within the row. */
const hasOwnClick = (target: Element): boolean =>
  target.closest('a:not(.list-link), button, input, select, textarea, label, summary') !== null;

const hasSelectedText = (): boolean => (window.getSelection()?.toString() ?? '') !== '';

const retryOf = (retry: (() => unknown) | undefined): (() => void) | undefined =>
  retry && (() => void retry());

/** Pixels of a card; its parts are as high as in list.css. */
function cardHeight<T>(columns: readonly Column<T>[]): number {
  const places = [...cardPlaces(columns).values()];
  return 56 + (places.includes('detail') ? 16 : 0) + (places.includes('line') ? 22 : 0);
}

/** The row that has the focus, or gets it when the focus enters the list. */
interface ActiveRow {
  readonly at: number;
  setActive(place: number): void;
  focusRow(place: number): HTMLElement | undefined;
  /** Makes a row active, focuses it and scrolls to it. */
  go(place: number): void;
}

/** Follows the active row by its place. `reach` renders the rows around a place to which the list is about to scroll. */
function useActiveRow(
  body: RefObject<HTMLElement>,
  count: number,
  reach: (place: number) => void,
): ActiveRow {
  const [active, setActive] = useState(0);
  const isGoing = useRef(false);
  const at = Math.min(active, count - 1);
  const focusRow = (place: number) => {
    const row = body.current?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? undefined;
    row?.focus({ preventScroll: true });
    return row;
  };
  const arrive = () => {
    isGoing.current = false;
    focusRow(at)?.scrollIntoView({ block: 'nearest' });
  };
  useLayoutEffect(() => {
    if (isGoing.current) arrive();
  }, [at]);
  useKeptFocus(body);
  const go = (place: number) => {
    isGoing.current = true;
    reach(place);
    setActive(place);
    if (place === at) arrive();
  };
  return { at, setActive, focusRow, go };
}

/** Gives the focus back to an element of the list that a render has moved, because Preact moves rows when their range shifts. */
function useKeptFocus(body: RefObject<HTMLElement>): void {
  const before = document.activeElement;
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || !(before instanceof HTMLElement)) return;
    if (body.current?.contains(before)) before.focus({ preventScroll: true });
  });
}

/** Returns the place of the row around an element. */
function placeOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  return row === null ? undefined : Number(row.dataset['place']);
}

/** Chooses which of the hideable columns are shown. */
function ColumnPicker<T>({
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
