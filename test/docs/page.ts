import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A block of shell commands of a page, with the output shown below it. */
export interface PastedBlock {
  /** First line of the commands, from 1. */
  readonly line: number;
  readonly commands: string;
  /** The block needs a clean shell, because it begins with the address of the stack. */
  readonly beginsShell: boolean;
  /** The block needs a stack without sample data (`sh unseeded`). */
  readonly unseeded: boolean;
  /** The `text` block that follows; undefined if the page shows no output. */
  readonly output: string | undefined;
}

/** Pages with blocks to paste. Pages of one group share a stack; README.md shows what a stack prints that nobody used before. */
const pastedPages: readonly (readonly string[])[] = [
  ['README.md'],
  [
    'docs/tour.md',
    'docs/clearinghouse.md',
    'docs/claims-search.md',
    'docs/audit.md',
    'docs/claims-unmatched.md',
    'docs/commerce/webhooks.md',
    'docs/commerce/products.md',
    'docs/commerce/stops.md',
    'docs/commerce/analytics.md',
    'docs/commerce/referrals.md',
    'docs/commerce/orders.md',
    'docs/commerce/water.md',
    'docs/commerce/members-and-news.md',
    'docs/money.md',
    'docs/reports.md',
    'docs/retention.md',
    'docs/claims-alerts.md',
    'docs/commerce/customers.md',
    'docs/commerce/members.md',
    'docs/commerce/campaigns.md',
    'docs/commerce/billing.md',
    'docs/commerce/leaving.md',
    'docs/claims-edits.md',
    'docs/runbook-audit.md',
    // Signs a checkpoint, which the output of docs/audit.md must not show.
    'docs/alarms.md',
  ],
  ['docs/operator.md'],
];

/** A stack with the pages whose blocks are pasted beside it, in this order. */
export interface PastedStack {
  /** Options of `npm start`. */
  readonly flags: readonly string[];
  readonly pages: readonly { readonly name: string; readonly blocks: readonly PastedBlock[] }[];
}

/** The stacks that the pages need: each group one with sample data, and one without for its unseeded blocks. */
export function pastedStacks(root: string): readonly PastedStack[] {
  return pastedPages.flatMap((names) => {
    const pages = names.map((name) => ({ name, blocks: pastedBlocks(resolve(root, name)) }));
    const stackOf = (flags: readonly string[], unseeded: boolean): PastedStack => ({
      flags,
      pages: pages
        .map(({ name, blocks }) => ({ name, blocks: blocks.filter((block) => block.unseeded === unseeded) }))
        .filter(({ blocks }) => blocks.length > 0),
    });
    return [stackOf([], false), stackOf(['--no-seed'], true)].filter((stack) => stack.pages.length > 0);
  });
}

const fence = /^```sh( unseeded)?\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms;

/** Returns the `sh` blocks of a Markdown page in order. */
function pastedBlocks(path: string): PastedBlock[] {
  const page = readFileSync(path, 'utf8');
  return [...page.matchAll(fence)].map(({ index, 1: unseeded, 2: commands = '', 3: output }) => ({
    line: lineAt(page, index),
    commands,
    beginsShell: commands.startsWith('B=$('),
    unseeded: unseeded !== undefined,
    output,
  }));
}

/** Replaces the outputs below the blocks of a page. Others stay. */
export function writeOutputs(path: string, outputs: ReadonlyMap<number, string>): void {
  const before = readFileSync(path, 'utf8');
  const page = before.replace(
    fence,
    (whole, unseeded: string | undefined, commands: string, shown: string | undefined, place: number) => {
      const output = outputs.get(lineAt(before, place));
      if (shown === undefined || output === undefined) return whole;
      return `\`\`\`sh${unseeded ?? ''}\n${commands}\`\`\`\n\n\`\`\`text\n${output}\`\`\`\n`;
    },
  );
  writeFileSync(path, page);
}

/** The line of the first command of a block that begins at this place of the page. */
const lineAt = (page: string, place: number): number => page.slice(0, place).split('\n').length + 1;
