import { useMemo, useState } from 'preact/hooks';
import type { Reconciliation } from '#claims/money/contract.ts';
import type { BankLine } from '#claims/money/reconciliation-fields.ts';
import { type ApiData, api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { actorName } from '#web/claims/people.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Facts } from '#web/components/facts.tsx';
import { CheckField, Form, TextAreaField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page, Section, Toolbar } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAction } from '#web/data/action.ts';
import { type PanelSteps, panelSteps, useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { refreshAll, usePages, useQuery } from '#web/data/query.ts';
import { formatDate, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { billerReason } from '../access/access.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { dollars } from '../dollars.ts';
import { payerName } from '../payer/payers.ts';
import { sumOf } from '../remittances/cuts.ts';
import { Stack } from '../stack.tsx';
import { Balances, BankLineBadge } from './balances.tsx';
import { Deposits } from './deposits.tsx';
import { ImportButton } from './import-dialog.tsx';
import { PatientShares } from './patient-shares.tsx';

type Tab = 'bank' | 'deposits' | 'balances' | 'patients';

/** Bank lines against deposits, balances of providers, and what patients owe. */
export default function MoneyPage() {
  const [tab, setTab] = useAddressState<Tab>('tab', 'bank');
  const sums = useQuery('money/reconciliation', () => api('GET /api/reconciliation'), { keep: false });
  const words = texts.money;
  const { data } = sums;
  return (
    <Page
      title={texts.app.pages.money}
      answer={data && answerOf(data)}
      note={data && data.deposits.expected.count > 0 ? words.note(data.deposits.expected.count) : undefined}
      primary={<ImportButton />}
    >
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={(['bank', 'deposits', 'balances', 'patients'] as const).map((value) => ({
          value,
          label: words.tabs[value],
        }))}
      >
        <Stack>
          {tab === 'bank' && <BankLines sums={data?.bank_lines} />}
          {tab === 'deposits' && <Deposits sums={data?.deposits} />}
          {tab === 'balances' && <Balances />}
          {tab === 'patients' && <PatientShares />}
        </Stack>
      </Tabs>
    </Page>
  );
}

function answerOf({ deposits, bank_lines }: Reconciliation): string {
  const words = texts.money;
  const { expected } = deposits;
  if (expected.count > 0) return words.answer(dollars(expected.amount));
  const count = [...Object.values(deposits), ...Object.values(bank_lines)].reduce(
    (sum, one) => sum + one.count,
    0,
  );
  return count === 0 ? words.answerNone : words.answerGood;
}

type State = BankLine['state'];

const states = ['unmatched', 'several_candidates', 'amount_differs', 'matched', 'new'] as const;

/** The lines of the bank by state, and the panel that matches one. */
function BankLines({ sums }: { readonly sums: Reconciliation['bank_lines'] | undefined }) {
  const [state, setState] = useAddressState<State | 'all'>('state', 'all');
  const panel = useAddressPanel('line');
  const filter = state === 'all' ? {} : { state };
  const lines = usePages<BankLine>(
    `money/lines?state=${state}`,
    (cursor) =>
      api('GET /api/bank-lines', { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const columns = useMemo(columnsOf, []);
  const words = texts.money.lines;
  return (
    <>
      <Toolbar>
        <FilterChips<State | 'all'>
          label={words.filter}
          value={state}
          onChange={setState}
          options={[
            { value: 'all', label: words.states.all },
            ...states.map((value) => ({ value, label: words.states[value], count: sums?.[value].count })),
          ]}
        />
        <CsvButton
          name="bank-lines"
          page={(cursor) =>
            api(
              'GET /api/bank-lines',
              { ...filter, format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      </Toolbar>
      <List<BankLine>
        label={words.list}
        rows={lines.rows}
        rowKey={({ id }) => id}
        rowLabel={({ amount, date }) => `${formatDate(date)} ${dollars(amount)}`}
        columns={columns}
        panel={panel}
        hasMore={lines.hasMore}
        onMore={lines.loadMore}
        isLoading={lines.isLoading}
        error={lines.error}
        onRetry={lines.refresh}
        empty={<Empty icon="money" title={words.empty} text={words.emptyText} />}
      />
      {panel.shown !== undefined && (
        <BankLinePanel
          key={panel.shown}
          id={panel.shown}
          steps={panelSteps(panel, lines.rows, ({ id }) => id)}
        />
      )}
    </>
  );
}

function columnsOf(): readonly Column<BankLine>[] {
  const words = texts.money.lines;
  return [
    { id: 'date', label: words.date, cell: ({ date }) => formatDate(date), width: '130px' },
    {
      id: 'description',
      label: words.description,
      cell: ({ description, trace = '' }) => description ?? trace,
    },
    { id: 'trace', label: words.trace, cell: ({ trace = '' }) => trace, width: '180px', hideable: true },
    { id: 'account', label: words.account, cell: ({ account }) => account, width: '150px', hideable: true },
    { id: 'state', label: words.state, cell: ({ state }) => <BankLineBadge state={state} />, width: '210px' },
    {
      id: 'amount',
      label: words.amount,
      cell: ({ amount }) => dollars(amount),
      align: 'end',
      width: '130px',
    },
  ];
}

/** A bank line with the remittances that may belong to it; matches and unmatches them with a reason. */
function BankLinePanel({ id, steps }: { readonly id: string; readonly steps: PanelSteps }) {
  const line = useQuery(`money/lines/${id}`, () => api('GET /api/bank-lines/{id}', { id }), {
    keep: false,
  });
  const { data, error } = line;
  return (
    <Panel
      title={data === undefined ? texts.money.tabs.bank : texts.money.line.title(dollars(data.amount))}
      note={data && <BankLineBadge state={data.state} />}
      {...steps}
    >
      {error !== undefined && data === undefined && (
        <Failure error={error} onRetry={() => void line.refresh()} />
      )}
      {line.isLoading && <Loading rows={6} />}
      {data !== undefined && (
        <>
          <LineFacts line={data} />
          {data.state === 'matched' ? <Matched line={data} /> : <Match key={data.version} line={data} />}
        </>
      )}
    </Panel>
  );
}

function LineFacts({ line }: { readonly line: ApiData<'GET /api/bank-lines/{id}'> }) {
  const words = texts.money;
  const { date, trace, description, account, matched_by, difference, reason, decided_by, decided_at } = line;
  return (
    <Facts
      facts={[
        { label: words.lines.date, value: formatDate(date) },
        { label: words.lines.description, value: description },
        { label: words.lines.trace, value: trace },
        { label: words.lines.account, value: account },
        {
          label: words.lines.state,
          value: matched_by && words.line.matchedText(words.line.matchedBy[matched_by]),
        },
        { label: words.line.difference, value: difference === undefined ? undefined : dollars(difference) },
        {
          label: words.line.decided,
          value:
            decided_by &&
            [reason, actorName(decided_by), decided_at && formatDateTime(decided_at)]
              .filter(Boolean)
              .join(' · '),
        },
      ]}
    />
  );
}

function Match({ line }: { readonly line: ApiData<'GET /api/bank-lines/{id}'> }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [accepts, setAccepts] = useState(false);
  const words = texts.money.line;
  const match = useAction(
    async () => {
      await api(
        'POST /api/bank-lines/{id}/match',
        { id: line.id, remittance_ids: chosen, reason, ...(accepts && { accept_difference: true }) },
        { ifMatch: line },
      );
      refreshAll('money/');
    },
    { done: words.done.match },
  );
  const sum = sumOf(
    line.candidates
      .filter(({ deposit }) => chosen.includes(deposit.remittance_id))
      .map(({ deposit }) => deposit.amount),
  );
  const toggle = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  if (line.candidates.length === 0)
    return <Empty icon="remittance" title={words.none} text={words.noneText} />;
  return (
    <Section title={words.candidates}>
      <Form
        rules={contractRules('POST /api/bank-lines/{id}/match')}
        error={match.error}
        onSubmit={() => match.run()}
        actions={
          <Button
            kind="primary"
            type="submit"
            busy={match.isRunning}
            reason={billerReason() ?? (chosen.length === 0 ? words.chooseFirst : undefined)}
          >
            {words.match}
          </Button>
        }
      >
        {line.candidates.map(({ deposit, why }) => (
          <CheckField
            key={deposit.remittance_id}
            label={`${dollars(deposit.amount)} · ${payerName(deposit.payer_id, deposit.payer_name)} · ${formatDate(deposit.date)}`}
            hint={[deposit.trace, why.map((fact) => words.why[fact]).join(', ')].filter(Boolean).join(' · ')}
            value={chosen.includes(deposit.remittance_id)}
            onChange={(isChosen) => toggle(deposit.remittance_id, isChosen)}
          />
        ))}
        {chosen.length > 0 && <p>{words.sum(dollars(sum), dollars(line.amount))}</p>}
        {chosen.length > 0 && sum !== line.amount && (
          <CheckField label={words.accept} name="accept_difference" value={accepts} onChange={setAccepts} />
        )}
        <ReasonField value={reason} onChange={setReason} />
      </Form>
    </Section>
  );
}

function Matched({ line }: { readonly line: ApiData<'GET /api/bank-lines/{id}'> }) {
  const [reason, setReason] = useState('');
  const words = texts.money.line;
  const unmatch = useAction(
    async () => {
      await api('POST /api/bank-lines/{id}/unmatch', { id: line.id, reason }, { ifMatch: line });
      refreshAll('money/');
    },
    { done: words.done.unmatch },
  );
  return (
    <Section title={words.remittances}>
      <ul>
        {line.remittance_ids.map((id) => (
          <li key={id}>
            <Link to={`/claims/remittances/${id}`}>{words.open}</Link>
          </li>
        ))}
      </ul>
      <Form
        rules={contractRules('POST /api/bank-lines/{id}/unmatch')}
        error={unmatch.error}
        onSubmit={() => unmatch.run()}
        actions={
          <Button type="submit" icon="undo" busy={unmatch.isRunning} reason={billerReason()}>
            {words.unmatch}
          </Button>
        }
      >
        <ReasonField value={reason} onChange={setReason} />
      </Form>
    </Section>
  );
}

const ReasonField = (props: { readonly value: string; readonly onChange: (value: string) => void }) => (
  <TextAreaField
    label={texts.money.line.reason}
    name="reason"
    hint={texts.money.line.reasonHint}
    required
    rows={2}
    {...props}
  />
);
