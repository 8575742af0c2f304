import { useState } from 'preact/hooks';
import type * as z from 'zod';
import type { importBankFile } from '#claims/money/contract.ts';
import type { BankFile } from '#claims/money/reconciliation-fields.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FieldRow, Form, SelectField, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { Notice } from '#web/components/notice.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { billerReason } from '../access/access.ts';

type Settings = Omit<z.input<typeof importBankFile.query>, 'dry_run'>;

/** Opens the import of a bank file. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" icon="upload" reason={billerReason()} onClick={() => setOpen(true)}>
        {texts.money.import.button}
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Reads a CSV file of the bank: first a check that stores nothing, then the import. */
function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<{ readonly name: string; readonly csv: string }>();
  const [settings, setSettings] = useState<Settings>({});
  const [checked, setChecked] = useState<BankFile>();
  const words = texts.money.import;
  const change = (changed: Settings) => {
    setSettings({ ...settings, ...changed });
    setChecked(undefined);
  };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
  const check = useAction(async () => {
    if (file === undefined) return;
    setChecked(
      await api('POST /api/bank-files', { csv: file.csv }, { query: { ...given, dry_run: 'true' } }),
    );
  });
  const store = useAction(async () => {
    if (file === undefined) return;
    const stored = await api('POST /api/bank-files', { csv: file.csv }, { query: given });
    refreshAll('money/');
    toast(
      stored.complete
        ? { text: words.done(stored.new_lines), tone: 'good' }
        : { text: words.incomplete, tone: 'warning' },
    );
    onClose();
  });
  const choose = async ([first]: readonly File[]) => {
    if (first === undefined) return;
    setChecked(undefined);
    setFile({ name: first.name, csv: await first.text() });
  };
  return (
    <Dialog
      title={words.title}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.states.cancel}</Button>
          {checked === undefined ? (
            file !== undefined && (
              <Button kind="primary" type="submit" form="bank-file" busy={check.isRunning}>
                {words.check}
              </Button>
            )
          ) : (
            <Button kind="primary" busy={store.isRunning} onClick={() => void store.run()}>
              {words.run(checked.new_lines)}
            </Button>
          )}
        </>
      }
    >
      <Form id="bank-file" error={check.error ?? store.error} onSubmit={() => check.run()}>
        <FileDrop
          label={words.button}
          hint={words.hint}
          accept=".csv,text/csv"
          one
          onFiles={(files) => void choose(files)}
        />
        {file !== undefined && <p>{words.chosen(file.name)}</p>}
        <SettingFields settings={settings} onChange={change} />
      </Form>
      {checked !== undefined && <CheckResult file={checked} />}
    </Dialog>
  );
}

function SettingFields(props: {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}) {
  const { settings, onChange } = props;
  const words = texts.money.import;
  return (
    <>
      <FieldRow>
        <TextField
          label={words.account}
          name="account"
          optional
          value={settings.account ?? ''}
          onChange={(account) => onChange({ account })}
        />
        <SelectField<NonNullable<Settings['date_format']>>
          label={words.dateFormat}
          name="date_format"
          value={settings.date_format ?? 'iso_or_us'}
          onChange={(date_format) => onChange({ date_format })}
          options={[
            { value: 'iso_or_us', label: words.dateFormats.iso_or_us },
            ...(['DD.MM.YYYY', 'YYYYMMDD', 'YYYY-MM-DD', 'MM/DD/YYYY'] as const).map((value) => ({
              value,
              label: value,
            })),
          ]}
        />
        <SelectField<NonNullable<Settings['decimal']>>
          label={words.decimal}
          name="decimal"
          value={settings.decimal ?? 'point'}
          onChange={(decimal) => onChange({ decimal })}
          options={(['point', 'comma'] as const).map((value) => ({ value, label: words.decimals[value] }))}
        />
        <SelectField<NonNullable<Settings['separator']>>
          label={words.separator}
          name="separator"
          value={settings.separator ?? 'comma'}
          onChange={(separator) => onChange({ separator })}
          options={(['comma', 'semicolon', 'tab'] as const).map((value) => ({
            value,
            label: words.separators[value],
          }))}
        />
      </FieldRow>
      <details>
        <summary>{words.columns}</summary>
        <p>{words.columnsHint}</p>
        <FieldRow>
          {columnFields.map(({ name, label }) => (
            <TextField
              key={name}
              label={words[label]}
              name={name}
              optional
              value={settings[name] ?? ''}
              onChange={(value) => onChange({ [name]: value })}
            />
          ))}
        </FieldRow>
      </details>
    </>
  );
}

const columnFields = [
  { name: 'date_column', label: 'dateColumn' },
  { name: 'amount_column', label: 'amountColumn' },
  { name: 'description_column', label: 'descriptionColumn' },
  { name: 'trace_column', label: 'traceColumn' },
] as const;

function CheckResult({ file }: { readonly file: BankFile }) {
  const words = texts.money.import;
  const { new_lines, known_lines, bad_lines, faults } = file;
  return (
    <Notice
      isNew
      tone={bad_lines > 0 ? 'warning' : 'good'}
      title={words.checked(new_lines, known_lines, bad_lines)}
    >
      {faults.length > 0 && (
        <>
          <p>{words.faults}</p>
          <ul>
            {faults.map(({ line, column = '', message }) => (
              <li key={`${line} ${column}`}>
                {words.fault(line, column)}: <span lang="en">{message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
