import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { api } from '#web/api/api.ts';
import { useQuery } from '#web/data/query.ts';
import { contactName } from '#web/farm/customers/customer-list.ts';
import { texts } from '#web/text/texts.ts';

/** The name of a contact by id. A contact that was erased meanwhile has none. */
export function ContactName({ id }: { readonly id: string }) {
  return <span>{useContactName(id) ?? '…'}</span>;
}

/** Reads the name of a contact; undefined while it is read. */
export function useContactName(id: string): string | undefined {
  const { data, error } = useQuery(`customers/${id}`, () => api('GET /api/v1/contacts/{id}', { id }));
  if (data) return contactName(data) ?? texts.customers.noName;
  return isApiError(error, 'not_found') ? texts.campaigns.deletedContact : undefined;
}
