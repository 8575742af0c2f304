import { useEffect, useRef, useState } from 'preact/hooks';
import type { BadLine, ProductImport } from '#commerce/products/product-fields.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Progress } from '#web/components/progress.tsx';
import { useAction } from '#web/data/action.ts';
import { saveFile } from '#web/data/csv-file.ts';
import { refreshAll } from '#web/data/query.ts';
import { ImportReport } from '#web/farm/csv/import-report.tsx';
import { untilDone } from '#web/farm/csv/until-done.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

const columnNames =
  'sku, parent_sku, name, description, category, price, unit, unit_quantity, weight_grams, barcode, tax_category, is_active';

interface Report {
  readonly job: ProductImport;
  readonly bad: readonly BadLine[];
}

/** Imports products from a CSV file: first a check that changes nothing, then the import, each with its bad lines. */
export function ImportProducts({ onClose }: { readonly onClose: () => void }) {
  const brand = useBrand();
  const words = texts.products.import;
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<ProductImport>();
  const [report, setReport] = useState<Report>();
  const closing = useRef(new AbortController());
  useEffect(() => () => closing.current.abort(), []);
  const work = useAction(async (chosen: File, isCheck: boolean) => {
    const job = await runImport(brand.id, chosen, isCheck, {
      onProgress: setProgress,
      signal: closing.current.signal,
    });
    const bad = job.bad > 0 ? await readBadLines(job.id) : [];
    setReport({ job, bad });
    setProgress(undefined);
    if (isCheck) return;
    refreshAll('products');
    refreshAll('selling/catalog');
  });
  const choose = ([chosen]: readonly File[]) => {
    setReport(undefined);
    setFile(chosen);
    if (chosen && chosen.size <= maxFileBytes) void work.run(chosen, true);
  };
  const importable = report ? report.job.created + report.job.changed : 0;
  const isChecked = report?.job.dry_run === true && report.job.status === 'done';
  return (
    <Dialog
      wide
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          {file && isChecked && (
            <Button
              kind="primary"
              busy={work.isRunning}
              reason={importable === 0 ? words.nothing : undefined}
              onClick={() => void work.run(file, false)}
            >
              {words.start(importable)}
            </Button>
          )}
        </>
      }
    >
      <div class="import">
        <p>{words.text}</p>
        <p class="import-columns">{words.columns(columnNames)}</p>
        {!work.isRunning && (
          <FileDrop
            one
            compact={report !== undefined}
            label={report ? words.another : words.file}
            accept=".csv,text/csv"
            onFiles={choose}
          />
        )}
        {file && file.size > maxFileBytes && <Notice tone="danger" title={words.tooLarge} isNew />}
        {work.isRunning && (
          <Progress
            label={isChecked ? words.importing : words.checking}
            value={progress && progress.lines > 0 ? progress.processed : undefined}
            max={progress?.lines ?? 1}
            text={
              progress && progress.lines > 0 ? words.progress(progress.processed, progress.lines) : undefined
            }
          />
        )}
        {report?.job.status === 'failed' && (
          <Notice tone="danger" title={words.failedTitle} isNew>
            {report.job.reason}
          </Notice>
        )}
        {report?.job.status === 'done' && (
          <ImportReport
            title={report.job.dry_run ? words.checkedTitle : words.doneTitle}
            counts={[
              { label: words.created, value: report.job.created },
              { label: words.changed, value: report.job.changed },
              { label: words.unchanged, value: report.job.unchanged },
              { label: words.bad, value: report.job.bad },
            ]}
            note={
              report.job.ignored_columns.length > 0
                ? words.ignored(report.job.ignored_columns.join(', '))
                : undefined
            }
            faults={report.bad.flatMap(({ line, faults }) =>
              faults.map(({ column, reason }) => ({ line, column, reason })),
            )}
            words={{ text: words.badText, columns: words.badColumns, label: words.bad }}
            onSave={async () => {
              const csv = await api(
                'GET /api/v1/product-imports/{id}/faults',
                { id: report.job.id },
                { accept: 'text/csv' },
              );
              saveFile(words.badName, csv);
            }}
            saveLabel={words.badCsv}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The service reads files up to this size. */
const maxFileBytes = 10 * 1024 * 1024;

/** Files above this size go through a link, because the service limits the length of a request. */
const maxRequestCharacters = 200_000;

/** Bad lines that are shown; the file of all of them can be saved. */
const maxShownLines = 500;

/** Imports a file, or checks it without a change, and waits for the end. */
async function runImport(
  brandId: string,
  file: File,
  isCheck: boolean,
  options: { readonly onProgress: (job: ProductImport) => void; readonly signal: AbortSignal },
): Promise<ProductImport> {
  const isLarge = file.size > maxRequestCharacters;
  const { upload, ...started } = await api(
    'POST /api/v1/product-imports',
    { csv: isLarge ? undefined : await file.text() },
    { query: { brand_id: brandId, dry_run: isCheck ? 'true' : 'false' } },
  );
  if (upload) {
    const { status } = await fetch(upload.url, {
      method: upload.method,
      headers: upload.headers,
      body: file,
    });
    if (status >= 300) throw new Error(`The upload of ${file.name} ended with status ${status}`);
  }
  return untilDone<ProductImport>(started, {
    ...options,
    isDone: ({ status }) => status === 'done' || status === 'failed',
    read: () => api('GET /api/v1/product-imports/{id}', { id: started.id }),
  });
}

/** Reads the first bad lines of an import. */
async function readBadLines(importId: string): Promise<readonly BadLine[]> {
  const lines: BadLine[] = [];
  for await (const line of api('GET /api/v1/product-imports/{id}/faults', { id: importId, limit: 200 })) {
    lines.push(line);
    if (lines.length >= maxShownLines) break;
  }
  return lines;
}
