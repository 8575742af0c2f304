import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

describe('alert rules', () => {
  test('are created, tested, paused and deleted', async () => {
    const name = `Rejections ${Date.now()}`;
    const page = await signIn('Max', '/claims/alerts');
    await page.getByRole('button', { name: 'Create a rule' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create a rule' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: /^From this number on/ }).fill('3');
    await dialog.getByLabel('E-mail addresses').fill('billing.lead@example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('table', { name: 'Rules' }).getByRole('row', { name: new RegExp(name) });
    await row.getByText('Claims are rejected or denied, in the last 24 hours, from 3 on').waitFor();
    await chooseAction('Send a test');
    await page.getByText(`${name} (Test)`).first().waitFor();
    await chooseAction('Pause');
    await row.getByText('Paused').waitFor();
    await chooseAction('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    const { data } = await claims('admin').alerts.listRules({ limit: 200 });
    expect(data.map((rule) => rule.name)).not.toContain(name);

    async function chooseAction(action: string) {
      await row.getByRole('button', { name: `Actions: ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    }
  });
});
