import { readFileSync, writeFileSync } from 'node:fs';

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

/** Pages with blocks to paste. Pages of one group share a stack. */
export const pastedPages: readonly (readonly string[])[] = [
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
  ],
  [
    'docs/commerce/customers.md',
    'docs/commerce/members.md',
    'docs/commerce/campaigns.md',
    'docs/commerce/billing.md',
    'docs/commerce/leaving.md',
    'docs/claims-edits.md',
  ],
  ['docs/operator.md'],
];

const fence = /^```sh( unseeded)?\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms;

/** Returns the `sh` blocks of a Markdown page in order. */
export function pastedBlocks(path: string): PastedBlock[] {
  const page = readFileSync(path, 'utf8');
  return [...page.matchAll(fence)].map(({ index, 1: unseeded, 2: commands = '', 3: output }) => ({
    line: page.slice(0, index).split('\n').length + 1,
    commands,
    beginsShell: commands.startsWith('B=$('),
    unseeded: unseeded !== undefined,
    output,
  }));
}

/** Replaces the outputs below blocks, in the order of {@link pastedBlocks}. */
export function writeOutputs(path: string, outputs: readonly string[]): void {
  let block = 0;
  const page = readFileSync(path, 'utf8').replace(
    fence,
    (whole, unseeded: string | undefined, commands: string, shown?: string) => {
      const output = outputs[block++] ?? '';
      if (shown === undefined) return whole;
      return `\`\`\`sh${unseeded ?? ''}\n${commands}\`\`\`\n\n\`\`\`text\n${output}\`\`\`\n`;
    },
  );
  writeFileSync(path, page);
}
