import type { Contact } from '#contract/commerce/contacts.ts';
import { LinkButton } from '#web/components/button.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Panel } from '#web/components/panel.tsx';
import { useBrand } from '#web/session/session.ts';
import { formatAmount, formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { TagList } from './customer-columns.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { contactName } from './customer-list.ts';

/** A customer beside the list, with the history. */
export function CustomerPanel({
  contact,
  onClose,
  onPrevious,
  onNext,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}) {
  const { currency } = useBrand();
  const { facts, fields, noName, never, open, orders } = texts.customers;
  const to = `/customers/${contact.id}`;
  return (
    <Panel
      title={contactName(contact) ?? noName}
      note={`${orders(contact.order_count)}, ${formatAmount(contact.total_spent, currency)}`}
      to={to}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={
        <LinkButton kind="primary" to={to}>
          {open}
        </LinkButton>
      }
    >
      <Facts
        facts={[
          { label: fields.email, value: contact.email },
          { label: fields.phone, value: contact.phone },
          { label: fields.city, value: contact.city },
          {
            label: facts.lastOrder,
            value: contact.last_order_at === undefined ? never : formatDate(contact.last_order_at),
          },
          {
            label: fields.tags,
            value: contact.tags.length > 0 ? <TagList tags={contact.tags} /> : undefined,
          },
        ]}
      />
      <CustomerHistory contactId={contact.id} isCompact />
    </Panel>
  );
}
