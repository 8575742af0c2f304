import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { httpServer, listen } from '#lib/local/http/http-server.ts';
import { compiledCode } from '../../../compiled-code.ts';

const server = httpServer((_, response) => void response.end('here'));
afterAll(() => void server.close());

test('a proxy of the environment serves no request to this machine', async () => {
  const url = await listen(server, 0);
  const module = resolve('lib/local/cli/direct-requests.ts');
  const script = `
    const { reachThisMachineDirectly } = await import('${module}');
    const read = (url) => fetch(url).then((response) => response.text(), () => 'through the proxy');
    const before = await read('${url}');
    reachThisMachineDirectly(process.env);
    console.log(before, '·', await read('${url}'), '·', await read('http://elsewhere.invalid'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    // Nothing listens at port 9.
    env: {
      PATH: process.env['PATH'],
      ...compiledCode,
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: 'http://127.0.0.1:9',
    },
  });
  expect(stdout).toBe('through the proxy · here · through the proxy\n');
});
