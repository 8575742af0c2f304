import { type Html, html } from '../http/html.ts';
import { endpoints } from './discovery.ts';
import type { Person } from './sign-ins.ts';

/** The page on which a person signs in by choosing a name. The form repeats the parameters of the request. */
export const signInPage = (people: readonly Person[], parameters: URLSearchParams): string =>
  page(
    'Sign in',
    people.length === 0
      ? html`<p>The stack is starting. Reload this page in a few seconds.</p>`
      : html`<p>Choose who you are. No password is needed on this machine.</p>
<form method="post" action="${endpoints.authorization}">
${[...parameters].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<ul>
${people.map(({ id, name, role }) => html`<li><button name="person" value="${id}"><b>${name}</b>, ${role}</button></li>`)}
</ul>
</form>`,
  );

/** A page for faults of which the client must not learn, because its address cannot be trusted. */
export const faultPage = (description: string): string =>
  page(
    'Sign-in is not possible',
    html`<p role="alert">${description}.</p><p>Return to the app and sign in again.</p>`,
  );

/** The page after a sign-out without a way back. */
export const signedOutPage = (): string => page('You are signed out', html`<p>You can close this page.</p>`);

const page = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} – Granary</title>
<link rel="stylesheet" href="${endpoints.style}">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
<p class="note">Development issuer of the local stack.</p>
</main>
</body>
</html>
`.text;

/**
 * Headers of the pages. `formTarget` is where the form leads in the end: browsers apply `form-action` to redirects too.
 */
export const pageHeaders = (formTarget?: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'self'; form-action 'self'${formTarget === undefined ? '' : ` ${new URL(formTarget).origin}`}; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control': 'no-store',
  // Not `no-referrer`, with which the form would have a null `Origin`.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
});

/** Style of the pages, in the colors of the app. */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #fbfbf9; --surface: #fff; --line: #e4e4de; --text: #1b1d1a; --muted: #5c6159; --accent: #2f6b3c; --danger: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ground: #131512; --surface: #1b1e1a; --line: #2c302a; --text: #eceee9; --muted: #a3a99d; --accent: #7cc48a; --danger: #f28b82; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.45 system-ui, sans-serif; }
main { max-width: 24rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; font-weight: 600; }
ul { margin: 1rem 0; padding: 0; list-style: none; }
button { display: block; width: 100%; min-height: 44px; margin: 0 0 8px; padding: 8px 12px; font: inherit; text-align: left; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
button:hover { border-color: var(--accent); } b { font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[role=alert] { color: var(--danger); } .note { color: var(--muted); font-size: .8125rem; }
`;
