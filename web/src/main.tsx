import { prefetchPage } from '#web/app/page-loader.ts';
import { loadTexts } from '#web/text/texts.ts';

/** The page, the frame and its texts load side by side. index.html names the files of the frame, so that they load first. */
async function start(): Promise<void> {
  if (localStorage.getItem('granary.session') !== null) prefetchPage(window.location.pathname);
  const [{ startApp }] = await Promise.all([import('#web/app/start-app.tsx'), loadTexts('frame')]);
  startApp();
}

// Awaiting it here would keep the frame waiting, because the frame imports from the chunk of this module.
void start();
