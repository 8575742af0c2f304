import { envelopeMutantsOf } from './envelope-mutations.ts';
import { type Elements, parseSet } from './guide-oracle.ts';
import { mutantsOf } from './mutations.ts';
import { judge, proseEdits } from './trial.ts';
import { textOf, type ValidFile, validFiles, wrapped } from './valid-files.ts';

/** How mutants were answered, and each answer that the guide contradicts. */
export interface MutantReport {
  readonly mutants: number;
  /** Those that the guide's definition refuses. */
  readonly broken: number;
  readonly wrong: readonly string[];
}

/** A file with one thing broken. */
export interface BrokenFile {
  readonly name: string;
  readonly text: string;
  /** The guide's definition refuses it. */
  readonly isBroken: boolean;
  /** What is broken stands behind the interchange, which no response can refuse for it. */
  readonly isBehind: boolean;
  /** The one IK4 that is due, `position.element code`. */
  readonly elementError: string | undefined;
}

/** Every `step`th mutant of all valid files; which one comes first is counted over all of them. */
export function* brokenFiles(step: number): Generator<BrokenFile> {
  let count = 0;
  for (const file of validFiles) {
    for (const make of makersOf(file)) if (count++ % step === 0) yield make();
  }
}

/** How many mutants there are. */
export function countMutants(): number {
  let count = 0;
  for (const file of validFiles) for (const _ of makersOf(file)) count++;
  return count;
}

/** Mutants are made and parsed only when they are taken. */
function* makersOf({ name, guide, segments }: ValidFile): Generator<() => BrokenFile> {
  const placed = parseSet(guide, segments);
  if (placed === undefined) throw new Error(`${name} is not valid by its guide`);
  const isBroken = (set: readonly Elements[]) => parseSet(guide, set) === undefined;
  for (const mutant of mutantsOf(placed)) {
    yield () => ({
      name: `${name}: ${mutant.name}`,
      text: textOf(wrapped(guide, mutant.segments)),
      isBroken: isBroken(mutant.segments),
      isBehind: false,
      elementError: mutant.elementError,
    });
  }
  for (const mutant of envelopeMutantsOf(wrapped(guide, segments))) {
    const { isBehind } = mutant;
    const text = textOf(mutant.segments);
    yield () => ({
      ...{ name: `${name}: ${mutant.name}`, text, isBroken: true, isBehind },
      elementError: undefined,
    });
  }
}

/**
 * Breaks one thing of each valid file after the other, `cases` in all. What the guide's definition refuses, `validate`
 * must find and `ack` must not accept; what it takes, `ack` refuses only for a rule that the guide states in prose. An
 * interchange that the TA1 refuses has nothing accepted in it. One broken element is one IK4 with the code of the
 * standard.
 */
export async function runMutants(
  cases: number,
  onProgress: (report: MutantReport) => void = () => {},
): Promise<MutantReport> {
  const wrong: string[] = [];
  let [mutants, broken] = [0, 0];
  for (const { name, guide, segments } of validFiles) {
    const { isAccepted } = await judge(textOf(wrapped(guide, segments)));
    if (!isAccepted) wrong.push(`${name}: refused as it is`);
  }
  for (const file of brokenFiles(Math.max(1, Math.floor(countMutants() / cases)))) {
    mutants++;
    if (file.isBroken) broken++;
    wrong.push(...(await faultsOf(file)).map((fault) => `${file.name}: ${fault}`));
    if (mutants % 1000 === 0) onProgress({ mutants, broken, wrong });
  }
  return { mutants, broken, wrong };
}

/** What is wrong with the answers to one mutant. */
async function faultsOf({ text, isBroken, isBehind, elementError }: BrokenFile): Promise<string[]> {
  const verdict = await judge(text);
  const { isValid, isAccepted, isContradiction, elementErrors, edits } = verdict;
  const faults = isContradiction ? ['the TA1 refuses what the 999 accepts'] : [];
  if (!isBroken) {
    const beyond = edits.filter((edit) => !proseEdits.has(edit));
    return beyond.length === 0 ? faults : [...faults, `refused for ${beyond.join()}`];
  }
  if (isAccepted && !isBehind) faults.push('accepted by the 999');
  if (isValid) faults.push('valid to validate');
  if (elementError !== undefined) {
    const [place] = elementError.split(' ');
    const found = elementErrors.filter((one) => one.startsWith(`${place} `));
    if (found.join() !== elementError)
      faults.push(`IK4 ${found.join() || 'is missing'}, not ${elementError}`);
  }
  return faults;
}
