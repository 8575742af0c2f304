import { type ApiData, type ApiInput, api } from '#web/api/api.ts';
import { session, type Workplace } from '#web/session/session.ts';
import { formatAmount, formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { navigate } from '../router.ts';
import type { Command } from './commands.ts';

const limit = 5;
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Finds records of the workplace by what a person knows of them: a name, a number, an id. */
export async function findRecords(
  place: Workplace,
  text: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  const found = await Promise.allSettled(
    place.kind === 'farm' ? farmSearches(place.brand.id, text, signal) : claimSearches(text, signal),
  );
  const lines = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  return lines.filter(({ id }, index) => lines.findIndex((line) => line.id === id) === index);
}

type Search = Promise<readonly Command[]>;

function farmSearches(brand_id: string, text: string, signal: AbortSignal): readonly Search[] {
  const byId = idPattern.test(text) ? [orderById(text, signal)] : [];
  return [
    ...byId,
    orders(brand_id, text, signal),
    customers(brand_id, text, signal),
    products(brand_id, text, signal),
  ];
}

async function orderById(id: string, signal: AbortSignal): Search {
  return [orderLine(await api('GET /api/v1/orders/{id}', { id }, { signal }))];
}

async function orders(brand_id: string, text: string, signal: AbortSignal): Search {
  const { data } = await api('GET /api/v1/orders', { brand_id, text, limit }, { signal });
  return data.map(orderLine);
}

function orderLine(order: ApiData<'GET /api/v1/orders/{id}'>): Command {
  const name = order.customer_name ?? order.customer_email ?? texts.app.palette.noName;
  const day = formatDate(order.pickup_date ?? order.created_at);
  return {
    id: order.id,
    label: `${name}, ${formatAmount(order.total, order.currency)}`,
    note: `${texts.app.pages.order}, ${day}`,
    icon: 'order',
    run: () => navigate(`/orders/${order.id}`),
  };
}

async function customers(brand_id: string, name: string, signal: AbortSignal): Search {
  const { data } = await api('GET /api/v1/contacts', { brand_id, name, limit }, { signal });
  return data.map((contact) => ({
    id: contact.id,
    label: contact.name ?? contact.email ?? contact.phone ?? texts.app.palette.noName,
    note: texts.app.pages.customer,
    icon: 'people',
    run: () => navigate(`/customers/${contact.id}`),
  }));
}

async function products(brand_id: string, search: string, signal: AbortSignal): Search {
  const { data } = await api('GET /api/v1/products', { brand_id, search, limit }, { signal });
  return data.map(({ id, name }) => ({
    id,
    label: name,
    note: texts.app.pages.product,
    icon: 'product',
    run: () => navigate(`/products/${id}`),
  }));
}

/** One search takes one kind of text: a text with digits is a number, any other one a last name. */
function claimSearches(text: string, signal: AbortSignal): readonly Search[] {
  if (session.peek()?.claimsRoles.length === 0) return [];
  const hasLetters = /\p{L}.*\p{L}/u.test(text);
  const byNumber = claimsBy({ patient_control_number: text }, signal);
  if (!/\d/.test(text)) return hasLetters ? [claimsBy({ last_name: text }, signal), byNumber] : [byNumber];
  return [
    byNumber,
    ...(/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) ? [claimsBy({ member_id: text }, signal)] : []),
  ];
}

async function claimsBy(search: ApiInput<'POST /api/claims/search'>, signal: AbortSignal): Search {
  const { data } = await api('POST /api/claims/search', { ...search, limit }, { signal });
  return data.map((claim) => ({
    id: claim.id,
    label: claim.patient_control_number,
    note: `${texts.app.pages.claim}, ${formatAmount(claim.total_charge, 'USD')}`,
    icon: 'claim',
    run: () => navigate(`/claims/claim/${claim.id}`),
  }));
}
