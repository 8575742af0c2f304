import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { navigate } from '#web/app/router.ts';
import { texts } from '#web/text/texts.ts';
import { Button, type ButtonKind } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';
import './menu.css';
import { useElementId } from './element-id.ts';

/** One action of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly onSelect?: (() => void) | undefined;
  /** A place of the app to go to, in place of `onSelect`. */
  readonly to?: string | undefined;
  readonly danger?: boolean | undefined;
  /** Why the action cannot be done now; it is shown below the label. */
  readonly reason?: string | undefined;
}

/** Secondary actions behind a button. Without `children` the button is three dots. */
export function Menu({
  label,
  items,
  kind = 'quiet',
  icon = 'more',
  small,
  children,
}: {
  readonly label?: string | undefined;
  readonly items: readonly MenuItem[];
  readonly kind?: ButtonKind | undefined;
  readonly icon?: IconName | undefined;
  readonly small?: boolean | undefined;
  readonly children?: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useElementId();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll('button') ?? [])];
  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  useLayoutEffect(() => {
    if (!isOpen || root.current === null || list.current === null) return;
    list.current.showPopover();
    const place = () => {
      if (root.current && list.current) placeBelow(list.current, root.current.getBoundingClientRect());
    };
    place();
    entries()[0]?.focus({ preventScroll: true });
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const listen = new AbortController();
    const { signal } = listen;
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener('scroll', place, { capture: true, passive: true, signal });
    window.addEventListener('resize', place, { signal });
    return () => listen.abort();
  }, [isOpen]);
  const move = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const target = targetOf(event.key, entries());
    if (target === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (target) target.focus();
    else close();
  };
  const choose = (item: MenuItem) => {
    if (item.reason !== undefined) return;
    close();
    if (item.to !== undefined) navigate(item.to);
    item.onSelect?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside
    <div class="menu" ref={root} onKeyDown={move}>
      <Button
        kind={kind}
        icon={icon}
        small={small}
        label={children === undefined ? (label ?? texts.states.moreActions) : undefined}
        popup="menu"
        expanded={isOpen}
        controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </Button>
      {isOpen && (
        <div
          class="menu-items"
          role="menu"
          popover="manual"
          id={id}
          ref={list}
          aria-label={label ?? children ?? texts.states.moreActions}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={item.danger ? 'menu-item menu-item-danger' : 'menu-item'}
              aria-disabled={item.reason !== undefined}
              onClick={() => choose(item)}
            >
              {item.icon && <Icon name={item.icon} />}
              <span>
                {item.label}
                {item.reason !== undefined && <span class="menu-reason">{item.reason}</span>}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Places the menu below its button, or above where there is no room, within the screen. */
function placeBelow(menu: HTMLElement, button: DOMRect): void {
  const gap = 4;
  const { offsetWidth, offsetHeight } = menu;
  const isBelow = button.bottom + gap + offsetHeight <= window.innerHeight || button.top < offsetHeight + gap;
  const top = isBelow ? button.bottom + gap : button.top - gap - offsetHeight;
  const left = Math.min(
    Math.max(gap * 2, button.right - offsetWidth),
    window.innerWidth - offsetWidth - gap * 2,
  );
  menu.style.setProperty('--menu-top', `${Math.max(gap, top)}px`);
  menu.style.setProperty('--menu-left', `${Math.max(gap * 2, left)}px`);
}

function targetOf(key: string, entries: readonly HTMLElement[]): HTMLElement | undefined {
  const { activeElement } = document;
  const place = activeElement instanceof HTMLElement ? entries.indexOf(activeElement) : -1;
  const count = entries.length;
  if (key === 'ArrowDown') return entries[(place + 1) % count];
  if (key === 'ArrowUp') return entries[(place - 1 + count) % count];
  if (key === 'Home') return entries[0];
  if (key === 'End') return entries[count - 1];
  if (key.length !== 1) return undefined;
  return entries.find((entry) => entry.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
