/**
 * A reason why the local runtime cannot start or go on that its user can act on. The message is one clear
 * sentence; the command prints it without a stack and ends with exit code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
