import { texts } from '#web/text/texts.ts';

/** Why a claim is skipped, in the language of the page where the reason is a known one. */
export function skipText({
  reason = '',
  message,
}: {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}): string {
  const known: Readonly<Record<string, string>> = texts.board.bulk.skipReasons;
  return known[reason] ?? message ?? reason;
}
