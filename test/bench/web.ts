// `npm run bench -- web [ADDRESS]` measures the web app in headless Chromium: size of the first load, and Web Vitals on slow
// 4G with a processor at a quarter of its speed. Without the address of a running stack it starts one.
import { type Browser, chromium } from 'playwright-core';
import { newFolder, removeFolder, startLocalProcess } from '../http/stack/local-process.ts';
import { chromiumPath } from '../web/stack/chromium.ts';
import { listDelays } from './web/list-delay.ts';
import { type Visit, withVisitor } from './web/visits.ts';

const rounds = 5;
const rows = 10_000;

const loads = [
  ['sign-in', undefined, '/'],
  ['farm home', 'Ana', '/'],
  ['orders', 'Ana', '/orders'],
  ['claims board', 'Bianca', '/claims'],
] as const;

/** Pages whose data changes their height, at the widths of a small and a usual phone. */
const shifting = [
  ['Ana', ['/', '/orders', '/products', '/customers', '/campaigns', '/water', '/reports', '/billing']],
  ['Bianca', ['', '/files', '/worklist', '/submit', '/remittances', '/money', '/figures', '/alerts']],
] as const;

export async function bench([address]: readonly string[] = []): Promise<void> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    if (address !== undefined) return await measure(browser, address);
    const folder = newFolder();
    const running = await startLocalProcess({ dataFolder: folder, web: true });
    try {
      await measure(browser, running.stack.baseUrl);
    } finally {
      await running.stop();
      removeFolder(folder);
    }
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, baseUrl: string): Promise<void> {
  await printLoads(browser, baseUrl);
  await printShifts(browser, baseUrl);
  await printDelays(browser, baseUrl);
}

async function printLoads(browser: Browser, baseUrl: string): Promise<void> {
  console.log('first load, 412 px       JavaScript   LCP: median   least    CLS');
  for (const [name, person, path] of loads) {
    const visits: Visit[] = [];
    await withVisitor(browser, { baseUrl, person, width: 412 }, async (visit) => {
      for (let round = 0; round < rounds; round++) visits.push(await visit(path));
    });
    const paints = visits.map(({ paint }) => paint).sort((a, b) => a - b);
    const scripts = Math.max(...visits.map((visit) => visit.scripts)) / 1000;
    console.log(
      name.padEnd(22),
      `${scripts.toFixed(1)} kB`.padStart(12),
      milliseconds(paints[Math.floor(paints.length / 2)]).padStart(13),
      milliseconds(paints[0]).padStart(9),
      Math.max(...visits.map(({ shift }) => shift))
        .toFixed(3)
        .padStart(6),
    );
  }
}

async function printShifts(browser: Browser, baseUrl: string): Promise<void> {
  console.log('\nCLS                        360 px   412 px');
  for (const [person, paths] of shifting) {
    const shifts = new Map<string, string[]>();
    for (const width of [360, 412]) {
      await withVisitor(browser, { baseUrl, person, width }, async (visit) => {
        for (const end of paths) {
          const path = person === 'Bianca' ? `/claims${end}` : end;
          const { shift } = await visit(path);
          shifts.set(path, [...(shifts.get(path) ?? []), shift.toFixed(3)]);
        }
      });
    }
    for (const [path, values] of shifts)
      console.log(path.padEnd(24), ...values.map((value) => value.padStart(8)));
  }
}

async function printDelays(browser: Browser, baseUrl: string): Promise<void> {
  console.log(`\n${rows} orders        median    worst`);
  const { inputs, inp } = await listDelays(browser, { baseUrl, rows, rounds });
  for (const { input, median, worst } of inputs)
    console.log(input.padEnd(18), milliseconds(median).padStart(10), milliseconds(worst).padStart(8));
  console.log('INP of all inputs'.padEnd(18), milliseconds(inp).padStart(10));
}

const milliseconds = (value = Number.NaN): string => `${value.toFixed(0)} ms`;
