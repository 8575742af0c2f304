import { afterAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { commerce, settled, stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();
const unique = Date.now();
const [codeEmail, linkEmail] = [`emma.${unique}@example.com`, `emma.link.${unique}@example.com`];

afterAll(async () => {
  for await (const { id, email } of commerce().members.list({ brand_id: stack.brandId })) {
    if (email === codeEmail || email === linkEmail) await commerce().members.remove({ id });
  }
});

test('a person joins a farm by a code, is removed, starts a farm, and joins again by a link', async () => {
  const page = await signIn('Emma', '/welcome');
  await page.getByLabel('Invitation code').fill('not-a-code');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Invitation code').inputValue()).toBe('not-a-code');
  await page.getByLabel('Invitation code').fill(await codeSentTo(codeEmail));
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByText('You are now a member of Meadow Farm').waitFor();
  await page.getByText('Meadow Farm').first().waitFor();
  await page.goto('/keys');
  await page.getByRole('heading', { level: 1, name: 'Not for your role' }).waitFor();

  const owner = await signIn('Ana', '/members');
  const row = owner.getByRole('row').filter({ hasText: codeEmail });
  await row.getByRole('button').click();
  await owner.getByRole('menuitem', { name: 'Remove' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });

  await page.goto('/');
  await page.getByText('You have no access yet').waitFor();
  const farm = `Orchard ${unique}`;
  await page.getByRole('textbox', { name: 'Name of the farm' }).fill(farm);
  await page.getByRole('button', { name: 'Create the farm' }).click();
  await page.waitForURL('**/tour');
  await page.getByText('0 of 6 steps done').waitFor();
  await page.getByText(farm).first().waitFor();

  await page.goto(`/invitations/accept?token=${await codeSentTo(linkEmail)}`);
  await page.getByText('You are now a member of Meadow Farm').waitFor();
  // A page that arrives takes the focus, which closes a menu.
  await settled(page);
  await page.getByRole('button', { name: 'Meadow Farm' }).click();
  await page.getByRole('menuitem', { name: farm }).click();
  await page.getByRole('button', { name: farm }).waitFor();
  await settled(page);
});

const outbox = z.object({ messages: z.array(z.object({ text: z.string() })) });

/** Invites a person to Meadow Farm as a viewer, and returns the code in the e-mail. */
async function codeSentTo(email: string): Promise<string> {
  await commerce().members.createInvitation({ brand_id: stack.brandId, email, role: 'viewer' });
  for (;;) {
    const response = await fetch(
      `${stack.endpoints.other}/local/outbox.json?to=${encodeURIComponent(email)}`,
    );
    const { messages } = outbox.parse(await response.json());
    const code = /^[\w-]{43}$/m.exec(messages[0]?.text ?? '');
    if (code !== null) return code[0];
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
