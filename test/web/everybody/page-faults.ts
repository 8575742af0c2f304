import type { Page } from 'playwright-core';

/** What is wrong with the structure of a page: its heading, its parts without a name, and panels that the focus cannot enter. */
export const structureFaultsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ??
      document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ??
      '';
    const headings = [...document.querySelectorAll('h1')].filter(shown).length;
    const parts = [...document.querySelectorAll('section, [role="region"], [role="tabpanel"]')].filter(shown);
    const isEnterable = (panel: Element) => panel instanceof HTMLElement && panel.tabIndex === 0;
    return [
      ...(headings === 1 ? [] : [`${headings} headings of level 1`]),
      ...parts.filter((part) => nameOf(part).trim() === '').map((part) => `no name: ${part.className}`),
      ...parts
        .filter((part) => part.matches('[role="tabpanel"]') && !isEnterable(part))
        .map((part) => `no focus: ${part.className}`),
    ];
  });

/** What is wrong with the panel that the first row of a page opens: its name, the focus in it, and the focus when it closes. */
export async function panelFaultsOf(page: Page): Promise<readonly string[]> {
  const row = page.locator('main .list-row-link').first();
  if ((await row.count()) === 0) return [];
  const { pathname } = new URL(page.url());
  await row.focus();
  await row.press('Enter');
  await page.waitForFunction(
    (before) => document.querySelector('dialog[open]') !== null || location.pathname !== before,
    pathname,
  );
  const panel = page.locator('dialog[open]');
  // Other rows open a page.
  if ((await panel.count()) === 0) return [];
  const faults = await panel.evaluate((dialog) => {
    const name = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent ?? '';
    const part = dialog.querySelector<HTMLElement>('.panel-body, .dialog-body');
    return [
      ...(name.trim() === '' ? ['panel without a name'] : []),
      ...(dialog.contains(document.activeElement) ? [] : ['panel without the focus']),
      ...(part?.matches('.panel-body') && part.tabIndex !== 0 ? ['panel that keys cannot scroll'] : []),
    ];
  });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  const isBack = await page.evaluate(() => document.activeElement?.closest('.list-row') !== null);
  return isBack ? faults : [...faults, 'panel that does not give the focus back'];
}

/**
 * What a finger cannot use on a phone: targets below 44 px, targets that are cut off, parts that scroll sideways, and a main action
 * that is not at the bottom. A link within a sentence may be as high as its line. Filters and tabs may scroll sideways.
 */
export const phoneFaultsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const least = 43.5;
    const screen = document.documentElement.clientWidth;
    const targets = 'a[href], button, input, select, textarea, summary';
    const shown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;

    /** The box in which a press counts: that of the label or the row, where those take it. */
    const boxOf = (element: Element): DOMRect => {
      const taker = element.matches('.list-link')
        ? element.closest('.list-row')
        : element.closest('.list-select, .choice');
      if (taker !== null) return taker.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const label =
        element instanceof HTMLInputElement ? element.labels?.[0]?.getBoundingClientRect() : undefined;
      if (label === undefined) return box;
      const [left, top] = [Math.min(box.left, label.left), Math.min(box.top, label.top)];
      return new DOMRect(
        left,
        top,
        Math.max(box.right, label.right) - left,
        Math.max(box.bottom, label.bottom) - top,
      );
    };

    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
      );

    const isCut = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        if (/hidden|clip/.test(overflowX) && (left < box.left - 5 || right > box.right + 5)) return true;
        if (/hidden|clip/.test(overflowY) && (top < box.top - 5 || bottom > box.bottom + 5)) return true;
        if (/auto|scroll/.test(overflowX)) return false;
        if (position === 'fixed') break;
      }
      return left < -1 || right > screen + 1;
    };

    const isSideways = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth + 1;

    const faults: string[] = [];
    for (const element of [...document.querySelectorAll(targets)].filter(shown)) {
      // A title that is too long ends in dots.
      if (!element.matches('.list-link') && isCut(element)) faults.push(`cut off: ${named(element)}`);
      const { width, height } = boxOf(element);
      if ((width < least || height < least) && !isInSentence(element))
        faults.push(`${Math.round(width)} × ${Math.round(height)} px: ${named(element)}`);
    }
    for (const element of [...document.querySelectorAll('body *')].filter(isSideways))
      if (!element.matches('.filter-chips, .tabs-list')) faults.push(`scrolls sideways: ${named(element)}`);
    const bottoms = '.page-primary, .form-actions, .state-action, .notice-action, .entry-sheet';
    for (const element of [...document.querySelectorAll('main .button-primary')].filter(shown))
      if (element.closest(bottoms) === null) faults.push(`not at the bottom: ${named(element)}`);
    return faults;
  });
