import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Progress } from '#web/components/progress.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { ImportReport, type LineFault } from '#web/farm/csv/import-report.tsx';
import { untilDone } from '#web/farm/csv/until-done.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

const columnNames =
  'name, email, phone, first_name, last_name, address, city, region, postal_code, country, time_zone, tags, email_consent, sms_consent';

/** Imports contacts from a CSV file: first a check that changes nothing, then the import. */
export function ImportContacts({ onClose }: { readonly onClose: () => void }) {
  const brand = useBrand();
  const words = texts.customers.import;
  const [file, setFile] = useState<File>();
  const [onMatch, setOnMatch] = useState<MatchRule>('fill');
  const [source, setSource] = useState('');
  const [report, setReport] = useState<ContactsReport>();
  const closing = useRef(new AbortController());
  useEffect(() => () => closing.current.abort(), []);
  const work = useAction(async (chosen: File, isCheck: boolean) => {
    const rules = { onMatch, consentSource: source.trim() || undefined, isCheck };
    setReport(await importContacts(brand.id, await chosen.text(), rules, closing.current.signal));
    if (!isCheck) refreshAll('customers');
  });
  const choose = ([chosen]: readonly File[]) => {
    setReport(undefined);
    setFile(chosen);
    if (chosen) void work.run(chosen, true);
  };
  const changeRule = (rule: MatchRule) => {
    setOnMatch(rule);
    setReport(undefined);
    setFile(undefined);
  };
  const importable = report ? report.created + report.updated : 0;
  return (
    <Dialog
      wide
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          {file && report?.isCheck && (
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
        <ChoiceField
          wide
          label={words.onMatch}
          value={onMatch}
          options={(['fill', 'overwrite'] as const).map((value) => ({
            value,
            label: words.onMatchOptions[value],
          }))}
          onChange={changeRule}
        />
        <TextField
          label={words.consentSource}
          hint={words.consentSourceHint}
          value={source}
          onChange={setSource}
          maxLength={100}
        />
        {work.isRunning ? (
          <Progress label={report?.isCheck ? words.importing : words.checking} value={undefined} max={1} />
        ) : (
          <FileDrop
            one
            compact={report !== undefined}
            label={report ? words.another : words.file}
            accept=".csv,text/csv"
            onFiles={choose}
          />
        )}
        {report?.failure && (
          <Notice tone="danger" title={words.failedTitle} isNew>
            {report.failure}
          </Notice>
        )}
        {report && (
          <ImportReport
            title={report.isCheck ? words.checkedTitle : words.doneTitle}
            counts={[
              { label: words.created, value: report.created },
              { label: words.updated, value: report.updated },
              { label: words.unchanged, value: report.unchanged },
              { label: words.failed, value: report.failed },
            ]}
            note={report.ignored.length > 0 ? words.ignored(report.ignored.join(', ')) : undefined}
            faults={report.faults}
            words={{
              text: words.badText,
              label: words.failed,
              columns: {
                line: words.badColumns.line,
                column: words.badColumns.column,
                reason: words.badColumns.message,
              },
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

/** What happens to members that a known contact already has. */
type MatchRule = 'fill' | 'overwrite';

/** What an import of contacts did, or would do. */
interface ContactsReport {
  readonly isCheck: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly ignored: readonly string[];
  readonly faults: readonly LineFault[];
  /** Why the rest of the file is not imported. */
  readonly failure?: string | undefined;
}

/** A request takes a file of up to 240,000 characters. */
const maxPartLength = 200_000;

/** Imports a file of any length, part by part, or checks it without a change. */
async function importContacts(
  brandId: string,
  csv: string,
  rules: {
    readonly onMatch: MatchRule;
    readonly consentSource: string | undefined;
    readonly isCheck: boolean;
  },
  signal: AbortSignal,
): Promise<ContactsReport> {
  let report: ContactsReport = {
    isCheck: rules.isCheck,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    ignored: [],
    faults: [],
  };
  for (const part of splitCsv(csv, maxPartLength)) {
    const started = await api('POST /api/v1/contact-imports', {
      brand_id: brandId,
      csv: part.csv,
      on_match: rules.onMatch,
      consent_source: rules.consentSource,
      dry_run: rules.isCheck,
    });
    const done = await untilDone(started, {
      isDone: ({ status }) => status !== 'running',
      read: () => api('GET /api/v1/contact-imports/{id}', { id: started.id }),
      signal,
    });
    const faults = done.faults.map(({ line, column, message }) => ({
      line: line + part.lineOffset,
      column,
      reason: message,
    }));
    report = {
      isCheck: rules.isCheck,
      created: report.created + done.created,
      updated: report.updated + done.updated,
      unchanged: report.unchanged + done.unchanged,
      failed: report.failed + done.failed,
      ignored: done.ignored_columns,
      faults: [...report.faults, ...faults],
      failure: done.reason,
    };
    if (done.status === 'failed') break;
  }
  return report;
}

/** Part of a CSV file with the header of the whole file. */
interface CsvPart {
  readonly csv: string;
  /** What to add to a line number of the part to get the line of the file. */
  readonly lineOffset: number;
}

/**
 * Splits a CSV file between records into parts of at most `maxLength` characters, because the service limits the length of a
 * request. A quoted field can contain line breaks.
 */
function splitCsv(csv: string, maxLength: number): readonly CsvPart[] {
  if (csv.length <= maxLength) return [{ csv, lineOffset: 0 }];
  const [first = '', ...others] = recordsOf(csv);
  const [second = ''] = others;
  const hasHint = /^\ufeff?sep=/i.test(first);
  const [header, records] = hasHint ? [first + second, others.slice(1)] : [first, others];
  const parts: CsvPart[] = [];
  let part = header;
  let line = linesIn(header);
  let lineOffset = 0;
  for (const record of records) {
    if (part.length + record.length > maxLength && part.length > header.length) {
      parts.push({ csv: part, lineOffset });
      part = header;
      lineOffset = line - linesIn(header);
    }
    part += record;
    line += linesIn(record);
  }
  return [...parts, { csv: part, lineOffset }];
}

/** The records of a file, each with its line break. */
function recordsOf(csv: string): readonly string[] {
  const records: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let position = 0; position < csv.length; position += 1) {
    const character = csv[position];
    if (character === '"') isQuoted = !isQuoted;
    if (character !== '\n' || isQuoted) continue;
    records.push(csv.slice(start, position + 1));
    start = position + 1;
  }
  if (start < csv.length) records.push(`${csv.slice(start)}\n`);
  return records;
}

const linesIn = (text: string): number => text.split('\n').length - 1;
