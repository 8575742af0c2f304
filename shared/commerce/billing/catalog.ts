import { type AddOnName, addOnNames, addOns, type PlanName, planNames, plans } from '#contract/plans.ts';

/** Units of each add-on; an absent one counts as 0. */
export type Quantities = Readonly<Partial<Record<AddOnName, number>>>;

/** Something with a price at the provider. */
export type PricedItem = PlanName | AddOnName;

export const pricedItems: readonly PricedItem[] = [...planNames, ...addOnNames];

export const isPlan = (item: string): item is PlanName => item in plans;

export const monthlyCentsOf = (item: PricedItem): number =>
  (isPlan(item) ? plans[item] : addOns[item]).pricePerMonth * 100;

export const monthlyCents = ({
  plan,
  add_ons,
}: {
  readonly plan: PlanName;
  readonly add_ons: Quantities;
}): number =>
  addOnNames.reduce((sum, name) => sum + monthlyCentsOf(name) * (add_ons[name] ?? 0), monthlyCentsOf(plan));

/** Key of an item's price at the provider. It holds the amount, so a new price in the catalog is a new price there. */
export const priceKeyOf = (item: PricedItem, currency: string): string =>
  `granary_${item}_${monthlyCentsOf(item)}_${currency.toLowerCase()}`;

/** The item of a price key, also of an earlier amount. */
export function itemOfPriceKey(key: string): PricedItem | undefined {
  const [, name = ''] = /^granary_([a-z_]+)_\d+_[a-z]{3}$/.exec(key) ?? [];
  return pricedItems.find((item) => item === name);
}

/** Quantities without those of 0, in the order of the catalog. */
export const presentQuantities = (quantities: Quantities): Quantities =>
  Object.fromEntries(
    addOnNames.flatMap((name) => {
      const quantity = quantities[name] ?? 0;
      return quantity > 0 ? [[name, quantity]] : [];
    }),
  );

export const nameOfItem = (item: PricedItem): string => {
  const words = item.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
