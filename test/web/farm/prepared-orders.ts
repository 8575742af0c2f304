import type { Order, Product, Stop } from '#clients/typescript/src/commerce/index.ts';
import { commerce, stack } from '../browser/browser.ts';

/** Today in the time zone of the sample brand. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** A name that no other test uses. */
export const uniqueName = (name: string): string => `${name} ${crypto.randomUUID().slice(0, 8)}`;

/** Creates a product. */
export const prepareProduct = (price = 4): Promise<Product> =>
  commerce().products.create({ brand_id: stack.brandId, name: uniqueName('Plums'), price });

/** Creates a stop that is open every day until late. */
export const prepareStop = (): Promise<Stop> =>
  commerce().stops.create({
    brand_id: stack.brandId,
    name: uniqueName('Stop'),
    hours: (['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const).map(
      (weekday) => ({ weekday, opens: '23:58', closes: '23:59' }),
    ),
  });

/** Creates an order of two pieces. `customer_name` is unique unless given. */
export async function prepareOrder(
  members: Partial<Parameters<ReturnType<typeof commerce>['orders']['create']>[0]> = {},
): Promise<Order & { readonly customer_name: string }> {
  const product = await prepareProduct();
  const customer_name = members.customer_name ?? uniqueName('Olive');
  const order = await commerce().orders.create({
    brand_id: stack.brandId,
    items: [{ product_id: product.id, quantity: 2, price: 4 }],
    ...members,
    customer_name,
  });
  return { ...order, customer_name };
}
