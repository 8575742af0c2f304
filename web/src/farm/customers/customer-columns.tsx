import type { Contact } from '#commerce/contacts/contact-fields.ts';
import { Badge } from '#web/components/badge.tsx';
import type { Column } from '#web/components/list.tsx';
import { formatAmount, formatDateOf, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { contactName } from './customer-list.ts';

/** Columns of the list of customers. */
export function customerColumns(currency: string): readonly Column<Contact>[] {
  const { columns, noName, never } = texts.customers;
  return [
    { id: 'name', label: columns.name, cell: (contact) => contactName(contact) ?? noName },
    {
      id: 'email',
      label: columns.email,
      width: '1.4fr',
      // A contact without a name goes by the e-mail address or the phone number.
      cell: (contact) =>
        [contact.email, contact.phone].find((one) => one !== undefined && one !== contactName(contact)),
      hideable: true,
    },
    {
      id: 'last_order',
      label: columns.lastOrder,
      width: '130px',
      cell: ({ last_order_at }) =>
        last_order_at === undefined ? (
          <span class="customer-muted">{never}</span>
        ) : (
          formatDateOf(last_order_at)
        ),
    },
    {
      id: 'orders',
      label: columns.orders,
      align: 'end',
      width: '90px',
      cell: ({ order_count }) => formatNumber(order_count),
      card: 'none',
    },
    {
      id: 'total',
      label: columns.total,
      align: 'end',
      width: '120px',
      cell: ({ total_spent }) => formatAmount(total_spent, currency),
      card: 'value',
    },
    { id: 'tags', label: columns.tags, cell: ({ tags }) => <TagList tags={tags} />, hideable: true },
    {
      id: 'consent',
      label: columns.consent,
      width: '200px',
      cell: ({ consents }) => <ConsentBadges consents={consents} />,
      hideable: true,
      card: 'none',
    },
  ];
}

/** Tags as words in boxes. */
export function TagList({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span class="customer-tags">
      {tags.map((tag) => (
        <span class="customer-tag" key={tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}

/** Channels to which a person has consented, and those that the person has withdrawn. */
function ConsentBadges({ consents }: Pick<Contact, 'consents'>) {
  const { channels, consentStatus } = texts.customers;
  return (
    <span class="customer-tags">
      {(['email', 'sms'] as const).map((channel) => {
        const status = consents[channel]?.status;
        if (status === undefined) return null;
        return (
          <Badge
            key={channel}
            tone={status === 'granted' ? 'good' : 'warning'}
            icon={status === 'granted' ? undefined : 'close'}
          >
            {channels[channel]}
            <span class="unseen"> {consentStatus[status]}</span>
          </Badge>
        );
      })}
    </span>
  );
}
