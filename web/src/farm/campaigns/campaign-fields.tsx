import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { channels } from '#commerce/contacts/contact-fields.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { ChoiceField, SelectField, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Section, Toolbar } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { useQuery } from '#web/data/query.ts';
import { contactName, useContactSearch } from '#web/farm/customers/customer-list.ts';
import { useSegments } from '#web/farm/segments/segment-list.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { useAudience } from './audience.ts';
import type { CampaignDraft } from './campaign-draft.ts';
import { campaignTexts } from './campaign-texts.ts';
import './campaigns.css';

const fieldNames = ['first_name', 'last_name', 'name', 'city', 'brand_name', 'unsubscribe_url'] as const;

/** Fields for the message and the audience of a campaign. */
export function CampaignFields({
  draft,
  onChange,
  reason,
}: {
  readonly draft: CampaignDraft;
  readonly onChange: (draft: CampaignDraft) => void;
  readonly reason: string | undefined;
}) {
  const brand = useBrand();
  const words = campaignTexts;
  const segments = useSegments(brand.id);
  const audience = useAudience({ ...draft, segment_id: draft.segment_id || undefined });
  const set = (members: Partial<CampaignDraft>) => onChange({ ...draft, ...members });
  const isEmail = draft.type === 'email';
  const insert = (name: (typeof fieldNames)[number]) => {
    const value = name === 'first_name' ? `${name}|${words.fieldDefault}` : name;
    set({ content: `${draft.content}{{${value}}}` });
  };
  return (
    <>
      <Section title={words.compose} kind="card">
        <ChoiceField
          wide
          name="type"
          label={words.type}
          value={draft.type}
          options={channels.map((value) => ({ value, label: words.types[value], reason }))}
          onChange={(type) => set({ type })}
        />
        <TextField
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={draft.name}
          onChange={(name) => set({ name })}
          required
          reason={reason}
        />
        {isEmail && (
          <TextField
            name="subject"
            label={words.subject}
            value={draft.subject}
            onChange={(subject) => set({ subject })}
            required
            reason={reason}
          />
        )}
        <TextAreaField
          name="content"
          label={words.content}
          hint={words.contentHint}
          rows={isEmail ? 10 : 4}
          value={draft.content}
          onChange={(content) => set({ content })}
          required
          reason={reason}
        />
        {isEmail && (
          <ChoiceField
            wide
            name="content_type"
            label={words.content_type}
            value={draft.content_type}
            options={(['text', 'html'] as const).map((value) => ({
              value,
              label: words.formats[value],
              reason,
            }))}
            onChange={(content_type) => set({ content_type })}
          />
        )}
        {reason === undefined && (
          <fieldset class="campaign-insert">
            <legend class="unseen">{words.fields}</legend>
            <span aria-hidden="true">{words.fields}:</span>
            {fieldNames.map((name) => (
              <Button key={name} small onClick={() => insert(name)}>
                {words.fieldNames[name]}
              </Button>
            ))}
          </fieldset>
        )}
        {isEmail && (draft.content_type === 'html' || draft.text !== '') && (
          <TextAreaField
            name="text"
            label={words.text}
            hint={words.textHint}
            rows={3}
            value={draft.text}
            onChange={(text) => set({ text })}
            reason={reason}
          />
        )}
      </Section>
      <Section
        title={words.audience}
        note={words.consentOnly}
        kind="card"
        actions={<Link to="/segments">{words.manageSegments}</Link>}
      >
        <SelectField
          name="segment_id"
          label={words.segment}
          value={draft.segment_id}
          options={[
            { value: '', label: words.noSegment },
            ...(segments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(segment_id) => set({ segment_id })}
          reason={reason}
        />
        <PeopleField
          ids={draft.contact_ids}
          onChange={(contact_ids) => set({ contact_ids })}
          reason={reason}
        />
        <p class="campaign-reach" role="status">
          {audience.text}
        </p>
      </Section>
    </>
  );
}

/** People who get a campaign beyond its segment. */
function PeopleField({
  ids,
  onChange,
  reason,
}: {
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly reason: string | undefined;
}) {
  const words = campaignTexts;
  const [search, setSearch] = useState('');
  const found = useContactSearch(search, 6);
  const offered = (found.data ?? []).filter(({ id }) => !ids.includes(id));
  return (
    <fieldset class="campaign-found" onKeyDown={keepFormOpen}>
      <legend class="field-label">{words.people}</legend>
      {ids.length > 0 && (
        <ul class="campaign-people">
          {ids.map((id) => (
            <Person
              key={id}
              id={id}
              reason={reason}
              onRemove={() => onChange(ids.filter((other) => other !== id))}
            />
          ))}
        </ul>
      )}
      {reason === undefined && (
        <Toolbar>
          <SearchField label={words.addPerson} value={search} onChange={setSearch} />
        </Toolbar>
      )}
      {offered.map((contact) => (
        <Button
          key={contact.id}
          kind="quiet"
          icon="plus"
          onClick={() => {
            onChange([...ids, contact.id]);
            setSearch('');
          }}
        >
          {contactName(contact) ?? texts.customers.noName}
        </Button>
      ))}
    </fieldset>
  );
}

function Person({
  id,
  reason,
  onRemove,
}: {
  readonly id: string;
  readonly reason: string | undefined;
  readonly onRemove: () => void;
}) {
  const name = useContactName(id) ?? '';
  return (
    <li class="campaign-person">
      <ContactName id={id} />
      <Button
        kind="quiet"
        small
        icon="close"
        label={campaignTexts.removePerson(name)}
        reason={reason}
        reasonAs="tip"
        onClick={onRemove}
      />
    </li>
  );
}

/** Enter in the search field searches, and does not save the form around. */
function keepFormOpen(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** The name of a contact by id. A contact that was erased meanwhile has none. */
export function ContactName({ id }: { readonly id: string }) {
  return <span>{useContactName(id) ?? '…'}</span>;
}

/** Reads the name of a contact; undefined while it is read. */
function useContactName(id: string): string | undefined {
  const { data, error } = useQuery(`customers/${id}`, () => api('GET /api/v1/contacts/{id}', { id }));
  if (data) return contactName(data) ?? texts.customers.noName;
  return isApiError(error, 'not_found') ? campaignTexts.deletedContact : undefined;
}
