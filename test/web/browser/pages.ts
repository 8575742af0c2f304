import type { Page } from 'playwright-core';

/** Signs in on the page of the development issuer, which has a button for each person. */
export async function signInHere(page: Page, name: string, path: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(Sign in|Iniciar sesión|Entrar|Acceder)/ })
    .first()
    .click();
  await page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click();
  await page.waitForURL((url) => url.pathname === path.split('?')[0]);
}

/** Waits until the page shows its heading and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('.loading, [aria-busy="true"]') === null && document.fonts.status === 'loaded',
  );
  await page.waitForLoadState('networkidle');
}
