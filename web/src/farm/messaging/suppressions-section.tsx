import { useState } from 'preact/hooks';
import type { Suppression } from '#contract/commerce/suppressions.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './messaging.css';

/** Addresses that get no messages. The service keeps no address, so a person looks one up. */
export function SuppressionsSection() {
  const brand = useBrand();
  const words = texts.campaigns.messaging;
  const list = usePages('messaging/suppressions', (cursor) =>
    api('GET /api/v1/suppressions', { brand_id: brand.id, limit: 50, cursor }),
  );
  const [address, setAddress] = useState('');
  const [lookedUp, setLookedUp] = useState<{
    readonly address: string;
    readonly suppression: Suppression | undefined;
  }>();
  const lookUp = useAction(async () => {
    const { data } = await api('GET /api/v1/suppressions', { brand_id: brand.id, ...memberOf(address) });
    setLookedUp({ address: address.trim(), suppression: data[0] });
  });
  const suppress = useAction(
    async (text: string) => {
      const suppression = await api('POST /api/v1/suppressions', {
        brand_id: brand.id,
        ...memberOf(text),
      });
      setLookedUp({ address: text, suppression });
      await list.refresh();
    },
    { done: words.added },
  );
  const allow = useAction(
    async (id: string) => {
      await api('DELETE /api/v1/suppressions/{id}', { id });
      setLookedUp(undefined);
      list.update((rows) => rows.filter((row) => row.id !== id));
    },
    { done: words.allowed },
  );
  const askAllow = async (id: string) => {
    if (await confirm({ title: words.allowTitle, text: words.allowText, action: words.allow }))
      await allow.run(id);
  };
  const reason = isOwner() ? undefined : texts.campaigns.ownerReason;
  const allowButton = ({ id }: Suppression) => (
    <Button small reason={reason} reasonAs="tip" onClick={() => void askAllow(id)}>
      {words.allow}
    </Button>
  );
  return (
    <Section title={words.suppressions} note={words.suppressionsText} kind="card">
      <Form
        label={words.suppressions}
        onSubmit={async () => address.trim() !== '' && lookUp.run()}
        error={lookUp.error}
        actions={
          <Button type="submit" icon="search" busy={lookUp.isRunning}>
            {words.lookUpAction}
          </Button>
        }
      >
        <TextField label={words.lookUp} value={address} onChange={setAddress} inputmode="email" />
      </Form>
      {lookedUp && (
        <div class="suppression-found" role="status">
          <Badge tone={lookedUp.suppression ? 'warning' : 'good'}>
            {(lookedUp.suppression ? words.suppressed : words.notSuppressed)(lookedUp.address)}
          </Badge>
          {lookedUp.suppression ? (
            allowButton(lookedUp.suppression)
          ) : (
            <Button busy={suppress.isRunning} onClick={() => void suppress.run(lookedUp.address)}>
              {words.suppress}
            </Button>
          )}
        </div>
      )}
      {list.isLoading && <Loading rows={3} />}
      {list.error !== undefined && <Failure error={list.error} onRetry={() => void list.refresh()} />}
      {!list.isLoading && list.error === undefined && list.rows.length === 0 && <p>{words.noSuppressions}</p>}
      {list.rows.length > 0 && (
        <DataTable
          label={words.suppressionsLabel}
          rows={list.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'channel',
              label: words.columns.channel,
              cell: ({ channel }) => texts.campaigns.types[channel],
            },
            { id: 'reason', label: words.columns.reason, cell: (row) => words.reasons[row.reason] },
            { id: 'at', label: words.columns.at, cell: ({ created_at }) => formatDateTime(created_at) },
            { id: 'action', label: words.columns.action, align: 'end', cell: allowButton },
          ]}
        />
      )}
      {list.hasMore && (
        <Button busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
          {texts.customers.more}
        </Button>
      )}
    </Section>
  );
}

const memberOf = (address: string): { readonly email: string } | { readonly phone: string } =>
  address.includes('@') ? { email: address.trim() } : { phone: address.trim() };
