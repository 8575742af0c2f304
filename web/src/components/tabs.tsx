import type { ComponentChildren } from 'preact';
import { Count } from './badge.tsx';
import './tabs.css';
import { useElementId } from './element-id.ts';

/** One tab. */
export interface Tab<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
}

/** Tabs; `children` is the content of the chosen one. Arrow keys choose. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly children?: ComponentChildren;
}) {
  const id = useElementId();
  const move = (event: KeyboardEvent) => {
    const place = tabs.findIndex((tab) => tab.value === value);
    const next = nextPlace(event.key, place, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(`${id}-${tab.value}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tabs-list" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            class="tabs-tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-content` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.count !== undefined && <Count value={tab.count} />}
          </button>
        ))}
      </div>
      <div
        class="tabs-content"
        role="tabpanel"
        id={`${id}-content`}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus goes from the tab into its content
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}

function nextPlace(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (place + 1) % count;
  if (key === 'ArrowLeft') return (place - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
