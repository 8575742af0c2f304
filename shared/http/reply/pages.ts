import { escapeHtml } from '#commerce/messages/escape.ts';
import { okText } from './replies.ts';

interface Page {
  readonly title: string;
  readonly lines: readonly string[];
  /** Label of a button that posts to the address of the page. */
  readonly button?: string;
}

/** A small HTML page without scripts and styles. */
export const okHtml = ({ title, lines, button }: Page) =>
  okText(
    'text/html',
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${button === undefined ? '' : `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`}
</body>
</html>
`,
    { 'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'" },
  );
