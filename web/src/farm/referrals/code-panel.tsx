import { useState } from 'preact/hooks';
import type { Order } from '#commerce/orders/order.ts';
import {
  shareChannels as channels,
  type ReferralCode,
  type ReferralLink,
} from '#commerce/referrals/contract.ts';
import { api } from '#web/api/api.ts';
import { Button, CopyButton } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Form, MoneyField, SelectField } from '#web/components/fields.tsx';
import { Figure } from '#web/components/figure.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import type { PanelSteps } from '#web/data/address-state.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDateOf, formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { PersonLink } from './overview-view.tsx';
import type { People } from './program-figures.ts';

/** A code with its links by channel and, for a code of a customer, the credit. */
export function CodePanel({
  code,
  people,
  steps,
}: {
  readonly code: ReferralCode;
  readonly people: People;
  readonly steps: PanelSteps;
}) {
  const words = texts.referrals;
  const { customer_id: customerId } = code;
  return (
    <Panel
      title={words.createdCode(code.code)}
      note={
        <>
          {customerId === undefined ? (
            (code.description ?? words.brandCode)
          ) : (
            <PersonLink id={customerId} people={people} />
          )}
          {`, ${words.redeemed(code.redemption_count)}`}
        </>
      }
      {...steps}
    >
      <LinksSection code={code} />
      {customerId !== undefined && <CreditSection customerId={customerId} />}
    </Panel>
  );
}

function LinksSection({ code }: { readonly code: ReferralCode }) {
  const { id } = useBrand();
  const words = texts.referrals;
  const [channel, setChannel] = useState<ReferralLink['channel']>('copy');
  const links = useQuery(`referrals/shares?code=${code.code}`, async () => {
    const { data } = await api('GET /api/v1/referrals/shares', {
      brand_id: id,
      referral_code: code.code,
      limit: 50,
    });
    return data;
  });
  const share = useAction(
    async () => {
      await api('POST /api/v1/referrals/shares', { brand_id: id, referral_code: code.code, channel });
      refreshAll('referrals/shares');
    },
    { done: words.linkCreated },
  );
  return (
    <Section title={words.links}>
      {links.isLoading && <Loading rows={2} />}
      {links.error !== undefined && !links.data && (
        <Failure error={links.error} onRetry={() => void links.refresh()} />
      )}
      {links.data?.length === 0 && <p>{words.linksEmpty}</p>}
      <div>
        {links.data?.map((link) => (
          <div class="referral-link" key={link.channel}>
            <strong>{words.channels[link.channel]}</strong>
            <span>
              {`${words.shareColumns.shares}: ${formatNumber(link.share_count)}, ${words.shareColumns.visitors}: ${formatNumber(link.visitor_count)}`}
            </span>
            <CopyButton text={link.url}>{words.copy}</CopyButton>
            <span class="referral-address">{link.url}</span>
          </div>
        ))}
      </div>
      <div class="referral-row">
        <SelectField
          label={words.linkChannel}
          value={channel}
          options={channels.map((value) => ({ value, label: words.channels[value] }))}
          onChange={setChannel}
        />
        <Button
          icon="link"
          busy={share.isRunning}
          reason={mayEdit() ? undefined : words.viewerReason}
          reasonAs="tip"
          onClick={() => void share.run()}
        >
          {words.createLink}
        </Button>
      </div>
    </Section>
  );
}

