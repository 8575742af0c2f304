import { useState } from 'preact/hooks';
import type { ReferralCode } from '#contract/commerce/referrals.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CodePanel } from './code-panel.tsx';
import { NewCode } from './new-code.tsx';
import { PersonLink } from './person-link.tsx';
import type { People } from './program-figures.ts';

/** The codes of the brand and of its customers. */
export function CodesView({ people }: { readonly people: People }) {
  const { id } = useBrand();
  const words = texts.referrals;
  const [opened, setOpened] = useAddressState<string>('open', '');
  const [isAdding, setAdding] = useState(false);
  const list = usePages('referrals/codes', (cursor) =>
    api('GET /api/v1/referral-codes', { brand_id: id, limit: 100, cursor }),
  );
  const shown = list.rows.find((code) => code.id === opened);
  const reason = mayEdit() ? undefined : words.viewerReason;
  return (
    <div class="referral-view">
      <div>
        <Button kind="primary" icon="plus" reason={reason} reasonAs="tip" onClick={() => setAdding(true)}>
          {words.addCode}
        </Button>
      </div>
      <List
        label={words.codesLabel}
        rows={list.rows}
        rowKey={(code) => code.id}
        rowLabel={({ code }) => code}
        columns={codeColumns(people)}
        onOpen={(code) => setOpened(code.id)}
        openKey={opened}
        hasMore={list.hasMore}
        onMore={() => void list.loadMore()}
        error={list.error}
        onRetry={() => void list.refresh()}
        isLoading={list.isLoading || list.isLoadingMore}
        empty={<Empty title={words.codesEmpty} text={words.codesEmptyText} icon="referral" />}
      />
      {shown && <CodePanel key={shown.id} code={shown} people={people} onClose={() => setOpened('')} />}
      {isAdding && (
        <NewCode
          onClose={() => setAdding(false)}
          onCreated={(code) => {
            list.update((rows) => [code, ...rows.filter((row) => row.id !== code.id)]);
            setAdding(false);
            setOpened(code.id);
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
      cell: ({ created_at }) => formatDate(created_at),
    },
  ];
}
