import { useEffect, useState } from 'preact/hooks';
import { texts } from '#web/text/texts.ts';
import { Button } from './button.tsx';

/** Copies a text, and says so. `children` is the word on the button; without it, the button is an icon. */
export function CopyButton({
  text,
  label,
  children,
}: {
  readonly text: string;
  readonly label?: string | undefined;
  readonly children?: string | undefined;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <Button
        kind="quiet"
        small
        icon={isCopied ? 'check' : 'copy'}
        label={children === undefined ? (label ?? texts.states.copy) : undefined}
        onClick={() => void copy()}
      >
        {children}
      </Button>
      <span class="unseen" role="status">
        {isCopied ? texts.states.copied : ''}
      </span>
    </>
  );
}
