/**
 * Lets a command end its work when the reader of its output closes the pipe, as `head` does. Without this, Node ends the
 * command with a stack trace, possibly in the middle of a change.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
