import type { RequestReport } from '../api-gateway/server/gateway.ts';
import type { InvocationReport } from '../lambda/instances/pool.ts';

export class TerminalLog {
  readonly #verbose: boolean;
  readonly #write: (text: string) => void;

  constructor(options: { readonly verbose: boolean; readonly write: (text: string) => void }) {
    this.#verbose = options.verbose;
    this.#write = options.write;
  }

  line(text: string): void {
    this.#write(`${text}\n`);
  }

  /** Prints one line per request, without query values. */
  request({ method, path, status, milliseconds, cold, error }: RequestReport): void {
    const warmth = cold === undefined ? '' : cold ? ' cold' : ' warm';
    this.line(`${method} ${path} ${status} ${milliseconds.toFixed(0)} ms${warmth}`);
    // The cause of a failure inside the gateway is in no other log.
    if (error?.cause !== undefined && cold === undefined) {
      this.line(
        `  ${error.type}: ${error.cause instanceof Error ? error.cause.message : String(error.cause)}`,
      );
    }
  }

  /** Prints the log of an invocation that failed or responded with a server error; every log if verbose. */
  invocation({ functionName, outcome, text }: InvocationReport): void {
    const failed = outcome === undefined ? text !== '' : !outcome.ok || isServerError(outcome.payload);
    if (!failed && !this.#verbose) return;
    const lines = text === '' ? [] : text.trimEnd().split('\n');
    if (outcome?.ok === false) {
      const { trace, errorType, errorMessage } = outcome.error;
      lines.push(...(trace.length > 0 ? trace : [`${errorType}: ${errorMessage}`]));
    }
    for (const line of lines) this.line(`  ${functionName} | ${line}`);
  }
}

function isServerError(payload: string): boolean {
  return /"statusCode":\s*5\d\d\b/.test(payload);
}
