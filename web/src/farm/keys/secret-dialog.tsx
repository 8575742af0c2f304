import { Button, CopyButton } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { texts } from '#web/text/texts.ts';
import './keys.css';

/** Shows a secret once, to be copied. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const words = texts.keys;
  return (
    <Dialog
      title={words.secretTitle}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <p>{words.secretText}</p>
      <p class="key-secret">
        <code>{secret}</code>
        <CopyButton text={secret} label={words.copy} />
      </p>
    </Dialog>
  );
}
