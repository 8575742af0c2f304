import { render } from 'preact';
import '#web/styles/index.css';
import { isLanguage } from '#web/text/language.ts';
import { loadTexts } from '#web/text/texts.ts';

// The gallery is a page of the development server only: the build has no entry for kit.html.
const query = new URLSearchParams(window.location.search);
const theme = query.get('theme');
const language = query.get('language');
if (theme !== null) document.documentElement.dataset['theme'] = theme;
await loadTexts('frame', isLanguage(language) ? language : 'en');
const { Gallery } = await import('./gallery.tsx');
const root = document.getElementById('app');
if (root !== null) render(<Gallery rows={Number(query.get('rows') ?? '40')} />, root);
