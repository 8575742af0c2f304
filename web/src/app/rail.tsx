import { Count } from '#web/components/badge.tsx';
import { Icon } from '#web/components/icons.tsx';
import { outboxAttention, outboxCount } from '#web/offline/outbox-count.ts';
import { session, workplace } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { Bell } from './bell.tsx';
import { type Destination, destinationGroups, destinationOf } from './navigation.ts';
import { prefetchPage } from './page-loader.ts';
import { openPalette } from './palette/open-palette.tsx';
import { openPreferences } from './preferences/open-preferences.tsx';
import { isRailCollapsed, toggleRail } from './rail-state.ts';
import { Link, location } from './router.ts';
import { SignalState } from './signal-state.tsx';
import { WorkplaceSwitch } from './workplace-switch.tsx';
import './rail.css';

/** The navigation on the left: workplace, search, pages, and what needs the person. */
export function Rail() {
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
