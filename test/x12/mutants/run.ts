import { envelopeMutantsOf } from './envelope-mutations.ts';
import { type Elements, parseSet } from './guide-oracle.ts';
import { mutantsOf } from './mutations.ts';
import { assess, proseEdits } from './trial.ts';
import { textOf, type ValidFile, validFiles, wrapped } from './valid-files.ts';

/** Result of a run. `wrong` lists responses that contradict the guide. */
export interface MutantReport {
  readonly mutants: number;
  /** Number of mutants that violate the guide. */
  readonly broken: number;
  readonly wrong: readonly string[];
}

/** A file with one thing broken. */
export interface BrokenFile {
  readonly name: string;
  readonly text: string;
  /** True when it violates the guide. */
  readonly isBroken: boolean;
  /** True for a fault after the interchange, for which no response can reject it. */
  readonly isBehind: boolean;
  /** The expected IK4, `position.element code`. */
  readonly elementError: string | undefined;
}

/** Yields every `step`th mutant of all valid files. */
export function* brokenFiles(step: number): Generator<BrokenFile> {
  let count = 0;
  for (const file of validFiles) {
    for (const make of makersOf(file)) if (count++ % step === 0) yield make();
  }
}

/** Returns the number of all mutants. */
export function countMutants(): number {
  let count = 0;
  for (const file of validFiles) for (const _ of makersOf(file)) count++;
  return count;
}

/** Creates a mutant only when it is needed. */
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
 * Tests `cases` mutants of valid files. `validate` must find and `ack` must not accept a violation of the guide. `ack`
 * rejects other mutants only for rules that the guide states in prose. A rejected interchange accepts nothing. A broken
 * element gets one IK4 with the code of the standard.
 */
export async function runMutants(
  cases: number,
  onProgress: (report: MutantReport) => void = () => {},
): Promise<MutantReport> {
  const wrong: string[] = [];
  let [mutants, broken] = [0, 0];
  for (const { name, guide, segments } of validFiles) {
    const { isAccepted } = await assess(textOf(wrapped(guide, segments)));
    if (!isAccepted) wrong.push(`${name}: rejected unchanged`);
  }
  for (const file of brokenFiles(Math.max(1, Math.floor(countMutants() / cases)))) {
    mutants++;
    if (file.isBroken) broken++;
    wrong.push(...(await faultsOf(file)).map((fault) => `${file.name}: ${fault}`));
    if (mutants % 1000 === 0) onProgress({ mutants, broken, wrong });
  }
  return { mutants, broken, wrong };
}

/** Returns faults of the responses to one mutant. */
async function faultsOf({ text, isBroken, isBehind, elementError }: BrokenFile): Promise<string[]> {
  const verdict = await assess(text);
  const { isValid, isAccepted, isContradiction, elementErrors, edits } = verdict;
  const faults = isContradiction ? ['the TA1 rejects what the 999 accepts'] : [];
  if (!isBroken) {
    const beyond = edits.filter((edit) => !proseEdits.has(edit));
    return beyond.length === 0 ? faults : [...faults, `rejected for ${beyond.join()}`];
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
