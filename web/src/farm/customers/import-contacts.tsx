import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { Progress } from '#web/components/progress.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { ImportReport } from '#web/farm/csv/import-report.tsx';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { type ContactsReport, importContacts, type MatchRule } from './run-contact-import.ts';

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
        {report && (
          <ImportReport
            title={report.isCheck ? words.checkedTitle : words.doneTitle}
            counts={[
              { label: words.created, value: report.created },
              { label: words.updated, value: report.updated },
              { label: words.unchanged, value: report.unchanged },
              { label: words.failed, value: report.failed },
            ]}
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
