import { Html, html } from '../http/html.ts';

const style = `
body { margin: 0; background: #f6f8fa; color: #1a1f36; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 2rem auto; padding: 2rem; background: #fff; border-radius: .5rem; box-shadow: 0 1px 4px #0003; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
table { width: 100%; border-collapse: collapse; } th, td { padding: .4rem 0; text-align: left; border-bottom: 1px solid #e3e8ee; }
td:last-child, th:last-child { text-align: right; }
label, legend { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
fieldset { border: 0; margin: 0; padding: 0; } fieldset label { font-weight: 400; margin: .25rem 0; }
select, input[type=text] { width: 100%; box-sizing: border-box; padding: .6rem; font: inherit; border: 1px solid #697386; border-radius: .35rem; }
button { margin-top: 1rem; padding: .65rem 1.2rem; font: inherit; font-weight: 600; color: #fff; background: #0a4b8f; border: 0; border-radius: .35rem; cursor: pointer; }
button.plain { color: #0a4b8f; background: #e8f0f9; } a { color: #0a4b8f; }
:focus-visible { outline: 3px solid #f5a623; outline-offset: 2px; }
[role=alert] { padding: .75rem 1rem; color: #7a0c1b; background: #fdeaec; border-radius: .35rem; } .note { color: #4f566b; font-size: .9rem; }
`;

export const page = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
<p class="note">Local payment provider. No money moves.</p>
</main>
</body>
</html>
`.text;

export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  // Not `no-referrer`, with which the forms would have a null `Origin`.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);

export const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** An alert, or nothing. */
export const alertOf = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p role="alert">${message}</p>`;
