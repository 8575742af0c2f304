import type { Contact } from '#commerce/contacts/contract.ts';
import type { Reward } from '#commerce/referrals/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** A customer, by the id that referrals use. */
export interface Person {
  readonly contactId: string;
  readonly name: string;
  readonly spentCents: number;
}

/** Customers by person id. */
export type People = Readonly<Record<string, Person>>;

/** What referrals have brought. */
export interface ProgramFigures {
  readonly revenueCents: number;
  readonly referredCount: number;
  readonly earnedCents: number;
  readonly outstandingCents: number;
  readonly people: People;
  readonly rewards: readonly Reward[];
  /** Whether the brand has more customers or rewards than the figures cover. */
  readonly isPartial: boolean;
}

/** Customers and rewards that the figures cover at most, because each page of them is a request. */
export const maxRecords = 2000;

/** Reads rewards and customers and adds up what referred customers have ordered. */
export function useProgramFigures(brandId: string): Query<ProgramFigures> {
  return useQuery('referrals/figures', async () => {
    const [contacts, rewards] = await Promise.all([
      firstOf(api('GET /api/v1/contacts', { brand_id: brandId, customers: 'true', limit: 200 })),
      firstOf(api('GET /api/v1/referrals/rewards', { brand_id: brandId, limit: 200 })),
    ]);
    const people = await peopleById(brandId, contacts.records);
    const referred = new Set(rewards.records.map(({ referred_user_id }) => referred_user_id));
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
    return {
      revenueCents: sum([...referred].map((id) => people[id]?.spentCents ?? 0)),
      referredCount: referred.size,
      earnedCents: sum(rewards.records.map(({ state, cents }) => (state === 'pending' ? 0 : cents))),
      outstandingCents: sum(rewards.records.map(({ remaining_cents }) => remaining_cents)),
      people,
      rewards: rewards.records,
      isPartial: contacts.isCut || rewards.isCut,
    };
  });
}

async function peopleById(brandId: string, contacts: readonly Contact[]): Promise<People> {
  const entries = contacts.flatMap(({ id, name, email, spent_cents }) =>
    email === undefined
      ? []
      : personId(brandId, email).then(
          (key) => [key, { contactId: id, name: name ?? email, spentCents: spent_cents }] as const,
        ),
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function firstOf<Item>(
  list: AsyncIterable<Item>,
): Promise<{ records: readonly Item[]; isCut: boolean }> {
  const records: Item[] = [];
  for await (const record of list) {
    if (records.length >= maxRecords) return { records, isCut: true };
    records.push(record);
  }
  return { records, isCut: false };
}

/**
 * The id by which the service knows a person in referrals: a UUID of version 5 of the lower-case address in the namespace of
 * the brand (RFC 9562, section 5.5). It connects contacts with their codes and rewards.
 */
async function personId(brandId: string, email: string): Promise<string> {
  const namespace = Uint8Array.from(brandId.replaceAll('-', '').match(/../g) ?? [], (hex) =>
    Number.parseInt(hex, 16),
  );
  const name = new TextEncoder().encode(email.toLowerCase());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array([...namespace, ...name])));
  const bytes = digest.slice(0, 16).map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x50;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
