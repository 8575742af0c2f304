import { useEffect, useState } from 'preact/hooks';
import type { Clearhouse } from '#claims/clearhouse/contract.ts';
import type { PayerWithConfigs } from '#claims/configuration/contract.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { type ApiData, api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section, Toolbar } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason, billerReason } from '../access/access.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { usePayers } from '../payer/payers.ts';
import { Stack } from '../stack.tsx';
import { transportErrorText } from '../submit/connection-test.tsx';
import { ApiKeys } from './api-keys.tsx';
import { PayerList, ProviderTable } from './payer-list.tsx';

type Tab = 'payers' | 'providers' | 'clearinghouse' | 'rules' | 'keys';

/** What is set, and what the file would change before it is activated. */
export default function ConfigurationPage() {
  const [tab, setTab] = useAddressState<Tab>('tab', 'payers');
  const [isComparing, setComparing] = useState(false);
  const payers = usePayers();
  const providers = useQuery('configuration/providers', () => api('GET /api/config/providers'), {
    keep: false,
  });
  const words = texts.configuration;
  const error = payers.error ?? providers.error;
  const refresh = () => {
    void payers.refresh();
    void providers.refresh();
  };
  return (
    <Page
      title={texts.app.pages.configuration}
      answer={
        payers.data &&
        providers.data &&
        words.answer(words.payerCount(payers.data.length), words.providerCount(providers.data.length))
      }
      note={words.note}
      primary={
        <Button kind="primary" icon="swap" reason={adminReason()} onClick={() => setComparing(true)}>
          {words.compare}
        </Button>
      }
    >
      {isComparing && <ReloadPreview onActivated={refresh} onClose={() => setComparing(false)} />}
      <CheckClaims />
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={(['payers', 'providers', 'clearinghouse', 'rules', 'keys'] as const).map((value) => ({
          value,
          label: words.tabs[value],
        }))}
      >
        <Stack>
          {error !== undefined && <Failure error={error} onRetry={refresh} />}
          {payers.isLoading && <Loading rows={6} />}
          {tab === 'payers' && payers.data !== undefined && <PayerList payers={payers.data} />}
          {tab === 'providers' && providers.data !== undefined && (
            <ProviderTable providers={providers.data} />
          )}
          {tab === 'clearinghouse' && <ClearinghouseFacts />}
          {tab === 'rules' && payers.data !== undefined && <RuleTable payers={payers.data} />}
          {tab === 'keys' && <ApiKeys />}
        </Stack>
      </Tabs>
    </Page>
  );
}

const rules = Array.from({ length: 11 }, (_, index) => `R${200 + index}`);

/** The state rules in words, and the settings of each payer with a profile. */
function RuleTable({ payers }: { readonly payers: readonly PayerWithConfigs[] }) {
  const codes = useX12Texts();
  const words = texts.configuration.rules;
  return (
    <>
      <Section title={words.title} note={words.note}>
        <DataTable<string>
          label={words.title}
          rows={rules}
          rowKey={(rule) => rule}
          columns={[
            { id: 'rule', label: words.rule, cell: (rule) => rule },
            { id: 'meaning', label: words.meaning, cell: (rule) => codes?.edit(rule) ?? '' },
          ]}
        />
      </Section>
      {payers.map(({ id, name, configs }) => {
        const profile = configs.find(({ transaction }) => transaction === '837P');
        if (profile?.transaction !== '837P' || profile.profile === undefined) return null;
        const title = `${words.values} ${name}`;
        return (
          <Section key={id} title={title}>
            <DataTable
              label={title}
              rows={settingsOf(profile.profile)}
              rowKey={({ field }) => field}
              columns={[
                { id: 'field', label: words.field, cell: ({ field }) => <code>{field}</code> },
                { id: 'value', label: words.value, cell: ({ value }) => value },
              ]}
            />
          </Section>
        );
      })}
    </>
  );
}

interface Setting {
  readonly field: string;
  readonly value: string;
}

