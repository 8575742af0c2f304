import { computed, type ReadonlySignal, signal } from '@preact/signals';

const storageKey = 'granary.rail';
const isCollapsed = signal(globalThis.localStorage?.getItem(storageKey) === 'collapsed');

/** Whether the rail shows icons only. */
export const isRailCollapsed: ReadonlySignal<boolean> = computed(() => isCollapsed.value);

/** Collapses or opens the rail, and keeps that for the next visit. */
export function toggleRail(): void {
  isCollapsed.value = !isCollapsed.peek();
  localStorage.setItem(storageKey, isCollapsed.peek() ? 'collapsed' : 'open');
}
