import type { Contact } from '#contract/commerce/contacts.ts';
import { api } from '#web/api/api.ts';
import { useParameters } from '#web/app/router.ts';
import { Facts } from '#web/components/facts.tsx';
import { Columns, Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount, formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { ConsentsSection } from './consents-section.tsx';
import { ContactDetails } from './contact-details.tsx';
import { TagList } from './customer-columns.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { contactName } from './customer-list.ts';
import { NoteForm } from './note-form.tsx';
import { PersonalData } from './personal-data.tsx';
import './customers.css';

/** One customer: what was bought, what was said, and what the person agreed to. */
export default function CustomerPage() {
  const { id = '' } = useParameters();
  const query = useQuery(`customers/${id}`, () => api('GET /api/v1/contacts/{id}', { id }));
  const { data: contact, error } = query;
  const change = (changed: Contact) => {
    query.set(changed);
    refreshAll('customers?');
    refreshAll(`customers/${id}/history`);
  };
  if (contact) return <CustomerView key={id} contact={contact} onChange={change} />;
  return (
    <Page title={texts.customers.title}>
      {error === undefined ? (
        <Loading rows={8} />
      ) : (
        <Failure error={error} onRetry={() => void query.refresh()} />
      )}
    </Page>
  );
}

function CustomerView({
  contact,
  onChange,
}: {
  readonly contact: Contact;
  readonly onChange: (contact: Contact) => void;
}) {
  const { currency } = useBrand();
  const words = texts.customers;
  const reason = mayEdit() ? undefined : words.viewerReason;
  const { order_count, total_spent, first_order_at, last_order_at, created_at, source, tags } = contact;
  return (
    <Page
      title={contactName(contact) ?? words.noName}
      answer={`${words.orders(order_count)}, ${formatAmount(total_spent, currency)}`}
      note={tags.length > 0 && <TagList tags={tags} />}
    >
      <Facts
        wide
        facts={[
          {
            label: words.facts.lastOrder,
            value: last_order_at === undefined ? words.never : formatDate(last_order_at),
          },
          { label: words.facts.firstOrder, value: first_order_at && formatDate(first_order_at) },
          { label: words.facts.since, value: formatDate(created_at) },
          { label: words.facts.source, value: words.sources[source] },
        ]}
      />
      <Columns even={false}>
        <div class="customer-column">
          <NoteForm contact={contact} reason={reason} />
          <CustomerHistory contactId={contact.id} />
        </div>
        <div class="customer-column">
          <ContactDetails contact={contact} reason={reason} onChange={onChange} />
          <ConsentsSection contact={contact} reason={reason} onChange={onChange} />
          <PersonalData contact={contact} reason={reason} onChange={onChange} />
        </div>
      </Columns>
    </Page>
  );
}
