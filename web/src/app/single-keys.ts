import { computed, type ReadonlySignal, signal } from '@preact/signals';

const storageKey = 'granary.single-keys';
const areOn = signal(globalThis.localStorage?.getItem(storageKey) !== 'off');

/** Whether keys without a modifier act on the app. People who dictate switch them off (WCAG 2.1.4). */
export const singleKeys: ReadonlySignal<boolean> = computed(() => areOn.value);

/** Switches the keys without a modifier on or off, and keeps that for the next visit. */
export function setSingleKeys(next: boolean): void {
  areOn.value = next;
  localStorage.setItem(storageKey, next ? 'on' : 'off');
}
