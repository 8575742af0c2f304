import type { Reward } from '#commerce/referrals/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** A customer. */
interface Person {
  readonly name: string;
  readonly spentCents: number;
}

/** Customers by the id of their contact, which referrals name too. */
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
    const people = Object.fromEntries(
      contacts.records.map(({ id, name, email, phone, spent_cents }) => [
        id,
        { name: name ?? email ?? phone ?? '', spentCents: spent_cents },
      ]),
    );
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
