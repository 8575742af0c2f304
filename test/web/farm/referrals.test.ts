import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { newEmail, newName } from './sample-names.ts';

const { signIn } = useBrowser();

async function setReward(): Promise<void> {
  await commerce().referrals.updateSettings({
    brand_id: stack.brandId,
    shop_url: 'https://shop.meadow.example/market',
    reward: { kind: 'amount', amount_cents: 500 },
    minimum_order_cents: 1000,
  });
}

/** An order of a customer that is completed, so that the customer has spent something. */
async function completedOrder(name: string, email: string): Promise<void> {
  const product = await commerce().products.create({
    brand_id: stack.brandId,
    name: newName('Honey'),
    price: 12,
  });
  const { id } = await commerce().orders.create({
    brand_id: stack.brandId,
    customer_name: name,
    customer_email: email,
    items: [{ product_id: product.id, quantity: 2, price: 12 }],
  });
  for (const status of ['confirmed', 'ready', 'completed'] as const)
    await commerce().orders.updateStatus({ id, status });
}

describe('the referrals page', () => {
  test('names the sharer and the referred customer of a reward', async () => {
    await setReward();
    const sharer = { name: newName('Olive'), email: newEmail() };
    const referred = { name: newName('Basil'), email: newEmail() };
    await completedOrder(sharer.name, sharer.email);
    const { code } = await commerce().referrals.createCustomerCode({
      brand_id: stack.brandId,
      customer_email: sharer.email,
    });
    await commerce().referrals.redeem({
      brand_id: stack.brandId,
      referral_code: code,
      referred_email: referred.email,
    });
    await completedOrder(referred.name, referred.email);
    const page = await signIn('Vera', '/referrals?view=rewards');
    const row = page.getByRole('row', { name: new RegExp(referred.name) });
    await row.getByRole('link', { name: sharer.name }).waitFor();
    await row.getByText('$5.00').first().waitFor();
    await page.getByText(/from referred customers$/).waitFor();
  });

  test('creates a code for a customer and a link to share', async () => {
    await setReward();
    const email = newEmail();
    const page = await signIn('Ben', '/referrals?view=codes');
    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByRole('dialog').getByLabel("Customer's e-mail").fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Create code' }).click();
    const panel = page.getByRole('dialog', { name: /^Code / });
    await panel.getByLabel('Channel').selectOption('WhatsApp');
    await panel.getByRole('button', { name: 'Create a link' }).click();
    await panel.getByText('Shares: 1, Visitors: 0').waitFor();
    await panel.getByText('No credit yet.').waitFor();
  });

  test('saves the reward as an owner', async () => {
    const page = await signIn('Ana', '/referrals?view=settings');
    await page.getByLabel('Address of the shop').fill('https://shop.meadow.example/market');
    await page.getByRole('radio', { name: 'A part of the order' }).check();
    await page.getByRole('textbox', { name: 'Percent of the order' }).fill('10');
    await page.getByLabel('Order of at least').fill('15');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await commerce().referrals.getSettings({ brand_id: stack.brandId })).toMatchObject({
      reward: { kind: 'percent', percent: 10 },
      minimum_order_cents: 1500,
    });
  });

  test('shows a manager the settings, and who can change them', async () => {
    const page = await signIn('Ben', '/referrals?view=settings');
    await page.getByText('Only owners can change these settings.').first().waitFor();
    expect(await page.getByLabel('Address of the shop').getAttribute('readonly')).not.toBeNull();
  });
});