/** The credit of a customer: balance, its parts by their end, the latest changes, and its use for an order. */
function CreditSection({ customerId }: { readonly customerId: string }) {
  const { id, currency } = useBrand();
  const words = texts.referrals;
  const credit = useQuery(`referrals/credit/${customerId}`, () =>
    api('GET /api/v1/referrals/credits', { brand_id: id, customer_id: customerId }),
  );
  const { data } = credit;
  if (!data)
    return (
      <Section title={words.credit}>
        {credit.error === undefined ? (
          <Loading rows={3} />
        ) : (
          <Failure error={credit.error} onRetry={() => void credit.refresh()} />
        )}
      </Section>
    );
  const amount = (cents: number) => formatMoney(cents, currency);
  return (
    <Section title={words.credit}>
      <Figure
        label={words.balance}
        value={amount(data.balance_cents)}
        note={data.lots
          .map(({ cents, expires_at }) =>
            expires_at === undefined
              ? words.creditForever(amount(cents))
              : words.creditUntil(amount(cents), formatDateOf(expires_at)),
          )
          .join(', ')}
      />
      {data.entries.length === 0 ? (
        <p>{words.noCredit}</p>
      ) : (
        <DataTable
          label={words.creditEntries}
          rows={data.entries}
          rowKey={(entry) => entry.id}
          columns={[
            {
              id: 'at',
              label: words.rewardColumns.created,
              cell: ({ created_at }) => formatDateOf(created_at),
            },
            { id: 'kind', label: words.creditEntries, cell: ({ kind }) => words.entryKinds[kind] },
            { id: 'cents', label: words.amount, align: 'end', cell: ({ cents }) => amount(cents) },
            {
              id: 'balance',
              label: words.balance,
              align: 'end',
              cell: ({ balance_cents }) => amount(balance_cents),
            },
          ]}
        />
      )}
      {data.balance_cents > 0 && mayEdit() && (
        <UseCredit
          contactId={customerId}
          balanceCents={data.balance_cents}
          onUsed={() => void credit.refresh()}
        />
      )}
    </Section>
  );
}

function UseCredit({
  contactId,
  balanceCents,
  onUsed,
}: {
  readonly contactId: string;
  readonly balanceCents: number;
  readonly onUsed: () => void;
}) {
  const { id, currency } = useBrand();
  const words = texts.referrals;
  const orders = useQuery(`referrals/orders/${contactId}`, () => openOrders(id, contactId), { keep: false });
  const [orderId, setOrder] = useState('');
  const [amount, setAmount] = useState<number | undefined>(balanceCents / 100);
  const redeem = useAction(
    () =>
      api('POST /api/v1/referrals/credits', {
        brand_id: id,
        order_id: orderId,
        cents: Math.round((amount ?? 0) * 100),
      }),
    { done: words.creditUsed },
  );
  if (!orders.data) return null;
  if (orders.data.length === 0) return <p>{words.noOrders}</p>;
  return (
    <Form
      rules={contractRules('POST /api/v1/referrals/credits')}
      label={words.useCredit}
      error={redeem.error}
      onSubmit={async () => {
        if (await redeem.run()) onUsed();
      }}
      actions={
        <Button
          type="submit"
          busy={redeem.isRunning}
          reason={orderId === '' ? words.orderHint : undefined}
          reasonAs="tip"
        >
          {words.useCredit}
        </Button>
      }
    >
      <SelectField
        name="order_id"
        label={words.orderId}
        hint={words.orderHint}
        value={orderId}
        options={[
          { value: '', label: texts.customers.segment.choose },
          ...orders.data.map((order) => ({
            value: order.id,
            label: `#${order.number}, ${formatDateOf(order.created_at)}, ${formatMoney(order.amount_due_cents, currency)}`,
          })),
        ]}
        onChange={setOrder}
      />
      <MoneyField
        name="cents"
        label={words.amount}
        currency={currency}
        min={0}
        max={balanceCents / 100}
        value={amount}
        onChange={setAmount}
      />
    </Form>
  );
}

/** Orders of a contact that are not completed and still have something due. */
async function openOrders(brandId: string, contactId: string): Promise<readonly Order[]> {
  const contact = await api('GET /api/v1/contacts/{id}', { id: contactId });
  if (contact.email === undefined) return [];
  const { data } = await api('GET /api/v1/orders', { brand_id: brandId, customer: contact.email, limit: 50 });
  return data.filter(
    ({ status, credit_cents, amount_due_cents }) =>
      status !== 'completed' && status !== 'cancelled' && credit_cents === 0 && amount_due_cents > 0,
  );
}
