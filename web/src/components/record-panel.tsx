import { type ComponentChildren, Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import { type AddressPanel, type PanelSteps, panelSteps } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { Panel } from './panel.tsx';
import { Empty, Failure, Loading } from './states.tsx';

/** Properties of the panel of a record in a list. */
export interface RecordPanelProps<T> {
  readonly panel: AddressPanel;
  /** The name of the panel while its record is not here. */
  readonly title: string;
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Reads a record that the list has not shown yet; null if there is none. Without it the list has all records. */
  readonly read?: ((key: string) => Promise<T | null>) | undefined;
  /** True while the list has nothing to show yet. */
  readonly isLoading: boolean;
  readonly children: (record: T, steps: PanelSteps) => ComponentChildren;
}

/** The panel of the record that the address names: from the list, else read alone. Says so if there is none. */
export function RecordPanel<T>(props: RecordPanelProps<T>) {
  const { panel, title, rows, rowKey, read, isLoading } = props;
  const { shown } = panel;
  const last = useRef<T>();
  const row = shown === undefined ? undefined : rows.find((one) => rowKey(one) === shown);
  // A change can take the open record out of the list, for example out of its filter.
  if (row !== undefined) last.current = row;
  const isLast = last.current !== undefined && rowKey(last.current) === shown;
  const isAbsent = shown !== undefined && !isLast && !isLoading && read !== undefined;
  const query = useQuery<T | null>(
    isAbsent ? `panel ${title} ${shown}` : undefined,
    async () => (isAbsent ? await read(shown) : null),
    { keep: false },
  );
  if (shown === undefined) return null;
  const steps = panelSteps(panel, rows, rowKey);
  const record = row ?? (isLast ? last.current : query.data);
  if (record !== undefined && record !== null)
    return <Fragment key={shown}>{props.children(record, steps)}</Fragment>;
  return (
    <Panel title={title} {...steps}>
      {query.error !== undefined ? (
        <Failure error={query.error} onRetry={() => void query.refresh()} />
      ) : isLoading || query.isLoading ? (
        <Loading rows={6} />
      ) : (
        <Empty icon="question" title={texts.states.missing} text={texts.states.missingText} />
      )}
    </Panel>
  );
}
