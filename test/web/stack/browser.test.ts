import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { leaveOut } from '../../soak.ts';
import { chromiumPath } from './chromium.ts';

test('the tests of the web app have a browser, or are listed as left out', () => {
  const program = chromiumPath();
  if (program === undefined) leaveOut('the tests of the web app', 'no Chromium is installed');
  expect(program === undefined || existsSync(program)).toBe(true);
});
