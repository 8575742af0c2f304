import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';

interface Focus {
  readonly tag: string;
  readonly isShown: boolean;
  readonly name: string;
}

/** Where the focus is, and whether a person can see it: by an outline or a shadow of the element or its label. */
const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const isMarked = (candidate: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    // The mark of a choice is at its label, because the radio button itself is not drawn.
    const label = element.closest('label') ?? element;
    return {
      tag: element.tagName,
      isShown: isMarked(element) || isMarked(label),
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.slice(
        0,
        80,
      ),
    };
  });

/** Fails if the focus is lost, so that the next Tab would begin at the top of the page. */
export async function expectFocus(page: Page): Promise<void> {
  expect((await focusOf(page)).tag).not.toMatch(/^(BODY|HTML)$/);
}

/** Presses Tab until the element has the focus. Each stop on the way shows the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let stop = 0; stop < 120; stop += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
    const { tag, isShown, name } = await focusOf(page);
    // After its last element, the focus leaves the page for the bar of the browser.
    if (tag === 'BODY') continue;
    expect({ name, isShown }).toEqual({ name, isShown: true });
  }
  throw new Error(`No way to ${target} by ${key}`);
}
