import type { Change } from '#claims/change.ts';
import { Conflict, retryOnConflict } from '#persistence/conflict.ts';
import { type BankLine, type Deposit, isOpenDeposit, isOpenLine } from './bank-line.ts';
import { decideLine, type LineDecision, type LineSurroundings, linked } from './match-line.ts';

/** Reads bank lines and deposits, strongly consistent. */
export interface ReconciliationStore {
  findLine(id: string): Promise<BankLine | undefined>;
  findDeposit(remittanceId: string): Promise<Deposit | undefined>;
  /** Deposits and lines that may decide about a line. */
  surroundings(line: BankLine): Promise<LineSurroundings>;
  /** Open lines that may belong to a deposit. */
  linesFor(deposit: Deposit): Promise<readonly BankLine[]>;
}

export interface SettlePorts {
  readonly store: ReconciliationStore;
  /** @throws Conflict */
  write(change: Change): Promise<void>;
  readonly actor: string;
  now(): Date;
}

/** Lines whose new state is stored together. */
export const settledTogether = 30;

/**
 * Matches lines that were stored before, as `new`. So are deposits, so that a line and a remittance that arrive at the same
 * moment find each other. Lines that match nothing are written together.
 */
export async function settleLines(ports: SettlePorts, lines: readonly BankLine[]): Promise<void> {
  const rest: { readonly line: BankLine; readonly decision: LineDecision }[] = [];
  for (const line of lines) {
    const decision = decideLine(line, await ports.store.surroundings(line));
    if ('deposits' in decision) await settleLine(ports, line.id);
    else if (decision.state !== line.state) rest.push({ line, decision });
  }
  if (rest.length === 0) return;
  const changes = rest.map(({ line, decision }) => ({ before: line, after: moved(line, decision.state) }));
  try {
    await ports.write({ entries: [], writes: [{ kind: 'bank-lines', changes }] });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    // Another run has changed one of them meanwhile.
    for (const { line } of rest) await settleLine(ports, line.id);
  }
}

/** Matches one line with what is stored now. Idempotent. */
const settleLine = (ports: SettlePorts, id: string): Promise<void> =>
  retryOnConflict(async () => {
    const line = await ports.store.findLine(id);
    if (line === undefined || !isOpenLine(line)) return;
    const decision = decideLine(line, await ports.store.surroundings(line));
    if ('deposits' in decision) {
      const { actor } = ports;
      await ports.write(linked(line, decision.deposits, { by: decision.by, actor, now: ports.now() }).change);
    } else if (decision.state !== line.state) {
      const changes = [{ before: line, after: moved(line, decision.state) }];
      await ports.write({ entries: [], writes: [{ kind: 'bank-lines', changes }] });
    }
  });

/** Matches the lines that may belong to a new deposit; a deposit without a line becomes `expected`. Idempotent. */
export async function settleDeposit(ports: SettlePorts, remittanceId: string): Promise<void> {
  const deposit = await ports.store.findDeposit(remittanceId);
  if (deposit?.state !== 'new') return;
  for (const { id } of await ports.store.linesFor(deposit)) await settleLine(ports, id);
  await retryOnConflict(async () => {
    const before = await ports.store.findDeposit(remittanceId);
    if (before === undefined || before.state !== 'new' || !isOpenDeposit(before)) return;
    const after: Deposit = { ...before, state: 'expected', version: before.version + 1 };
    await ports.write({ entries: [], writes: [{ kind: 'deposits', changes: [{ before, after }] }] });
  });
}

const moved = (line: BankLine, state: BankLine['state']): BankLine => ({
  ...line,
  state,
  version: line.version + 1,
});
