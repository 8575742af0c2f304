import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './data-table.css';

/** A column of a static table. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Figures are aligned at the end. */
  readonly align?: 'start' | 'end' | undefined;
  /** The cell of the foot, such as a total. */
  readonly foot?: ComponentChildren;
  /** The figure beside the heading of the card that a row is on a phone; the last column of figures unless one is named. */
  readonly card?: 'value' | undefined;
}

/** A small table without virtual rows. The first column heads each row. On a phone each row is a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  labelHidden = true,
}: {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly labelHidden?: boolean | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const isScrollable = useScrollable(frame);
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  const value =
    columns.find(({ card }) => card === 'value') ?? columns.slice(1).findLast(({ align }) => align === 'end');
  const alignment = (column: TableColumn<Row>) => {
    if (column.align !== 'end') return undefined;
    return column === value ? 'data-table-end data-table-value' : 'data-table-end';
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls
    <div
      class="data-table"
      role="group"
      aria-label={label}
      ref={frame}
      tabIndex={isScrollable ? 0 : undefined}
    >
      <table>
        <caption class={labelHidden ? 'unseen' : undefined}>{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" class={alignment(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column, place) =>
                place === 0 ? (
                  <th key={column.id} scope="row" class={alignment(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} class={alignment(column)} data-label={column.label}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {hasFoot && (
          <tfoot>
            <tr>
              {columns.map((column, place) => (
                <td
                  key={column.id}
                  class={alignment(column)}
                  data-label={place === 0 ? undefined : column.label}
                >
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Whether the content of an element is larger than the element. */
function useScrollable(frame: RefObject<HTMLElement>): boolean {
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setScrollable(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return isScrollable;
}
