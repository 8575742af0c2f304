import { expect, test } from '@jest/globals';
import { InvocationOutput } from '#lib/local/lambda/instances/invocation-output.ts';

function outputs() {
  const ended: (readonly [string, string])[] = [];
  return { ended, output: new InvocationOutput((id, text) => ended.push([id, text])) };
}

test('an invocation gets its output when all of it has arrived, whatever the pieces', () => {
  const { ended, output } = outputs();
  const bytes = Buffer.from('één\ntwee\n');
  output.end('silent', 0);
  output.end('first', 6);
  output.write(bytes.subarray(0, 1));
  expect(ended).toEqual([['silent', '']]);
  output.write(bytes.subarray(1, 8));
  output.write(bytes.subarray(8));
  output.end('second', bytes.length);
  expect(ended.slice(1)).toEqual([
    ['first', 'één\n'],
    ['second', 'twee\n'],
  ]);
  output.write(Buffer.from('last words'));
  expect(output.rest()).toBe('last words');
});

test('output of megabytes is cut, and that of the next invocation is whole', () => {
  const { ended, output } = outputs();
  for (let n = 0; n < 32; n++) output.write(Buffer.alloc(65_536, 'x'));
  output.end('loud', 32 * 65_536);
  output.write(Buffer.from('quiet'));
  output.end('quiet', 32 * 65_536 + 5);
  const [[, loud = ''] = []] = ended;
  expect(loud).toMatch(/^x+\n\(output cut\)\n$/);
  expect(loud.length).toBeLessThan(300_000);
  expect(ended[1]).toEqual(['quiet', 'quiet']);
});
