import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { Brand, BrandExport } from '#commerce/brands/contract.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, SelectField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { formatDateOf, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './settings.css';

/** The settings of the brand, its archives, and its deletion. */
export default function SettingsPage() {
  const { id, name } = useBrand();
  const brand = useQuery('settings/brand', () => api('GET /api/v1/brands/{brand_id}', { brand_id: id }));
  return (
    <Page title={texts.settings.title} answer={name} narrow>
      {brand.isLoading && <Loading rows={8} />}
      {brand.data === undefined && brand.error !== undefined && (
        <Failure error={brand.error} onRetry={() => void brand.refresh()} />
      )}
      {brand.data && (
        <>
          <BrandForm brand={brand.data} onSaved={brand.set} />
          {isOwner() && <Exports />}
          {isOwner() && <Deletion brand={brand.data} onChanged={brand.set} />}
        </>
      )}
    </Page>
  );
}

/** The archives of everything that the brand owns. */
function Exports() {
  const { id: brand_id } = useBrand();
  const exports = usePages('settings/exports', (cursor) =>
    api('GET /api/v1/brands/{brand_id}/exports', { brand_id, ...(cursor !== undefined && { cursor }) }),
  );
  const words = texts.settings;
  const create = useAction(
    async () => {
      await api('POST /api/v1/brands/{brand_id}/exports', { brand_id });
      await exports.refresh();
    },
    { done: words.exportStarted },
  );
  const download = useAction(async (export_id: string) => {
    const { download: link } = await api('GET /api/v1/brands/{brand_id}/exports/{export_id}', {
      brand_id,
      export_id,
    });
    if (link !== undefined) window.location.assign(link.url);
  });
  return (
    <Section
      title={words.exports}
      note={words.exportsText}
      actions={
        <Button busy={create.isRunning} onClick={() => void create.run()}>
          {words.newExport}
        </Button>
      }
    >
      {exports.rows.length > 0 && (
        <DataTable
          label={words.exports}
          rows={exports.rows}
          rowKey={({ id }) => id}
          columns={[
            { id: 'time', label: texts.news.time, cell: ({ created_at }) => formatDateTime(created_at) },
            { id: 'state', label: texts.billing.state, cell: stateOf },
            {
              id: 'actions',
              label: texts.states.moreActions,
              align: 'end',
              cell: ({ id, status }) =>
                status === 'done' && (
                  <Button kind="quiet" small onClick={() => void download.run(id)}>
                    {words.download}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}

function stateOf({ status, records, reason, available_until }: BrandExport) {
  const words = texts.settings;
  return (
    <span class="export-state">
      <Badge tone={status === 'done' ? 'good' : status === 'failed' ? 'danger' : 'neutral'}>
        {words.exportState[status]}
      </Badge>
      {reason}
      {records !== undefined && words.records(formatNumber(records))}
      {status === 'done' && available_until && ` ${words.until(formatDateOf(available_until))}`}
    </span>
  );
}

/** Asks for the deletion of the brand by its exact name, and takes the request back during the waiting time. */
function Deletion({
  brand,
  onChanged,
}: {
  readonly brand: Brand;
  readonly onChanged: (brand: Brand) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const words = texts.settings;
  const restore = useAction(
    async () => onChanged(await api('POST /api/v1/brands/{brand_id}/restore', { brand_id: brand.id })),
    {
      done: words.restored,
    },
  );
  if (brand.deletion !== undefined)
    return (
      <Notice
        tone="danger"
        action={
          <Button busy={restore.isRunning} onClick={() => void restore.run()}>
            {words.restore}
          </Button>
        }
      >
        {words.deletesAt(formatDateTime(brand.deletion.deletes_at))}
      </Notice>
    );
  return (
    <Section title={words.remove} note={words.removeText}>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      {isAsking && <DeletionDialog brand={brand} onClose={() => setAsking(false)} onChanged={onChanged} />}
    </Section>
  );
}

function DeletionDialog({
  brand,
  onClose,
  onChanged,
}: {
  readonly brand: Brand;
  readonly onClose: () => void;
  readonly onChanged: (brand: Brand) => void;
}) {
  const [name, setName] = useState('');
  const words = texts.settings;
  const remove = useAction(async () => {
    onChanged(await api('DELETE /api/v1/brands/{brand_id}', { brand_id: brand.id, name }));
    toast({ text: words.removed });
    onClose();
  });
  return (
    <Dialog title={words.remove} onClose={onClose}>
      <Form
        label={words.remove}
        error={remove.error}
        onSubmit={() => remove.run()}
        actions={
          <Button kind="danger" type="submit" busy={remove.isRunning}>
            {words.remove}
          </Button>
        }
      >
        <p>{words.removeText}</p>
        <TextField
          label={words.removeConfirm(brand.name)}
          name="name"
          autocomplete="off"
          required
          autoFocus
          value={name}
          onChange={setName}
        />
      </Form>
    </Dialog>
  );
}

/** The form of the brand's settings. It says so when somebody else changed them meanwhile. */
function BrandForm({ brand, onSaved }: { readonly brand: Brand; readonly onSaved: (brand: Brand) => void }) {
  const [base, setBase] = useState(brand);
  const [form, setForm] = useState(() => formOf(brand));
  const [isConflict, setConflict] = useState(false);
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const words = texts.settings;
  const reason = isOwner() ? undefined : words.ownersOnly;
  const show = (current: Brand) => {
    setBase(current);
    setForm(formOf(current));
    onSaved(current);
  };
  const save = useAction(async () => {
    const content = { brand_id: brand.id, ...form };
    try {
      show(await api('PUT /api/v1/brands/{brand_id}', content, { ifMatch: base }));
      setConflict(false);
      toast({ text: words.saved, tone: 'good' });
    } catch (error) {
      if (!isApiError(error, 'precondition_failed')) throw error;
      show(await api('GET /api/v1/brands/{brand_id}', { brand_id: brand.id }));
      setConflict(true);
    }
  });
  return (
    <Section title={words.brand}>
      <Form
        rules={contractRules('PUT /api/v1/brands/{brand_id}')}
        label={words.brand}
        error={save.error}
        onSubmit={() => (reason === undefined ? save.run() : undefined)}
        actions={
          <Button kind="primary" type="submit" busy={save.isRunning} reason={reason}>
            {words.save}
          </Button>
        }
      >
        {isConflict && (
          <Notice tone="warning" isNew>
            {words.conflict}
          </Notice>
        )}
        <TextField
          label={words.name}
          name="name"
          required
          reason={reason}
          maxLength={255}
          value={form.name}
          onChange={(name) => change({ name })}
        />
        <SelectField
          label={words.timeZone}
          name="time_zone"
          hint={words.timeZoneHint}
          reason={reason}
          value={form.time_zone}
          options={zonesWith(form.time_zone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          onChange={(time_zone) => change({ time_zone })}
        />
        <SelectField
          label={words.currency}
          name="currency"
          reason={reason}
          value={form.currency}
          options={currenciesWith(form.currency).map((value) => ({ value, label: value }))}
          onChange={(currency) => change({ currency })}
        />
        <TextField
          label={words.locale}
          name="locale"
          hint={words.localeHint}
          reason={reason}
          value={form.locale}
          onChange={(locale) => change({ locale })}
        />
        <SelectField
          label={words.catalog}
          name="catalog"
          reason={reason}
          value={form.catalog}
          options={(['managed', 'external'] as const).map((value) => ({
            value,
            label: words.catalogs[value],
          }))}
          onChange={(catalog) => change({ catalog })}
        />
        <SelectField
          label={words.prices}
          name="prices"
          reason={reason}
          value={form.prices}
          options={(['trust', 'match'] as const).map((value) => ({ value, label: words.pricesOf[value] }))}
          onChange={(prices) => change({ prices })}
        />
        <SelectField
          label={words.stops}
          name="stops"
          reason={reason}
          value={form.stops}
          options={(['managed', 'external'] as const).map((value) => ({
            value,
            label: words.stopsOf[value],
          }))}
          onChange={(stops) => change({ stops })}
        />
      </Form>
    </Section>
  );
}

type Currency = NonNullable<ApiInput<'PUT /api/v1/brands/{brand_id}'>['currency']>;

/** What the form changes. The service refuses every currency that it does not know. */
function formOf({ name, catalog, prices, stops, time_zone, currency, locale }: Brand) {
  return { name, catalog, prices, stops, time_zone, currency: currency as Currency, locale };
}

/** The time zones that the browser knows, and the one that is set. */
const zonesWith = (zone: string): readonly string[] =>
  [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();

/** Currencies that a farm is likely to use, and the one that is set. */
const currenciesWith = (currency: Currency): readonly Currency[] => [
  ...new Set<Currency>([currency, 'USD', 'EUR', 'GBP', 'CAD', 'MXN', 'AUD', 'NZD', 'CHF']),
];
