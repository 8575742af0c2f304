import type { Contact } from '#commerce/contacts/contact-fields.ts';
import type { ApiInput } from '#web/api/api.ts';

/** Members of a contact that staff write, in the order of the form. */
export const profileFields = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'address',
  'city',
  'region',
  'postal_code',
  'country',
  'time_zone',
] as const;
export type ProfileField = (typeof profileFields)[number];

/** A contact as its form holds it. */
export type ContactDraft = Readonly<Record<ProfileField | 'tags', string>>;

/** The form of a contact; empty without one. */
export const contactDraft = (contact?: Contact): ContactDraft => ({
  name: contact?.name ?? '',
  first_name: contact?.first_name ?? '',
  last_name: contact?.last_name ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
  address: contact?.address ?? '',
  city: contact?.city ?? '',
  region: contact?.region ?? '',
  postal_code: contact?.postal_code ?? '',
  country: contact?.country ?? '',
  time_zone: contact?.time_zone ?? '',
  tags: contact?.tags.join(', ') ?? '',
});

/** The members of a new contact. */
export const contactInput = (draft: ContactDraft) => ({
  ...Object.fromEntries(
    profileFields.flatMap((field) => (draft[field].trim() === '' ? [] : [[field, draft[field].trim()]])),
  ),
  tags: tagsOf(draft),
});

/** The change of a stored contact: only members that differ. An empty text removes its member. */
export function contactPatch(
  draft: ContactDraft,
  contact: Contact,
): Omit<ApiInput<'PATCH /api/v1/contacts/{id}'>, 'id'> {
  const before = contactDraft(contact);
  const changed = profileFields.filter((field) => draft[field].trim() !== before[field]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, draft[field].trim() || null])),
    ...(draft.tags !== before.tags && { tags: tagsOf(draft) }),
  };
}

const tagsOf = ({ tags }: ContactDraft): readonly string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
