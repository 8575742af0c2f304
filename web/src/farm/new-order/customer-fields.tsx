import { useState } from 'preact/hooks';
import type { Contact } from '#contract/commerce/contacts.ts';
import { api } from '#web/api/api.ts';
import { FieldRow, TextField } from '#web/components/fields.tsx';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import type { DraftCustomer } from './draft.ts';
import { Finder } from './finder.tsx';

const maxResults = 8;

/** Finds a known customer, or takes a new one. */
export function CustomerFields({
  brandId,
  customer,
  onChange,
}: {
  readonly brandId: string;
  readonly customer: DraftCustomer;
  readonly onChange: (part: Partial<DraftCustomer>) => void;
}) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const found = useQuery(
    wanted.length < 2 ? undefined : `customers/find?text=${wanted}`,
    () => findContacts(brandId, wanted),
    { keep: false },
  );
  const contacts = wanted.length < 2 ? [] : (found.data ?? []);
  const { fresh, one } = texts.orders;
  const choose = (id: string) => {
    const contact = contacts.find((each) => each.id === id);
    if (contact) onChange(customerOf(contact));
  };
  const field = (member: keyof DraftCustomer) => ({
    value: customer[member],
    onChange: (value: string) => onChange({ [member]: value }),
  });
  return (
    <>
      <Finder
        label={fresh.findCustomer}
        hint={fresh.findCustomerHint}
        text={text}
        onText={setText}
        autoFocus
        onChoose={choose}
        none={found.isLoading || wanted.length < 2 ? '' : fresh.noCustomer}
        results={contacts.map((contact) => ({
          key: contact.id,
          label: nameOf(contact),
          detail: [contact.name ? contact.email : undefined, contact.phone, fresh.known(contact.order_count)]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      <FieldRow>
        <TextField label={one.name} name="customer_name" maxLength={255} {...field('name')} />
        <TextField label={one.email} name="customer_email" type="email" {...field('email')} />
        <TextField label={one.phone} name="customer_phone" type="tel" {...field('phone')} />
      </FieldRow>
    </>
  );
}

/** Contacts whose name contains the text, or whose address or phone number begins with the text. */
async function findContacts(brandId: string, text: string): Promise<readonly Contact[]> {
  const filter = text.includes('@') ? 'email' : /^[+\d][\d\s()-]*$/.test(text) ? 'phone' : 'name';
  const list = (by: 'email' | 'phone' | 'name') =>
    api('GET /api/v1/contacts', { brand_id: brandId, [by]: text, limit: maxResults });
  const { data } = await list(filter);
  if (filter !== 'name' || data.length >= maxResults || text.includes(' ')) return data;
  const byEmail = await list('email');
  const known = new Set(data.map(({ id }) => id));
  return [...data, ...byEmail.data.filter(({ id }) => !known.has(id))].slice(0, maxResults);
}

const nameOf = ({ name, first_name, last_name, email, phone }: Contact): string =>
  name ?? ([first_name, last_name].filter(Boolean).join(' ') || email || phone || texts.orders.noName);

function customerOf(contact: Contact): DraftCustomer {
  const { address, postal_code, city, region } = contact;
  const place = [[postal_code, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
  return {
    name: contact.name ?? [contact.first_name, contact.last_name].filter(Boolean).join(' '),
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    address: [address, place].filter(Boolean).join('\n'),
  };
}
