import { messageFor, reportFailure } from './failure-message.ts';
import { forEachInput, type Input, InputError } from './input.ts';

/** Writes the output of one input. */
export interface InputOutput {
  write(input: Input): Promise<void>;
  /** Completes the output of an input that cannot be opened, or not be read to its end. */
  fail(message: string): Promise<void>;
}

/**
 * Writes the output of each input. An unusable input is reported on standard error, and the next one is read.
 *
 * @returns whether all inputs were usable
 */
export async function forEachUsableInput(
  names: readonly string[],
  outputOf: (name: string, index: number) => InputOutput,
): Promise<boolean> {
  let areUsable = true;
  for (const [index, name] of names.entries()) {
    const output = outputOf(name, index);
    try {
      await forEachInput([name], (input) => output.write(input));
    } catch (error) {
      reportFailure(error);
      areUsable = false;
      await output.fail(messageFor(error instanceof InputError ? error.cause : error) ?? '');
    }
  }
  return areUsable;
}
