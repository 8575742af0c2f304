import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { OpenClaimsFileDrop } from '#web/claims/files/open-claims-file-drop.tsx';
import { Count } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { Icon } from '#web/components/icons.tsx';
import { Notice } from '#web/components/notice.tsx';
import { topDialog } from '#web/components/overlays.ts';
import { Panel } from '#web/components/panel.tsx';
import { isOnline } from '#web/data/connectivity.ts';
import { outboxAttention, outboxCount } from '#web/offline/outbox-count.ts';
import { applyUpdate, updateReady } from '#web/offline/register.ts';
import { session, workplace } from '#web/session/session.ts';
import { signIn, signInAgain } from '#web/session/start-session.ts';
import { sessionEnded } from '#web/session/token.ts';
import { texts } from '#web/text/texts.ts';
import { Bell } from './bell.tsx';
import { KeyHelp, openKeyHelp } from './key-help/open-key-help.tsx';
import { LazyDialog } from './lazy-dialog.tsx';
import {
  bottomDestinations,
  type Destination,
  destinationGroups,
  destinationOf,
  destinations,
} from './navigation.ts';
import { prefetchPage } from './page-loader.ts';
import { collectEarlyKeys } from './palette/early-keys.ts';
import { openPreferences, Preferences } from './preferences/open-preferences.tsx';
import { findRoute } from './route-pattern.ts';
import { RouteView } from './route-view.tsx';
import { Link, location, navigate } from './router.ts';
import { routes } from './routes.ts';
import { SignalState } from './signal-state.tsx';
import { singleKeys } from './single-keys.ts';
import { WorkplaceSwitch } from './workplace-switch.tsx';
import './rail.css';
import './shell.css';

/** The frame around every page of a signed-in person. */
export function Shell() {
  useGlobalKeys();
  return (
    <>
      <a class="skip-link" href="#main">
        {texts.app.skip}
      </a>
      <div class={isRailCollapsed.value ? 'shell shell-collapsed' : 'shell'}>
        <Rail />
        <TopBar />
        <div class="shell-body">
          <Breadcrumb />
          <main id="main" tabIndex={-1}>
            <RouteView />
          </main>
        </div>
        <BottomBar />
      </div>
      <OpenClaimsFileDrop />
      <SessionNotices />
      <Palette />
      <KeyHelp />
      <Preferences />
    </>
  );
}

/** The bar above the page on a phone. */
function TopBar() {
  return (
    <header class="top-bar">
      <WorkplaceSwitch />
      <SignalState />
      <Button kind="quiet" icon="search" label={texts.app.rail.search} onClick={() => openPalette()} />
      {workplace.value.kind === 'farm' && <Bell class="top-bar-bell" />}
    </header>
  );
}

/** The way back to the list, on pages below the second level. */
function Breadcrumb() {
  const found = findRoute(routes, location.value.path);
  const parent = routes.find(({ path }) => path === found?.route.parent);
  if (parent === undefined) return null;
  return (
    <nav class="breadcrumb" aria-label={texts.app.navigation.breadcrumb}>
      <Link to={parent.path}>
        <Icon name="chevron-left" small />
        {texts.app.pages[parent.page]}
      </Link>
    </nav>
  );
}

const sequenceTime = 1_500;

