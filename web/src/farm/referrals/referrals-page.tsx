import { useState } from 'preact/hooks';
import { type ReferralCode, type Reward, rewardStates } from '#commerce/referrals/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, Form, TextField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { MainAction, Page } from '#web/components/page.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDateOf, formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CodePanel } from './code-panel.tsx';
import { OverviewView, PersonLink } from './overview-view.tsx';
import { maxRecords, type People, useProgramFigures } from './program-figures.ts';
import { SettingsView } from './settings-view.tsx';
import './referrals.css';

const views = ['overview', 'codes', 'rewards', 'settings'] as const;

/** Whether word of mouth pays: what referred customers have ordered, who shares, and what it costs. */
export default function ReferralsPage() {
  const brand = useBrand();
  const words = texts.referrals;
  const [view, setView] = useAddressState<(typeof views)[number]>('view', 'overview');
  const figures = useProgramFigures(brand.id);
  const { data } = figures;
  const isFailed = data === undefined && figures.error !== undefined;
  return (
    <Page
      title={words.title}
      // Without data the lines keep their room: a page whose head grows moves under the eyes of the person.
      answer={!isFailed && words.question(data ? formatMoney(data.revenueCents, brand.currency) : '…')}
      note={
        data
          ? [
              words.questionText(data.referredCount),
              data.isPartial && words.partial(formatNumber(maxRecords)),
            ]
              .filter(Boolean)
              .join(' ')
          : !isFailed && '…'
      }
    >
      <Tabs
        label={words.viewsLabel}
        tabs={views.map((value) => ({ value, label: words.views[value] }))}
        value={view}
        onChange={setView}
      >
        {view === 'overview' && <OverviewView figures={figures} />}
        {view === 'codes' && <CodesView people={data?.people ?? {}} />}
        {view === 'rewards' && <RewardsView people={data?.people ?? {}} />}
        {view === 'settings' && <SettingsView />}
      </Tabs>
    </Page>
  );
}

/** The codes of the brand and of its customers. */
function CodesView({ people }: { readonly people: People }) {
  const { id } = useBrand();
  const words = texts.referrals;
  const panel = useAddressPanel('open');
  const [isAdding, setAdding] = useState(false);
  const list = usePages('referrals/codes', (cursor) =>
    api('GET /api/v1/referral-codes', { brand_id: id, limit: 100, cursor }),
  );
  const reason = mayEdit() ? undefined : words.viewerReason;
  return (
    <div class="referral-view">
      <MainAction>
        <Button kind="primary" icon="plus" reason={reason} reasonAs="tip" onClick={() => setAdding(true)}>
          {words.addCode}
        </Button>
      </MainAction>
      <List
        label={words.codesLabel}
        rows={list.rows}
        rowKey={(code) => code.id}
        rowLabel={({ code }) => code}
        columns={codeColumns(people)}
        panel={panel}
        hasMore={list.hasMore}
        onMore={() => void list.loadMore()}
        error={list.error}
        onRetry={() => void list.refresh()}
        isLoading={list.isLoading || list.isLoadingMore}
        empty={<Empty title={words.codesEmpty} text={words.codesEmptyText} icon="referral" />}
      />
      <RecordPanel
        panel={panel}
        title={words.codesLabel}
        rows={list.rows}
        rowKey={(code) => code.id}
        read={async (key) => {
          for await (const code of api('GET /api/v1/referral-codes', { brand_id: id, limit: 200 }))
            if (code.id === key) return code;
          return null;
        }}
        isLoading={list.isLoading}
      >
        {(code, steps) => <CodePanel code={code} people={people} steps={steps} />}
      </RecordPanel>
      {isAdding && (
        <NewCode
          onClose={() => setAdding(false)}
          onCreated={(code) => {
            list.update((rows) => [code, ...rows.filter((row) => row.id !== code.id)]);
            setAdding(false);
            panel.show(code.id);
          }}
        />
      )}
    </div>
  );
}

function codeColumns(people: People): readonly Column<ReferralCode>[] {
  const { codeColumns: labels, brandCode } = texts.referrals;
  return [
    { id: 'code', label: labels.code, cell: ({ code }) => <code>{code}</code> },
    {
      id: 'customer',
      label: labels.customer,
      cell: ({ customer_id, description }) =>
        customer_id === undefined ? (
          (description ?? brandCode)
        ) : (
          <PersonLink id={customer_id} people={people} />
        ),
    },
    {
      id: 'used',
      label: labels.used,
      align: 'end',
      width: '120px',
      labelOnCard: true,
      cell: ({ redemption_count }) => formatNumber(redemption_count),
    },
    {
      id: 'created',
      label: labels.created,
      width: '140px',
      cell: ({ created_at }) => formatDateOf(created_at),
    },
  ];
}

const states = ['all', ...rewardStates] as const;

