import { OpenClaimsFileDrop } from '#web/claims/files/open-claims-file-drop.tsx';
import { texts } from '#web/text/texts.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { KeyHelp } from './key-help/open-key-help.tsx';
import { useGlobalKeys } from './keys.ts';
import { Palette } from './palette/open-palette.tsx';
import { Preferences } from './preferences/open-preferences.tsx';
import { Rail } from './rail.tsx';
import { isRailCollapsed } from './rail-state.ts';
import { RouteView } from './route-view.tsx';
import { SessionNotices } from './session-notices.tsx';
import { TopBar } from './top-bar.tsx';
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
