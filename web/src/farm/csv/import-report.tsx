import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { useAction } from '#web/data/action.ts';
import { formatNumber } from '#web/text/format.ts';
import './import-report.css';

/** A fault of a line of the file. */
export interface LineFault {
  readonly line: number;
  readonly column: string | undefined;
  readonly reason: string;
}

/** What an import did, or would do, and the lines that it left out. */
export function ImportReport({
  title,
  counts,
  note,
  faults,
  words,
  onSave,
  saveLabel,
}: {
  readonly title: string;
  readonly counts: readonly { readonly label: string; readonly value: number }[];
  readonly note?: string | undefined;
  readonly faults: readonly LineFault[];
  readonly words: {
    readonly label: string;
    readonly text: string;
    readonly columns: { readonly line: string; readonly column: string; readonly reason: string };
  };
  readonly onSave?: (() => Promise<void>) | undefined;
  readonly saveLabel?: string | undefined;
}) {
  const save = useAction(async () => onSave?.());
  return (
    <section class="import-report" aria-label={title} role="status">
      <h3>{title}</h3>
      <Figures>
        {counts.map(({ label, value }) => (
          <Figure key={label} label={label} value={formatNumber(value)} />
        ))}
      </Figures>
      {note !== undefined && <p class="import-columns">{note}</p>}
      {faults.length > 0 && (
        <>
          <p>{words.text}</p>
          <DataTable
            label={words.label}
            rows={faults}
            rowKey={(_, index) => String(index)}
            columns={[
              { id: 'line', label: words.columns.line, cell: ({ line }) => formatNumber(line) },
              { id: 'column', label: words.columns.column, cell: ({ column }) => column },
              { id: 'reason', label: words.columns.reason, cell: ({ reason }) => reason },
            ]}
          />
          {onSave && (
            <Button icon="download" busy={save.isRunning} onClick={() => void save.run()}>
              {saveLabel}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
