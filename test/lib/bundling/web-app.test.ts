import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { currentWebApp } from '#lib/bundling/web-app.ts';

const run = promisify(execFile);
const scratch = mkdtempSync(path.join(tmpdir(), 'granary-web-app-'));
const outdir = path.join(scratch, 'dist');
afterAll(() => rmSync(scratch, { recursive: true }));

test('the web app is built when it is missing, and again only after a change', async () => {
  let builds = 0;
  const options = { outdir, onBuild: () => (builds += 1) };
  expect(await currentWebApp(options)).toBe(outdir);
  await currentWebApp(options);
  expect(builds).toBe(1);

  // As after a change of the sources.
  rmSync(path.join(outdir, '.digest'));
  rmSync(path.join(outdir, 'index.html'));
  await currentWebApp(options);
  expect(builds).toBe(2);
  expect(existsSync(path.join(outdir, 'index.html'))).toBe(true);
});

test('its page has no inline script or style, and names hashed files that exist', async () => {
  await currentWebApp({ outdir });
  const page = readFileSync(path.join(outdir, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(outdir, file)))).toEqual([]);
});

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The text of a page with these statements. Its process ends with an error if the page cannot be built. */
async function pageOf(code: string): Promise<string> {
  // Vite's bundler takes no objects of Jest's realm.
  const program = `
    import { build } from 'vite';
    import { domainModules } from './web/domain-modules-plugin.ts';
    const page = {
      name: 'page',
      resolveId: (id) => (id === 'page' ? '\\0page' : undefined),
      load: (id) => (id === '\\0page' ? ${JSON.stringify(code)} : undefined),
    };
    const plugins = [page, domainModules()];
    const input = { write: false, rolldownOptions: { input: 'page' } };
    const { output } = await build({ configFile: false, logLevel: 'silent', plugins, build: input });
    console.log(output[0].code);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
  return stdout;
}

test('a page may use constants and rules of the service, without its schemas, and no library of the service', async () => {
  const orders = `import { order, orderStatuses } from '${root}shared/commerce/orders/order.ts';`;
  const light = await pageOf(`${orders}
    import { nextStatus } from '${root}shared/commerce/orders/rules.ts';
    document.title = orderStatuses.map(nextStatus).join();`);
  expect(light).toContain('confirmed');
  expect(light.length).toBeLessThan(2000);
  await expect(pageOf(`${orders} document.title = order.parse({}).id;`)).rejects.toThrow(
    /node_modules\/zod\S+ is in chunk \S+ of the web app/,
  );
});

test('names the folder that cannot be written', async () => {
  const file = path.join(scratch, 'file');
  writeFileSync(file, '');
  await expect(currentWebApp({ outdir: path.join(file, 'dist') })).rejects.toThrow(
    `The web app cannot be built: ${file} is not writable (ENOTDIR). Without the app: npm start -- --no-web.`,
  );
});
