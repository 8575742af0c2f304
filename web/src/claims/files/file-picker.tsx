import { useRef } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { uploadFiles } from './uploads.ts';

/** A button that uploads files of the device. */
export function FilePicker({
  kind = 'primary',
  label,
}: {
  readonly kind?: 'primary' | 'secondary';
  readonly label?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.files.choose}
        onChange={(event) => {
          uploadFiles(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
      <Button
        kind={kind}
        icon="upload"
        reason={mayEdit() ? undefined : texts.files.auditor}
        onClick={() => input.current?.click()}
      >
        {label ?? texts.files.choose}
      </Button>
    </>
  );
}
