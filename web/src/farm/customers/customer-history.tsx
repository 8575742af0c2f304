import type { ComponentChildren } from 'preact';
import { type HistoryEntry, historyKinds } from '#commerce/contacts/contact-fields.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import type { Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import type { IconName } from '#web/components/icons.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

const kinds = ['all', ...historyKinds] as const;
type Kind = (typeof kinds)[number];

const icons: Readonly<Record<HistoryEntry['kind'], IconName>> = {
  order: 'order',
  referral: 'referral',
  campaign: 'campaign',
  consent: 'check',
  note: 'note',
  change: 'edit',
};

/** Orders, messages, consents, notes and changes of a contact, newest first. */
export function CustomerHistory({
  contactId,
  isCompact = false,
}: {
  readonly contactId: string;
  readonly isCompact?: boolean | undefined;
}) {
  const words = texts.customers;
  const { currency } = useBrand();
  const [chosen, setKind] = useAddressState<Kind>('history', 'all');
  const kind = isCompact ? 'all' : chosen;
  const key = `customers/${contactId}/history?kind=${kind}`;
  const history = usePages(key, (cursor) =>
    api('GET /api/v1/contacts/{id}/history', {
      id: contactId,
      kind: kind === 'all' ? undefined : kind,
      limit: 20,
      cursor,
    }),
  );
  const remove = useAction(
    async (noteId: string) => {
      await api('DELETE /api/v1/contacts/{id}/notes/{note_id}', { id: contactId, note_id: noteId });
      history.update((entries) => entries.filter(({ id }) => id !== noteId));
    },
    { done: words.noteDeleted },
  );
  return (
    <Section title={words.history} kind={isCompact ? 'plain' : 'card'}>
      {!isCompact && (
        <FilterChips
          label={words.historyLabel}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChange={setKind}
        />
      )}
      {history.isLoading && <Loading rows={4} />}
      {history.error !== undefined && (
        <Failure error={history.error} onRetry={() => void history.refresh()} />
      )}
      {!history.isLoading && history.error === undefined && history.rows.length === 0 && (
        <p class="customer-muted">{words.noHistory}</p>
      )}
      <Timeline
        label={words.history}
        events={history.rows.map((entry) => ({
          id: entry.id,
          at: entry.at,
          icon: icons[entry.kind],
          tone: toneOf(entry),
          title: titleOf(entry, currency),
          detail:
            entry.kind === 'note' && mayEdit() ? (
              <Button
                small
                kind="quiet"
                icon="trash"
                label={words.deleteNote}
                onClick={() => void remove.run(entry.id)}
              />
            ) : undefined,
          by: entry.author === undefined ? undefined : words.entry.by(entry.author),
        }))}
      />
      {history.hasMore && (
        <Button busy={history.isLoadingMore} onClick={() => void history.loadMore()}>
          {words.more}
        </Button>
      )}
    </Section>
  );
}

const toneOf = ({ kind, status }: HistoryEntry): Tone =>
  kind === 'consent' ? (status === 'granted' ? 'good' : 'warning') : 'neutral';

function titleOf(entry: HistoryEntry, currency: string): ComponentChildren {
  const { entry: words, channels } = texts.customers;
  const { kind, reference = '', number, total, status, text, channel, source = '', members } = entry;
  switch (kind) {
    case 'order':
      return (
        <Link to={`/orders/${reference}`}>
          {number === undefined || total === undefined
            ? words.orderGone
            : words.order(number, formatAmount(total, currency), orderStatus(status))}
        </Link>
      );
    case 'campaign':
      return <Link to={`/campaigns/${reference}`}>{words.campaign}</Link>;
    case 'referral':
      return words.referral(reference);
    case 'consent':
      return words.consent(channels[channel ?? 'email'], consentStatus(status), source);
    case 'note':
      return text;
    default:
      return members === undefined || members.length === 0
        ? words.created
        : words.change(members.map(memberName).join(', '));
  }
}

const consentStatus = (status: string | undefined): string =>
  texts.customers.consentStatus[status === 'granted' ? 'granted' : 'withdrawn'];

function orderStatus(status = ''): string {
  const names: Readonly<Record<string, string>> = texts.orders.status;
  return names[status] ?? status;
}

function memberName(member: string): string {
  const names: Readonly<Record<string, string>> = texts.customers.fields;
  return names[member] ?? member;
}
