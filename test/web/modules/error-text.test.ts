import { beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError } from '#clients/typescript/src/runtime/errors.ts';
import { errorText } from '#web/api/error-text.ts';
import { loadTexts } from '#web/text/texts.ts';

const errorOf = (status: number, code: string, message: string) =>
  new ApiError(
    {
      status,
      code,
      message,
      details: [],
      requestId: undefined,
      retryAfterSeconds: undefined,
      headers: new Headers(),
    },
    { operation: 'listOrders', attempts: 3 },
  );

beforeAll(() => loadTexts('frame', 'en'));

describe('the text of an error', () => {
  test.each([502, 503, 504])('calls a %i of a gateway an outage, not a refusal', (status) => {
    expect(errorText(errorOf(status, 'unknown', `Status ${status}`))).toEqual({
      title: 'Granary is not available for the moment',
      detail: 'Try again in a few seconds.',
    });
  });

  test('keeps the text of a known code', () => {
    expect(errorText(errorOf(500, 'internal', 'Broken')).title).toBe('Granary has an error');
  });

  test('shows the message of a refusal without a known code', () => {
    expect(errorText(errorOf(418, 'teapot', 'No coffee here'))).toEqual({
      title: 'Granary refused the request',
      detail: 'No coffee here',
    });
  });
});
