import { stateRules } from '../837p/profile/state-rules.ts';
import { claimEdits } from '../edits/claim-edits.ts';
import type { Edit } from '../edits/edit.ts';
import { responseEdits } from '../edits/response-edits.ts';
import { syntaxEdits } from '../edits/syntax-edits.ts';

/** Returns every edit and state rule as Markdown tables: id, SNIP type, severity, fault and remedy. */
export function editList(): string {
  return [
    '# Edits of X12 files\n',
    'For people who read findings. The command `x12 edits` writes this page.\n',
    'A severity is the usual one: `isOfGuide` faults are errors of SNIP type 1 or 2, and a payer profile may change state rules.\n',
    ...section('Envelopes and syntax of every file', syntaxEdits),
    ...section('837P', claimEdits),
    ...section('835, 999, 277CA and 277', responseEdits),
    '## State rules\n',
    'Checked with a payer profile. A rule reports its fault in place of the edits in the last column.\n',
    table(
      ['id', 'SNIP', 'severity', 'rule', 'message', 'source', 'in place of'],
      stateRules.map(({ id, snip, severity, check, message, basis, replaces }) => [
        id,
        String(snip),
        severity,
        check,
        message,
        basis,
        replaces.join(', '),
      ]),
    ),
  ].join('\n');
}

function section(title: string, edits: readonly Edit[]): readonly string[] {
  const rows = edits.map(({ id, snip, severity, message }) => {
    const [fault = '', ...remedy] = message.split('; ');
    return [id, String(snip), severity, fault, remedy.join('; ')];
  });
  return [`## ${title}\n`, table(['id', 'SNIP', 'severity', 'fault', 'remedy'], rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('*', '\\*')).join(' | ')} |`,
  );
  return `${lines.join('\n')}\n`;
}
