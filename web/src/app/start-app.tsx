import { render } from 'preact';
import '../styles/index.css';
import { watchNetwork } from '#web/data/connectivity.ts';
import { refreshOnReturn } from '#web/data/query.ts';
import { startOffline } from '#web/offline/start.ts';
import { followSession } from '#web/session/session.ts';
import { startSession } from '#web/session/start-session.ts';
import { language } from '#web/text/texts.ts';
import { App } from './app.tsx';
import { startRouter } from './router.ts';
import { startTheme } from './theme.ts';

/** Starts the session and renders the app. The texts of the frame must be loaded. */
export function startApp(): void {
  document.documentElement.lang = language;
  startTheme();
  startRouter();
  followSession();
  watchNetwork();
  refreshOnReturn();
  startOffline();
  void startSession();
  const root = document.getElementById('app');
  if (root !== null) render(<App />, root);
}
