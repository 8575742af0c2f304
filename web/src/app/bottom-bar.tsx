import { useState } from 'preact/hooks';
import { Count } from '#web/components/badge.tsx';
import { Icon } from '#web/components/icons.tsx';
import { Panel } from '#web/components/panel.tsx';
import { outboxCount } from '#web/offline/outbox-count.ts';
import { session } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { bottomDestinations, type Destination, destinationGroups, destinationOf } from './navigation.ts';
import { openPreferences } from './preferences/open-preferences.tsx';
import { Link, location } from './router.ts';
import './bottom-bar.css';

/** The navigation of a phone: four pages and the sheet with all others. */
export function BottomBar() {
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
