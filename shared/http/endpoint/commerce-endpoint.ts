import { escapeHtml } from '#commerce/messages/escape.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { okText, type Reply } from '../reply/replies.ts';
import { type BrandCall, brandEndpoint } from './brand-endpoint.ts';
import type { EndpointCall } from './endpoint-factory.ts';
import { type Recorders, recorders } from './recorders.ts';

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

export {
  accepted,
  created,
  noContent,
  ok,
  okAccepted,
  okList,
  okPage,
  okText,
} from '../reply/replies.ts';

/** The Lambda handler of an endpoint whose operation does everything itself. */
export const commerceEndpoint = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: EndpointCall<E> & BrandCall & Recorders) => Promise<Reply>,
) =>
  brandEndpoint(declaration, async (call) => {
    const { finish, ...own } = recorders(call);
    const reply = await run({ ...call, ...own });
    await finish();
    return reply;
  });
