import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '#web/text/texts.ts';
import { Button, type ButtonKind } from './button.tsx';
import { Icon } from './icons.tsx';
import './file-drop.css';

/** Properties of the place for files. */
export interface FileDropProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  /** As the `accept` of a file field: '.edi,.x12,text/plain'. Dropped files are not checked against it. */
  readonly accept?: string | undefined;
  readonly one?: boolean | undefined;
  readonly kind?: ButtonKind | undefined;
  /** Only a button is shown. Files can still be dropped anywhere on the page. */
  readonly compact?: boolean | undefined;
  /** Why no files can be added now. */
  readonly reason?: string | undefined;
}

/** Takes files dropped anywhere on the page, pasted, or chosen with the button. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, onFiles, accept, one = false, compact = false, reason } = props;
  const input = useRef<HTMLInputElement>(null);
  const give = (files: FileList | null | undefined) => {
    const given = [...(files ?? [])].slice(0, one ? 1 : undefined);
    if (given.length > 0 && reason === undefined) onFiles(given);
  };
  const isOver = useDrop(give);
  const button = (
    <Button icon="upload" kind={props.kind} reason={reason} onClick={() => input.current?.click()}>
      {compact ? label : texts.states.chooseFiles}
    </Button>
  );
  return (
    <div class={compact ? 'file-drop file-drop-compact' : 'file-drop'}>
      <input
        ref={input}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={!one}
        onChange={(event) => {
          give(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {!compact && (
        <div class="file-drop-words">
          <p class="file-drop-label">{label}</p>
          {hint !== undefined && <p class="file-drop-hint">{hint}</p>}
        </div>
      )}
      {button}
      {isOver && reason === undefined && (
        <div class="file-drop-veil" aria-hidden="true">
          <p>
            <Icon name="upload" />
            {texts.states.dropHere}
          </p>
        </div>
      )}
    </div>
  );
}

/** Whether files are held over the page. Calls `give` with the files dropped or pasted. */
function useDrop(give: (files: FileList | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(give);
  latest.current = give;
  useEffect(() => {
    // Entering an element inside sends enter before leave, so the page is left when the counts are equal.
    let depth = 0;
    const listen = new AbortController();
    const on = (type: 'dragenter' | 'dragleave' | 'dragover' | 'drop', run: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          run(event);
        },
        { signal: listen.signal },
      );
    on('dragenter', () => {
      depth += 1;
      setOver(true);
    });
    on('dragleave', () => {
      depth -= 1;
      if (depth === 0) setOver(false);
    });
    on('dragover', () => {});
    on('drop', (event) => {
      depth = 0;
      setOver(false);
      latest.current(event.dataTransfer?.files);
    });
    const paste = (event: ClipboardEvent) => latest.current(event.clipboardData?.files);
    window.addEventListener('paste', paste, { signal: listen.signal });
    return () => listen.abort();
  }, []);
  return isOver;
}
