import type { Brand } from '#commerce/brands/contract.ts';
import { findBrand } from '#commerce/brands/records.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { BillingAccount } from './account.ts';
import { applyInvoice, applySubscription } from './apply-event.ts';
import type { ProviderEvent } from './provider.ts';
import {
  accountAttempts,
  accounts,
  changeActions,
  customers,
  invoices,
  providerEvents,
  type RecordEvents,
  replaceAccount,
} from './records.ts';

interface AppliedEvent {
  /** `ignored`: has no effect on a brand. `unlinked`: is of no brand that exists. */
  readonly outcome: 'applied' | 'repeated' | 'ignored' | 'unlinked';
  /** Work to wake. */
  readonly due: readonly WorkMessage[];
}

/**
 * Stores an event once, together with its effect. Repetitions have no effect, and events in any order lead to the same
 * state (shared/commerce/billing/observation.ts).
 *
 * @throws Conflict when other events of the brand kept coming between
 */
export const applyProviderEvent = (
  event: ProviderEvent,
  { now, record }: { readonly now: Date; readonly record: RecordEvents },
): Promise<AppliedEvent> =>
  retryOnConflict(async () => {
    const { id, type, created } = event;
    const known = await providerEvents.find({ id });
    // An event of an unknown brand is tried again, because the brand may be known by now.
    if (known !== undefined && known.outcome !== 'unlinked') return { outcome: 'repeated', due: [] };
    const seen = { id, type, created, received_at: now.toISOString() };
    // It fails if another request has applied the event.
    const stored = (after: NonNullable<typeof known>) =>
      known ? providerEvents.replace(known, after) : providerEvents.insert(after);
    const brand = event.kind === 'other' ? undefined : await brandOf(event);
    if (brand === undefined) {
      const outcome = event.kind === 'other' ? 'ignored' : 'unlinked';
      await transact(commerceTable, [stored({ ...seen, outcome })]);
      return { outcome, due: [] };
    }
    const before = await accounts.find({ brand_id: brand.id });
    const { actions, due } = await effectOf(event, { brand, before, now, record });
    const applied = { ...seen, outcome: 'applied' as const, brand_id: brand.id };
    await transact(commerceTable, [stored(applied), ...actions]);
    return { outcome: 'applied', due };
  }, accountAttempts);

interface Effect {
  readonly brand: Brand;
  readonly before: BillingAccount;
  readonly now: Date;
  readonly record: RecordEvents;
}

async function effectOf(event: ProviderEvent, { brand, before, now, record }: Effect) {
  switch (event.kind) {
    case 'subscription': {
      const { id, created: at, subscription } = event;
      const change = applySubscription(before, { id, at, subscription }, { brandPlan: brand.plan, now });
      const { actions, due } = changeActions(before, change, { brand, now, record });
      const customer = customers.put({ id: subscription.customer_id, brand_id: brand.id });
      return { actions: [...actions, customer], due };
    }
    case 'invoice': {
      const { created, id } = event.invoice;
      const known = await invoices.find({ brand_id: brand.id, created, id });
      const { record: invoice, events } = applyInvoice(known, event);
      // The version of the account keeps two events of one invoice apart.
      const actions = [replaceAccount(before, before), ...record(brand.id, events)];
      return {
        actions: invoice === known ? actions : [...actions, invoices.put({ ...invoice, brand_id: brand.id })],
        due: [],
      };
    }
    case 'other':
      return { actions: [], due: [] };
  }
}

async function brandOf(
  event: Exclude<ProviderEvent, { readonly kind: 'other' }>,
): Promise<Brand | undefined> {
  const { customer_id, brand_id } = event.kind === 'subscription' ? event.subscription : event.invoice;
  const id = (await customers.find({ id: customer_id }))?.brand_id ?? brand_id;
  return id === undefined ? undefined : (await findBrand(commerceTable, id))?.brand;
}
