import { Button } from '#web/components/button.tsx';
import { workplace } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { Bell } from './bell.tsx';
import { openPalette } from './palette/open-palette.tsx';
import { SignalState } from './signal-state.tsx';
import { WorkplaceSwitch } from './workplace-switch.tsx';

/** The bar above the page on a phone. */
export function TopBar() {
  return (
    <header class="top-bar">
      <WorkplaceSwitch />
      <SignalState />
      <Button kind="quiet" icon="search" label={texts.app.rail.search} onClick={() => openPalette()} />
      {workplace.value.kind === 'farm' && <Bell class="top-bar-bell" />}
    </header>
  );
}
