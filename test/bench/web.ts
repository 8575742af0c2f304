// `npm run bench -- web [ADDRESS]` measures the web app in headless Chromium: size of the first load, and Web Vitals on slow
// 4G with a processor at a quarter of its speed. Without the address of a running stack it starts one. `--short` visits two pages once.
import { type Browser, chromium } from 'playwright-core';
import { newFolder, removeFolder, startLocalProcess } from '../http/stack/local-process.ts';
import { chromiumPath } from '../web/stack/chromium.ts';
import type { Row } from './comparison.ts';
import { listDelays } from './web/list-delay.ts';
import { type Visit, withVisitor } from './web/visits.ts';

interface Extent {
  readonly rounds: number;
  /** Orders in the list whose delays are measured. */
  readonly orders: number;
  readonly isShort: boolean;
}

/** KiB of JavaScript (web/README.md), milliseconds of the largest paint that Web Vitals call good, and of INP. */
const goals = { scripts: 120, paint: 2_500, inp: 100 };

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

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  const isShort = args.includes('--short');
  const address = args.find((arg) => !arg.startsWith('--'));
  const extent: Extent = { rounds: isShort ? 1 : 5, orders: 10_000, isShort };
  const executablePath = chromiumPath();
  if (executablePath === undefined)
    return [{ what: 'first load', leftOut: 'no Chromium; install it, or set CHROMIUM to its path' }];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    if (address !== undefined) return await measure(browser, address, extent);
    const folder = newFolder();
    const running = await startLocalProcess({ dataFolder: folder, web: true });
    try {
      return await measure(browser, running.stack.baseUrl, extent);
    } finally {
      await running.stop();
      removeFolder(folder);
    }
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, baseUrl: string, extent: Extent): Promise<Row[]> {
  const rows = await measureLoads(browser, baseUrl, extent);
  if (!extent.isShort) await printShifts(browser, baseUrl);
  return [...rows, await measureDelays(browser, baseUrl, extent)];
}

async function measureLoads(browser: Browser, baseUrl: string, { rounds, isShort }: Extent): Promise<Row[]> {
  const rows: Row[] = [];
  console.log('first load, 412 px       JavaScript   LCP: median   least    CLS');
  for (const [name, person, path] of isShort ? loads.slice(0, 2) : loads) {
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
    const paint = paints[Math.floor(paints.length / 2)] ?? Number.NaN;
    const other = 'good by Web Vitals';
    rows.push(
      {
        what: `JavaScript, ${name}`,
        figure: (scripts * 1000) / 1024,
        unit: 'KiB',
        other: 'goal',
        otherFigure: goals.scripts,
      },
      { what: `largest paint, ${name}`, figure: paint, unit: 'ms', other, otherFigure: goals.paint },
    );
  }
  return rows;
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

async function measureDelays(browser: Browser, baseUrl: string, { rounds, orders }: Extent): Promise<Row> {
  console.log(`\n${orders} orders        median    worst`);
  const { inputs, inp } = await listDelays(browser, { baseUrl, rows: orders, rounds });
  for (const { input, median, worst } of inputs)
    console.log(input.padEnd(18), milliseconds(median).padStart(10), milliseconds(worst).padStart(8));
  console.log('INP of all inputs'.padEnd(18), milliseconds(inp).padStart(10));
  return { what: `INP, ${orders} orders`, figure: inp, unit: 'ms', other: 'goal', otherFigure: goals.inp };
}

const milliseconds = (value = Number.NaN): string => `${value.toFixed(0)} ms`;
