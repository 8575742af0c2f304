import type { EntryDraft } from '#audit/entries/chain.ts';
import { Conflict } from '#persistence/conflict.ts';
import { chunksOf } from '../chunks.ts';
import { deterministicId } from '../deterministic-id.ts';
import { readBankFile } from './bank-file.ts';
import { type BankLine, newBankLines, traceTokens } from './bank-line.ts';
import type { BankFileSettings } from './contract.ts';
import { type BankFileJson, maxBankFaults } from './reconciliation-fields.ts';
import { type SettlePorts, settledTogether, settleLines } from './settle-deposits.ts';

export interface ImportPorts extends SettlePorts {
  findFile(id: string): Promise<BankFileJson | undefined>;
  /** Stores the file with its audit entries. */
  putFile(file: BankFileJson, entries: readonly EntryDraft[]): Promise<unknown>;
  findLines(ids: readonly string[]): Promise<readonly BankLine[]>;
  isTimeUp(): boolean;
}

/** Actions of new lines in one transaction, in addition to the figures of a state. */
const maxActions = 90;

/**
 * Imports a bank file: stores the lines that are not stored yet, and matches them. Idempotent. An import that ends early is
 * continued by the same file.
 *
 * @returns the file, and whether an earlier request has imported it completely
 * @throws ApiError validation_failed
 */
export async function importBankFile(
  csv: string,
  settings: BankFileSettings,
  ports: ImportPorts,
): Promise<{ readonly file: BankFileJson; readonly isKnown: boolean }> {
  const { dry_run, ...reading } = settings;
  const { lines: read, faults, count } = readBankFile(csv, settings);
  const id = deterministicId('bank-file', csv, JSON.stringify(reading));
  const known = await ports.findFile(id);
  if (known?.complete && dry_run === 'false') return { file: known, isKnown: true };
  const now = ports.now();
  const lines = newBankLines(read, { account: settings.account, fileId: id, now });
  const stored = await storedAmong(ports, lines);
  const file: BankFileJson = known ?? {
    ...{ id, account: settings.account, imported_at: now.toISOString(), imported_by: ports.actor },
    complete: false,
    lines: count,
    new_lines: lines.length - stored.size,
    known_lines: stored.size,
    bad_lines: new Set(faults.map(({ line }) => line)).size,
    faults: faults.slice(0, maxBankFaults),
  };
  if (dry_run === 'true') return { file: { ...file, complete: true, dry_run: true }, isKnown: true };
  if (known === undefined) await ports.putFile(file, [receivedEntry(file)]);
  const isComplete = await storeAndSettle(ports, lines, stored);
  const after = { ...file, complete: isComplete };
  if (isComplete) await ports.putFile(after, [completedEntry(after)]);
  return { file: after, isKnown: false };
}

/** @returns false if the time was up before the last line */
async function storeAndSettle(
  ports: ImportPorts,
  lines: readonly BankLine[],
  stored: ReadonlyMap<string, BankLine>,
): Promise<boolean> {
  // All lines before the first match, because equal lines decide about each other.
  for (const group of groupsOf(lines.filter(({ id }) => !stored.has(id)))) {
    if (ports.isTimeUp()) return false;
    await storeNew(ports, group);
  }
  const open = lines.map((line) => stored.get(line.id) ?? line).filter(({ state }) => state === 'new');
  for (const group of chunksOf(open, settledTogether)) {
    if (ports.isTimeUp()) return false;
    await settleLines(ports, group);
  }
  return true;
}

async function storeNew(ports: ImportPorts, lines: readonly BankLine[]): Promise<void> {
  const write = (some: readonly BankLine[]) =>
    ports.write({ entries: [], writes: [{ kind: 'bank-lines', changes: some.map((after) => ({ after })) }] });
  try {
    await write(lines);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    // Another request stores the same lines.
    const known = await storedAmong(ports, lines);
    for (const line of lines.filter(({ id }) => !known.has(id))) {
      await write([line]).catch((failure: unknown) => {
        if (!(failure instanceof Conflict)) throw failure;
      });
    }
  }
}

function groupsOf(lines: readonly BankLine[]): readonly (readonly BankLine[])[] {
  const groups: BankLine[][] = [];
  let actions = maxActions;
  for (const line of lines) {
    const own = 2 + traceTokens(line).length;
    actions += own;
    if (actions > maxActions) {
      groups.push([]);
      actions = own;
    }
    groups.at(-1)?.push(line);
  }
  return groups;
}

async function storedAmong(ports: ImportPorts, lines: readonly BankLine[]) {
  const found = await ports.findLines(lines.map(({ id }) => id));
  return new Map(found.map((line) => [line.id, line]));
}

const receivedEntry = (file: BankFileJson): EntryDraft => entryOf('bank_file.received', file);
const completedEntry = (file: BankFileJson): EntryDraft => entryOf('bank_file.imported', file);

/** Counts only. */
const entryOf = (event_type: string, file: BankFileJson): EntryDraft => ({
  event_type,
  entity_type: 'bank_file',
  entity_id: file.id,
  actor: file.imported_by,
  payload: {
    lines: file.lines,
    new_lines: file.new_lines,
    known_lines: file.known_lines,
    bad_lines: file.bad_lines,
  },
});
