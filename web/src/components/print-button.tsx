import { texts } from '#web/text/texts.ts';
import { Button, type ButtonKind } from './button.tsx';

/** Prints the page. */
export function PrintButton({
  children,
  kind,
}: {
  readonly children?: string | undefined;
  readonly kind?: ButtonKind | undefined;
}) {
  return (
    <Button icon="print" kind={kind} onClick={() => window.print()}>
      {children ?? texts.states.print}
    </Button>
  );
}