/** Listens for the keys of the whole app: Ctrl+K, ?, and g followed by the letter of a page. */
function useGlobalKeys(): void {
  useEffect(() => {
    let startedAt = 0;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (!isFree(event)) return;
      const isSecond = Date.now() - startedAt < sequenceTime;
      startedAt = 0;
      if (isSecond) goTo(event);
      else if (event.key === 'g') startedAt = Date.now();
      else if (event.key === '?') openKeyHelp();
    };
    // Before the keys of lists, in which the second letter can have a meaning too.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}

function goTo(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
  const destination = destinations().find(({ key }) => key === event.key.toLowerCase());
  if (destination !== undefined) navigate(destination.path);
}

function isFree({ defaultPrevented, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (!singleKeys.peek() || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (topDialog.peek() !== undefined) return false;
  return !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]'));
}

/** Messages about the app itself, above the page: the session has ended, a new version is ready. */
function SessionNotices() {
  const hasEnded = sessionEnded.value && isOnline.value;
  useEffect(() => {
    if (hasEnded && !isEditing()) void signInAgain();
  }, [hasEnded]);
  const { notices } = texts.app;
  return (
    <div class="session-notices">
      {hasEnded && (
        <Notice
          tone="warning"
          isNew
          title={notices.ended}
          action={
            <Button kind="primary" small onClick={() => void signIn()}>
              {texts.session.signIn}
            </Button>
          }
        >
          {notices.endedText}
        </Notice>
      )}
      {updateReady.value && (
        <Notice
          isNew
          title={notices.update}
          action={
            <Button small onClick={applyUpdate}>
              {notices.updateNow}
            </Button>
          }
        >
          {notices.updateText}
        </Notice>
      )}
    </div>
  );
}

/** A person who types decides when to leave for the sign-in. */
function isEditing(): boolean {
  const fields = document.querySelectorAll('dialog[open], main input, main textarea');
  return [...fields].some((field) => field instanceof HTMLDialogElement || hasInput(field));
}

const hasInput = (field: Element): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  (field === document.activeElement || field.value !== field.defaultValue);

/** The navigation of a phone: four pages and the sheet with all others. */
function BottomBar() {
  const [isOpen, setOpen] = useState(false);
  const pages = bottomDestinations();
  const present = destinationOf(location.value.path);
  const isElsewhere = !pages.some(({ path }) => path === present);
  return (
    <>
      <nav class="bottom-bar" aria-label={texts.app.navigation.label}>
        {pages.map(({ page, path, icon }) => (
          <Link key={path} to={path} class="bottom-item" aria-current={path === present ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{page === 'worklist' ? texts.app.navigation.worklist : texts.app.pages[page]}</span>
          </Link>
        ))}
        <button
          type="button"
          class={isElsewhere ? 'bottom-item bottom-item-open' : 'bottom-item'}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <Icon name="menu" />
          <span>{texts.app.navigation.more}</span>
          {outboxCount.value > 0 && (
            <Count value={outboxCount.value} label={texts.app.rail.waiting} maximum={99} />
          )}
        </button>
      </nav>
      {isOpen && <MoreSheet onClose={() => setOpen(false)} />}
    </>
  );
}

function MoreSheet({ onClose }: { readonly onClose: () => void }) {
  const present = destinationOf(location.value.path);
  return (
    <Panel title={texts.app.navigation.more} onClose={onClose}>
      <nav class="more-sheet" aria-label={texts.app.navigation.label}>
        {destinationGroups().map(({ title, pages }) => (
          <div key={title ?? ''}>
            {title !== undefined && <h3 class="rail-title">{texts.app.navigation.groups[title]}</h3>}
            <ul class="more-pages">
              {pages.map((page) => (
                <li key={page.path}>
                  <MoreLink {...page} isOpen={page.path === present} onClose={onClose} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <ul class="more-pages">
          {outboxCount.value > 0 && (
            <li>
              <MoreLink page="outbox" path="/outbox" icon="outbox" isOpen={false} onClose={onClose} />
            </li>
          )}
          <li>
            <button
              type="button"
              class="more-item"
              onClick={() => {
                onClose();
                openPreferences();
              }}
            >
              <Icon name="person" />
              <span>{session.value?.person.name}</span>
            </button>
          </li>
        </ul>
      </nav>
    </Panel>
  );
}

function MoreLink({
  page,
  path,
  icon,
  isOpen,
  onClose,
}: Destination & { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Link to={path} class="more-item" aria-current={isOpen ? 'page' : undefined} onClick={onClose}>
      <Icon name={icon} />
      <span>{texts.app.pages[page]}</span>
    </Link>
  );
}

/** The navigation on the left: workplace, search, pages, and what needs the person. */
function Rail() {
  const { rail, navigation } = texts.app;
  const isCollapsed = isRailCollapsed.value;
  const isFarm = workplace.value.kind === 'farm';
  return (
    <header class="rail">
      <WorkplaceSwitch />
      <button type="button" class="rail-item rail-search" title={rail.search} onClick={() => openPalette()}>
        <Icon name="search" />
        <span class="rail-word">{rail.search}</span>
        <span class="rail-keys">{rail.searchKeys}</span>
      </button>
      <nav class="rail-pages" aria-label={navigation.label}>
        {destinationGroups().map(({ title, pages }) => (
          <div class="rail-group" key={title ?? ''}>
            {title !== undefined && <h2 class="rail-title">{navigation.groups[title]}</h2>}
            <ul>
              {pages.map((page) => (
                <li key={page.path}>
                  <RailLink {...page} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div class="rail-foot">
        <SignalState />
        {isFarm && <OutboxLink />}
        {isFarm && <Bell class="rail-item" />}
        <button
          type="button"
          class="rail-item"
          title={session.value?.person.name}
          onClick={() => openPreferences()}
        >
          <Icon name="person" />
          <span class="rail-word">{session.value?.person.name}</span>
        </button>
        <button
          type="button"
          class="rail-item rail-collapse"
          aria-expanded={!isCollapsed}
          title={isCollapsed ? rail.expand : rail.collapse}
          onClick={toggleRail}
        >
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-left'} />
          <span class="rail-word">{isCollapsed ? rail.expand : rail.collapse}</span>
        </button>
      </div>
    </header>
  );
}

function RailLink({ page, path, icon }: Destination) {
  const isOpen = destinationOf(location.value.path) === path;
  const prefetch = () => prefetchPage(path);
  return (
    <Link
      to={path}
      class="rail-item"
      title={texts.app.pages[page]}
      aria-current={isOpen ? 'page' : undefined}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      <Icon name={icon} />
      <span class="rail-word">{texts.app.pages[page]}</span>
    </Link>
  );
}

/** The outbox, while something waits in it. */
function OutboxLink() {
  if (outboxCount.value === 0) return null;
  const isCalm = outboxAttention.value === 0;
  return (
    <Link
      to="/outbox"
      class={isCalm ? 'rail-item' : 'rail-item rail-item-urgent'}
      title={texts.app.pages.outbox}
    >
      <Icon name={isCalm ? 'outbox' : 'warning'} />
      <span class="rail-word">{texts.app.pages.outbox}</span>
      <Count value={outboxCount.value} label={texts.app.rail.waiting} />
    </Link>
  );
}

const storageKey = 'granary.rail';
const isCollapsed = signal(globalThis.localStorage?.getItem(storageKey) === 'collapsed');

/** Whether the rail shows icons only. */
const isRailCollapsed: ReadonlySignal<boolean> = computed(() => isCollapsed.value);

/** Collapses or opens the rail, and keeps that for the next visit. */
function toggleRail(): void {
  isCollapsed.value = !isCollapsed.peek();
  localStorage.setItem(storageKey, isCollapsed.peek() ? 'collapsed' : 'open');
}

const isOpen = signal(false);

/** Shows the command palette. Keys that are pressed while its code loads arrive in its field. */
function openPalette(): void {
  if (isOpen.peek()) return;
  collectEarlyKeys(
    () => isOpen.peek(),
    () => {
      isOpen.value = false;
    },
  );
  isOpen.value = true;
}

/** The command palette, while it is open. Its code loads with the first use. */
function Palette() {
  return <LazyDialog isOpen={isOpen} load={() => import('./palette/palette-dialog.tsx')} />;
}
