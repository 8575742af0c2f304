import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const storageKey = 'granary.theme';
const chosen = signal<Theme>('system');

/** The theme that the person chose. */
export const theme: ReadonlySignal<Theme> = computed(() => chosen.value);

/** Applies the kept theme. Call it before the first render. */
export function startTheme(): void {
  const kept = localStorage.getItem(storageKey);
  apply(themes.find((known) => known === kept) ?? 'system');
}

/** Applies a theme and keeps it for the next visit. */
export function chooseTheme(next: Theme): void {
  localStorage.setItem(storageKey, next);
  apply(next);
}

function apply(next: Theme): void {
  chosen.value = next;
  if (next === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', next);
}
