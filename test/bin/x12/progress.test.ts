import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Progress, progressText } from '../../../bin/x12/progress.ts';

async function* chunks(count: number, pause: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n++) {
    await new Promise((done) => setTimeout(done, pause));
    yield new Uint8Array(1_000_000);
  }
}

async function written(isTerminal: boolean, count: number, pause: number): Promise<string> {
  let text = '';
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((piece) => {
    text += piece;
    return true;
  });
  const terminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isTerminal, configurable: true });
  for await (const _ of new Progress(count * 1_000_000).follow(chunks(count, pause)));
  if (terminal === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
  else Object.defineProperty(process.stderr, 'isTTY', terminal);
  write.mockRestore();
  return text;
}

describe('progress', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('shows progress, speed and remaining time', () => {
    expect(progressText(54_000_000, 120_000_000, 1)).toBe('45 % · 54.0 of 120.0 MB · 54 MB/s · 2 s left');
    expect(progressText(54_000_000, undefined, 2)).toBe('54.0 MB · 27 MB/s');
  });

  test('is shown on a terminal for a long file, and wiped at the end', async () => {
    const text = await written(true, 20, 50);
    expect(text).toMatch(/\d+ % · \d+\.0 of 20\.0 MB/);
    expect(text.endsWith('\r\x1b[K')).toBe(true);
  });

  test('is not shown for a short file or without a terminal', async () => {
    expect(await written(true, 2, 1)).toBe('');
    expect(await written(false, 16, 50)).toBe('');
  });
});
