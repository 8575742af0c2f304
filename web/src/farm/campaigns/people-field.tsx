import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Toolbar } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { useContactSearch } from '#web/farm/customers/contact-search.ts';
import { contactName } from '#web/farm/customers/customer-list.ts';
import { texts } from '#web/text/texts.ts';
import { ContactName, useContactName } from './contact-name.tsx';

/** People who get a campaign beyond its segment. */
export function PeopleField({
  ids,
  onChange,
  reason,
}: {
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly reason: string | undefined;
}) {
  const words = texts.campaigns;
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
        label={texts.campaigns.removePerson(name)}
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
