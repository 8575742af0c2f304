import { type ApiError, isApiError, isClientError } from '#clients/typescript/src/runtime/errors.ts';
import { SignedOut } from '#web/session/token.ts';
import { texts } from '#web/text/texts.ts';

/** An error for a person. `requestId` is what the support asks for. */
export interface ErrorText {
  readonly title: string;
  readonly detail?: string;
  readonly requestId?: string;
}

/** Returns what happened and what to do, in the language of the page. */
export function errorText(error: unknown): ErrorText {
  const { errors } = texts;
  if (error instanceof SignedOut) return errors.signedOut;
  if (isApiError(error)) return apiErrorText(error);
  if (isClientError(error)) {
    if (error.kind === 'timeout') return errors.timeout;
    return error.kind === 'invalid_reply' ? errors.invalidReply : errors.connection;
  }
  // Browsers name the failed import of a chunk differently, and all of them mention the module.
  if (error instanceof TypeError && /module/i.test(error.message)) return errors.chunk;
  // So do they name a request that reached nothing, such as one to the identity provider.
  if (error instanceof TypeError && /fetch|load failed/i.test(error.message)) return errors.connection;
  return errors.program;
}

function apiErrorText(error: ApiError): ErrorText {
  const known: Readonly<Record<string, Omit<ErrorText, 'requestId'>>> = {
    ...texts.farmErrors,
    ...texts.claimsErrors,
    ...texts.errors.codes,
  };
  const text = known[error.code] ?? unknownText(error);
  return { ...text, ...(error.requestId !== undefined && { requestId: error.requestId }) };
}

/** A gateway or a proxy in front of the service names an outage with a status only. */
function unknownText({ status, message }: ApiError): Omit<ErrorText, 'requestId'> {
  const { codes, unknownCode } = texts.errors;
  return status >= 500 ? codes.unavailable : { title: unknownCode, detail: message };
}
