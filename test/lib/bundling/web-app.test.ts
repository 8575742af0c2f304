import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { currentWebApp } from '#lib/bundling/web-app.ts';

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

test('names the folder that cannot be written', async () => {
  const file = path.join(scratch, 'file');
  writeFileSync(file, '');
  await expect(currentWebApp({ outdir: path.join(file, 'dist') })).rejects.toThrow(
    `The web app cannot be built: ${file} is not writable (ENOTDIR). Without the app: npm start -- --no-web.`,
  );
});
