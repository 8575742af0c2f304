import type { Table } from '#store/dynamodb/table.ts';

/** One command that a function sends to its table. */
export interface TableCommand {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read commands of every kind
  readonly input: any;
}

/**
 * Calls `before` with each command of the table's client before it is sent, and `after` once it is answered. Returns a
 * function that stops this.
 */
export function watchCommands(
  { client }: Table,
  before: (command: TableCommand) => Promise<void> | void,
  after: (command: TableCommand) => Promise<void> | void = () => {},
): () => void {
  const name = 'watched';
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const command = { name: String(commandName), input: args.input };
        await before(command);
        const result = await next(args);
        await after(command);
        return result;
      },
    { step: 'initialize', name },
  );
  return () => client.middlewareStack.remove(name);
}
