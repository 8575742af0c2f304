import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { matchRoute, type RestRoute } from '../control-plane/rest.ts';
import { html } from '../http/html.ts';
import { httpServer } from '../http/http-server.ts';
import { type ApiRoute, apiRoutes } from './api.ts';
import { authenticateCheckout, type PageResult, payCheckout, showCheckout } from './checkout-page.ts';
import { readForm } from './form.ts';
import type { Ledger } from './ledger.ts';
import { page, pageHeaders } from './pages.ts';
import { PaymentError } from './payment-error.ts';
import { changeInPortal, showInvoice, showPortal } from './portal-page.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The HTTP server of the provider: the API below /v1, and the pages. It checks no API key. */
export function paymentServer(
  ledger: Ledger,
  { address, afterRequest }: { readonly address: () => string; readonly afterRequest: () => void },
): Server {
  const routes = apiRoutes(ledger, address);
  return httpServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await text(request).catch(() => '');
    const answer = url.pathname.startsWith('/v1/')
      ? answerApi(request, url, body)
      : answerPage(request.method ?? 'GET', url, body);
    response.writeHead(answer.status, answer.headers).end(answer.body);
    afterRequest();
  }

  function answerApi(request: IncomingMessage, url: URL, body: string): Answer {
    const method = request.method ?? 'GET';
    const key = request.headers['idempotency-key'];
    if (method === 'GET' || typeof key !== 'string') return runApi(method, url, body);
    const fingerprint = createHash('sha256').update(`${method} ${url.pathname}\n${body}`).digest('hex');
    const known = ledger.records.answers.get(key);
    if (known !== undefined && known.fingerprint !== fingerprint) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return failed(new PaymentError(400, 'idempotency_error', { code: 'idempotency_key_in_use', message }));
    }
    if (known !== undefined) {
      return { ...known, headers: { ...jsonHeaders, 'Idempotent-Replayed': 'true' } };
    }
    const answer = runApi(method, url, body);
    ledger.records.answers.set(key, { fingerprint, status: answer.status, body: answer.body });
    return answer;
  }

  function runApi(method: string, url: URL, body: string): Answer {
    const match = matchRoute(routes.map(restRoute), method, url.pathname);
    const route = match && routes.find((one) => one.method === method && one.path === match.route.path);
    if (match === undefined || route === undefined) {
      const message = `Unrecognized request URL (${method}: ${url.pathname}).`;
      return failed(new PaymentError(404, 'invalid_request_error', { code: 'url_invalid', message }));
    }
    try {
      const form = readForm(method === 'GET' ? url.search.slice(1) : body);
      const result = route.run({ form, parameter: (name) => match.parameters[name] ?? '' });
      return { status: 200, body: JSON.stringify(result), headers: jsonHeaders };
    } catch (error) {
      return failed(error);
    }
  }

  function answerPage(method: string, url: URL, body: string): Answer {
    try {
      const result = pageAt(method, url.pathname, new URLSearchParams(body));
      if (result.location !== undefined) {
        return { status: 303, body: '', headers: { ...pageHeaders, Location: result.location } };
      }
      return { status: result.status ?? 200, body: result.body ?? '', headers: pageHeaders };
    } catch (error) {
      const message = error instanceof PaymentError ? error.message : 'The page failed.';
      const status = error instanceof PaymentError ? error.status : 500;
      return { status, body: page('Not found', html`<p>${message}</p>`), headers: pageHeaders };
    }
  }

  function pageAt(method: string, path: string, form: URLSearchParams): PageResult {
    const [, kind = '', id = '', action = ''] = path.split('/');
    if (kind === 'invoices') return showInvoice(ledger, id);
    if (kind === 'portal') {
      return method === 'POST' ? changeInPortal(ledger, { id, action, form }) : showPortal(ledger, id);
    }
    if (kind !== 'checkout')
      return { status: 404, body: page('Not found', html`<p>There is no such page.</p>`) };
    if (method !== 'POST') return showCheckout(ledger, id);
    return action === 'authentication'
      ? authenticateCheckout(ledger, id, form)
      : payCheckout(ledger, id, form);
  }
}

const jsonHeaders = { 'Content-Type': 'application/json' };

/** Only matches; the route runs with the form. */
const restRoute = ({ method, path }: ApiRoute): RestRoute => ({ method, path, handle: () => ({}) });

function failed(error: unknown): Answer {
  if (!(error instanceof PaymentError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: 500, body: errorBody('api_error', 'failed', message), headers: jsonHeaders };
  }
  const { status, type, code, message } = error;
  return { status, body: errorBody(type, code, message), headers: jsonHeaders };
}

const errorBody = (type: string, code: string, message: string) =>
  JSON.stringify({ error: { type, code, message } });
