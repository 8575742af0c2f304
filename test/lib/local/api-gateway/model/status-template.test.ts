import { describe, expect, test } from '@jest/globals';
import { readStatusTemplate, statusOf } from '#lib/local/api-gateway/model/integration.ts';

const statusFor = (template: string, method: string) =>
  statusOf(readStatusTemplate(template, 'Stack A, resource B'), (name) =>
    name === 'context.httpMethod' ? method : undefined,
  );

describe('the request template of a mock', () => {
  test.each([
    ['{"statusCode":204}', 204],
    ['{"statusCode": "204"}', 204],
    ['{}', 200],
  ])('%s asks for one status', (template, status) => {
    expect(statusFor(template, 'GET')).toBe(status);
  });

  test.each(['#else\n', '#{else}'])('one comparison decides between two (%p)', (otherwise) => {
    const template = `#if($context.httpMethod == "OPTIONS")\n{"statusCode":204}\n${otherwise}{"statusCode":405}\n#end`;
    expect([statusFor(template, 'OPTIONS'), statusFor(template, 'PATCH')]).toEqual([204, 405]);
  });

  test.each(['#set($x = 1){"statusCode":204}', '#if($context.stage == "a")#if($b)#end#else{}#end'])(
    'any other directive is refused at the start: %s',
    (template) => {
      expect(() => readStatusTemplate(template, 'Stack A, resource B')).toThrow(
        'Stack A, resource B, property Integration.RequestTemplates',
      );
    },
  );
});