/** Flattens nested settings into `receiver.id` and its value. */
function settingsOf(value: unknown, field = ''): readonly Setting[] {
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== 'object');
    if (isFlat) return [{ field, value: value.join(', ') }];
    return value.flatMap((item, index) => settingsOf(item, `${field}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [{ field, value: String(value) }];
  return Object.entries(value).flatMap(([name, inner]) =>
    settingsOf(inner, field === '' ? name : `${field}.${name}`),
  );
}

type Counts = Omit<ApiData<'POST /api/admin/check-claims'>, 'next_cursor'>;

const lanes = ['ready', 'draft', 'review'] as const;

/** Checks the unsent claims against the active configuration, and counts what moved. */
function CheckClaims() {
  const [counts, setCounts] = useState<Counts>();
  const words = texts.configuration.check;
  const check = useAction(async () => {
    let sum: Counts = { checked: 0, changed: 0, skipped: 0, moved: {} };
    let cursor: string | null = null;
    do {
      const page: ApiData<'POST /api/admin/check-claims'> = await api(
        'POST /api/admin/check-claims',
        {},
        { query: cursor === null ? {} : { cursor } },
      );
      sum = added(sum, page);
      setCounts(sum);
      cursor = page.next_cursor;
    } while (cursor !== null);
    refreshAll('lanes');
  });
  return (
    <>
      <Toolbar>
        <Button
          icon="refresh"
          busy={check.isRunning}
          reason={billerReason()}
          onClick={() => void check.run()}
        >
          {words.button}
        </Button>
      </Toolbar>
      {counts !== undefined && (
        <Notice
          tone={check.isRunning ? 'info' : 'good'}
          isNew
          title={
            check.isRunning
              ? words.running(formatNumber(counts.checked))
              : words.done(counts.checked, counts.changed)
          }
        >
          {lanes.map((lane) => {
            const moved = counts.moved[lane] ?? 0;
            return moved > 0 && <p key={lane}>{words.moved(moved, texts.board.lanes[lane])}</p>;
          })}
          {counts.skipped > 0 && <p>{words.skipped(counts.skipped)}</p>}
        </Notice>
      )}
    </>
  );
}

const added = (sum: Counts, { checked, changed, skipped, moved }: Counts): Counts => ({
  checked: sum.checked + checked,
  changed: sum.changed + changed,
  skipped: sum.skipped + skipped,
  moved: {
    ready: (sum.moved.ready ?? 0) + (moved.ready ?? 0),
    draft: (sum.moved.draft ?? 0) + (moved.draft ?? 0),
    review: (sum.moved.review ?? 0) + (moved.review ?? 0),
  },
});

/** The clearinghouse: identity, transport, and the last visit with the responses that stay there. */
function ClearinghouseFacts() {
  const { data, error, refresh } = useQuery('submit/clearhouse', () => api('GET /api/clearhouse'), {
    keep: false,
  });
  if (error !== undefined && data === undefined)
    return <Failure error={error} onRetry={() => void refresh()} />;
  if (data === undefined) return <Loading rows={8} />;
  const words = texts.configuration.clearinghouse;
  const { submitter, sftp, file_name } = data;
  return (
    <>
      <Section title={data.name} kind="card">
        <Facts
          wide
          facts={[
            { label: words.environment, value: texts.submit.environments[data.environment] },
            { label: words.partner, value: data.trading_partner_id },
            { label: words.submitter, value: submitter.name },
            { label: words.contact, value: `${submitter.contact.name}, ${submitter.contact.phone}` },
            { label: words.transport, value: texts.submit.transports[data.transport] },
            { label: words.host, value: sftp && `${sftp.host}:${sftp.port}` },
            { label: words.user, value: sftp?.username },
            { label: words.hostKey, value: sftp?.host_key },
            { label: words.upload, value: sftp?.upload_directory },
            { label: words.responses, value: sftp?.response_directory },
            {
              label: words.deletes,
              value: sftp && texts.configuration.payers[sftp.delete_after_pickup ? 'yes' : 'no'],
            },
            { label: words.zone, value: file_name.time_zone },
          ]}
        />
      </Section>
      <LastVisit visit={data.last_visit} />
    </>
  );
}

function LastVisit({ visit }: { readonly visit: Clearhouse['last_visit'] }) {
  const words = texts.configuration.clearinghouse;
  if (visit === undefined)
    return (
      <Section title={words.lastVisit} kind="card">
        <p>{words.noVisit}</p>
      </Section>
    );
  return (
    <Section title={words.lastVisit} note={formatDateTime(visit.at)} kind="card">
      <p>
        {words.taken(visit.taken)}, {words.waiting(visit.waiting)}
      </p>
      {visit.error !== undefined && <Notice tone="danger">{transportErrorText(visit.error)}</Notice>}
      {visit.passed_over_count > 0 && (
        <>
          <Notice tone="warning" title={words.passedOver(visit.passed_over_count)} />
          <DataTable
            label={words.passedOver(visit.passed_over_count)}
            rows={visit.passed_over}
            rowKey={({ name }) => name}
            columns={[
              { id: 'file', label: words.file, cell: ({ name }) => name },
              { id: 'why', label: words.why, cell: transportErrorText },
              { id: 'size', label: words.size, align: 'end', cell: ({ size }) => formatNumber(size) },
            ]}
          />
        </>
      )}
    </Section>
  );
}

type Change = ApiData<'POST /api/admin/reload-config'>['changes'][number];

const tones: Readonly<Record<Change['change'], Tone>> = {
  added: 'good',
  changed: 'warning',
  removed: 'danger',
};

/** The differences between the file and the active configuration, before the file is activated. */
function ReloadPreview(props: { readonly onActivated: () => void; readonly onClose: () => void }) {
  const [preview, setPreview] = useState<ApiData<'POST /api/admin/reload-config'>>();
  const [error, setError] = useState<unknown>();
  const words = texts.configuration.reload;
  const read = async () => {
    setError(undefined);
    try {
      setPreview(await api('POST /api/admin/reload-config', {}, { query: { dry_run: 'true' } }));
    } catch (reason) {
      setError(reason);
    }
  };
  useEffect(() => {
    void read();
  }, []);
  const activate = useAction(async () => {
    const { version } = await api('POST /api/admin/reload-config');
    toast({ text: words.activated(version), detail: words.thenCheck, tone: 'good' });
    props.onActivated();
    props.onClose();
  });
  return (
    <Section
      title={words.title}
      note={preview && words.activeVersion(preview.version, formatDateTime(preview.loaded_at))}
      kind="card"
      actions={
        <>
          <Button onClick={props.onClose}>{texts.states.close}</Button>
          {preview !== undefined && preview.change_count > 0 && (
            <Button kind="primary" icon="check" busy={activate.isRunning} onClick={() => void activate.run()}>
              {words.activate}
            </Button>
          )}
        </>
      }
    >
      {error !== undefined && <Faults error={error} onRetry={() => void read()} />}
      {error === undefined && preview === undefined && <Loading rows={3} />}
      {preview !== undefined && <Changes preview={preview} />}
    </Section>
  );
}

/** An invalid file has its faults with line and column. */
function Faults({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const words = texts.configuration.reload;
  if (!isApiError(error, 'invalid_configuration')) return <Failure error={error} onRetry={onRetry} />;
  return (
    <Notice tone="danger" isNew title={words.invalid}>
      <ul>
        {error.details.map(({ path, message }, index) => (
          <li key={index} lang="en">
            {[path.join('.'), message].filter(Boolean).join(': ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Changes({ preview }: { readonly preview: ApiData<'POST /api/admin/reload-config'> }) {
  const words = texts.configuration.reload;
  const { changes, change_count } = preview;
  if (change_count === 0) return <Notice tone="good" isNew title={words.none} />;
  return (
    <>
      <p role="status">
        {words.changes(change_count)}. {change_count > changes.length && words.firstShown(changes.length)}
      </p>
      <DataTable<Change>
        label={words.title}
        rows={changes}
        rowKey={({ entity, id }) => `${entity} ${id}`}
        columns={[
          { id: 'record', label: words.record, cell: ({ entity, id }) => `${words.entities[entity]} ${id}` },
          {
            id: 'change',
            label: words.change,
            cell: ({ change }) => <Badge tone={tones[change]}>{words.kinds[change]}</Badge>,
          },
          { id: 'fields', label: words.fields, cell: ({ fields = [] }) => fields.join(', ') },
        ]}
      />
    </>
  );
}
