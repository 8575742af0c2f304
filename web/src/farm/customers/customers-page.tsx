import { useMemo, useState } from 'preact/hooks';
import type { Contact } from '#commerce/contacts/contact-fields.ts';
import { api } from '#web/api/api.ts';
import { Link, navigate } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Form, SelectField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { List } from '#web/components/list.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { type PanelSteps, useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { refreshAll } from '#web/data/query.ts';
import { useSegments } from '#web/farm/segments/segment-list.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount, formatDateOf, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { contactDraft, contactInput } from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';
import { customerColumns, TagList } from './customer-columns.tsx';
import { CustomerHistory } from './customer-history.tsx';
import {
  awayDays,
  contactName,
  customerFilters,
  useCustomerFigures,
  useCustomerList,
} from './customer-list.ts';
import { ImportContacts } from './import-contacts.tsx';
import './customers.css';

/** Who the customers are, and who has not come back. */
export default function CustomersPage() {
  const brand = useBrand();
  const [filter, setFilter] = useAddressState<(typeof customerFilters)[number]>('show', 'all');
  const [search, setSearch] = useAddressState<string>('search', '');
  const [tag, setTag] = useAddressState<string>('tag', '');
  const [segmentId, setSegment] = useAddressState<string>('segment', '');
  const panel = useAddressPanel('open');
  const [dialog, setDialog] = useState<'new' | 'import'>();
  const figures = useCustomerFigures(brand.id);
  const segments = useSegments(brand.id);
  const list = useCustomerList(brand.id, { filter, search, tag, segmentId });
  const columns = useMemo(() => customerColumns(brand.currency), [brand.currency]);
  const words = texts.customers;
  const reason = mayEdit() ? undefined : words.viewerReason;
  const isFiltered = filter !== 'all' || search !== '' || tag !== '' || segmentId !== '';
  return (
    <Page
      title={words.title}
      answer={figures.data && words.question(figures.data.all, formatNumber(figures.data.away), awayDays)}
      note={
        figures.data &&
        figures.data.away > 0 &&
        reason === undefined && <Link to="/segments?new=away">{words.awaySegment}</Link>
      }
      actions={
        <>
          <LinkButton to="/segments">{words.segments}</LinkButton>
          <Button icon="upload" reason={reason} reasonAs="tip" onClick={() => setDialog('import')}>
            {words.importCsv}
          </Button>
        </>
      }
      primary={
        <Button kind="primary" icon="plus" reason={reason} reasonAs="tip" onClick={() => setDialog('new')}>
          {words.add}
        </Button>
      }
    >
      <Toolbar>
        <SearchField label={words.search} value={search} onChange={setSearch} />
        <FilterChips
          label={words.filterLabel}
          options={customerFilters.map((value) => ({ value, label: words.filters[value] }))}
          value={filter}
          onChange={setFilter}
        />
        {tag !== '' && (
          <Button small icon="close" onClick={() => setTag('')}>
            {`${words.tagFilter}: ${tag}`}
          </Button>
        )}
        {(segments.data?.length ?? 0) > 0 && (
          <SelectField
            label={words.segmentFilter}
            labelHidden
            value={segmentId}
            options={[
              { value: '', label: `${words.segmentFilter}: ${words.everyone}` },
              ...(segments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setSegment}
          />
        )}
      </Toolbar>
      <List
        label={words.listLabel}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowLabel={(contact) => contactName(contact) ?? words.noName}
        columns={columns}
        panel={panel}
        pageOf={({ id }) => `/customers/${id}`}
        hasMore={list.hasMore}
        onMore={() => void list.loadMore()}
        error={list.error}
        onRetry={() => void list.refresh()}
        isLoading={list.isLoading || list.isLoadingMore}
        empty={
          isFiltered ? (
            <Empty
              title={words.emptySearch}
              text={words.emptySearchText}
              icon="search"
              action={
                <Button onClick={() => navigate('/customers', { replace: true })}>{words.showAll}</Button>
              }
            />
          ) : (
            <Empty
              title={words.empty}
              text={words.emptyText}
              icon="people"
              action={
                <Button icon="upload" reason={reason} onClick={() => setDialog('import')}>
                  {words.importCsv}
                </Button>
              }
            />
          )
        }
      />
      <RecordPanel
        panel={panel}
        title={words.title}
        rows={list.rows}
        rowKey={({ id }) => id}
        read={(id) => api('GET /api/v1/contacts/{id}', { id })}
        isLoading={list.isLoading}
      >
        {(contact, steps) => <CustomerPanel contact={contact} steps={steps} />}
      </RecordPanel>
      {dialog === 'new' && <NewContact onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportContacts onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

/** Adds a contact and opens its page. */
function NewContact({ onClose }: { readonly onClose: () => void }) {
  const brand = useBrand();
  const words = texts.customers;
  const [draft, setDraft] = useState(contactDraft());
  const create = useAction(
    () => api('POST /api/v1/contacts', { brand_id: brand.id, ...contactInput(draft) }),
    {
      done: words.added,
    },
  );
  const submit = async () => {
    const contact = await create.run();
    if (!contact) return;
    refreshAll('customers?');
    navigate(`/customers/${contact.id}`);
  };
  const isEmpty = [draft.name, draft.email, draft.phone].every((text) => text.trim() === '');
  return (
    <Dialog
      title={words.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form="new-contact"
            busy={create.isRunning}
            reason={isEmpty ? words.needsAddress : undefined}
            reasonAs="tip"
          >
            {words.add}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/contacts')}
        id="new-contact"
        label={words.addTitle}
        onSubmit={submit}
        error={create.error}
      >
        <ContactFields draft={draft} onChange={setDraft} isShort />
      </Form>
    </Dialog>
  );
}

/** A customer beside the list, with the history. */
function CustomerPanel({ contact, steps }: { readonly contact: Contact; readonly steps: PanelSteps }) {
  const { currency } = useBrand();
  const { facts, fields, noName, never, open, orders } = texts.customers;
  const to = `/customers/${contact.id}`;
  return (
    <Panel
      title={contactName(contact) ?? noName}
      note={`${orders(contact.order_count)}, ${formatAmount(contact.total_spent, currency)}`}
      to={to}
      {...steps}
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
            value: contact.last_order_at === undefined ? never : formatDateOf(contact.last_order_at),
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
