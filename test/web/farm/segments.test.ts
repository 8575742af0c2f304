import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { newEmail, newName } from './sample-names.ts';

const { signIn } = useBrowser();

describe('the segments page', () => {
  test('counts people while a filter is written, saves it, and lists its people', async () => {
    const tag = newName('share');
    const name = newName('Egg share');
    const person = newName('Olive');
    await commerce().contacts.create({
      brand_id: stack.brandId,
      name: person,
      email: newEmail(),
      tags: [tag],
    });
    const page = await signIn('Ana', '/segments');
    await page.getByRole('button', { name: 'New segment' }).click();
    const panel = page.getByRole('dialog', { name: 'New segment' });
    await panel.getByLabel('Name', { exact: true }).fill(name);
    await panel.getByLabel('Condition 1').selectOption('Tag');
    await panel.getByRole('paragraph').filter({ hasText: 'Complete each condition' }).waitFor();
    await panel.getByLabel('Value').fill(tag);
    await panel.getByText('1 person: 0 reachable by e-mail, 0 by SMS').waitFor();
    await panel.getByRole('button', { name: 'Save segment' }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByText(`tag "${tag}"`).click();
    await page.getByRole('dialog', { name }).getByRole('link', { name: 'Show people' }).click();
    await page.getByRole('gridcell', { name: person, exact: true }).waitFor();
  });

  test('negates a condition and joins several by any', async () => {
    const name = newName('Not wholesale');
    const page = await signIn('Ben', '/segments?new=yes');
    const panel = page.getByRole('dialog', { name: 'New segment' });
    await panel.getByLabel('Name', { exact: true }).fill(name);
    await panel.getByLabel('Condition 1').selectOption('Tag');
    await panel.getByLabel('Value').fill('wholesale');
    await panel.getByRole('checkbox', { name: 'Not' }).check();
    await panel.getByRole('button', { name: 'Add condition' }).click();
    await panel.getByRole('radio', { name: 'any condition' }).check();
    await panel.getByRole('button', { name: 'Save segment' }).click();
    await page.getByText('Segment saved').waitFor();
    const { data } = await commerce().segments.list({ brand_id: stack.brandId, limit: 200 });
    expect(data.find((segment) => segment.name === name)?.filter).toEqual({
      match: 'any',
      filters: [
        { match: 'not', filter: { match: 'tag', equals: 'wholesale' } },
        { match: 'order_count', at_least: 1 },
      ],
    });
  });

  test('deletes a segment after confirmation', async () => {
    const name = newName('Old');
    const { id } = await commerce().segments.create({
      brand_id: stack.brandId,
      name,
      filter: { match: 'tag', equals: 'old' },
    });
    const page = await signIn('Ana', `/segments?open=${id}`);
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete segment' }).click();
    await page
      .getByRole('dialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: 'Delete segment' })
      .click();
    await page.getByText('Segment deleted').waitFor();
    const { data } = await commerce().segments.list({ brand_id: stack.brandId, limit: 200 });
    expect(data.some((segment) => segment.id === id)).toBe(false);
  });
});
