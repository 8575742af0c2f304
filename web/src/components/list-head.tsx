import type { ComponentChildren } from 'preact';
import { texts } from '#web/text/texts.ts';
import type { Column } from './column-layout.ts';
import { Icon } from './icons.tsx';
import type { ListOrder } from './list-props.ts';

/** Properties of the head of a list. */
export interface HeadProps<T> {
  readonly columns: readonly Column<T>[];
  readonly isCard: boolean;
  readonly order: ListOrder | undefined;
  readonly onOrder: ((order: ListOrder) => void) | undefined;
  /** All, some or none of the rows; undefined if rows cannot be selected. */
  readonly selected: 'all' | 'some' | 'none' | undefined;
  readonly onSelectAll: () => void;
}

/** The head of a list: the names of the columns, by which rows can be sorted. */
export function ListHead<T>(props: HeadProps<T>) {
  const { columns, isCard, order, onOrder, selected } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are virtual, so the list is no table
    <div class={isCard ? 'unseen' : 'list-head'} role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div class="list-line" role="row" aria-rowindex={1}>
        {selected !== undefined && (
          <HeadCell name="list-select">
            {isCard ? (
              texts.list.selectAll
            ) : (
              <input
                type="checkbox"
                aria-label={texts.list.selectAll}
                checked={selected === 'all'}
                indeterminate={selected === 'some'}
                onChange={props.onSelectAll}
              />
            )}
          </HeadCell>
        )}
        {columns.map((column) => {
          const direction = order?.column === column.id ? order.direction : undefined;
          const canSort = column.sort !== undefined && onOrder !== undefined && !isCard;
          return (
            <HeadCell
              key={column.id}
              name={column.align === 'end' ? 'list-end' : ''}
              sort={canSort ? (direction ?? 'none') : undefined}
            >
              {canSort ? (
                <button
                  type="button"
                  class="list-sort"
                  onClick={() =>
                    onOrder({
                      column: column.id,
                      direction: direction === 'ascending' ? 'descending' : 'ascending',
                    })
                  }
                >
                  <span>{column.label}</span>
                  {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} small />}
                </button>
              ) : column.isLabelUnseen ? (
                <span class="unseen">{column.label}</span>
              ) : (
                column.label
              )}
            </HeadCell>
          );
        })}
      </div>
    </div>
  );
}

function HeadCell(props: {
  readonly name: string;
  readonly sort?: 'ascending' | 'descending' | 'none' | undefined;
  readonly children?: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are virtual, so the list is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the rows of the body have the focus
    <div class={`list-cell list-cut ${props.name}`} role="columnheader" aria-sort={props.sort}>
      {props.children}
    </div>
  );
}