const tones: Readonly<Record<Reward['state'], Tone>> = {
  pending: 'info',
  earned: 'good',
  redeemed: 'neutral',
  expired: 'warning',
};

/** The rewards of the brand, newest first. */
function RewardsView({ people }: { readonly people: People }) {
  const { id, currency } = useBrand();
  const words = texts.referrals;
  const [state, setState] = useAddressState<(typeof states)[number]>('state', 'all');
  const list = usePages('referrals/rewards', (cursor) =>
    api('GET /api/v1/referrals/rewards', { brand_id: id, limit: 100, cursor }),
  );
  const rows = state === 'all' ? list.rows : list.rows.filter((reward) => reward.state === state);
  return (
    <div class="referral-view">
      <FilterChips
        label={words.rewardFilter}
        options={states.map((value) => ({ value, label: words.rewardStates[value] }))}
        value={state}
        onChange={setState}
      />
      <List
        label={words.rewardsLabel}
        rows={rows}
        rowKey={(reward) => reward.id}
        columns={rewardColumns(people, currency)}
        hasMore={list.hasMore}
        onMore={() => void list.loadMore()}
        error={list.error}
        onRetry={() => void list.refresh()}
        isLoading={list.isLoading || list.isLoadingMore}
        empty={<Empty title={words.rewardsEmpty} text={words.rewardsEmptyText} icon="referral" />}
      />
    </div>
  );
}

function rewardColumns(people: People, currency: string): readonly Column<Reward>[] {
  const words = texts.referrals;
  const { rewardColumns: labels } = words;
  return [
    {
      id: 'referred',
      label: labels.referred,
      cell: ({ referred_user_id }) => (
        <PersonLink id={referred_user_id} people={people} unknown={words.newCustomer} />
      ),
    },
    {
      id: 'sharer',
      label: labels.sharer,
      cell: ({ customer_id }) => <PersonLink id={customer_id} people={people} />,
    },
    {
      id: 'created',
      label: labels.created,
      width: '130px',
      cell: ({ created_at }) => formatDateOf(created_at),
    },
    {
      id: 'state',
      label: labels.state,
      width: '130px',
      cell: ({ state }) => <Badge tone={tones[state]}>{words.rewardStates[state]}</Badge>,
    },
    {
      id: 'amount',
      label: labels.amount,
      align: 'end',
      width: '130px',
      cell: (reward) => rewardText(reward, currency),
    },
    {
      id: 'left',
      label: labels.left,
      align: 'end',
      width: '110px',
      hideable: true,
      cell: ({ remaining_cents }) => formatMoney(remaining_cents, currency),
    },
    {
      id: 'expires',
      label: labels.expires,
      width: '130px',
      hideable: true,
      cell: ({ expires_at }) => expires_at && formatDateOf(expires_at),
    },
  ];
}

/** The reward once it is earned; before that, the rule by which it will be earned. */
function rewardText({ state, cents, rule }: Reward, currency: string): string {
  if (state !== 'pending') return formatMoney(cents, currency);
  return rule.kind === 'amount' ? formatMoney(rule.amount_cents, currency) : `${formatNumber(rule.percent)}%`;
}

/** Creates a code: one for a customer, or one of the brand. */
function NewCode({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (code: ReferralCode) => void;
}) {
  const { id } = useBrand();
  const words = texts.referrals;
  const [owner, setOwner] = useState<'customer' | 'brand'>('customer');
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [description, setDescription] = useState('');
  const create = useAction(() =>
    owner === 'customer'
      ? api('POST /api/v1/referrals/codes', { brand_id: id, customer_email: email.trim() })
      : api('POST /api/v1/referral-codes', {
          brand_id: id,
          code: code.trim() || undefined,
          description: description.trim() || undefined,
        }),
  );
  const submit = async () => {
    const created = await create.run();
    if (created) onCreated(created);
  };
  return (
    <Dialog
      title={words.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form="new-code" busy={create.isRunning}>
            {words.create}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/referral-codes')}
        id="new-code"
        label={words.addTitle}
        onSubmit={submit}
        error={create.error}
      >
        <ChoiceField
          wide
          label={words.codeFor}
          value={owner}
          options={(['customer', 'brand'] as const).map((value) => ({
            value,
            label: words.codeForOptions[value],
          }))}
          onChange={setOwner}
        />
        {owner === 'customer' ? (
          <TextField
            name="customer_email"
            type="email"
            label={words.customerEmail}
            hint={words.customerEmailHint}
            value={email}
            onChange={setEmail}
            required
            autoFocus
          />
        ) : (
          <>
            <TextField
              name="code"
              label={words.code}
              hint={words.codeHint}
              code
              value={code}
              onChange={setCode}
              autoFocus
            />
            <TextField
              name="description"
              label={words.description}
              value={description}
              onChange={setDescription}
              optional
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
